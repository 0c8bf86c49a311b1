/*
 * batch.c - convert.h for the tests of it, many conversions in one process. A line of JSON on stdin
 * is a request, a line on stdout its outcome.
 *
 *	{"from":"codex","to":"kiro","text":"…","in":"toml","out":"agent","runtime":true}
 *	{"rc":0,"message":"","read":1,"written":1,"text":"…","losses":[{"hook":1,"field":"timeout",…}]}
 *
 * "in" and "out" are names of formats, and may be left out.
 */
#include <stdio.h>
#include <stdlib.h>

#include "convert/convert.h"
#include "agents/hosts.h"

static struct sv text_of(struct arena *a, struct json request, struct sv key)
{
	struct sv out = { 0 };

	(void)gaff_json_text(a, gaff_json_get(request, key), &out);
	return out;
}

/* The spelling of an agent that has this format. */
static const struct gaff_host *find(struct sv id, struct sv format, bool *is_other)
{
	const struct gaff_host *first = gaff_layout_find(id), *host = first;

	*is_other = false;
	if (!host || !format.n)
		return host;
	do {
		*is_other = sv_eq(host->layout->other, format);
		if (*is_other || sv_eq(host->layout->name, format))
			return host;
		host = host->other_spelling;
	} while (host && host != first);
	return NULL;
}

static void write_number(struct json_writer *w, struct sv key, long number)
{
	char digits[24];
	int n = snprintf(digits, sizeof digits, "%ld", number);

	json_member(w, key, (struct sv){ digits, (size_t)n });
}

static void write_losses(struct json_writer *w, const struct gaff_losses *losses)
{
	gaff_json_key(w, SV("losses"));
	gaff_json_open(w, '[');
	for (size_t i = 0; i < losses->n; i++) {
		const struct gaff_loss *loss = &losses->item[i];

		gaff_json_open(w, '{');
		write_number(w, SV("hook"), (long)loss->hook);
		json_member_string(w, SV("field"), loss->field);
		if (loss->capability != GAFF_CAP_COUNT)
			json_member_string(w, SV("capability"),
					   gaff_capability_name(loss->capability));
		json_member_string(w, SV("strategy"), gaff_strategy_name(loss->strategy));
		if (loss->of_source)
			json_member(w, SV("of_source"), SV("true"));
		if (loss->is_guard)
			json_member(w, SV("guard"), SV("true"));
		json_member_string(w, SV("text"), loss->text);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

static void run(struct arena *a, struct sv line)
{
	struct gaff_err err = { .msg = "" };
	struct gaff_converted done = { .losses.arena = a };
	struct gaff_conversion c = { .program = SV("gaff") };
	struct json request;
	struct buf out = buf_in(a);
	struct json_writer w = { &out, false };
	enum gaff_rc rc;

	if (gaff_json_parse(line, &request, &err) != GAFF_OK)
		abort();
	c.from = find(text_of(a, request, SV("from")), text_of(a, request, SV("in")),
		      &c.is_other_syntax_in);
	c.to = find(text_of(a, request, SV("to")), text_of(a, request, SV("out")),
		    &c.is_other_syntax_out);
	c.runtime = gaff_json_type(gaff_json_get(request, SV("runtime"))) == JSON_TRUE;
	c.plugin_root = text_of(a, request, SV("plugin"));
	if (!c.from || !c.to)
		abort();
	rc = gaff_convert(a, &c, text_of(a, request, SV("text")), &done, &err);
	gaff_json_open(&w, '{');
	write_number(&w, SV("rc"), rc);
	json_member_string(&w, SV("message"), rc == GAFF_OK ? SV("") : sv_of(err.msg));
	write_number(&w, SV("read"), (long)done.n_read);
	write_number(&w, SV("written"), (long)done.n_written);
	write_number(&w, SV("guards"), (long)done.losses.n_guards);
	write_number(&w, SV("broken"), (long)done.losses.n_broken);
	json_member_string(&w, SV("text"), rc == GAFF_OK ? done.text : SV(""));
	write_losses(&w, &done.losses);
	gaff_json_close(&w, '}');
	if (!buf_ok(&out))
		abort();
	(void)printf("%.*s\n", SV_ARG(buf_sv(&out)));
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while ((n = getline(&line, &room, stdin)) > 0) {
		struct arena a;

		gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
		run(&a, (struct sv){ line, (size_t)n });
		gaff_arena_release(&a);
	}
	free(line);
	return 0;
}
