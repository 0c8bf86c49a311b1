#include "cli/pages/log.h"

#include <stdio.h>

#include "cli/print/plain.h"
#include "log/log_line.h"

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

static enum color color_of_line(struct sv decision)
{
	if (sv_eq(decision, SV("deny")) || sv_eq(decision, SV("error")))
		return COLOR_RED;
	return sv_eq(decision, SV("ask")) ? COLOR_YELLOW : COLOR_NONE;
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

static void add_part(struct buf *b, const char *before, struct sv text, const char *behind)
{
	if (!text.n)
		return;
	gaff_buf_add(b, sv_of(before));
	gaff_plain_add(b, text, 100);
	gaff_buf_add(b, sv_of(behind));
}

/* What one hook did: "no-rm: deny, exit 2, 3 ms: why". */
static void add_hook(struct log_page *p, struct arena *a, struct json hook)
{
	struct gaff_log_hook did;
	struct buf b;
	struct log_row *row = new_row(p, &b);

	gaff_log_read_hook(a, hook, &did);
	row->is_hook = true;
	add_part(&b, "", did.name, "");
	add_part(&b, ": ", did.result, "");
	add_part(&b, ", exit ", did.exit, "");
	add_part(&b, ", ", did.ms, " ms");
	add_part(&b, ": ", did.why, "");
	add_part(&b, " (", did.manifest, ")");
	row->cell[LOG_REASON] = buf_sv(&b);
}

void log_page_add(struct log_page *p, struct json record)
{
	static char storage[2 * GAFF_AUDIT_LINE_MAX];
	struct gaff_log_line line;
	struct json_iter hooks;
	struct json key, hook;
	struct arena a;
	struct buf b;
	struct log_row *row = new_row(p, &b);

	gaff_arena_init(&a, storage, sizeof storage, 16 * GAFF_AUDIT_LINE_MAX);
	gaff_log_read(&a, record, &line);
	row->color = color_of_line(line.decision);
	set_cell(p, row, LOG_TIME, &b, line.time);
	set_cell(p, row, LOG_HOST, &b, line.host);
	set_cell(p, row, LOG_DECISION, &b, line.decision);
	set_cell(p, row, LOG_BY, &b, line.by);
	set_cell(p, row, LOG_MS, &b, line.ms);
	set_cell(p, row, LOG_EVENT, &b, line.event);
	set_cell(p, row, LOG_TOOL, &b, line.tool);
	set_cell(p, row, LOG_REASON, &b, line.reason);
	hooks = gaff_json_iter(line.hooks);
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
