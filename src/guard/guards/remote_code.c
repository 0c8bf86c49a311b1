#include "guard/guard.h"

#include "base/limits.h"
#include "guard/eval/place.h"
#include "guard/pieces.h"
#include "text/words.h"

/* What comes from the net and is executed in the same command line, before anybody has read it. */

static const char downloads[] =
	"curl wget wget2 fetch http https xh aria2c axel lynx w3m links ftp tftp nc ncat netcat "
	"socat Invoke-WebRequest iwr Invoke-RestMethod irm";
static const char shells[] = "sh bash zsh dash ash ksh mksh yash fish csh tcsh rbash";
static const char interpreters[] =
	"python pypy perl ruby node nodejs deno bun php lua luajit osascript tclsh Rscript tsx "
	"pwsh powershell";
static const char readers[] = "source . eval Invoke-Expression iex"; /* of the shell itself */

/* "python3.11" as "python". */
static struct sv stem(struct sv name)
{
	while (name.n > 1 && (ascii_isdigit(name.p[name.n - 1]) || name.p[name.n - 1] == '.'))
		name.n--;
	return name;
}

static bool runs_code(const struct gaff_program *p)
{
	return list_has_nocase(shells, p->name) || list_has_nocase(interpreters, stem(p->name));
}

/* Does a download feed it, through whatever is between them? A pipe without end is none of ours. */
static bool is_fed_by_download(const struct gaff_program *p)
{
	size_t stages = 0;

	while (!p->fed_by && p->launcher && p->stdin_kind != GAFF_STDIN_TEXT)
		p = p->launcher;
	for (p = p->fed_by; p; p = p->fed_by)
		if (list_has_nocase(downloads, p->name) || ++stages > GAFF_STAGES_MAX)
			return true;
	return false;
}

static bool is_stdin(struct sv word)
{
	return sv_eq(word, SV("-")) || sv_eq(word, SV("/dev/stdin"));
}

/* Is what it reads from stdin code, and not data for code that is in its words? */
static bool executes_stdin(const struct gaff_args *args)
{
	const char *codes = "-c -e -E -m -r -p -n -f --eval --print --command -Command -File";
	struct sv code;
	bool is_shell = list_has_nocase(shells, args->program->name);
	const struct gaff_arg *first = gaff_args_operand(args, 0);

	if (list_has_nocase(readers, args->program->name))
		return true;
	for (size_t i = 0; i < args->n; i++)
		if (args->arg[i].kind == GAFF_ARG_OPERAND && is_stdin(args->arg[i].name))
			return true;
	if (is_shell)
		return !gaff_args_have(args, SV("-c")) &&
		       (!first || gaff_args_have(args, SV("-s")));
	while (list_next(&codes, &code))
		if (gaff_args_option(args, code, false, NULL))
			return false;
	return !first;
}

/* ---- downloads ---- */

/* Those of the command, and the files that they have written, up to a limit. */
struct seen {
	const struct gaff_program *download[GAFF_DOWNLOADS_MAX];
	struct sv file[GAFF_DOWNLOADS_MAX];
	size_t n_downloads, n_files;
	bool is_full;
};

static bool is_started_by(const struct gaff_program *p, const struct gaff_program *launcher)
{
	while (p && p != launcher)
		p = p->launcher;
	return p != NULL;
}

/* A word that a download makes: bash -c "$(curl ...)", source <(curl ...). */
static bool has_download_in_word(const struct seen *seen, const struct gaff_program *p)
{
	for (size_t i = 1; i < p->n; i++) {
		const struct gaff_word *word = &p->word[i];

		if (word_is_known(*word) && !list_has_nocase(readers, p->name) &&
		    !sv_starts(word->text, SV("/dev/fd/")))
			continue;
		for (size_t k = 0; k < seen->n_downloads; k++)
			if (seen->download[k]->at >= word->at &&
			    seen->download[k]->at < word->at + word->n &&
			    !is_started_by(seen->download[k], p))
				return true;
	}
	return false;
}

static struct sv last_name(struct sv url)
{
	struct sv path = sv_next_piece(&url, '?');

	return sv_last_part(sv_next_piece(&path, '#'));
}

static void add_file(struct gaff_guard_call *call, struct seen *seen, const struct gaff_program *p,
		     struct sv text)
{
	struct gaff_word word = { .text = text };
	struct sv path = gaff_place_path(call->arena, &call->world, p, word, NULL);

	if (!path.n)
		return;
	if (seen->n_files < GAFF_DOWNLOADS_MAX)
		seen->file[seen->n_files++] = path;
	else
		seen->is_full = true;
}

/* The files that a download writes. */
static void add_files(struct gaff_guard_call *call, struct seen *seen, const struct gaff_args *args)
{
	static const char names[] = "-o --output -O --output-document -OutFile";
	const struct gaff_program *p = args->program;

	for (const struct gaff_opened *o = p->opened; o && !seen->is_full; o = o->next)
		if (o->writes)
			add_file(call, seen, p, o->path.text);
	for (size_t k = 0; k < args->n && !seen->is_full; k++) {
		const struct gaff_arg *arg = &args->arg[k];

		if (arg->has_value && gaff_is_among(arg->name, names))
			add_file(call, seen, p, arg->value);
		/* under the name that it has there: curl -O, and wget unless it is told another */
		if (arg->kind == GAFF_ARG_OPERAND)
			add_file(call, seen, p, last_name(arg->name));
	}
}

static bool is_download(struct gaff_guard_call *call, const struct seen *seen,
			const struct gaff_program *p, struct gaff_word word)
{
	struct sv path = gaff_place_path(call->arena, &call->world, p, word, NULL);

	for (size_t i = 0; i < seen->n_files && path.n; i++)
		if (sv_eq(path, seen->file[i]))
			return true;
	return false;
}

static bool makes_executable(const struct gaff_program *p)
{
	struct sv mode = p->n > 2 ? p->word[1].text : SV("");

	return sv_eq(p->name, SV("chmod")) &&
	       (sv_has(mode, SV("x")) || sv_starts(mode, SV("7")) || sv_starts(mode, SV("07")));
}

/* Is a file that was downloaded run, read as a script, or made executable? */
static bool executes_download(struct gaff_guard_call *call, const struct seen *seen,
			      const struct gaff_args *args)
{
	const struct gaff_program *p = args->program;

	if (!seen->n_files || !p->n)
		return false;
	if (sv_chr(p->word[0].text, '/') && is_download(call, seen, p, p->word[0]))
		return true;
	if (!runs_code(p) && !list_has_nocase(readers, p->name) && !makes_executable(p))
		return false;
	for (const struct gaff_opened *o = p->opened; o; o = o->next)
		if (!o->writes && executes_stdin(args) && is_download(call, seen, p, o->path))
			return true;
	for (size_t i = 1; i < p->n; i++)
		if (is_download(call, seen, p, p->word[i]))
			return true;
	return false;
}

/* ---- the guard ---- */

static void report_one(struct gaff_guard_report *report, const struct gaff_program *p,
		       struct sv row)
{
	gaff_guard_add(report, "curl-pipe-to-shell", row, GAFF_DENY, gaff_guard_name(p),
		       SV("what was just downloaded is executed, and nobody has read it"),
		       SV("download it to a file, read that, and run it when it is what it should "
			  "be"));
}

static enum gaff_rc look(struct gaff_guard_call *call, struct gaff_guard_report *report,
			 struct gaff_err *err)
{
	const struct gaff_programs *programs;
	struct seen seen = { .n_files = 0 };
	bool has_pipe = false, has_word = false, has_file = false;
	size_t i = 0;

	GAFF_TRY(gaff_guard_programs(call, &programs, err));
	for (const struct gaff_program *p = programs->first;
	     p && seen.n_downloads < GAFF_DOWNLOADS_MAX; p = p->next)
		if (list_has_nocase(downloads, p->name))
			seen.download[seen.n_downloads++] = p;
	for (const struct gaff_program *p = seen.n_downloads ? programs->first : NULL; p;
	     p = p->next, i++) {
		const struct gaff_args *args = &call->args[i];
		bool is_reader = runs_code(p) || list_has_nocase(readers, p->name);

		if (!has_pipe && is_reader && is_fed_by_download(p) && executes_stdin(args)) {
			has_pipe = true;
			report_one(report, p, SV("pipe-to-shell"));
		} else if (!has_word && is_reader && has_download_in_word(&seen, p)) {
			has_word = true;
			report_one(report, p, SV("download-as-code"));
		} else if (!has_file && executes_download(call, &seen, args)) {
			has_file = true;
			report_one(report, p, SV("download-and-run"));
		}
		if (list_has_nocase(downloads, p->name))
			add_files(call, &seen, args);
	}
	return gaff_arena_check(call->arena, err);
}

const struct gaff_guard gaff_guard_remote_code = {
	.name = "curl-pipe-to-shell",
	.help = "what is downloaded and executed in the same breath",
	.events = GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST),
	.look = look,
};
