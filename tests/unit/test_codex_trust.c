#include "install/codex_trust.h"

#include "check.h"
#include "agents/hosts.h"

static char storage[1 << 18];

static const struct gaff_config_row *hooks_json(const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_config; i++)
		if (host->config[i].scope == GAFF_SCOPE_USER &&
		    host->config[i].syntax == GAFF_SYNTAX_JSON)
			return &host->config[i];
	return NULL;
}

/* A file with this text. */
static struct gaff_config config_of(struct arena *a, struct sv text)
{
	const struct gaff_host *host = gaff_host_find(SV("codex"));
	struct gaff_held held = { .path = "/home/dev/.codex/hooks.json",
				  .exists = true,
				  .text = text };
	struct gaff_config config = { 0 };
	struct gaff_err err;

	CHECK(gaff_config_parse(a, host, hooks_json(host), &held, &config, &err) == GAFF_OK);
	return config;
}

/*
 * What Codex 0.166.0 itself has (currentHash of hooks/list of `codex app-server`): the event, a
 * member of the group, the entry, its hash. The second one is the worked example of its notes.
 */
static const struct {
	struct sv event, group, entry, hash;
} known[] = {
	/* clang-format off */
	{ SV_INIT("PreToolUse"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event PreToolUse --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:68d80437eb8f9506c05940690a94383e1149a538e286d859df3791a7585937c8") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"Bash\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/true\"}"),
	  SV_INIT("sha256:e0d57099488dd04d7370c87c2d83c31eae029b487622e13ec53027eb70385523") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"^größe|🦀\\\"$\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"'/opt/größe 🦀/it'\\\\''s \\\"quoted\\\" $HOME/gaff' run --host codex\",\"timeout\":0}"),
	  SV_INIT("sha256:c6acc4d893cb032dd4ee4e39bb4c5ff86e63a6f13690dc82660be0dab7a2b24f") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"^größe|🦀\\\"$\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"printf 'a\\\\tb\\\\\\\\c'    é </x> &\",\"timeout\":5,\"statusMessage\":\"prüfe \\\"x\\\"\\n/y\"}"),
	  SV_INIT("sha256:cecc541c5319bfbc67255aecaa4d05064d821cba00989e24b946b33196379500") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"^größe|🦀\\\"$\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"tab\\there\\nand \\u0001 \\b\\f\\u001f\",\"timeout\":1}"),
	  SV_INIT("sha256:5d36ef518dc1d501d61cfb221f15be4683bfbe33512f5f3576666395819a8628") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"^größe|🦀\\\"$\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\",\"async\":true}"),
	  SV_INIT("sha256:22db2f5e91f7aaf2f9436fa705a34c89d8de66a5d0848815e08653ab4ee53f76") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"^größe|🦀\\\"$\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\",\"additionalContextLimit\":100}"),
	  SV_INIT("sha256:7dd33430389edb09cbd81e14dc95a234561b5f1cf0426ed5c8a98a9f9232e69c") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"^größe|🦀\\\"$\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\",\"additionalContextLimit\":2500}"),
	  SV_INIT("sha256:adb90c1e8acaa3b87eb66b32c22cc9498712d171920e5037b534ef02b20a2e20") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\"}"),
	  SV_INIT("sha256:b22089b130d882c1c73d1ff80b8d260c544274033f130ad1e1c72d6c40cacc38") },
	{ SV_INIT("PreToolUse"), SV_INIT("\"matcher\":\"*\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\",\"timeout\":99999}"),
	  SV_INIT("sha256:4353dfccddfe67283af6eb54d8ce3d1f09fa32b1d62c14ad1d8c48cb53955814") },
	{ SV_INIT("PostToolUse"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event PostToolUse --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:302c5bcba6c56e41c9c34eed6337ec1609bc8cadaf48119ce04b32de02a8411c") },
	{ SV_INIT("PermissionRequest"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event PermissionRequest --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:2994fafc8d2b23415b9ce382227d3ad4f47052cc32a0a1f4e4a5f6cc0e968e60") },
	{ SV_INIT("PreCompact"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event PreCompact --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:4e87f8d3f3ff622832a4af634bf2a8871eb96aad42abfefaeecc9f784d62f698") },
	{ SV_INIT("PostCompact"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event PostCompact --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:e23397b9cc2b0df240a60a4cf2168b1ecbc70fbc47a9adcd89578008104beec9") },
	{ SV_INIT("SessionStart"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event SessionStart --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:8a764ed1e2cb9026a9d529d25c13b8ff6cf44898212834288391d117e51f7395") },
	{ SV_INIT("SessionEnd"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event SessionEnd --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:a483eaf79719e6daa491062bca468364c91b238c673659e81f715e5130765909") },
	{ SV_INIT("SessionEnd"), SV_INIT("\"matcher\":\"m\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\"}"),
	  SV_INIT("sha256:f6cdc8feb281346e456564279feac0d04d42ea6b0b759630e85ffc7032db27e6") },
	{ SV_INIT("SessionEnd"), SV_INIT("\"matcher\":\"m\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\",\"timeout\":60}"),
	  SV_INIT("sha256:c1ce07c6c94fdcd8f7cfab12daac7cbcfb456d00760b3f135a85d187e2222248") },
	{ SV_INIT("SessionEnd"), SV_INIT("\"matcher\":\"m\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\",\"timeout\":2}"),
	  SV_INIT("sha256:2b5e4abc2e702ac72c1a1cc8a3cdaf0876212aedbf9729d0b8baed3068781db8") },
	{ SV_INIT("UserPromptSubmit"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event UserPromptSubmit --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:e6f5da57fe3c6919ce215a7591a9d87bc2042f1a42ff36f4a442d1527ba6e64f") },
	{ SV_INIT("UserPromptSubmit"), SV_INIT("\"matcher\":\"m\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\"}"),
	  SV_INIT("sha256:9f83d2c9d1b48d3700283cd1d70b9fc7ad739f3245049d933978e90187ee8a84") },
	{ SV_INIT("SubagentStart"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event SubagentStart --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:8cf7db2e0c0f8ee0cbe13734233b69544ba3ba79cfc6e7bbee826fa64c026693") },
	{ SV_INIT("SubagentStop"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event SubagentStop --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:7ea512336f72713c6cdcfa519788d611d26488777d0151ebe270316cd5db17df") },
	{ SV_INIT("Stop"), SV_INIT(""),
	  SV_INIT("{\"type\":\"command\",\"command\":\"/usr/bin/gaff run --host codex --event Stop --deadline 55\",\"timeout\":60}"),
	  SV_INIT("sha256:954f38db9ac2ce25374c34d62a9648eb16e4a1b9782919a61e3e8416fc93d017") },
	{ SV_INIT("Stop"), SV_INIT("\"matcher\":\"m\","),
	  SV_INIT("{\"type\":\"command\",\"command\":\"x\"}"),
	  SV_INIT("sha256:6f14477468be127a92604ce05b51030268ccd6077fa7a807515589cfcfc7fd17") },
	/* clang-format on */
};

TEST(codex_trust__hashes_are_those_of_codex)
{
	size_t events = 0;

	for (size_t i = 0; i < COUNT_OF(known); i++) {
		struct arena a;
		struct buf text = { 0 };
		struct gaff_config config;
		struct gaff_err err;
		struct sv hash = { 0 };

		gaff_arena_init(&a, storage, sizeof storage, 1 << 20);
		text = buf_in(&a);
		gaff_buf_add(&text, SV("{\"hooks\":{\""));
		gaff_buf_add(&text, known[i].event);
		gaff_buf_add(&text, SV("\":[{"));
		gaff_buf_add(&text, known[i].group);
		gaff_buf_add(&text, SV("\"hooks\":["));
		gaff_buf_add(&text, known[i].entry);
		gaff_buf_add(&text, SV("]}]}}"));
		config = config_of(&a, buf_sv(&text));
		CHECK(config.n == 1);
		if (config.n == 1)
			CHECK(gaff_codex_hash(&a, &config.item[0], &hash, &err) == GAFF_OK);
		CHECK_TEXT(hash, known[i].hash);
		events += i == 0 || !sv_eq(known[i].event, known[i - 1].event);
		gaff_arena_release(&a);
	}
	CHECK(events == 11);
}

TEST(codex_trust__keys_have_the_place)
{
	static const struct sv want[] = {
		SV_INIT("/home/dev/.codex/hooks.json:pre_tool_use:0:0"),
		SV_INIT("/home/dev/.codex/hooks.json:pre_tool_use:2:0"),
		SV_INIT("/home/dev/.codex/hooks.json:pre_tool_use:2:1"),
		SV_INIT("/home/dev/.codex/hooks.json:user_prompt_submit:0:0"),
	};
	struct gaff_config config;
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 20);
	config = config_of(
		&a, SV("{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"command\":\"a\"}]},{\"hooks\":["
		       "]},{\"hooks\":[{\"command\":\"b\"},{\"command\":\"c\"}]}],"
		       "\"UserPromptSubmit\":[{\"hooks\":[{\"command\":\"d\"}]}]}}"));
	CHECK(config.n == COUNT_OF(want));
	for (size_t i = 0; i < config.n && i < COUNT_OF(want); i++) {
		struct sv key = { 0 };

		CHECK(gaff_codex_key(&a, config.held.path, &config.item[i], &key, &err) == GAFF_OK);
		CHECK_TEXT(key, want[i]);
	}
	gaff_arena_release(&a);
}
