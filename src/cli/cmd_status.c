#include "cli/cli.h"

#include <stdio.h>

#include "cli/pages/checkup_page.h"
#include "cli/print/color.h"
#include "cli/print/plain.h"
#include "cli/print/table.h"

struct request {
	bool is_json;
	enum color_when color;
};

static const struct cli_option options[] = {
	CLI_FLAG("json", struct request, is_json, "print everything as JSON"),
	CLI_COLOR(struct request, color),
};

/* ---- one file ---- */

static bool is_in_project(enum gaff_scope scope)
{
	return scope == GAFF_SCOPE_PROJECT || scope == GAFF_SCOPE_LOCAL;
}

static const struct checked_call *last_of(const struct checked_host *h,
					  const struct checked_file *f)
{
	return is_in_project(f->row->scope) ? &h->last_here : &h->last;
}

static bool is_its_file(const struct checked_file *f, const char *file)
{
	if (strcmp(file, f->path) == 0 ||
	    (f->config.held.path && strcmp(file, f->config.held.path) == 0))
		return true;
	for (size_t i = 0; i < f->config.n; i++)
		if (f->config.item[i].file && strcmp(file, f->config.item[i].file) == 0)
			return true;
	return false;
}

static bool is_ailing(const struct checkup *c, const struct checked_file *f)
{
	for (size_t i = 0; i < c->health.n; i++)
		if (c->health.item[i].is_wrong && c->health.item[i].file &&
		    is_its_file(f, c->health.item[i].file))
			return true;
	return false;
}

/* "current" is what a file with ours is when nothing in it would keep them from working. */
static const char *state_of(const struct checkup *c, const struct checked_file *f)
{
	if (f->rc != GAFF_OK)
		return "refused";
	if (!f->n_ours)
		return "not registered";
	if (checkup_is_off(c, f->config.host))
		return "switched off";
	if (f->n_missing > f->misses_start && !c->wanted.is_usual)
		return "not current";
	return is_ailing(c, f) ? "ailing" : "current";
}

/* Files that say nothing about us are not shown, but for what the agent refuses. */
static bool is_shown(const struct checked_file *f)
{
	return !(f->row->flags & GAFF_C_ANOTHERS) && (f->n_ours || f->rc != GAFF_OK);
}

/* ---- for people ---- */

static void add_last(struct table *t, const struct checked_call *last)
{
	enum { SECONDS = 19 }; /* of "2026-11-16T02:10:11.123Z" */
	struct sv time = sv_of(last->time);
	struct buf *b = table_cell(t);

	if (!time.n) {
		gaff_buf_add(b, SV("never fired"));
		return;
	}
	gaff_plain_add(b, (struct sv){ time.p, time.n < SECONDS ? time.n : SECONDS }, SECONDS);
	buf_addc(b, 'Z');
	if (last->session[0]) {
		gaff_buf_add(b, SV(" in session "));
		gaff_plain_add(b, sv_of(last->session), 40);
	}
}

static void add_row(struct checkup *c, struct table *t, const struct checked_host *h,
		    const struct checked_file *f)
{
	table_add(t, h->host->id);
	table_add(t, sv_of(gaff_scope_name(f->row->scope)));
	if (f->n_ours)
		table_addf(t, "%zu of %zu", f->wishes->n - f->n_missing, f->wishes->n);
	else
		table_add(t, SV("-"));
	table_add(t, sv_of(state_of(c, f)));
	table_add(t, f->trust ? sv_of(f->trust) : SV("-"));
	add_last(t, last_of(h, f));
	gaff_plain_add(table_cell(t),
		       checkup_short_path(c, f->config.held.path ? f->config.held.path : f->path),
		       SIZE_MAX);
}

static void print_page(struct checkup *c, enum color_when color)
{
	static const char *const heads[] = { "agent", "scope",      "events", "state",
					     "trust", "last fired", "file" };
	struct table t = table_of(c->arena, false, heads, COUNT_OF(heads));

	for (size_t i = 0; i < c->n; i++) {
		const struct checked_host *h = &c->host[i];
		size_t shown = 0;

		for (size_t f = 0; f < h->n; f++) {
			if (!is_shown(&h->file[f]))
				continue;
			add_row(c, &t, h, &h->file[f]);
			shown++;
		}
		if (shown)
			continue;
		table_add(&t, h->host->id);
		for (size_t cell = 1; cell < COUNT_OF(heads); cell++)
			table_add(&t, cell == 3 ? SV("not registered") : SV("-"));
	}
	if (c->n)
		table_print(&t);
	else
		printf("No agent is found on this machine, and gaff is registered with none.\n"
		       "Name one to register: gaff install HOST\n");
	if (c->health.n) {
		printf("\n");
		checkup_print(c, color_is_on(color));
	}
}

/* ---- for programs ---- */

static void write_call(struct json_writer *w, const struct checked_call *last)
{
	gaff_json_key(w, SV("last_fired"));
	if (!last->time[0]) {
		gaff_json_raw(w, SV("null"));
		return;
	}
	gaff_json_open(w, '{');
	json_member_string(w, SV("time"), sv_of(last->time));
	if (last->session[0])
		json_member_string(w, SV("session"), sv_of(last->session));
	if (last->version[0])
		json_member_string(w, SV("version"), sv_of(last->version));
	gaff_json_close(w, '}');
}

static void write_file(struct json_writer *w, const struct checkup *c, const struct checked_host *h,
		       const struct checked_file *f)
{

	gaff_json_open(w, '{');
	json_member_string(w, SV("scope"), sv_of(gaff_scope_name(f->row->scope)));
	json_member_string(w, SV("file"),
			   sv_of(f->config.held.path ? f->config.held.path : f->path));
	json_member_string(w, SV("state"), sv_of(state_of(c, f)));
	gaff_json_member_open(w, SV("events"), '[');
	for (size_t i = 0; i < f->config.n; i++)
		if (f->config.item[i].whose != GAFF_ANOTHERS)
			gaff_json_string(w, f->config.item[i].event);
	gaff_json_close(w, ']');
	gaff_json_member_size(w, SV("missing"), f->n_ours ? f->n_missing : f->wishes->n);
	gaff_json_member_size(w, SV("others"), f->n_others);
	if (f->trust)
		json_member_string(w, SV("trust"), sv_of(f->trust));
	write_call(w, last_of(h, f));
	gaff_json_close(w, '}');
}

static void print_json(const struct checkup *c)
{
	struct buf b = buf_in(c->arena);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("gaff"), SV(GAFF_VERSION));
	gaff_json_member_open(&w, SV("hosts"), '[');
	for (size_t i = 0; i < c->n; i++) {
		const struct checked_host *h = &c->host[i];

		gaff_json_open(&w, '{');
		json_member_string(&w, SV("host"), h->host->id);
		json_member_string(&w, SV("title"), sv_of(h->host->title));
		if (h->sign)
			json_member_string(&w, SV("found"), sv_of(h->sign));
		gaff_json_member_bool(&w, SV("registered"), h->n_ours);
		write_call(&w, &h->last);
		gaff_json_member_open(&w, SV("files"), '[');
		for (size_t f = 0; f < h->n; f++)
			if (is_shown(&h->file[f]))
				write_file(&w, c, h, &h->file[f]);
		gaff_json_close(&w, ']');
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, ']');
	checkup_write(&w, c);
	gaff_json_close(&w, '}');
	if (buf_ok(&b))
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
}

static int run_status(struct arena *a, int argc, char **argv)
{
	static struct checkup checkup;
	struct request r = { 0 };
	int code;

	if (!cli_parse(&cmd_status, &r, &argc, &argv, &code))
		return code;
	checkup.arena = a;
	code = checkup_begin(&checkup, "status", argc, argv);
	if (code != CLI_OK)
		return code;
	if (r.is_json)
		print_json(&checkup);
	else
		print_page(&checkup, r.color);
	return checkup_wrong(&checkup) ? CLI_NO : CLI_OK;
}

const struct cli_command cmd_status = {
	.name = "status",
	.args = "[HOST...] [--json]",
	.help = "Show where gaff is registered, whether it is called, and what is in its way",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.operand = "HOST",
	.run = run_status,
};
