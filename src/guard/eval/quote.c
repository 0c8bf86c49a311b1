#include "guard/guard.h"
#include "guard/guards/secret.h"

/* What findings quote of a command: nothing that gaff does not know by itself. */

enum { NAME_SHOWN_MAX = 64 };

/* What names of programs are made of. */
static bool is_plain(struct sv name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!ascii_isalpha(name.p[i]) && !ascii_isdigit(name.p[i]) &&
		    !(name.p[i] && strchr("_.+-:[", name.p[i])))
			return false;
	return name.n && name.n <= NAME_SHOWN_MAX;
}

struct sv gaff_guard_name(const struct gaff_program *program)
{
	struct gaff_secret secret;

	return is_plain(program->name) && !gaff_secret_find(program->name, 0, &secret)
		       ? program->name
		       : SV("…");
}

static struct sv next_piece(struct sv *rest, const char *separators)
{
	struct sv piece = { rest->p, 0 };

	while (piece.n < rest->n && !strchr(separators, piece.p[piece.n]))
		piece.n++;
	*rest = sv_skip(*rest, piece.n + (piece.n < rest->n));
	return piece;
}

/* Of "!--mode=x*" and "..delete" the name. */
static struct sv name_of(struct sv piece)
{
	struct sv name = piece;

	if (sv_starts(name, SV("!")))
		name = sv_skip(name, 1);
	if (sv_starts(name, SV("..")))
		name = sv_skip(name, 2);
	if (!sv_starts(name, SV("-")))
		return name;
	piece = next_piece(&name, "=?");
	return piece;
}

/* Programs of a row may be told apart by `sudo`'s options, too: it is enough that it is in there.
 */
static struct sv word_of_row(struct sv when, const struct gaff_args *args,
			     const struct gaff_arg *arg)
{
	struct gaff_args one = *args;

	one.arg = (struct gaff_arg *)arg;
	one.n = 1;
	(void)next_piece(&when, " "); /* the programs */
	while (when.n) {
		struct sv name = name_of(next_piece(&when, " |"));

		if (arg->kind == GAFF_ARG_OPERAND && name.n && sv_eq(name, arg->name))
			return name;
		if (name.n > 1 && (name.p[0] == '-' || name.p[0] == '/') &&
		    gaff_args_option(&one, name, true, NULL))
			return name;
	}
	return (struct sv){ 0 };
}

struct sv gaff_guard_what(struct arena *a, const struct gaff_args *args, struct sv when)
{
	const struct gaff_arg *before = NULL;
	struct buf b = buf_in(a);

	gaff_buf_add(&b, gaff_guard_name(args->program));
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];
		struct sv word = word_of_row(when, args, arg);

		if (!word.n)
			continue;
		if (before && before->kind == GAFF_ARG_SHORT && arg->kind == GAFF_ARG_SHORT &&
		    before->word == arg->word) /* "-rf" */
			word = sv_skip(word, 1);
		else
			buf_addc(&b, ' ');
		gaff_buf_add(&b, word);
		before = arg;
	}
	return buf_ok(&b) ? buf_sv(&b) : SV("");
}

/* "$name" or "${name}" at the beginning of a text. */
static struct sv variable_in(struct sv text)
{
	size_t n = sv_starts(text, SV("${")) ? 2 : 1, from = n;

	if (!sv_starts(text, SV("$")))
		return (struct sv){ 0 };
	while (n < text.n &&
	       (ascii_isalpha(text.p[n]) || ascii_isdigit(text.p[n]) || text.p[n] == '_'))
		n++;
	if (n == from || n > NAME_SHOWN_MAX)
		return (struct sv){ 0 };
	if (from == 2 && (n == text.n || text.p[n++] != '}'))
		return (struct sv){ 0 };
	return (struct sv){ text.p, n };
}

struct sv gaff_guard_unknown(const struct gaff_programs *programs,
			     const struct gaff_unknown *unknown)
{
	struct sv text = programs->text, variable;

	if (unknown->at >= text.n)
		return SV("");
	text = sv_skip(text, sv_starts(sv_skip(text, unknown->at), SV("\"")) ? unknown->at + 1
									     : unknown->at);
	variable = variable_in(text);
	if (variable.n)
		return variable;
	for (const struct gaff_program *p = programs->first; p; p = p->next)
		if (p->at == unknown->at && p->name.n)
			return gaff_guard_name(p);
	return SV("");
}
