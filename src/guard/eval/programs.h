/*
 * programs.h - what a command line executes: every program with its words, or that it cannot be
 * known.
 *
 * The property that everything here serves: of a command line it gives every program that can be
 * executed, with its words after quote removal and expansion, or says "cannot know" and where.
 *
 * The tree of text/shell.h is walked as a shell would, with values instead of effects: variables,
 * aliases and functions that the same text defines, folders it changes to, texts that go through
 * pipes and files. Both ways of a branch are taken. Launchers (launch.h) are followed into what
 * they start: sudo, xargs, find -exec, sh -c, ssh. The launcher itself is a program, too.
 */
#ifndef GAFF_GUARD_EVAL_PROGRAMS_H
#define GAFF_GUARD_EVAL_PROGRAMS_H

#include "base/arena.h"
#include "base/err.h"

/*
 * A word as a program gets it. What cannot be known is a NUL in the text: "\0/build" is
 * "$DIR/build". No program can be given a NUL, so it stands for nothing else.
 */
struct gaff_word {
	struct sv text;
	bool has_pattern; /* *, ? or [ in it is a pattern that a shell holds against files */
	bool may_split;   /* what is not known is not quoted: it may be no word, or several */
	size_t at, n;     /* where in the command line it comes from */
};

static inline bool word_is_known(struct gaff_word w)
{
	return !w.text.n || !memchr(w.text.p, 0, w.text.n);
}

/* Of "$DIR/.ssh/id_rsa" what is known: "/.ssh/id_rsa". Empty: it has no hole, or no name behind. */
static inline struct sv word_known_tail(struct gaff_word w)
{
	size_t i = w.text.n;

	while (i && w.text.p[i - 1])
		i--;
	return i && i < w.text.n && w.text.p[i] == '/' ? sv_skip(w.text, i) : SV("");
}

/* Another text at the place of a word. */
static inline struct gaff_word word_at(struct gaff_word where, struct sv text)
{
	return (struct gaff_word){ .text = text, .at = where.at, .n = where.n };
}

enum gaff_stdin { GAFF_STDIN_NONE, GAFF_STDIN_TEXT, GAFF_STDIN_FILE, GAFF_STDIN_UNKNOWN };

struct gaff_args;
struct gaff_program;

/* A file that a redirection opens. */
struct gaff_opened {
	struct gaff_word path;
	bool writes, appends; /* else it reads */
	struct gaff_opened *next;
};

struct gaff_program {
	struct sv name;               /* without folders: "git"; empty: cannot be known */
	const struct gaff_word *word; /* word[0] is the program as it is called */
	size_t n;
	struct sv cwd; /* absolute, where it is known; else empty */
	struct gaff_opened *opened;
	enum gaff_stdin stdin_kind;
	struct sv stdin_text;                /* may have NULs for what cannot be known */
	const struct gaff_program *fed_by;   /* the stage of the pipe before it; or NULL */
	const struct gaff_program *launcher; /* who starts it; NULL: the shell */
	bool is_elsewhere; /* on another machine or in a container: paths are not ours */
	bool is_code; /* a stand-in for what code of an interpreter does: "rm -rf" for rmtree() */
	size_t at, n_at;       /* where in the command line */
	bool has_other_home;   /* HOME or the like is another one for it */
	bool is_without_hooks; /* a variable is set that agents run no hooks with */
	const struct gaff_args
		*args; /* its words told apart (options.h), if somebody had to; or NULL */
	struct gaff_program *next;
};

/* What cannot be known. */
struct gaff_unknown {
	const char *why; /* "the program's name is computed" */
	size_t at, n;
	struct gaff_unknown *next;
};

/* One of those: not a doubt but a fork bomb. */
extern const char gaff_why_fork_bomb[];

/* What is known of the world. */
struct gaff_world {
	struct sv cwd, home, project; /* absolute, or empty */
	struct sv tmpdir;             /* $TMPDIR, or empty */
	bool doubts_tmpdir;           /* it is called so, but what is in it may be anything */
	struct sv user;
};

struct gaff_programs {
	struct sv text;
	struct gaff_program *first;
	struct gaff_unknown *unknown;
	struct sv variable; /* of gaff's, that switches it off and is set; or empty */
	size_t n;
};

enum gaff_shell_kind { GAFF_SHELL_POSIX, GAFF_SHELL_POWERSHELL, GAFF_SHELL_CMD };

/* GAFF_ENOMEM alone. */
enum gaff_rc gaff_find_programs(struct arena *a, struct sv command, enum gaff_shell_kind kind,
				const struct gaff_world *world, struct gaff_programs *out,
				struct gaff_err *err);

#endif
