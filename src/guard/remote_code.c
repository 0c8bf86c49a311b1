#include "guard/guard.h"
#include "guard/place.h"

/* What comes from the net and is executed in the same command line, before anybody has read it. */

static const char downloads[] =
	"curl wget wget2 fetch http https xh aria2c axel lynx w3m links ftp tftp nc ncat netcat "
	"socat Invoke-WebRequest iwr Invoke-RestMethod irm";
static const char shells[] = "sh bash zsh dash ash ksh mksh yash fish csh tcsh rbash";
static const char interpreters[] =
	"python pypy perl ruby node nodejs deno bun php lua luajit osascript tclsh Rscript tsx "
	"pwsh powershell";
static const char readers[] = "source . eval Invoke-Expression iex"; /* of the shell itself */

static const struct sv what_to_do = SV_INIT(
	"download it to a file, read that, and run it when it is what it should be");

static bool is_among(const char *names, struct sv name)
{
	while (*names) {
		size_t n = 0;

		while (names[n] && names[n] != ' ')
			n++;
		if (n && sv_eq_nocase((struct sv){ names, n }, name))
			return true;
		names += n + (names[n] == ' ');
	}
	return false;
}

/* "python3.11" as "python". */
static struct sv stem(struct sv name)
{
	while (name.n > 1 && (ascii_isdigit(name.p[name.n - 1]) || name.p[name.n - 1] == '.'))
		name.n--;
	return name;
}

static bool runs_code(const struct gaff_program *p)
{
	return is_among(shells, p->name) || is_among(interpreters, stem(p->name));
}

/* The program that downloads what this one reads, through whatever is between them. */
static const struct gaff_program *source_of(const struct gaff_program *p)
{
	while (!p->fed_by && p->launcher && p->stdin_kind != GAFF_STDIN_TEXT)
		p = p->launcher;
	for (p = p->fed_by; p; p = p->fed_by)
		if (is_among(downloads, p->name))
			return p;
	return NULL;
}

static bool is_stdin(struct sv word)
{
	return sv_eq(word, SV("-")) || sv_eq(word, SV("/dev/stdin"));
}

/* Is what it reads from stdin code, and not data for code that is in its words? */
static bool executes_stdin(const struct gaff_args *args)
{
	static const struct sv code[] = {
		SV_INIT("-c"),     SV_INIT("-e"),      SV_INIT("-E"),        SV_INIT("-m"),
		SV_INIT("-r"),     SV_INIT("-p"),      SV_INIT("-n"),        SV_INIT("-f"),
		SV_INIT("--eval"), SV_INIT("--print"), SV_INIT("--command"), SV_INIT("-Command"),
		SV_INIT("-File"),
	};
	bool is_shell = is_among(shells, args->program->name);
	const struct gaff_arg *first = gaff_args_operand(args, 0);

	if (is_among(readers, args->program->name))
		return true;
	for (size_t i = 0; i < args->n; i++)
		if (args->arg[i].kind == GAFF_ARG_OPERAND && is_stdin(args->arg[i].name))
			return true;
	if (is_shell)
		return !gaff_args_have(args, SV("-c")) &&
		       (!first || gaff_args_have(args, SV("-s")));
	for (size_t i = 0; i < COUNT_OF(code); i++)
		if (gaff_args_option(args, code[i], false, NULL))
			return false;
	return !first;
}

static bool is_started_by(const struct gaff_program *p, const struct gaff_program *launcher)
{
	while (p && p != launcher)
		p = p->launcher;
	return p != NULL;
}

/* A word that a download makes: bash -c "$(curl ...)", source <(curl ...). */
static bool has_download_in_word(const struct gaff_programs *programs, const struct gaff_program *p)
{
	for (size_t i = 1; i < p->n; i++) {
		if (word_is_known(p->word[i]) && !is_among(readers, p->name) &&
		    !sv_starts(p->word[i].text, SV("/dev/fd/")))
			continue;
		for (const struct gaff_program *d = programs->first; d; d = d->next)
			if (d->at >= p->word[i].at && d->at < p->word[i].at + p->word[i].n &&
			    is_among(downloads, d->name) && !is_started_by(d, p))
				return true;
	}
	return false;
}

/* ---- files ---- */

static struct sv last_name(struct sv url)
{
	size_t n = 0, from = url.n;

	while (n < url.n && url.p[n] != '?' && url.p[n] != '#')
		n++;
	for (from = n; from && url.p[from - 1] != '/';)
		from--;
	return (struct sv){ url.p + from, n - from };
}

/* Is this the file that `word` of program `p` names? */
static bool is_same(struct gaff_guard_call *call, struct sv file, const struct gaff_program *p,
		    struct gaff_word word)
{
	struct sv path = gaff_place_path(call->arena, &call->world, p, word, NULL);

	return file.n && sv_eq(path, file);
}

static struct sv path_of(struct gaff_guard_call *call, const struct gaff_program *p, struct sv text)
{
	return gaff_place_path(call->arena, &call->world, p, (struct gaff_word){ .text = text },
			       NULL);
}

/* Is this file run, read as a script, or made executable by the program? */
static bool executes_file(struct gaff_guard_call *call, const struct gaff_args *args,
			  struct sv file)
{
	const struct gaff_program *p = args->program;
	bool is_chmod = sv_eq(p->name, SV("chmod"));
	size_t first = is_chmod ? 2 : 1;

	if (p->n && memchr(p->word[0].text.p, '/', p->word[0].text.n) &&
	    is_same(call, file, p, p->word[0]))
		return true;
	for (const struct gaff_opened *o = p->opened; o; o = o->next)
		if (!o->writes && runs_code(p) && executes_stdin(args) &&
		    is_same(call, file, p, o->path))
			return true;
	if (is_chmod) {
		struct sv mode = p->n > 1 ? p->word[1].text : SV("");

		if (!(sv_has(mode, SV("x")) || sv_starts(mode, SV("7")) ||
		      sv_starts(mode, SV("07"))))
			return false;
	} else if (!runs_code(p) && !is_among(readers, p->name)) {
		return false;
	}
	for (size_t i = first; i < p->n; i++)
		if (is_same(call, file, p, p->word[i]))
			return true;
	return false;
}

static bool is_executed_later(struct gaff_guard_call *call, size_t from, struct sv file)
{
	for (size_t i = from + 1; file.n && i < call->programs.n; i++)
		if (executes_file(call, &call->args[i], file))
			return true;
	return false;
}

/* Is one of the files that the download writes executed behind it? */
static bool is_run_from_file(struct gaff_guard_call *call, size_t i)
{
	static const struct sv names[] = { SV_INIT("-o"), SV_INIT("--output"), SV_INIT("-O"),
					   SV_INIT("--output-document"), SV_INIT("-OutFile") };
	const struct gaff_args *args = &call->args[i];
	const struct gaff_program *p = args->program;

	for (const struct gaff_opened *o = p->opened; o; o = o->next)
		if (o->writes && is_executed_later(call, i, path_of(call, p, o->path.text)))
			return true;
	for (size_t k = 0; k < args->n; k++) {
		const struct gaff_arg *arg = &args->arg[k];

		for (size_t n = 0; n < COUNT_OF(names) && arg->has_value; n++)
			if (sv_eq(arg->name, names[n]) &&
			    is_executed_later(call, i, path_of(call, p, arg->value)))
				return true;
		/* under the name that it has there: curl -O, and wget unless it is told another */
		if (arg->kind == GAFF_ARG_OPERAND &&
		    is_executed_later(call, i, path_of(call, p, last_name(arg->name))))
			return true;
	}
	return false;
}

static enum gaff_rc look(struct gaff_guard_call *call, struct gaff_guard_report *report,
			 struct gaff_err *err)
{
	const struct gaff_programs *programs;
	bool has_download = false;
	size_t i = 0;

	GAFF_TRY(gaff_guard_programs(call, &programs, err));
	for (const struct gaff_program *p = programs->first; p; p = p->next)
		has_download |= is_among(downloads, p->name);
	for (const struct gaff_program *p = programs->first; has_download && p; p = p->next, i++) {
		const struct gaff_args *args = &call->args[i];
		bool is_reader = runs_code(p) || is_among(readers, p->name);
		struct sv row = SV("");

		if (is_reader && source_of(p) && executes_stdin(args))
			row = SV("pipe-to-shell");
		else if (is_reader && has_download_in_word(programs, p))
			row = SV("download-as-code");
		else if (is_among(downloads, p->name) && is_run_from_file(call, i))
			row = SV("download-and-run");
		if (row.n)
			gaff_guard_add(report, "curl-pipe-to-shell", row, GAFF_DENY,
				       gaff_guard_what(call->arena, p),
				       SV("what was just downloaded is executed, and nobody has "
					  "read it"),
				       what_to_do);
	}
	return call->arena->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for a guard") : GAFF_OK;
}

const struct gaff_guard gaff_guard_remote_code = {
	.name = "curl-pipe-to-shell",
	.help = "what is downloaded and executed in the same breath",
	.events = GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST),
	.look = look,
};
