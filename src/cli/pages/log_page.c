#include "cli/pages/log.h"

#include <stdio.h>

#include "cli/print/plain.h"
#include "text/time.h"

enum { GAP = 2, INDENT = 4, REASON_LEAST = 24, NAME_LEAST = 3 };

/* Head, letters it has at least (what is usual, so that following stays in line) and at most. */
static const struct {
	const char *head;
	size_t least, most;
} columns[] = {
	[LOG_TIME] = { "time (UTC)", 19, 24 },
	[LOG_HOST] = { "host", 11, 20 },
	[LOG_EVENT] = { "event", 10, 28 },
	[LOG_TOOL] = { "tool", 5, 24 },
	[LOG_DECISION] = { "decision", 8, 8 },
	[LOG_BY] = { "by", 6, 24 },
	[LOG_MS] = { "ms", 4, 8 },
	[LOG_REASON] = { "reason", 6, 400 },
};

void log_page_init(struct log_page *p, size_t screen, bool has_color, bool has_hooks)
{
	p->screen = screen;
	p->has_color = has_color;
	p->has_hooks = has_hooks;
	p->has_head = false;
	p->n = 0;
	for (size_t c = 0; c < LOG_COLUMNS; c++)
		p->width[c] = columns[c].least;
}

/* ---- records to rows ---- */

/* A value as it reads: the text of a string, the JSON of what is none. */
static struct sv words_of(struct arena *a, struct json v)
{
	enum json_type type = gaff_json_type(v);
	struct sv text = { 0 };

	if (type == JSON_STRING)
		(void)gaff_json_text(a, v, &text);
	else if (type != JSON_ABSENT && type != JSON_NULL)
		text = json_sv(v);
	return text;
}

static struct sv member(struct arena *a, struct json record, struct sv key)
{
	return words_of(a, gaff_json_get(record, key));
}

static struct sv first_of(struct arena *a, struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;

	if (gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &value))
		return words_of(a, value);
	return (struct sv){ 0 };
}

/* Why it went as it did: what was said, what failed, or what was lost. */
static struct sv reason_of(struct arena *a, struct json record)
{
	struct sv text = member(a, record, SV("reason"));

	if (!text.n)
		text = member(a, record, SV("error"));
	if (!text.n)
		text = first_of(a, gaff_json_get(record, SV("warnings")));
	if (!text.n)
		text = first_of(a, gaff_json_get(record, SV("degradations")));
	if (!text.n && gaff_json_type(gaff_json_get(record, SV("disabled"))) == JSON_TRUE)
		text = SV("gaff is disabled");
	if (!text.n && gaff_json_get(record, SV("elsewhere")).n)
		text = SV("answered on an entry of the agent's own");
	if (!text.n && gaff_json_type(gaff_json_get(record, SV("async"))) == JSON_TRUE)
		text = SV("nobody waits for the answer");
	return text;
}

/* "2026-11-16 02:10:11"; whatever else it says is shown as it is. */
static struct sv time_of(struct arena *a, struct json record, char text[GAFF_TIME_LENGTH + 1])
{
	struct sv said = member(a, record, SV("time")), shown;
	int64_t ms;

	if (!gaff_time_parse(said, &ms))
		return said;
	shown = gaff_time_text(ms, text);
	text[10] = ' ';
	return (struct sv){ shown.p, 19 };
}

static enum color color_of_record(struct json decision)
{
	if (gaff_json_is(decision, SV("deny")) || gaff_json_is(decision, SV("error")))
		return COLOR_RED;
	return gaff_json_is(decision, SV("ask")) ? COLOR_YELLOW : COLOR_NONE;
}

static struct log_row *new_row(struct log_page *p, struct buf *b)
{
	struct log_row *row;

	if (p->n == LOG_ROWS)
		log_page_print(p);
	row = &p->row[p->n++];
	memset(row->cell, 0, sizeof row->cell);
	row->color = COLOR_NONE;
	row->is_hook = false;
	*b = buf_fixed(row->text, sizeof row->text);
	return row;
}

static void set_cell(struct log_page *p, struct log_row *row, enum log_column c, struct buf *b,
		     struct sv text)
{
	size_t at = b->n, width;

	gaff_plain_add(b, text, columns[c].most);
	row->cell[c] = (struct sv){ b->p + at, b->n - at };
	width = gaff_plain_width(row->cell[c]);
	if (width > p->width[c])
		p->width[c] = width;
}

/* What one hook did: "no-rm: deny, exit 2, 3 ms: why". */
static void add_hook(struct log_page *p, struct arena *a, struct json hook)
{
	static const struct {
		struct sv before, key, behind;
	} parts[] = {
		{ SV_INIT(""), SV_INIT("name"), SV_INIT("") },
		{ SV_INIT(": "), SV_INIT("result"), SV_INIT("") },
		{ SV_INIT(", exit "), SV_INIT("exit"), SV_INIT("") },
		{ SV_INIT(", "), SV_INIT("ms"), SV_INIT(" ms") },
		{ SV_INIT(": "), SV_INIT("why"), SV_INIT("") },
		{ SV_INIT(" ("), SV_INIT("manifest"), SV_INIT(")") },
	};
	struct buf b;
	struct log_row *row = new_row(p, &b);

	row->is_hook = true;
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct sv text = member(a, hook, parts[i].key);

		if (!text.n)
			continue;
		gaff_buf_add(&b, parts[i].before);
		gaff_plain_add(&b, text, 100);
		gaff_buf_add(&b, parts[i].behind);
	}
	row->cell[LOG_REASON] = buf_sv(&b);
}

void log_page_add(struct log_page *p, struct json record)
{
	static char storage[2 * GAFF_AUDIT_LINE_MAX];
	static const struct {
		enum log_column column;
		struct sv key;
	} plain[] = { { LOG_HOST, SV_INIT("host") },
		      { LOG_DECISION, SV_INIT("decision") },
		      { LOG_BY, SV_INIT("by") },
		      { LOG_MS, SV_INIT("ms") } };
	char time[GAFF_TIME_LENGTH + 1];
	struct json_iter hooks = gaff_json_iter(gaff_json_get(record, SV("hooks")));
	struct json key, hook;
	struct sv event, tool;
	struct arena a;
	struct buf b;
	struct log_row *row = new_row(p, &b);

	gaff_arena_init(&a, storage, sizeof storage, 16 * GAFF_AUDIT_LINE_MAX);
	event = member(&a, record, SV("native_event"));
	tool = member(&a, record, SV("tool"));
	row->color = color_of_record(gaff_json_get(record, SV("decision")));
	set_cell(p, row, LOG_TIME, &b, time_of(&a, record, time));
	for (size_t i = 0; i < COUNT_OF(plain); i++)
		set_cell(p, row, plain[i].column, &b, member(&a, record, plain[i].key));
	set_cell(p, row, LOG_EVENT, &b, event.n ? event : member(&a, record, SV("event")));
	set_cell(p, row, LOG_TOOL, &b, tool.n ? tool : member(&a, record, SV("tool_name")));
	set_cell(p, row, LOG_REASON, &b, reason_of(&a, record));
	while (p->has_hooks && gaff_json_next(&hooks, &key, &hook))
		add_hook(p, &a, hook);
	gaff_arena_release(&a);
}

/* ---- rows to lines ---- */

static size_t width_before_reason(const size_t *width)
{
	size_t all = 0;

	for (size_t c = 0; c < LOG_REASON; c++)
		all += width[c] + GAP;
	return all;
}

/* On a screen that is too narrow the widest of the names give way. */
static void fit(const struct log_page *p, size_t *width)
{
	static const enum log_column names[] = { LOG_HOST, LOG_EVENT, LOG_TOOL, LOG_BY };

	memcpy(width, p->width, sizeof p->width);
	while (width_before_reason(width) > p->screen + GAP) {
		enum log_column widest = LOG_HOST;

		for (size_t i = 0; i < COUNT_OF(names); i++)
			if (width[names[i]] > width[widest])
				widest = names[i];
		if (width[widest] <= NAME_LEAST)
			return;
		width[widest]--;
	}
}

/* On a line of its own where this one has no room for it. */
static void print_reason(const struct log_page *p, struct sv text, size_t before, size_t blank)
{
	size_t room;
	char line[LOG_ROW_BYTES];
	struct buf b = buf_fixed(line, sizeof line);

	if (!text.n)
		return;
	if (before + REASON_LEAST > p->screen) {
		printf("\n");
		blank = before = INDENT;
	}
	room = p->screen - before;
	gaff_plain_add(&b, text, room);
	printf("%*s%.*s", (int)blank, "", SV_ARG(buf_sv(&b)));
}

static void print_row(const struct log_page *p, const struct log_row *row, const size_t *width)
{
	size_t blank = 0; /* held back, so that no line ends with it */

	for (size_t c = 0; c < LOG_REASON; c++) {
		enum color color = c == LOG_DECISION && p->has_color ? row->color : COLOR_NONE;
		char room[LOG_ROW_BYTES];
		struct buf b = buf_fixed(room, sizeof room);
		size_t pad;

		gaff_plain_add(&b, row->cell[c], width[c]);
		pad = width[c] - gaff_plain_width(buf_sv(&b));
		blank += c == LOG_MS ? pad : 0; /* a number is right */
		if (b.n) {
			printf("%*s", (int)blank, "");
			color_print(color, buf_sv(&b));
			blank = 0;
		}
		blank += (c == LOG_MS ? 0 : pad) + GAP;
	}
	print_reason(p, row->cell[LOG_REASON], width_before_reason(width), blank);
	printf("\n");
}

static void print_hook(const struct log_page *p, const struct log_row *row)
{
	char line[LOG_ROW_BYTES];
	struct buf b = buf_fixed(line, sizeof line);

	gaff_plain_add(&b, row->cell[LOG_REASON], p->screen - INDENT);
	printf("%*s%.*s\n", INDENT, "", SV_ARG(buf_sv(&b)));
}

static void print_head(const struct log_page *p, const size_t *width)
{
	struct log_row head = { 0 };

	for (size_t c = 0; c < LOG_REASON; c++)
		head.cell[c] = sv_of(columns[c].head);
	if (width_before_reason(width) + REASON_LEAST <= p->screen)
		head.cell[LOG_REASON] = sv_of(columns[LOG_REASON].head);
	print_row(p, &head, width);
	for (size_t c = 0; c < LOG_COLUMNS; c++) {
		size_t n = c < LOG_REASON ? width[c] : head.cell[c].n;

		if (n && c)
			printf("%*s", GAP, "");
		for (size_t i = 0; i < n; i++)
			(void)putchar('-');
	}
	printf("\n");
}

void log_page_print(struct log_page *p)
{
	size_t width[LOG_COLUMNS];

	fit(p, width);
	if (p->n && !p->has_head) {
		print_head(p, width);
		p->has_head = true;
	}
	for (size_t i = 0; i < p->n; i++)
		if (p->row[i].is_hook)
			print_hook(p, &p->row[i]);
		else
			print_row(p, &p->row[i], width);
	p->n = 0;
}
