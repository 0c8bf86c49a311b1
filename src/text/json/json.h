/*
 * json.h - a lossless JSON reader and a deterministic writer.
 *
 * gaff_json_parse() checks a whole document once. A value is then nothing but the span
 * of its own text: reading walks the spans, copying a value copies its bytes, and what
 * nobody touches stays as it came: key order, duplicate keys, number text, escapes, lone
 * surrogates, \u0000. There is no tree, so memory does not grow with the input; a
 * document of 10 MB costs its own bytes and two passes over them.
 *
 * Strict where it matters: invalid or overlong UTF-8, raw control characters, trailing
 * text and nesting beyond GAFF_JSON_DEPTH_MAX (GAFF_ETOOBIG) are errors with line and column. A
 * leading byte order mark is skipped.
 *
 *	struct json doc, name;
 *	GAFF_TRY(gaff_json_parse(text, &doc, err));
 *	name = gaff_json_get(doc, SV("tool_name"));
 *	if (gaff_json_is(name, SV("Bash"))) …
 *
 * A struct json comes only from gaff_json_parse() and from walking one: the walkers trust
 * it. It lives as long as the text it points into. JSON_ABSENT is the value of a key that
 * is not there; every function takes it and answers "no".
 */
#ifndef GAFF_TEXT_JSON_JSON_H
#define GAFF_TEXT_JSON_JSON_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"

enum json_type {
	JSON_ABSENT,
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json {
	const char *p;
	size_t n;
};

enum gaff_rc gaff_json_parse(struct sv text, struct json *out, struct gaff_err *err);

/*
 * A document that fails for its bytes alone, as one that others read all the same: what is not
 * UTF-8 becomes U+FFFD, and a control character in a string its escape. Nothing else is changed.
 * False: no memory.
 */
bool gaff_json_mend(struct arena *a, struct sv *text);

enum json_type gaff_json_type(struct json v);

static inline struct sv json_sv(struct json v)
{
	return (struct sv){ v.p, v.n };
}

/* Members of an object, elements of an array (with an absent key), nothing of the rest. */
struct json_iter {
	const char *p, *end;
	bool is_object;
	struct json key, value; /* where gaff_json_each() is */
};

struct json_iter gaff_json_iter(struct json v);
bool gaff_json_next(struct json_iter *it, struct json *key, struct json *value);

/* for (struct json_iter it = gaff_json_iter(v); gaff_json_each(&it);) … it.key, it.value … */
static inline bool gaff_json_each(struct json_iter *it)
{
	return gaff_json_next(it, &it->key, &it->value);
}

/* How many members or elements it has. */
size_t gaff_json_count(struct json v);

/* The value of a key; of a repeated key the last, as JavaScript and Python have it. */
struct json gaff_json_get(struct json object, struct sv key);

/*
 * The members of an object by name, for many look-ups in one that may be large: a look-up then
 * costs its number of members, not its bytes. False: not an object, more than `max` members,
 * or no memory.
 */
struct json_index {
	struct json *key, *value;
	size_t n;
};

bool gaff_json_index(struct arena *a, struct json object, size_t max, struct json_index *out);
struct json gaff_json_find(const struct json_index *index, struct sv key); /* the last, too */
struct json gaff_json_find_at(const struct json_index *index, struct sv pointer); /* "/a/b" */

/* The member of an object, or of a list the element with this number. */
struct json gaff_json_step(struct json v, struct sv segment);

/* Follow "/a/b/0". For pointers in our own tables: no ~0 and ~1. */
struct json gaff_json_at(struct json v, struct sv pointer);

/* Is v a string with exactly this text? Escapes are seen through, nothing is allocated. */
bool gaff_json_is(struct json v, struct sv text);

/*
 * The text of a string. Without escapes it is the document's own bytes, else a copy in
 * the arena. A lone surrogate becomes three bytes (utf8_is_surrogate), U+0000 a NUL.
 * Anything but a string, or no memory: false.
 */
bool gaff_json_text(struct arena *a, struct json v, struct sv *out);

/* Where in the document the byte at this offset of a string's text is; behind it: its quote. */
const char *gaff_json_text_at(struct json string, size_t offset);

/* The same value, but for white space and the way strings are escaped? Members in one order. */
bool gaff_json_same(struct arena *a, struct json x, struct json y);

/* How long a string is in UTF-16 units, which is how JavaScript agents count. */
size_t gaff_json_utf16_length(struct sv text);

/*
 * The writer puts commas where they belong; keys and values are up to the caller.
 * Everything it writes is valid JSON whatever the text holds.
 */
struct json_writer {
	struct buf *out;
	bool comma;
};

void gaff_json_open(struct json_writer *w, char bracket);
void gaff_json_close(struct json_writer *w, char bracket);
void gaff_json_key(struct json_writer *w, struct sv key);
void gaff_json_raw(struct json_writer *w, struct sv json_text);
void gaff_json_copy_key(struct json_writer *w, struct json key);
void gaff_json_copy(struct json_writer *w, struct json key, struct json value); /* as they were */
void gaff_json_string(struct json_writer *w, struct sv text);

/* A string in pieces: begin, any number of adds, end. */
void gaff_json_text_begin(struct json_writer *w);
void gaff_json_text_add(struct json_writer *w, struct sv piece);
void gaff_json_text_end(struct json_writer *w);

static inline void json_member(struct json_writer *w, struct sv key, struct sv json_text)
{
	gaff_json_key(w, key);
	gaff_json_raw(w, json_text);
}

static inline void json_member_string(struct json_writer *w, struct sv key, struct sv text)
{
	gaff_json_key(w, key);
	gaff_json_string(w, text);
}

void gaff_json_member_open(struct json_writer *w, struct sv key, char bracket);
void gaff_json_member_number(struct json_writer *w, struct sv key, int64_t n);
void gaff_json_member_size(struct json_writer *w, struct sv key, size_t n);
void gaff_json_member_bool(struct json_writer *w, struct sv key, bool is_true);
void gaff_json_member_text(struct json_writer *w, struct sv key, struct sv text); /* none: null */

/*
 * Writing members by pointer: adjacent pointers share their objects, and the segment "0"
 * is a one-element array. Call gaff_json_place(), write one value to p.w, repeat.
 */
struct json_placer {
	struct json_writer w;
	struct sv name[GAFF_POINTER_MAX]; /* the containers that are open now */
	bool is_array[GAFF_POINTER_MAX];
	unsigned depth;
};

struct json_placer gaff_json_place_begin(struct buf *out);
void gaff_json_place(struct json_placer *p, struct sv pointer);
void gaff_json_place_member(struct json_placer *p, struct json key,
			    struct json value); /* at the top */
void gaff_json_place_end(struct json_placer *p);

/*
 * The document with another value at a pointer ("/a/b/0", where ~0 is ~ and ~1 is /). Objects on
 * the way are made; a member that is there keeps its place, a new one goes behind the member
 * `behind`, or to the end. An absent value takes out what is there. GAFF_EUNSUPPORTED: the way
 * leads into a value that is no object, or to an element that a list does not have.
 */
#define GAFF_JSON_FIRST SV("^") /* as `behind`: before all others */
enum gaff_rc gaff_json_set(struct arena *a, struct json doc, struct sv pointer, struct json value,
			   struct sv behind, struct json *out, struct gaff_err *err);

#endif
