#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/proc.h"
#include "doctor/doctor.h"
#include "agents/simulate/fire.h"
#include "run/run.h"
#include "text/words.h"

enum { PATIENCE_MS = 10000, OUT_MAX = 1 << 20, QUOTED = 80 };

/* ---- how it is started ---- */

/* Without a shell: the words of the command. */
static char **split(struct arena *a, struct sv command)
{
	enum { WORDS_MAX = 16 };
	char **argv = gaff_arena_alloc(a, (WORDS_MAX + 1) * sizeof *argv);
	struct words_iter it = words_iter(command);
	struct sv word;
	size_t n = 0;

	while (argv && n < WORDS_MAX && gaff_words_next(a, &it, &word) == WORDS_WORD)
		argv[n++] = gaff_arena_cstr(a, word);
	if (argv)
		argv[n] = NULL;
	return argv;
}

static char **arguments(struct arena *a, enum gaff_shell shell, struct sv command)
{
	const char *login = getenv("SHELL");
	char **argv;

	if (shell == GAFF_SHELL_NONE)
		return split(a, command);
	argv = gaff_arena_alloc(a, 4 * sizeof *argv);
	if (!argv)
		return NULL;
	argv[0] = gaff_arena_dup(a, shell == GAFF_SHELL_SH     ? SV("/bin/sh")
				    : shell == GAFF_SHELL_BASH ? SV("bash")
				    : login && *login          ? sv_of(login)
							       : SV("/bin/sh"));
	argv[1] = gaff_arena_dup(a, shell == GAFF_SHELL_LOGIN ? SV("-lc") : SV("-c"));
	argv[2] = gaff_arena_cstr(a, command);
	argv[3] = NULL;
	return argv;
}

/* ---- what came of it ---- */

static struct sv first_line(struct sv text)
{
	const char *end;

	text = sv_trim(text);
	end = text.n ? memchr(text.p, '\n', text.n) : NULL;
	if (end)
		text.n = (size_t)(end - text.p);
	text.n = text.n < QUOTED ? text.n : QUOTED;
	return text;
}

/*
 * A shell that prints something of its own is what mostly spoils an answer. One that is not in the
 * JSON would still count, but the others would not: an agent that finds no JSON looks no further.
 */
static bool is_spoilt(const struct launched_entry *l, struct sv out)
{
	out = sv_trim(out);
	return out.n && out.p[0] != '{' && !(l->file->host->flags & GAFF_H_JSON_AFTER_TEXT);
}

static void tell(struct checkup *c, const struct launched_entry *l, const struct gaff_spot *spot,
		 const struct gaff_outcome *o)
{
	struct sv event = l->entry->event, line = first_line(o->err.n ? o->err : o->out);
	const char *title = l->host->host->title;

	if (is_spoilt(l, o->out)) {
		line = first_line(o->out);
		(void)gaff_ail(&c->health, GAFF_AIL_NOT_OBEYED, spot,
			       "let your shell's profile print nothing when it is not interactive",
			       "%s would not obey gaff on %.*s: before the answer comes \"%.*s\"",
			       title, SV_ARG(event), SV_ARG(line));
	} else if (o->exit == 126 || o->exit == 127) {
		(void)gaff_ail(&c->health, GAFF_AIL_NO_ANSWER, spot, "run: gaff install again",
			       "gaff cannot be started on %.*s: %.*s", SV_ARG(event), SV_ARG(line));
	} else {
		(void)gaff_ail(&c->health, GAFF_AIL_NOT_OBEYED, spot,
			       "see what it answers with: gaff fire --run",
			       "%s would not obey gaff on %.*s: it %.*s (exit %d%s%.*s)", title,
			       SV_ARG(event), SV_ARG(l->does), o->exit, line.n ? ", " : "",
			       SV_ARG(line));
	}
}

static void judge_time(struct checkup *c, const struct launched_entry *l,
		       const struct gaff_spot *spot)
{
	int64_t waits = gaff_registered_waits_ms(&l->file->config, l->entry);

	if (l->ms < waits)
		return;
	(void)gaff_ail(&c->health, GAFF_AIL_TOO_SLOW, spot,
		       "find out what takes so long before gaff: a shell's profile, mostly",
		       "on %.*s gaff answers after %.1f s, and %s waits %.1f s",
		       SV_ARG(l->entry->event), (double)l->ms / 1000, l->host->host->title,
		       (double)waits / 1000);
}

/* The answer has to be the denial that was asked for; where none can be given, nothing at all. */
static enum gaff_rc judge(struct checkup *c, const struct fire_shot *shot,
			  const struct gaff_spot *spot, struct launched_entry *l,
			  struct gaff_err *err)
{
	const struct gaff_outcome *o = &shot->outcome;
	struct fire_verdict v;
	bool denies = gaff_shape_can_deny(shot->mimic.row->answer);

	GAFF_TRY(fire_judge(c->arena, shot, &v, err));
	l->exit = o->exit;
	l->does = v.n_does ? v.does[0] : SV("goes on");
	if (denies)
		l->is_obeyed = v.said.decision == GAFF_DENY &&
			       (sv_has(o->out, SV(GAFF_DOCTOR_REASON)) ||
				sv_has(o->err, SV(GAFF_DOCTOR_REASON)));
	else
		l->is_obeyed = v.said.decision == GAFF_NONE && !v.rejected.n && o->exit != 2;
	l->is_obeyed = l->is_obeyed && !is_spoilt(l, o->out);
	if (!l->is_obeyed)
		tell(c, l, spot, o);
	judge_time(c, l, spot);
	return GAFF_OK;
}

static enum gaff_rc start(struct checkup *c, struct fire_shot *shot, const struct gaff_spot *spot,
			  struct launched_entry *l, struct gaff_err *err)
{
	const struct gaff_layout *layout = l->file->host->layout;
	struct gaff_proc_result result;
	struct gaff_proc proc = { .input = json_sv(shot->payload),
				  .cwd = c->work.where.project,
				  .stdin_is_socket = layout->stdin_is_socket,
				  .deadline = gaff_now_ms() + PATIENCE_MS,
				  .out_max = OUT_MAX,
				  .err_max = OUT_MAX };
	char sum[65], variable[sizeof GAFF_DOCTOR + sizeof sum];
	int64_t from = gaff_now_ms();
	struct gaff_err why;
	enum gaff_rc rc;

	proc.argv = arguments(c->arena, layout->shell, l->entry->command);
	gaff_sha256(proc.input, sum);
	(void)snprintf(variable, sizeof variable, "%s=%s", GAFF_DOCTOR, sum);
	proc.envp = fire_environment(c->arena, shot, variable);
	if (c->arena->failed || !proc.argv || !proc.argv[0])
		return gaff_no_memory(err);
	rc = gaff_proc_run(c->arena, &proc, &result, &why);
	l->ms = gaff_now_ms() - from;
	l->is_started = true;
	if (rc != GAFF_OK && gaff_proc_told_to_end())
		return gaff_fail(err, GAFF_ETIME, "ended by a signal");
	if (rc != GAFF_OK) {
		(void)gaff_ail(&c->health, GAFF_AIL_NO_ANSWER, spot,
			       rc == GAFF_ETIME ? "look at your shell's profile, and at the program"
						: "run: gaff install again",
			       "on %.*s nothing came within %d s: %s", SV_ARG(l->entry->event),
			       PATIENCE_MS / 1000, why.msg);
		return GAFF_OK;
	}
	shot->outcome = (struct gaff_outcome){ result.exit, result.out, result.err };
	return judge(c, shot, spot, l, err);
}

/*
 * What is known to be wrong with an entry is not told again by starting it; and where one has not
 * answered, the others of that agent would not either, each of them after a long wait.
 */
static bool is_hopeless(const struct checkup *c, const struct gaff_spot *spot)
{
	for (size_t i = 0; i < c->health.n; i++) {
		const struct gaff_ailment *x = &c->health.item[i];
		bool is_program = x->kind == GAFF_AIL_MISSING_PROGRAM ||
				  x->kind == GAFF_AIL_WRONG_PROGRAM ||
				  x->kind == GAFF_AIL_NOT_EXECUTABLE ||
				  x->kind == GAFF_AIL_UNQUOTED_PATH ||
				  x->kind == GAFF_AIL_UNKNOWN_EVENT;

		if (x->kind == GAFF_AIL_NO_ANSWER && x->host == spot->host)
			return true;
		if (is_program && x->file && strcmp(x->file, spot->file) == 0 &&
		    x->place.line == spot->place.line && x->place.column == spot->place.column)
			return true;
	}
	return false;
}

enum gaff_rc doctor_launch(struct checkup *c, const struct checked_host *h,
			   const struct checked_file *f, const struct gaff_registered *r,
			   struct launched_entry *out, struct gaff_err *err)
{
	struct gaff_spot spot = gaff_spot_at(&f->config, r);
	struct fire_shot shot = { .mimic = { .host = gaff_host_spelling(f->host, r->event),
					     .cwd = sv_of(c->work.where.project),
					     .time_ms = gaff_wall_ms() } };

	*out = (struct launched_entry){ .host = h, .file = f, .entry = r };
	/* another program may not know of us, and would run hooks; and what a checkout has put into
	   a script of ours would run */
	if (r->whose != GAFF_OURS || r->is_changed || !shot.mimic.host || is_hopeless(c, &spot))
		return GAFF_OK;
	shot.mimic.row = gaff_host_event(shot.mimic.host, r->event);
	GAFF_TRY(gaff_mimic_event(c->arena, &shot.mimic, &shot.event, err));
	GAFF_TRY(gaff_mimic_payload(c->arena, &shot.mimic, &shot.event, &shot.payload, err));
	return start(c, &shot, &spot, out, err);
}
