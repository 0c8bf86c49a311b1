#include <stdlib.h>

#include "model/merge.h"
#include "agents/hosts.h"
#include "lib/handles.h"
#include "run/guards.h"

/*
 * gaff as a part of other programs. Each event has memory of its own, with a bound; nothing is
 * shared between two of them but tables that never change.
 */

/* ---- errors ---- */

enum gaff_status gaff_lib_error(gaff_error *out, const struct gaff_err *err)
{
	_Static_assert((int)GAFF_STATUS_NOT_FOUND == (int)GAFF_ENOENT &&
			       (int)GAFF_STATUS_SYNTAX == (int)GAFF_ESYNTAX &&
			       (int)GAFF_STATUS_UNSUPPORTED == (int)GAFF_EUNSUPPORTED &&
			       (int)GAFF_STATUS_NO_MEMORY == (int)GAFF_ENOMEM &&
			       (int)GAFF_STATUS_IO == (int)GAFF_EIO &&
			       (int)GAFF_STATUS_TOO_BIG == (int)GAFF_ETOOBIG &&
			       (int)GAFF_STATUS_TIME == (int)GAFF_ETIME &&
			       (int)GAFF_STATUS_HOOK == (int)GAFF_EHOOK &&
			       (int)GAFF_STATUS_USAGE == (int)GAFF_EUSAGE &&
			       (int)GAFF_STATUS_TOO_LARGE == (int)GAFF_ELIMIT,
		       "they are the same by another name");
	enum gaff_status status = gaff_is_unchecked(err->rc) ? GAFF_STATUS_TOO_LARGE
							     : (enum gaff_status)err->rc;

	if (out) {
		*out = (gaff_error){ .status = status, .line = err->line, .column = err->column };
		memcpy(out->message, err->msg, sizeof out->message);
	}
	return status;
}

enum gaff_status gaff_lib_no_memory(gaff_error *out)
{
	struct gaff_err err = { 0 };

	(void)gaff_no_memory(&err);
	return gaff_lib_error(out, &err);
}

enum gaff_status gaff_lib_missing(gaff_error *out, const char *what)
{
	struct gaff_err err = { 0 };

	(void)gaff_fail(&err, GAFF_EUSAGE, "there is no %s: it is NULL", what);
	return gaff_lib_error(out, &err);
}

static enum gaff_rc find_dialect(const char *name, const struct gaff_host **out,
				 struct gaff_err *err)
{
	*out = gaff_dialect_find(sv_of(name));
	return *out ? GAFF_OK
		    : gaff_fail(err, GAFF_EUSAGE, "there is no agent '%.60s'", name ? name : "");
}

/* ---- events ---- */

struct owned_event {
	struct gaff_hook_event handle; /* the first: it is what others have a pointer to */
	struct arena arena;
	struct gaff_event event;
	struct gaff_lib_seen seen;
};

static char *no_variables(const char *name)
{
	(void)name;
	return NULL;
}

static enum gaff_rc find_host(const gaff_decoding *how, struct json payload, gaff_getenv_fn *env,
			      const struct gaff_host **out, struct gaff_err *err)
{
	if (how->host) {
		*out = gaff_host_find(sv_of(how->host));
		return *out ? GAFF_OK
			    : gaff_fail(err, GAFF_EUSAGE, "there is no agent '%.60s'", how->host);
	}
	if (gaff_json_get(payload, SV("spec")).n) {
		*out = &gaff_host_canonical_caller;
		return GAFF_OK;
	}
	return gaff_host_detect(payload, env, out, err);
}

static enum gaff_rc decode(struct owned_event *o, const gaff_decoding *how, struct sv text,
			   struct gaff_err *err)
{
	const struct gaff_host *host = NULL;
	struct json payload;

	if (text.n > GAFF_PAYLOAD_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "a payload is longer than %u bytes",
				 GAFF_PAYLOAD_MAX);
	text.p = gaff_arena_dup(&o->arena, text);
	GAFF_TRY(gaff_arena_check(&o->arena, err));
	GAFF_TRY(gaff_json_parse(text, &payload, err));
	GAFF_TRY(find_host(how, payload, o->handle.env, &host, err));
	GAFF_TRY(gaff_decode_event(&o->arena, host, payload, sv_of(how->event), o->handle.env,
				   &o->event, err));
	GAFF_TRY(gaff_host_borrow_tool(&o->arena, &o->event, err));
	GAFF_TRY(gaff_event_know_directory(&o->arena, &o->event, sv_of(how->cwd), err));
	return o->arena.failed ? gaff_no_memory(err) : GAFF_OK;
}

gaff_event *gaff_event_decode(const gaff_decoding *how, const void *payload, size_t length,
			      gaff_error *error)
{
	static const gaff_decoding usual = { 0 };
	struct owned_event *o = payload || !length ? calloc(1, sizeof *o) : NULL;
	struct gaff_err err = { 0 };

	if (!payload && length) {
		(void)gaff_lib_missing(error, "payload");
		return NULL;
	}
	if (!o) {
		(void)gaff_lib_no_memory(error);
		return NULL;
	}
	how = how ? how : &usual;
	gaff_arena_init(&o->arena, NULL, 0, how->memory_max ? how->memory_max : GAFF_ARENA_MAX);
	o->handle = (struct gaff_hook_event){ .arena = &o->arena,
					      .event = &o->event,
					      .seen = &o->seen,
					      .env = how->get_variable ? how->get_variable
								       : no_variables,
					      .log = how->log,
					      .log_data = how->data,
					      .data = how->data };
	if (decode(o, how, (struct sv){ payload, length }, &err) == GAFF_OK)
		return &o->handle;
	(void)gaff_lib_error(error, &err);
	gaff_event_free(&o->handle);
	return NULL;
}

void gaff_event_free(gaff_event *event)
{
	struct owned_event *o = (struct owned_event *)(void *)event;

	if (!event)
		return;
	gaff_arena_release(&o->arena);
	free(o);
}

enum gaff_status gaff_event_encode(gaff_event *event, const char *dialect, const char **text,
				   size_t *length, gaff_error *error)
{
	const struct gaff_host *host;
	struct gaff_err err;
	struct sv out;

	if (!event || !text)
		return gaff_lib_missing(error, event ? "place for the text" : "event");
	if (find_dialect(dialect, &host, &err) != GAFF_OK ||
	    gaff_encode_event(event->arena, event->event, host, &out, &err) != GAFF_OK)
		return gaff_lib_error(error, &err);
	*text = gaff_arena_dup(event->arena, out);
	if (length)
		*length = out.n;
	return *text ? GAFF_STATUS_OK : gaff_lib_no_memory(error);
}

/* ---- answers ---- */

gaff_response *gaff_response_new(gaff_event *event)
{
	gaff_response *r = event ? gaff_arena_alloc(event->arena, sizeof *r) : NULL;

	if (r)
		*r = (gaff_response){ .on = event };
	return r;
}

/* The event as a hook of this dialect has it: the row by which its answer is read. */
static const struct gaff_event_row *row_of(const struct gaff_event *event,
					   const struct gaff_host *dialect)
{
	const struct gaff_event_row *row = NULL;

	if (dialect == event->host)
		return event->row;
	if (event->id != GAFF_EV_NATIVE)
		row = gaff_host_event_for(dialect, event->id, event->tool);
	return row ? row : dialect->unknown;
}

static bool is_whole(const gaff_output *output)
{
	return output && (output->out || !output->out_length) &&
	       (output->err || !output->err_length);
}

gaff_response *gaff_response_decode(gaff_event *event, const char *dialect,
				    const gaff_output *output, gaff_error *error)
{
	gaff_response *r = gaff_response_new(event);
	const struct gaff_host *host;
	struct gaff_outcome kept;
	struct gaff_err err;

	if (!event || !is_whole(output)) {
		(void)gaff_lib_missing(error, event ? "output of the hook" : "event");
		return NULL;
	}
	kept = (struct gaff_outcome){ output->exit_code,
				      { output->out, output->out_length },
				      { output->err, output->err_length } };
	kept.out.p = gaff_arena_dup(event->arena, kept.out);
	kept.err.p = gaff_arena_dup(event->arena, kept.err);
	if (!r || !kept.out.p || !kept.err.p) {
		(void)gaff_lib_no_memory(error);
		return NULL;
	}
	if (find_dialect(dialect, &host, &err) != GAFF_OK ||
	    gaff_decode_response(event->arena, host, row_of(event->event, host), true, &kept,
				 &r->said, &err) != GAFF_OK) {
		(void)gaff_lib_error(error, &err);
		return NULL;
	}
	return r;
}

static enum gaff_rc encode(gaff_response *r, bool ask_passes, struct gaff_answer *out,
			   struct gaff_err *err)
{
	const struct gaff_hook_event *e = r->on;
	struct gaff_response fitted = r->said;

	if (e->seen->failure.rc != GAFF_OK) {
		*err = e->seen->failure;
		return err->rc;
	}
	r->warnings.n = r->n_warned;
	GAFF_TRY(gaff_fit_response(e->arena, e->event,
				   ask_passes ? GAFF_ASK_PASSES : GAFF_ASK_DENIES, &fitted,
				   &r->warnings, err));
	GAFF_TRY(gaff_encode_response(e->arena, e->event, &fitted, &r->warnings, out, err));
	return gaff_arena_check(e->arena, err);
}

enum gaff_status gaff_response_encode(gaff_response *response, bool ask_passes, gaff_output *out,
				      gaff_error *error)
{
	struct gaff_answer answer = { 0 };
	struct gaff_err err = { 0 };
	struct arena *a;

	if (!response || !out)
		return gaff_lib_missing(error, response ? "place for the output" : "response");
	a = response->on->arena;
	if (encode(response, ask_passes, &answer, &err) != GAFF_OK)
		return gaff_lib_error(error, &err);
	*out = (gaff_output){ .exit_code = answer.exit,
			      .out = gaff_arena_dup(a, answer.out),
			      .err = gaff_arena_dup(a, answer.err),
			      .out_length = answer.out.n,
			      .err_length = answer.err.n };
	return out->out && out->err ? GAFF_STATUS_OK : gaff_lib_no_memory(error);
}

/* ---- guards ---- */

static struct sv folder(const char *path)
{
	return path && path[0] == '/' ? sv_of(path) : (struct sv){ 0 };
}

static struct sv field_folder(struct arena *a, struct json value)
{
	struct sv text;

	return gaff_json_text(a, value, &text) && text.n && text.p[0] == '/' ? text
									     : (struct sv){ 0 };
}

enum gaff_status gaff_event_guard(gaff_event *event, const char *guards, gaff_response *response,
				  gaff_error *error)
{
	struct gaff_response found = { .decision = GAFF_NONE };
	const struct gaff_event *e;
	struct gaff_guard_call call;
	struct gaff_step step = { 0 };
	struct gaff_err err = { 0 };

	if (!event || !guards || !response)
		return gaff_lib_missing(error, !event ? "event" : !guards ? "guard" : "response");
	e = event->event;
	call = (struct gaff_guard_call){ .arena = event->arena, .event = e };
	call.world = (struct gaff_world){ .project = field_folder(event->arena,
								  e->field[GAFF_F_PROJECT_DIR]),
					  .cwd = field_folder(event->arena, e->field[GAFF_F_CWD]),
					  .home = folder(event->env("HOME")),
					  .tmpdir = folder(event->env("TMPDIR")),
					  .user = sv_of(event->env("USER")) };
	if (!call.world.project.n)
		call.world.project = call.world.cwd;
	if (gaff_run_guards(&call, sv_of(guards), false, &step, &found, &err) != GAFF_OK ||
	    gaff_merge_response(event->arena, &response->said, &found, &err) != GAFF_OK)
		return gaff_lib_error(error, &err);
	return GAFF_STATUS_OK;
}

const char *gaff_host_name(size_t index)
{
	for (size_t i = 0; gaff_hosts[i]; i++)
		if (i == index)
			return gaff_hosts[i]->id.p;
	return NULL;
}
