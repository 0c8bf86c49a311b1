#include "base/limits.h"
#include "base/os.h"
#include "manifest/manifest_parts.h"

/* One hook: the types of its fields are seen to by the tables; here is what belongs together. */

/* A text that must be there, and not be blank; that it is a text was said by the table. */
static void need(struct gaff_hook_reader *r, struct json handler, struct json value, struct sv text,
		 const char *what)
{
	if (!sv_trim(text).n && (!value.n || gaff_json_type(value) == JSON_STRING))
		gaff_find_error(r->findings, value.n ? value.p : handler.p, "%s", what);
}

static bool is_variable(struct sv name)
{
	if (!name.n || ascii_isdigit(name.p[0]))
		return false;
	for (size_t i = 0; i < name.n; i++)
		if (!ascii_isalpha(name.p[i]) && !ascii_isdigit(name.p[i]) && name.p[i] != '_')
			return false;
	return true;
}

static void check_env(struct gaff_hook_reader *r, struct json env)
{
	struct sv name, text;

	for (struct json_iter it = gaff_json_iter(env); gaff_json_each(&it);) {
		if (gaff_json_text(r->arena, it.key, &name) && !is_variable(name))
			gaff_find_error(r->findings, it.key.p,
					"%.*s is no name of a variable: letters, digits and _",
					SV_SHORT(it.key, 60));
		if (!gaff_json_text(r->arena, it.value, &text))
			continue; /* said by the table */
		if (text.n && memchr(text.p, '\0', text.n))
			gaff_find_error(r->findings, it.value.p, "a variable cannot hold a NUL");
		else if (text.n > GAFF_VARIABLE_MAX)
			gaff_find_error(r->findings, it.value.p,
					"a variable of %zu bytes; %d are the most", text.n,
					GAFF_VARIABLE_MAX);
	}
}

/* Relative to the project, and inside it: a manifest must not send its hooks elsewhere. */
static void check_cwd(struct gaff_hook_reader *r, struct json value, struct sv cwd)
{
	struct sv rest = cwd;
	int depth = 0;

	if (gaff_json_type(value) != JSON_STRING)
		return;
	if (!cwd.n || cwd.p[0] == '/')
		gaff_find_error(r->findings, value.p,
				"\"cwd\" must be relative to the project's folder, as \".\" is");
	while (rest.n && depth >= 0) {
		const char *slash = memchr(rest.p, '/', rest.n);
		struct sv part = { rest.p, slash ? (size_t)(slash - rest.p) : rest.n };

		rest = sv_skip(rest, part.n + (slash != NULL));
		if (sv_eq(part, SV("..")))
			depth--;
		else if (part.n && !sv_eq(part, SV(".")))
			depth++;
	}
	if (depth < 0)
		gaff_find_error(r->findings, value.p, "\"cwd\" leads out of the project");
}

/* The command for this system, where there is one of its own. */
static void choose_command(struct gaff_hook_reader *r, struct gaff_hook *hook)
{
	static const struct sv systems[] = { SV_INIT("windows"), SV_INIT("linux"), SV_INIT("osx"),
					     SV_INIT("darwin") };
	struct sv here = sv_of(gaff_os_name());

	hook->command = hook->plain_command;
	for (size_t i = 0; i < COUNT_OF(systems); i++) {
		struct json value = gaff_json_get(hook->platform, systems[i]);
		bool is_here = sv_eq(systems[i], here) ||
			       (sv_eq(here, SV("darwin")) && sv_eq(systems[i], SV("osx")));
		struct gaff_hook_field field = { systems[i], GAFF_FIELD_TEXT, 0, NULL, 0, NULL };
		struct sv command = { 0 };

		if (!value.n)
			continue;
		gaff_read_field(r, &field, value, &command);
		if (!sv_trim(command).n && gaff_json_type(value) == JSON_STRING)
			gaff_find_error(r->findings, value.p, "the command for %.*s is empty",
					SV_ARG(systems[i]));
		if (is_here && command.n)
			hook->command = command;
	}
}

/* Is it one of the words that the table has? */
static bool is_kind(struct json type)
{
	const struct gaff_hook_field *field = &gaff_handler_fields[0];

	for (size_t i = 0; i < field->n_words; i++)
		if (gaff_json_is(type, field->words[i].word))
			return true;
	return false;
}

static void check_handler(struct gaff_hook_reader *r, const struct json_index *members,
			  struct gaff_hook *hook)
{
	struct json type = gaff_json_find(members, SV("type")), handler = hook->handler;

	if (!type.n)
		gaff_find_error(r->findings, handler.p,
				"a handler needs a \"type\", as \"command\"");
	check_env(r, hook->env);
	check_cwd(r, gaff_json_find(members, SV("cwd")), hook->cwd);
	choose_command(r, hook);
	if (hook->async && hook->blocking)
		gaff_find_error(r->findings, gaff_json_find(members, SV("async")).p,
				"an async hook cannot be blocking: nobody waits for its answer");
	if (!is_kind(type)) /* what it needs cannot be told */
		return;
	switch (hook->kind) {
	case GAFF_HANDLER_COMMAND:
		need(r, handler, gaff_json_find(members, SV("command")), hook->plain_command,
		     "a handler of type command needs a \"command\"");
		break;
	case GAFF_HANDLER_HTTP:
		gaff_check_http(r, handler, hook);
		break;
	case GAFF_HANDLER_PROMPT:
	case GAFF_HANDLER_AGENT:
		need(r, handler, gaff_json_find(members, SV("prompt")), hook->prompt,
		     "a handler of type prompt or agent needs a \"prompt\"");
		break;
	}
}

static void infer_needs(struct gaff_hook_reader *r, struct gaff_hook *hook)
{
	struct json_iter it = gaff_json_iter(hook->degradation);
	struct sv text;

	for (size_t i = 0; i < GAFF_CAP_COUNT; i++)
		hook->degrade[i] = gaff_capability_default((enum gaff_capability)i);
	while (gaff_json_each(&it)) {
		enum gaff_capability capability = GAFF_CAP_COUNT;
		enum gaff_strategy strategy = GAFF_DEGRADE_COUNT;

		if (gaff_json_text(r->arena, it.key, &text))
			capability = gaff_capability_by_name(text);
		if (gaff_json_text(r->arena, it.value, &text))
			strategy = gaff_strategy_by_name(text);
		if (strategy == GAFF_DEGRADE_COUNT && gaff_json_type(it.value) == JSON_STRING)
			gaff_find_error(r->findings, it.value.p,
					"a strategy is \"block\", \"warn\" or \"exclude\", not "
					"%.*s",
					SV_SHORT(it.value, 40));
		else if (capability == GAFF_CAP_COUNT)
			gaff_find_warning(r->findings, it.key.p, "%.*s is no capability gaff knows",
					  SV_SHORT(it.key, 60));
		else if (strategy != GAFF_DEGRADE_COUNT) {
			hook->degrade[capability] = strategy;
			if (capability == GAFF_CAP_INPUT_REWRITE ||
			    capability == GAFF_CAP_STRUCTURED_OUTPUT)
				hook->needs |= 1u << capability | GAFF_CAP(STRUCTURED_OUTPUT);
		}
	}
	it = gaff_json_iter(hook->capabilities);
	while (gaff_json_each(&it)) {
		enum gaff_capability capability = GAFF_CAP_COUNT;

		if (gaff_json_text(r->arena, it.value, &text))
			capability = gaff_capability_by_name(text);
		if (capability == GAFF_CAP_INPUT_REWRITE) /* the rest shows in the fields */
			hook->needs |= GAFF_CAP(INPUT_REWRITE);
		else if (capability == GAFF_CAP_COUNT && gaff_json_type(it.value) == JSON_STRING)
			gaff_find_warning(r->findings, it.value.p,
					  "%.*s is no capability gaff knows",
					  SV_SHORT(it.value, 60));
	}
	hook->needs |= (hook->blocking ? GAFF_CAP(STRUCTURED_OUTPUT) : 0) |
		       (hook->kind == GAFF_HANDLER_HTTP ? GAFF_CAP(HTTP_HANDLER) : 0) |
		       (hook->kind >= GAFF_HANDLER_PROMPT ? GAFF_CAP(LLM_EVALUATED) : 0) |
		       (hook->async ? GAFF_CAP(ASYNC_EXECUTION) : 0) |
		       (hook->platform.n ? GAFF_CAP(PLATFORM_COMMANDS) : 0) |
		       (hook->env.n ? GAFF_CAP(CUSTOM_ENV) : 0) |
		       (hook->cwd.n ? GAFF_CAP(CONFIGURABLE_CWD) : 0);
}

static void check_provider_data(struct gaff_hook_reader *r, struct json data)
{
	for (struct json_iter it = gaff_json_iter(data); gaff_json_each(&it);)
		if (gaff_json_type(it.value) != JSON_OBJECT)
			gaff_find_error(r->findings, it.value.p,
					"\"provider_data\" holds an object for each agent, not %s",
					gaff_type_of(it.value));
}

/* "timeout_action" may be said of the hook or of its handler. */
static void check_when_late(struct gaff_hook_reader *r, const struct json_index *members,
			    const struct json_index *of_handler)
{
	struct json one = gaff_json_find(members, SV("timeout_action")),
		    other = gaff_json_find(of_handler, SV("timeout_action"));
	struct sv text;

	if (one.n && gaff_json_text(r->arena, other, &text) && !gaff_json_is(one, text))
		gaff_find_error(r->findings, other.p,
				"\"timeout_action\" is said of the hook too, and not the same");
}

/* What stands there and does nothing; `about` is what its event is to gaff. */
static void warn_of_idle_fields(struct gaff_hook_reader *r, const struct json_index *members,
				const struct json_index *of_handler, const struct gaff_hook *hook,
				enum gaff_event_id about)
{
	static const struct sv for_blocking[] = { SV_INIT("on_error"), SV_INIT("timeout_action") };
	const gaff_event_set files = GAFF_EV_ANY_TOOL | GAFF_EV(FILE_CHANGED) |
				     GAFF_EV(FILE_CREATED) | GAFF_EV(FILE_SAVED) |
				     GAFF_EV(FILE_DELETED) | GAFF_EV(NATIVE);

	for (size_t i = 0; i < COUNT_OF(for_blocking) && !hook->blocking; i++) {
		struct json value = gaff_json_find(members, for_blocking[i]);

		if (!value.n)
			value = gaff_json_find(of_handler, for_blocking[i]);
		if (value.n)
			gaff_find_warning(r->findings, value.p,
					  "\"%.*s\" means nothing without \"blocking\": true",
					  SV_ARG(for_blocking[i]));
	}
	if (hook->matcher.n && !(GAFF_EV_ANY_TOOL >> about & 1))
		gaff_find_warning(r->findings, hook->matcher.p,
				  "\"matcher\" is ignored: the event is not about a tool");
	if (hook->paths.n && !(files >> about & 1))
		gaff_find_warning(r->findings, hook->paths.p,
				  "\"paths\" is ignored: the event is not about files");
}

bool gaff_hook_read(struct arena *a, const struct gaff_host *const *hosts, struct json object,
		    struct gaff_findings *findings, struct gaff_hook *out)
{
	struct gaff_hook_reader r = { a, hosts, findings };
	struct gaff_hook hook = { .enabled = true, .timeout_ms = GAFF_HOOK_TIMEOUT_MS };
	enum gaff_event_id about = GAFF_EV_NATIVE;
	struct json_index members, of_handler = { 0 };
	size_t errors = findings->n_errors;
	struct json event;

	if (gaff_json_type(object) != JSON_OBJECT) {
		gaff_find_error(findings, object.p, "a hook is an object, not %s",
				gaff_type_of(object));
		return false;
	}
	if (!gaff_read_members(&r, object, &members))
		return false;
	gaff_read_fields(&r, gaff_hook_fields, gaff_n_hook_fields, &members, &hook);
	event = gaff_json_find(&members, SV("event"));
	if (!event.n)
		gaff_find_error(findings, object.p, "a hook needs an \"event\"");
	else
		about = gaff_check_event(&r, event, &hook);
	if (!hook.handler.n && !gaff_json_find(&members, SV("handler")).n)
		gaff_find_error(findings, object.p, "a hook needs a \"handler\"");
	if (hook.handler.n && gaff_read_members(&r, hook.handler, &of_handler)) {
		gaff_read_fields(&r, gaff_handler_fields, gaff_n_handler_fields, &of_handler,
				 &hook);
		check_handler(&r, &of_handler, &hook);
	}
	if (hook.when_late != GAFF_LATE_UNSAID)
		check_when_late(&r, &members, &of_handler);
	if (hook.matcher.n)
		gaff_check_matcher(&r, hook.matcher);
	if (hook.paths.n)
		gaff_check_paths(&r, hook.paths);
	if (hook.dialect.n)
		gaff_check_dialect(&r, gaff_json_find(&members, SV("dialect")));
	check_provider_data(&r, hook.provider_data);
	infer_needs(&r, &hook);
	if (findings->n_errors != errors || a->failed)
		return false;
	warn_of_idle_fields(&r, &members, &of_handler, &hook, about);
	*out = hook;
	return true;
}
