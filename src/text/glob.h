/*
 * glob.h - patterns over paths.
 *
 *	*          any characters but /
 *	**         any characters
 *	?          one character but /
 *	[abc]      one of these; [a-z] a range, [!a] or [^a] any other; never a /
 *	{a,b}      one of these patterns; GAFF_GLOB_DEPTH_MAX of them may be nested
 *	\x         the character x itself
 *
 * A pattern is for the whole path, upper and lower case differ, and a dot is a character like
 * any other. Two stars that begin where a name begins may stand for nothing together with the
 * slash behind them; the examples are below this comment, which they would end.
 *
 * A character is a code point; a byte that is not UTF-8 is a character of its own. Drives and
 * backslashes of Windows paths are characters: say \\ for one.
 *
 * Matching keeps the set of places in the pattern that the path so far can have led to, and
 * goes over the pattern once for each character: no pattern costs more than its own length for
 * each character of the path, and nothing is allocated. Braces add alternatives to that set;
 * they are never multiplied out, so stars do not join across them: *{*,a} is no **.
 */
//	**/x       x  /x  a/x  a/b/x
//	a/**       a/b  a/b/c  but not a
//	a/**/b     a/b  a/x/b  a/x/y/b
//	a**b       ab  axb  ax/yb
#ifndef GAFF_TEXT_GLOB_H
#define GAFF_TEXT_GLOB_H

#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"

/*
 * Refused, with err->offset: an open [ or {, braces without a comma, a range that runs
 * backwards, [:names:], a \ at the end, and what is beyond limits.h. These would else be taken
 * for something that their author did not mean.
 */
enum gaff_rc gaff_glob_check(struct sv glob, struct gaff_err *err);

/* A glob that gaff_glob_check() refuses matches nothing. */
bool gaff_glob_match(struct sv glob, struct sv path);

#endif
