/*
 * fuzz_convert.c - any text as any agent's configuration.
 *
 * The first byte chooses the agent and the syntax, the second the agent that it goes to. What
 * decodes is a manifest that the manifest's reader takes, with the same hooks; every loss says what
 * is lost, of a hook that there is. What the pipeline then makes of it is never something else than
 * was meant.
 */
#include <stdint.h>
#include <stdlib.h>

#include "convert/parts.h"
#include "hosts/hosts.h"
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

	while (gaff_form_hosts[n])
		n++;
	return gaff_form_hosts[byte % n];
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
	enum gaff_rc rc = gaff_form_decode(a, host, text, is_other, &losses, &middle, &err);

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

	if (gaff_form_recognise(a, text, "settings.json", &host, &is_other, &err) == GAFF_OK)
		check(host && host->form);
	else
		check(!host && err.msg[0]);
}

/* ---- the stages behind it ---- */

static void convert(struct arena *a, const struct gaff_conversion *c, struct sv text)
{
	struct gaff_converted out;
	struct gaff_err err;
	enum gaff_rc rc = gaff_convert(a, c, text, &out, &err);

	check(rc != GAFF_EIO || a->failed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gaff_conversion c = { .program = SV_INIT("gaff") };
	struct sv text;
	struct arena a;

	if (size < 2)
		return 0;
	text = (struct sv){ (const char *)data + 2, size - 2 };
	c.from = host_of(data[0] & 0x7f);
	c.to = host_of(data[1] & 0x7f);
	c.is_other_syntax_in = data[0] & 0x80 && c.from->form->other.n;
	gaff_arena_init(&a, NULL, 0, 1 << 28);
	decode(&a, c.from, c.is_other_syntax_in, text);
	recognise(&a, text);
	convert(&a, &c, text);
	gaff_arena_release(&a);
	return 0;
}
