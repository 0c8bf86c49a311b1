/*
 * shell_command.h - what the files that read commands share (shell_parse.c, shell_compound.c,
 * shell_simple.c).
 */
#ifndef GAFF_TEXT_SHELL_SHELL_COMMAND_H
#define GAFF_TEXT_SHELL_SHELL_COMMAND_H

#include <stdint.h>

#include "text/shell/shell_parts.h"

enum shell_keyword {
	SHELL_KEY_NONE,
	SHELL_KEY_NOT,
	SHELL_KEY_BRACE,
	SHELL_KEY_TEST,
	SHELL_KEY_IF,
	SHELL_KEY_ELIF,
	SHELL_KEY_FOR,
	SHELL_KEY_WHILE,
	SHELL_KEY_CASE,
	SHELL_KEY_FUNCTION,
	SHELL_KEY_TIME,
	SHELL_KEY_COPROC,
	SHELL_KEY_CLOSE, /* it ends something, and says nothing more */
};

/* A reserved word, or NONE. */
struct shell_key {
	enum shell_keyword keyword;
	unsigned stop; /* what it ends */
	const char *behind;
};

/* The reserved word the parser is at, where a command may start. */
struct shell_key gaff_shell_key(struct shell_parser *p);

void gaff_shell_newlines(struct shell_parser *p);
struct shell_node *gaff_shell_node(struct shell_parser *p, enum shell_kind kind);

/* A command with what stands in front of it: "!", "time". NULL: as below. */
struct shell_node *gaff_shell_stage(struct shell_parser *p);

/* A command, at the given reserved word. NULL: there is none, and nothing was taken. */
struct shell_node *gaff_shell_command(struct shell_parser *p, struct shell_key key);

/* `time -f x` is no reserved word where sh is not bash: a program, if it has options but -p. */
bool gaff_shell_is_program(const struct shell_parser *p, struct shell_key key);

/* shell_simple.c */
/* NULL: there is none. If `name` is given, also if it is only that, in front of a compound. */
struct shell_node *gaff_shell_simple(struct shell_parser *p, struct shell_word **name);
void gaff_shell_redirects(struct shell_parser *p, struct shell_node *node);
struct shell_node *gaff_shell_function(struct shell_parser *p, const char *from,
				       struct shell_word *name);

#endif
