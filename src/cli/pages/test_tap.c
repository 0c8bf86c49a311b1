#include "cli/pages/test_tell.h"

#include <stdio.h>

#include "cli/print/plain.h"

/* ---- TAP 14 ---- */

static void tap_start(const struct test_run *run)
{
	printf("TAP version 14\n1..%zu\n", run->n_shots);
}

/* One line in which # and \ mean nothing. */
static void print_words(struct test_run *run, struct sv text)
{
	struct buf b = buf_in(run->arena);

	gaff_plain_add(&b, text, SIZE_MAX);
	for (size_t i = 0; i < b.n; i++) {
		if (b.p[i] == '#' || b.p[i] == '\\')
			(void)putchar('\\');
		(void)putchar(b.p[i]);
	}
}

/* JSON is YAML, too. */
static void print_yaml(struct test_run *run, const struct test_shot *shot)
{
	static const struct sv keys[] = {
		SV_INIT("why"),   SV_INIT("expected"), SV_INIT("actual"),
		SV_INIT("agent"), SV_INIT("hooks"),    SV_INIT("stderr")
	};
	struct buf b = buf_in(run->arena);
	struct json_writer w = { .out = &b };

	printf("  ---\n");
	if (shot->why) {
		gaff_json_string(&w, sv_of(shot->why));
		printf("  why: %.*s\n", SV_ARG(buf_sv(&b)));
	}
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		struct json value = gaff_json_get(shot->report, keys[i]);

		if (!value.n)
			continue;
		printf("  %s: %s\n", keys[i].p, gaff_plain_sv(run->arena, json_sv(value)));
	}
	printf("  ...\n");
}

static void print_notes(struct test_run *run, const struct test_shot *shot)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(shot->report, SV("notes")));
	struct json ignored, value;
	struct sv text;

	while (gaff_json_next(&it, &ignored, &value))
		if (gaff_json_text(run->arena, value, &text))
			printf("# %s: %s\n", shot->host->id.p, gaff_plain_sv(run->arena, text));
}

static void tap_case(struct test_run *run, const struct test_case *c)
{
	for (size_t i = 0; i < c->n_shots; i++) {
		const struct test_shot *shot = &c->shot[i];

		printf("%s - ", shot->result == TEST_FAILED ? "not ok" : "ok");
		print_words(run, sv_of(c->file->path));
		printf(": ");
		print_words(run, c->name);
		printf(", %s", shot->host->id.p);
		if (shot->result == TEST_SKIPPED) {
			printf(" # SKIP ");
			print_words(run, test_report_text(run->arena, shot, SV("why")));
		}
		printf("\n");
		if (shot->result == TEST_FAILED)
			print_yaml(run, shot);
		print_notes(run, shot);
	}
}

/* ---- JSON ---- */

static void json_start(const struct test_run *run)
{
	(void)run;
	printf("{\"results\":[");
}

static void json_case(struct test_run *run, const struct test_case *c)
{
	bool is_first = c->file == run->file[0] && c == c->file->item;

	for (size_t i = 0; i < c->n_shots; i++) {
		const struct test_shot *shot = &c->shot[i];
		struct json_iter it = gaff_json_iter(shot->report);
		struct buf b = buf_in(run->arena);
		struct json_writer w = { .out = &b, .comma = !is_first || i };
		struct json key, value;

		gaff_json_open(&w, '{');
		json_member_string(&w, SV("file"), sv_of(c->file->path));
		json_member_string(&w, SV("case"), c->name);
		json_member_string(&w, SV("host"), shot->host->id);
		json_member_string(&w, SV("result"), sv_of(test_result_name(shot->result)));
		if (shot->why)
			json_member_string(&w, SV("why"), sv_of(shot->why));
		while (gaff_json_next(&it, &key, &value))
			if (!gaff_json_is(key, SV("result")))
				gaff_json_copy(&w, key, value);
		gaff_json_close(&w, '}');
		(void)fwrite(b.p, 1, b.n, stdout);
	}
}

static void json_end(const struct test_run *run)
{
	printf("],\"files\":%zu,\"passed\":%zu,\"failed\":%zu,\"skipped\":%zu}\n", run->n_files,
	       run->n_passed, run->n_failed, run->n_skipped);
}

const struct test_teller test_for_tap = { test_tell_wrong, tap_start, tap_case, test_tell_nothing,
					  test_tell_nothing };
const struct test_teller test_for_programs = { test_tell_wrong, json_start, json_case,
					       test_tell_nothing, json_end };
