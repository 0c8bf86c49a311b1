#include "convert/check/check_parts.h"
#include "convert/line.h"
#include "agents/hosts.h"
#include "text/words.h"

/* What is run: the command as it is, by curl, or by gaff; and what of it means something else. */

bool gaff_check_is_guard(struct arena *a, const struct gaff_hook *hook)
{
	struct words_iter it = words_iter(sv_trim(hook->plain_command));
	enum words_step step;
	struct sv word;

	if (hook->kind != GAFF_HANDLER_COMMAND || !sv_has(hook->plain_command, SV("gaff")) ||
	    gaff_words_next(a, &it, &word) != WORDS_WORD || !sv_eq(word, SV("gaff")) ||
	    gaff_words_next(a, &it, &word) != WORDS_WORD || !sv_eq(word, SV("guard")))
		return false;
	while ((step = gaff_words_next(a, &it, &word)) == WORDS_WORD)
		;
	return step == WORDS_END;
}

const struct gaff_system gaff_systems[GAFF_SYSTEMS] = {
	{ SV_INIT("windows"), GAFF_MEMBER_WINDOWS },
	{ SV_INIT("linux"), GAFF_MEMBER_LINUX },
	{ SV_INIT("osx"), GAFF_MEMBER_OSX },
	{ SV_INIT("darwin"), GAFF_MEMBER_OSX },
};

/* What messages call it. */
static const char *speaker(const struct gaff_host *host)
{
	return gaff_is_manifest(host) ? "gaff" : host->title;
}

/* ---- variables that an agent sets ---- */

/* The name behind a dollar sign, if there is one. */
static struct sv name_at(struct sv command, size_t dollar)
{
	struct sv rest = sv_skip(command, dollar + 1);
	size_t n = 0;

	if (rest.n && rest.p[0] == '{')
		rest = sv_skip(rest, 1);
	while (n < rest.n &&
	       (ascii_isalpha(rest.p[n]) || rest.p[n] == '_' || (n && ascii_isdigit(rest.p[n]))))
		n++;
	return (struct sv){ rest.p, n };
}

enum { VARIABLES = 32 };

static bool is_listed(const struct gaff_line_change *list, size_t n, struct sv name)
{
	for (size_t i = 0; i < n; i++)
		if (sv_eq(list[i].name, name))
			return true;
	return false;
}

/* Those that the line needs, and the target does not set: what the line sets itself is its own. */
static enum gaff_rc find_unset(struct gaff_checking *c, struct sv line,
			       struct gaff_line_change *out, size_t *n_out)
{
	const struct gaff_host *from = c->conversion->from;
	const struct gaff_host *dialect = c->hook->dialect.n ? gaff_host_find(c->hook->dialect)
							     : NULL;
	bool takes_env = gaff_is_manifest(c->to) || gaff_check_has_row(c, GAFF_MEMBER_ENV);
	struct sv name;

	*n_out = 0;
	for (size_t i = 0; *n_out < VARIABLES && (name = gaff_variable(from, dialect, i)).n; i++)
		if (gaff_line_mentions(line, name) && !is_listed(out, *n_out, name) &&
		    !gaff_is_set_by(c->to, dialect, name) &&
		    !(takes_env && gaff_json_get(c->hook->env, name).n))
			out[(*n_out)++] = (struct gaff_line_change){ .name = name };
	return *n_out ? gaff_line_find(c->arena, line, out, *n_out, c->err) : GAFF_OK;
}

static enum gaff_rc say_unset_in(struct gaff_checking *c, struct sv field, struct sv line,
				 bool is_shells)
{
	struct gaff_line_change found[VARIABLES];
	struct buf names = buf_in(c->arena);
	size_t n;

	GAFF_TRY(find_unset(c, line, found, &n));
	for (size_t i = 0; i < n; i++)
		if (!is_shells || gaff_line_uses(&found[i])) {
			gaff_buf_add(&names, names.n ? SV(", $") : SV("$"));
			gaff_buf_add(&names, gaff_shortened(found[i].name));
		}
	if (names.n)
		gaff_check_warn(c, field, "%s does not set %.*s", speaker(c->to),
				SV_ARG(buf_sv(&names)));
	return GAFF_OK;
}

static enum gaff_rc say_unset_variables(struct gaff_checking *c)
{
	GAFF_TRY(say_unset_in(c, SV("command"), c->hook->plain_command, true));
	for (size_t i = 0; c->hook->platform.n && i < GAFF_SYSTEMS; i++) {
		bool is_kept = gaff_is_manifest(c->to) ||
			       gaff_check_has_row(c, gaff_systems[i].field);
		struct sv line;

		/* how shells of Windows read it nobody looks at */
		if (is_kept &&
		    gaff_json_text(c->arena, gaff_json_get(c->hook->platform, gaff_systems[i].name),
				   &line))
			GAFF_TRY(say_unset_in(c, SV("platform"), line,
					      gaff_systems[i].field != GAFF_MEMBER_WINDOWS));
	}
	return GAFF_OK;
}

/* Would the agent put in a variable where a shell would not, or what it is when it is not set? */
static bool is_expanded_otherwise(struct sv command)
{
	char quote = 0;

	for (size_t i = 0; i < command.n; i++) {
		char ch = command.p[i];
		struct sv name, rest;

		if (ch == '\\' && quote != '\'')
			i++;
		else if (quote ? ch == quote : ch == '\'' || ch == '"')
			quote = quote ? 0 : ch;
		if (ch != '$')
			continue;
		name = name_at(command, i);
		rest = sv_skip(command, (size_t)(name.p + name.n - command.p));
		if (name.n && (quote == '\'' || sv_starts(rest, SV(":-"))))
			return true;
	}
	return false;
}

/* ---- where a script is ---- */

static bool is_relative(struct gaff_checking *c)
{
	struct sv script, rest;

	return c->hook->kind == GAFF_HANDLER_COMMAND &&
	       gaff_words_script(c->arena, c->hook->plain_command, &script, &rest) &&
	       script.p[0] != '/';
}

static void say_relative(struct gaff_checking *c)
{
	const struct gaff_host *agent = gaff_is_manifest(c->to) ? c->conversion->from : c->to;

	gaff_check_warn(c, SV("command"),
			"a script is beside the manifest for gaff, and for %s in the folder that "
			"it works in",
			agent->title);
}

/* ---- what it speaks ---- */

static void say_dialect(struct gaff_checking *c)
{
	const struct gaff_host *speaks = gaff_layout_find(c->dialect);
	bool can_run = gaff_dialect_find(c->dialect) && gaff_dialect_find(c->to->id);
	bool rewrites = c->hook->needs & GAFF_CAP(INPUT_REWRITE);
	bool is_server = c->hook->kind == GAFF_HANDLER_HTTP;

	if (!speaks)
		speaks = c->conversion->from;
	gaff_check_warn(
		c, SV("dialect"), "it speaks the JSON of %s, and %s another: %s%s%s",
		speaker(speaks), speaker(c->to), rewrites ? "a new input is not understood, " : "",
		is_server ? "what it answers may mean nothing" : "only exit 0 and 2 mean the same",
		!can_run                  ? ""
		: gaff_is_manifest(c->to) ? "; with --runtime the manifest says so"
					  : "; --runtime translates");
}

/* ---- the line ---- */

/* The hook without what is for others, or said by the line itself. */
static enum gaff_rc inline_hook(struct gaff_checking *c, struct json *out)
{
	bool has_blocking = gaff_json_get(c->object, SV("blocking")).n;
	struct json_iter it = gaff_json_iter(c->object);
	struct buf b = buf_in(c->arena);
	struct json_writer w = { .out = &b };
	struct json key, value;

	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_is(key, SV("provider_data")) && !gaff_json_is(key, SV("dialect")))
			gaff_json_copy(&w, key, value);
		if (gaff_json_is(key, SV("handler")) && !has_blocking)
			json_member(&w, SV("blocking"), SV("false")); /* as any that is written */
	}
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, c->err));
	return gaff_json_parse(buf_sv(&b), out, c->err);
}

static enum gaff_rc call_gaff(struct gaff_checking *c)
{
	const struct gaff_spot_row *spot = &c->plan->spot[0];
	struct buf line = buf_in(c->arena);
	struct json hook;

	GAFF_TRY(inline_hook(c, &hook));
	gaff_runtime_line(c->arena, &line, c->conversion->program, spot->host, spot->event->native,
			  c->dialect, gaff_check_deadline(c), hook);
	c->plan->command = buf_sv(&line);
	return gaff_buf_check(&line, c->err);
}

static enum gaff_rc call_curl(struct gaff_checking *c)
{
	struct buf line = buf_in(c->arena);

	GAFF_TRY(gaff_curl_line(c->arena, &line, c->hook, c->layout->expands, c->err));
	c->plan->command = buf_sv(&line);
	return GAFF_OK;
}

static bool names_event(const struct gaff_spot_row *spot)
{
	for (size_t i = 0; i < spot->host->n_payload; i++)
		if (spot->host->payload[i].field == GAFF_F_EVENT &&
		    spot->host->payload[i].events >> spot->event->id & 1)
			return true;
	return false;
}

/* A guard of gaff's finds out who calls, and on what event: where the payload says so. */
static void check_guard(struct gaff_checking *c)
{
	if (!c->is_guard || c->by_gaff || gaff_is_manifest(c->to) || !c->is_at_home ||
	    names_event(&c->plan->spot[0]))
		return;
	gaff_check_warn(c, SV("command"),
			"%s does not tell which event it is, and `gaff guard` has to know: "
			"--runtime tells it",
			c->title);
	if (c->hook->blocking)
		gaff_loss_is_guard(c->losses);
}

/* What of a command, or of an answer, is something else on the other side. */
static enum gaff_rc check_meaning(struct gaff_checking *c)
{
	const struct gaff_host *from = c->conversion->from, *to = c->to;

	/* to a manifest, and with a dialect, encode says where it is */
	if (is_relative(c) && gaff_is_manifest(from) != gaff_is_manifest(to) &&
	    !(gaff_is_manifest(to) && c->conversion->runtime))
		say_relative(c);
	if (c->conversion->runtime)
		return GAFF_OK;
	check_guard(c);
	if (c->hook->kind == GAFF_HANDLER_COMMAND)
		GAFF_TRY(say_unset_variables(c));
	if (c->layout->expands && !from->layout->expands && is_expanded_otherwise(c->plan->command))
		gaff_check_warn(c, SV("command"),
				"%s puts variables into it before any shell does, in quotes too",
				c->title);
	if (!c->is_at_home && !(gaff_is_manifest(to) && c->hook->dialect.n))
		say_dialect(c);
	return GAFF_OK;
}

enum gaff_rc gaff_check_command(struct gaff_checking *c)
{
	bool is_asked = c->hook->kind == GAFF_HANDLER_COMMAND || c->hook->kind == GAFF_HANDLER_HTTP;

	if (c->plan->fate != GAFF_HOOK_KEPT || !is_asked)
		return GAFF_OK;
	if (c->conversion->from != c->to)
		GAFF_TRY(check_meaning(c));
	if (gaff_is_manifest(c->to))
		return GAFF_OK;
	if (c->by_gaff)
		return call_gaff(c);
	return c->plan->kind == c->hook->kind ? GAFF_OK : call_curl(c);
}
