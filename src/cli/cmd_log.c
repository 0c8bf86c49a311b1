#include "cli/cli.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "log/log.h"
#include "base/io.h"
#include "cli/log.h"
#include "cli/plain.h"
#include "cli/table.h"
#include "agents/hosts.h"

enum { LIMIT_USUAL = 50, BROKEN_MAX = 20, FOLLOW_MS = 200 };

enum option {
	OPT_FOLLOW,
	OPT_SINCE,
	OPT_HOST,
	OPT_DECISION,
	OPT_EVENT,
	OPT_SESSION,
	OPT_LIMIT,
	OPT_HOOKS,
	OPT_JSON,
	OPT_COLOR,
};

static const struct cli_option options[] = {
	[OPT_FOLLOW] = { "follow", NULL, "go on with what comes, until you end it" },
	[OPT_SINCE] = { "since", "TIME",
			"30s, 10m, 2h or 1d ago, or 2026-11-16, or 2026-11-16T02:10:11Z" },
	[OPT_HOST] = { "host", "HOST", "of this agent alone" },
	[OPT_DECISION] = { "decision", "DECISION", LOG_DECISIONS },
	[OPT_EVENT] = { "event", "EVENT", "in the agent's words or in gaff's" },
	[OPT_SESSION] = { "session", "ID", "of this session alone" },
	[OPT_LIMIT] = { "limit", "N", "the last N of them [50]" },
	[OPT_HOOKS] = { "hooks", NULL, "a line more for each hook that was run" },
	[OPT_JSON] = { "json", NULL, "the lines as they were recorded" },
	[OPT_COLOR] = CLI_COLOR_OPTION,
};

struct request {
	struct log_filter filter;
	size_t limit;
	enum color_when color;
	const char *unknown_host;
	bool follow, json, hooks, help;
};

static struct gaff_audit_reader reader;
static struct log_page page;

static enum gaff_rc parse_limit(const char *word, size_t *out, struct gaff_err *err)
{
	size_t n = 0, i = 0;

	for (; i < 9 && ascii_isdigit(word[i]); i++)
		n = n * 10 + (size_t)(word[i] - '0');
	if (!i || word[i])
		return gaff_fail(err, GAFF_EUSAGE, "log: --limit is a number, not '%s'", word);
	*out = n;
	return GAFF_OK;
}

static enum gaff_rc take_option(struct request *r, enum option option, const char *value,
				struct gaff_err *err)
{
	struct log_filter *f = &r->filter;

	switch (option) {
	case OPT_FOLLOW:
		r->follow = true;
		break;
	case OPT_JSON:
		r->json = true;
		break;
	case OPT_HOOKS:
		r->hooks = true;
		break;
	case OPT_SINCE:
		if (!log_parse_since(sv_of(value), gaff_wall_ms(), &f->since))
			return gaff_fail(err, GAFF_EUSAGE,
					 "log: --since is like 30s, 10m, 2h, 1d, 2026-11-16 or "
					 "2026-11-16T02:10:11Z, not '%s'",
					 value);
		break;
	case OPT_HOST:
		f->host = sv_of(value);
		r->unknown_host = gaff_host_find(f->host) ? NULL : value;
		break;
	case OPT_DECISION:
		f->decision = sv_of(value);
		if (!log_is_decision(f->decision))
			return gaff_fail(err, GAFF_EUSAGE,
					 "log: --decision is " LOG_DECISIONS ", not '%s'", value);
		break;
	case OPT_EVENT:
		f->event = sv_of(value);
		break;
	case OPT_SESSION:
		f->session = sv_of(value);
		break;
	case OPT_LIMIT:
		return parse_limit(value, &r->limit, err);
	case OPT_COLOR:
		if (!color_parse(value, &r->color))
			return gaff_fail(err, GAFF_EUSAGE,
					 "log: --color is auto, always or never, not '%s'", value);
		break;
	}
	return GAFF_OK;
}

static enum gaff_rc parse(int argc, char **argv, struct request *r, struct gaff_err *err)
{
	struct cli_walk walk = { .command = &cmd_log, .argc = argc, .argv = argv };
	enum cli_step step;

	while ((step = cli_next(&walk, err)) == CLI_OPTION)
		GAFF_TRY(take_option(r, (enum option)(walk.option - options), walk.value, err));
	r->help = step == CLI_HELP;
	if (step == CLI_WRONG)
		return GAFF_EUSAGE;
	if (!r->help && walk.at < argc)
		return gaff_fail(err, GAFF_EUSAGE, "log: what is '%s'? See 'gaff log --help'",
				 argv[walk.at]);
	return GAFF_OK;
}

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
static size_t count(const struct log_filter *f)
{
	struct gaff_audit_line line;
	enum gaff_audit_step step;
	size_t n = 0;

	while ((step = gaff_audit_next(&reader, &line)) != GAFF_AUDIT_END)
		n += step == GAFF_AUDIT_RECORD && log_is_wanted(f, line.record);
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
		} else if (!log_is_wanted(&r->filter, line.record)) {
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

static int run(int argc, char **argv)
{
	struct request request = { .limit = LIMIT_USUAL };
	char path[PATH_MAX];
	struct gaff_err err;

	if (parse(argc, argv, &request, &err) != GAFF_OK) {
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	}
	if (request.help) {
		cli_print_help(&cmd_log);
		return CLI_OK;
	}
	if (request.unknown_host)
		return cli_unknown_host("log", request.unknown_host);
	if (!gaff_audit_path(path, sizeof path)) {
		fprintf(stderr, "gaff: log: neither XDG_STATE_HOME nor HOME is an absolute path\n");
		return CLI_NO;
	}
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
	.details =
		"Every call is recorded in $XDG_STATE_HOME/gaff/audit.jsonl (else in\n"
		"~/.local/state), one JSON object a line; GAFF_AUDIT=off switches that off. The\n"
		"newest comes last. What is asked for must all be true of a record.\n",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = run,
};
