#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "log/log.h"
#include "doctor/checkup_parts.h"
#include "wrap/wrap_work.h"
#include "agents/hosts.h"
#include "text/doc.h"
#include "text/words.h"

/* ---- the record ---- */

/* As far as there is room. Who chose an id such as "\n" gets a '?' for what needs an escape. */
static void copy(struct json value, char *out, size_t n)
{
	size_t length = 0;

	for (size_t i = 1; gaff_json_type(value) == JSON_STRING && i + 1 < value.n; i++) {
		bool is_escape = value.p[i] == '\\';

		if (length + 1 < n)
			out[length++] = is_escape ? '?' : value.p[i];
		i += is_escape;
	}
	out[length] = '\0';
}

static void note_call(struct checked_call *call, struct json record)
{
	copy(gaff_json_get(record, SV("time")), call->time, sizeof call->time);
	copy(gaff_json_get(record, SV("session")), call->session, sizeof call->session);
	copy(gaff_json_get(record, SV("host_version")), call->version, sizeof call->version);
}

void checkup_calls(struct checkup *c)
{
	static struct gaff_audit_reader reader;
	struct gaff_audit_line line;
	enum gaff_audit_step step;
	char path[PATH_MAX];
	struct gaff_err ignored;

	if (!gaff_audit_path(path, sizeof path))
		return;
	c->is_recorded = gaff_audit_open(&reader, path, &ignored) == GAFF_OK;
	while ((step = gaff_audit_next(&reader, &line)) != GAFF_AUDIT_END) {
		struct json host = gaff_json_get(line.record, SV("host")),
			    project = gaff_json_get(line.record, SV("project"));

		for (size_t i = 0; step == GAFF_AUDIT_RECORD && i < c->n; i++) {
			if (!gaff_json_is(host, c->host[i].host->id))
				continue;
			note_call(&c->host[i].last, line.record);
			if (gaff_json_is(project, sv_of(c->work.where.project)))
				note_call(&c->host[i].last_here, line.record);
		}
	}
	gaff_audit_close(&reader);
}

/* ---- manifests ---- */

static enum gaff_scope scope_of(enum gaff_manifest_scope scope)
{
	return scope == GAFF_MANIFEST_SYSTEM    ? GAFF_SCOPE_SYSTEM
	       : scope == GAFF_MANIFEST_PROJECT ? GAFF_SCOPE_PROJECT
						: GAFF_SCOPE_USER;
}

static struct gaff_place place_of(struct arena *a, const struct gaff_source *s, size_t i)
{
	char pointer[64];
	struct gaff_doc doc;
	struct gaff_err ignored;
	struct json hook;

	(void)snprintf(pointer, sizeof pointer, "/hooks/%zu", i);
	if (gaff_doc_parse(a, s->text, gaff_doc_syntax_of(s->file), &doc, &ignored) != GAFF_OK)
		return (struct gaff_place){ 0 };
	hook = gaff_json_at(doc.root, sv_of(pointer));
	return hook.n ? gaff_doc_place(&doc, hook.p) : (struct gaff_place){ 0 };
}

/* The first word has a slash: it is a script beside the manifest. Else the project is where. */
static void check_hook(struct checkup *c, const struct gaff_source *s, const struct gaff_hook *hook,
		       const struct gaff_spot *spot)
{
	struct words_iter it = words_iter(hook->command);
	const char *project = gaff_source_root(&c->sources, s), *folder = project;
	struct sv word, left_out;

	if (!hook->enabled || hook->kind != GAFF_HANDLER_COMMAND ||
	    sv_starts(hook->command, SV("gaff ")))
		return;
	if (gaff_words_next(c->arena, &it, &word) == WORDS_WORD && memchr(word.p, '/', word.n))
		folder = s->folder;
	gaff_health_command(&c->health, spot, hook->command, folder, project);
	if (gaff_command_left_out(c->arena, hook->command, hook->env, project, &left_out))
		(void)gaff_ail(&c->health, GAFF_AIL_MISSING_TOOL, spot,
			       "add that line, or name the whole path of the program",
			       "this hook does not find a program: %.*s", SV_ARG(left_out));
}

/* A guard that does not run since its files have changed looks like one that has no opinion. */
static void check_trust(struct checkup *c, struct gaff_source *s, const struct gaff_hook *hook,
			const struct gaff_spot *spot)
{
	const char *root = gaff_source_root(&c->sources, s);
	char project[PATH_MAX];
	struct gaff_err why;

	if (s->scope != GAFF_MANIFEST_PROJECT || s->problem.rc != GAFF_OK || !hook->enabled)
		return;
	if (gaff_trust_check(c->arena, &s->trust, hook->number - 1, hook, s->folder,
			     root && realpath(root, project) ? project : NULL, &why) != GAFF_OK)
		(void)gaff_ail(&c->health, GAFF_AIL_CHANGED_MANIFEST, spot,
			       "look at it with: gaff trust", "this hook does not run: %s",
			       why.msg);
}

static void check_source(struct checkup *c, struct gaff_source *s)
{
	struct gaff_spot spot = {
		NULL, scope_of(s->scope), s->file, { s->problem.line, s->problem.column }
	};

	if (s->problem.rc != GAFF_OK)
		(void)gaff_ail(&c->health,
			       !s->is_untrusted       ? GAFF_AIL_MANIFEST
			       : s->trust.was_trusted ? GAFF_AIL_CHANGED_MANIFEST
						      : GAFF_AIL_UNTRUSTED_MANIFEST,
			       &spot,
			       s->is_untrusted ? "look at it with: gaff trust"
					       : "put it right; see: gaff validate",
			       "%s: %s%s",
			       s->is_policy ? "nobody knows which hooks this policy forbids"
					    : "no hook of this manifest runs",
			       s->problem.msg,
			       gaff_source_needs_guards(s) ? "; the default guards run in its place"
							   : "");
	for (size_t i = 0; i < s->manifest.n && !s->is_untrusted; i++) {
		struct gaff_hook hook;
		struct gaff_err ignored;

		if (gaff_source_hook(c->arena, s, i, &hook, &ignored) != GAFF_OK)
			continue;
		spot.place = place_of(c->arena, s, i);
		check_trust(c, s, &hook, &spot);
		check_hook(c, s, &hook, &spot);
	}
}

void checkup_manifests(struct checkup *c)
{
	const struct gaff_spot nowhere = { .scope = GAFF_SCOPE_USER };
	const char *off = getenv("GAFF_DISABLE");

	if (off && *off && strcmp(off, "0") != 0)
		(void)gaff_ail(
			&c->health, GAFF_AIL_DISABLED, &nowhere, "unset GAFF_DISABLE",
			"GAFF_DISABLE is set: a gaff run that you type, or that an older gaff has "
			"registered, runs no hook");
	for (size_t i = 0; i < c->sources.n; i++)
		check_source(c, &c->sources.item[i]);
}

/* ---- wrapped programs ---- */

void checkup_shims(struct checkup *c)
{
	const char *folder = NULL;
	struct wrap_list list;
	struct gaff_err ignored;

	if (wrap_folder(c->arena, NULL, &folder, &ignored) != GAFF_OK)
		folder = NULL;
	if (wrap_list(c->arena, folder, &list, &ignored) != GAFF_OK)
		return;
	for (size_t i = 0; i < list.n; i++) {
		struct gaff_spot spot = { .scope = GAFF_SCOPE_USER, .file = list.item[i].path };

		if (list.item[i].trouble)
			(void)gaff_ail(&c->health, GAFF_AIL_BROKEN_SHIM, &spot,
				       "see: gaff wrap; to remove it: gaff unwrap",
				       "the hooks of a wrapped program are not asked, or it is not "
				       "run: %s",
				       list.item[i].trouble);
	}
}

/* ---- versions ---- */

static void check_row(struct checkup *c, const struct checked_host *h, struct gaff_event *event,
		      const struct gaff_spot *spot)
{
	const struct gaff_shape *shape = event->row->answer;

	for (size_t i = 0; i < shape->n; i++) {
		const struct gaff_answer_row *row = &shape->rows[i];

		if (row->field == GAFF_A_ASK && row->flags & GAFF_R_BY_VERSION &&
		    !gaff_row_is_honoured(event, row))
			(void)gaff_ail(
				&c->health, GAFF_AIL_KNOWN_FAULT, spot,
				"nothing; another version of the agent may ask",
				"%s %s does not ask the user on %.*s when a hook wants that: "
				"gaff denies instead",
				h->host->title, h->last.version, SV_ARG(event->row->native));
	}
}

void checkup_faults(struct checkup *c, const struct checked_host *h)
{
	struct gaff_spot spot = { h->host, GAFF_SCOPE_USER, NULL, { 0 } };
	struct buf version = buf_in(c->arena);
	struct json_writer w = { .out = &version };

	if (!h->last.version[0] || !h->host->n_versions)
		return;
	gaff_json_string(&w, sv_of(h->last.version));
	for (size_t f = 0; f < h->n; f++) {
		for (size_t i = 0; h->file[f].rc == GAFF_OK && i < h->file[f].config.n; i++) {
			const struct gaff_registered *r = &h->file[f].config.item[i];
			struct gaff_event event = { .host = h->host };

			event.row = gaff_host_event_native(h->host, r->event);
			event.field[GAFF_F_HOST_VERSION] = (struct json){ version.p, version.n };
			if (event.row && r->whose == GAFF_OURS)
				check_row(c, h, &event, &spot);
		}
	}
}
