/*
 * guard_program.h - programs for the tests of guards, written in one line.
 *
 *	"rm -rf $ %/x *.o 'a b' >~/.bashrc"
 *
 * Words are separated by spaces, '...' is one word. "$" is a hole without quotes, "%" one in
 *quotes;
 * *, ? and [ outside of '...' are a pattern. ">x" is a file that is written, ">>x" one that grows,
 * "<x" one that is read.
 */
#ifndef GAFF_TESTS_GUARD_PROGRAM_H
#define GAFF_TESTS_GUARD_PROGRAM_H

#include "guard/eval/programs.h"

static inline struct gaff_word test_word(struct arena *a, const char **p)
{
	struct buf b = buf_in(a);
	struct gaff_word w = { .n = 0 };
	bool quoted = false;

	for (; **p && (quoted || **p != ' '); (*p)++) {
		if (**p == '\'') {
			quoted = !quoted;
		} else if (!quoted && (**p == '$' || **p == '%')) {
			w.may_split |= **p == '$';
			buf_addc(&b, '\0');
		} else {
			w.has_pattern |= !quoted && strchr("*?[", **p);
			buf_addc(&b, **p);
		}
	}
	w.text = b.n ? buf_sv(&b) : SV("");
	return w;
}

static inline struct gaff_program *test_program(struct arena *a, const char *line)
{
	struct gaff_program *program = gaff_arena_alloc(a, sizeof *program);
	struct gaff_word *word = gaff_arena_alloc(a, (strlen(line) + 1) * sizeof *word);
	struct gaff_opened **last = &program->opened;

	*program = (struct gaff_program){ .word = word, .cwd = SV("/home/me/app") };
	while (*line) {
		if (*line == ' ') {
			line++;
		} else if (*line == '>' || *line == '<') {
			struct gaff_opened *o = gaff_arena_alloc(a, sizeof *o);
			bool writes = *line == '>', appends = writes && line[1] == '>';

			line += appends ? 2 : 1;
			*o = (struct gaff_opened){ test_word(a, &line), writes, appends, NULL };
			*last = o;
			last = &o->next;
		} else {
			word[program->n++] = test_word(a, &line);
		}
	}
	program->name = program->n ? word[0].text : SV("");
	for (size_t i = program->name.n; i-- > 0;)
		if (program->name.p[i] == '/') {
			program->name = sv_skip(program->name, i + 1);
			break;
		}
	if (program->n && !word_is_known(word[0]))
		program->name = SV("");
	return program;
}

#endif
