#include "check.h"

#include "agents/codec/codec.h"
#include "agents/hosts.h"

/* Inputs with lists in them, whatever shape a model gives them: Cline's. */

static struct json json_of(struct sv text)
{
	struct json out;
	struct gaff_err err;

	CHECK(gaff_json_parse(text, &out, &err) == GAFF_OK);
	return out;
}

/* clang-format off */
static const struct {
	struct sv tool, native, canonical;
} inputs[] = {
	{ SV_INIT("run_commands"), SV_INIT("{\"commands\":[\"a\"]}"), SV_INIT("{\"command\":\"a\"}") },
	{ SV_INIT("run_commands"), SV_INIT("[\"a\",\"b\"]"), SV_INIT("{\"command\":\"a\\nb\"}") },
	{ SV_INIT("run_commands"), SV_INIT("[{\"command\":\"a\",\"args\":[\"b c\"]}]"), SV_INIT("{\"command\":\"a 'b c'\"}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"command\":\"a; b\"}"), SV_INIT("{\"command\":\"a; b\"}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"command\":\"a; b\",\"args\":[]}"), SV_INIT("{\"command\":\"'a; b'\"}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"cmd\":\"a\"}"), SV_INIT("{\"command\":\"a\"}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"commands\":{\"command\":\"a\"}}"), SV_INIT("{\"command\":\"a\"}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"commands\":null,\"cmd\":\"a\"}"), SV_INIT("{\"command\":\"a\"}") },
	/* nobody knows which of them the agent takes: all are shown */
	{ SV_INIT("run_commands"), SV_INIT("{\"cmd\":\"c\",\"commands\":5,\"command\":\"b\"}"), SV_INIT("{\"command\":\"5\\nb\\nc\"}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"commands\":[]}"), SV_INIT("{\"command\":\"\"}") },
	{ SV_INIT("read_files"), SV_INIT("{\"files\":[{\"path\":\"a\",\"start_line\":1}]}"), SV_INIT("{\"path\":\"a\"}") },
	{ SV_INIT("read_files"), SV_INIT("{\"files\":[\"a\",{\"filePath\":\"b\"},{\"file_path\":\"c\"},7,{\"x\":1}]}"), SV_INIT("{\"path\":[\"a\",\"b\",\"c\"]}") },
	{ SV_INIT("read_files"), SV_INIT("{\"files\":7,\"paths\":{\"path\":\"a\"}}"), SV_INIT("{\"path\":\"a\"}") },
	{ SV_INIT("read_files"), SV_INIT("[\"a\",\"b\"]"), SV_INIT("{\"path\":[\"a\",\"b\"]}") },
	{ SV_INIT("read_files"), SV_INIT("{\"path\":\"a\",\"file_paths\":\"b\"}"), SV_INIT("{\"path\":[\"b\",\"a\"]}") },
	{ SV_INIT("read_files"), SV_INIT("{\"files\":[]}"), SV_INIT("{}") },
	{ SV_INIT("fetch_web_content"), SV_INIT("{\"requests\":[{\"url\":\"u\",\"prompt\":\"p\"}]}"), SV_INIT("{\"url\":\"u\",\"prompt\":\"p\"}") },
	{ SV_INIT("fetch_web_content"), SV_INIT("{\"requests\":[{\"url\":\"u\"},{\"url\":\"v\",\"prompt\":\"p\"}]}"), SV_INIT("{\"url\":[\"u\",\"v\"],\"prompt\":\"p\"}") },
};
/* clang-format on */

TEST(input_list__everything_in_a_list_is_seen)
{
	for (size_t i = 0; i < COUNT_OF(inputs); i++) {
		struct json out;
		struct gaff_err err;
		struct arena a;

		gaff_arena_init(&a, NULL, 0, 1 << 20);
		CHECK(gaff_input_to_canonical(&a, gaff_host_tool(&gaff_host_cline, inputs[i].tool),
					      json_of(inputs[i].native), &out, &err) == GAFF_OK);
		CHECK_TEXT(json_sv(out), inputs[i].canonical);
		gaff_arena_release(&a);
	}
}

/* clang-format off */
static const struct {
	struct sv tool, original, canonical, native; /* no native: it cannot be said */
} rewrites[] = {
	{ SV_INIT("run_commands"), SV_INIT("{\"commands\":[\"a\",\"b\"]}"), SV_INIT("{\"command\":\"c\"}"), SV_INIT("{\"commands\":[\"c\"]}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"command\":\"a\",\"args\":[\"b\"],\"cmd\":\"d\"}"), SV_INIT("{\"command\":\"c\"}"), SV_INIT("{\"commands\":[\"c\"]}") },
	{ SV_INIT("run_commands"), SV_INIT("[\"a\",\"b\"]"), SV_INIT("{\"command\":\"c\"}"), SV_INIT("{\"commands\":[\"c\"]}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"commands\":[\"a\"]}"), SV_INIT("{\"commands\":[\"c\",\"d\"]}"), SV_INIT("{\"commands\":[\"c\",\"d\"]}") },
	/* as it was shown, it stays as it was */
	{ SV_INIT("run_commands"), SV_INIT("{\"commands\":[\"a\",\"b\"],\"x\":1}"), SV_INIT("{\"command\":\"a\\nb\"}"), SV_INIT("{\"commands\":[\"a\",\"b\"],\"x\":1}") },
	{ SV_INIT("run_commands"), SV_INIT("{\"command\":\"a\",\"args\":[\"b\"]}"), SV_INIT("{\"command\":\"a b\"}"), SV_INIT("{\"command\":\"a\",\"args\":[\"b\"]}") },
	{ SV_INIT("read_files"), SV_INIT("{\"files\":[{\"path\":\"a\",\"start_line\":3}]}"), SV_INIT("{\"path\":\"b\"}"), SV_INIT("{\"files\":[{\"start_line\":3,\"path\":\"b\"}]}") },
	{ SV_INIT("read_files"), SV_INIT("{\"files\":[{\"filePath\":\"a\"},\"b\"]}"), SV_INIT("{\"path\":[\"c\",\"d\"]}"), SV_INIT("{\"files\":[{\"filePath\":\"c\"},{\"path\":\"d\"}]}") },
	{ SV_INIT("read_files"), SV_INIT("{\"files\":[{\"path\":\"a\"},{\"path\":\"b\"}]}"), SV_INIT("{\"path\":\"c\"}"), SV_INIT("{\"files\":[{\"path\":\"c\"}]}") },
	{ SV_INIT("read_files"), SV_INIT("{\"paths\":\"a\"}"), SV_INIT("{\"path\":\"b\"}"), SV_INIT("{\"files\":[{\"path\":\"b\"}]}") },
	{ SV_INIT("fetch_web_content"), SV_INIT("{\"requests\":[{\"url\":\"u\",\"prompt\":\"p\"}]}"), SV_INIT("{\"url\":\"v\"}"), SV_INIT("{\"requests\":[{\"url\":\"v\",\"prompt\":\"p\"}]}") },
	{ SV_INIT("fetch_web_content"), SV_INIT("{\"requests\":[{\"url\":\"u\",\"prompt\":\"p\"}]}"), SV_INIT("{\"url\":[\"v\",\"w\"]}"), SV_INIT("") },
};
/* clang-format on */

TEST(input_list__what_is_rewritten_takes_the_place_of_all)
{
	for (size_t i = 0; i < COUNT_OF(rewrites); i++) {
		struct json out;
		struct gaff_err err;
		struct arena a;
		enum gaff_rc rc;

		gaff_arena_init(&a, NULL, 0, 1 << 20);
		rc = gaff_input_to_native(&a, gaff_host_tool(&gaff_host_cline, rewrites[i].tool),
					  json_of(rewrites[i].canonical),
					  json_of(rewrites[i].original), false, NULL, &out, &err);
		CHECK(rc == (rewrites[i].native.n ? GAFF_OK : GAFF_EUNSUPPORTED));
		if (rc == GAFF_OK)
			CHECK_TEXT(json_sv(out), rewrites[i].native);
		gaff_arena_release(&a);
	}
}
