#include "base/limits.h"
#include "guard/pieces.h"
#include "guard/rows/rule.h"
#include "agents/codec/codec.h"
#include "manifest/manifest_parts.h"
#include "text/doc.h"

/*
 * What `gaff validate` can only ask guards: are the words of rules words of rows, and do rules say
 * of their examples what their author expects?
 */

/* ---- words ---- */

static void check_words(struct gaff_findings *f, struct json words)
{
	static const struct sv any_program = SV_INIT("* ");
	struct gaff_texts texts = gaff_texts_of(words);
	struct json item;

	while (gaff_texts_next(&texts, &item)) {
		struct gaff_err err;
		struct sv text;

		if (!gaff_json_text(f->arena, item, &text) || !sv_trim(text).n)
			continue; /* said by who reads the rule */
		text = sv_join(f->arena, any_program, text, SV(""));
		if (!text.n || gaff_row_check(text, &err) == GAFF_OK)
			continue;
		err.offset -= err.offset < any_program.n ? err.offset : any_program.n;
		gaff_find_error(f, gaff_json_text_at(item, err.offset), "in \"words\": %s",
				err.msg);
	}
}

void gaff_rules_check(struct gaff_findings *findings, struct json root)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("rules")));
	struct json key, rule;

	while (!it.is_object && gaff_json_next(&it, &key, &rule)) {
		struct json words = gaff_json_get(rule, SV("words"));

		if (words.n)
			check_words(findings, words);
	}
}

/* ---- examples: a call that has what the example says, and the rest made up ---- */

/* Where the agent of examples is. */
#define PROJECT "/project"
#define HOME    "/home/you"

struct example {
	struct json value; /* as it stands in the manifest */
	struct json tool, command, path, content, prompt, output;
};

static struct example example_of(const struct gaff_rule *rule, struct json value)
{
	struct example e = { .value = value };

	if (gaff_json_type(value) == JSON_OBJECT) {
		e.tool = gaff_json_get(value, SV("tool"));
		e.command = gaff_json_get(value, SV("command"));
		e.path = gaff_json_get(value, SV("path"));
		e.content = gaff_json_get(value, SV("content"));
		e.prompt = gaff_json_get(value, SV("prompt"));
		e.output = gaff_json_get(value, SV("output"));
	} else if (rule->event == GAFF_EV_BEFORE_PROMPT) {
		e.prompt = value;
	} else if (rule->event == GAFF_EV_AFTER_TOOL || rule->event == GAFF_EV_TOOL_FAILURE) {
		e.output = value;
	} else {
		e.command = value;
	}
	return e;
}

/* The tool that the example is about: as it says, else one that has such an input. */
static enum gaff_tool tool_of(struct arena *a, const struct gaff_host *const *hosts,
			      const struct gaff_rule *rule, const struct example *e)
{
	static const enum gaff_tool of_files[] = { GAFF_TOOL_FILE_EDIT, GAFF_TOOL_FILE_WRITE,
						   GAFF_TOOL_FILE_READ, GAFF_TOOL_SEARCH,
						   GAFF_TOOL_FIND };
	uint16_t tools = gaff_matcher_tools(a, hosts, rule->tool);

	if (!e->path.n && !e->content.n)
		return GAFF_TOOL_SHELL;
	if (e->content.n)
		return !rule->tool.n || tools >> GAFF_TOOL_FILE_WRITE & 1 ? GAFF_TOOL_FILE_WRITE
									  : GAFF_TOOL_FILE_EDIT;
	for (size_t i = 0; i < COUNT_OF(of_files); i++)
		if (tools >> of_files[i] & 1)
			return of_files[i];
	return GAFF_TOOL_FILE_EDIT;
}

static void write_input(struct json_writer *w, enum gaff_tool tool, const struct example *e)
{
	gaff_json_key(w, SV("tool_input"));
	gaff_json_open(w, '{');
	if (e->command.n)
		json_member(w, SV("command"), json_sv(e->command));
	if (e->path.n)
		json_member(w, SV("path"), json_sv(e->path));
	if (e->content.n && tool == GAFF_TOOL_FILE_EDIT) {
		gaff_json_key(w, SV("edits"));
		gaff_json_open(w, '[');
		gaff_json_open(w, '{');
		json_member_string(w, SV("old"), SV(""));
		json_member(w, SV("new"), json_sv(e->content));
		gaff_json_close(w, '}');
		gaff_json_close(w, ']');
	} else if (e->content.n) {
		json_member(w, SV("content"), json_sv(e->content));
	}
	gaff_json_close(w, '}');
}

/* An MCP tool is called by its own name, which the rule has; a command is one of a shell. */
static void write_tool(struct arena *a, struct json_writer *w, const struct gaff_host *const *hosts,
		       const struct gaff_rule *rule, const struct example *e)
{
	struct json mcp = gaff_json_get(rule->tool, SV("mcp"));
	enum gaff_tool tool = tool_of(a, hosts, rule, e);

	if (!e->tool.n && mcp.n && !e->command.n) {
		json_member_string(w, SV("tool"), gaff_tool_name(GAFF_TOOL_MCP));
		gaff_json_key(w, SV("mcp"));
		gaff_doc_write(w, mcp);
	} else if (e->tool.n) {
		json_member(w, SV("tool"), json_sv(e->tool));
	} else {
		json_member_string(w, SV("tool"), gaff_tool_name(tool));
	}
	write_input(w, gaff_json_is(e->tool, SV("file_edit")) ? GAFF_TOOL_FILE_EDIT : tool, e);
}

static enum gaff_rc event_of(struct arena *a, const struct gaff_host *const *hosts,
			     const struct gaff_rule *rule, const struct example *e,
			     struct gaff_event *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json payload;

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("event"), gaff_event_id_name(rule->event));
	json_member_string(&w, SV("cwd"), SV(PROJECT));
	json_member_string(&w, SV("project_dir"), SV(PROJECT));
	if (GAFF_EV_ANY_TOOL >> rule->event & 1)
		write_tool(a, &w, hosts, rule, e);
	else if (e->path.n)
		json_member(&w, SV("file_path"), json_sv(e->path));
	if (e->output.n)
		json_member(&w, SV("tool_output"), json_sv(e->output));
	if (e->prompt.n)
		json_member(&w, SV("prompt"), json_sv(e->prompt));
	else if (!(GAFF_EV_ANY_TOOL >> rule->event & 1) && (e->command.n || e->content.n))
		json_member(&w, SV("message"), json_sv(e->command.n ? e->command : e->content));
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	GAFF_TRY(gaff_json_parse(buf_sv(&b), &payload, err));
	GAFF_TRY(gaff_decode_event(a, &gaff_host_canonical_caller, payload, (struct sv){ 0 }, NULL,
				   out, err));
	out->home = SV(HOME);
	return GAFF_OK;
}

/* ---- what the rule says to it ---- */

static enum gaff_rc ask(struct arena *a, const struct gaff_host *const *hosts,
			const struct gaff_rule *rule, const struct example *e,
			struct gaff_rule_verdict *out, struct gaff_err *err)
{
	struct gaff_match_place place = { .project = SV(PROJECT), .home = SV(HOME) };
	struct gaff_guard_call call = {
		.arena = a,
		.world = { .cwd = SV(PROJECT), .home = SV(HOME), .project = SV(PROJECT) }
	};
	struct gaff_hook hook = gaff_rule_hook(a, rule);
	struct gaff_exceptions exceptions;
	struct gaff_event event;
	struct gaff_match match;

	GAFF_TRY(event_of(a, hosts, rule, e, &event, err));
	*out = (struct gaff_rule_verdict){ .result = GAFF_ROW_NO };
	hook.enabled = true;
	GAFF_TRY(gaff_hook_match(a, &hook, &event, &place, &match, err));
	if (!match.yes) {
		out->missing = sv_of(match.why);
		return GAFF_OK;
	}
	call.event = &event;
	return gaff_rules_look(&call, &place, rule, 1, out, &exceptions, NULL, err);
}

static void compare(struct gaff_findings *f, const struct gaff_rule *rule, struct json at,
		    struct json want, const struct gaff_rule_verdict *got)
{
	bool is_exception = rule->decision == GAFF_ALLOW,
	     wants_allow = gaff_json_is(want, SV("allow"));
	enum gaff_decision decision = got->result == GAFF_ROW_NO        ? GAFF_NONE
				      : got->result == GAFF_ROW_PERHAPS ? GAFF_ASK
									: rule->decision;
	bool is_met = is_exception                    ? wants_allow == (got->result == GAFF_ROW_YES)
		      : wants_allow                   ? decision == GAFF_NONE
		      : gaff_json_is(want, SV("ask")) ? decision == GAFF_ASK
						      : decision == GAFF_DENY;
	struct sv why = decision == GAFF_NONE ? got->missing : got->what;

	if (is_met)
		return;
	gaff_find_error(f, at.p, "the rule \"%.*s\" %s this example%s%.*s", SV_ARG(rule->name),
			decision == GAFF_DENY    ? "denies"
			: decision == GAFF_ASK   ? "asks about"
			: decision == GAFF_ALLOW ? "makes an exception of"
			: is_exception           ? "makes no exception of"
						 : "does not object to",
			why.n ? ": " : "", SV_ARG(why));
}

static void try_example(struct gaff_findings *f, const struct gaff_host *const *hosts,
			const struct gaff_rule *rule, struct json want, struct json value)
{
	struct example e = example_of(rule, value);
	struct gaff_rule_verdict verdict;
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	if (ask(&a, hosts, rule, &e, &verdict, &err) == GAFF_OK)
		compare(f, rule, value, want, &verdict);
	else
		gaff_find_error(f, value.p, "this example cannot be tried: %s", err.msg);
	gaff_arena_release(&a);
}

static void try_rule(struct gaff_findings *f, const struct gaff_host *const *hosts,
		     const struct gaff_rule *rule)
{
	struct json_iter it = gaff_json_iter(rule->examples);
	struct json want, list, key, value;

	if (rule->event == GAFF_EV_NATIVE && rule->examples.n) {
		gaff_find_warning(f, rule->examples.p,
				  "examples of an event of one agent are not tried");
		return;
	}
	while (gaff_json_next(&it, &want, &list)) {
		struct json_iter each = gaff_json_iter(list);

		while (gaff_json_next(&each, &key, &value))
			try_example(f, hosts, rule, want, value);
	}
}

void gaff_rules_try(struct gaff_findings *findings, const struct gaff_host *const *hosts,
		    struct json root)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("rules")));
	struct gaff_findings said_before = { .arena = findings->arena };
	struct json key, value;
	struct gaff_rule rule;

	while (gaff_json_next(&it, &key, &value))
		if (gaff_rule_read(findings->arena, hosts, value, &said_before, &rule))
			try_rule(findings, hosts, &rule);
}
