/*
 * fuzz_value.c - any field of any payload: a name, a byte 0, and what the agent sent.
 *
 * The first byte chooses the host; one more than there are is an event in canonical words. Whatever
 * is found must be JSON.
 */
#include <stdint.h>
#include <stdlib.h>

#include "agents/codec/codec.h"
#include "agents/codec/value.h"
#include "agents/hosts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

static void check_value(enum gaff_rc rc, struct json found)
{
	struct gaff_err err;
	struct json doc;

	check(rc != GAFF_OK || !found.n || gaff_json_parse(json_sv(found), &doc, &err) == GAFF_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct gaff_host *host = &gaff_host_canonical_caller;
	struct json payload, found = { 0 };
	struct gaff_event event;
	struct sv name, text;
	struct gaff_err err;
	struct arena a;
	const char *end;
	size_t hosts = 0;

	while (gaff_hosts[hosts])
		hosts++;
	if (size < 3)
		return 0;
	if (data[0] % (hosts + 1) < hosts)
		host = gaff_hosts[data[0] % (hosts + 1)];
	text = (struct sv){ (const char *)data + 1, size - 1 };
	end = memchr(text.p, 0, text.n);
	if (!end)
		return 0;
	name = (struct sv){ text.p, (size_t)(end - text.p) };
	text = sv_skip(text, name.n + 1);
	gaff_arena_init(&a, NULL, 0, 1 << 27);
	if (gaff_json_parse(text, &payload, &err) == GAFF_OK &&
	    gaff_decode_event(&a, host, payload, SV("preToolUse"), NULL, &event, &err) == GAFF_OK) {
		check_value(gaff_event_value(&a, &event, name, &found, &err), found);
		check_value(gaff_event_values(&a, &event, name, &found, &err), found);
	}
	gaff_arena_release(&a);
	return 0;
}
