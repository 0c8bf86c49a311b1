#include "manifest/manifest_parts.h"

/* The fields of the format, in the order in which canonical bytes have them. */

static const struct gaff_field_word handler_kinds[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND },
	{ SV_INIT("http"), GAFF_HANDLER_HTTP },
	{ SV_INIT("prompt"), GAFF_HANDLER_PROMPT },
	{ SV_INIT("agent"), GAFF_HANDLER_AGENT },
};

struct sv gaff_handler_name(enum gaff_handler_kind kind)
{
	return handler_kinds[kind].word;
}

static const struct gaff_field_word on_error[] = {
	{ SV_INIT("open"), GAFF_ON_ERROR_OPEN },
	{ SV_INIT("closed"), GAFF_ON_ERROR_CLOSED },
};

static const struct gaff_field_word when_late[] = {
	{ SV_INIT("warn"), GAFF_LATE_WARNS },
	{ SV_INIT("block"), GAFF_LATE_BLOCKS },
};

static const struct gaff_field_word decisions[] = {
	{ SV_INIT("deny"), GAFF_DENY },
	{ SV_INIT("ask"), GAFF_ASK },
	{ SV_INIT("allow"), GAFF_ALLOW },
};

#define AT(member)     offsetof(struct gaff_hook, member)
#define IN(member)     offsetof(struct gaff_rule, member)
#define WORDS_OF(rows) (rows), COUNT_OF(rows)

/* clang-format off */
const struct gaff_hook_field gaff_hook_fields[] = {
	{ SV_INIT("name"),           GAFF_FIELD_TEXT,   AT(name),           NULL, 0,
	  "what messages and the record call it" },
	{ SV_INIT("event"),          GAFF_FIELD_TEXT,   AT(event_name),     NULL, 0,
	  "when: a canonical event, or `host:NativeName` for an event of one agent (required)" },
	{ SV_INIT("matcher"),        GAFF_FIELD_ANY,    AT(matcher),        NULL, 0,
	  "for which tools: a tool, `{\"pattern\": …}`, `{\"mcp\": {server, tool}}`, or a list of these; none: every tool" },
	{ SV_INIT("paths"),          GAFF_FIELD_NAMES,  AT(paths),          NULL, 0,
	  "for calls that touch a file named by one of these globs and by none with `!` before it" },
	{ SV_INIT("handler"),        GAFF_FIELD_OBJECT, AT(handler),        NULL, 0,
	  "what runs (required)" },
	{ SV_INIT("blocking"),       GAFF_FIELD_FLAG,   AT(blocking),       NULL, 0,
	  "may it block? Its failures then count by `on_error`, and exit 2 is a denial [false]" },
	{ SV_INIT("enabled"),        GAFF_FIELD_FLAG,   AT(enabled),        NULL, 0,
	  "false switches it off [true]" },
	{ SV_INIT("dialect"),        GAFF_FIELD_TEXT,   AT(dialect),        NULL, 0,
	  "the agent whose JSON it speaks [canonical]" },
	{ SV_INIT("on_error"),       GAFF_FIELD_WORD,   AT(on_error),       WORDS_OF(on_error),
	  "`closed`: a blocking hook that fails blocks the call; `open`: it passes [as `gaff run` was told]" },
	{ SV_INIT("timeout_action"), GAFF_FIELD_WORD,   AT(when_late),      WORDS_OF(when_late),
	  "past its time: `block`, or `warn` and go on [`block` with `on_error: closed`, else `warn`]" },
	{ SV_INIT("status_message"), GAFF_FIELD_TEXT,   AT(status_message), NULL, 0,
	  "for agents that show what they wait for" },
	{ SV_INIT("capabilities"),   GAFF_FIELD_NAMES,  AT(capabilities),   NULL, 0,
	  "what it needs besides what its fields show: `input_rewrite`" },
	{ SV_INIT("degradation"),    GAFF_FIELD_TEXTS,  AT(degradation),    NULL, 0,
	  "for each capability what happens where it is missing: `block`, `warn` or `exclude`" },
	{ SV_INIT("provider_data"),  GAFF_FIELD_OBJECT, AT(provider_data),  NULL, 0,
	  "an object for each agent, kept for that agent" },
};

const struct gaff_hook_field gaff_handler_fields[] = {
	{ SV_INIT("type"),                GAFF_FIELD_WORD,    AT(kind),             WORDS_OF(handler_kinds),
	  "`command`, `http`, `prompt` or `agent` (required); gaff runs the first two" },
	{ SV_INIT("command"),             GAFF_FIELD_TEXT,    AT(plain_command),    NULL, 0,
	  "`gaff guard NAME…` is answered by gaff itself; a first word with a `/` is a script beside the manifest, executed directly; anything else goes to `sh -c`" },
	{ SV_INIT("platform"),            GAFF_FIELD_OBJECT,  AT(platform),         NULL, 0,
	  "another command on `linux`, `osx` (or `darwin`), `windows`" },
	{ SV_INIT("cwd"),                 GAFF_FIELD_TEXT,    AT(cwd),              NULL, 0,
	  "the folder it runs in, relative to the project [the project]" },
	{ SV_INIT("env"),                 GAFF_FIELD_TEXTS,   AT(env),              NULL, 0,
	  "further environment variables" },
	{ SV_INIT("url"),                 GAFF_FIELD_TEXT,    AT(url),              NULL, 0,
	  "of `http`: https, where the event is POSTed; the body of a 2xx answer is the hook's answer" },
	{ SV_INIT("headers"),             GAFF_FIELD_TEXTS,   AT(headers),          NULL, 0,
	  "of `http`; `${NAME}` stands for a variable of `allowed_env_vars`" },
	{ SV_INIT("allowed_env_vars"),    GAFF_FIELD_NAMES,   AT(allowed_env_vars), NULL, 0,
	  "of `http`: the variables that headers may name" },
	{ SV_INIT("allow_http_loopback"), GAFF_FIELD_FLAG,    AT(http_loopback),    NULL, 0,
	  "of `http`: http to 127.x.x.x, [::1] or localhost is fine [false]" },
	{ SV_INIT("prompt"),              GAFF_FIELD_TEXT,    AT(prompt),           NULL, 0,
	  "of `prompt` and `agent`, which gaff does not run: see `llm_evaluated`" },
	{ SV_INIT("model"),               GAFF_FIELD_TEXT,    AT(model),            NULL, 0,
	  "of the same" },
	{ SV_INIT("timeout"),             GAFF_FIELD_SECONDS, AT(timeout_ms),       NULL, 0,
	  "seconds, fractions are fine [30]; never longer than the agent waits" },
	{ SV_INIT("timeout_action"),      GAFF_FIELD_WORD,    AT(when_late),        WORDS_OF(when_late),
	  "as beside the handler" },
	{ SV_INIT("async"),               GAFF_FIELD_FLAG,    AT(async),            NULL, 0,
	  "nobody waits for it: its answer is recorded and decides nothing [false]" },
	{ SV_INIT("status_message"),      GAFF_FIELD_TEXT,    AT(status_message),   NULL, 0,
	  "as beside the handler" },
};

const struct gaff_hook_field gaff_rule_fields[] = {
	{ SV_INIT("name"),       GAFF_FIELD_TEXT,   IN(name),       NULL, 0,
	  "what messages and the record call it (required)" },
	{ SV_INIT("event"),      GAFF_FIELD_TEXT,   IN(event_name), NULL, 0,
	  "when, as of a hook [`before_tool_execute`]" },
	{ SV_INIT("tool"),       GAFF_FIELD_ANY,    IN(tool),       NULL, 0,
	  "for which tools: what a hook's `matcher` may be" },
	{ SV_INIT("program"),    GAFF_FIELD_SOME,   IN(program),    NULL, 0,
	  "a program that the command runs, without folders; `*` and `?` stand for others; or a list of them" },
	{ SV_INIT("words"),      GAFF_FIELD_SOME,   IN(words),      NULL, 0,
	  "what that program is given: sub-commands, options, classes of files, see below; or a list, any of them" },
	{ SV_INIT("paths"),      GAFF_FIELD_NAMES,  IN(paths),      NULL, 0,
	  "globs, as of a hook: a file that the call touches, or that a program of its command is given" },
	{ SV_INIT("content"),    GAFF_FIELD_TEXT,   IN(content),    NULL, 0,
	  "a regular expression (RE2), found anywhere in the command, what is written, the prompt, or the output" },
	{ SV_INIT("decision"),   GAFF_FIELD_WORD,   IN(decision),   WORDS_OF(decisions),
	  "`deny`, `ask`, or `allow`: an exception to the other rules and the guards of this manifest (required)" },
	{ SV_INIT("reason"),     GAFF_FIELD_TEXT,   IN(reason),     NULL, 0,
	  "why, for the agent" },
	{ SV_INIT("suggestion"), GAFF_FIELD_TEXT,   IN(suggestion), NULL, 0,
	  "what the agent should do instead" },
	{ SV_INIT("enabled"),    GAFF_FIELD_FLAG,   IN(enabled),    NULL, 0,
	  "false switches it off [true]" },
	{ SV_INIT("examples"),   GAFF_FIELD_OBJECT, IN(examples),   NULL, 0,
	  "lists under `deny`, `ask` and `allow` of what the rule says to them; `gaff validate` tries them" },
};
/* clang-format on */

const size_t gaff_n_rule_fields = COUNT_OF(gaff_rule_fields);
const size_t gaff_n_hook_fields = COUNT_OF(gaff_hook_fields);
const size_t gaff_n_handler_fields = COUNT_OF(gaff_handler_fields);
