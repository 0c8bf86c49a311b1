#include "cli/cli.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/pages/checkup_page.h"
#include "cli/print/color.h"
#include "doctor/doctor.h"
#include "cli/pages/install_tell.h"
#include "cli/print/plain.h"
#include "cli/print/screen.h"

struct doctor {
	struct checkup checkup;
	bool fixes, is_json;
	enum color_when color;
	struct launched_entry *launch;
	size_t n;
	struct json_writer fixed; /* what --fix has done, a list */
	struct buf fixed_text;
};

static const struct cli_option options[] = {
	CLI_FLAG("fix", struct doctor, fixes,
		 "register again where that helps; nothing else is changed"),
	CLI_FLAG("json", struct doctor, is_json, "print everything as JSON"),
	CLI_COLOR(struct doctor, color),
};

/* ---- starting what is registered ---- */

static size_t count_entries(const struct checkup *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		n += c->host[i].n_ours;
	return n;
}

static void show_progress(size_t done, size_t all)
{
	char line[64];

	if (!isatty(STDERR_FILENO))
		return;
	if (done < all)
		(void)snprintf(line, sizeof line, "\rstarting hook %zu of %zu\r", done + 1, all);
	else
		(void)snprintf(line, sizeof line, "\r%40s\r", "");
	screen_control(stderr, line);
}

static enum gaff_rc launch_all(struct doctor *d, struct gaff_err *err)
{
	struct checkup *c = &d->checkup;
	size_t all = count_entries(c);

	d->n = 0;
	d->launch = gaff_arena_alloc(c->arena, (all + 1) * sizeof *d->launch);
	GAFF_TRY(gaff_arena_check(c->arena, err));
	for (size_t i = 0; i < c->n; i++) {
		const struct checked_host *h = &c->host[i];

		for (size_t f = 0; f < h->n; f++) {
			const struct checked_file *file = &h->file[f];

			for (size_t e = 0; e < file->config.n && d->n < all; e++) {
				if (file->row->flags & GAFF_C_ANOTHERS ||
				    file->config.item[e].whose == GAFF_ANOTHERS)
					continue;
				show_progress(d->n, all);
				GAFF_TRY(doctor_launch(c, h, file, &file->config.item[e],
						       &d->launch[d->n++], err));
			}
		}
	}
	show_progress(all, all);
	return GAFF_OK;
}

/* ---- for people ---- */

static void print_host(const struct doctor *d, const struct checked_host *h)
{
	size_t n = 0, obeyed = 0;

	for (size_t i = 0; i < d->n; i++) {
		n += d->launch[i].host == h;
		obeyed += d->launch[i].host == h && d->launch[i].is_obeyed;
	}
	if (!n)
		printf("%s: gaff is not registered; to do that: gaff install %s\n", h->host->id.p,
		       h->host->id.p);
	else if (obeyed == n && checkup_is_ailing(&d->checkup, h->host))
		printf("%s: %zu hook%s, all answer; but see below\n", h->host->id.p, n,
		       n == 1 ? "" : "s");
	else if (obeyed == n)
		printf("%s: %zu hook%s, all answer, and it would obey\n", h->host->id.p, n,
		       n == 1 ? "" : "s");
	else
		printf("%s: %zu hook%s, and it would obey %zu\n", h->host->id.p, n,
		       n == 1 ? "" : "s", obeyed);
}

static void print_page(const struct doctor *d)
{
	const struct checkup *c = &d->checkup;

	if (!d->n)
		printf("gaff is registered with no agent. To register it with those that are "
		       "here: gaff install\n");
	for (size_t i = 0; i < c->n && d->n; i++)
		print_host(d, &c->host[i]);
	checkup_print(c, color_is_on(d->color));
}

/* ---- for programs ---- */

static void write_launch(struct json_writer *w, const struct launched_entry *l)
{

	gaff_json_open(w, '{');
	json_member_string(w, SV("host"), l->host->host->id);
	json_member_string(w, SV("scope"), sv_of(gaff_scope_name(l->file->row->scope)));
	json_member_string(w, SV("file"),
			   sv_of(l->entry->file ? l->entry->file : l->file->config.held.path));
	json_member_string(w, SV("event"), l->entry->event);
	json_member_string(w, SV("command"), l->entry->command);
	gaff_json_member_bool(w, SV("started"), l->is_started);
	gaff_json_member_bool(w, SV("obeyed"), l->is_obeyed);
	if (l->is_started) {
		gaff_json_member_number(w, SV("exit"), l->exit);
		gaff_json_member_number(w, SV("ms"), l->ms);
		json_member_string(w, SV("agent"), l->does);
	}
	gaff_json_close(w, '}');
}

static void print_json(struct doctor *d)
{
	struct buf b = buf_in(d->checkup.arena);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("gaff"), SV(GAFF_VERSION));
	gaff_json_member_open(&w, SV("hooks"), '[');
	for (size_t i = 0; i < d->n; i++)
		write_launch(&w, &d->launch[i]);
	gaff_json_close(&w, ']');
	if (d->fixes)
		json_member(&w, SV("fixed"), buf_sv(&d->fixed_text));
	checkup_write(&w, &d->checkup);
	gaff_json_close(&w, '}');
	if (buf_ok(&b))
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
}

/* ---- the whole of it ---- */

/* What was wrong is looked at once more afterwards: only what still is counts. */
static int fix(struct doctor *d, int n, char **argv)
{
	struct arena *a = d->checkup.arena;
	struct gaff_err err;
	size_t n_fixed;

	d->fixed_text = buf_in(a);
	d->fixed = (struct json_writer){ .out = &d->fixed_text };
	gaff_json_open(&d->fixed, '[');
	if (doctor_fix(&d->checkup, &install_teller, &d->fixed, d->is_json, &n_fixed, &err) !=
	    GAFF_OK)
		return cli_fail(CLI_FATAL, " doctor: %s", err.msg);
	gaff_json_close(&d->fixed, ']');
	d->checkup = (struct checkup){ .arena = a };
	return checkup_begin(&d->checkup, "doctor", n, argv);
}

static int examine(struct doctor *d, int n, char **argv)
{
	struct gaff_err err;
	int code = checkup_begin(&d->checkup, "doctor", n, argv);

	if (code == CLI_OK && d->fixes)
		code = fix(d, n, argv);
	if (code != CLI_OK)
		return code;
	if (launch_all(d, &err) != GAFF_OK)
		return cli_fail(CLI_FATAL, " doctor: %s", err.msg);
	if (d->is_json)
		print_json(d);
	else
		print_page(d);
	return checkup_wrong(&d->checkup) ? CLI_NO : CLI_OK;
}

static int run_doctor(struct arena *a, int argc, char **argv)
{
	static struct doctor doctor;
	int code;

	if (!cli_parse(&cmd_doctor, &doctor, &argc, &argv, &code))
		return code;
	doctor.checkup.arena = a;
	return examine(&doctor, argc, argv);
}

const struct cli_command cmd_doctor = {
	.name = "doctor",
	.args = "[HOST...] [--fix] [--json]",
	.help = "Start what is registered as the agents would, and say what is wrong and what to "
		"do",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.operand = "HOST",
	.run = run_doctor,
};
