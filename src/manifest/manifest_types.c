#include <stdint.h>
#include <stdlib.h>

#include "base/limits.h"
#include "manifest/manifest_parts.h"
#include "text/near.h"

/* The fields of a hook, a handler or a rule, each by the type that its table says. */

const char *gaff_type_of(struct json value)
{
	static const char *const names[] = {
		[JSON_ABSENT] = "nothing", [JSON_NULL] = "null",        [JSON_FALSE] = "false",
		[JSON_TRUE] = "true",      [JSON_NUMBER] = "a number",  [JSON_STRING] = "a text",
		[JSON_ARRAY] = "a list",   [JSON_OBJECT] = "an object",
	};

	return names[gaff_json_type(value)];
}

static void wrong_type(struct gaff_hook_reader *r, struct sv name, struct json value,
		       const char *want)
{
	gaff_find_error(r->findings, value.p, "\"%.*s\" must be %s, not %s", SV_ARG(name), want,
			gaff_type_of(value));
}

static void read_text(struct gaff_hook_reader *r, const struct gaff_hook_field *field,
		      struct json value, struct sv *out)
{
	if (gaff_json_type(value) != JSON_STRING)
		wrong_type(r, field->name, value, "a text");
	else if (gaff_json_text(r->arena, value, out) && out->n && memchr(out->p, '\0', out->n))
		gaff_find_error(r->findings, value.p, "\"%.*s\" has a NUL in it",
				SV_ARG(field->name));
}

static void read_seconds(struct gaff_hook_reader *r, const struct gaff_hook_field *field,
			 struct json value, int64_t *out)
{
	char text[40] = "";
	double seconds;

	if (gaff_json_type(value) != JSON_NUMBER) {
		wrong_type(r, field->name, value, "a number of seconds");
		return;
	}
	if (value.n < sizeof text)
		memcpy(text, value.p, value.n);
	seconds = strtod(text, NULL);
	if (seconds < 0.001 || seconds > GAFF_DEADLINE_MAX_S)
		gaff_find_error(r->findings, value.p,
				"\"%.*s\" must be seconds above 0 and up to %d, not %.*s",
				SV_ARG(field->name), GAFF_DEADLINE_MAX_S, SV_SHORT(value, 40));
	else
		*out = (int64_t)(seconds * 1000);
}

static void read_word(struct gaff_hook_reader *r, const struct gaff_hook_field *field,
		      struct json value, unsigned *out)
{
	struct buf b = buf_in(r->arena);

	for (size_t i = 0; i < field->n_words; i++) {
		if (gaff_json_is(value, field->words[i].word)) {
			*out = field->words[i].value;
			return;
		}
		BUF_JOIN(&b, i ? SV(" or \"") : SV("\""), field->words[i].word, SV("\""));
	}
	gaff_find_error(r->findings, value.p, "\"%.*s\" must be %.*s, not %.*s",
			SV_ARG(field->name), SV_ARG(buf_sv(&b)), SV_SHORT(value, 40));
}

/* An object of texts or a list of them. */
static void read_texts(struct gaff_hook_reader *r, const struct gaff_hook_field *field,
		       struct json value, struct json *out)
{
	bool is_list = field->kind == GAFF_FIELD_NAMES;

	if (gaff_json_type(value) != (is_list ? JSON_ARRAY : JSON_OBJECT)) {
		wrong_type(r, field->name, value,
			   is_list ? "a list of texts" : "an object of texts");
		return;
	}
	for (struct json_iter it = gaff_json_iter(value); gaff_json_each(&it);)
		if (gaff_json_type(it.value) != JSON_STRING)
			gaff_find_error(r->findings, it.value.p, "\"%.*s\" holds texts, not %s",
					SV_ARG(field->name), gaff_type_of(it.value));
	*out = value;
}

static void read_some(struct gaff_hook_reader *r, const struct gaff_hook_field *field,
		      struct json value, struct json *out)
{
	struct gaff_texts texts = gaff_texts_of(value);
	enum json_type type = gaff_json_type(value);
	struct json item;
	size_t n = 0;

	if (type != JSON_STRING && type != JSON_ARRAY) {
		wrong_type(r, field->name, value, "a text or a list of texts");
		return;
	}
	for (; gaff_texts_next(&texts, &item); n++) {
		struct sv text = { 0 };

		if (gaff_json_type(item) != JSON_STRING)
			gaff_find_error(r->findings, item.p, "\"%.*s\" holds texts, not %s",
					SV_ARG(field->name), gaff_type_of(item));
		else if (gaff_json_text(r->arena, item, &text) && !sv_trim(text).n)
			gaff_find_error(r->findings, item.p, "an empty text in \"%.*s\"",
					SV_ARG(field->name));
		else if (text.n && memchr(text.p, '\0', text.n))
			gaff_find_error(r->findings, item.p, "\"%.*s\" has a NUL in it",
					SV_ARG(field->name));
	}
	if (!n)
		gaff_find_error(r->findings, value.p,
				"an empty list matches nothing; leave \"%.*s\" out",
				SV_ARG(field->name));
	*out = value;
}

void gaff_read_field(struct gaff_hook_reader *r, const struct gaff_hook_field *field,
		     struct json value, void *out)
{
	char *at = (char *)out + field->at;
	enum json_type type = gaff_json_type(value);

	switch (field->kind) {
	case GAFF_FIELD_TEXT:
		read_text(r, field, value, (struct sv *)(void *)at);
		break;
	case GAFF_FIELD_FLAG:
		if (type != JSON_TRUE && type != JSON_FALSE)
			wrong_type(r, field->name, value, "true or false");
		else
			*(bool *)(void *)at = type == JSON_TRUE;
		break;
	case GAFF_FIELD_SECONDS:
		read_seconds(r, field, value, (int64_t *)(void *)at);
		break;
	case GAFF_FIELD_WORD:
		read_word(r, field, value, (unsigned *)(void *)at);
		break;
	case GAFF_FIELD_TEXTS:
	case GAFF_FIELD_NAMES:
		read_texts(r, field, value, (struct json *)(void *)at);
		break;
	case GAFF_FIELD_SOME:
		read_some(r, field, value, (struct json *)(void *)at);
		break;
	case GAFF_FIELD_OBJECT:
		if (type != JSON_OBJECT)
			wrong_type(r, field->name, value, "an object");
		else
			*(struct json *)(void *)at = value;
		break;
	case GAFF_FIELD_ANY:
		*(struct json *)(void *)at = value;
		break;
	}
}

/* Unknown fields are kept, and mean nothing; one with a letter missing was meant to. */
static void warn_of_unknown(struct gaff_hook_reader *r, const struct gaff_hook_field *fields,
			    size_t n, struct json key)
{
	const char *names[32], *near;
	struct sv text;
	char *word;

	for (size_t i = 0; i < n && i < COUNT_OF(names); i++)
		names[i] = fields[i].name.p;
	word = gaff_json_text(r->arena, key, &text) ? gaff_arena_cstr(r->arena, text) : NULL;
	near = word && text.n < 32
		       ? gaff_nearest(word, names, n < COUNT_OF(names) ? n : COUNT_OF(names))
		       : NULL;
	if (near)
		gaff_find_warning(r->findings, key.p,
				  "\"%.*s\" means nothing here; did you mean \"%s\"?", SV_ARG(text),
				  near);
}

bool gaff_read_members(struct gaff_hook_reader *r, struct json object, struct json_index *out)
{
	if (gaff_json_index(r->arena, object, object.n, out))
		return true;
	gaff_find_error(r->findings, object.p, "no memory for the manifest");
	return false;
}

static const struct gaff_hook_field *find_field(const struct gaff_hook_field *fields, size_t n,
						struct json key)
{
	char first = key.p[1]; /* tells most fields from the others without a call */

	for (size_t i = 0; i < n; i++)
		if ((fields[i].name.p[0] == first || first == '\\') &&
		    gaff_json_is(key, fields[i].name))
			return &fields[i];
	return NULL;
}

void gaff_read_fields(struct gaff_hook_reader *r, const struct gaff_hook_field *fields, size_t n,
		      const struct json_index *members, void *out)
{
	for (size_t i = 0; i < members->n; i++) {
		const struct gaff_hook_field *field = find_field(fields, n, members->key[i]);

		if (field)
			gaff_read_field(r, field, members->value[i], out);
		else
			warn_of_unknown(r, fields, n, members->key[i]);
	}
}
