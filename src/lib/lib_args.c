#include "lib/lib_args.h"

#include <stdio.h>

#include "agents/hosts.h"
#include "text/visible.h"

enum option { HOST, EVENT, FAIL_CLOSED, ASK_FALLBACK, DEADLINE, MANIFEST, HELP, OPTIONS };

static const struct {
	const char *name, *arg, *help;
} options[OPTIONS] = {
	[HOST] = { "--host", "HOST", "the agent that calls [told by the payload]" },
	[EVENT] = { "--event", "EVENT", "the event this call is registered for" },
	[FAIL_CLOSED] = { "--fail-closed", NULL, "block when the hook fails [let pass]" },
	[ASK_FALLBACK] = { "--ask-fallback", "ask|deny", "for agents that cannot ask [deny]" },
	[DEADLINE] = { "--deadline", "SECONDS", "answer by then [below the agent's own limit]" },
	[MANIFEST] = { "--manifest", NULL, "print a manifest that registers this hook" },
	[HELP] = { "--help", NULL, "print this" },
};

struct reading {
	struct gaff_run *run;
	enum gaff_lib_wish wish;
	const char *unknown_host;
	struct gaff_err *err; /* the first; rc GAFF_OK: none */
};

static void wrong(struct reading *r, const char *what, const char *word)
{
	if (r->err->rc == GAFF_OK)
		(void)gaff_fail(r->err, GAFF_EUSAGE, "%s '%.60s'; see --help", what, word);
}

static void take(struct reading *r, enum option option, const char *value)
{
	switch (option) {
	case HOST:
		r->run->host = gaff_host_find(sv_of(value));
		r->unknown_host = r->run->host ? NULL : value;
		break;
	case EVENT:
		r->run->event = sv_of(value);
		break;
	case FAIL_CLOSED:
		r->run->fail_closed = true;
		break;
	case ASK_FALLBACK:
		if (strcmp(value, "ask") != 0 && strcmp(value, "deny") != 0)
			wrong(r, "--ask-fallback is ask or deny, not", value);
		r->run->ask = strcmp(value, "ask") == 0 ? GAFF_ASK_PASSES : GAFF_ASK_DENIES;
		break;
	case DEADLINE:
		r->run->deadline_ms = gaff_run_seconds(value);
		if (!r->run->deadline_ms)
			wrong(r, "--deadline takes seconds, not", value);
		break;
	case MANIFEST:
		r->wish = GAFF_LIB_MANIFEST;
		break;
	case HELP:
		r->wish = GAFF_LIB_HELP;
		break;
	case OPTIONS:
		break;
	}
}

/* Which option this word is, and what is behind its "=", or NULL. */
static enum option find(const char *word, const char **value)
{
	for (size_t i = 0; i < OPTIONS; i++) {
		size_t n = strlen(options[i].name);

		if (strncmp(word, options[i].name, n) != 0 || (word[n] && word[n] != '='))
			continue;
		*value = word[n] ? word + n + 1 : NULL;
		return (enum option)i;
	}
	return OPTIONS;
}

enum gaff_rc gaff_lib_args(int argc, char **argv, struct gaff_run *run, enum gaff_lib_wish *wish,
			   const char **unknown_host, struct gaff_err *err)
{
	struct reading r = { .run = run, .wish = GAFF_LIB_ANSWER, .err = err };

	for (int i = 1; i < argc; i++) {
		const char *value = NULL;
		enum option option = find(argv[i], &value);

		if (option == OPTIONS) {
			wrong(&r, "there is no option", argv[i]);
		} else if (!options[option].arg && value) {
			wrong(&r, "that option takes no value:", argv[i]);
			take(&r, option, NULL); /* what it is about is clear */
		} else if (options[option].arg && !value && i + 1 == argc) {
			wrong(&r, "there is no value behind", argv[i]);
		} else {
			take(&r, option, options[option].arg && !value ? argv[++i] : value);
		}
	}
	*wish = r.wish;
	*unknown_host = r.unknown_host;
	return err->rc;
}

void gaff_lib_print_help(const char *program)
{
	char name[256];
	struct buf b = buf_fixed(name, sizeof name - 1);

	gaff_visible_add(&b, sv_of(program), VISIBLE_LINE);
	printf("usage: %.*s [options]\n\nA hook for AI coding agents: it reads an event on stdin "
	       "and "
	       "answers\nin the words of the agent that calls.\n\n",
	       SV_ARG(buf_sv(&b)));
	for (size_t i = 0; i < OPTIONS; i++) {
		char left[40];

		(void)snprintf(left, sizeof left, "%s%s%s", options[i].name,
			       options[i].arg ? " " : "", options[i].arg ? options[i].arg : "");
		printf("  %-24s %s\n", left, options[i].help);
	}
}
