#include "cli/help/man.h"

#include <stdio.h>

#include "cli/help/details.h"
#include "gaff.h"
#include "text/section.h"

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
static void item(struct sv bold, const char *italic, struct sv text)
{
	(void)fputs(".TP\n\\fB", stdout);
	put(bold);
	(void)fputs("\\fR", stdout);
	if (italic) {
		(void)fputs(" \\fI", stdout);
		put(sv_of(italic));
		(void)fputs("\\fR", stdout);
	}
	(void)putchar('\n');
	put_text(text);
}

/* The details of a --help: lines that begin with blanks stay as they are, an empty one parts. */
static void paragraphs(struct sv text)
{
	bool is_example = false, is_new = true;

	while (text.n) {
		struct sv line = sv_take(&text, '\n');

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
		char letter = c->options[i].letter, shorter[] = { '-', letter, ',', ' ', '\0' };
		char name[64];

		(void)snprintf(name, sizeof name, "%s--%s", letter ? shorter : "",
			       c->options[i].name);
		item(sv_of(name), c->options[i].arg, sv_of(c->options[i].help));
	}
	item(SV("--help"), NULL, SV("show a short help"));
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

/* Files, variables and exit codes: a name and a text a line, with a tab between. */
static const unsigned char rows[] = {
#include <help/man.txt.inc>
};

static void print_rows(const char *name)
{
	struct sv left = gaff_section((struct sv){ (const char *)rows, sizeof rows }, name);

	while (left.n) {
		struct sv line = sv_take(&left, '\n');
		size_t n = (size_t)(sv_chr(line, '\t') - line.p);

		item((struct sv){ line.p, n }, NULL, sv_skip(line, n + 1));
	}
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
	print_rows("files");
	section("ENVIRONMENT");
	print_rows("variables");
	printf(".PP\nHooks are given, besides what they inherit:\n");
	print_rows("told");
	section("EXIT STATUS");
	print_rows("codes");
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
