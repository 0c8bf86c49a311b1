#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "cli/init.h"
#include "cli/plain.h"
#include "hosts/hosts.h"
#include "run/guards.h"
#include "text/regex.h"
#include "text/words.h"

/*
 * An entry of Claude Code becomes a hook that speaks Claude Code's dialect: the same program, which
 * then runs on every agent. What a manifest has no word for is kept in "provider_data", and said.
 */

struct taking {
	struct arena *arena;
	const struct gaff_host *claude;
	struct init_taken *out;

	/* the entry that is taken over now */
	const char *file;
	struct sv event;
	size_t number; /* of the event's entries, from 1; 0: it is about all of them */
	const struct gaff_event_row *row;
	struct buf hook, others; /* what becomes of it; and what only Claude Code knows */
	struct json_writer *w, *kept;
	bool is_disabled;
};

/* What is lost or otherwise: a line each. */
__attribute__((format(printf, 2, 3))) static void say(struct taking *t, const char *fmt, ...)
{
	struct buf b = buf_in(t->arena);
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	plain_add(&b, sv_of(t->file), SIZE_MAX);
	gaff_buf_add(&b, SV(": "));
	plain_add(&b, t->event, 60);
	fprintf(stderr, "gaff: init: %.*s", SV_ARG(buf_sv(&b)));
	if (t->number)
		fprintf(stderr, " %zu", t->number);
	b.n = 0;
	gaff_buf_add(&b, SV(": "));
	plain_add(&b, sv_of(text), SIZE_MAX);
	fprintf(stderr, "%.*s\n", SV_ARG(buf_sv(&b)));
}

static void keep(struct taking *t, struct sv key, struct json value)
{
	gaff_json_key(t->kept, key);
	gaff_doc_write(t->kept, value);
}

/* ---- matchers ---- */

static bool is_plain(struct sv matcher)
{
	for (size_t i = 0; i < matcher.n; i++)
		if (!ascii_isalpha(matcher.p[i]) && !ascii_isdigit(matcher.p[i]) &&
		    !strchr("_|- ", matcher.p[i]))
			return false;
	return true;
}

static bool next_word(struct sv *rest, struct sv *out)
{
	const char *bar = rest->n ? memchr(rest->p, '|', rest->n) : NULL;

	if (!rest->n)
		return false;
	*out = sv_trim((struct sv){ rest->p, bar ? (size_t)(bar - rest->p) : rest->n });
	*rest = sv_skip(*rest, bar ? (size_t)(bar - rest->p) + 1 : rest->n);
	return true;
}

static bool has_word(struct sv matcher, struct sv wanted)
{
	struct sv word;

	while (next_word(&matcher, &word))
		if (sv_eq(word, wanted))
			return true;
	return false;
}

/* Other tools of Claude Code that the canonical word means too, and the matcher does not name. */
static void say_wider(struct taking *t, struct sv matcher, struct sv word, enum gaff_tool tool)
{
	struct buf b = buf_in(t->arena);

	for (size_t i = 0; i < t->claude->n_tools; i++) {
		const struct gaff_tool_row *row = &t->claude->tools[i];

		if (row->tool != tool || has_word(matcher, row->native))
			continue;
		gaff_buf_add(&b, b.n ? SV(", ") : SV(""));
		gaff_buf_add(&b, row->native);
	}
	if (b.n)
		say(t, "%.*s is \"%.*s\" now, and so is %.*s", SV_ARG(word),
		    SV_ARG(gaff_tool_name(tool)), SV_ARG(buf_sv(&b)));
}

/* "mcp__server__tool" can be told apart when there is one joint alone behind the server. */
static bool write_mcp(struct taking *t, struct sv word)
{
	struct sv rest;

	if (!sv_starts(word, t->claude->mcp_prefix))
		return false;
	rest = sv_skip(word, t->claude->mcp_prefix.n);
	for (size_t i = 1; i + 2 < rest.n; i++) {
		struct sv tool = sv_skip(rest, i + 2);

		if (memcmp(rest.p + i, "__", 2) != 0)
			continue;
		if (sv_has(tool, SV("__")))
			return false;
		gaff_json_open(t->w, '{');
		gaff_json_key(t->w, SV("mcp"));
		gaff_json_open(t->w, '{');
		json_member_string(t->w, SV("server"), (struct sv){ rest.p, i });
		json_member_string(t->w, SV("tool"), tool);
		gaff_json_close(t->w, '}');
		gaff_json_close(t->w, '}');
		return true;
	}
	return false;
}

/* Words become those that mean the same tool on every agent, where there is such a word. */
static void write_words(struct taking *t, struct sv matcher)
{
	unsigned written = 0;
	struct sv rest = matcher, word;

	gaff_json_key(t->w, SV("matcher"));
	gaff_json_open(t->w, '[');
	while (next_word(&rest, &word)) {
		const struct gaff_tool_row *row = gaff_host_tool(t->claude, word);

		if (!word.n || (!row && write_mcp(t, word)))
			continue;
		if (!row || row->tool == GAFF_TOOL_OTHER) {
			gaff_json_string(t->w, word);
			continue;
		}
		if (written >> row->tool & 1)
			continue;
		written |= 1u << row->tool;
		gaff_json_string(t->w, gaff_tool_name(row->tool));
		say_wider(t, matcher, word, row->tool);
	}
	gaff_json_close(t->w, ']');
}

static void take_matcher(struct taking *t, struct json value)
{
	struct gaff_err err;
	struct sv matcher;
	bool ignored;

	if (value.n && gaff_json_type(value) != JSON_STRING) {
		say(t, "it is switched off: its matcher is no text");
		keep(t, SV("matcher"), value);
		t->is_disabled = true;
	}
	if (!gaff_json_text(t->arena, value, &matcher) || !matcher.n || sv_eq(matcher, SV("*")))
		return;
	if (!(GAFF_EV_ANY_TOOL >> t->row->id & 1)) {
		say(t, "the matcher \"%.*s\" is not taken over: it runs every time",
		    SV_ARG(matcher));
		keep(t, SV("matcher"), value);
	} else if (is_plain(matcher)) {
		write_words(t, matcher);
	} else if (gaff_regex_try(matcher, NULL, 0, &ignored, &err) == GAFF_OK) {
		gaff_json_key(t->w, SV("matcher"));
		gaff_json_open(t->w, '{');
		json_member_string(t->w, SV("pattern"), matcher);
		gaff_json_close(t->w, '}');
		say(t,
		    "the pattern \"%.*s\" is kept, and other agents call their tools otherwise: "
		    "see "
		    "'gaff hosts --tools'",
		    SV_ARG(matcher));
	} else {
		say(t, "it is switched off: the pattern \"%.*s\" is not one of RE2 (%s)",
		    SV_ARG(matcher), err.msg);
		keep(t, SV("matcher"), value);
		t->is_disabled = true;
	}
}

/* ---- handlers ---- */

/* Claude Code looks for it where it works; a manifest beside itself. */
static void write_command(struct taking *t, struct sv command)
{
	struct sv all = sv_trim(command), script, rest;
	struct buf b = buf_in(t->arena);
	bool is_beside = gaff_words_script(t->arena, command, &script, &rest) && script.p[0] != '/';

	if (is_beside) {
		gaff_buf_add(&b, SV("\"$CLAUDE_PROJECT_DIR\"/"));
		gaff_buf_add(&b, sv_starts(all, SV("./")) ? sv_skip(all, 2) : all);
		all = buf_sv(&b);
	}
	json_member_string(t->w, SV("command"), is_beside ? all : command);
}

/* $NAME and ${NAME}: a manifest has the second alone. */
static struct sv with_braces(struct arena *a, struct sv value)
{
	struct buf b = buf_in(a);

	for (size_t i = 0; i < value.n;) {
		size_t n = i + 1;

		if (value.p[i] != '$' || n == value.n || value.p[n] == '{') {
			buf_addc(&b, value.p[i++]);
			continue;
		}
		while (n < value.n && (ascii_isalpha(value.p[n]) || ascii_isdigit(value.p[n]) ||
				       value.p[n] == '_'))
			n++;
		gaff_buf_add(&b, SV("${"));
		gaff_buf_add(&b, (struct sv){ value.p + i + 1, n - i - 1 });
		gaff_buf_add(&b, SV("}"));
		i = n;
	}
	return buf_sv(&b);
}

static void write_headers(struct taking *t, struct json headers)
{
	struct json_iter it = gaff_json_iter(headers);
	struct json key, value;
	struct sv name, text;

	gaff_json_key(t->w, SV("headers"));
	gaff_json_open(t->w, '{');
	while (it.is_object && gaff_json_next(&it, &key, &value))
		if (gaff_json_text(t->arena, key, &name) && gaff_json_text(t->arena, value, &text))
			json_member_string(t->w, name, with_braces(t->arena, text));
	gaff_json_close(t->w, '}');
}

static void write_url(struct taking *t, struct sv url)
{
	json_member_string(t->w, SV("url"), url);
	if (sv_starts(url, SV("http://localhost")) || sv_starts(url, SV("http://127.")) ||
	    sv_starts(url, SV("http://[::1]")))
		json_member(t->w, SV("allow_http_loopback"), SV("true"));
}

/* Members that are the same in both; "" is for those that are written otherwise. */
/* clang-format off */
static const struct {
	struct sv claude, ours;
} members[] = {
	{ SV_INIT("type"),           SV_INIT("type") },
	{ SV_INIT("prompt"),         SV_INIT("prompt") },
	{ SV_INIT("model"),          SV_INIT("model") },
	{ SV_INIT("timeout"),        SV_INIT("timeout") },
	{ SV_INIT("async"),          SV_INIT("async") },
	{ SV_INIT("statusMessage"),  SV_INIT("status_message") },
	{ SV_INIT("allowedEnvVars"), SV_INIT("allowed_env_vars") },
	{ SV_INIT("command"),        SV_INIT("") },
	{ SV_INIT("url"),            SV_INIT("") },
	{ SV_INIT("headers"),        SV_INIT("") },
};
/* clang-format on */

static bool take_member(struct taking *t, struct json key, struct json value)
{
	struct sv text;

	for (size_t i = 0; i < COUNT_OF(members); i++) {
		if (!gaff_json_is(key, members[i].claude))
			continue;
		if (members[i].ours.n) {
			gaff_json_key(t->w, members[i].ours);
			gaff_doc_write(t->w, value);
		} else if (gaff_json_is(key, SV("headers"))) {
			write_headers(t, value);
		} else if (gaff_json_text(t->arena, value, &text)) {
			if (gaff_json_is(key, SV("url")))
				write_url(t, text);
			else
				write_command(t, text);
		}
		return true;
	}
	return false;
}

/* Where it says nothing Claude Code waits longer than a manifest does. */
static void write_usual_timeout(struct taking *t, struct json entry, struct json type)
{
	char text[16];

	if (gaff_json_get(entry, SV("timeout")).n || t->row->timeout_ms <= GAFF_HOOK_TIMEOUT_MS ||
	    gaff_json_is(type, SV("prompt")) || gaff_json_is(type, SV("agent")))
		return;
	(void)snprintf(text, sizeof text, "%u", t->row->timeout_ms / 1000);
	json_member(t->w, SV("timeout"), sv_of(text));
}

static void take_handler(struct taking *t, struct json entry)
{
	struct json type = gaff_json_get(entry, SV("type")), key, value;
	struct json_iter it = gaff_json_iter(entry);

	gaff_json_key(t->w, SV("handler"));
	gaff_json_open(t->w, '{');
	if (!type.n)
		json_member_string(t->w, SV("type"), SV("command"));
	while (gaff_json_next(&it, &key, &value)) {
		struct sv name;

		if (take_member(t, key, value) || !gaff_json_text(t->arena, key, &name))
			continue;
		keep(t, name, value);
		if (sv_eq(name, SV("if")))
			say(t, "\"if\" is not taken over: it runs on every call that it matches");
		else
			say(t, "\"%.*s\" is not known to gaff, and does nothing", SV_ARG(name));
	}
	write_usual_timeout(t, entry, type);
	gaff_json_close(t->w, '}');
	if (gaff_json_is(type, SV("prompt")) || gaff_json_is(type, SV("agent")))
		say(t, "gaff does not ask a model: leave it in Claude Code's settings");
}

/* ---- entries ---- */

/* Members on lines of their own, as a person would write them. */
static void add_hook(struct buf *out, struct json hook)
{
	struct json_iter it = gaff_json_iter(hook);
	struct json key, value;

	gaff_buf_add(out, SV("\t\t{\n"));
	while (gaff_json_next(&it, &key, &value)) {
		gaff_buf_add(out, SV("\t\t\t"));
		gaff_buf_add(out, json_sv(key));
		gaff_buf_add(out, SV(": "));
		gaff_buf_add(out, json_sv(value));
		gaff_buf_add(out, SV(",\n"));
	}
	gaff_buf_add(out, SV("\t\t},\n"));
}

/* Only what a manifest may have gets into it. */
static void finish(struct taking *t)
{
	const struct buf *b = &t->hook;
	struct gaff_findings findings = { .arena = t->arena };
	struct gaff_hook read;
	struct gaff_err err;
	struct json hook;

	if (!buf_ok(b) || gaff_json_parse(buf_sv(b), &hook, &err) != GAFF_OK) {
		say(t, "it is left out: %s", buf_ok(b) ? err.msg : "no memory");
		return;
	}
	if (!gaff_hook_read(t->arena, gaff_hosts, hook, &findings, &read)) {
		struct sv why = findings.n ? findings.item[0].text : SV("no memory");

		say(t, "it is left out: %.*s", SV_ARG(why));
		return;
	}
	add_hook(&t->out->hooks, hook);
	t->out->n++;
}

static void write_event(struct taking *t)
{
	struct buf name = buf_in(t->arena);

	if (t->row->id != GAFF_EV_NATIVE) {
		json_member_string(t->w, SV("event"), gaff_event_name(t->row->id));
		return;
	}
	gaff_buf_add(&name, t->claude->id);
	gaff_buf_add(&name, SV(":"));
	gaff_buf_add(&name, t->event);
	json_member_string(t->w, SV("event"), buf_sv(&name));
}

static void write_hook(struct taking *t, struct json matcher, struct json entry)
{
	bool is_async = gaff_json_type(gaff_json_get(entry, SV("async"))) == JSON_TRUE;

	gaff_json_open(t->kept, '{');
	gaff_json_open(t->w, '{');
	write_event(t);
	take_matcher(t, matcher);
	if (gaff_shape_can_deny(t->row->answer) && !is_async)
		json_member(t->w, SV("blocking"), SV("true"));
	json_member_string(t->w, SV("dialect"), t->claude->id);
	take_handler(t, entry);
	if (t->is_disabled)
		json_member(t->w, SV("enabled"), SV("false"));
	gaff_json_close(t->kept, '}');
	if (t->others.n > 2) {
		gaff_json_key(t->w, SV("provider_data"));
		gaff_json_open(t->w, '{');
		json_member(t->w, t->claude->id, buf_sv(&t->others));
		gaff_json_close(t->w, '}');
	}
	gaff_json_close(t->w, '}');
}

static void take_entry(struct taking *t, struct json matcher, struct json entry)
{
	struct gaff_call_line line;
	struct sv command;

	t->number++;
	if (gaff_json_text(t->arena, gaff_json_get(entry, SV("command")), &command) &&
	    gaff_call_line_read(t->arena, command, &line) != GAFF_ANOTHERS) {
		t->out->n_ours++;
		return;
	}
	t->row = gaff_host_event_native(t->claude, t->event);
	if (!t->row) {
		say(t, "it is left out: gaff does not know this event of Claude Code");
		return;
	}
	t->is_disabled = false;
	t->hook = t->others = buf_in(t->arena);
	*t->w = (struct json_writer){ .out = &t->hook };
	*t->kept = (struct json_writer){ .out = &t->others };
	write_hook(t, matcher, entry);
	finish(t);
}

/* { "matcher": …, "hooks": [ ENTRY ] } */
static void take_group(struct taking *t, struct json group)
{
	struct json matcher = gaff_json_get(group, SV("matcher")),
		    list = gaff_json_get(group, SV("hooks")), key, value, none, entry;
	struct json_iter all = gaff_json_iter(group), entries = gaff_json_iter(list);
	struct sv name;

	if (gaff_json_type(group) != JSON_OBJECT || gaff_json_type(list) != JSON_ARRAY) {
		t->number++;
		say(t, "it is left out: it is no object with a list of \"hooks\"");
		return;
	}
	while (gaff_json_next(&entries, &none, &entry)) {
		if (gaff_json_type(entry) == JSON_OBJECT) {
			take_entry(t, matcher, entry);
			continue;
		}
		t->number++;
		say(t, "it is left out: it is no object");
	}
	while (gaff_json_next(&all, &key, &value))
		if (!gaff_json_is(key, SV("matcher")) && !gaff_json_is(key, SV("hooks")) &&
		    gaff_json_text(t->arena, key, &name))
			say(t, "\"%.*s\" beside its hooks is not taken over", SV_ARG(name));
}

/* "hooks": { EVENT: [ GROUP ] } */
static void take_hooks(struct taking *t, struct json root)
{
	struct json hooks = gaff_json_get(root, SV("hooks")), key, list, none, group;
	struct json_iter events = gaff_json_iter(hooks), groups;
	size_t before = t->out->n;

	while (events.is_object && gaff_json_next(&events, &key, &list)) {
		if (!gaff_json_text(t->arena, key, &t->event))
			continue;
		t->number = 0;
		groups = gaff_json_iter(list);
		if (gaff_json_type(list) != JSON_ARRAY)
			say(t, "it is left out: it is no list");
		else
			while (gaff_json_next(&groups, &none, &group))
				take_group(t, group);
	}
	t->event = SV("disableAllHooks");
	t->number = 0;
	if (t->out->n > before &&
	    gaff_json_type(gaff_json_get(root, SV("disableAllHooks"))) == JSON_TRUE)
		say(t, "Claude Code runs none of these hooks, and gaff does");
}

enum gaff_rc init_take_claude(struct arena *a, const struct gaff_where *where, bool is_project,
			      struct init_taken *out, const char **file, struct gaff_err *err)
{
	struct json_writer w, kept;
	struct taking t = { .arena = a,
			    .claude = gaff_host_find(SV("claude-code")),
			    .out = out,
			    .w = &w,
			    .kept = &kept };

	*out = (struct init_taken){ .hooks = buf_in(a) };
	for (size_t i = 0; i < t.claude->n_config; i++) {
		const struct gaff_config_row *row = &t.claude->config[i];
		struct gaff_config config;
		size_t before = out->n;

		if (row->scope == GAFF_SCOPE_SYSTEM ||
		    is_project == (row->scope == GAFF_SCOPE_USER))
			continue;
		t.file = *file = gaff_target_path(a, where, t.claude, row);
		if (!t.file)
			return gaff_fail(err, GAFF_ENOENT, "there is no home");
		GAFF_TRY(gaff_config_read(a, t.claude, row, t.file, &config, err));
		if (!config.held.exists)
			continue;
		take_hooks(&t, config.root);
		if (out->n > before && out->n_files < COUNT_OF(out->file))
			out->file[out->n_files++] = t.file;
	}
	return buf_ok(&out->hooks) ? GAFF_OK : gaff_fail(err, GAFF_ENOMEM, "no memory for hooks");
}
