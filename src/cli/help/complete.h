/*
 * complete.h - what the scripts of `gaff completion` have in common.
 *
 * A value is called HOST, FILE, ask|deny: by that name it is known what to offer for it. The
 * scripts hold all words they offer, so that no key press starts a program.
 */
#ifndef GAFF_CLI_HELP_COMPLETE_H
#define GAFF_CLI_HELP_COMPLETE_H

#include "cli/cli.h"
#include "agents/schema.h"

enum complete_kind {
	COMPLETE_NOTHING, /* a text, a number: nobody can know */
	COMPLETE_WORDS,
	COMPLETE_EVENTS, /* of the --host that is given, else gaff's own */
	COMPLETE_FILES,
	COMPLETE_FOLDERS,
	COMPLETE_PROGRAM, /* and its words, behind "--" */
};

/* `name` may be NULL: nothing. */
enum complete_kind complete_kind(const char *name);

/* Of COMPLETE_WORDS, with blanks between them. */
void complete_print_words(const char *name);

/* The i-th name that has words of its own, those with a | aside; NULL: there are no more. */
const char *complete_words_name(size_t i);

/* The events of a host in all its spellings, or (NULL) gaff's own. */
void complete_print_events(const struct gaff_host *host);

/* A text for inside '…': letters of `special` get a backslash, and a quote is written as the shell
 * does it. */
void complete_print_escaped(const char *text, const char *special, const char *quote);

void complete_print_bash(void);
void complete_print_zsh(void);
void complete_print_fish(void);

#endif
