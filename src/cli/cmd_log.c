#include "cli/cli.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "log/log.h"
#include "base/io.h"
#include "cli/pages/log.h"
#include "cli/print/plain.h"
#include "cli/print/table.h"
#include "agents/hosts.h"

enum { LIMIT_USUAL = 50, BROKEN_MAX = 20, FOLLOW_MS = 200 };

struct request {
	struct gaff_log_filter filter;
	size_t limit;
	enum color_when color;
	const char *host;
	bool follow, json, hooks;
};

static struct gaff_audit_reader reader;
static struct log_page page;

static enum gaff_rc take_since(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct request *r = to;

	if (gaff_log_parse_since(sv_of(walk->value), gaff_wall_ms(), &r->filter.since))
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUSAGE,
			 "log: --since is like 30s, 10m, 2h, 1d, 2026-11-16 or "
			 "2026-11-16T02:10:11Z, not '%s'",
			 walk->value);
}

static enum gaff_rc take_decision(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct request *r = to;

	r->filter.decision = sv_of(walk->value);
	if (gaff_log_is_decision(r->filter.decision))
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUSAGE, "log: --decision is " GAFF_LOG_DECISIONS ", not '%s'",
			 walk->value);
}

static enum gaff_rc take_limit(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct request *r = to;
	const char *word = walk->value;
	size_t n = 0, i = 0;

	for (; i < 9 && ascii_isdigit(word[i]); i++)
		n = n * 10 + (size_t)(word[i] - '0');
	if (!i || word[i])
		return gaff_fail(err, GAFF_EUSAGE, "log: --limit is a number, not '%s'", word);
	r->limit = n;
	return GAFF_OK;
}

static const struct cli_option options[] = {
	CLI_FLAG("follow", struct request, follow, "go on with what comes, until you end it"),
	CLI_TAKE("since", "TIME", take_since,
		 "30s, 10m, 2h or 1d ago, or 2026-11-16, or 2026-11-16T02:10:11Z"),
	CLI_TEXT("host", "HOST", struct request, host, "of this agent alone"),
	CLI_TAKE("decision", "DECISION", take_decision, GAFF_LOG_DECISIONS),
	CLI_SV("event", "EVENT", struct request, filter.event, "in the agent's words or in gaff's"),
	CLI_SV("session", "ID", struct request, filter.session, "of this session alone"),
	CLI_TAKE("limit", "N", take_limit, "the last N of them [50]"),
	CLI_FLAG("hooks", struct request, hooks, "a line more for each hook that was run"),
	CLI_FLAG("json", struct request, json, "the lines as they were recorded"),
	CLI_COLOR(struct request, color),
};

/* ---- showing ---- */

/* A path and a reason may hold anything; what is said about them is plain. */
static void say(const char *what, const char *text)
{
	char line[PATH_MAX + 512];
	struct buf b = buf_fixed(line, sizeof line);

	gaff_plain_add(&b, sv_of(text), sizeof line / 4);
	fprintf(stderr, "gaff: %s%.*s\n", what, SV_ARG(buf_sv(&b)));
}

static void say_broken(const struct gaff_audit_line *line, size_t *n_broken)
{
	char text[PATH_MAX + 300];

	if (++*n_broken > BROKEN_MAX)
		return;
	(void)snprintf(text, sizeof text, "%s:%zu: not a record: %s", line->path, line->number,
		       line->err.msg);
	say("", text);
}

/* How many are wanted: the last ones can then be told without holding any of them. */
static size_t count(const struct gaff_log_filter *f)
{
	struct gaff_audit_line line;
	enum gaff_audit_step step;
	size_t n = 0;

	while ((step = gaff_audit_next(&reader, &line)) != GAFF_AUDIT_END)
		n += step == GAFF_AUDIT_RECORD && gaff_log_is_wanted(f, line.record);
	gaff_audit_rewind(&reader);
	return n;
}

/* What is there and not shown yet, but for the first `*skip`. */
static void show_more(const struct request *r, size_t *skip, size_t *n_broken)
{
	struct gaff_audit_line line;
	enum gaff_audit_step step;

	while ((step = gaff_audit_next(&reader, &line)) != GAFF_AUDIT_END) {
		if (step == GAFF_AUDIT_BROKEN) {
			say_broken(&line, n_broken);
		} else if (!gaff_log_is_wanted(&r->filter, line.record)) {
			continue;
		} else if (*skip) {
			--*skip;
		} else if (r->json) {
			(void)fwrite(line.text.p, 1, line.text.n, stdout);
			(void)putchar('\n');
		} else {
			log_page_add(&page, line.record);
		}
	}
	log_page_print(&page);
}

/* False: we are told to end, or nobody reads any more. */
static bool wait_a_moment(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO }; /* asks for nothing but that it is broken */

	return fflush(stdout) == 0 && !gaff_told_to_end() && poll(&out, 1, FOLLOW_MS) <= 0 &&
	       !gaff_told_to_end();
}

static int show(const struct request *r, const char *path)
{
	struct gaff_err err;
	enum gaff_rc rc = gaff_audit_open(&reader, path, &err);
	size_t all = count(&r->filter), skip = all > r->limit ? all - r->limit : 0, n_broken = 0;

	if (rc == GAFF_ENOENT && !r->json)
		say("nothing recorded yet: ", path);
	if (rc == GAFF_EIO)
		say("", err.msg);
	log_page_init(&page, table_screen_width(), color_is_on(r->color), r->hooks);
	reader.is_following = r->follow;
	show_more(r, &skip, &n_broken);
	if (n_broken > BROKEN_MAX)
		fprintf(stderr, "gaff: %zu more lines are no records\n", n_broken - BROKEN_MAX);
	while (r->follow && wait_a_moment()) {
		gaff_audit_more(&reader);
		show_more(r, &skip, &n_broken);
	}
	gaff_audit_close(&reader);
	return rc == GAFF_EIO ? CLI_NO : CLI_OK;
}

static int run(struct arena *a, int argc, char **argv)
{
	struct request request = { .limit = LIMIT_USUAL };
	char path[PATH_MAX];
	int code;

	(void)a;
	if (!cli_parse(&cmd_log, &request, &argc, &argv, &code))
		return code;
	if (argc)
		return cli_usage("log: what is '%s'? See 'gaff log --help'", argv[0]);
	request.filter.host = sv_of(request.host);
	if (request.host && !gaff_host_find(request.filter.host))
		return cli_unknown_host("log", request.host);
	if (!gaff_audit_path(path, sizeof path))
		return cli_fail(CLI_NO,
				": log: neither XDG_STATE_HOME nor HOME is an absolute path");
	(void)signal(SIGPIPE, SIG_DFL); /* `gaff log | head` ends like any other */
	if (request.follow)
		gaff_end_politely();
	return show(&request, path);
}

const struct cli_command cmd_log = {
	.name = "log",
	.args = "[--follow] [--since TIME] [--host HOST] [--decision DECISION] [--event EVENT] "
		"[--session ID] [--limit N] [--hooks] [--json]",
	.help = "Show what was asked of gaff and how it answered",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run,
};
