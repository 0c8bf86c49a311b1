#include "text/patch.h"

#include "text/utf8.h"

enum marker { NOT_A_MARKER, ADD_FILE, UPDATE_FILE, DELETE_FILE, MOVE_TO, END_PATCH };

/* The first three in the order of enum patch_op. OpenCode wants no space behind the colon. */
static const struct {
	struct sv text;
	enum marker marker;
} markers[] = {
	{ SV_INIT("*** Add File:"), ADD_FILE },       { SV_INIT("*** Update File:"), UPDATE_FILE },
	{ SV_INIT("*** Delete File:"), DELETE_FILE }, { SV_INIT("*** Move to:"), MOVE_TO },
	{ SV_INIT("*** End Patch"), END_PATCH },
};

/* One line without its end; `rest` moves behind it. */
static struct sv take_line(struct sv *rest)
{
	const char *nl = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	struct sv line = { rest->p, nl ? (size_t)(nl - rest->p) : rest->n };

	*rest = sv_skip(*rest, line.n + (nl != NULL));
	if (line.n && line.p[line.n - 1] == '\r')
		line.n--;
	return line;
}

static enum marker read_marker(struct sv line, struct sv *name)
{
	line = gaff_utf8_trim(line);
	for (size_t i = 0; i < COUNT_OF(markers); i++) {
		struct sv text = markers[i].text;
		size_t n = 0;

		while (n < text.n && n < line.n && ascii_lower(line.p[n]) == ascii_lower(text.p[n]))
			n++;
		if (n == text.n) {
			*name = gaff_utf8_trim(sv_skip(line, n));
			return markers[i].marker;
		}
	}
	return NOT_A_MARKER;
}

/* Could this line be part of the change of such a file, and so not a marker? */
static bool is_change(enum patch_op op, struct sv line)
{
	if (op == PATCH_ADD)
		return line.n && line.p[0] == '+';
	if (op == PATCH_UPDATE)
		return !line.n || memchr(" +-@", line.p[0], 4);
	return false;
}

bool gaff_patch_next(struct patch_iter *it, struct patch_file *out)
{
	enum marker marker = NOT_A_MARKER;
	const char *body_end;
	struct sv name;

	while (it->rest.n && marker != ADD_FILE && marker != UPDATE_FILE && marker != DELETE_FILE)
		marker = read_marker(take_line(&it->rest), &name);
	if (marker != ADD_FILE && marker != UPDATE_FILE && marker != DELETE_FILE)
		return false;
	*out = (struct patch_file){
		.op = marker == ADD_FILE      ? PATCH_ADD
		      : marker == UPDATE_FILE ? PATCH_UPDATE
					      : PATCH_DELETE,
		.path = name,
		.body = it->rest,
	};
	body_end = it->rest.p;
	while (it->rest.n) {
		struct sv next = it->rest, line = take_line(&next);

		if (!is_change(out->op, line)) {
			marker = read_marker(line, &name);
			if (marker == MOVE_TO && out->op == PATCH_UPDATE && !out->move_to.n) {
				out->move_to = name;
				out->body.p = next.p;
			} else if (marker != NOT_A_MARKER) {
				break;
			}
		}
		it->rest = next;
		body_end = next.p;
	}
	out->body.n = (size_t)(body_end - out->body.p);
	return true;
}

static void add_line(struct buf *b, struct sv line)
{
	gaff_buf_add(b, line);
	buf_addc(b, '\n');
}

/* The lines of one change: up to the next @@ that follows a line of text. */
static struct sv take_change(enum patch_op op, struct sv *body)
{
	struct sv change = { body->p, 0 };
	bool has_text = false;

	while (body->n) {
		struct sv next = *body, line = take_line(&next);
		bool is_header = line.n && line.p[0] == '@';

		if (is_header && has_text)
			break;
		has_text |= !is_header && is_change(op, line);
		*body = next;
	}
	change.n = (size_t)(body->p - change.p);
	return change;
}

bool gaff_patch_edit(struct arena *a, const struct patch_file *file, struct sv *body,
		     struct patch_edit *out)
{
	struct buf before, after;
	struct sv change;
	char *text;

	if (file->op == PATCH_DELETE || !body->n)
		return false;
	change = take_change(file->op, body);
	text = gaff_arena_alloc(a, 2 * (change.n + 1));
	if (!text)
		return false;
	before = buf_fixed(text, change.n + 1); /* a line without its sign, and with its end */
	after = buf_fixed(text + change.n + 1, change.n + 1);
	while (change.n) {
		struct sv line = take_line(&change);
		char kind = line.n ? line.p[0] : ' ';

		if (!is_change(file->op, line) || kind == '@')
			continue;
		if (line.n)
			line = sv_skip(line, 1);
		if (kind != '+')
			add_line(&before, line);
		if (kind != '-')
			add_line(&after, line);
	}
	if (!buf_ok(&before) || !buf_ok(&after) || (!before.n && !after.n))
		return false;
	*out = (struct patch_edit){ buf_sv(&before), buf_sv(&after) };
	return true;
}

void gaff_patch_begin(struct buf *out, enum patch_op op, struct sv path)
{
	gaff_buf_add(out, SV("*** Begin Patch\n"));
	gaff_buf_add(out, markers[op].text);
	buf_addc(out, ' ');
	add_line(out, path);
}

static void add_prefixed(struct buf *out, char prefix, struct sv text)
{
	while (text.n) {
		struct sv line = take_line(&text);

		buf_addc(out, prefix);
		add_line(out, line);
	}
}

void gaff_patch_change(struct buf *out, enum patch_op op, struct patch_edit edit)
{
	if (op == PATCH_UPDATE) {
		gaff_buf_add(out, SV("@@\n"));
		add_prefixed(out, '-', edit.before);
	}
	add_prefixed(out, '+', edit.after);
}

void gaff_patch_end(struct buf *out)
{
	gaff_buf_add(out, SV("*** End Patch\n"));
}
