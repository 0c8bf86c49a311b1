#include "guard/rows/row_parts.h"

#include <unistd.h>

#include "base/limits.h"
#include "guard/eval/place.h"
#include "guard/pieces.h"
#include "text/words.h"

#define BIT(kind) (1u << GAFF_PLACE_##kind)
#define PRECIOUS  (BIT(GIT) | BIT(ROOT) | BIT(HOME_ROOT) | BIT(SYSTEM) | BIT(DEVICE))
#define OUTSIDE   (PRECIOUS | BIT(OUTSIDE) | BIT(HOME))

static enum gaff_row_result yes_if(bool is_so)
{
	return is_so ? GAFF_ROW_YES : GAFF_ROW_NO;
}

static enum gaff_row_result is_any(const struct row_about *about, const struct gaff_arg *arg)
{
	(void)about;
	return arg->kind == GAFF_ARG_HOLE ? GAFF_ROW_PERHAPS : GAFF_ROW_YES;
}

static enum gaff_row_result is_behind_end(const struct row_about *about, const struct gaff_arg *arg)
{
	return arg->is_after_end ? is_any(about, arg) : GAFF_ROW_NO;
}

static enum gaff_row_result is_plus(const struct row_about *about, const struct gaff_arg *arg)
{
	(void)about;
	return yes_if(arg->name.n > 1 && arg->name.p[0] == '+');
}

/* A word of the program, or, of what is no word of it, the text alone. */
static struct gaff_word word_of(const struct row_about *about, const struct gaff_arg *arg)
{
	struct gaff_word word = { .text = arg->name };

	return arg->word ? about->args->program->word[arg->word] : word;
}

/*
 * Asked of the file system once: more than one row may want to know. Of very many operands the last
 * ones are not asked about.
 */
static enum gaff_place_kind place_of_arg(const struct row_about *about, const struct gaff_arg *arg)
{
	const struct gaff_args *args = about->args;
	bool is_theirs = arg->word != 0;
	size_t i = is_theirs ? (size_t)(arg - args->arg) : 0;

	if (arg->kind == GAFF_ARG_HOLE || i >= GAFF_PLACES_MAX)
		return GAFF_PLACE_UNKNOWN;
	if (!is_theirs)
		return gaff_place_of(about->arena, about->world, args->program,
				     word_of(about, arg));
	if (!args->place[i])
		args->place[i] = (unsigned char)(1 + gaff_place_of(about->arena, about->world,
								   args->program,
								   word_of(about, arg)));
	return (enum gaff_place_kind)(args->place[i] - 1);
}

static struct sv path_of(const struct row_about *about, const struct gaff_arg *arg)
{
	return gaff_place_path(about->arena, about->world, about->args->program,
			       word_of(about, arg), NULL);
}

/* A home as a target is a folder that something is put into. */
static enum gaff_row_result is_overwritten(const struct row_about *about,
					   const struct gaff_arg *arg)
{
	enum gaff_place_kind place = place_of_arg(about, arg);

	if (place == GAFF_PLACE_UNKNOWN)
		return GAFF_ROW_PERHAPS;
	if (place == GAFF_PLACE_HOME_ROOT) {
		struct sv path = path_of(about, arg);

		for (size_t i = 1; i < path.n; i++)
			if (path.p[i] == '.' && path.p[i - 1] == '/')
				return GAFF_ROW_YES;
		return yes_if(!path.n);
	}
	return yes_if(place >= GAFF_PLACE_SYSTEM);
}

static enum gaff_row_result is_project_itself(const struct row_about *about,
					      const struct gaff_arg *arg)
{
	return yes_if(!word_of(about, arg).has_pattern &&
		      place_of_arg(about, arg) == GAFF_PLACE_ROOT);
}

static enum gaff_row_result is_all_of_project(const struct row_about *about,
					      const struct gaff_arg *arg)
{
	return yes_if(word_of(about, arg).has_pattern &&
		      place_of_arg(about, arg) == GAFF_PLACE_ROOT);
}

static enum gaff_row_result is_file(const struct row_about *about, const struct gaff_arg *arg)
{
	struct sv path = path_of(about, arg);
	const char *cstr = path.n ? gaff_arena_cstr(about->arena, path) : NULL;

	return yes_if(cstr && !about->args->program->is_elsewhere && access(cstr, F_OK) == 0);
}

/* No name of a branch or commit begins with these, or has a pattern in it: git expands its own. */
static enum gaff_row_result is_pathlike(const struct row_about *about, const struct gaff_arg *arg)
{
	const char *starts = "./ ../ :/ :( :. /";
	struct sv text = arg->name, start;

	(void)about;
	while (list_next(&starts, &start))
		if (sv_starts(text, start))
			return GAFF_ROW_YES;
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '*' || text.p[i] == '?' || text.p[i] == '[')
			return GAFF_ROW_YES;
	return yes_if(gaff_is_among(text, ". .. :"));
}

/* ":main" deletes the branch main of where it is pushed to. */
static enum gaff_row_result is_colon(const struct row_about *about, const struct gaff_arg *arg)
{
	(void)about;
	return yes_if(arg->name.n > 1 && arg->name.p[0] == ':');
}

/* "host:path" and "rsync://host/path", but neither "./a:b" nor "C:\x". */
static enum gaff_row_result is_remote(const struct row_about *about, const struct gaff_arg *arg)
{
	struct sv host, path;

	(void)about;
	return yes_if(sv_split(arg->name, ':', &host, &path) && host.n > 1 && !sv_chr(host, '/'));
}

static const char sql_options[] = "-c -e -q -Q --command --execute --query -cmd";

/* What is no SQL for sure (a name of a database in a variable) may be anything and is passed. */
static enum gaff_row_result has_drops(const struct row_about *about)
{
	const struct gaff_program *program = about->args->program;
	enum gaff_row_result result = GAFF_ROW_NO;
	bool has_sql = false; /* in its words: then it reads no more from stdin */

	for (size_t i = 0; i < about->args->n; i++) {
		const struct gaff_arg *arg = &about->args->arg[i];
		struct sv text = arg->has_value ? arg->value : arg->name;
		enum gaff_row_result one = gaff_sql_drops(text);
		bool is_sql = arg->has_value && gaff_is_among(arg->name, sql_options);

		has_sql |= is_sql;
		if (one == GAFF_ROW_YES || is_sql)
			result = row_most(result, one);
	}
	if (program->stdin_kind == GAFF_STDIN_TEXT && !has_sql)
		result = row_most(result, gaff_sql_drops(program->stdin_text));
	return result;
}

/* The -1 of `kill -9 -1`, which looks like an option. */
static enum gaff_row_result has_every_process(const struct row_about *about)
{
	const struct gaff_program *program = about->args->program;

	return yes_if(program->n > 2 && sv_eq(program->word[program->n - 1].text, SV("-1")));
}

/* name, what it means; places, and what it is where the place is not known, or a function */
const struct row_class gaff_row_classes[] = {
	/* clang-format off */
	{ SV_INIT("any"), "an operand is left", .of_operand = is_any },
	{ SV_INIT("outside"), "not strictly below the project, nor temporary", .places = OUTSIDE, .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("precious"), "the project itself, .git, the home or its dot files, the system, a device", .places = PRECIOUS, .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("away"), "outside, but neither the project itself nor what it is in", .places = OUTSIDE & ~BIT(ROOT), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("settings"), "a home or a dot file of it, or a file of the system", .places = BIT(HOME_ROOT) | BIT(SYSTEM) | BIT(DEVICE), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("overwrites"), "a dot file of a home or a file of the system, but no whole home", .of_operand = is_overwritten },
	{ SV_INIT("project-itself"), "the project's own folder, by its name", .of_operand = is_project_itself },
	{ SV_INIT("all-of-project"), "a pattern for all files of the project", .of_operand = is_all_of_project },
	{ SV_INIT("file"), "a file that is there", .of_operand = is_file },
	{ SV_INIT("pathlike"), "can only be a path: ., ./x, :/, *.c", .of_operand = is_pathlike },
	{ SV_INIT("root"), "the project itself, all in it, or what it is in", .places = BIT(ROOT), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("git"), ".git of the project, or in it", .places = BIT(GIT), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("home"), "the home, or in it, but not the project", .places = BIT(HOME) | BIT(HOME_ROOT), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("system"), "a file of the system", .places = BIT(SYSTEM), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("device"), "a disk or another device", .places = BIT(DEVICE), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("project"), "strictly below the project", .places = BIT(PROJECT), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("temp"), "temporary", .places = BIT(TEMP), .unknown = GAFF_ROW_PERHAPS },
	{ SV_INIT("nowhere"), "/dev/null and the like", .places = BIT(NOWHERE) },
	{ SV_INIT("behind"), "an operand behind --", .of_operand = is_behind_end },
	{ SV_INIT("plus"), "begins with +: a branch that is forced", .of_operand = is_plus },
	{ SV_INIT("colon"), "begins with a colon: a branch that is deleted", .of_operand = is_colon },
	{ SV_INIT("remote"), "host:path", .of_operand = is_remote },
	{ SV_INIT("drops"), "SQL, in any word or on stdin, that drops, truncates, or deletes without a condition", .of_program = has_drops },
	{ SV_INIT("every-process"), "-1 as the last word", .of_program = has_every_process },
	/* clang-format on */
	{ SV_INIT("") },
};

const struct row_class *gaff_row_class(struct sv name, bool *is_clear)
{
	*is_clear = sv_starts(name, SV("clearly-"));
	if (*is_clear)
		name = sv_skip(name, 8);
	for (const struct row_class *c = gaff_row_classes; c->name.n; c++)
		if (sv_eq(c->name, name))
			return c;
	return NULL;
}

static enum gaff_row_result of_place(const struct row_class *class, enum gaff_place_kind place)
{
	if (place == GAFF_PLACE_UNKNOWN)
		return class->unknown;
	return yes_if(class->places & (1u << place));
}

enum gaff_row_result gaff_row_class_has(const struct row_class *class,
					const struct row_about *about, struct gaff_word word)
{
	if (class->of_operand) {
		struct gaff_arg arg = { .kind = GAFF_ARG_OPERAND, .name = word.text };

		return class->of_operand(about, &arg);
	}
	return of_place(class,
			gaff_place_of(about->arena, about->world, about->args->program, word));
}

enum gaff_row_result gaff_row_class_of(const struct row_class *class, const struct row_about *about)
{
	enum gaff_row_result result = GAFF_ROW_NO;

	if (class->of_program)
		return class->of_program(about);
	for (size_t i = about->first; i < about->end && result != GAFF_ROW_YES; i++) {
		const struct gaff_arg *arg = &about->args->arg[i];

		if (arg_is_operand(arg))
			result = row_most(result,
					  class->of_operand
						  ? class->of_operand(about, arg)
						  : of_place(class, place_of_arg(about, arg)));
	}
	return result;
}
