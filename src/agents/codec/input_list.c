#include "agents/codec/rewrite.h"

#include "text/words.h"

/*
 * Tools that do several things with one call: a list of command lines, of files, of requests. What
 * stands in a list may be a text or an object, and the list may be missing around a single one, or
 * be the whole input: such agents take whatever a model comes up with, and a guard must see it.
 */

bool gaff_input_is_list(const struct gaff_tool_row *row, struct json native)
{
	return row && row->n_input &&
	       (row->input[0].kind == GAFF_IN_COMMANDS || row->input[0].kind == GAFF_IN_EACH) &&
	       gaff_json_type(native) == JSON_ARRAY;
}

struct gaff_each gaff_each_of(struct json value)
{
	if (gaff_json_type(value) == JSON_ARRAY)
		return (struct gaff_each){ gaff_json_iter(value), { 0 } };
	return (struct gaff_each){ .single = value };
}

bool gaff_each_next(struct gaff_each *e, struct json *out)
{
	struct json key;

	if (!e->single.n)
		return e->it.p && gaff_json_next(&e->it, &key, out);
	*out = e->single;
	e->single = (struct json){ 0 };
	return true;
}

static size_t count(struct json value)
{
	struct gaff_each e = gaff_each_of(value);
	struct json one;
	size_t n = 0;

	while (gaff_each_next(&e, &one))
		n++;
	return n;
}

/* ---- command lines ---- */

struct lines {
	struct arena *arena;
	struct sv *line;
	size_t n, room;
	bool failed;
};

static void add_line(struct lines *l, struct sv line)
{
	if (l->n == l->room) {
		size_t room = l->room ? 2 * l->room : 16;
		struct sv *more = gaff_arena_alloc(l->arena, room * sizeof *more);

		if (!more) {
			l->failed = true;
			return;
		}
		if (l->n)
			memcpy(more, l->line, l->n * sizeof *more);
		l->line = more;
		l->room = room;
	}
	l->line[l->n++] = line;
}

/* What is no text is a word of JSON: nothing of it may be hidden. */
static void add_word(struct arena *a, struct buf *line, struct json value)
{
	struct sv word;

	gaff_word_quote(line, gaff_json_text(a, value, &word) ? word : json_sv(value));
}

/* With arguments, and be it none of them, a program is started without a shell: the line for one.
 */
static struct sv line_of(struct lines *l, struct json command, struct json args)
{
	struct gaff_each e = gaff_each_of(args);
	struct buf b = buf_in(l->arena);
	struct json word;
	struct sv line;

	if (!args.n && gaff_json_text(l->arena, command, &line))
		return line;
	add_word(l->arena, &b, command);
	while (gaff_each_next(&e, &word)) {
		buf_addc(&b, ' ');
		add_word(l->arena, &b, word);
	}
	l->failed |= !buf_ok(&b);
	return buf_sv(&b);
}

/* `args` are of a single command that stands in the input itself. */
static void add_commands(struct lines *l, struct json value, struct json args)
{
	struct gaff_each e = gaff_each_of(value);
	struct json one;

	while (gaff_each_next(&e, &one)) {
		struct json command = gaff_json_get(one, SV("command"));

		add_line(l, line_of(l, command.n ? command : one,
				    command.n ? gaff_json_get(one, SV("args")) : args));
	}
}

/*
 * Each is run by a shell of its own: what these words do, or begin, is nothing to the next line.
 */
static bool is_of_shell(struct sv program)
{
	/* clang-format off */
	return gaff_is_among(program,
		". alias break builtin cd command continue declare enable eval exec exit export hash local popd pushd readonly "
		"return set shift shopt source trap typeset ulimit umask unalias unset "
		"! [[ { } case coproc do done elif else esac fi for function if in select then time until while");
	/* clang-format on */
}

/*
 * Words and nothing else. Below one another, what a line leaves open (a quote, a backslash at the
 * end, a here-document) would swallow the next.
 */
static bool stands_alone(struct arena *a, struct sv command)
{
	struct words_iter it = words_iter(command);
	enum words_step step = gaff_words_next(a, &it, &command);

	if (step == WORDS_WORD && is_of_shell(command))
		return false;
	while (step == WORDS_WORD)
		step = gaff_words_next(a, &it, &command);
	return step != WORDS_NOT_PLAIN;
}

void gaff_input_write_commands(struct arena *a, struct json_writer *w,
			       const struct gaff_tool_row *row, const struct json *found)
{
	struct lines l = { .arena = a };
	struct buf b = buf_in(a);

	for (size_t i = 0; i < row->n_input; i++) {
		if (!found[i].n || gaff_json_type(found[i]) == JSON_NULL)
			continue;
		if (row->input[i].kind == GAFF_IN_COMMANDS)
			add_commands(&l, found[i],
				     i + 1 < row->n_input &&
						     row->input[i + 1].kind == GAFF_IN_ARGUMENTS
					     ? found[i + 1]
					     : (struct json){ 0 });
	}
	for (size_t i = 0; i < l.n; i++) {
		if (i)
			buf_addc(&b, '\n');
		if (l.n == 1 || stands_alone(a, l.line[i])) {
			gaff_buf_add(&b, l.line[i]);
			continue;
		}
		gaff_buf_add(&b, SV("sh -c "));
		gaff_word_quote_always(&b, l.line[i]);
	}
	if (l.failed || !buf_ok(&b))
		w->out->failed = true;
	json_member_string(w, SV("command"), buf_sv(&b));
}

/* ---- a member of each ---- */

/* What names a file has several names. */
static const struct sv paths[] = { SV_INIT("path"), SV_INIT("file_path"), SV_INIT("filePath"),
				   SV_INIT("image_paths") }; /* which is a list */

static struct sv member_name(struct json element, struct sv canonical)
{
	for (size_t i = 0; sv_eq(canonical, paths[0]) && i < COUNT_OF(paths); i++)
		if (gaff_json_get(element, paths[i]).n)
			return paths[i];
	return canonical;
}

struct json gaff_each_member(const struct gaff_tool_row *row, const struct gaff_input_row *in,
			     struct json element)
{
	const struct gaff_input_row *first = row->input;

	while (first != in && !sv_eq(first->native, in->native))
		first++;
	if (gaff_json_type(element) ==
	    JSON_STRING) /* the first that is said of each is the thing */
		return first == in ? element : (struct json){ 0 };
	return gaff_json_get(element, member_name(element, in->canonical));
}

void gaff_input_write_each(struct arena *a, struct json_writer *w, const struct gaff_tool_row *row,
			   const struct json *found, struct sv canonical)
{
	struct buf b = buf_in(a);
	struct json_writer list = { .out = &b };
	struct json one, value, last = { 0 };
	size_t n = 0;

	gaff_json_open(&list, '[');
	for (size_t i = 0; i < row->n_input; i++) {
		struct gaff_each e = gaff_each_of(found[i]);

		if (row->input[i].kind != GAFF_IN_EACH ||
		    !sv_eq(row->input[i].canonical, canonical))
			continue;
		while (gaff_each_next(&e, &one)) {
			value = gaff_each_member(row, &row->input[i], one);
			for (struct gaff_each all = gaff_each_of(value);
			     gaff_each_next(&all, &value);) {
				gaff_json_raw(&list, json_sv(value));
				last = value;
				n++;
			}
		}
	}
	gaff_json_close(&list, ']');
	w->out->failed |= !buf_ok(&b);
	if (n)
		json_member(w, canonical, n == 1 ? json_sv(last) : buf_sv(&b));
}

/* ---- and back ---- */

static bool is_of(const struct gaff_input_row *in, bool is_command)
{
	return is_command ? in->kind == GAFF_IN_COMMANDS || in->kind == GAFF_IN_ARGUMENTS
			  : in->kind == GAFF_IN_EACH;
}

/* The members of the old input that hold the list, as they are. */
static void copy_old(struct json_writer *w, const struct gaff_tool_row *row, struct json original,
		     bool is_command)
{
	if (gaff_input_is_list(row, original)) {
		json_member(w, row->input[0].native, json_sv(original));
		return;
	}
	for (size_t i = 0; i < row->n_input; i++) {
		struct json old = gaff_json_get(original, row->input[i].native);
		bool is_first = is_of(&row->input[i], is_command) && old.n;

		for (size_t k = 0; k < i; k++)
			is_first &= !sv_eq(row->input[k].native, row->input[i].native);
		if (is_first)
			json_member(w, row->input[i].native, json_sv(old));
	}
}

/* The n-th thing of the old input, absent unless it has as many as the new one. */
static struct json old_element(const struct gaff_tool_row *row, struct json original, size_t n,
			       size_t of)
{
	struct json list = original, one = { 0 };
	struct gaff_each e;

	if (!gaff_input_is_list(row, original))
		list = gaff_json_get(original, row->input[0].native);
	if (!list.n || count(list) != of)
		return (struct json){ 0 };
	e = gaff_each_of(list);
	for (size_t i = 0; i <= n; i++)
		(void)gaff_each_next(&e, &one);
	return one;
}

static void write_element(struct arena *a, struct json_writer *w, const struct gaff_tool_row *row,
			  struct gaff_each *values, struct json old)
{
	struct json new;
	struct sv name;

	gaff_json_open(w, '{');
	for (struct json_iter it = gaff_json_iter(old); it.is_object && gaff_json_each(&it);) {
		bool is_new = false;

		for (size_t i = 0; i < row->n_input; i++)
			is_new |= (values[i].single.n || values[i].it.p) &&
				  gaff_json_text(a, it.key, &name) &&
				  sv_eq(name, member_name(old, row->input[i].canonical));
		if (!is_new)
			gaff_json_copy(w, it.key, it.value);
	}
	for (size_t i = 0; i < row->n_input; i++)
		if (gaff_each_next(&values[i], &new))
			json_member(w, member_name(old, row->input[i].canonical), json_sv(new));
	gaff_json_close(w, '}');
}

/* Objects with these members; `value` has one for each row, absent where nothing is said. */
static enum gaff_rc write_objects(struct arena *a, struct json_writer *w,
				  const struct gaff_tool_row *row, const struct json *value,
				  struct json original, struct gaff_err *err)
{
	struct gaff_each values[GAFF_INPUT_ROWS_MAX] = { { { 0 }, { 0 } } };
	size_t n = 0;

	for (size_t i = 0; i < row->n_input; i++) {
		if (!value[i].n || !sv_eq(row->input[i].native, row->input[0].native))
			continue;
		if (n && count(value[i]) != n)
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "%.*s needs a '%.*s' for each of them",
					 SV_ARG(row->native), SV_ARG(row->input[i].canonical));
		n = count(value[i]);
		values[i] = gaff_each_of(value[i]);
	}
	gaff_json_key(w, row->input[0].native);
	gaff_json_open(w, '[');
	for (size_t i = 0; i < n; i++)
		write_element(a, w, row, values, old_element(row, original, i, n));
	gaff_json_close(w, ']');
	return GAFF_OK;
}

enum gaff_rc gaff_input_write_list(struct arena *a, struct json_writer *w,
				   const struct gaff_tool_row *row, struct json *value,
				   struct json original, struct gaff_err *err)
{
	bool is_command = row->input[0].kind == GAFF_IN_COMMANDS, changes = false;
	struct json before;

	GAFF_TRY(gaff_input_to_canonical(a, row, original, &before, err));
	for (size_t i = 0; i < row->n_input; i++) {
		struct json was = gaff_json_get(before, row->input[i].canonical);

		if (!is_of(&row->input[i], is_command) || row->input[i].kind == GAFF_IN_ARGUMENTS)
			continue;
		if (value[i].n && !gaff_json_same(a, value[i], was))
			changes = true;
		else if (!value[i].n && !is_command)
			value[i] = was;
	}
	if (!changes) {
		copy_old(w, row, original, is_command);
		return GAFF_OK;
	}
	if (!is_command)
		return write_objects(a, w, row, value, original, err);
	gaff_json_key(w, row->input[0].native);
	if (gaff_json_type(value[0]) == JSON_ARRAY) {
		gaff_json_raw(w, json_sv(value[0]));
		return GAFF_OK;
	}
	gaff_json_open(w, '[');
	gaff_json_raw(w, json_sv(value[0]));
	gaff_json_close(w, ']');
	return GAFF_OK;
}
