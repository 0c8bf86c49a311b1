/*
 * tty.h - a question to whoever sits at the terminal.
 */
#ifndef GAFF_BASE_TTY_H
#define GAFF_BASE_TTY_H

#include <stdint.h>

#include "base/str.h"

enum gaff_tty_answer { GAFF_TTY_NO, GAFF_TTY_YES, GAFF_TTY_NOBODY };

/*
 * Ask, and wait for a line until the deadline (of gaff_now_ms()). Only "y" and "yes" are a yes.
 * Nobody is there when there is no terminal, when it is in another job's hands, or when none of the
 * three descriptors is one: then another program, an agent say, has put itself in between, and what
 * is typed is meant for that.
 */
enum gaff_tty_answer gaff_tty_ask(struct sv question, int64_t deadline);

#endif
