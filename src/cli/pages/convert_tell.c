#include <stdint.h>
#include <stdio.h>

#include "cli/pages/convert_work.h"
#include "cli/print/plain.h"
#include "manifest/manifest.h"

enum { NAME_SHOWN = 48 };

/* ---- for people ---- */

/* Its name, or what else people would know it by: the same on every system. */
static struct sv name_of(const struct gaff_hook *hook)
{
	const struct sv names[] = { hook->name, hook->plain_command, hook->url, hook->prompt };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (sv_trim(names[i]).n)
			return sv_trim(names[i]);
	return hook->event_name;
}

static void add_start(struct buf *b, const char *command, const char *which)
{
	BUF_JOIN(b, SV("gaff: "), sv_of(command), SV(": "));
	if (!which)
		return;
	gaff_plain_add(b, sv_of(which), SIZE_MAX);
	gaff_buf_add(b, SV(": "));
}

static void add_hook(struct buf *b, const struct gaff_converted *got, size_t n)
{
	char number[40];

	(void)snprintf(number, sizeof number, "hook %zu", n);
	gaff_buf_add(b, sv_of(number));
	if (n <= got->n_read) {
		gaff_buf_add(b, SV(" ("));
		gaff_plain_add(b, name_of(&got->hook[n - 1]), NAME_SHOWN);
		buf_addc(b, ')');
	}
	gaff_buf_add(b, SV(": "));
}

/* hook 2 (NAME): matcher: what happened [structured_output, warn] */
static void add_loss(struct buf *b, const struct gaff_converted *got, const struct gaff_loss *loss)
{
	if (loss->hook)
		add_hook(b, got, loss->hook);
	gaff_buf_add(b, loss->is_guard ? SV("GUARD LOST: ") : SV(""));
	if (loss->field.n) {
		gaff_plain_add(b, loss->field, SIZE_MAX);
		gaff_buf_add(b, SV(": "));
	}
	gaff_plain_add(b, loss->text, SIZE_MAX);
	gaff_buf_add(b, SV(" ["));
	if (loss->capability != GAFF_CAP_COUNT) {
		BUF_JOIN(b, gaff_capability_name(loss->capability), SV(", "));
	}
	BUF_JOIN(b, gaff_strategy_name(loss->strategy), SV("]\n"));
}

static void add_error(struct buf *b, const struct convert_target *target)
{
	char place[64] = ": ";

	if (target->about) {
		gaff_plain_add(b, sv_of(target->about), SIZE_MAX);
		if (target->err.line)
			(void)snprintf(place, sizeof place, ":%zu:%zu: ", target->err.line,
				       target->err.column);
		gaff_buf_add(b, sv_of(place));
	}
	gaff_plain_add(b, sv_of(target->err.msg), SIZE_MAX);
	buf_addc(b, '\n');
}

void convert_tell(struct arena *a, const char *command, const char *which,
		  const struct convert_target *target)
{
	const struct gaff_losses *losses = &target->got.losses;
	struct buf b = buf_in(a);
	char more[64];

	for (size_t i = 0; i < losses->n; i++) {
		add_start(&b, command, which);
		add_loss(&b, &target->got, &losses->item[i]);
	}
	if (losses->n_more) {
		(void)snprintf(more, sizeof more, "and %zu more\n", losses->n_more);
		add_start(&b, command, which);
		gaff_buf_add(&b, sv_of(more));
	}
	if (target->err.rc != GAFF_OK) {
		add_start(&b, command, which);
		add_error(&b, target);
	}
	if (b.n)
		(void)fwrite(b.p, 1, b.n, stderr); /* at once: there may be thousands */
	if (!buf_ok(&b))
		fprintf(stderr, "gaff: %s: no memory to say all of it\n", command);
}

/* ---- for programs ---- */

static void add_warning(struct json_writer *w, const struct gaff_loss *loss)
{
	struct sv capability = { 0 };

	if (loss->capability != GAFF_CAP_COUNT)
		capability = gaff_capability_name(loss->capability);
	gaff_json_open(w, '{');
	if (loss->hook)
		gaff_json_member_size(w, SV("hook"), loss->hook);
	else
		json_member(w, SV("hook"), SV("null")); /* it is about the file */
	gaff_json_member_text(w, SV("field"), loss->field);
	gaff_json_member_text(w, SV("capability"), capability);
	json_member_string(w, SV("strategy"), gaff_strategy_name(loss->strategy));
	gaff_json_member_bool(w, SV("guard"), loss->is_guard);
	json_member_string(w, SV("message"), loss->text);
	gaff_json_close(w, '}');
}

void convert_write_json(struct json_writer *w, const struct convert_source *source,
			const struct convert_target *target, bool has_output)
{
	const struct gaff_converted *got = &target->got;
	bool is_done = target->err.rc == GAFF_OK;

	gaff_json_open(w, '{');
	json_member_string(w, SV("from"), source->host->id);
	json_member_string(w, SV("to"), target->host->id);
	if (target->file)
		json_member_string(w, SV("file"), sv_of(target->file));
	if (has_output && is_done)
		json_member_string(w, SV("output"), got->text);
	gaff_json_member_size(w, SV("hooks"), got->n_read);
	gaff_json_member_size(w, SV("written"), is_done ? got->n_written : 0);
	if (!is_done) {
		json_member_string(w, SV("error"), sv_of(target->err.msg));
		if (target->err.line) {
			gaff_json_member_size(w, SV("line"), target->err.line);
			gaff_json_member_size(w, SV("column"), target->err.column);
		}
	}
	gaff_json_member_open(w, SV("warnings"), '[');
	for (size_t i = 0; i < got->losses.n; i++)
		add_warning(w, &got->losses.item[i]);
	gaff_json_close(w, ']');
	if (got->losses.n_more)
		gaff_json_member_size(w, SV("more_warnings"), got->losses.n_more);
	gaff_json_close(w, '}');
}
