#include <limits.h>

#include "base/fs.h"
#include "guard/pieces.h"
#include "guard/rows/rule.h"
#include "text/glob.h"
#include "text/path.h"
#include "text/words.h"

/*
 * The files that a program is given, against the globs of a rule. Which words are files nobody
 * knows for all programs: each operand and each value of an option may be one, but for those of the
 * programs and options below.
 */

/* Their words are texts, or those of the program that they start, which is looked at itself. */
static const char without_files[] =
	"echo printf export alias set unset kill sleep seq expr true false env sudo doas nohup "
	"nice "
	"ionice time timeout stdbuf setsid xargs parallel watch exec command builtin eval ssh";

/* Their values are for people to read. */
static const char text_options[] = "-m --message --title --body --notes";

/* ---- globs against what is itself a pattern, or not wholly known ---- */

enum { PARTS_MAX = 63 };

struct parts {
	struct sv part[PARTS_MAX];
	size_t n;
	bool is_too_many;
};

static struct parts split(struct sv path)
{
	struct parts p = { .n = 0 };

	while (path.n) {
		struct sv part = sv_next_piece(&path, '/');

		if (!part.n)
			continue;
		if (p.n == PARTS_MAX) {
			p.is_too_many = true;
			break;
		}
		p.part[p.n++] = part;
	}
	return p;
}

static bool has_hole(struct sv part)
{
	return part.n && memchr(part.p, '\0', part.n);
}

static const char special[] = "*?[]{}\\";

static bool is_special(char c)
{
	return !c || strchr(special, c);
}

static bool is_literal(struct sv part)
{
	for (size_t i = 0; i < part.n; i++)
		if (is_special(part.p[i]))
			return false;
	return true;
}

/* What they begin and end with, as far as that is certain. */
static bool heads_agree(struct sv x, struct sv y)
{
	for (size_t i = 0; i < x.n && i < y.n; i++) {
		if (is_special(x.p[i]) || is_special(y.p[i]))
			return true;
		if (x.p[i] != y.p[i])
			return false;
	}
	return true;
}

static bool tails_agree(struct sv x, struct sv y)
{
	for (size_t i = 1; i <= x.n && i <= y.n; i++) {
		if (is_special(x.p[x.n - i]) || is_special(y.p[y.n - i]))
			return true;
		if (x.p[x.n - i] != y.p[y.n - i])
			return false;
	}
	return true;
}

/* May there be a name that is meant by both: a part of a glob, and one of a word? */
static bool parts_agree(struct sv glob, struct sv part)
{
	if (has_hole(part))
		return tails_agree(glob, part);
	if (glob.p[0] == '.' && part.p[0] != '.')
		return false; /* "*" of a shell leaves out ".x" */
	if (is_literal(part))
		return gaff_glob_match(glob, part);
	if (is_literal(glob))
		return gaff_glob_match(part, glob);
	return heads_agree(glob, part) && tails_agree(glob, part);
}

/* "**" as a name of its own may be nothing, unless it is the last. */
static uint64_t with_empty(const struct parts *glob, uint64_t at)
{
	for (size_t i = 0; i + 1 < glob->n; i++)
		if (at >> i & 1 && sv_eq(glob->part[i], SV("**")))
			at |= (uint64_t)1 << (i + 1);
	return at;
}

/* From these places in the glob, where may one more name lead? */
static uint64_t step(const struct parts *glob, uint64_t at, struct sv part)
{
	uint64_t next = 0;

	at = with_empty(glob, at);
	for (size_t i = 0; i < glob->n; i++) {
		if (!(at >> i & 1))
			continue;
		if (sv_has(glob->part[i], SV("**")))
			next |= (uint64_t)3 << i;
		else if (parts_agree(glob->part[i], part))
			next |= (uint64_t)1 << (i + 1);
		for (size_t k = i + 1; has_hole(part) && k < glob->n; k++) /* or several */
			if (sv_has(glob->part[k], SV("**")) || parts_agree(glob->part[k], part))
				next |= (uint64_t)1 << (k + 1);
	}
	return next;
}

/*
 * Also a folder whose files are meant: what is done to it is done to them. With `or_below` at any
 * depth.
 */
static bool may_match(struct sv glob, struct sv path, bool or_below)
{
	struct parts g = split(glob), p = split(path);
	uint64_t at = 1, end = (uint64_t)1 << g.n;

	if (g.is_too_many || p.is_too_many)
		return true;
	for (size_t i = 0; i < p.n && at; i++)
		at = step(&g, at, p.part[i]);
	return or_below ? at != 0 : (at & end) || (step(&g, at, SV("\1")) & end);
}

/* With `is_not`: is something of it, or in it, named by one with "!" before it? */
static bool may_match_any(struct arena *a, struct json globs, struct sv path, struct sv project,
			  struct sv home, bool is_not)
{
	struct json_iter it = gaff_json_iter(globs);
	struct json key, item;
	struct sv glob, inside = path;

	if (project.n && sv_starts(path, project))
		inside = sv_skip(path, project.n);
	while (gaff_json_next(&it, &key, &item)) {
		if (!gaff_json_text(a, item, &glob) || sv_starts(glob, SV("!")) != is_not)
			continue;
		glob = sv_skip(glob, is_not);
		if (sv_starts(glob, SV("./")))
			glob = sv_skip(glob, 2);
		if (sv_starts(glob, SV("~/")) && home.n)
			glob = sv_join(a, home, sv_skip(glob, 1), SV(""));
		if (may_match(glob, path, is_not) ||
		    (inside.p != path.p && glob.p[0] != '/' && may_match(glob, inside, is_not)))
			return true;
	}
	return false;
}

/* ---- one word ---- */

/* Absolute, without "." and ".."; what cannot be known stays in it. */
static struct sv path_of(struct gaff_guard_call *call, const struct gaff_program *program,
			 struct sv text, bool is_placed)
{
	struct buf b = buf_in(call->arena);

	if (!is_placed) /* somewhere */
		text = sv_join(call->arena, text.p[0] ? SV("/\0/") : SV("/"), text, SV(""));
	gaff_path_absolute(&b, program->cwd, text, false);
	return buf_ok(&b) ? buf_sv(&b) : text;
}

static bool is_named(struct arena *a, struct json globs, struct sv path,
		     const struct gaff_match_place *place)
{
	if (gaff_path_matches(a, globs, path, place))
		return true;
	/* a folder is its files */
	return gaff_path_matches(a, globs, sv_join(a, path, SV("/\1"), SV("")), place);
}

/* A link in a checkout must not lead around a rule. */
static bool real_is_named(struct arena *a, struct json globs, struct sv path,
			  const struct gaff_match_place *place)
{
	const char *name = place->real ? gaff_arena_cstr(a, path) : NULL;
	char real[PATH_MAX];

	return name && gaff_fs_real(name, real, sizeof real) && !sv_eq(sv_of(real), path) &&
	       is_named(a, globs, sv_of(real), place);
}

static enum gaff_row_result word_result(struct gaff_guard_call *call,
					const struct gaff_match_place *place, struct json globs,
					const struct gaff_program *program, struct sv text,
					bool has_pattern)
{
	struct arena *a = call->arena;
	bool is_known = !sv_chr(text, '\0');
	bool is_placed = text.p[0] == '/' || (text.p[0] && program->cwd.n);
	struct sv path = path_of(call, program, text, is_placed);

	if (path.n > GAFF_PATH_MAX || (!is_known && sv_has(text, SV(".."))))
		return GAFF_ROW_PERHAPS;
	if (is_known && is_placed) {
		if (is_named(a, globs, path, place) || real_is_named(a, globs, path, place))
			return GAFF_ROW_YES;
		if (!has_pattern)
			return GAFF_ROW_NO;
	}
	return may_match_any(a, globs, path, place->project, place->home, false) ? GAFF_ROW_PERHAPS
										 : GAFF_ROW_NO;
}

/* ---- exceptions ---- */

/* It is named, and nothing in it is left out. */
static bool is_wholly_named(struct arena *a, struct json globs, struct sv path,
			    const struct gaff_match_place *place)
{
	struct sv project = place->real_project, home = place->real_home;

	return is_named(a, globs, path, place) &&
	       !may_match_any(a, globs, path, place->project, place->home, true) &&
	       !may_match_any(a, globs, path, project.n ? project : place->project,
			      home.n ? home : place->home, true);
}

/*
 * A word that is named may be a link to what is not, have a folder in it that is left out, or go up
 * (..) from behind a link, where a shell and the file system do not agree.
 */
static bool is_certain(struct gaff_guard_call *call, const struct gaff_match_place *place,
		       struct json globs, const struct gaff_program *program, struct sv text)
{
	struct arena *a = call->arena;
	struct sv path = path_of(call, program, text, true);
	char real[PATH_MAX];
	const char *name;

	if (!is_wholly_named(a, globs, path, place))
		return false;
	if (!place->real)
		return true; /* nothing is there: an example */
	if (text.p[0] != '/')
		text = sv_join(a, program->cwd, SV("/"), text);
	name = gaff_arena_cstr(a, text);
	return name && gaff_fs_real(name, real, sizeof real) &&
	       (sv_eq(sv_of(real), path) || is_wholly_named(a, globs, sv_of(real), place));
}

/* ---- all of them ---- */

struct files {
	struct gaff_guard_call *call;
	const struct gaff_match_place *place;
	const struct gaff_rule *rule;
	const struct gaff_program *program;
	enum gaff_row_result result; /* of a rule that allows, the least of all; else the most */
	size_t n;
};

static void add(struct files *f, struct gaff_word word, struct sv text)
{
	bool is_for_all = f->rule->decision == GAFF_ALLOW;
	enum gaff_row_result result;

	if (!text.n || sv_eq(text, SV("-")) || sv_has(text, SV("://")))
		return;
	result = word_result(f->call, f->place, f->rule->paths, f->program, text, word.has_pattern);
	if (is_for_all && result == GAFF_ROW_YES &&
	    !is_certain(f->call, f->place, f->rule->paths, f->program, text))
		result = GAFF_ROW_PERHAPS;
	if (!f->n++ || (is_for_all ? result < f->result : result > f->result))
		f->result = result;
}

/* "if=x" of dd, "@x" of curl */
static void add_operand(struct files *f, struct gaff_word word, struct sv text)
{
	struct sv name, value;

	add(f, word, sv_starts(text, SV("@")) ? sv_skip(text, 1) : text);
	/* one word: an exception is for the whole */
	if (sv_split(text, '=', &name, &value) && f->rule->decision != GAFF_ALLOW)
		add(f, word, value);
}

/* The word that has the value of an option: the same, or the next. */
static struct gaff_word value_word(const struct gaff_program *program, const struct gaff_arg *arg)
{
	struct gaff_word word = program->word[arg->word];
	bool is_in_it = arg->value.p >= word.text.p &&
			arg->value.p + arg->value.n <= word.text.p + word.text.n;

	return is_in_it || arg->word + 1 >= program->n ? word : program->word[arg->word + 1];
}

static void add_args(struct files *f, const struct gaff_args *args, size_t n_named)
{
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];
		struct gaff_word word = args->program->word[arg->word];

		switch (arg->kind) {
		case GAFF_ARG_OPERAND:
		case GAFF_ARG_HOLE:
			if (n_named)
				n_named--;
			else if (arg->kind == GAFF_ARG_OPERAND)
				add_operand(f, word, arg->name);
			else
				add(f, word, word.text);
			break;
		case GAFF_ARG_SHORT:
		case GAFF_ARG_LONG:
			if (arg->has_value && !gaff_is_among(arg->name, text_options))
				add_operand(f, value_word(args->program, arg), arg->value);
			break;
		case GAFF_ARG_END:
			break;
		}
	}
}

enum gaff_rc gaff_rule_files(struct gaff_guard_call *call, const struct gaff_match_place *place,
			     const struct gaff_rule *rule, const struct gaff_args *args,
			     size_t n_named, enum gaff_row_result *out, struct gaff_err *err)
{
	struct files f = { call, place, rule, args->program, GAFF_ROW_NO, 0 };

	*out = GAFF_ROW_NO;
	if (args->program->is_elsewhere)
		return GAFF_OK; /* its files are not ours */
	for (const struct gaff_opened *o = args->program->opened; o; o = o->next)
		add(&f, o->path, o->path.text);
	if (!gaff_is_among(args->program->name, without_files))
		add_args(&f, args, n_named);
	*out = f.result;
	return gaff_arena_check(call->arena, err);
}
