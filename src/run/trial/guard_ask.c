#include "run/trial/guard_ask.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "agents/codec/codec.h"
#include "agents/hosts.h"
#include "run/guards.h"
#include "run/started.h"

/* ---- the call, as a canonical event ---- */

static const struct {
	struct sv word, tool;
} tools[] = {
	{ SV_INIT("read"), SV_INIT("file_read") },
	{ SV_INIT("write"), SV_INIT("file_write") },
	{ SV_INIT("edit"), SV_INIT("file_edit") },
};

static struct sv tool_of(const struct guard_subject *about)
{
	struct sv word = sv_of(about->tool);

	if (about->has_command)
		return SV("shell");
	if (!word.n)
		return about->has_content ? SV("file_write") : SV("file_read");
	for (size_t i = 0; i < COUNT_OF(tools); i++)
		if (sv_eq(tools[i].word, word))
			return tools[i].tool;
	return word;
}

static void write_input(struct json_writer *w, const struct guard_subject *about, struct sv tool)
{
	gaff_json_member_open(w, SV("tool_input"), '{');
	if (about->has_command)
		json_member_string(w, SV("command"), about->command);
	if (about->has_path)
		json_member_string(w, SV("path"), about->path);
	if (sv_eq(tool, SV("file_edit"))) {
		gaff_json_member_open(w, SV("edits"), '[');
		gaff_json_open(w, '{');
		json_member_string(w, SV("old"), SV(""));
		json_member_string(w, SV("new"), about->content);
		gaff_json_close(w, '}');
		gaff_json_close(w, ']');
	} else if (sv_eq(tool, SV("file_write"))) {
		json_member_string(w, SV("content"), about->content);
	}
	gaff_json_close(w, '}');
}

static enum gaff_rc make_event(struct guard_view *v, struct gaff_err *err)
{
	const struct guard_subject *about = &v->about;
	struct buf b = buf_in(v->arena);
	struct json_writer w = { .out = &b };
	struct sv tool = tool_of(about);
	struct json payload;
	char here[PATH_MAX];

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("spec"), SV("hooks/1.0"));
	json_member_string(&w, SV("event"),
			   about->has_prompt ? SV("before_prompt") : SV("before_tool_execute"));
	if (about->cwd.n)
		json_member_string(&w, SV("cwd"), about->cwd);
	else if (getcwd(here, sizeof here))
		json_member_string(&w, SV("cwd"), sv_of(here));
	if (about->project.n)
		json_member_string(&w, SV("project_dir"), about->project);
	if (about->has_prompt) {
		json_member_string(&w, SV("prompt"), about->prompt);
	} else {
		json_member_string(&w, SV("tool"), tool);
		write_input(&w, about, tool);
	}
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	GAFF_TRY(gaff_json_parse(buf_sv(&b), &payload, err));
	return gaff_decode_event(v->arena, &gaff_host_canonical_caller, payload, (struct sv){ 0 },
				 getenv, &v->event, err);
}

/* Another word would be a tool that no guard knows, and so "no objection". */
static bool is_tool(struct sv word)
{
	for (size_t i = 0; i < COUNT_OF(tools); i++)
		if (sv_eq(tools[i].word, word))
			return true;
	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (sv_eq(gaff_tool_name((enum gaff_tool)i), word))
			return true;
	return false;
}

static enum gaff_rc check(const struct guard_subject *about, struct gaff_err *err)
{
	if (about->has_command + about->has_path + about->has_prompt != 1)
		return gaff_fail(err, GAFF_EUSAGE,
				 "one of a command, a path and a prompt is what to look at");
	if ((about->tool || about->has_content) && !about->has_path)
		return gaff_fail(err, GAFF_EUSAGE, "a tool and a content go with a path");
	if (about->tool && !is_tool(sv_of(about->tool)))
		return gaff_fail(err, GAFF_EUSAGE, "a tool is read, write or edit, not '%.60s'",
				 about->tool);
	return GAFF_OK;
}

enum gaff_rc guard_ask(struct guard_view *v, struct gaff_err *err)
{
	struct gaff_project project;

	GAFF_TRY(check(&v->about, err));
	GAFF_TRY(make_event(v, err));
	GAFF_TRY(gaff_project_find(v->arena, &v->event, GAFF_STARTED_NOW, &project, err));
	v->call = gaff_guard_see(v->arena, &v->event, &project);
	v->report = (struct gaff_guard_report){ .arena = v->arena,
						.is_strict = v->request.is_strict,
						.wants_rows = v->wants_rows };
	v->report.last_finding = &v->report.finding;
	v->report.last_tried = &v->report.tried;
	if (v->about.has_command)
		GAFF_TRY(gaff_guard_programs(&v->call, &v->programs, err));
	GAFF_TRY(gaff_guard_ask(&v->call, &v->request, &v->report, &v->said, err));
	if (v->wants_rules)
		GAFF_TRY(guard_ask_rules(v, &project, err));
	return gaff_arena_check(v->arena, err);
}
