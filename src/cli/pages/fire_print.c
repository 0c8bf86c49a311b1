#include "cli/pages/fire_print.h"

#include <stdio.h>

#include "agents/hosts.h"
#include "text/visible.h"

/* A label, and a text that may have several lines. */
static void print_part(const char *label, struct sv text)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;
	char room[VISIBLE_MAX];
	struct sv shown;

	printf("%-8s", label);
	while (p < end) {
		p += gaff_visible_letter(p, end, VISIBLE_PAGE, room, &shown);
		if (*shown.p == '\n')
			printf("\n%-8s", "");
		else
			(void)fwrite(shown.p, 1, shown.n, stdout);
	}
	printf("\n");
}

void fire_print_page(const struct fire_shot *shot, const struct fire_verdict *v)
{
	struct sv out = sv_trim(shot->outcome.out), error = sv_trim(shot->outcome.err);

	print_part("payload", json_sv(shot->payload));
	printf("%-8s%d\n", "exit", shot->outcome.exit);
	if (out.n)
		print_part("stdout", out);
	if (error.n)
		print_part("stderr", error);
	if (sv_trim(shot->said).n)
		print_part("gaff", sv_trim(shot->said));
	for (size_t i = 0; i < v->n_does; i++)
		print_part(i ? "" : "agent", v->does[i]);
}

enum gaff_rc fire_print_json(struct arena *a, const struct fire_shot *shot,
			     const struct fire_verdict *v, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("host"), shot->mimic.host->id);
	json_member_string(&w, SV("event"), shot->mimic.row->native);
	json_member(&w, SV("payload"), json_sv(shot->payload));
	if (v) {

		gaff_json_member_number(&w, SV("exit"), shot->outcome.exit);
		json_member_string(&w, SV("stdout"), shot->outcome.out);
		json_member_string(&w, SV("stderr"), shot->outcome.err);
		json_member_string(&w, SV("gaff"), sv_trim(shot->said));
		gaff_json_key(&w, SV("agent"));
		fire_write_verdict(&w, shot, v);
	}
	gaff_json_close(&w, '}');
	buf_addc(&b, '\n');
	GAFF_TRY(gaff_buf_check(&b, err));
	(void)fwrite(b.p, 1, b.n, stdout);
	return GAFF_OK;
}

enum gaff_rc cli_take_fire(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	return fire_take_option(to, (enum fire_option)walk->option->value, walk->value, err);
}

int fire_find_or_say(struct fire_request *r)
{
	struct gaff_err err;

	if (r->host && !gaff_host_find(sv_of(r->host)))
		return cli_unknown_host(r->by, r->host);
	if (fire_find(r, &err) == GAFF_OK)
		return CLI_OK;
	fprintf(stderr, "gaff: %s\n", err.msg);
	return CLI_NO;
}

int fire_exit_code(enum gaff_rc rc)
{
	return rc == GAFF_OK             ? CLI_OK
	       : rc == GAFF_EUSAGE       ? CLI_USAGE
	       : rc == GAFF_EUNSUPPORTED ? CLI_NO
					 : CLI_FATAL;
}
