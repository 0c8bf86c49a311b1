#include "convert/convert.h"

#include "convert/parts.h"

/* The stages one after another; what each of them is for is in parts.h. */

/*
 * What the source says and a manifest cannot is kept beside it for the same agent: on the way back
 * there it is not lost.
 */
static void drop_losses_of_source(struct gaff_losses *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		if (l->item[i].of_source) {
			l->n_guards -= l->item[i].is_guard;
			l->n_broken -= l->item[i].is_broken;
		} else {
			l->item[n++] = l->item[i];
		}
	}
	l->n = n;
	l->n_more -= l->n_more_of_source;
	l->n_more_of_source = 0;
}

static enum gaff_rc write(struct arena *a, const struct gaff_conversion *c,
			  const struct gaff_middle *in, const struct gaff_hook_plan *plans,
			  struct gaff_converted *out, struct gaff_err *err)
{
	struct json native;

	GAFF_TRY(gaff_convert_encode(a, c, in, plans, &out->losses, &native, err));
	GAFF_TRY(gaff_convert_write(a, c->to, c->is_other_syntax_out, native, &out->losses,
				    &out->text, err));
	return gaff_convert_verify(a, c, in, plans, out->text, err);
}

static bool has_kept(const struct gaff_conversion *c, const struct gaff_middle *in)
{
	struct json data = gaff_json_get(in->root, SV("provider_data"));

	return gaff_json_get(gaff_provider_data(data, c->to), SV("hooks")).n;
}

/*
 * Entries that a manifest keeps for an agent may be no such ones, but hooks that nobody has seen,
 * or in the way of those that are there. Verify finds out, and then it goes without them.
 */
static enum gaff_rc write_all(struct arena *a, struct gaff_conversion *c,
			      const struct gaff_middle *in, const struct gaff_hook_plan *plans,
			      struct gaff_converted *out, struct gaff_err *err)
{
	struct gaff_losses before = out->losses;
	enum gaff_rc rc = write(a, c, in, plans, out, err);

	if (rc != GAFF_EIO || c->from->layout->shape != GAFF_LAYOUT_MANIFEST || !has_kept(c, in))
		return rc;
	before.item = out->losses.item; /* it may have grown */
	before.room = out->losses.room;
	before.text = out->losses.text;
	out->losses = before;
	c->without_kept = true;
	return write(a, c, in, plans, out, err);
}

static enum gaff_rc run_stages(struct arena *a, struct gaff_conversion *c, struct sv text,
			       struct gaff_converted *out, struct gaff_err *err)
{
	struct gaff_hook_plan *plans;
	struct gaff_middle in;

	GAFF_TRY(gaff_convert_decode(a, c->from, text, c->is_other_syntax_in, &out->losses, &in,
				     err));
	if (in.spelling)
		c->from = in.spelling;
	if (c->runtime && c->from->layout->shape != GAFF_LAYOUT_MANIFEST && c->from != c->to)
		GAFF_TRY(gaff_middle_settle(a, c->from, &in, err));
	out->n_read = in.n;
	out->hook = in.hook;
	GAFF_TRY(gaff_middle_translate(a, c, &in, err));
	GAFF_TRY(gaff_convert_check(a, c, &in, &out->losses, &plans, err));
	GAFF_TRY(write_all(a, c, &in, plans, out, err));
	for (size_t i = 0; i < in.n; i++)
		out->n_written += plans[i].fate != GAFF_HOOK_GONE;
	return gaff_arena_check(a, err);
}

enum gaff_rc gaff_convert(struct arena *a, const struct gaff_conversion *conversion, struct sv text,
			  struct gaff_converted *out, struct gaff_err *err)
{
	struct gaff_conversion c = *conversion; /* `from` becomes the spelling of the file */
	enum gaff_rc rc;

	*out = (struct gaff_converted){ .losses = { .arena = a } };
	rc = run_stages(a, &c, text, out, err);
	if (c.from == c.to)
		drop_losses_of_source(&out->losses);
	return rc;
}
