#include "guard/rows/options.h"

#include "guard/rows/options_parts.h"
#include "guard/pieces.h"

enum { SUBS_MAX = 2 }; /* "docker compose run" */

/* ---- the rows that count ---- */

/* What is known of the program while its words are read. */
struct reading {
	struct sv name;
	const struct gaff_option_row *program;           /* its own row, or NULL */
	const struct gaff_option_row *row[SUBS_MAX + 1]; /* the last one counts first */
	size_t n_rows;
	struct sv sub[SUBS_MAX];
	size_t n_subs;
	size_t operands; /* since the last sub-command that has a row */
	bool has_no_subs;
};

/* Where the text behind `word` begins in `key`; NULL: it does not start with it. */
static const char *behind(const char *key, struct sv word)
{
	size_t n = 0;

	while (n < word.n && key[n] && ascii_lower(key[n]) == ascii_lower(word.p[n]))
		n++;
	return n == word.n ? key + n : NULL;
}

/* Are these the words behind the program in its key: " compose run|create"? */
static bool has_subs(const char *key, const struct sv *sub, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool found = false;

		if (*key != ' ')
			return false;
		do {
			const char *end = behind(++key, sub[i]);

			found |= end && (!*end || *end == ' ' || *end == '|');
			while (*key && *key != ' ' && *key != '|')
				key++;
		} while (*key == '|');
		if (!found)
			return false;
	}
	return !*key;
}

/* The program of a row and a name, in the order of the rows. */
static int compare(const char *program, struct sv name)
{
	size_t i = 0;

	while (i < name.n && ascii_lower(program[i]) == ascii_lower(name.p[i]) && program[i] > ' ')
		i++;
	if (i == name.n)
		return program[i] > ' ' ? 1 : 0;
	if (program[i] <= ' ')
		return -1;
	return (unsigned char)ascii_lower(program[i]) < (unsigned char)ascii_lower(name.p[i]) ? -1
											      : 1;
}

/* The first of its rows. */
static const struct gaff_option_row *find_row(struct sv name)
{
	size_t from = 0, to = gaff_n_option_rows;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (compare(gaff_option_rows[middle].program, name) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from < gaff_n_option_rows && name.n &&
			       compare(gaff_option_rows[from].program, name) == 0 &&
			       !gaff_option_rows[from].program[name.n]
		       ? &gaff_option_rows[from]
		       : NULL;
}

/* The row of a sub-command: rows of a program stand together, its own first. */
static const struct gaff_option_row *find_sub(const struct gaff_option_row *row, struct sv name,
					      const struct sv *sub, size_t n)
{
	for (; row->program; row++) {
		const char *end = behind(row->program, name);

		if (!end || (*end && *end != ' '))
			return NULL;
		if (has_subs(end, sub, n))
			return row;
	}
	return NULL;
}

static bool is_twin(const char *const *twin, struct sv name, char first)
{
	for (; *twin; twin++)
		if (ascii_fold(**twin) == first && sv_eq_nocase(name, sv_of(*twin)))
			return true;
	return false;
}

/* Its row, or that of which it is a twin: then the name is that one's. */
static const struct gaff_option_row *find_program(struct sv *name)
{
	const struct gaff_option_row *row = find_row(*name);
	char first = name->n ? ascii_fold(name->p[0]) : '\0';

	if (row || !name->n)
		return row;
	for (row = gaff_option_rows; row->program; row++)
		if (row->twins && is_twin(row->twins, *name, first)) {
			*name = sv_of(row->program);
			return row;
		}
	return NULL;
}

/* "python3.11" is python, "git.exe" git. */
static const struct gaff_option_row *row_of(struct sv *name)
{
	const struct gaff_option_row *row;

	*name = sv_without_exe(*name);
	row = find_program(name);
	if (row || !name->n || !ascii_isdigit(name->p[name->n - 1]))
		return row;
	while (name->n && (ascii_isdigit(name->p[name->n - 1]) || name->p[name->n - 1] == '.'))
		name->n--;
	return find_program(name);
}

static const struct gaff_option_row *last_row(const struct reading *r)
{
	return r->n_rows ? r->row[r->n_rows - 1] : NULL;
}

static bool has_style(const struct reading *r, unsigned style)
{
	for (size_t i = 0; i < r->n_rows; i++)
		if (r->row[i]->style & style)
			return true;
	return false;
}

/* An operand was read: is it a sub-command with options of its own? */
static void note_operand(struct reading *r, struct sv text)
{
	const struct gaff_option_row *row = last_row(r), *sub = NULL;

	if (!row || r->has_no_subs || r->operands || r->n_subs == SUBS_MAX) {
		r->operands++;
		return;
	}
	r->sub[r->n_subs] = text;
	sub = find_sub(r->program, r->name, r->sub, r->n_subs + 1);
	if (row->style & GAFF_OPT_SUBS)
		r->n_rows = 0; /* those in front of it do not hold behind it */
	if (sub) {
		r->n_subs++;
		r->row[r->n_rows++] = sub;
	} else {
		r->has_no_subs = true;
		r->operands++;
	}
}

/* Do all further words belong to what is launched? */
static bool is_behind_last(const struct reading *r)
{
	const struct gaff_option_row *row = last_row(r);
	size_t stop = 0;

	if (!row || row->shorts[0] != '+')
		return false;
	while (row->shorts[stop] == '+')
		stop++;
	return r->operands >= stop;
}

enum takes { NOTHING, ATTACHED, VALUE, COMMAND };

static enum takes letter_takes(const struct reading *r, char letter)
{
	for (size_t i = r->n_rows; i-- > 0;) {
		bool is_attached = false;

		for (const char *p = r->row[i]->shorts; *p; p++) {
			if (*p == '?')
				is_attached = true;
			else if (*p == letter && *p != '+')
				return is_attached ? ATTACHED : VALUE;
		}
	}
	return NOTHING;
}

static enum takes name_takes(const struct reading *r, struct sv name)
{
	bool is_powershell = has_style(r, GAFF_OPT_POWERSHELL);

	for (size_t i = r->n_rows; i-- > 0;) {
		const char *p = r->row[i]->longs;

		while (*p) {
			size_t n = 0;
			struct sv one;

			while (p[n] && p[n] != ' ')
				n++;
			one = (struct sv){ p, n };
			if (n && p[n - 1] == ';')
				one.n--;
			if (is_powershell ? sv_eq_nocase(one, name) : sv_eq(one, name))
				return one.n < n ? COMMAND : VALUE;
			p += n + (p[n] == ' ');
		}
	}
	return NOTHING;
}

/* ---- the words ---- */

struct reader {
	struct reading r;
	const struct gaff_program *program;
	struct gaff_args *out;
	size_t at; /* the next word */
	bool is_after_end;
};

static struct gaff_arg *add(struct reader *rd, enum gaff_arg_kind kind, struct sv name)
{
	struct gaff_arg *arg = &rd->out->arg[rd->out->n++];

	*arg = (struct gaff_arg){
		.kind = kind, .name = name, .is_after_end = rd->is_after_end, .word = rd->at
	};
	return arg;
}

static void set_value(struct gaff_arg *arg, struct sv value)
{
	arg->value = value;
	arg->has_value = true;
}

static void take_next(struct reader *rd, struct gaff_arg *arg)
{
	if (rd->at + 1 < rd->program->n)
		set_value(arg, rd->program->word[++rd->at].text);
}

/* find -exec: all words up to the ";", or the "+" behind "{}". */
static void take_command(struct reader *rd, struct gaff_arg *arg)
{
	const struct gaff_word *word = rd->program->word;

	take_next(rd, arg);
	while (rd->at + 1 < rd->program->n && !sv_eq(word[rd->at].text, SV(";")) &&
	       !(sv_eq(word[rd->at].text, SV("+")) && sv_eq(word[rd->at - 1].text, SV("{}"))))
		rd->at++;
}

/* "-x". Names have to stand together in memory, and in "-rf" only the first one does. */
static struct sv letter_name(struct arena *a, char letter)
{
	static const char digits[] = "-0-1-2-3-4-5-6-7-8-9";
	static const char lower[] = "-a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s-t-u-v-w-x-y-z";
	static const char upper[] = "-A-B-C-D-E-F-G-H-I-J-K-L-M-N-O-P-Q-R-S-T-U-V-W-X-Y-Z";
	const char other[] = { '-', letter };
	const char *copy;

	if (letter >= 'a' && letter <= 'z')
		return (struct sv){ lower + 2 * (letter - 'a'), 2 };
	if (letter >= 'A' && letter <= 'Z')
		return (struct sv){ upper + 2 * (letter - 'A'), 2 };
	if (ascii_isdigit(letter))
		return (struct sv){ digits + 2 * (letter - '0'), 2 };
	copy = gaff_arena_dup(a, (struct sv){ other, 2 });
	return (struct sv){ copy, copy ? 2 : 0 };
}

/* "-rf", "-bfeature", "-n5". Each letter once: a hostile word may be long. */
static void read_letters(struct arena *a, struct reader *rd, struct sv word)
{
	bool seen[256] = { false };

	for (size_t i = 1; i < word.n; i++) {
		unsigned char letter = (unsigned char)word.p[i];
		enum takes takes = letter_takes(&rd->r, word.p[i]);
		struct sv rest = sv_skip(word, i + 1);
		struct gaff_arg *arg;

		if (!letter) {
			add(rd, GAFF_ARG_HOLE, sv_skip(word, i));
			return;
		}
		if (seen[letter])
			continue;
		seen[letter] = true;
		arg = add(rd, GAFF_ARG_SHORT, letter_name(a, word.p[i]));
		if (takes == NOTHING)
			continue;
		if (rest.n)
			set_value(arg, rest);
		else if (takes == VALUE)
			take_next(rd, arg);
		return;
	}
}

/* "--force", "--depth=1", "-delete", "-chdir=x", "-Recurse:$true". */
static void read_name(struct reader *rd, struct sv word)
{
	size_t dashes = word.p[1] == '-' ? 2 : 1, n = dashes;
	bool is_powershell = has_style(&rd->r, GAFF_OPT_POWERSHELL);
	struct gaff_arg *arg;
	enum takes takes;

	while (n < word.n && word.p[n] && word.p[n] != '=' && !(is_powershell && word.p[n] == ':'))
		n++;
	if (n < word.n && !word.p[n]) {
		add(rd, GAFF_ARG_HOLE, word);
		return;
	}
	arg = add(rd, GAFF_ARG_LONG, (struct sv){ word.p, n });
	if (n < word.n) {
		set_value(arg, sv_skip(word, n + 1));
		return;
	}
	takes = name_takes(&rd->r, (struct sv){ word.p + dashes, n - dashes });
	if (takes == COMMAND)
		take_command(rd, arg);
	else if (takes == VALUE)
		take_next(rd, arg);
}

/* "of=x" as "--of". */
static bool read_assignment(struct arena *a, struct reader *rd, struct sv word)
{
	struct sv name, value;

	if (!sv_split(word, '=', &name, &value) || !name.n || sv_chr(name, 0))
		return false;
	set_value(add(rd, GAFF_ARG_LONG, sv_join(a, SV("--"), name, SV(""))), value);
	return true;
}

static bool is_slash_option(struct sv word)
{
	return word.n >= 2 && word.p[0] == '/' && ascii_isalpha(word.p[1]) &&
	       (word.n == 2 || word.p[2] == ':');
}

static void read_word(struct arena *a, struct reader *rd)
{
	struct gaff_word word = rd->program->word[rd->at];
	struct sv text = word.text;
	bool may_be_option = !rd->is_after_end && !is_behind_last(&rd->r);

	if (may_be_option && text.n > 1 && text.p[0] == '-') {
		if (text.n == 2 && text.p[1] == '-') {
			add(rd, GAFF_ARG_END, text);
			rd->is_after_end = true;
		} else if (text.p[1] == '-' || has_style(&rd->r, GAFF_OPT_WORDS)) {
			read_name(rd, text);
		} else {
			read_letters(a, rd, text);
		}
		return;
	}
	if (!rd->is_after_end && has_style(&rd->r, GAFF_OPT_SLASH) && is_slash_option(text)) {
		add(rd, GAFF_ARG_LONG, (struct sv){ text.p, 2 });
	} else if (has_style(&rd->r, GAFF_OPT_ASSIGN) && read_assignment(a, rd, text)) {
		return;
	} else if (text.n == 1 && !text.p[0] && word.may_split) {
		add(rd, GAFF_ARG_HOLE, text);
	} else {
		add(rd, GAFF_ARG_OPERAND, text);
		note_operand(&rd->r, text);
	}
}

enum gaff_rc gaff_args_of(struct arena *a, const struct gaff_program *program,
			  struct gaff_args *out, struct gaff_err *err)
{
	struct reader rd = { .program = program, .out = out };
	size_t most = 0;

	for (size_t i = 1; i < program->n; i++) {
		struct sv text = program->word[i].text;

		most += text.n > 2 && text.p[0] == '-' && text.p[1] != '-'
				? (text.n < 257 ? text.n : 257)
				: 1;
	}
	*out = (struct gaff_args){ .program = program };
	if (!most)
		return GAFF_OK;
	out->arg = gaff_arena_alloc(a, most * sizeof *out->arg);
	out->place = gaff_arena_alloc(a, most);
	GAFF_TRY(gaff_arena_check(a, err));
	memset(out->place, 0, most);
	rd.r.name = program->name;
	rd.r.program = rd.r.row[0] = row_of(&rd.r.name);
	rd.r.n_rows = rd.r.program ? 1 : 0;
	out->is_powershell = has_style(&rd.r, GAFF_OPT_POWERSHELL);
	for (rd.at = 1; rd.at < program->n; rd.at++)
		read_word(a, &rd);
	return gaff_arena_check(a, err);
}

/* ---- questions ---- */

static struct sv without_dashes(struct sv name)
{
	while (name.n && name.p[0] == '-')
		name = sv_skip(name, 1);
	return name;
}

static bool is_option(const struct gaff_args *args, const struct gaff_arg *arg, struct sv option,
		      bool may_be_cut)
{
	struct sv given, wanted;

	if (arg->kind == GAFF_ARG_SHORT)
		return sv_eq(arg->name, option);
	if (arg->kind != GAFF_ARG_LONG)
		return false;
	if (arg->name.p[0] == '/')
		return sv_eq_nocase(arg->name, option);
	given = without_dashes(arg->name);
	wanted = without_dashes(option);
	if (args->is_powershell)
		return given.n && option.n > 2 && sv_starts_nocase(wanted, given);
	/* "-delete" and "--delete" are the same to programs that know the first; "-d" is not */
	if (sv_eq(given, wanted))
		return option.n > 2 || arg->name.n == option.n;
	return may_be_cut && given.n >= 3 && sv_starts(option, SV("--")) &&
	       sv_starts(arg->name, SV("--")) && sv_starts(wanted, given);
}

const struct gaff_arg *gaff_args_option(const struct gaff_args *args, struct sv option,
					bool may_be_cut, const struct gaff_arg *after)
{
	for (size_t i = after ? (size_t)(after - args->arg) + 1 : 0; i < args->n; i++)
		if (is_option(args, &args->arg[i], option, may_be_cut))
			return &args->arg[i];
	return NULL;
}

bool gaff_args_have(const struct gaff_args *args, struct sv option)
{
	return gaff_args_option(args, option, true, NULL) != NULL;
}

const struct gaff_arg *gaff_args_operand(const struct gaff_args *args, size_t n)
{
	for (size_t i = 0; i < args->n; i++)
		if (args->arg[i].kind == GAFF_ARG_OPERAND && n-- == 0)
			return &args->arg[i];
	return NULL;
}

size_t gaff_args_count(const struct gaff_args *args)
{
	size_t n = 0;

	for (size_t i = 0; i < args->n; i++)
		n += arg_is_operand(&args->arg[i]);
	return n;
}
