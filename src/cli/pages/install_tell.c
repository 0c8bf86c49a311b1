#include "cli/pages/install_tell.h"

#include <stdint.h>
#include <stdio.h>

#include "agents/hosts.h"
#include "cli/cli.h"
#include "cli/print/plain.h"

/* ---- whom it is about ---- */

const struct gaff_host **install_hosts(struct install_work *work, int n, char **argv, int *exit)
{
	const struct gaff_host **list;
	size_t all = 0, found = 0;

	while (gaff_hosts[all])
		all++;
	list = gaff_arena_alloc(work->arena, (all + (size_t)n + 1) * sizeof *list);
	*exit = CLI_FATAL;
	if (!list)
		return NULL;
	for (int i = 0; i < n; i++) {
		const struct gaff_host *host = gaff_host_find(sv_of(argv[i]));

		if (!host || !gaff_layout_registers(host->layout)) {
			*exit = host ? CLI_USAGE : cli_unknown_host(work->command, argv[i]);
			if (host)
				fprintf(stderr,
					"gaff %s: hooks cannot be registered with %s; it has no "
					"configuration\n",
					work->command, argv[i]);
			return NULL;
		}
		list[found++] = host;
	}
	for (size_t i = 0; n == 0 && i < all; i++) {
		const char *sign = gaff_layout_registers(gaff_hosts[i]->layout)
					   ? gaff_agent_sign(work->arena, &work->where,
							     gaff_hosts[i])
					   : NULL;

		if (!sign)
			continue;
		if (!work->is_json)
			printf("%s%s (%s)", found ? ", " : "Found: ", gaff_hosts[i]->id.p, sign);
		list[found++] = gaff_hosts[i];
	}
	if (n == 0 && !work->is_json)
		printf("%s\n", found ? "" : "No agent is found on this machine; name one.");
	list[found] = NULL;
	return list;
}

static void add_hosts_of_agents(struct buf *out)
{
	for (size_t i = 0; gaff_hosts[i]; i++) {
		if (!gaff_host_of_agents(gaff_hosts[i]))
			continue;
		BUF_JOIN(out, out->n ? SV(", ") : SV(""), gaff_hosts[i]->id);
	}
}

int install_agent(const struct install_work *work, int n, char **argv)
{
	struct buf b = buf_in(work->arena);
	struct gaff_err err;

	if (gaff_agent_name_check(sv_of(work->where.agent), &err) != GAFF_OK)
		return cli_fail(CLI_USAGE, " %s: %s", work->command, err.msg);
	add_hosts_of_agents(&b);
	for (int i = 0; i < n; i++) {
		const struct gaff_host *host = gaff_host_find(sv_of(argv[i]));

		if (!host || gaff_host_of_agents(host)) /* who knows no such host says so */
			continue;
		fprintf(stderr,
			"gaff %s: --agent: %s has no hooks in files of single agents; these have: "
			"%.*s\n",
			work->command, argv[i], SV_ARG(buf_sv(&b)));
		return CLI_USAGE;
	}
	if (n)
		return CLI_OK;
	fprintf(stderr, "gaff %s: --agent needs the HOST that has the agent: %.*s\n", work->command,
		SV_ARG(buf_sv(&b)));
	return CLI_USAGE;
}

/* ---- what is said ---- */

static void tell_refused(struct install_work *work, const struct gaff_host *host, const char *file,
			 const struct gaff_err *err)
{
	if (work->is_json) {

		gaff_json_open(&work->w, '{');
		if (host)
			json_member_string(&work->w, SV("host"), host->id);
		json_member_string(&work->w, SV("file"), sv_of(file));
		json_member_string(&work->w, SV("error"), sv_of(err->msg));
		if (err->line) {
			gaff_json_member_size(&work->w, SV("line"), err->line);
			gaff_json_member_size(&work->w, SV("column"), err->column);
		}
		gaff_json_close(&work->w, '}');
		return;
	}
	fflush(stdout);
	fprintf(stderr, "gaff %s: ", work->command);
	if (file) {
		fprintf(stderr, "%s", gaff_plain_text(work->arena, file));
		if (err->line)
			fprintf(stderr, ":%zu:%zu", err->line, err->column);
		fprintf(stderr, ": ");
	}
	fprintf(stderr, "%s\n", gaff_plain_text(work->arena, err->msg));
}

static void write_report(struct install_work *work, const struct install_report *r)
{
	struct json_writer *w = &work->w;
	const struct gaff_change *c = r->change;

	gaff_json_open(w, '{');
	json_member_string(w, SV("host"), r->host->id);
	json_member_string(w, SV("scope"), c->scope);
	json_member_string(w, SV("file"), sv_of(c->held.path));
	json_member_string(w, SV("outcome"), sv_of(r->outcome));
	gaff_json_member_bool(w, SV("changed"), gaff_change_is_any(c));
	if (r->missing.n)
		json_member_string(w, SV("missing"), r->missing);
	if (r->left_out.n)
		json_member_string(w, SV("left_out"), r->left_out);
	if (r->note)
		json_member_string(w, SV("note"), sv_of(r->note));
	gaff_json_close(w, '}');
}

static void tell_done(struct install_work *work, const struct install_report *r)
{
	const struct gaff_change *c = r->change;

	if (work->is_json) {
		write_report(work, r);
		return;
	}
	printf("%s: %s: %s\n", r->host->id.p, gaff_plain_text(work->arena, c->held.path),
	       r->outcome);
	if (r->missing.n)
		printf("  It has no event for: %.*s\n", SV_ARG(r->missing));
	if (r->left_out.n)
		printf("  Left out: %.*s. There a hook that says nothing approves; to have it all "
		       "the same, name it with --events.\n",
		       SV_ARG(r->left_out));
	if (r->note)
		printf("  %s\n", r->note);
	if (work->is_dry && gaff_change_is_any(c))
		plain_diff(work->arena, c->held.path, c->held.exists ? c->held.text : SV(""),
			   c->removes ? SV("") : c->after);
}

const struct install_teller install_teller = { tell_done, tell_refused };
