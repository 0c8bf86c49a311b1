#include <stdlib.h>

#include "convert/convert.h"
#include "agents/hosts.h"
#include "lib/handles.h"

struct gaff_conversion_result {
	struct arena arena;
	struct sv text;
	const char **loss;
	size_t n_losses, n_guards;
};

static enum gaff_rc find_form(const char *name, const struct gaff_host **out, struct gaff_err *err)
{
	*out = gaff_layout_find(sv_of(name));
	return *out ? GAFF_OK
		    : gaff_fail(err, GAFF_EUSAGE, "there is no configuration of '%.60s'",
				name ? name : "");
}

/* "hook 2: matcher: what happened" */
static const char *describe(struct arena *a, const struct gaff_loss *loss)
{
	struct buf b = buf_in(a);
	char number[40];

	if (loss->hook) {
		(void)snprintf(number, sizeof number, "hook %zu: ", loss->hook);
		gaff_buf_add(&b, sv_of(number));
	}
	if (loss->field.n) {
		gaff_buf_add(&b, loss->field);
		gaff_buf_add(&b, SV(": "));
	}
	gaff_buf_add(&b, loss->text);
	return buf_ok(&b) ? gaff_arena_dup(a, buf_sv(&b)) : NULL;
}

static enum gaff_rc keep(struct gaff_conversion_result *c, const struct gaff_converted *got,
			 struct gaff_err *err)
{
	const struct gaff_losses *losses = &got->losses;

	c->text = (struct sv){ gaff_arena_dup(&c->arena, got->text), got->text.n };
	c->loss = gaff_arena_alloc(&c->arena, (losses->n + 1) * sizeof *c->loss);
	if (!c->text.p || !c->loss)
		return gaff_no_memory(err);
	c->n_guards = losses->n_guards;
	for (; c->n_losses < losses->n; c->n_losses++) {
		c->loss[c->n_losses] = describe(&c->arena, &losses->item[c->n_losses]);
		if (!c->loss[c->n_losses])
			return gaff_no_memory(err);
	}
	return GAFF_OK;
}

static enum gaff_rc convert(struct gaff_conversion_result *c, const gaff_converting *how,
			    struct sv text, struct gaff_err *err)
{
	struct gaff_conversion conversion = { .is_other_syntax_in = how->from_is_other,
					      .is_other_syntax_out = how->to_is_other,
					      .runtime = how->runtime };
	struct gaff_converted got = { 0 };

	if (text.n > GAFF_EDIT_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "a configuration is longer than %u bytes",
				 GAFF_EDIT_MAX);
	conversion.program = sv_of(how->program ? how->program : "gaff");
	text.p = gaff_arena_dup(&c->arena, text);
	if (!text.p)
		return gaff_no_memory(err);
	GAFF_TRY(find_form(how->to, &conversion.to, err));
	if (how->from)
		GAFF_TRY(find_form(how->from, &conversion.from, err));
	else
		GAFF_TRY(gaff_convert_recognise(&c->arena, text, NULL, &conversion.from,
						&conversion.is_other_syntax_in, err));
	GAFF_TRY(gaff_convert(&c->arena, &conversion, text, &got, err));
	return keep(c, &got, err);
}

gaff_converted *gaff_config_convert(const gaff_converting *how, const void *text, size_t length,
				    gaff_error *error)
{
	struct gaff_conversion_result *c;
	struct gaff_err err = { 0 };

	if (!how || (!text && length)) {
		(void)gaff_lib_missing(error, how ? "configuration" : "gaff_converting");
		return NULL;
	}
	c = calloc(1, sizeof *c);
	if (!c) {
		(void)gaff_lib_no_memory(error);
		return NULL;
	}
	gaff_arena_init(&c->arena, NULL, 0, how->memory_max ? how->memory_max : GAFF_ARENA_MAX);
	if (convert(c, how, (struct sv){ text, length }, &err) == GAFF_OK)
		return c;
	(void)gaff_lib_error(error, &err);
	gaff_converted_free(c);
	return NULL;
}

const char *gaff_converted_text(const gaff_converted *converted, size_t *length)
{
	if (length)
		*length = converted ? converted->text.n : 0;
	return converted ? converted->text.p : NULL;
}

const char *gaff_converted_loss(const gaff_converted *converted, size_t index)
{
	return converted && index < converted->n_losses ? converted->loss[index] : NULL;
}

size_t gaff_converted_guards_lost(const gaff_converted *converted)
{
	return converted ? converted->n_guards : 0;
}

void gaff_converted_free(gaff_converted *converted)
{
	if (!converted)
		return;
	gaff_arena_release(&converted->arena);
	free(converted);
}
