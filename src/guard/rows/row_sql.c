#include "guard/pieces.h"
#include "guard/rows/row_parts.h"

/* What has been seen of one statement. */
struct statement {
	struct sv first, before; /* its first word, and the last one */
	bool has_drop, has_delete, has_where, has_hole_first;
	size_t n;
};

static bool is_word_char(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c) || c == '_' || (unsigned char)c >= 0x80;
}

static const char dropped[] = "table database schema column owned tablespace keyspace user role "
			      "collection materialized";

static void note_word(struct statement *s, struct sv word)
{
	if (!s->n++)
		s->first = word;
	if (sv_eq_nocase(s->before, SV("drop")) && list_has_nocase(dropped, word))
		s->has_drop = true;
	if (sv_eq_nocase(s->before, SV("delete")) && sv_eq_nocase(word, SV("from"))) {
		s->has_delete = true;
		s->has_where = false;
	}
	s->has_where |= list_has_nocase("where limit", word);
	s->before = word;
}

static enum gaff_row_result ended(const struct statement *s)
{
	if (s->has_drop || (s->has_delete && !s->has_where) ||
	    sv_eq_nocase(s->first, SV("truncate")))
		return GAFF_ROW_YES;
	return s->has_hole_first ? GAFF_ROW_PERHAPS : GAFF_ROW_NO;
}

/* Behind a quoted text or a comment that begins at `i`; `i` itself: there is none. */
static size_t skip_quoted(struct sv sql, size_t i)
{
	char quote = sql.p[i], next = i + 1 < sql.n ? sql.p[i + 1] : '\0';

	if (quote == '-' && next == '-') {
		while (i < sql.n && sql.p[i] != '\n')
			i++;
	} else if (quote == '/' && next == '*') {
		for (i += 3; i < sql.n && !(sql.p[i - 1] == '*' && sql.p[i] == '/'); i++)
			;
		i += i < sql.n;
	} else if (quote == '\'' || quote == '"' || quote == '`') {
		for (i++; i < sql.n && sql.p[i] != quote; i++)
			i += sql.p[i] == '\\' && quote == '\'';
		i += i < sql.n;
	}
	return i < sql.n ? i : sql.n;
}

enum gaff_row_result gaff_sql_drops(struct sv sql)
{
	enum gaff_row_result result = GAFF_ROW_NO;
	struct statement s = { .n = 0 };

	for (size_t i = 0; i < sql.n;) {
		size_t behind = skip_quoted(sql, i);

		if (behind > i) {
			i = behind;
		} else if (sql.p[i] == ';') {
			result = row_most(result, ended(&s));
			s = (struct statement){ .n = 0 };
			i++;
		} else if (is_word_char(sql.p[i])) {
			struct sv word = { sql.p + i, 0 };

			while (i < sql.n && is_word_char(sql.p[i]))
				i++;
			word.n = (size_t)(sql.p + i - word.p);
			note_word(&s, word);
		} else {
			s.has_hole_first |= !sql.p[i] && !s.n;
			i++;
		}
	}
	return row_most(result, ended(&s));
}
