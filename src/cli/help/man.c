#include "cli/help/man.h"

#include <stdio.h>

#include "cli/help/details.h"
#include "gaff.h"

#ifndef GAFF_DATE
#error "the Makefile says of when this version is"
#endif

/* ---- roff ---- */

/* Letters that mean something to roff, or that it would print as other ones. */
static const struct {
	char letter;
	const char *roff;
} letters[] = {
	{ '\\', "\\(rs" }, { '-', "\\-" },   { '\'', "\\(aq" }, { '"', "\\(dq" },
	{ '`', "\\(ga" },  { '^', "\\(ha" }, { '~', "\\(ti" },
};

static const char *roff(char c)
{
	for (size_t i = 0; i < COUNT_OF(letters); i++)
		if (letters[i].letter == c)
			return letters[i].roff;
	return NULL;
}

static void put_letter(char c)
{
	if (roff(c))
		(void)fputs(roff(c), stdout);
	else
		(void)putchar(c);
}

static void put(struct sv text)
{
	for (size_t i = 0; i < text.n; i++)
		put_letter(text.p[i]);
}

/* With a dot in front a line would be a request. */
static void put_line(struct sv text)
{
	if (text.n && text.p[0] == '.')
		(void)fputs("\\&", stdout);
	put(text);
	(void)putchar('\n');
}

static size_t width(struct sv text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += roff(text.p[i]) ? strlen(roff(text.p[i])) : 1;
	return n;
}

/* Text that is filled anyway, in lines of the page that can be read. */
static void put_text(struct sv text)
{
	enum { LINE = 78 };

	while (text.n) {
		size_t n = 0;

		for (size_t i = 0; i <= text.n; i++)
			if ((i == text.n || text.p[i] == ' ') &&
			    (!n || width((struct sv){ text.p, i }) <= LINE))
				n = i;
		put_line((struct sv){ text.p, n });
		text = sv_skip(text, n < text.n ? n + 1 : n);
	}
}

static bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Arguments as a usage has them: what is typed is bold, what stands for something is italic. */
static void put_usage(struct sv text)
{
	for (size_t i = 0; i < text.n;) {
		char first = text.p[i];
		size_t n = 1;

		if (first == '-')
			while (i + n < text.n &&
			       (text.p[i + n] == '-' || ascii_isalpha(text.p[i + n])))
				n++;
		else if (is_capital(first))
			while (i + n < text.n && is_capital(text.p[i + n]))
				n++;
		if (first == '-' || is_capital(first))
			printf("\\f%c", first == '-' ? 'B' : 'I');
		put((struct sv){ text.p + i, n });
		if (first == '-' || is_capital(first))
			(void)fputs("\\fR", stdout);
		i += n;
	}
}

static void section(const char *title)
{
	printf(".SH %s\n", title);
}

/* A term and what it means. */
static void item(const char *bold, const char *italic, const char *text)
{
	(void)fputs(".TP\n\\fB", stdout);
	put(sv_of(bold));
	(void)fputs("\\fR", stdout);
	if (italic) {
		(void)fputs(" \\fI", stdout);
		put(sv_of(italic));
		(void)fputs("\\fR", stdout);
	}
	(void)putchar('\n');
	put_text(sv_of(text));
}

/* The details of a --help: lines that begin with blanks stay as they are, an empty one parts. */
static void paragraphs(struct sv text)
{
	bool is_example = false, is_new = true;

	while (text.n) {
		struct sv line = sv_line(&text);

		if (line.n && (line.p[0] == ' ') != is_example) {
			is_example = !is_example;
			(void)fputs(is_example ? ".PP\n.nf\n" : ".fi\n.PP\n", stdout);
		} else if (line.n && is_new && !is_example) {
			(void)fputs(".PP\n", stdout);
		}
		is_new = !line.n;
		if (line.n)
			(is_example ? put_line : put_text)(line);
	}
	if (is_example)
		(void)fputs(".fi\n", stdout);
}

static void head(const char *name, const char *about)
{
	(void)fputs(".TH ", stdout);
	for (const char *p = name; *p; p++)
		put_letter(*p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p);
	printf(" 1 \"%s\" \"gaff %s\" \"User Commands\"\n", GAFF_DATE, gaff_version());
	section("NAME");
	put(sv_of(name));
	/* Of what a command does, the first half is enough, and is not a sentence. */
	printf(" \\- %c", ascii_lower(*about));
	put((struct sv){ about + 1, strcspn(about + 1, ";,") });
	(void)putchar('\n');
	section("SYNOPSIS");
}

/* ---- gaff-COMMAND(1) ---- */

static void print_options(const struct cli_command *c)
{
	section("OPTIONS");
	for (size_t i = 0; i < c->n_options; i++) {
		char name[64];

		char letter = c->options[i].letter;

		char shorter[] = { '-', letter, ',', ' ', '\0' };

		(void)snprintf(name, sizeof name, "%s--%s", letter ? shorter : "",
			       c->options[i].name);
		item(name, c->options[i].arg, c->options[i].help);
	}
	item("--help", NULL, "show a short help");
}

void man_print_command(const struct cli_command *c)
{
	char name[64], sentence[256];

	(void)snprintf(name, sizeof name, "gaff-%s", c->name);
	head(name, c->help);
	printf("\\fBgaff %s\\fR", c->name);
	if (*c->args)
		(void)putchar(' ');
	put_usage(sv_of(c->args));
	(void)putchar('\n');
	section("DESCRIPTION");
	(void)snprintf(sentence, sizeof sentence, "%s.", c->help);
	put_text(sv_of(sentence));
	paragraphs(help_details(c->name));
	print_options(c);
	section("EXIT STATUS");
	printf("See\n.BR gaff (1).\n");
	section("SEE ALSO");
	printf(".BR gaff (1)\n");
}

/* ---- gaff(1) ---- */

struct row {
	const char *name, *text;
};

/* clang-format off */
static const struct row files[] = {
	{ "/etc/gaff/hooks.json",             "the manifest of the system; it is root's" },
	{ "~/.config/gaff/hooks.json",        "yours" },
	{ ".gaff/hooks.json",                 "a project's; it runs once you have trusted it. Each of the three may be a hooks.yaml instead" },
	{ "policy.json",                      "beside a manifest: which hooks may run, there and in the manifests behind it" },
	{ "~/.local/state/gaff/audit.jsonl",  "the record of every call, for 'gaff log'; at 16 MiB it becomes audit.jsonl.1" },
	{ "~/.local/state/gaff/trust/",       "what 'gaff trust' has pinned" },
	{ "~/.local/state/gaff/homes",        "other homes of yours, for 'gaff run --committed'" },
	{ "~/.local/state/gaff/called/",      "in which sessions gaff is called by your own files, for 'gaff run --committed'" },
	{ "~/.local/state/gaff/installs.json", "which files of agents 'gaff install' has changed; what they were is in backups/" },
	{ "~/.local/bin/",                    "where 'gaff wrap' puts shims" },
	{ "~/.cache/gaff/",                   "manifests as they were read last; may be removed at any time" },
};

static const struct row variables[] = {
	{ "GAFF_DISABLE",    "1: no hook is run but those of the system; every call passes, and is recorded. With --home or --committed, as 'gaff install' registers, it means nothing; so it is with GAFF_AUDIT, HOME and XDG_*" },
	{ "GAFF_DOCTOR",     "set by 'gaff doctor' to the SHA-256 of a call it has made up: to that one 'gaff run' runs no hook, records nothing, and denies what it can deny" },
	{ "GAFF_AUDIT",      "off, 0 or no: nothing is recorded, unless the system has hooks or a policy" },
	{ "GAFF_LOG_FILE",   "where hooks that are built with libgaff log, instead of where they would; see gaff(3)" },
	{ "XDG_CONFIG_HOME", "instead of ~/.config; an absolute path, as for the next two" },
	{ "XDG_STATE_HOME",  "instead of ~/.local/state" },
	{ "XDG_CACHE_HOME",  "instead of ~/.cache" },
	{ "HOME",            "where these folders are. 'gaff run --committed' looks it up in /etc/passwd" },
	{ "PATH",            "where 'gaff install' looks for agents, and for the name gaff is called by; where a shim of 'gaff wrap' looks for its program" },
	{ "CLAUDE_CONFIG_DIR", "where Claude Code has its files; as it does, gaff looks there. So it is with the next four" },
	{ "CODEX_HOME",      "Codex CLI" },
	{ "COPILOT_HOME",    "Copilot CLI" },
	{ "GEMINI_CLI_HOME", "Gemini CLI, with its .gemini" },
	{ "QWEN_HOME",       "Qwen Code" },
	{ "GEMINI_CLI_TRUST_WORKSPACE", "true: Gemini CLI trusts this folder, for 'gaff status'" },
	{ "SHELL",           "what 'gaff doctor' starts hooks with, for agents that do" },
	{ "GAFF_WRAP_HOOK",  "set for hooks of 'gaff wrap': the programs they are asked about; those do not run from there by their shims" },
	{ "GAFF_WRAP_DEPTH", "set by shims of 'gaff wrap': how many wrapped programs are around this one; 64 is the end" },
	{ "NO_COLOR",        "set to anything: no colours, unless --color asks for them" },
	{ "TERM",            "dumb: no colours either" },
	{ "COLUMNS",         "how wide a page is when stdout is no terminal" },
	{ "TMPDIR",          "where 'gaff fire --run' makes the file for a session's variables; guards take what is in it for temporary, of an agent's call only if it looks like that" },
	{ "USER",            "whose home ~USER is, for guards" },
	{ "SSL_CERT_FILE",   "the certificates that servers of http handlers are believed by, instead of the system's" },
	{ "HTTPS_PROXY, ALL_PROXY, NO_PROXY", "for http handlers, in capitals or not" },
};

static const struct row told[] = {
	{ "GAFF_HOST",        "the agent that calls" },
	{ "GAFF_EVENT",       "the event, in gaff's words" },
	{ "GAFF_TOOL",        "the tool, in gaff's words or else in the agent's" },
	{ "GAFF_SESSION_ID",  "the session, where the agent tells" },
	{ "GAFF_PROJECT_DIR", "the project, where the agent tells" },
	{ "GAFF_EVENT_FILE",  "a file that holds what is on stdin, for 'gaff get', 'gaff match' and 'gaff reply'; it has no name in any folder, and is gone with the hook" },
	{ "GAFF_EXIT_CODE",   "of 'gaff wrap --args', behind the program: its exit status" },
};

static const struct row codes[] = {
	{ "0",   "done" },
	{ "1",   "no, or findings: mistakes in a manifest, what a conversion lost, an agent or an event that is not known" },
	{ "128", "it could not be done: a file, the memory, a page that could not be written" },
	{ "129", "the command line is wrong" },
};
/* clang-format on */

static void print_rows(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		item(rows[i].name, NULL, rows[i].text);
}

void man_print_gaff(void)
{
	head("gaff", "write hooks for AI coding agents once and run them on every agent");
	printf("\\fBgaff\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]\n");
	section("DESCRIPTION");
	put_text(SV("Each agent has its own event names, JSON and exit codes. gaff understands the "
		    "one that calls, runs your hooks, and answers in that agent's own words. The "
		    "agent's configuration names gaff run as the command of a hook; the other "
		    "commands are for people."));
	section("COMMANDS");
	for (size_t i = 0; cli_commands[i]; i++) {
		printf(".TP\n.BR gaff\\-%s (1)\n", cli_commands[i]->name);
		put_text(sv_of(cli_commands[i]->help));
	}
	section("FILES");
	print_rows(files, COUNT_OF(files));
	section("ENVIRONMENT");
	print_rows(variables, COUNT_OF(variables));
	printf(".PP\nHooks are given, besides what they inherit:\n");
	print_rows(told, COUNT_OF(told));
	section("EXIT STATUS");
	print_rows(codes, COUNT_OF(codes));
	(void)fputs(".PP\n", stdout);
	put_text(SV("Of gaff run the exit code is an answer to the agent: 0, 2 where that is how "
		    "the agent is told to block, or 1 when it cannot be told who calls. No other "
		    "command ends with 2. A shim of gaff wrap ends as its program does, or with "
		    "125, 126 or 127: see gaff-wrap(1)."));
	section("SEE ALSO");
	for (size_t i = 0; cli_commands[i]; i++)
		printf(".BR gaff\\-%s (1)%s\n", cli_commands[i]->name,
		       cli_commands[i + 1] ? "," : "");
}
