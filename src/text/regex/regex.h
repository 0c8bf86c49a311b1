/*
 * regex.h - regular expressions in RE2's syntax, in time linear to the text.
 *
 * What RE2 accepts with its default options is accepted, and finds what RE2 finds (`make re2` holds
 * one against the other): Perl's classes, repeats and flags i m s U, Unicode categories and
 *scripts, simple case folding; `^` and `$` are the ends of the text unless (?m). What cannot be
 *done in linear time is refused with the place: lookaround, backreferences, atomic and possessive
 *forms.
 *
 * Differences: \C (one byte of a character) is refused, groups nest GAFF_REGEX_DEPTH_MAX deep, and
 * what is too large is counted in our own instructions (GAFF_REGEX_SIZE_MAX), not in RE2's.
 *
 * Text is bytes, and what is not UTF-8 is matched by nothing, but for what RE2 lets pass: a lone
 * surrogate (utf8.h) is the code point that it encodes, and `.` and other classes that hold all of
 * U+0080 … U+10FFFF take overlong forms of three and four bytes too.
 *
 * A search costs at most the program times the text, whatever they are. Usual patterns take 1 to 30
 * ns a byte, but (?:a?){1000} has a thousand ways to be in and takes 7 µs.
 *
 *	struct gaff_regex *re;
 *	GAFF_TRY(gaff_regex_compile(a, SV("file_(read|write)"), &re, err));
 *	if (gaff_regex_search(re, name)) …
 */
#ifndef GAFF_TEXT_REGEX_REGEX_H
#define GAFF_TEXT_REGEX_REGEX_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

struct gaff_regex;

/*
 * err->offset is where in the pattern, in bytes; line and column stay 0. GAFF_ESYNTAX: not a
 * pattern. GAFF_ETOOBIG: one that is too large once it is compiled. The pattern's text is not
 * needed afterwards.
 */
enum gaff_rc gaff_regex_compile(struct arena *a, struct sv pattern, struct gaff_regex **out,
				struct gaff_err *err);

/* Anywhere in the subject? Its memory was taken at compile time: one search at a time. */
bool gaff_regex_search(struct gaff_regex *re, struct sv subject);

/*
 * The same until `deadline`, in gaff_now_ms(); 0: there is none. For texts that others choose the
 * size of. True with *is_late: nobody knows.
 */
bool gaff_regex_search_until(struct gaff_regex *re, struct sv subject, int64_t deadline,
			     bool *is_late);

/*
 * For a pattern that is needed once: is it one, and is it anywhere in one of the subjects? What it
 * takes is given back, so that thousands of large patterns need the memory of one.
 */
enum gaff_rc gaff_regex_try(struct sv pattern, const struct sv *subject, size_t n, bool *out,
			    struct gaff_err *err);

#endif
