/*
 * fuzz_match.c - any hook against any payload of any host.
 *
 * The first byte chooses the host; then comes the hook, and after a byte 0xff the payload. What the
 * index says no to must not match, and the files and arguments of a command can be told, the
 * script that it runs among them.
 */
#include <stdint.h>
#include <stdlib.h>

#include "agents/codec/codec.h"
#include "manifest/needs.h"
#include "agents/hosts.h"
#include "run/trust/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

static void check_command(struct arena *a, struct sv command)
{
	static const char *const bases[] = { "/p", "/p/sub" };
	struct gaff_file_names names;
	struct gaff_err err;
	bool found = false;
	char **argv;

	if (gaff_command_argv(a, command, "/p/.gaff", &argv, &err) != GAFF_OK ||
	    gaff_command_files(a, command, "/p/.gaff", bases, 2, &names, &err) != GAFF_OK)
		return;
	check(argv[0] && argv[0][0] == '/');
	for (size_t i = 0; i < names.n; i++) {
		check(names.path[i].n && names.path[i].p[0] == '/');
		found = found || sv_eq(names.path[i], sv_of(argv[0]));
	}
	check(found || strcmp(argv[0], "/bin/sh") == 0);
}

static void check_match(struct arena *a, const struct gaff_manifest *manifest,
			const struct gaff_event *event)
{
	static const struct gaff_match_place place = { .project = SV_INIT("/home/dev/proj"),
						       .home = SV_INIT("/home/dev") };

	for (size_t i = 0; i < manifest->n; i++) {
		struct gaff_event_key key;
		struct gaff_call_words words;
		struct gaff_match match;
		struct gaff_hook hook;
		struct gaff_err err;

		check(gaff_manifest_hook(a, gaff_hosts, manifest, i, &hook, &err) == GAFF_OK);
		check_command(a, hook.command);
		if (gaff_hook_match(a, &hook, event, &place, &match, &err) != GAFF_OK)
			continue;
		check(match.yes == !match.why);
		key = gaff_event_key(event);
		check(!match.yes || gaff_hook_may_match(&manifest->hook[i], &key));
		gaff_find_names(a, event, &words);
		gaff_find_paths(a, event, &place, &words);
		check(!match.yes || gaff_needs_met(manifest, &manifest->hook[i], &words));
		if (hook.matcher.n || hook.paths.n || !match.yes)
			continue;
		/* without a matcher: by the event alone, so both say yes */
		check(hook.event == event->id || hook.event == GAFF_EV_NATIVE);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gaff_findings findings;
	struct gaff_manifest manifest;
	struct gaff_event event;
	struct json root, payload;
	struct gaff_err err;
	struct arena a;
	struct sv text;
	const char *split;
	struct buf b;
	size_t hosts = 0;

	while (gaff_hosts[hosts])
		hosts++;
	if (size < 2)
		return 0;
	text = (struct sv){ (const char *)data + 1, size - 1 };
	split = memchr(text.p, 0xff, text.n);
	if (!split)
		return 0;
	gaff_arena_init(&a, NULL, 0, 1 << 28);
	findings = (struct gaff_findings){ .arena = &a };
	b = buf_in(&a);
	gaff_buf_add(&b, SV("{\"spec\":\"hooks/1.0\",\"hooks\":["));
	gaff_buf_add(&b, (struct sv){ text.p, (size_t)(split - text.p) });
	gaff_buf_add(&b, SV("]}"));
	if (gaff_json_parse(buf_sv(&b), &root, &err) == GAFF_OK &&
	    gaff_manifest_read(&a, gaff_hosts, root, &findings, &manifest) &&
	    gaff_json_parse(sv_skip(text, (size_t)(split - text.p) + 1), &payload, &err) ==
		    GAFF_OK &&
	    gaff_decode_event(&a, gaff_hosts[data[0] % hosts], payload, SV("preToolUse"), NULL,
			      &event, &err) == GAFF_OK)
		check_match(&a, &manifest, &event);
	gaff_arena_release(&a);
	return 0;
}
