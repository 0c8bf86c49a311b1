#include "cli/pages/checkup_page.h"

#include <stdio.h>

#include "agents/hosts.h"
#include "cli/cli.h"
#include "cli/print/color.h"
#include "cli/print/plain.h"

struct sv checkup_short_path(const struct checkup *c, const char *path)
{
	struct sv home = sv_of(c->work.where.home), all = sv_of(path);
	struct buf b = buf_in(c->arena);

	if (home.n < 2 || !sv_starts(all, home) || all.n <= home.n || all.p[home.n] != '/')
		return all;
	BUF_JOIN(&b, SV("~"), sv_skip(all, home.n));
	return buf_ok(&b) ? buf_sv(&b) : all;
}

/* The same thing in the same file? Then one line speaks for all of them. */
static bool is_alike(const struct gaff_ailment *x, const struct gaff_ailment *y)
{
	return x->kind == y->kind && x->file == y->file && sv_eq(x->text, y->text);
}

static size_t count_alike(const struct checkup *c, size_t i, size_t from, size_t to)
{
	size_t n = 0;

	for (size_t j = from; j < to; j++)
		n += is_alike(&c->health.item[i], &c->health.item[j]);
	return n;
}

static void print_one(const struct checkup *c, size_t i, bool has_color)
{
	const struct gaff_ailment *x = &c->health.item[i];
	size_t more = count_alike(c, i, i + 1, c->health.n);
	enum color color = !has_color ? COLOR_NONE : x->is_wrong ? COLOR_RED : COLOR_YELLOW;

	color_print(color, x->is_wrong ? SV("wrong") : SV("note"));
	if (x->file)
		printf(": %s", gaff_plain_sv(c->arena, checkup_short_path(c, x->file)));
	else if (x->host)
		printf(": %s", x->host->id.p);
	if (x->file && x->place.line)
		printf(":%zu:%zu", x->place.line, x->place.column);
	printf(": %s", gaff_plain_sv(c->arena, x->text));
	if (more)
		printf(", and so at %zu more place%s", more, more == 1 ? "" : "s");
	printf(" [%.*s]\n  %s\n", SV_ARG(x->id), gaff_plain_sv(c->arena, x->next));
}

/* What is wrong comes first. */
void checkup_print(const struct checkup *c, bool has_color)
{
	for (int wrong = 1; wrong >= 0; wrong--)
		for (size_t i = 0; i < c->health.n; i++)
			if (c->health.item[i].is_wrong == wrong && !count_alike(c, i, 0, i))
				print_one(c, i, has_color);
}

void checkup_write(struct json_writer *w, const struct checkup *c)
{
	json_member(w, SV("ok"), checkup_wrong(c) ? SV("false") : SV("true"));
	gaff_json_member_open(w, SV("ailments"), '[');
	for (size_t i = 0; i < c->health.n; i++) {
		const struct gaff_ailment *x = &c->health.item[i];

		gaff_json_open(w, '{');
		json_member_string(w, SV("id"), x->id);
		json_member_string(w, SV("level"), x->is_wrong ? SV("wrong") : SV("note"));
		if (x->host)
			json_member_string(w, SV("host"), x->host->id);
		json_member_string(w, SV("scope"), sv_of(gaff_scope_name(x->scope)));
		if (x->file)
			json_member_string(w, SV("file"), sv_of(x->file));
		if (x->place.line) {
			gaff_json_member_size(w, SV("line"), x->place.line);
			gaff_json_member_size(w, SV("column"), x->place.column);
		}
		json_member_string(w, SV("text"), x->text);
		json_member_string(w, SV("next"), x->next);
		gaff_json_member_bool(w, SV("fixable"), x->is_fixable);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

static int check_names(const char *command, int n, char **argv)
{
	for (int i = 0; i < n; i++) {
		const struct gaff_host *host = gaff_host_find(sv_of(argv[i]));

		if (!host)
			return cli_unknown_host(command, argv[i]);
		if (!gaff_layout_registers(host->layout))
			return cli_fail(CLI_USAGE,
					" %s: %s has no files: nothing can be registered", command,
					argv[i]);
	}
	return CLI_OK;
}

int checkup_begin(struct checkup *c, const char *command, int n, char **argv)
{
	struct gaff_err err;
	int code = check_names(command, n, argv);

	if (code != CLI_OK)
		return code;
	if (checkup_look(c, command, n, argv, &err) != GAFF_OK)
		return cli_fail(CLI_FATAL, " %s: %s", command, err.msg);
	return CLI_OK;
}
