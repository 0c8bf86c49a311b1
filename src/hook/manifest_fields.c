#include "hook/manifest_parts.h"

/* The fields of the format, in the order in which canonical bytes have them. */

static const struct gaff_word handler_kinds[] = {
	{ SV_INIT("command"), GAFF_HANDLER_COMMAND },
	{ SV_INIT("http"), GAFF_HANDLER_HTTP },
	{ SV_INIT("prompt"), GAFF_HANDLER_PROMPT },
	{ SV_INIT("agent"), GAFF_HANDLER_AGENT },
};

static const struct gaff_word on_error[] = {
	{ SV_INIT("open"), GAFF_ON_ERROR_OPEN },
	{ SV_INIT("closed"), GAFF_ON_ERROR_CLOSED },
};

static const struct gaff_word when_late[] = {
	{ SV_INIT("warn"), GAFF_LATE_WARNS },
	{ SV_INIT("block"), GAFF_LATE_BLOCKS },
};

#define AT(member)     offsetof(struct gaff_hook, member)
#define WORDS_OF(rows) (rows), COUNT_OF(rows)

/* clang-format off */
const struct gaff_hook_field gaff_hook_fields[] = {
	{ SV_INIT("name"),           GAFF_FIELD_TEXT,   AT(name),           NULL, 0 },
	{ SV_INIT("event"),          GAFF_FIELD_TEXT,   AT(event_name),     NULL, 0 },
	{ SV_INIT("matcher"),        GAFF_FIELD_ANY,    AT(matcher),        NULL, 0 },
	{ SV_INIT("paths"),          GAFF_FIELD_NAMES,  AT(paths),          NULL, 0 },
	{ SV_INIT("handler"),        GAFF_FIELD_OBJECT, AT(handler),        NULL, 0 },
	{ SV_INIT("blocking"),       GAFF_FIELD_FLAG,   AT(blocking),       NULL, 0 },
	{ SV_INIT("enabled"),        GAFF_FIELD_FLAG,   AT(enabled),        NULL, 0 },
	{ SV_INIT("dialect"),        GAFF_FIELD_TEXT,   AT(dialect),        NULL, 0 },
	{ SV_INIT("on_error"),       GAFF_FIELD_WORD,   AT(on_error),       WORDS_OF(on_error) },
	{ SV_INIT("timeout_action"), GAFF_FIELD_WORD,   AT(when_late),      WORDS_OF(when_late) },
	{ SV_INIT("status_message"), GAFF_FIELD_TEXT,   AT(status_message), NULL, 0 },
	{ SV_INIT("capabilities"),   GAFF_FIELD_NAMES,  AT(capabilities),   NULL, 0 },
	{ SV_INIT("degradation"),    GAFF_FIELD_TEXTS,  AT(degradation),    NULL, 0 },
	{ SV_INIT("provider_data"),  GAFF_FIELD_OBJECT, AT(provider_data),  NULL, 0 },
};

const struct gaff_hook_field gaff_handler_fields[] = {
	{ SV_INIT("type"),                GAFF_FIELD_WORD,    AT(kind),             WORDS_OF(handler_kinds) },
	{ SV_INIT("command"),             GAFF_FIELD_TEXT,    AT(plain_command),    NULL, 0 },
	{ SV_INIT("platform"),            GAFF_FIELD_OBJECT,  AT(platform),         NULL, 0 },
	{ SV_INIT("cwd"),                 GAFF_FIELD_TEXT,    AT(cwd),              NULL, 0 },
	{ SV_INIT("env"),                 GAFF_FIELD_TEXTS,   AT(env),              NULL, 0 },
	{ SV_INIT("url"),                 GAFF_FIELD_TEXT,    AT(url),              NULL, 0 },
	{ SV_INIT("headers"),             GAFF_FIELD_TEXTS,   AT(headers),          NULL, 0 },
	{ SV_INIT("allowed_env_vars"),    GAFF_FIELD_NAMES,   AT(allowed_env_vars), NULL, 0 },
	{ SV_INIT("allow_http_loopback"), GAFF_FIELD_FLAG,    AT(http_loopback),    NULL, 0 },
	{ SV_INIT("prompt"),              GAFF_FIELD_TEXT,    AT(prompt),           NULL, 0 },
	{ SV_INIT("model"),               GAFF_FIELD_TEXT,    AT(model),            NULL, 0 },
	{ SV_INIT("timeout"),             GAFF_FIELD_SECONDS, AT(timeout_ms),       NULL, 0 },
	{ SV_INIT("timeout_action"),      GAFF_FIELD_WORD,    AT(when_late),        WORDS_OF(when_late) },
	{ SV_INIT("async"),               GAFF_FIELD_FLAG,    AT(async),            NULL, 0 },
	{ SV_INIT("status_message"),      GAFF_FIELD_TEXT,    AT(status_message),   NULL, 0 },
};
/* clang-format on */

const size_t gaff_n_hook_fields = COUNT_OF(gaff_hook_fields);
const size_t gaff_n_handler_fields = COUNT_OF(gaff_handler_fields);
