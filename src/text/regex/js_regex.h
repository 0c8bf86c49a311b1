/*
 * js_regex.h - would JavaScript take this for a regular expression?
 *
 * Agents written in JavaScript give the matchers of their files to new RegExp(), and some void the
 * whole file when that throws. This is the grammar of patterns without flags, with all that its
 * Annex B lets pass: lone braces, unknown escapes, references to no group. Nothing is matched.
 *
 * It never refuses what an engine takes. Where engines differ, or Unicode's tables would have to be
 * asked (duplicate names in two alternatives, (?i:…), names that are not ASCII, more names or
 * groups in groups than limits.h has), the answer is that it is fine. `make check` holds it against
 * the RegExp of node.
 */
#ifndef GAFF_TEXT_REGEX_JS_REGEX_H
#define GAFF_TEXT_REGEX_JS_REGEX_H

#include "base/err.h"
#include "base/str.h"

/* GAFF_ESYNTAX, with err->offset and what is there: "nothing to repeat". In one pass. */
enum gaff_rc gaff_js_regex_check(struct sv pattern, struct gaff_err *err);

#endif
