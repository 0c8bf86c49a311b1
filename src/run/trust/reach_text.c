#include "run/trust/reach_text.h"

#include "run/trust/reach_made.h"
#include "text/words.h"

/* clang-format off */
/* Programs that run what a project says: what they read first is known, the rest is not. */
static const struct {
	const char *programs, *reads;
} runners[] = {
	{ "npm npx yarn pnpm", "package.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs" },
	{ "just",              "justfile Justfile .justfile" },
	{ "rake bundle",       "Rakefile rakefile Rakefile.rb Gemfile" },
	{ "task",              "Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml" },
	{ "pytest tox nox",    "conftest.py pytest.ini tox.ini noxfile.py pyproject.toml setup.cfg" },
	{ "cargo",             "Cargo.toml build.rs" },
	{ "go",                "go.mod" },
	{ "gradle gradlew",    "build.gradle build.gradle.kts settings.gradle settings.gradle.kts" },
	{ "mvn",               "pom.xml" },
	{ "pre-commit",        ".pre-commit-config.yaml" },
	{ "ninja",             "build.ninja" },
	{ "composer",          "composer.json" },
	{ "mise direnv",       ".mise.toml mise.toml .envrc" },
	{ "java scala kotlin", "" },
};
/* clang-format on */

static const char shells[] = "sh bash dash zsh ksh ash mksh fish . source eval run-parts xargs";
static const char loading[] = ". source include -include sinclude -f --file --rcfile --init-file";

/* And those of other languages, whatever a file is called. */
static const char loading_code[] = "do require require_once require_relative include include_once "
				   "load import from eval exec source dofile loadfile run_path";

/* ---- a text ---- */

struct reading {
	struct gaff_said *said;
	enum gaff_script_language language; /* of the text */
	enum gaff_text_kind kind;
	enum gaff_script_language started; /* the last words are its program and options */
	bool loads;                        /* the word before says that this one is loaded */
	bool is_first;                     /* a command may begin with this word */
	bool is_quoted;                    /* or it stands behind a quote, as in a list of words */
	bool is_value;                     /* "NAME=this" */
	bool saw_shell;
	bool saw_python, sets_env; /* in one text: the environment may be another */
	bool is_env, is_sudo;      /* the command began so */
	bool is_moving;            /* it names folders that are imported from */
	bool is_option_value;      /* the next word belongs to an option */
	bool is_use;               /* "use" is the word before */
	size_t n_ups;              /* how often the folder above something is asked for */
	bool runs;                 /* what comes next is loaded, by whatever name */
	bool in_made;              /* in a word that is made as it runs, and that is loaded, */
	const char *made_until;    /* at least until here: */
	bool is_unknown;           /* there was one, */
	struct gaff_made made;     /* the last expansion */
	bool loads_all;            /* so each name may be a part of that */
	bool is_finding;           /* "find" began this command, */
	struct sv found;           /* and looks through this */
	bool is_exec;              /* the word before says: run what was found with this */
	bool is_shell;             /* the last program is one */
	bool skips;                /* the next word is the value of an option before it */
	bool takes_file;           /* of options of this command "-f" is one that loads */
	bool is_target;            /* behind "<" or ">" */
	bool runs_found;           /* it is a shell, or the like */
	bool is_parts;             /* the word before is "run-parts" */
	struct sv went;            /* the folder of the last such word */
	const char *valued, *gone; /* a value, and where "cd" goes: what is in them is a part */
};

static void add_names(struct gaff_said *said, struct gaff_name_set *set, const char *names)
{
	struct sv rest = sv_of(names);

	while (rest.n)
		gaff_name_set_add(said->arena, set, sv_take(&rest, ' '));
}

/* A name may end a sentence, and modules are named with dots between them. */
static void add_part(struct reading *r, struct sv part, bool is_inside, struct gaff_name_set *set)
{
	struct gaff_said *said = r->said;
	struct sv stem;

	if (is_inside)
		gaff_name_set_add(said->arena, &said->inside, part);
	gaff_name_set_add(said->arena, &said->name, part);
	if (set)
		gaff_name_set_add(said->arena, set, part);
	if (r->loads || (r->loads_all && gaff_ends_with_any(part, GAFF_SETTINGS_ENDINGS, &stem)))
		gaff_name_set_add(said->arena, &said->loaded, part);
	while (part.n && part.p[part.n - 1] == '.')
		part.n--;
	gaff_name_set_add(said->arena, &said->name, part);
	while (part.n && strchr("-@+", part.p[0])) { /* "@./x" of make, "-Ilib" */
		part = sv_skip(part, 1);
		gaff_name_set_add(said->arena, &said->name, part);
		if (part.n > 1)
			gaff_name_set_add(said->arena, &said->name, sv_skip(part, 1));
	}
	if (!(said->open >> GAFF_LANGUAGE_PYTHON & 1) && r->language != GAFF_LANGUAGE_PYTHON)
		return;
	while (part.n) {
		struct sv name = sv_take(&part, '.');

		gaff_name_set_add(said->arena, &said->name, name);
		if (set)
			gaff_name_set_add(said->arena, set, name);
	}
}

static void keep_pattern(struct gaff_said *said, struct gaff_pattern p)
{
	for (size_t i = 0; i < said->n_patterns; i++) {
		const struct gaff_pattern *known = &said->pattern[i];

		if (known->folder == p.folder && known->is_loaded == p.is_loaded &&
		    known->for_folders == p.for_folders && sv_eq(known->end, p.end))
			return;
	}
	if (said->n_patterns == GAFF_PATTERNS_MAX)
		said->too_much = true;
	else
		said->pattern[said->n_patterns++] = p;
}

static void add_pattern(struct reading *r, struct sv folder, struct sv end, bool is_star)
{
	struct gaff_pattern p = { .folder = folder.n ? gaff_name_hash(folder) : 0, .end = end };

	if (r->kind == GAFF_TEXT_CODE)
		return;
	if (!is_star && (!end.n || end.p[0] != '.')) /* "%s" of printf, and not "%.o" of make */
		return;
	if (folder.n || end.n)
		keep_pattern(r->said, p);
	if (folder.n || !r->went.n)
		return;
	p.folder = gaff_name_hash(r->went); /* "cd lib; sh ?.sh" */
	keep_pattern(r->said, p);
}

/* What people and programs write down: it is no code though its name is made. */
static const char written[] = ".md .rst .log .csv .tsv .html .json .jsonl .xml .yaml .yml .lock "
			      ".pid .tmp .out";

/* "lib/$x.sh": all that the expansion may stand for. `is_run`: this is what is loaded itself. */
static void add_made(struct reading *r, const struct gaff_made *made, bool is_run)
{
	struct sv folder = gaff_made_folder(made), stem;
	bool is_folder;
	struct sv end = gaff_made_end(made, &is_folder);
	struct gaff_pattern p = { .folder = folder.n ? gaff_name_hash(folder) : 0,
				  .end = end,
				  .is_loaded = !is_folder,
				  .for_folders = is_folder };

	if (!is_run && (gaff_ends_with_any(end, written, &stem) || gaff_is_among(end, written)))
		return;
	if (is_folder ? folder.n > 0 : end.n || (folder.n && is_run))
		keep_pattern(r->said, p);
	else if (is_run && !is_folder)
		r->said->makes_names = true;
}

/* An expansion, in a word that has begun with `before`. */
static void see_made(struct reading *r, struct sv before, struct sv text)
{
	struct gaff_made made = gaff_made_see(r->said->arena,
					      text.p == r->made.end ? r->made.after : before, text);
	bool is_command = r->is_first && !r->is_value && !r->is_target &&
			  (sv_chr(made.before, '/') || sv_chr(made.after, '/'));

	r->made = made; /* what is behind it is before the next one */
	if (r->runs || is_command) {
		r->in_made = r->is_unknown = true;
		r->made_until = made.end;
	}
	if (r->in_made || r->loads_all)
		add_made(r, &made, r->in_made);
	if (r->in_made && made.end > r->made_until)
		r->made_until = made.end;
}

/* What it is given to run, when that cannot be told by its name. */
static void add_operand(struct reading *r, struct sv word)
{
	struct gaff_said *said = r->said;
	struct sv stem;

	if (gaff_ends_with_any(word, gaff_languages[r->started].scripts, &stem))
		return;
	if (said->n_operands == GAFF_OPERANDS_MAX)
		said->too_much = true;
	else
		said->operand[said->n_operands++] = (struct gaff_operand){ r->started, word };
}

/* One of these letters among those of an option: "-EB", but not "-WE", where W has a value. */
static bool has_letter_of(struct sv option, const char *letters, const char *valued)
{
	for (size_t i = 1; i < option.n && option.p[1] != '-'; i++) {
		if (strchr(letters, option.p[i]))
			return true;
		if (strchr(valued, option.p[i]))
			break;
	}
	return false;
}

/* Is the value of an option the next word? */
static bool ends_before_value(struct sv option, const char *valued)
{
	for (size_t i = 1; i < option.n && option.p[1] != '-'; i++)
		if (strchr(valued, option.p[i]))
			return i + 1 == option.n;
	return false;
}

static void add_parts(struct reading *r, struct sv word);

/* "-Ilib", "-wIlib" */
static void see_include(struct reading *r, struct sv option)
{
	const char *letter = option.n > 1 && option.p[1] != '-' ? sv_chr(option, 'I') : NULL;

	if (!letter || (r->started != GAFF_LANGUAGE_PERL && r->started != GAFF_LANGUAGE_RUBY))
		return;
	r->said->moved |= 1u << r->started;
	option = sv_skip(option, (size_t)(letter - option.p) + 1);
	r->said->lifts |= gaff_is_among(option, ". ./ .. ../");
	add_parts(r, option);
}

/* A word behind an interpreter: an option, or what it runs. */
static void follow(struct reading *r, struct sv word)
{
	const struct gaff_language_row *row = &gaff_languages[r->started];
	unsigned bit = 1u << r->started;

	if (r->is_option_value) {
		r->is_option_value = false;
		return;
	}
	if (word.p[0] == '-') {
		see_include(r, word);
		r->is_option_value = !has_letter_of(word, row->here, row->valued) &&
				     ends_before_value(word, row->valued);
		if (r->started == GAFF_LANGUAGE_PYTHON && has_letter_of(word, "E", row->valued))
			r->said->bares = true;
		if (row->alone[0] && has_letter_of(word, row->alone, row->valued)) {
			r->said->isolated |= bit;
			r->started = GAFF_LANGUAGE_NONE;
		} else if (word.n == 1 || has_letter_of(word, row->here, row->valued)) {
			r->said->here |= bit;
		}
		return;
	}
	r->said->open |= bit;
	add_operand(r, word);
	r->started = GAFF_LANGUAGE_NONE;
}

static void add_more(struct gaff_said *said, struct sv name)
{
	for (size_t i = 0; i < said->n_more; i++)
		if (sv_eq(said->more[i], name))
			return;
	if (said->n_more < GAFF_MORE_MAX)
		said->more[said->n_more++] = name;
}

static void see_program(struct reading *r, struct sv name)
{
	struct gaff_said *said = r->said;
	enum gaff_script_language language;

	bool is_program = r->kind == GAFF_TEXT_COMMAND || r->is_first || r->is_quoted;

	while (name.n && strchr("-@+", name.p[0]))
		name = sv_skip(name, 1);
	language = gaff_language_of_program(name);
	r->saw_shell |= gaff_is_among(name, shells);
	if (language == GAFF_LANGUAGE_MAKE && is_program) {
		said->open |= 1u << GAFF_LANGUAGE_MAKE;
		add_names(said, &said->name, "GNUmakefile makefile Makefile RCS SCCS");
	} else if (language < GAFF_LANGUAGE_MAKE) {
		r->started = language;
	}
	if (language == GAFF_LANGUAGE_PYTHON) {
		r->saw_python = true;
		said->bares |= r->is_sudo;
	}
	for (size_t i = 0; is_program && i < COUNT_OF(runners); i++) {
		if (!gaff_is_among(name, runners[i].programs))
			continue;
		add_names(said, &said->name, runners[i].reads);
		add_names(said, &said->loaded, runners[i].reads);
		add_more(said, name);
	}
}

/*
 * Where the end of a word is kept, which may be a folder that is loaded. "src/" is one that is
 * looked into, and "../lib/" may be both. A shell loads what an interpreter is given.
 */
static struct gaff_name_set *set_of_end(struct reading *r, struct sv word, struct sv end)
{
	bool is_last = end.p + end.n == word.p + word.n ||
		       (word.p[0] == '.' && end.p + end.n + 1 == word.p + word.n);

	if (!is_last || (r->kind != GAFF_TEXT_CODE && !r->loads))
		return NULL;
	return sv_chr(word, '/') ? &r->said->tail : &r->said->bare;
}

/* Of a path with stars in it, each part; behind a star, what a name ends with. */
static void add_parts(struct reading *r, struct sv word)
{
	struct sv before = { 0 }, whole = word;
	bool is_path = sv_chr(word, '/');

	while (word.n) {
		const char *slash = sv_chr(word, '/');
		struct sv part = { word.p, slash ? (size_t)(slash - word.p) : word.n }, end = part;
		size_t n = part.n;

		while (n && part.p[n - 1] != '*' && part.p[n - 1] != '%' && part.p[n - 1] != '?')
			n--;
		end = sv_skip(part, n);
		if (n)
			add_pattern(r, before, end, part.p[n - 1] != '%');
		add_part(r, n ? end : part, is_path, set_of_end(r, whole, part));
		r->said->up |= sv_eq(part, SV("..")) && word.n <= 3;
		before = part;
		if (n)
			before.n = 0;
		word = sv_skip(word, part.n + (slash != NULL));
	}
}

/* Behind these a command begins too. */
static const char leading[] = "then do else if while until exec env command time nohup nice sudo";

/* Words behind which Python is told to import from other folders. */
static bool is_move(struct sv word)
{
	return sv_starts(word, SV("sys.path")) || sv_starts(word, SV("importlib")) ||
	       sv_eq(word, SV("PYTHONPATH")) || sv_starts(word, SV("runpy")) ||
	       sv_has(word, SV("addsitedir"));
}

/* Is a word, or its end behind a dot, among these? "sys.path.insert", "LOAD_PATH.unshift" */
static bool is_moving_word(struct sv word, const char *moving)
{
	struct sv rest = sv_of(moving);

	while (rest.n)
		if (sv_has(word, sv_take(&rest, ' ')))
			return true;
	return false;
}

/* Who imports from other folders now, and may one of these be that of the hook, or one above? */
static void see_move(struct reading *r, struct sv word)
{
	struct gaff_said *said = r->said;
	bool is_again = r->is_moving; /* "PYTHONPATH=lib:$PYTHONPATH" has an empty end: "." */

	for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++) {
		if (!is_moving_word(word, gaff_languages[i].moving))
			continue;
		said->moved |= 1u << i;
		said->lifts |= is_again && sv_has(word, SV("PATH"));
		r->is_moving = true;
	}
	if (sv_starts(word, SV("sys.path"))) {
		said->moved |= 1u << GAFF_LANGUAGE_PYTHON;
		r->is_moving = true;
	}
	if (r->is_use && sv_eq(word, SV("lib"))) {
		said->moved |= 1u << GAFF_LANGUAGE_PERL;
		r->is_moving = true;
	}
	r->is_use = sv_eq(word, SV("use"));
	said->lifts |= r->is_moving &&
		       gaff_is_among(word, ". ./ .. ../ PWD pwd os.getcwd getcwd cwd");
	r->n_ups += sv_has(word, SV("dirname")) || sv_has(word, SV(".parent"));
	said->lifts |= r->n_ups > 1 || sv_has(word, SV(".parent.parent")) ||
		       sv_has(word, SV(".parents"));
}

/* Does what follows get another environment than that of hooks? */
static void see_environment(struct reading *r, struct sv word)
{
	struct sv name = gaff_last_part(word);
	bool is_program = r->is_first || r->is_quoted || r->kind == GAFF_TEXT_COMMAND;

	r->said->bares |= sv_has(word, SV("PYTHONPYCACHEPREFIX")) ||
			  sv_has(word, SV("pycache_prefix")) || sv_has(word, SV("environ.clear"));
	r->saw_python |= sv_starts(word, SV("sys.executable"));
	if (r->is_env && word.p[0] == '-')
		r->said->bares |= word.n == 1 || has_letter_of(word, "iu", "") ||
				  sv_starts(word, SV("--ignore-")) ||
				  sv_starts(word, SV("--unset"));
	else if (r->is_env && !r->is_value)
		r->is_env = false;
	r->is_env |= sv_eq(name, SV("env"));
	if (!gaff_is_among(name, "sudo doas su runuser") || !is_program)
		return;
	r->is_sudo = true;
	r->said->bares |= r->kind != GAFF_TEXT_CODE;
}

/* "bash -n", "node --check": what it is given is read, and not run. */
static bool only_checks(const struct reading *r, struct sv word)
{
	return r->started < GAFF_LANGUAGE_MAKE
		       ? gaff_is_among(word, gaff_languages[r->started].checks)
		       : r->is_shell && word.p[0] == '-' && has_letter_of(word, "n", "oO");
}

/* Folders of which everything is run, and commands that are started in another folder. */
static void see_folders(struct reading *r, struct sv word)
{
	struct sv name = gaff_last_part(word);
	bool is_option = word.p[0] == '-';

	if (r->kind == GAFF_TEXT_CODE)
		return;
	if (r->is_parts && !is_option)
		gaff_name_set_add(r->said->arena, &r->said->whole, name);
	if (r->runs_found && has_letter_of(word, "ce", "")) /* what it says is run, and no file */
		r->runs_found = false;
	if (r->is_exec && !is_option && !ascii_isdigit(word.p[0]))
		r->runs_found = gaff_is_among(name, shells) ||
				gaff_language_of_program(name) != GAFF_LANGUAGE_NONE;
	if (r->is_finding && !is_option && !r->found.n)
		r->found = word;
	r->is_parts = sv_eq(name, SV("run-parts")) || (r->is_parts && is_option);
	r->is_exec = gaff_is_among(word, "-exec -execdir -ok -okdir xargs") ||
		     (r->is_exec && (is_option || ascii_isdigit(word.p[0])));
	if (sv_eq(name, SV("find"))) {
		r->is_finding = true;
		r->found = (struct sv){ 0 };
	}
}

/* Is what follows run? "test -f" and "bash -n" run nothing; "awk -f" does. */
static void see_running(struct reading *r, struct sv word, bool is_loader)
{
	bool is_language = r->started < GAFF_LANGUAGE_MAKE;
	const char *valued = is_language ? gaff_languages[r->started].valued : "oO";
	const char *here = is_language ? gaff_languages[r->started].here : "c";
	bool is_option = word.p[0] == '-';

	if (r->kind == GAFF_TEXT_CODE || r->is_value)
		return;
	if (r->skips) { /* the value of an option */
		r->skips = false;
		return;
	}
	r->skips = r->runs && is_option && ends_before_value(word, valued) &&
		   !has_letter_of(word, here, "");
	if (is_loader && (!is_option || r->takes_file || sv_eq(word, SV("-include"))))
		r->runs = true;
	else
		r->runs = r->runs && is_option && !only_checks(r, word);
	if (!is_option)
		r->is_shell = gaff_is_among(gaff_last_part(word), "sh bash dash zsh ksh ash mksh");
	r->takes_file |= gaff_is_among(gaff_last_part(word), "awk gawk mawk nawk sed gsed");
}

static void end_word(struct reading *r, struct buf *text)
{
	struct sv word = { gaff_arena_dup(r->said->arena, buf_sv(text)), text->n };
	bool is_loader;

	text->n = 0;
	if (!word.p || !word.n)
		return;
	add_parts(r, word);
	r->said->moves |= is_move(word);
	see_move(r, word);
	see_environment(r, word);
	see_folders(r, word);
	is_loader = gaff_is_among(word, loading) ||
		    (r->kind == GAFF_TEXT_CODE && gaff_is_among(word, loading_code)) ||
		    gaff_is_among(gaff_last_part(word), shells) ||
		    gaff_language_of_program(gaff_last_part(word)) != GAFF_LANGUAGE_NONE;
	see_running(r, word, is_loader);
	r->loads = is_loader || (r->loads && word.p[0] == '-');
	if (r->started != GAFF_LANGUAGE_NONE)
		follow(r, word);
	if (r->started == GAFF_LANGUAGE_NONE)
		see_program(r, gaff_last_part(word));
	r->is_first = r->is_first && (r->is_value || gaff_is_among(word, leading));
	r->is_quoted = r->is_value = r->is_target = false;
}

/* An interpreter that was given nothing reads its standard input. */
static void end_command(struct reading *r)
{
	if ((r->runs_found || r->is_exec) && r->found.n)
		gaff_name_set_add(r->said->arena, &r->said->whole, gaff_last_part(r->found));
	r->said->makes_names |= r->runs_found && gaff_is_among(r->found, ". ./ .. ../");
	r->runs_found = r->is_exec = false;
	r->is_first = true;
	r->is_env = r->is_sudo = r->is_moving = r->is_option_value = r->is_use = false;
	r->runs = r->is_parts = r->skips = r->takes_file = false;
	if (r->started == GAFF_LANGUAGE_NONE)
		return;
	r->said->open |= 1u << r->started;
	if (r->kind != GAFF_TEXT_CODE)
		r->said->here |= 1u << r->started;
	r->started = GAFF_LANGUAGE_NONE;
}

/* The length of a line that is a comment; names in it are not loaded. */
static size_t comment(const struct reading *r, struct sv line)
{
	size_t n = 0;
	bool has_hash = r->kind == GAFF_TEXT_SHELL || r->language == GAFF_LANGUAGE_PYTHON ||
			r->language == GAFF_LANGUAGE_PERL || r->language == GAFF_LANGUAGE_RUBY;

	while (n < line.n && (line.p[n] == ' ' || line.p[n] == '\t'))
		n++;
	if (!has_hash || n == line.n || line.p[n] != '#')
		return 0;
	return sv_before(line, '\n').n;
}

/* In other languages: code that is taken from what a call gives, and not from what is written. */
static const char calling[] = "require require_once require_relative include include_once load "
			      "eval exec execfile dofile loadfile run_path compile import do";

static bool is_made_call(struct sv word, struct sv rest)
{
	bool is_call = false;

	if (!gaff_is_among(word, calling))
		return false;
	while (rest.n && (rest.p[0] == ' ' || rest.p[0] == '\t' || rest.p[0] == '(')) {
		is_call |= rest.p[0] == '(';
		rest = sv_skip(rest, 1);
	}
	if (!rest.n || (!is_call && gaff_is_among(word, "import do")))
		return rest.n && rest.p[0] == '$'; /* "do $file" */
	return ascii_isalpha(rest.p[0]) || strchr("_$@", rest.p[0]);
}

/* ["bash", join(here, "run.txt")] */
static bool is_made_operand(struct sv word, struct sv rest)
{
	struct sv name = gaff_last_part(word);
	size_t n = 1;

	if (!strchr("'\"", rest.p[0]) ||
	    (!gaff_is_among(name, shells) && gaff_language_of_program(name) == GAFF_LANGUAGE_NONE))
		return false;
	while (n < rest.n && strchr(", \t\n[(", rest.p[n]))
		n++;
	return n < rest.n && (ascii_isalpha(rest.p[n]) || strchr("_$@", rest.p[n]));
}

/* Folders that are told apart from what is loaded from them: "cd lib", "DIR=$ROOT/lib". */
static void see_value(struct reading *r, struct sv word, struct sv rest)
{
	struct gaff_said *said = r->said;

	if (r->kind == GAFF_TEXT_CODE) {
		r->is_unknown |= is_made_call(word, rest) ||
				 (r->is_quoted && is_made_operand(word, rest));
		return;
	}
	while (word.n && strchr("-@+", word.p[0]) && r->is_first)
		word = sv_skip(word, 1);
	if (rest.p[0] == '=' && word.n && rest.p >= r->valued)
		gaff_name_set_add(said->arena, &said->kept,
				  gaff_made_last(said->arena, sv_skip(rest, 1), &r->valued));
	else if (ascii_isspace(rest.p[0]) && rest.p >= r->gone &&
		 gaff_is_among(word, "cd pushd -C --directory"))
		r->went = gaff_made_last(said->arena, sv_skip(rest, 1), &r->gone);
}

/* Once with quotes and backslashes as parts of words, and once as their ends. */
static void read_words(struct reading *r, struct sv text, bool joins)
{
	struct buf word = buf_in(r->said->arena);

	for (size_t i = comment(r, text); i < text.n; i++) {
		char c = text.p[i];

		if ((ascii_isspace(c) || (c && strchr(";|&<>", c))) && text.p + i >= r->made_until)
			r->in_made = false;
		if ((c == '$' || c == '`') && r->kind != GAFF_TEXT_CODE)
			see_made(r, buf_sv(&word), sv_skip(text, i));
		if (c == '\\' && i + 1 < text.n && text.p[i + 1] == '\n') {
			i++; /* a shell and make go on as if nothing were there */
			if (!joins)
				end_word(r, &word);
		} else if (joins && (!c || c == '\'' || c == '"' || c == '\\')) {
			continue; /* dash leaves out NULs */
		} else if (c == '\n' || (c && strchr("|&;<>", c))) {
			end_word(r, &word);
			end_command(r);
			r->loads = c == '<';
			r->is_target = c == '<' || c == '>';
			if (c == '\n')
				i += comment(r, sv_skip(text, i + 1));
		} else if (!c || ascii_isspace(c) || strchr("'\"\\`=,:(){}[]!#$^", c)) {
			see_value(r, buf_sv(&word), sv_skip(text, i));
			r->is_value = c == '=' && word.n;
			r->sets_env |= (c == '=' || c == ':') && sv_eq(buf_sv(&word), SV("env"));
			end_word(r, &word);
			r->is_value = c == '=';
			r->is_quoted = c == '\'' || c == '"';
		} else {
			buf_addc(&word, c);
		}
	}
	end_word(r, &word);
	end_command(r);
}

/* "#!/usr/bin/env -S python3 -I" starts it with the file itself, and not where it is. */
static struct sv read_first_line(struct gaff_said *said, struct sv text)
{
	struct reading r = { .said = said,
			     .language = GAFF_LANGUAGE_NONE,
			     .kind = GAFF_TEXT_CODE,
			     .started = GAFF_LANGUAGE_NONE };
	struct sv line = sv_before(text, '\n');

	if (!sv_starts(text, SV("#!")))
		return text;
	read_words(&r, line, false);
	return sv_skip(text, line.n);
}

void gaff_said_add(struct gaff_said *said, struct sv text, enum gaff_script_language language,
		   enum gaff_text_kind kind)
{
	struct reading r = { .said = said, .language = language, .kind = kind };
	size_t n_patterns = said->n_patterns;

	text = read_first_line(said, text);
	for (int times = 0; times < 2 + 2 * r.is_unknown; times++) {
		r.started = GAFF_LANGUAGE_NONE;
		r.loads = r.is_value = r.is_quoted = false;
		r.is_first = true;
		r.n_ups = 0;
		r.valued = r.gone = r.made_until = text.p;
		r.in_made = false;
		r.made = (struct gaff_made){ .end = NULL };
		r.loads_all = times >= 2;
		read_words(&r, text, times & 1);
	}
	if (language == GAFF_LANGUAGE_RUBY && sv_has(text, SV("$:")))
		said->moved |= 1u << GAFF_LANGUAGE_RUBY;
	said->bares |= kind == GAFF_TEXT_CODE && r.sets_env && r.saw_python;
	/* "prettier src/?.ts" with a star gives it texts, and nothing to run */
	if (kind == GAFF_TEXT_COMMAND && !r.saw_shell && !said->open)
		said->n_patterns = n_patterns;
}
