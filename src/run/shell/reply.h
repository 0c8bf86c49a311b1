/*
 * reply.h - what `gaff reply` was told to say.
 */
#ifndef GAFF_RUN_SHELL_REPLY_H
#define GAFF_RUN_SHELL_REPLY_H

#include "model/response.h"
#include "run/run.h"

enum { REPLY_PAIRS_MAX = 64 };

struct reply {
	struct gaff_response said;
	bool is_guard; /* the call must not go on as it is, whatever fails */
	bool needs_stdin;

	/* NAME=TEXT or NAME:=JSON of a rewrite: what a tool has is known with the event */
	struct reply_pair {
		struct sv name;
		struct json value;
		bool is_text; /* it was not said to be JSON */
	} pair[REPLY_PAIRS_MAX];
	size_t n_pairs;
};

/* The words of DECISION and what is behind it. GAFF_EUSAGE: they are wrong. */
enum gaff_rc reply_take_words(struct arena *a, struct reply *r, int argc, char **argv,
			      struct gaff_err *err);

/* Is this a decision that must not be lost, also when the rest of the words is wrong? */
bool reply_word_is_guard(const char *word);

/* NAME=TEXT or NAME:=JSON. */
enum gaff_rc reply_take_pair(struct arena *a, struct reply *r, const char *word,
			     struct gaff_err *err);
enum gaff_rc reply_take_variable(struct arena *a, struct reply *r, const char *word,
				 struct gaff_err *err);
enum gaff_rc reply_take_native(struct arena *a, struct reply *r, const char *text,
			       struct gaff_err *err);

/* A text for a field; "-" is read from stdin. */
enum gaff_rc reply_take_text(struct arena *a, struct reply *r, enum gaff_answer_field field,
			     const char *text, struct gaff_err *err);

/* The source of the answer: what was taken, for this event. */
gaff_run_source reply_say;

#endif
