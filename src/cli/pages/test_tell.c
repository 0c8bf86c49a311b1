#include "cli/pages/test_tell.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/print/color.h"
#include "cli/print/plain.h"
#include "cli/print/screen.h"
#include "text/diff.h"
#include "text/json/json_pretty.h"
#include "text/words.h"

static const char clear_line[] = "\r\x1b[K";

/* What people are told: a line for a case, and of one that failed all there is to know. */

const char *test_result_name(enum test_result result)
{
	static const char *const names[] = { [TEST_WAITS] = "not tried",
					     [TEST_RUNS] = "not finished",
					     [TEST_PASSED] = "passed",
					     [TEST_FAILED] = "failed",
					     [TEST_SKIPPED] = "skipped" };

	return names[result];
}

struct sv test_report_text(struct arena *a, const struct test_shot *shot, struct sv key)
{
	struct sv text = { 0 };

	(void)gaff_json_text(a, gaff_json_get(shot->report, key), &text);
	return text;
}

/* ---- lines ---- */

static void print_lines(struct test_run *run, const char *indent, struct sv text)
{
	while (text.n)
		printf("%s%s\n", indent, gaff_plain_sv(run->arena, sv_take(&text, '\n')));
}

static void print_labelled(struct test_run *run, const char *label, struct sv text)
{
	if (!sv_trim(text).n)
		return;
	printf("      %s\n", label);
	print_lines(run, "        ", sv_trim(text));
}

static void print_list(struct test_run *run, const struct test_shot *shot, const char *label,
		       struct sv key)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(shot->report, key));
	struct json ignored, value;
	bool is_first = true;
	struct sv text;

	while (gaff_json_next(&it, &ignored, &value)) {
		if (!gaff_json_text(run->arena, value, &text))
			continue;
		if (is_first)
			printf("      %s\n", label);
		is_first = false;
		print_lines(run, "        ", text);
	}
}

/* ---- a difference ---- */

static struct sv pretty(struct test_run *run, const struct test_shot *shot, struct sv key)
{
	struct buf b = buf_in(run->arena);

	gaff_json_pretty(&b, gaff_json_get(shot->report, key), 0);
	return buf_sv(&b);
}

/* Without the line that says where in the texts it is: they are short. */
static void print_diff(struct test_run *run, const struct test_shot *shot)
{
	struct gaff_err err;
	struct sv diff;

	if (gaff_diff(run->arena, SV("expected"), SV("actual"), pretty(run, shot, SV("expected")),
		      pretty(run, shot, SV("actual")), &diff, &err) != GAFF_OK)
		return;
	while (diff.n) {
		struct sv line = sv_take(&diff, '\n');
		enum color color = !run->has_color    ? COLOR_NONE
				   : line.p[0] == '-' ? COLOR_GREEN
				   : line.p[0] == '+' ? COLOR_RED
						      : COLOR_NONE;

		if (sv_starts(line, SV("@@")))
			continue;
		printf("      ");
		color_print(color, sv_of(gaff_plain_sv(run->arena, line)));
		printf("\n");
	}
}

/* ---- how to go on ---- */

static void add_option(struct buf *b, const char *option, struct sv value)
{
	if (!value.p)
		return;
	BUF_JOIN(b, SV(" "), sv_of(option), SV(" "));
	gaff_word_quote(b, value);
}

static void add_fire(struct buf *b, const struct fire_request *fire)
{
	add_option(b, "--event", sv_of(fire->event));
	add_option(b, "--command", fire->mimic.command);
	add_option(b, "--path", fire->mimic.path);
	add_option(b, "--content", fire->mimic.content);
	add_option(b, "--prompt", fire->mimic.prompt);
	if (fire->mimic.mcp_server.p) /* the two are one text there */
		add_option(b, "--mcp",
			   (struct sv){ fire->mimic.mcp_server.p,
					fire->mimic.mcp_server.n + 1 + fire->mimic.mcp_tool.n });
	for (size_t i = 0; i < fire->n_set; i++)
		add_option(b, "--set", sv_of(fire->set[i]));
}

/* Events, files and variables that are only in the test file, and hooks that get words. */
static bool is_only_here(const struct test_case *c)
{
	return c->files.n || (c->event.n && !c->recorded) || c->file->takes_words ||
	       gaff_json_get(c->event, SV("spec")).n || c->env.n || c->file->env.n;
}

static struct sv test_again(struct test_run *run, const struct test_case *c,
			    const struct test_shot *shot)
{
	struct buf b = buf_in(run->arena);

	gaff_buf_add(&b, SV("gaff test"));
	add_option(&b, "--verbose --host", shot->host->id);
	add_option(&b, "--only", c->name);
	buf_addc(&b, ' ');
	gaff_word_quote(&b, sv_of(c->file->path));
	return buf_sv(&b);
}

/* The same call step by step, if a line can say it. */
static void print_next(struct test_run *run, const struct test_case *c,
		       const struct test_shot *shot)
{
	struct buf b = buf_in(run->arena);

	if (!is_only_here(c)) {
		gaff_buf_add(&b, SV("(cd "));
		gaff_word_quote(&b, sv_of(c->cwd));
		gaff_buf_add(&b, SV(" && gaff explain"));
		add_option(&b, "--host", shot->host->id);
		if (!c->event.n)
			add_fire(&b, &c->fire);
		if (c->file->dialect != &gaff_host_canonical)
			add_option(&b, "--dialect", c->file->dialect->id);
		if (c->file->manifest)
			add_option(&b, "--manifest", sv_of(c->file->manifest));
		else
			gaff_buf_add(&b, SV(" --"));
		for (size_t i = 0; c->file->argv && c->file->argv[i]; i++) {
			buf_addc(&b, ' ');
			gaff_word_quote(&b, sv_of(c->file->argv[i]));
		}
		if (c->recorded) {
			gaff_buf_add(&b, SV(" <"));
			gaff_word_quote(&b, sv_of(c->recorded));
		}
		buf_addc(&b, ')');
	}
	if (b.n && !sv_chr(buf_sv(&b), '\n'))
		print_labelled(run, "every step of it:", buf_sv(&b));
	else
		print_labelled(run, "this alone:", test_again(run, c, shot));
}

/* ---- a case ---- */

/* Do two hosts have the same to tell? */
static bool is_alike(struct test_run *run, const struct test_shot *x, const struct test_shot *y)
{
	static const struct sv keys[] = { SV_INIT("expected"), SV_INIT("actual"), SV_INIT("why"),
					  SV_INIT("stderr"), SV_INIT("hooks") };

	if (x->result != y->result || x->why != y->why)
		return false;
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		struct json one = gaff_json_get(x->report, keys[i]),
			    other = gaff_json_get(y->report, keys[i]);

		if (one.n != other.n || (one.n && !gaff_json_same(run->arena, one, other)))
			return false;
	}
	return true;
}

static bool is_told(struct test_run *run, const struct test_case *c, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (is_alike(run, &c->shot[k], &c->shot[i]))
			return true;
	return false;
}

enum { FEW = 4 }; /* agents that are named though they are all that there are */

static void print_hosts(struct test_run *run, const struct test_case *c, size_t first)
{
	const char *comma = "";
	size_t n = 0;

	for (size_t i = 0; i < c->n_shots; i++)
		n += is_alike(run, &c->shot[first], &c->shot[i]);
	if (n == c->n_shots && n > FEW) {
		printf("all of them");
		return;
	}
	for (size_t i = first; i < c->n_shots; i++) {
		if (!is_alike(run, &c->shot[first], &c->shot[i]))
			continue;
		printf("%s%s", comma, c->shot[i].host->id.p);
		comma = ", ";
	}
}

static struct sv why_of(struct test_run *run, const struct test_shot *shot)
{
	return shot->why ? sv_of(shot->why) : test_report_text(run->arena, shot, SV("why"));
}

static void print_failure(struct test_run *run, const struct test_case *c, size_t i)
{
	const struct test_shot *shot = &c->shot[i];

	printf("    on ");
	print_hosts(run, c, i);
	printf("%s\n", shot->is_of_agent ? ": what the agent does" : "");
	print_lines(run, "      ", why_of(run, shot));
	print_diff(run, shot);
	print_labelled(
		run, "the hook said on stderr:", test_report_text(run->arena, shot, SV("stderr")));
	print_list(run, shot, "hooks of the manifest:", SV("hooks"));
	if (run->is_verbose)
		print_list(run, shot, "the agent:", SV("agent"));
	if (shot->report.n)
		print_next(run, c, shot);
}

/* What is lost on an agent, why there was nothing to try, and what it does. */
static void print_verbose(struct test_run *run, const struct test_case *c)
{
	for (size_t i = 0; i < c->n_shots; i++) {
		const struct test_shot *shot = &c->shot[i];

		if (shot->result == TEST_FAILED)
			continue;
		if (shot->result == TEST_SKIPPED)
			printf("    %s skipped: %s\n", shot->host->id.p,
			       gaff_plain_sv(run->arena, why_of(run, shot)));
		else
			printf("    %s\n", shot->host->id.p);
		print_list(run, shot, "the agent:", SV("agent"));
		print_list(run, shot, "lost or changed:", SV("notes"));
	}
}

static size_t count(const struct test_case *c, enum test_result result)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_shots; i++)
		n += c->shot[i].result == result;
	return n;
}

static void print_word(const struct test_run *run, const char *word, enum color color)
{
	if (!run->has_color)
		color = COLOR_NONE;
	printf("  ");
	color_print(color, sv_of(word));
	printf("%*s  ", (int)(strlen(word) < 4 ? 4 - strlen(word) : 0), "");
}

static void print_case(struct test_run *run, const struct test_case *c)
{
	size_t passed = count(c, TEST_PASSED), failed = count(c, TEST_FAILED),
	       skipped = count(c, TEST_SKIPPED);

	if (run->shows_progress)
		screen_control(stdout, clear_line);
	if (c == c->file->item)
		print_lines(run, "", sv_of(c->file->path));
	if (failed)
		print_word(run, "FAIL", COLOR_RED);
	else if (passed)
		print_word(run, "ok", COLOR_GREEN);
	else
		print_word(run, "skip", COLOR_YELLOW);
	plain_print(run->arena, c->name);
	if (failed)
		printf(" (%zu of %zu hosts)\n", failed, failed + passed);
	else if (passed == 1)
		printf(" (%s)\n", c->n_shots == 1 ? c->shot[0].host->id.p : "1 host");
	else if (passed)
		printf(" (%zu hosts)\n", passed);
	else
		printf(" (%zu host%s)\n", skipped, skipped == 1 ? "" : "s");
	for (size_t i = 0; i < c->n_shots; i++)
		if (c->shot[i].result == TEST_FAILED && !is_told(run, c, i))
			print_failure(run, c, i);
	if (run->is_verbose)
		print_verbose(run, c);
	(void)fflush(stdout);
}

/* ---- all of it ---- */

void test_tell_wrong(struct sv line)
{
	fprintf(stderr, "%.*s\n", SV_ARG(line));
}

void test_tell_nothing(const struct test_run *run)
{
	(void)run;
}

static void print_progress(const struct test_run *run)
{
	if (!run->shows_progress || run->n_done == run->n_shots)
		return;
	screen_control(stdout, clear_line);
	printf("%zu of %zu", run->n_done, run->n_shots);
	(void)fflush(stdout);
}

static void print_end(const struct test_run *run)
{
	if (run->shows_progress)
		screen_control(stdout, clear_line);
	printf("%zu passed, %zu failed", run->n_passed, run->n_failed);
	if (run->n_skipped)
		printf(", %zu skipped", run->n_skipped);
	printf("\n");
}

const struct test_teller test_for_people = { test_tell_wrong, test_tell_nothing, print_case,
					     print_progress, print_end };
