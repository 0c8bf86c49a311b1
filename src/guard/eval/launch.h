/*
 * launch.h - what the files about launchers share (launchers.c, launch_*.c).
 */
#ifndef GAFF_GUARD_EVAL_LAUNCH_H
#define GAFF_GUARD_EVAL_LAUNCH_H

#include "guard/eval/code.h"
#include "guard/eval/walk.h"
#include "guard/pieces.h"

/* What is put back when what was launched has been walked. */
struct launch {
	const struct gaff_program *launcher;
	bool is_elsewhere;
	struct sv cwd;
};

struct launch launch_begin(struct walk *w, const struct gaff_program *p);
void launch_end(struct walk *w, struct launch was);

/* A program and its words; a text for a shell; a shell that reads stdin. */
void launch_words(struct walk *w, const struct gaff_program *p, const struct fields *words,
		  struct io io);
void launch_text(struct walk *w, const struct gaff_program *p, struct sv text,
		 struct gaff_word where, struct io io);
/* The words from one on are its arguments. */
void launch_text_with(struct walk *w, const struct gaff_program *p, size_t from, struct sv text,
		      struct gaff_word where, struct io io);
bool launch_is_stdin(struct sv name);
void launch_input(struct walk *w, const struct gaff_program *p, struct io io);

/* What it executes was written by this one: for the guard that looks for downloads. */
void launch_fed_by(const struct gaff_program *p, const struct gaff_program *from);

/* The words from one on, as they are, and as one text. */
struct fields launch_rest(const struct gaff_program *p, size_t from);
struct sv launch_joined(struct walk *w, const struct gaff_program *p, size_t from);

/* The word that the n-th operand is; p->n: there is none. */
size_t launch_operand(const struct gaff_program *p, size_t n, bool behind_end);

/* The next option behind `after` (NULL: the first) that is one of these; NULL: there is none. */
const struct gaff_arg *launch_option(const struct gaff_program *p, const char *names,
				     const struct gaff_arg *after);

/* Its value, be it told from it in the table of options or not. */
struct sv launch_value(const struct gaff_program *p, const struct gaff_arg *arg);

/* True: what the program prints is what the started ones print. */
typedef bool launch_special(struct walk *w, const struct gaff_program *p, struct io io);

/* launch_shell.c */
launch_special launch_shell, launch_env;

/* launch_texts.c */
launch_special launch_make, launch_later, launch_windows, launch_editor, launch_download,
	launch_unknown_code, launch_sed, launch_ssh, launch_container;

/* launch_escapes.c */
launch_special launch_escapes, launch_package;

/* launch_agent.c */
launch_special launch_agent;

/* launch_git.c */
launch_special launch_git;

/* git-reset is git reset. */
void launch_git_program(struct walk *w, const struct gaff_program *p, struct io io);

/* launch_words.c */
launch_special launch_xargs, launch_parallel, launch_find;

/* launch_code.c */
void launch_interpreter(struct walk *w, const struct gaff_program *p, enum gaff_language language,
			struct io io);
/* A program that is a file which the same text has written. */
void launch_script(struct walk *w, const struct gaff_program *p, struct io io);

/* ---- the rows (launcher_rows.c) ---- */

enum launch_how {
	AS_WORDS,  /* the operands, from the `skip`-th on, are a program and its words */
	AS_TEXT,   /* they are joined to a text for a shell */
	AS_TEXTS,  /* each of them is one */
	AS_ANY,    /* any of them may be the first that is the program: its options are not told */
	AS_OPTION, /* the value of an option is one: only `options` */
};

enum launch_flag {
	ELSEWHERE = 1,  /* on another machine, or in a container */
	ASSIGNS = 2,    /* X=1 in front of the program */
	BEHIND_END = 4, /* only what is behind "--" */
	ASKS = 8,       /* with one of `options` it only tells something */
	REST = 32, /* the value of one of `options` and all behind it are a program and its words */
	READS_SHELL = 16, /* without a program it is a shell that reads stdin */
};

struct launcher {
	const char *names; /* of one first letter; may have sub-commands: "doas|docker exec" */
	enum launch_how how;
	unsigned skip; /* operands that come before the program */
	unsigned flags;
	const char *options; /* those whose value is a text for a shell, whatever else there is */
	launch_special *special; /* does what no row can describe: all else does not count */
};
extern const struct launcher launcher_rows[];
extern const size_t launcher_n_rows;

#endif
