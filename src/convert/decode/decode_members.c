#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "convert/decode/decode_parts.h"
#include "agents/hosts.h"
#include "text/doc.h"
#include "text/words.h"

__attribute__((format(printf, 2, 3))) static const char *why(struct gaff_decoding *d,
							     const char *fmt, ...)
{
	char text[160];
	const char *copy;
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	copy = gaff_arena_dup(d->arena, sv_of(text));
	return copy ? copy : "no memory";
}

/* ---- finding them ---- */

static void written_as(struct gaff_entry_members *m, struct sv row, struct sv place)
{
	struct json_writer w = { .out = &m->as, .comma = m->as.n > 0 };

	json_member_string(&w, row, place);
}

static const char *find_kind(struct gaff_decoding *d, struct gaff_entry_members *m)
{
	const struct gaff_layout *layout = d->layout;
	const struct gaff_member *row = gaff_layout_member(layout, GAFF_MEMBER_TYPE,
							   GAFF_HANDLER_COMMAND);
	struct json type = row ? gaff_json_find_at(&m->index, row->where) : (struct json){ 0 };

	m->kind = GAFF_HANDLER_COMMAND;
	if (!type.n) {
		if (row && !layout->is_bare)
			written_as(m, row->where, SV(""));
		return NULL;
	}
	for (size_t i = 0; i < layout->n_types; i++) {
		if (!gaff_json_is(type, layout->types[i].native))
			continue;
		m->kind = layout->types[i].kind;
		if (layout->is_bare && m->kind == GAFF_HANDLER_COMMAND)
			written_as(m, row->where, row->where);
		return NULL;
	}
	return why(d, "%s has no handler that gaff knows as %.*s", d->host->title,
		   GAFF_SHORT(json_sv(type)));
}

static void find_by_rows(struct gaff_decoding *d, struct gaff_entry_members *m)
{
	for (size_t i = 0; i < d->layout->n_rows; i++) {
		const struct gaff_member *row = &d->layout->rows[i];
		struct json value;

		if (m->row[row->field] || (row->kinds && !(row->kinds >> m->kind & 1)))
			continue;
		value = gaff_json_find_at(&m->index, row->where);
		if (!value.n || gaff_json_type(value) == JSON_NULL)
			continue;
		m->value[row->field] = value;
		m->row[row->field] = row;
	}
}

/* Copilot: "command" is for the systems that have no member of their own. */
static void fill_windows(struct gaff_decoding *d, struct gaff_entry_members *m)
{
	const struct gaff_member *first = m->row[GAFF_MEMBER_COMMAND];

	if (!first || first->flags & GAFF_MEMBER_ALIAS || m->row[GAFF_MEMBER_WINDOWS] ||
	    !gaff_layout_member(d->layout, GAFF_MEMBER_WINDOWS, m->kind))
		return;
	for (const struct gaff_member *row = d->layout->rows;
	     row < d->layout->rows + d->layout->n_rows; row++) {
		struct json value;

		if (row->field != GAFF_MEMBER_COMMAND || !(row->flags & GAFF_MEMBER_ALIAS))
			continue;
		value = gaff_json_find_at(&m->index, row->where);
		if (!value.n)
			continue;
		m->value[GAFF_MEMBER_WINDOWS] = value;
		m->row[GAFF_MEMBER_WINDOWS] = row;
		return;
	}
}

/* VS Code: systems may have one each, and the others none. */
static const char *need_command(struct gaff_decoding *d, struct gaff_entry_members *m)
{
	static const enum gaff_member_field others[] = { GAFF_MEMBER_LINUX, GAFF_MEMBER_OSX };

	if (m->row[GAFF_MEMBER_COMMAND])
		return NULL;
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		if (!m->row[others[i]])
			continue;
		m->value[GAFF_MEMBER_COMMAND] = m->value[others[i]];
		written_as(m, gaff_layout_member(d->layout, GAFF_MEMBER_COMMAND, m->kind)->where,
			   SV(""));
		return NULL;
	}
	return m->row[GAFF_MEMBER_WINDOWS] ? "its command is for Windows alone"
					   : "it has no command";
}

static const char *find_command(struct gaff_decoding *d, struct gaff_entry_members *m)
{
	struct json args = m->value[GAFF_MEMBER_ARGS], key, value;
	struct json_iter it = gaff_json_iter(args);
	bool splits = d->layout->splits_lines, has_args = false;
	struct buf words = buf_in(d->arena), line = buf_in(d->arena), text = buf_in(d->arena);
	struct json_writer w = { .out = &words }, out = { .out = &text };

	fill_windows(d, m);
	if (gaff_json_is(gaff_json_find(&m->index, SV("shell")), SV("powershell")))
		return "its command is for PowerShell";
	if (!m->row[GAFF_MEMBER_COMMAND] || !(args.n || splits))
		return need_command(d, m);
	gaff_json_open(&w, '[');
	gaff_doc_write(&w, m->value[GAFF_MEMBER_COMMAND]);
	for (; gaff_json_next(&it, &key, &value); has_args = true)
		gaff_doc_write(&w, value);
	gaff_json_close(&w, ']');
	m->words = splits && !has_args ? m->value[GAFF_MEMBER_COMMAND] : gaff_json_made(&words);
	if ((args.n && gaff_json_type(args) != JSON_ARRAY) ||
	    !(splits ? gaff_split_line(d->arena, d->host, m->words, &line)
		     : gaff_exec_line(d->arena, d->host, m->words, &line)))
		return args.n ? "its command and \"args\" are not texts" : "its command is no text";
	if (splits && gaff_split_is_usual(d->arena, d->host, m->words, buf_sv(&line)))
		m->words.n = 0;
	gaff_json_string(&out, buf_sv(&line));
	m->value[GAFF_MEMBER_COMMAND] = gaff_json_made(&text);
	return NULL;
}

const char *gaff_find_members(struct gaff_decoding *d, const struct gaff_native_entry *entry,
			      struct gaff_entry_members *out)
{
	const char *problem;

	*out = (struct gaff_entry_members){ .as = buf_in(d->arena) };
	if (!gaff_json_index(d->arena, entry->object, SIZE_MAX, &out->index))
		return "no memory";
	problem = find_kind(d, out);
	if (problem)
		return problem;
	find_by_rows(d, out);
	if (out->kind == GAFF_HANDLER_COMMAND)
		problem = find_command(d, out);
	for (size_t field = 0; field < GAFF_MEMBER_FIELDS; field++) {
		const struct gaff_member *row = out->row[field];

		if (row && row->flags & GAFF_MEMBER_ALIAS)
			written_as(out,
				   gaff_layout_member(d->layout, (enum gaff_member_field)field,
						      out->kind)
					   ->where,
				   row->where);
	}
	return problem;
}

/* ---- a program without a shell ---- */

static bool is_placeholder(struct sv text, struct sv name)
{
	return text.n >= name.n + 3 && sv_starts(text, SV("${")) &&
	       sv_starts(sv_skip(text, 2), name) && text.p[name.n + 2] == '}';
}

/* ${NAME} of a variable that the agent itself puts in there: as long as it is, or 0. */
static size_t placeholder(const struct gaff_host *host, struct sv text)
{
	if (host->layout->splits_lines || !sv_starts(text, SV("${")))
		return 0;
	for (size_t i = 0; i < host->n_env; i++)
		if (is_placeholder(text, sv_of(host->env[i].name)))
			return strlen(host->env[i].name) + 3;
	for (size_t i = 0; i < gaff_n_plugin_variables; i++)
		if (gaff_plugin_variable_is_of(&gaff_plugin_variables[i], host) &&
		    is_placeholder(text, gaff_plugin_variables[i].name))
			return gaff_plugin_variables[i].name.n + 3;
	return 0;
}

/* What a shell would take for more than a name where a program stands: NAME=value, time */
static bool is_syntax(struct sv word)
{
	return sv_chr(word, '=') ||
	       gaff_is_among(word, "if then else elif fi do done case esac while until for select "
				   "in function time coproc foreach repeat end nocorrect noglob");
}

static void add_piece(struct sv piece, bool is_program, struct buf *out)
{
	if (is_program && is_syntax(piece))
		gaff_word_quote_always(out, piece);
	else
		gaff_word_quote(out, piece);
}

static void add_word(const struct gaff_host *host, struct sv word, bool is_program, struct buf *out)
{
	size_t n = 0;
	bool has_parts = false;

	while (n < word.n) {
		size_t skip = placeholder(host, sv_skip(word, n));

		if (!skip) {
			n++;
			continue;
		}
		if (n)
			add_piece((struct sv){ word.p, n }, is_program, out);
		buf_addc(out, '"');
		gaff_buf_add(out, (struct sv){ word.p + n, skip });
		buf_addc(out, '"');
		word = sv_skip(word, n + skip);
		has_parts = true;
		n = 0;
	}
	if (word.n || !has_parts)
		add_piece(word, is_program, out);
}

bool gaff_exec_line(struct arena *a, const struct gaff_host *host, struct json words,
		    struct buf *out)
{
	struct json_iter it = gaff_json_iter(words);
	struct json key, value;
	struct sv word;
	size_t n = 0;

	for (; gaff_json_next(&it, &key, &value); n++) {
		if (!gaff_json_text(a, value, &word) || (!n && !sv_trim(word).n))
			return false;
		if (n)
			buf_addc(out, ' ');
		add_word(host, word, !n, out);
	}
	return n > 0;
}

/* ---- what a manifest makes of them ---- */

static struct json literal(struct gaff_decoding *d, struct sv text)
{
	struct buf b = buf_in(d->arena);

	gaff_buf_add(&b, text);
	return gaff_json_made(&b);
}

static bool number_of(struct json value, double *out)
{
	char text[40];

	if (gaff_json_type(value) != JSON_NUMBER || value.n >= sizeof text)
		return false;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	*out = strtod(text, NULL);
	return *out >= 0 && *out <= 1e12;
}

/* What would be written for such a time of a manifest, in the agent's unit. */
static double usual_timeout(const struct gaff_layout *layout, double ms)
{
	enum gaff_time_unit unit = gaff_layout_timeout(layout)->unit;

	return unit == GAFF_MILLISECONDS || (unit == GAFF_SECONDS_OR_MS && ms >= 1e6) ? ms
										      : ms / 1000;
}

static bool is_near(double x, double y)
{
	return x - y < 1e-6 && y - x < 1e-6;
}

static struct json timeout_value(struct gaff_decoding *d, struct json value, bool *is_other)
{
	double number;
	int64_t ms;

	if (!number_of(value, &number)) /* the manifest's reader says why not */
		return value;
	if (number == 0) { /* Kiro: without end */
		*is_other = true;
		return (struct json){ 0 };
	}
	if (!gaff_decode_timeout(d->layout, value, &ms))
		return value;
	*is_other = !is_near(usual_timeout(d->layout, (double)ms), number);
	if (is_near((double)ms, number * 1000))
		return value; /* seconds as they are written */
	return literal(d, gaff_thousandths(d->arena, ms));
}

static struct json headers_value(struct gaff_decoding *d, struct json headers, bool *is_other)
{
	struct json_iter it = gaff_json_iter(headers);
	struct buf b = buf_in(d->arena);
	struct json_writer w = { .out = &b };
	struct json key, value;
	struct sv name, text;

	if (!it.is_object)
		return headers;
	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_text(d->arena, key, &name))
			continue;
		gaff_json_key(&w, name);
		if (gaff_json_text(d->arena, value, &text)) {
			struct sv canonical = gaff_header_canonical(d->arena, text);

			*is_other |= !sv_eq(gaff_header_native(d->arena, canonical), text);
			gaff_json_string(&w, canonical);
		} else {
			gaff_doc_write(&w, value);
		}
	}
	gaff_json_close(&w, '}');
	return gaff_json_made(&b);
}

/* What says no more than to say nothing, and would say more in a manifest. */
static bool says_nothing(struct gaff_decoding *d, enum gaff_member_field field, struct json value)
{
	const unsigned texts = GAFF_FIELD_BIT(NAME) | GAFF_FIELD_BIT(STATUS) | GAFF_FIELD_BIT(CWD) |
			       GAFF_FIELD_BIT(MODEL);

	if (field == GAFF_MEMBER_CLOSED) /* agents pass what fails, and gaff does as it is told */
		return gaff_json_same(d->arena, value, gaff_layout_closed(d->layout, false));
	return texts >> field & 1 && gaff_json_is(value, SV(""));
}

struct json gaff_member_value(struct gaff_decoding *d, const struct gaff_entry_members *m,
			      enum gaff_member_field field, bool *is_other)
{
	struct json value = m->value[field];

	*is_other = false;
	if (!value.n)
		return value;
	if (says_nothing(d, field, value)) {
		*is_other = true;
		return (struct json){ 0 };
	}
	if (field == GAFF_MEMBER_TIMEOUT)
		return timeout_value(d, value, is_other);
	if (field == GAFF_MEMBER_HEADERS)
		return headers_value(d, value, is_other);
	if (field == GAFF_MEMBER_CLOSED &&
	    gaff_json_same(d->arena, value, gaff_layout_closed(d->layout, true)))
		return literal(d, SV("\"closed\""));
	return value;
}
