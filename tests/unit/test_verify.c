#include "check.h"

#include "convert/parts.h"
#include "agents/hosts.h"

/*
 * Whatever is wrong with a text that was written, verify has to see it: here a text is damaged
 * between writing and verifying.
 */

struct job {
	struct arena arena;
	struct gaff_conversion conversion;
	struct gaff_middle in;
	struct gaff_hook_plan *plans;
	struct gaff_losses losses;
	struct gaff_err err;
	struct sv text;
};

static bool convert(struct job *j, const char *from, const char *to, bool other_syntax,
		    struct sv text)
{
	struct json native;

	*j = (struct job){ 0 };
	gaff_arena_init(&j->arena, NULL, 0, 64 << 20);
	j->losses.arena = &j->arena;
	j->conversion = (struct gaff_conversion){ .from = gaff_layout_find(sv_of(from)),
						  .to = gaff_layout_find(sv_of(to)),
						  .is_other_syntax_out = other_syntax,
						  .program = SV("gaff") };
	return gaff_convert_decode(&j->arena, j->conversion.from, text, false, &j->losses, &j->in,
				   &j->err) == GAFF_OK &&
	       gaff_convert_check(&j->arena, &j->conversion, &j->in, &j->losses, &j->plans,
				  &j->err) == GAFF_OK &&
	       gaff_convert_encode(&j->arena, &j->conversion, &j->in, j->plans, &j->losses, &native,
				   &j->err) == GAFF_OK &&
	       gaff_convert_write(&j->arena, j->conversion.to, other_syntax, native, &j->losses,
				  &j->text, &j->err) == GAFF_OK;
}

/* The first `from` in the text becomes `to`. */
static struct sv damaged(struct job *j, struct sv from, struct sv to)
{
	struct buf b = buf_in(&j->arena);
	size_t at = 0;

	while (at + from.n <= j->text.n && memcmp(j->text.p + at, from.p, from.n) != 0)
		at++;
	CHECK(at + from.n <= j->text.n);
	gaff_buf_add(&b, (struct sv){ j->text.p, at });
	gaff_buf_add(&b, to);
	gaff_buf_add(&b, sv_skip(j->text, at + from.n));
	return buf_sv(&b);
}

struct damage {
	struct sv from, to, message;
};

static void check_damages(const char *from, const char *to, bool other_syntax, struct sv text,
			  const struct damage *damage, size_t n)
{
	struct job j;

	if (!convert(&j, from, to, other_syntax, text) ||
	    gaff_convert_verify(&j.arena, &j.conversion, &j.in, j.plans, j.text, &j.err) != GAFF_OK)
		CHECK_TEXT(sv_of(j.err.msg), SV("verified"));
	else
		for (size_t i = 0; i < n; i++) {
			struct gaff_err err = { .msg = "it was not seen" };
			struct sv bad = damaged(&j, damage[i].from, damage[i].to);

			CHECK(gaff_convert_verify(&j.arena, &j.conversion, &j.in, j.plans, bad,
						  &err) == GAFF_EIO);
			CHECK_TEXT(sv_of(err.msg), damage[i].message);
		}
	gaff_arena_release(&j.arena);
}

/* clang-format off */
#define AGAIN(n, what) SV_INIT("hook " n ": read again, the outcome has another " what "; nothing is written")

static const char claude[] =
	"{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":["
	"{\"type\":\"command\",\"command\":\"./a.sh\",\"timeout\":10},"
	"{\"type\":\"command\",\"command\":\"./b.sh\"}]},"
	"{\"matcher\":\"Edit|Write\",\"hooks\":[{\"type\":\"command\",\"command\":\"./c.sh\"}]},"
	"{\"hooks\":[]}],"
	"\"Stop\":[{\"hooks\":[{\"type\":\"http\",\"url\":\"https://x/y\"},{\"type\":\"prompt\",\"prompt\":\"done?\"}]}]}}";

TEST(verify__sees_what_is_wrong_with_groups)
{
	static const struct damage damages[] = {
		{ SV_INIT("./a.sh"),             SV_INIT("./x.sh"),        AGAIN("1", "command") },
		{ SV_INIT("./c.sh"),             SV_INIT("./c.sh "),       AGAIN("3", "command") },
		{ SV_INIT("\"timeout\": 10"),    SV_INIT("\"timeout\": 11"), AGAIN("1", "timeout") },
		{ SV_INIT("\"timeout\": 10"),    SV_INIT("\"note\": 10"),  AGAIN("1", "timeout") },
		{ SV_INIT("\"matcher\": \"Bash\""), SV_INIT("\"matcher\": \"Read\""), AGAIN("1", "matcher") },
		{ SV_INIT("\"matcher\": \"Bash\""), SV_INIT("\"note\": \"Bash\""), AGAIN("1", "matcher") },
		{ SV_INIT("Edit|Write"),         SV_INIT("Edit"),          AGAIN("3", "matcher") },
		{ SV_INIT("PreToolUse"),         SV_INIT("PostToolUse"),   AGAIN("1", "event") },
		{ SV_INIT("https://x/y"),        SV_INIT("https://x/z"),   AGAIN("4", "url") },
		{ SV_INIT("done?"),              SV_INIT("done!"),         AGAIN("5", "prompt") },
		{ SV_INIT("\"type\": \"http\""), SV_INIT("\"type\": \"command\",\"command\":\"x\""), AGAIN("4", "type") },
		{ SV_INIT("\"command\": \"./b.sh\""), SV_INIT("\"commando\": \"./b.sh\""), AGAIN("2", "command") },
		{ SV_INIT("\"hooks\": []"),      SV_INIT("\"hooks\": 0"),
		  SV_INIT("read again, the outcome lacks a kept entry of PreToolUse; nothing is written") },
		{ SV_INIT("{"),                  SV_INIT("["),
		  SV_INIT("the outcome cannot be read again: a comma or ] is missing") },
	};

	check_damages("claude-code", "claude-code", false, sv_of(claude), damages, COUNT_OF(damages));
}

TEST(verify__sees_what_is_wrong_with_split_events)
{
	static const struct damage damages[] = {
		{ SV_INIT("./a.sh"), SV_INIT("./b.sh"), AGAIN("1", "command") },
		{ SV_INIT("pre_write_code"), SV_INIT("pre_read_code"), AGAIN("1", "event") },
	};

	check_damages("canonical", "windsurf", false,
		      SV("{\"spec\":\"hooks/1.0\",\"hooks\":[{\"event\":\"before_tool_execute\",\"blocking\":true,"
			 "\"matcher\":[\"shell\",\"file_write\",\"file_edit\"],"
			 "\"handler\":{\"type\":\"command\",\"command\":\"./a.sh\"}}]}"),
		      damages, COUNT_OF(damages));
}

TEST(verify__sees_what_is_wrong_with_other_syntaxes)
{
	static const struct damage toml[] = {
		{ SV_INIT("command = \"./a.sh\""), SV_INIT("command = \"./x.sh\""), AGAIN("1", "command") },
		{ SV_INIT("matcher = \"Bash\""), SV_INIT("matcher = \"Bosh\""), AGAIN("1", "matcher") },
	};
	static const struct damage yaml[] = {
		{ SV_INIT("command: ./a.sh"), SV_INIT("command: ./x.sh"), AGAIN("1", "command") },
		{ SV_INIT("blocking: true"), SV_INIT("blocking: false"), AGAIN("1", "\"blocking\"") },
		{ SV_INIT("matcher: shell"), SV_INIT("matcher: search"), AGAIN("1", "\"matcher\"") },
		{ SV_INIT("prompt: \"done?\""), SV_INIT("prompt: done"), AGAIN("5", "\"prompt\"") },
	};

	check_damages("claude-code", "codex", true, sv_of(claude), toml, COUNT_OF(toml));
	check_damages("claude-code", "canonical", true, sv_of(claude), yaml, COUNT_OF(yaml));
}
/* clang-format on */
