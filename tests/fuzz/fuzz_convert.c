/*
 * fuzz_convert.c - any text as any agent's configuration.
 *
 * The first byte chooses the agent and the syntax, the second the agent that it goes to and whether
 * gaff is to be called there. What decodes is a manifest that the manifest's reader takes, with the
 * same hooks; every loss says what is lost, of a hook that there is. What the pipeline then makes
 * of it is never something else than was meant, and can be read again; so can a manifest that goes
 * back to where it came from.
 */
#include <stdint.h>
#include <stdlib.h>

#include "convert/parts.h"
#include "agents/hosts.h"
#include "text/doc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

static const struct gaff_host *host_of(uint8_t byte)
{
	size_t n = 0;

	while (gaff_layout_host(n))
		n++;
	return gaff_layout_host(byte % n);
}

static void check_losses(const struct gaff_losses *losses, size_t n_hooks)
{
	size_t guards = 0;

	for (size_t i = 0; i < losses->n; i++) {
		check(losses->item[i].hook <= n_hooks);
		check(losses->item[i].text.n && losses->item[i].field.n);
		guards += losses->item[i].is_guard;
	}
	check(guards <= losses->n_guards);
}

/* ---- decode ---- */

static void check_middle(struct arena *a, const struct gaff_middle *middle)
{
	struct gaff_middle again;
	struct gaff_err err;

	check(middle->n > 0 || middle->rules.n);
	check(gaff_middle_read(a, middle->root, NULL, &again, &err) == GAFF_OK);
	check(again.n == middle->n);
	for (size_t i = 0; i < middle->n; i++) {
		const struct gaff_hook *x = &middle->hook[i], *y = &again.hook[i];

		check(x->number == i + 1 && x->event == y->event && x->kind == y->kind);
		check(x->blocking == y->blocking && x->timeout_ms == y->timeout_ms);
		check(sv_eq(x->command, y->command) && sv_eq(x->event_name, y->event_name));
	}
}

static void decode(struct arena *a, const struct gaff_host *host, bool is_other, struct sv text)
{
	struct gaff_losses losses = { .arena = a };
	struct gaff_middle middle;
	struct gaff_err err;
	enum gaff_rc rc = gaff_convert_decode(a, host, text, is_other, &losses, &middle, &err);

	check(rc == GAFF_OK || err.msg[0]);
	if (a->failed)
		return;
	if (rc == GAFF_OK)
		check_middle(a, &middle);
	check_losses(&losses, rc == GAFF_OK ? middle.n : SIZE_MAX);
}

static void recognise(struct arena *a, struct sv text)
{
	const struct gaff_host *host = NULL;
	struct gaff_err err;
	bool is_other;

	if (gaff_convert_recognise(a, text, "settings.json", &host, &is_other, &err) == GAFF_OK)
		check(host && host->layout);
	else
		check(!host && err.msg[0]);
}

/* ---- the stages behind it ---- */

static enum gaff_rc convert(struct arena *a, const struct gaff_conversion *c, struct sv text,
			    struct gaff_converted *out)
{
	struct gaff_err err = { 0 };
	enum gaff_rc rc = gaff_convert(a, c, text, out, &err);

	if (a->failed)
		return GAFF_ENOMEM;
	check(rc != GAFF_EIO); /* verify has found the others at fault */
	check(rc == GAFF_OK || err.msg[0]);
	check_losses(&out->losses, rc == GAFF_OK ? out->n_read : SIZE_MAX);
	check(rc != GAFF_OK || (out->text.n && out->n_written <= out->n_read));
	check(rc != GAFF_OK || out->n_written == out->n_read || out->losses.n);
	return rc;
}

/* Whoever it is for finds at least as many hooks in it: there may be others that were put back. */
static void read_again(struct arena *a, const struct gaff_conversion *c,
		       const struct gaff_converted *made)
{
	struct gaff_conversion again = { .from = c->to, .to = c->to, .program = c->program };
	struct gaff_converted out;

	again.is_other_syntax_in = again.is_other_syntax_out = c->is_other_syntax_out;
	if (convert(a, &again, made->text, &out) == GAFF_ENOMEM)
		return;
	check(out.n_read >= made->n_written);
}

/* ---- there and back ---- */

static void there_and_back(struct arena *a, const struct gaff_conversion *c, struct sv text)
{
	struct gaff_conversion there = *c, back = *c;
	struct gaff_converted manifest, native;

	there.to = back.from = &gaff_host_canonical;
	there.runtime = back.runtime = false;
	there.is_other_syntax_out = back.is_other_syntax_in = false;
	back.to = c->from;
	back.is_other_syntax_out = c->is_other_syntax_in;
	if (c->from == &gaff_host_canonical || convert(a, &there, text, &manifest) != GAFF_OK)
		return;
	(void)convert(a, &back, manifest.text, &native);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gaff_conversion c = { .program = SV_INIT("gaff") };
	struct gaff_converted out;
	struct sv text;
	struct arena a;

	if (size < 2)
		return 0;
	text = (struct sv){ (const char *)data + 2, size - 2 };
	c.from = host_of(data[0] & 0x7f);
	c.to = host_of(data[1] & 0x3f);
	c.is_other_syntax_in = data[0] & 0x80 && c.from->layout->other.n;
	c.is_other_syntax_out = data[1] & 0x80 && c.to->layout->other.n;
	c.runtime = data[1] & 0x40;
	gaff_arena_init(&a, NULL, 0, 1 << 28);
	decode(&a, c.from, c.is_other_syntax_in, text);
	recognise(&a, text);
	if (convert(&a, &c, text, &out) == GAFF_OK)
		read_again(&a, &c, &out);
	there_and_back(&a, &c, text);
	gaff_arena_release(&a);
	return 0;
}
