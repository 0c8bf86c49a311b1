#include "guard/guard.h"

#include <stdio.h>

#include "base/limits.h"
#include "guard/guards/secret.h"
#include "guard/pieces.h"
#include "text/near.h"
#include "text/path.h"
#include "text/words.h"

/* In the order in which findings are told. */
const struct gaff_guard *const gaff_guards[] = {
	&gaff_guard_destructive, &gaff_guard_secrets,     &gaff_guard_paths_guard,
	&gaff_guard_self,        &gaff_guard_remote_code, NULL,
};

const struct gaff_guard *gaff_guard_find(struct sv name)
{
	for (size_t i = 0; gaff_guards[i]; i++)
		if (sv_eq(name, sv_of(gaff_guards[i]->name)))
			return gaff_guards[i];
	return NULL;
}

/* ---- what a call is about ---- */

enum gaff_rc gaff_guard_input(struct gaff_guard_call *call, struct json *out, struct gaff_err *err)
{
	if (!call->has_input) {
		GAFF_TRY(gaff_event_input(call->arena, call->event, &call->input, err));
		call->has_input = true;
	}
	*out = call->input;
	return GAFF_OK;
}

enum gaff_rc gaff_guard_paths(struct gaff_guard_call *call, const struct gaff_paths **out,
			      struct gaff_err *err)
{
	if (!call->has_paths) {
		GAFF_TRY(gaff_event_paths(call->arena, call->event, &call->paths, err));
		call->has_paths = true;
	}
	*out = &call->paths;
	return GAFF_OK;
}

static enum gaff_shell_kind shell_of(struct sv tool)
{
	if (sv_has_nocase(tool, SV("powershell")) || sv_eq_nocase(tool, SV("pwsh")))
		return GAFF_SHELL_POWERSHELL;
	return sv_eq_nocase(tool, SV("cmd")) ? GAFF_SHELL_CMD : GAFF_SHELL_POSIX;
}

/* The folder that a shell tool is told to start in, if it is told one. */
static struct gaff_world world_of_tool(struct gaff_guard_call *call, struct json input)
{
	struct gaff_world world = call->world;
	struct buf b = buf_in(call->arena);
	struct sv cwd;

	if (!gaff_json_text(call->arena, gaff_json_get(input, SV("cwd")), &cwd) || !cwd.n)
		return world;
	if (cwd.p[0] != '/' && !world.cwd.n)
		return world;
	gaff_path_absolute(&b, world.cwd, cwd, false);
	if (!world.project.n)
		world.project = world.cwd;
	world.cwd = buf_ok(&b) ? buf_sv(&b) : SV("");
	return world;
}

enum gaff_rc gaff_guard_see_command(struct gaff_guard_call *call, struct sv command,
				    enum gaff_shell_kind kind, const struct gaff_world *world,
				    struct gaff_err *err)
{
	size_t i = 0;

	GAFF_TRY(gaff_find_programs(call->arena, command, kind, world, &call->programs, err));
	call->has_programs = true;
	if (!call->programs.n)
		return GAFF_OK;
	call->args = gaff_arena_alloc(call->arena, call->programs.n * sizeof *call->args);
	GAFF_TRY(gaff_arena_check(call->arena, err));
	for (const struct gaff_program *p = call->programs.first; p; p = p->next)
		if (p->args)
			call->args[i++] = *p->args;
		else
			GAFF_TRY(gaff_args_of(call->arena, p, &call->args[i++], err));
	return GAFF_OK;
}

static enum gaff_rc find_programs(struct gaff_guard_call *call, struct gaff_err *err)
{
	const unsigned may_run = GAFF_TOOL_BIT(SHELL) | GAFF_TOOL_BIT(MCP) | GAFF_TOOL_BIT(OTHER);
	struct gaff_world world;
	struct json input;
	struct sv command;

	if (!(call->event->tools & may_run))
		return GAFF_OK;
	GAFF_TRY(gaff_guard_input(call, &input, err));
	GAFF_TRY(gaff_guard_command(call, input, &command, err));
	if (!command.n)
		return GAFF_OK;
	world = world_of_tool(call, input);
	return gaff_guard_see_command(call, command, shell_of(call->event->tool_name), &world, err);
}

enum gaff_rc gaff_guard_programs(struct gaff_guard_call *call, const struct gaff_programs **out,
				 struct gaff_err *err)
{
	if (!call->has_programs) {
		GAFF_TRY(find_programs(call, err));
		call->has_programs = true;
	}
	*out = &call->programs;
	return GAFF_OK;
}

/* ---- what guards say ---- */

/* One line, cut between characters. What is not known is shown as "…". */
static void add_line(struct buf *b, struct sv text, size_t max)
{
	size_t n = text.n < max ? text.n : max;

	while (n < text.n && n && ((unsigned char)text.p[n] & 0xc0) == 0x80)
		n--;
	for (size_t i = 0; i < n; i++) {
		if (!text.p[i])
			gaff_buf_add(b, SV("…"));
		else
			buf_addc(b, (unsigned char)text.p[i] < ' ' ? ' ' : text.p[i]);
	}
	if (n < text.n)
		gaff_buf_add(b, SV("…"));
}

/* One finding of a row is enough, and the worst of them. */
static struct gaff_finding_row *found_before(const struct gaff_guard_report *report,
					     const char *guard, struct sv row)
{
	for (struct gaff_finding_row *f = report->finding; f; f = f->next)
		if (strcmp(f->guard, guard) == 0 && sv_eq(f->row, row))
			return f;
	return NULL;
}

void gaff_guard_add(struct gaff_guard_report *report, const char *guard, struct sv row,
		    enum gaff_decision decision, struct sv what, struct sv reason,
		    struct sv instead)
{
	struct gaff_finding_row *f = found_before(report, guard, row);
	struct buf b = buf_in(report->arena);

	if (f && f->decision >= decision)
		return;
	add_line(&b, gaff_secret_hide(report->arena, what), GAFF_GUARD_WHAT_MAX);
	if (!f) {
		f = gaff_arena_alloc(report->arena, sizeof *f);
		if (!f)
			return; /* the arena has failed, and who asks guards looks at that */
		f->next = NULL;
		*report->last_finding = f;
		report->last_finding = &f->next;
	}
	f->guard = guard;
	f->row = row;
	f->decision = decision;
	f->what = b.n ? buf_sv(&b) : SV("");
	f->reason = reason;
	f->instead = instead;
}

static struct sv perhaps(struct arena *a, const char *reason)
{
	return sv_join(a, SV("perhaps "), sv_of(reason), SV(""));
}

void gaff_guard_tried(struct gaff_guard_report *report, struct gaff_tried_row tried)
{
	struct gaff_tried_row *t;

	if (!report->wants_rows)
		return;
	t = gaff_arena_alloc(report->arena, sizeof *t);
	if (!t)
		return;
	*t = tried;
	*report->last_tried = t;
	report->last_tried = &t->next;
}

/*
 * Is the program only asked what it would do, or what it can do? Options that mean so to one
 * program and not to another are in the rows. What code does has no options.
 */
static bool is_only_asked(const struct gaff_args *args)
{
	static const char with_h[] = "git docker podman kubectl helm gh terraform pulumi";
	static const struct sv options[] = { SV_INIT("--help"), SV_INIT("--version"),
					     SV_INIT("--dry-run"), SV_INIT("-WhatIf") };

	if (args->program->is_code)
		return false;
	for (size_t i = 0; i < COUNT_OF(options); i++) {
		const struct gaff_arg *arg = gaff_args_option(args, options[i], false, NULL);

		if (arg && (arg->name.n == options[i].n || args->is_powershell) &&
		    !sv_eq(arg->value, SV("none")) && !sv_eq(arg->value, SV("false")) &&
		    !gaff_args_option(args, SV("--no-dry-run"), false, NULL))
			return true;
	}
	return gaff_is_among(args->program->name, with_h) &&
	       gaff_args_option(args, SV("-h"), false, NULL);
}

static bool is_about_files(const char *when)
{
	return strchr(when, '>') != NULL;
}

/* True: something was found. Of a program that may be anything one doubt is enough. */
static bool try_row(struct gaff_guard_call *call, const char *guard,
		    const struct gaff_guard_row *row, const struct gaff_args *args, bool has_found,
		    struct gaff_guard_report *report)
{
	struct arena *a = call->arena;
	const struct gaff_finding_row *before;
	enum gaff_decision decision;
	struct sv missing;
	enum gaff_row_result result = gaff_row_match(a, sv_of(row->when), args, &call->world,
						     &missing);

	if (result != GAFF_ROW_NO && !is_about_files(row->when) && is_only_asked(args)) {
		result = GAFF_ROW_NO;
		missing = SV("it is only asked");
	}
	gaff_guard_tried(report, (struct gaff_tried_row){ .guard = guard,
							  .row = sv_of(row->name),
							  .when = sv_of(row->when),
							  .program = args->program,
							  .result = result,
							  .missing = missing });
	if (result == GAFF_ROW_NO || (result == GAFF_ROW_PERHAPS && has_found))
		return false;
	decision = result == GAFF_ROW_YES ? row->decision
		   : report->is_strict    ? GAFF_DENY
					  : GAFF_ASK;
	before = found_before(report, guard, sv_of(row->name));
	if (!before || before->decision < decision)
		gaff_guard_add(report, guard, sv_of(row->name), decision,
			       gaff_guard_what(a, args, sv_of(row->when)),
			       result == GAFF_ROW_YES ? sv_of(row->reason)
						      : perhaps(a, row->reason),
			       sv_of(row->instead));
	return true;
}

/* Made once for each table that a call is held against. */
static const struct gaff_row_letters *letters_of(struct gaff_guard_call *call,
						 const struct gaff_guard_row *rows, size_t n)
{
	struct gaff_row_letters *l = call->letters;

	while (l && l->rows != rows)
		l = l->next;
	if (l)
		return l;
	l = gaff_arena_alloc(call->arena, sizeof *l + n * sizeof *l->of);
	if (!l)
		return NULL;
	l->rows = rows;
	l->next = call->letters;
	for (size_t i = 0; i < n; i++)
		l->of[i] = gaff_row_letters(rows[i].when);
	return call->letters = l;
}

/* Of each program, for all tables. */
static const struct row_filter *filters_of(struct gaff_guard_call *call)
{
	size_t n = call->programs.n;

	if (!call->filters && n) {
		call->filters = gaff_arena_alloc(call->arena, n * sizeof *call->filters);
		for (size_t i = 0; i < n && call->filters; i++)
			call->filters[i] = gaff_row_filter(&call->args[i]);
	}
	return call->filters;
}

enum gaff_rc gaff_guard_rows(struct gaff_guard_call *call, const char *guard,
			     const struct gaff_guard_row *rows, size_t n,
			     struct gaff_guard_report *report, struct gaff_err *err)
{
	const struct gaff_row_letters *letters;
	const struct gaff_programs *programs;
	const struct row_filter *filters;

	GAFF_TRY(gaff_guard_programs(call, &programs, err));
	letters = letters_of(call, rows, n);
	filters = filters_of(call);
	for (size_t k = 0; k < programs->n && letters && filters; k++) {
		const struct row_filter *filter = &filters[k];
		bool has_found = false, is_named;

		for (size_t i = 0; i < n; i++)
			if (letters->of[i] & filter->letters &&
			    (gaff_row_may_match(filter, rows[i].when, &is_named) ||
			     (is_named && report->wants_rows)))
				has_found |= try_row(call, guard, &rows[i], filter->args, has_found,
						     report);
	}
	return gaff_arena_check(call->arena, err);
}

/* ---- what is asked for ---- */

static struct sv next_word(struct sv *rest)
{
	struct sv word;

	*rest = sv_trim(*rest);
	word = (struct sv){ rest->p, 0 };
	while (word.n < rest->n && !ascii_isspace(word.p[word.n]))
		word.n++;
	*rest = sv_skip(*rest, word.n);
	return word;
}

/* It names the nearest, or all there are: they are few. */
static enum gaff_rc unknown_word(struct sv word, struct gaff_err *err)
{
	const char *names[COUNT_OF(gaff_guards)], *near;
	char text[64], all[128] = "";
	struct buf b = buf_fixed(all, sizeof all - 1);
	size_t n = 0;

	(void)snprintf(text, sizeof text, "%.*s", word.n < 60 ? (int)word.n : 60, word.p);
	if (text[0] == '-')
		return gaff_fail(err, GAFF_EUSAGE,
				 "guards have no option \"%s\"; there is --strict", text);
	for (; gaff_guards[n]; n++) {
		names[n] = gaff_guards[n]->name;
		gaff_buf_add(&b, n ? SV(", ") : SV(""));
		gaff_buf_add(&b, sv_of(names[n]));
	}
	near = gaff_nearest(text, names, n);
	return gaff_fail(err, GAFF_EUSAGE, "no guard is called \"%s\"; %s%s%s", text,
			 near ? "did you mean \"" : "there are: ", near ? near : all,
			 near ? "\"?" : "");
}

enum gaff_rc gaff_guard_request(struct sv words, struct gaff_guard_request *out,
				struct gaff_err *err)
{
	struct gaff_guard_request request = { .n = 0 };

	for (struct sv word = next_word(&words); word.n; word = next_word(&words)) {
		const struct gaff_guard *guard = gaff_guard_find(word);
		bool is_there = false;

		if (sv_eq(word, SV("--strict"))) {
			request.is_strict = true;
			continue;
		}
		if (!guard)
			return unknown_word(word, err);
		for (size_t i = 0; i < request.n; i++)
			is_there |= request.guard[i] == guard;
		if (!is_there && request.n < COUNT_OF(request.guard))
			request.guard[request.n++] = guard;
	}
	if (!request.n)
		return gaff_fail(err, GAFF_EUSAGE, "it names no guard; see 'gaff guard --list'");
	*out = request;
	return GAFF_OK;
}

static bool is_plain_char(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c) || c == '-' || c == '_' || c == ' ';
}

bool gaff_guard_is_command(struct sv command, struct sv *words)
{
	struct sv rest = sv_trim(command);

	for (size_t i = 0; i < rest.n; i++)
		if (!is_plain_char(rest.p[i]))
			return false;
	if (!sv_eq(next_word(&rest), SV("gaff")) || !sv_eq(next_word(&rest), SV("guard")))
		return false;
	*words = sv_trim(rest); /* none is for gaff_guard_request() to say: nobody means a list */
	return true;
}

/* ---- the answer ---- */

static bool minds_unknown(const struct gaff_guard *guard, enum gaff_event_id event)
{
	return guard != &gaff_guard_remote_code && guard->events & (1u << event) &&
	       gaff_event_is_gate(event);
}

/*
 * What cannot be known is said once, in the name of the first guard that had to know, and not where
 * the call is denied anyway.
 */
static void tell_unknown(struct gaff_guard_call *call, const struct gaff_guard_request *request,
			 struct gaff_guard_report *report)
{
	const struct gaff_unknown *u = call->has_programs ? call->programs.unknown : NULL;
	size_t i = 0;

	for (const struct gaff_finding_row *f = report->finding; f; f = f->next)
		if (f->decision == GAFF_DENY)
			return;
	while (u && u->why == gaff_why_fork_bomb)
		u = u->next;
	while (i < request->n && !minds_unknown(request->guard[i], call->event->id))
		i++;
	if (!u || i == request->n)
		return;
	gaff_guard_add(report, request->guard[i]->name, SV("cannot-know"),
		       report->is_strict ? GAFF_DENY : GAFF_ASK,
		       gaff_guard_unknown(&call->programs, u),
		       sv_join(report->arena, SV("it cannot be known what this does: "),
			       sv_of(u->why), SV("")),
		       SV("write out what is to be executed, in plain words"));
}

/* "gaff guard destructive: `git reset --hard`: it throws away …. Instead: …." */
static void add_finding(struct buf *b, const struct gaff_finding_row *f)
{
	gaff_buf_add(b, SV("gaff guard "));
	gaff_buf_add(b, sv_of(f->guard));
	gaff_buf_add(b, SV(": "));
	if (f->what.n) {
		buf_addc(b, '`');
		gaff_buf_add(b, f->what);
		gaff_buf_add(b, SV("`: "));
	}
	add_line(b, f->reason.n ? f->reason : f->row, GAFF_GUARD_REASON_MAX);
	buf_addc(b, '.');
	if (f->instead.n) {
		gaff_buf_add(b, SV(" Instead: "));
		add_line(b, f->instead, GAFF_GUARD_REASON_MAX);
		buf_addc(b, '.');
	}
}

/* The highest. What a rule of the user excepts was hidden from the guards (rule.h). */
static enum gaff_decision decide(const struct gaff_guard_report *report)
{
	enum gaff_decision decision = GAFF_NONE;

	for (const struct gaff_finding_row *f = report->finding; f; f = f->next)
		if (f->decision > decision)
			decision = f->decision;
	return decision;
}

enum gaff_rc gaff_guard_ask(struct gaff_guard_call *call, const struct gaff_guard_request *request,
			    struct gaff_guard_report *report, struct gaff_response *out,
			    struct gaff_err *err)
{
	struct buf b = buf_in(call->arena), context = buf_in(call->arena);
	size_t n = 0;

	report->is_strict |= request->is_strict;
	for (size_t i = 0; i < request->n; i++)
		if (request->guard[i]->events & (1u << call->event->id))
			GAFF_TRY(request->guard[i]->look(call, report, err));
	tell_unknown(call, request, report);
	*out = (struct gaff_response){ .decision = decide(report) };
	if (report->updated_output.n)
		out->updated_output = report->updated_output;
	/* those that decide first: there may be more than anybody reads */
	for (enum gaff_decision d = GAFF_DENY; d >= GAFF_ASK; d--)
		for (const struct gaff_finding_row *f = report->finding; f; f = f->next) {
			if (f->decision != d || n == GAFF_GUARD_SAID_MAX)
				continue;
			if (n++)
				buf_addc(&b, '\n');
			add_finding(&b, f);
		}
	/* what decides nothing is worth knowing: that something was taken out of an output */
	for (const struct gaff_finding_row *f = report->finding; f; f = f->next)
		if (f->decision == GAFF_NONE)
			add_finding(&context, f);
	GAFF_TRY(gaff_arena_check(call->arena, err));
	if (b.n)
		out->text[GAFF_A_REASON] = buf_sv(&b);
	if (context.n)
		out->text[GAFF_A_CONTEXT] = buf_sv(&context);
	return GAFF_OK;
}
