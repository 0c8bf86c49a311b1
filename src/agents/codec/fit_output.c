#include "agents/codec/fit.h"

/* A new output of a tool, and context: which may have to go where the output goes. */

/* A text, as JSON. */
static enum gaff_rc as_text(struct fitting *f, struct sv text, struct json *out,
			    struct gaff_err *err)
{
	struct buf b = buf_in(f->arena);
	struct json_writer w = { .out = &b };

	gaff_json_string(&w, text);
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = (struct json){ b.p, b.n };
	return GAFF_OK;
}

/* Where the output can be replaced and context has no place of its own, it goes behind the output.
 */
static enum gaff_rc fit_context_in_output(struct fitting *f, struct gaff_err *err)
{
	const struct gaff_answer_row *row = gaff_shape_row(f->shape, GAFF_A_CONTEXT, fit_is_mcp(f));
	struct sv *context = &f->r->text[GAFF_A_CONTEXT], output = { 0 };
	struct json was = f->r->updated_output.n ? f->r->updated_output
						 : f->event->field[GAFF_F_TOOL_OUTPUT];

	if (!context->n || !row || f->r->decision == GAFF_DENY ||
	    !(row->flags & GAFF_R_IN_OUTPUT ||
	      (row->flags & GAFF_R_IN_NEW_OUTPUT && f->r->updated_output.n)))
		return GAFF_OK;
	if (was.n && !gaff_json_text(f->arena, was, &output))
		output = json_sv(was);
	GAFF_TRY(as_text(f, gaff_join_texts(f->arena, output, *context), &f->r->updated_output,
			 err));
	*context = (struct sv){ 0 };
	return GAFF_OK;
}

/*
 * A replaced output is text to most hooks, but an agent may want the object it made itself:
 * then the text takes the place of the text inside it.
 */
static enum gaff_rc fit_output(struct fitting *f, struct gaff_err *err)
{
	struct json was = f->event->field[GAFF_F_TOOL_OUTPUT], key, value;
	struct sv inside = f->event->tool_row ? f->event->tool_row->output_text : (struct sv){ 0 };
	struct json_iter it = gaff_json_iter(was);
	struct buf b = buf_in(f->arena);
	struct json_writer w = { .out = &b };

	if (!f->r->updated_output.n)
		return GAFF_OK;
	if (!gaff_fit_place(f, GAFF_A_UPDATED_OUTPUT)) {
		gaff_fit_lost(f, SV("updated_output"));
		f->r->updated_output = (struct json){ 0 };
		return GAFF_OK;
	}
	if (gaff_fit_place(f, GAFF_A_UPDATED_OUTPUT)->flags & GAFF_R_AS_TEXT) {
		if (gaff_json_type(f->r->updated_output) == JSON_STRING)
			return GAFF_OK;
		return as_text(f, json_sv(f->r->updated_output), &f->r->updated_output, err);
	}
	if (fit_is_mcp(f) || !it.is_object || gaff_json_type(f->r->updated_output) != JSON_STRING)
		return GAFF_OK;
	if (!inside.n || !gaff_json_get(was, inside).n) {
		gaff_fit_lost(f, SV("updated_output (this tool's output is not text)"));
		f->r->updated_output = (struct json){ 0 };
		return GAFF_OK;
	}
	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value))
		gaff_json_copy(&w, key, gaff_json_is(key, inside) ? f->r->updated_output : value);
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	f->r->updated_output = (struct json){ b.p, b.n };
	return GAFF_OK;
}

/* Cut a context to what the host takes, with a note; some drop a longer one entirely. */
static void fit_context(struct fitting *f)
{
	static const char note[] = "\n[cut: too long for this agent]";
	struct sv text = sv_trim(f->r->text[GAFF_A_CONTEXT]);
	bool in_bytes = f->event->host->flags & GAFF_H_CONTEXT_IN_BYTES;
	size_t max = f->event->host->context_max, units = 0, keep = 0;
	struct buf b = buf_in(f->arena);

	if (!max || (in_bytes ? text.n : gaff_json_utf16_length(text)) <= max)
		return;
	while (keep < text.n) {
		unsigned char c = (unsigned char)text.p[keep];
		size_t size = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;

		units += in_bytes ? size : size == 4 ? 2 : 1;
		if (units > max - (sizeof note - 1) || size > text.n - keep)
			break;
		keep += size;
	}
	gaff_buf_add(&b, (struct sv){ text.p, keep });
	gaff_buf_add(&b, SV(note));
	if (buf_ok(&b))
		f->r->text[GAFF_A_CONTEXT] = buf_sv(&b);
	gaff_warn(f->arena, f->warnings, "context was cut: %s drops more than %zu %s",
		  f->event->host->title, max, in_bytes ? "bytes" : "characters");
}

enum gaff_rc gaff_fit_output(struct fitting *f, struct gaff_err *err)
{
	GAFF_TRY(fit_context_in_output(f, err));
	GAFF_TRY(fit_output(f, err));
	fit_context(f);
	return GAFF_OK;
}
