/*
 * fuzz_decode.c - any payload from any host, in every dialect, and any answer from any hook.
 *
 * The first byte chooses host and dialect, the second the exit code; the rest is the payload, and
 * after a byte 0xff what the hook printed. Whatever comes out must be JSON, and an answer that
 * was fitted must be one that the host's own rows read back.
 */
#include <stdint.h>
#include <stdlib.h>

#include "agents/codec/codec.h"
#include "agents/codec/split.h"
#include "agents/hosts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

static void is_json(struct sv text)
{
	struct json doc;
	struct gaff_err err;

	check(!text.n || gaff_json_parse(text, &doc, &err) == GAFF_OK);
}

static void answer(struct arena *a, const struct gaff_event *event, const struct gaff_host *dialect,
		   const struct gaff_event_row *row, int exit_code, struct sv printed)
{
	/* at the higher codes what is printed is on stderr */
	struct gaff_outcome outcome = { exit_code % 4, exit_code < 4 ? printed : SV(""),
					exit_code < 4 ? SV("some words") : printed };
	struct gaff_warnings warnings = { .n = 0 };
	struct gaff_response r, back;
	struct gaff_answer out;
	struct gaff_err err;

	if (gaff_decode_response(a, dialect, row, true, &outcome, &r, &err) != GAFF_OK ||
	    gaff_fit_response(a, event, GAFF_ASK_DENIES, &r, &warnings, &err) != GAFF_OK ||
	    gaff_encode_response(a, event, &r, &warnings, &out, &err) != GAFF_OK)
		return;
	/* some agents take a context as it is, and it may look like anything */
	if (!r.text[GAFF_A_CONTEXT].n || !sv_starts(out.out, r.text[GAFF_A_CONTEXT]))
		is_json(out.out);
	check(out.exit == 0 || (out.exit == 2 && out.err.n > 1));
	check(r.decision != GAFF_DENY || gaff_shape_can_deny(event->row->answer));
	outcome = (struct gaff_outcome){ out.exit, out.out, out.err };
	check(gaff_decode_response(a, event->host, event->row, true, &outcome, &back, &err) ==
	      GAFF_OK);
	check((r.decision == GAFF_DENY) <= (back.decision == GAFF_DENY));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct gaff_host *host, *dialect, *caller;
	const struct gaff_event_row *row;
	struct sv text, printed = { 0 }, encoded;
	struct gaff_event event;
	struct gaff_parts parts;
	struct json payload;
	struct gaff_err err;
	struct arena a;
	const char *split;
	size_t hosts = 0;

	while (gaff_hosts[hosts])
		hosts++;
	if (size < 3)
		return 0;
	host = gaff_hosts[data[0] % hosts];
	dialect = data[0] / hosts % (hosts + 1) == hosts
			  ? &gaff_host_canonical
			  : gaff_hosts[data[0] / hosts % (hosts + 1)];
	text = (struct sv){ (const char *)data + 2, size - 2 };
	split = memchr(text.p, 0xff, text.n);
	if (split) {
		printed = sv_skip(text, (size_t)(split - text.p) + 1);
		text.n = (size_t)(split - text.p);
	}
	gaff_arena_init(&a, NULL, 0, 1 << 27);
	if (gaff_json_parse(text, &payload, &err) == GAFF_OK) {
		if (gaff_host_detect(payload, getenv, &caller, &err) == GAFF_OK)
			check(gaff_host_find(caller->id) == caller);
		check(gaff_host_caller(host, payload, NULL) != NULL);
	}
	if (gaff_json_parse(text, &payload, &err) == GAFF_OK &&
	    gaff_decode_event(&a, host, payload, SV("preToolUse"), NULL, &event, &err) == GAFF_OK) {
		if (gaff_encode_event(&a, &event, dialect, &encoded, &err) == GAFF_OK)
			is_json(encoded);
		if (gaff_encode_event(&a, &event, &gaff_host_canonical, &encoded, &err) == GAFF_OK)
			is_json(encoded);
		if (gaff_split_event(&a, &event, dialect, &parts, &err) == GAFF_OK)
			for (size_t i = 0; i < parts.n; i++)
				if (gaff_encode_event(&a, &parts.part[i], dialect, &encoded,
						      &err) == GAFF_OK)
					is_json(encoded);
		row = dialect == host                   ? event.row
		      : dialect == &gaff_host_canonical ? dialect->unknown
							: gaff_host_event_by_id(dialect, event.id);
		if (row)
			answer(&a, &event, dialect, row, data[1] % 8, printed);
	}
	gaff_arena_release(&a);
	return 0;
}
