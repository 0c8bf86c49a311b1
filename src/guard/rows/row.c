#include "guard/rows/row.h"

#include <stdint.h>

#include "base/limits.h"
#include "guard/rows/row_parts.h"
#include "guard/pieces.h"

/* ---- the words of a row ---- */

enum token_kind {
	TOKEN_WORD,    /* "reset": the next operand */
	TOKEN_LATER,   /* "..delete": one of the operands from here on */
	TOKEN_OPTION,  /* "-f", "--force", "--force?", "--mode=x*", "-t=@outside", "/s" */
	TOKEN_END,     /* "--" */
	TOKEN_CLASS,   /* "@outside", "@outside$", "@outside^" */
	TOKEN_WRITES,  /* ">@settings" */
	TOKEN_APPENDS, /* ">>@settings": written in either way */
};

/* One alternative, told apart. */
struct token {
	enum token_kind kind;
	struct sv name, value;
	bool has_value, may_be_hidden;
	char which; /* of a class: '$' the last operand, '^' all others, 0 all */
};

static struct sv next_token(struct sv *rest)
{
	while (rest->n && rest->p[0] == ' ')
		*rest = sv_skip(*rest, 1);
	return sv_next_piece(rest, ' ');
}

static struct token class_token(enum token_kind kind, struct sv name)
{
	struct token t = { .kind = kind, .name = name };

	if (name.n && (name.p[name.n - 1] == '$' || name.p[name.n - 1] == '^')) {
		t.which = name.p[name.n - 1];
		t.name.n--;
	}
	return t;
}

static struct token option_token(struct sv text)
{
	struct token t = { .kind = TOKEN_OPTION, .value = text };

	t.name = sv_next_piece(&t.value, '=');
	t.has_value = t.name.n < text.n;
	if (!t.has_value && t.name.n && t.name.p[t.name.n - 1] == '?') {
		t.may_be_hidden = true;
		t.name.n--;
	}
	return t;
}

static struct token token_of(struct sv text)
{
	switch (text.n ? text.p[0] : '\0') {
	case '@':
		return class_token(TOKEN_CLASS, sv_skip(text, 1));
	case '>':
		if (sv_starts(text, SV(">>@")))
			return class_token(TOKEN_APPENDS, sv_skip(text, 3));
		if (sv_starts(text, SV(">@")))
			return class_token(TOKEN_WRITES, sv_skip(text, 2));
		break;
	case '-':
		if (sv_eq(text, SV("--")))
			return (struct token){ .kind = TOKEN_END, .name = text };
		if (text.n > 1)
			return option_token(text);
		break;
	case '/':
		if (text.n == 2)
			return option_token(text);
		break;
	case '.':
		if (text.n > 2 && text.p[1] == '.' && text.p[2] != '/')
			return (struct token){ .kind = TOKEN_LATER, .name = sv_skip(text, 2) };
		break;
	default:
		break;
	}
	return (struct token){ .kind = TOKEN_WORD, .name = text };
}

/* Is it about what is left when all words have found their operands? */
static bool is_of_the_rest(enum token_kind kind, bool is_not)
{
	return kind >= TOKEN_CLASS || (is_not && kind == TOKEN_WORD);
}

/* "*" and "?" alone, with at most one way back: the row is short, the text may not be. */
static bool star_match(struct sv pattern, struct sv text, bool nocase)
{
	size_t p = 0, t = 0, star = SIZE_MAX, from = 0;

	while (t < text.n) {
		bool same = p < pattern.n && pattern.p[p] != '*' &&
			    (pattern.p[p] == '?' || pattern.p[p] == text.p[t] ||
			     (nocase && ascii_lower(pattern.p[p]) == ascii_lower(text.p[t])));

		if (same) {
			p++;
			t++;
		} else if (p < pattern.n && pattern.p[p] == '*') {
			star = p++;
			from = t;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			t = ++from;
		} else {
			return false;
		}
	}
	while (p < pattern.n && pattern.p[p] == '*')
		p++;
	return p == pattern.n;
}

/* Three-valued: a text that is known up to a hole may still become what is wanted. */
static enum gaff_row_result text_is(struct sv pattern, struct sv text)
{
	if (star_match(pattern, text, false))
		return GAFF_ROW_YES;
	for (size_t i = 0; i < text.n; i++) {
		if (!text.p[i] || (i < pattern.n && pattern.p[i] == '*'))
			return memchr(text.p, 0, text.n) ? GAFF_ROW_PERHAPS : GAFF_ROW_NO;
		if (i >= pattern.n || (pattern.p[i] != '?' && pattern.p[i] != text.p[i]))
			return GAFF_ROW_NO;
	}
	return GAFF_ROW_NO;
}

/* ---- a row against a program ---- */

struct matching {
	struct row_about about;
	bool has_more; /* a hole stood for a word: it may hold the next ones, too */
};

/* The first operand that is not used; args->n: none. */
static size_t next_operand(const struct matching *m)
{
	const struct gaff_args *args = m->about.args;
	size_t i = m->about.first;

	while (i < args->n && !arg_is_operand(&args->arg[i]))
		i++;
	return i;
}

/* The next operand against one word; who calls takes it when one of the alternatives was met. */
static enum gaff_row_result match_word(const struct matching *m, struct sv word)
{
	const struct gaff_args *args = m->about.args;
	size_t i = next_operand(m);

	if (i == args->n)
		return m->has_more ? GAFF_ROW_PERHAPS : GAFF_ROW_NO;
	if (args->arg[i].kind == GAFF_ARG_HOLE)
		return sv_eq(word, SV("*")) ? GAFF_ROW_YES : GAFF_ROW_PERHAPS;
	return text_is(word, args->arg[i].name);
}

static void take_operand(struct matching *m, enum gaff_row_result result)
{
	const struct gaff_args *args = m->about.args;
	size_t i = next_operand(m);

	if (i == args->n)
		return;
	m->has_more |= args->arg[i].kind == GAFF_ARG_HOLE && result == GAFF_ROW_PERHAPS;
	m->about.first = i + 1;
}

static enum gaff_row_result match_later(struct matching *m, struct sv name)
{
	const struct gaff_args *args = m->about.args;
	enum gaff_row_result result = GAFF_ROW_NO;

	for (size_t i = m->about.first; i < args->n; i++) {
		enum gaff_row_result one;

		if (!arg_is_operand(&args->arg[i]))
			continue;
		one = args->arg[i].kind == GAFF_ARG_HOLE ? GAFF_ROW_PERHAPS
							 : text_is(name, args->arg[i].name);
		/* a name that is in a variable is a name, and not the word looked for */
		if (one == GAFF_ROW_PERHAPS && i != m->about.first)
			one = GAFF_ROW_NO;
		result = row_most(result, one);
		if (one == GAFF_ROW_YES) {
			m->about.first = i + 1;
			break;
		}
	}
	return result;
}

/* What has to be clear is not so where there is doubt. */
static enum gaff_row_result cleared(enum gaff_row_result result, bool is_clear)
{
	return is_clear && result == GAFF_ROW_PERHAPS ? GAFF_ROW_NO : result;
}

static enum gaff_row_result value_is(const struct matching *m, struct sv pattern,
				     const struct gaff_arg *arg)
{
	if (!arg->has_value)
		return GAFF_ROW_NO;
	if (sv_starts(pattern, SV("@"))) {
		bool is_clear;
		const struct row_class *class = gaff_row_class(sv_skip(pattern, 1), &is_clear);
		struct gaff_word word = { .text = arg->value };

		return class ? cleared(gaff_row_class_has(class, &m->about, word), is_clear)
			     : GAFF_ROW_NO;
	}
	return text_is(pattern, arg->value);
}

static enum gaff_row_result match_option(const struct matching *m, const struct token *t,
					 bool is_not)
{
	const struct gaff_args *args = m->about.args;
	const struct gaff_arg *arg = NULL;
	enum gaff_row_result result = GAFF_ROW_NO;

	/* Cut short, "--force" would be "--force-with-lease": an exception is written in full. */
	while ((arg = gaff_args_option(args, t->name, !is_not, arg)) && result != GAFF_ROW_YES)
		result = row_most(result, t->has_value ? value_is(m, t->value, arg) : GAFF_ROW_YES);
	for (size_t i = 0; t->may_be_hidden && !result && i < args->n; i++)
		if (args->arg[i].kind == GAFF_ARG_HOLE && !args->arg[i].is_after_end)
			result = GAFF_ROW_PERHAPS;
	return result;
}

static enum gaff_row_result match_class(const struct matching *m, const struct token *t)
{
	bool is_clear;
	const struct row_class *class = gaff_row_class(t->name, &is_clear);
	struct row_about about = m->about;

	about.end = about.args->n;
	if (t->which) {
		size_t last = about.args->n;

		while (last > about.first && !arg_is_operand(&about.args->arg[last - 1]))
			last--;
		if (t->which == '$')
			about.first = last > about.first ? last - 1 : about.end;
		else
			about.end = last > about.first ? last - 1 : about.first;
	}
	return class ? cleared(gaff_row_class_of(class, &about), is_clear) : GAFF_ROW_NO;
}

static enum gaff_row_result match_files(const struct matching *m, const struct token *t)
{
	const struct gaff_opened *opened = m->about.args->program->opened;
	bool is_clear;
	const struct row_class *class = opened ? gaff_row_class(t->name, &is_clear) : NULL;
	enum gaff_row_result result = GAFF_ROW_NO;

	if (!class)
		return result;
	for (const struct gaff_opened *o = opened; o; o = o->next)
		if (o->writes && (!o->appends || t->kind == TOKEN_APPENDS))
			result = row_most(result, gaff_row_class_has(class, &m->about, o->path));
	return cleared(result, is_clear);
}

static enum gaff_row_result match_left_word(const struct matching *m, struct sv name)
{
	const struct gaff_args *args = m->about.args;

	for (size_t i = m->about.first; i < args->n; i++)
		if (args->arg[i].kind == GAFF_ARG_OPERAND &&
		    star_match(name, args->arg[i].name, false))
			return GAFF_ROW_YES;
	return GAFF_ROW_NO;
}

static enum gaff_row_result match_end(const struct matching *m)
{
	for (size_t i = 0; i < m->about.args->n; i++)
		if (m->about.args->arg[i].kind == GAFF_ARG_END)
			return GAFF_ROW_YES;
	return GAFF_ROW_NO;
}

static enum gaff_row_result match_token(struct matching *m, struct sv alternatives, bool is_not)
{
	enum gaff_row_result result = GAFF_ROW_NO;
	bool is_word = false;

	while (alternatives.n && result != GAFF_ROW_YES) {
		struct token t = token_of(sv_next_piece(&alternatives, '|'));
		enum gaff_row_result one = GAFF_ROW_NO;

		switch (t.kind) {
		case TOKEN_WORD:
			one = is_not ? match_left_word(m, t.name) : match_word(m, t.name);
			break;
		case TOKEN_LATER:
			one = match_later(m, t.name);
			break;
		case TOKEN_OPTION:
			one = match_option(m, &t, is_not);
			break;
		case TOKEN_END:
			one = match_end(m);
			break;
		case TOKEN_CLASS:
			one = match_class(m, &t);
			break;
		case TOKEN_WRITES:
		case TOKEN_APPENDS:
			one = match_files(m, &t);
			break;
		}
		if (one > result) {
			result = one;
			is_word = t.kind == TOKEN_WORD;
		}
	}
	if (is_not)
		return result == GAFF_ROW_YES ? GAFF_ROW_NO : GAFF_ROW_YES;
	if (is_word)
		take_operand(m, result);
	return result;
}

/* The row without its first word. */
static struct sv conditions(struct sv when)
{
	(void)next_token(&when);
	return when;
}

enum gaff_row_result gaff_row_match(struct arena *a, struct sv when, const struct gaff_args *args,
				    const struct gaff_world *world, struct sv *missing)
{
	struct matching m = { .about = { a, args, world, 0, args->n } };
	enum gaff_row_result result = GAFF_ROW_YES;

	*missing = SV("");
	/* First what is about single words, which is cheap and tells which operands are left. */
	for (int pass = 0; pass < 2; pass++) {
		struct sv rest = conditions(when);

		while (rest.n) {
			struct sv token = next_token(&rest), text = token;
			bool is_not = sv_starts(token, SV("!"));
			enum gaff_row_result one;

			if (is_not)
				text = sv_skip(text, 1);
			if (!text.n || is_of_the_rest(token_of(text).kind, is_not) != (pass == 1))
				continue;
			one = match_token(&m, text, is_not);
			if (one < result) {
				result = one;
				*missing = token;
			}
			if (result == GAFF_ROW_NO)
				return result;
		}
	}
	return result;
}

/* ---- which programs a row is about ---- */

/* A file system may not tell upper from lower case: "RM" is rm on a Mac. */
static bool is_named(const char *name, const char *end, struct sv program)
{
	struct sv pattern = { name, (size_t)(end - name) };

	/* of what is not known only rows about everything are */
	return program.n ? star_match(pattern, program, true) : sv_eq(pattern, SV("*"));
}

struct sv gaff_row_program(struct sv program)
{
	static const struct {
		const char *name, *as;
	} same[] = {
		/* clang-format off */
		{ "grm", "rm" },          { "gfind", "find" },       { "gcp", "cp" },
		{ "gmv", "mv" },          { "podman", "docker" },    { "nerdctl", "docker" },
		{ "oc", "kubectl" },      { "tofu", "terraform" },   { "podman-compose", "docker-compose" },
		{ "glab", "gh" },         { "flyctl", "cloud" },      { "sls", "serverless" },
		{ "mariadb", "sql" },  { "mariadb-admin", "mysqladmin" },
		{ "valkey-cli", "redis-cli" }, { "keydb-cli", "redis-cli" },
		{ "mongo", "mongosh" },   { "ri", "Remove-Item" },   { "erase", "del" },
		{ "rd", "rmdir" },        { "del-cli", "rimraf" },   { "wipe", "shred" },
		/* what takes SQL */
		{ "psql", "sql" },        { "mysql", "sql" },        { "sqlite3", "sql" },
		{ "sqlite", "sql" },      { "duckdb", "sql" },       { "sqlcmd", "sql" },
		{ "clickhouse-client", "sql" }, { "clickhouse", "sql" }, { "cockroach", "sql" },
		{ "cqlsh", "sql" },       { "usql", "sql" },         { "pgcli", "sql" },
		{ "mycli", "sql" },       { "litecli", "sql" },      { "bq", "sql" },
		{ "snowsql", "sql" },     { "trino", "sql" },        { "presto", "sql" },
		{ "hive", "sql" },        { "beeline", "sql" },      { "spark-sql", "sql" },
		{ "sqlplus", "sql" },     { "isql", "sql" },         { "osql", "sql" },
		{ "turso", "sql" },
		/* what rents machines */
		{ "doctl", "cloud" },     { "hcloud", "cloud" },     { "linode-cli", "cloud" },
		{ "oci", "cloud" },       { "ibmcloud", "cloud" },   { "scw", "cloud" },
		{ "vultr-cli", "cloud" }, { "fly", "cloud" },        { "aliyun", "cloud" },
		{ "civo", "cloud" },
		/* what divides disks */
		{ "sfdisk", "fdisk" },    { "cfdisk", "fdisk" },     { "gdisk", "fdisk" },
		{ "sgdisk", "fdisk" },    { "cgdisk", "fdisk" },     { "parted", "fdisk" },
		/* clang-format on */
	};
	char first;

	program = sv_without_exe(program);
	first = program.n ? ascii_fold(program.p[0]) : '\0';
	for (size_t i = 0; i < COUNT_OF(same); i++)
		if (ascii_fold(same[i].name[0]) == first &&
		    sv_eq_nocase(program, sv_of(same[i].name)))
			return sv_of(same[i].as);
	return SV("");
}

bool gaff_row_names(struct sv when, struct sv program)
{
	struct sv names = next_token(&when), other = gaff_row_program(program);

	program = sv_without_exe(program);
	while (names.n) {
		struct sv name = sv_next_piece(&names, '|');

		if (is_named(name.p, name.p + name.n, program) ||
		    (other.n && is_named(name.p, name.p + name.n, other)))
			return true;
	}
	return false;
}

/* A bit for the first two letters of a name; all of them for a pattern there. */
static uint32_t letters_bit(char c, char next)
{
	if (c == '*' || c == '?' || next == '*' || next == '?')
		return UINT32_MAX;
	if (next <= ' ' || next == '|')
		next = 0; /* its end */
	return 1u << ((unsigned)(ascii_fold(c) * 5 + ascii_fold(next)) & 31);
}

uint32_t gaff_row_letters(const char *when)
{
	uint32_t letters = letters_bit(when[0], when[0] ? when[1] : '\0');

	while (*when > ' ')
		if (*when++ == '|')
			letters |= letters_bit(when[0], when[0] ? when[1] : '\0');
	return letters;
}

static uint32_t letters_of(struct sv name)
{
	return name.n ? letters_bit(name.p[0], name.n > 1 ? name.p[1] : '\0') : UINT32_MAX;
}

struct row_filter gaff_row_filter(const struct gaff_args *args)
{
	struct sv program = args->program->name;
	struct row_filter f = { .program = sv_without_exe(program),
				.other = gaff_row_program(program),
				.args = args };
	size_t i = 0;

	f.lower = f.program.n ? ascii_lower(f.program.p[0]) : '*';
	f.upper = f.lower >= 'a' && f.lower <= 'z' ? (char)(f.lower - 'a' + 'A') : f.lower;
	f.other_first = f.other.n ? f.other.p[0] : f.lower;
	f.letters = letters_of(f.program) | (f.other.n ? letters_of(f.other) : 0);
	while (i < args->n && !arg_is_operand(&args->arg[i]))
		i++;
	if (i < args->n && args->arg[i].name.n)
		f.sub = args->arg[i].name.p[0];
	return f;
}

/* p is behind the programs of a row that names this one. */
static bool may_follow(const struct row_filter *f, const char *p)
{
	if (!f->sub)
		return true;
	while (*p > ' ')
		p++;
	for (;;) {
		char c = *p ? *++p : '\0';

		if (c < 'a' || c > 'z' || c == f->sub)
			return true;
		while (*p > ' ' && *p != '|')
			p++;
		if (*p != '|')
			return false;
	}
}

bool gaff_row_may_match(const struct row_filter *f, const char *when, bool *is_named_there)
{
	const char *p = when;

	*is_named_there = false;
	for (;;) {
		const char *name = p;
		char c = *p;

		if (c == f->lower || c == f->upper || c == '*' || c == '?' || c == f->other_first) {
			while (*p > ' ' && *p != '|')
				p++;
			if (is_named(name, p, f->program) ||
			    (f->other.n && is_named(name, p, f->other))) {
				*is_named_there = true;
				return may_follow(f, p);
			}
		}
		for (c = *p; c != '|'; c = *++p)
			if (c <= ' ')
				return false;
		p++;
	}
}

/* ---- rows of users ---- */

static enum gaff_rc check_class(struct sv name, struct gaff_err *err)
{
	bool is_clear;

	if (gaff_row_class(name, &is_clear))
		return GAFF_OK;
	return gaff_fail(err, GAFF_ESYNTAX, "there is no class @%.*s", SV_ARG(name));
}

static enum gaff_rc check_alternative(struct sv text, bool is_not, struct gaff_err *err)
{
	struct token t = token_of(text);

	if (!text.n)
		return gaff_fail(err, GAFF_ESYNTAX, "nothing between, before or behind a \"|\"");
	if (text.p[0] == '!')
		return gaff_fail(err, GAFF_ESYNTAX,
				 "\"%.*s\": a \"!\" stands in front of all alternatives",
				 SV_ARG(text));
	if (t.kind >= TOKEN_CLASS)
		return check_class(t.name, err);
	if (text.p[0] == '>')
		return gaff_fail(err, GAFF_ESYNTAX,
				 "\"%.*s\": behind \">\" stands a class, as in \">@system\"",
				 SV_ARG(text));
	if (t.kind == TOKEN_OPTION && t.has_value && sv_starts(t.value, SV("@")))
		return check_class(sv_skip(t.value, 1), err);
	if (t.kind == TOKEN_OPTION && is_not && t.may_be_hidden)
		return gaff_fail(err, GAFF_ESYNTAX,
				 "\"!%.*s\": a \"?\" has no meaning in what must not be there",
				 SV_ARG(text));
	if (t.kind == TOKEN_LATER && is_not)
		return gaff_fail(err, GAFF_ESYNTAX, "\"!%.*s\": write \"!%.*s\"", SV_ARG(text),
				 SV_ARG(t.name));
	return GAFF_OK;
}

static enum gaff_rc check_token(struct sv token, bool is_first, struct gaff_err *err)
{
	bool is_not = sv_starts(token, SV("!"));
	struct sv rest = is_not ? sv_skip(token, 1) : token;
	bool is_of_rest = is_of_the_rest(token_of(rest).kind, is_not);

	if (!rest.n || rest.p[rest.n - 1] == '|')
		return gaff_fail(err, GAFF_ESYNTAX, "\"%.*s\": something is missing",
				 SV_ARG(token));
	if (is_first && is_not)
		return gaff_fail(err, GAFF_ESYNTAX, "the first word is a program");
	while (rest.n) {
		struct sv text = sv_next_piece(&rest, '|');
		struct token t = token_of(text);

		if (is_first && t.kind != TOKEN_WORD)
			return gaff_fail(err, GAFF_ESYNTAX,
					 "the first word is a program; \"%.*s\" is none",
					 SV_ARG(text));
		GAFF_TRY(check_alternative(text, is_not, err));
		if (is_of_the_rest(t.kind, is_not) != is_of_rest)
			return gaff_fail(err, GAFF_ESYNTAX,
					 "\"%.*s\": a class is no alternative to a word or option",
					 SV_ARG(token));
	}
	return GAFF_OK;
}

enum gaff_rc gaff_row_check(struct sv when, struct gaff_err *err)
{
	struct sv rest = when;
	bool is_first = true;

	if (when.n > GAFF_ROW_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "it is longer than %d bytes", GAFF_ROW_MAX);
	for (size_t i = 0; i < when.n; i++)
		if ((unsigned char)when.p[i] < ' ')
			return gaff_fail(err, GAFF_ESYNTAX,
					 "only spaces stand between words, no other white space");
	while (sv_trim(rest).n) {
		GAFF_TRY(check_token(next_token(&rest), is_first, err));
		is_first = false;
	}
	if (is_first)
		return gaff_fail(err, GAFF_ESYNTAX, "it names no program");
	return GAFF_OK;
}
