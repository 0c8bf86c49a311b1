#include "text/regex/regex.h"

#include "base/io.h"
#include "base/limits.h"
#include "text/regex/regex_parts.h"
#include "text/utf8.h"

/*
 * All ways through the program are followed at once, one character of the text at a time: a thread
 * is an instruction that takes a character. No instruction is visited twice at one place, so the
 * time is bounded by the program times the text. Which way comes first does not matter: the answer
 * is only yes or no.
 */
struct gaff_regex {
	const struct regex_inst *code;
	const struct regex_class *class;
	uint32_t *seen;       /* the round in which an instruction was reached last */
	uint32_t *now, *soon; /* threads here and behind the next character */
	uint32_t *stack;      /* what is still to be followed */
	uint32_t n, round, threads;
	bool has_asserts;
	bool is_anchored; /* begins with ^ */
	bool inside;      /* matches nothing, between the bytes of one character */
	bool has_first;   /* every match begins with a byte of `first`, and with the prefix */
	struct sv prefix;
	uint64_t first[4];
};

/* Follow everything that takes no character; true: a match ends here. */
static bool reach(struct gaff_regex *re, uint32_t pc, unsigned where, uint32_t *list, uint32_t *n)
{
	uint32_t *stack = re->stack;

	for (;;) {
		while (re->seen[pc] != re->round) {
			struct regex_inst inst = re->code[pc];

			re->seen[pc] = re->round;
			switch (inst.op) {
			case REGEX_CHAR:
			case REGEX_CLASS:
				list[(*n)++] = pc;
				break;
			case REGEX_SPLIT:
				*stack++ = pc + (uint32_t)inst.x;
				pc++;
				break;
			case REGEX_JUMP:
				pc += (uint32_t)inst.x;
				break;
			case REGEX_ASSERT:
				pc += (where & (unsigned)inst.x) != 0;
				break;
			case REGEX_MATCH:
				return true;
			}
		}
		if (stack == re->stack)
			return false;
		pc = *--stack;
	}
}

static void next_round(struct gaff_regex *re)
{
	if (++re->round == 0) {
		memset(re->seen, 0, re->n * sizeof *re->seen);
		re->round = 1;
	}
}

static bool is_word(unsigned char c)
{
	return ascii_isalpha((char)c) || ascii_isdigit((char)c) || c == '_';
}

/* What is true between the bytes before p and at p. */
static unsigned place(const unsigned char *p, const unsigned char *begin, const unsigned char *end)
{
	bool before = p > begin && is_word(p[-1]), behind = p < end && is_word(*p);
	unsigned where = before != behind ? REGEX_AT_WORD_EDGE : REGEX_AT_NO_WORD_EDGE;

	if (p == begin)
		where |= REGEX_AT_TEXT_BEGIN | REGEX_AT_LINE_BEGIN;
	else if (p[-1] == '\n')
		where |= REGEX_AT_LINE_BEGIN;
	if (p == end)
		where |= REGEX_AT_TEXT_END | REGEX_AT_LINE_END;
	else if (*p == '\n')
		where |= REGEX_AT_LINE_END;
	return where;
}

/*
 * The code point at p, which is no ASCII. RE2 compiles `.` to bytes of the right shape, overlong or
 * not; a byte that is not even that stands alone.
 */
static uint32_t decode(const unsigned char *p, const unsigned char *end, unsigned *n)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned length = p[0] < 0xc2 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 1;
	uint32_t rune = p[0] & (0x7fu >> length);

	*n = 1;
	if (length == 1 || (size_t)(end - p) < length)
		return RUNE_NONE;
	for (unsigned i = 1; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return RUNE_NONE;
		rune = rune << 6 | (p[i] & 0x3f);
	}
	*n = length;
	return rune < least[length] || rune > UNICODE_MAX ? RUNE_LAX : rune;
}

static bool has_bit(const uint64_t *bits, unsigned i)
{
	return bits[i / 64] >> i % 64 & 1;
}

/* Where the next match could begin at the earliest, or NULL. */
static const unsigned char *candidate(const struct gaff_regex *re, const unsigned char *p,
				      const unsigned char *end)
{
	if (re->prefix.n == 1)
		return memchr(p, re->prefix.p[0], (size_t)(end - p));
	if (re->prefix.n)
		return memmem(p, (size_t)(end - p), re->prefix.p, re->prefix.n);
	while (p < end && !has_bit(re->first, *p))
		p++;
	return p < end ? p : NULL;
}

/* All threads take the character; true: a match ends behind it. */
static bool step(struct gaff_regex *re, uint32_t rune, unsigned where)
{
	uint32_t n = 0, *swap = re->now;

	for (uint32_t i = 0; i < re->threads; i++) {
		uint32_t pc = re->now[i];
		struct regex_inst inst = re->code[pc];

		if (inst.op == REGEX_CHAR) {
			if ((uint32_t)inst.x != rune)
				continue;
		} else {
			const struct regex_class *class = &re->class[inst.x];

			if (rune < 0x80 ? !has_bit(class->ascii, rune)
					: !gaff_regex_in(class->range, class->n, rune))
				continue;
		}
		if (reach(re, pc + 1, where, re->soon, &n))
			return true;
	}
	re->now = re->soon;
	re->soon = swap;
	re->threads = n;
	return false;
}

bool gaff_regex_search(struct gaff_regex *re, struct sv subject)
{
	bool is_late;

	return gaff_regex_search_until(re, subject, 0, &is_late);
}

bool gaff_regex_search_until(struct gaff_regex *re, struct sv subject, int64_t deadline,
			     bool *is_late)
{
	enum { ROUNDS = 4096 }; /* between two looks at the clock: 30 ms of the slowest pattern */
	const unsigned char *begin = (const unsigned char *)(subject.n ? subject.p : "");
	const unsigned char *p = begin, *end = begin + subject.n;
	unsigned where = place(p, begin, end), n, rounds = 0;

	*is_late = false;
	re->threads = 0;
	next_round(re);
	for (;;) {
		uint32_t rune;

		if (deadline && ++rounds % ROUNDS == 0 && gaff_now_ms() >= deadline)
			return *is_late = true;

		if (!re->threads && p > begin && re->is_anchored)
			return false;
		if (!re->threads && re->has_first && !re->is_anchored) {
			const unsigned char *to = p < end ? candidate(re, p, end) : NULL;

			if (!to)
				return false;
			if (to > p) {
				p = to;
				next_round(re);
				where = re->has_asserts ? place(p, begin, end) : 0;
			}
		}
		if ((p == begin || !re->is_anchored) &&
		    (!re->has_first || (p < end && has_bit(re->first, *p))) &&
		    reach(re, 0, where, re->now, &re->threads))
			return true;
		if (p == end)
			return false;
		rune = *p;
		n = 1;
		if (rune >= 0x80) {
			rune = decode(p, end, &n);
			if (n > 1 && re->inside)
				return true;
		}
		p += n;
		where = re->has_asserts ? place(p, begin, end) : 0;
		next_round(re);
		if (step(re, rune, where))
			return true;
	}
}

/* The bytes with which the code points lo … hi begin. */
static void add_first(struct gaff_regex *re, uint32_t lo, uint32_t hi)
{
	char from[4], to[4];

	if (hi >
	    UNICODE_MAX) { /* what is let pass has the bytes 0xe0, 0xf0 and 0xf4, as others do */
		hi = UNICODE_MAX;
		lo = lo > hi ? hi : lo;
	}
	(void)utf8_put(from, lo);
	(void)utf8_put(to, hi);
	for (unsigned c = (unsigned char)from[0]; c <= (unsigned char)to[0]; c++)
		re->first[c / 64] |= (uint64_t)1 << c % 64;
}

/* How can a match begin? Told by what is reached where every assertion holds. */
static void find_first(struct gaff_regex *re)
{
	re->threads = 0;
	next_round(re);
	re->has_first = !reach(re, 0, ~0u, re->now, &re->threads);
	for (uint32_t i = 0; i < re->threads && re->has_first; i++) {
		struct regex_inst inst = re->code[re->now[i]];

		if (inst.op == REGEX_CHAR)
			add_first(re, (uint32_t)inst.x, (uint32_t)inst.x);
		for (uint32_t k = 0; inst.op == REGEX_CLASS && k < re->class[inst.x].n; k++)
			add_first(re, re->class[inst.x].range[k].lo, re->class[inst.x].range[k].hi);
	}
	/* There no character begins, but RE2 finds \\B there, which is true and takes none. */
	re->threads = 0;
	next_round(re);
	re->inside = reach(re, 0, REGEX_AT_NO_WORD_EDGE, re->now, &re->threads);
	re->is_anchored = re->code[0].op == REGEX_ASSERT && re->code[0].x == REGEX_AT_TEXT_BEGIN;
}

/* The characters at the beginning of the program are at the beginning of every match. */
static enum gaff_rc find_prefix(struct arena *a, struct gaff_regex *re, struct gaff_err *err)
{
	uint32_t n = 0;
	char *p;

	while (re->code[n].op == REGEX_CHAR)
		n++;
	p = gaff_arena_alloc(a, (size_t)n * 4);
	if (!p)
		return gaff_no_memory(err);
	re->prefix.p = p;
	for (uint32_t i = 0; i < n; i++)
		re->prefix.n += utf8_put(p + re->prefix.n, (uint32_t)re->code[i].x);
	return GAFF_OK;
}

enum gaff_rc gaff_regex_compile(struct arena *a, struct sv pattern, struct gaff_regex **out,
				struct gaff_err *err)
{
	const char *p = pattern.n ? pattern.p : "";
	struct regex_parser ps = {
		.a = a, .err = err, .begin = p, .p = p, .end = p + pattern.n, .set = { .a = a }
	};
	struct gaff_regex *re;

	GAFF_TRY(gaff_regex_parse(&ps));
	re = gaff_arena_alloc(a, sizeof *re);
	if (!re)
		return gaff_no_memory(err);
	*re = (struct gaff_regex){ .code = ps.code, .class = ps.class, .n = (uint32_t)ps.n };
	re->seen = gaff_arena_alloc(a, ps.n * 4 * sizeof *re->seen);
	if (!re->seen)
		return gaff_no_memory(err);
	memset(re->seen, 0, ps.n * sizeof *re->seen);
	re->now = re->seen + ps.n;
	re->soon = re->now + ps.n;
	re->stack = re->soon + ps.n;
	for (size_t i = 0; i < ps.n; i++)
		re->has_asserts |= ps.code[i].op == REGEX_ASSERT;
	find_first(re);
	GAFF_TRY(find_prefix(a, re, err));
	*out = re;
	return GAFF_OK;
}

enum gaff_rc gaff_regex_try(struct sv pattern, const struct sv *subject, size_t n, bool *out,
			    struct gaff_err *err)
{
	char first[8192]; /* what usual patterns take */
	struct gaff_regex *re;
	struct arena a;
	enum gaff_rc rc;

	gaff_arena_init(&a, first, sizeof first, GAFF_REGEX_MEMORY_MAX);
	rc = gaff_regex_compile(&a, pattern, &re, err);
	if (rc == GAFF_OK) {
		*out = false;
		for (size_t i = 0; i < n && !*out; i++)
			*out = gaff_regex_search(re, subject[i]);
	}
	gaff_arena_release(&a);
	return rc;
}
