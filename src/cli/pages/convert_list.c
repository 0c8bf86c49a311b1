#include "cli/pages/convert_work.h"

#include <stdio.h>

#include "cli/pages/hosts_view.h"
#include "cli/print/table.h"
#include "manifest/manifest.h"
#include "agents/hosts.h"

static const char *matching_word(const struct gaff_layout *layout)
{
	static const char found[] = "a pattern, found anywhere",
			  whole[] = "a pattern for the whole name";
	static const char *const words[] = {
		[GAFF_MATCH_NOTHING] = "none",
		[GAFF_MATCH_NAMES] =
			"names with `|` between; with other characters a pattern, found anywhere",
		[GAFF_MATCH_NAMES_RUST] = "names with `|` between; with other characters a pattern "
					  "of Rust, found anywhere",
		[GAFF_MATCH_NAMES_WHOLE] = "names with `|` between; with other characters a "
					   "pattern for the whole name",
		[GAFF_MATCH_NAMES_FIRST] = "names with `|` between, else a pattern, found anywhere",
		[GAFF_MATCH_PATTERN] = found,
		[GAFF_MATCH_PATTERN_ONLY] = found,
		[GAFF_MATCH_TRIMMED] = found,
		[GAFF_MATCH_PATTERN_RE2] = "a pattern of Go, found anywhere",
		[GAFF_MATCH_PATTERN_APART] =
			"a pattern, found anywhere; one for MCP tools behind `mcp:`",
		[GAFF_MATCH_WHOLE] = whole,
		[GAFF_MATCH_WHOLE_OR_ALL] = whole,
		[GAFF_MATCH_SELECTOR] = "a name, a tag or `@server/tool`; with special characters "
					"a pattern, found anywhere",
		[GAFF_MATCH_GLOB] = "a name with `*` and `?`, or `@server/tool`",
	};

	return layout->shape == GAFF_LAYOUT_ONE
		       ? "names and tags of `toolTypes`, globs of `patterns`"
		       : words[layout->matching];
}

/* What of a manifest has a place there besides event, matcher and command. */
static void add_fields(struct table *t, const struct gaff_layout *layout)
{
	static const struct {
		enum gaff_member_field field;
		const char *name;
	} fields[] = {
		{ GAFF_MEMBER_NAME, "name" },
		{ GAFF_MEMBER_ENABLED, "enabled" },
		{ GAFF_MEMBER_STATUS, "status_message" },
		{ GAFF_MEMBER_CLOSED, "on_error" },
		{ GAFF_MEMBER_WINDOWS, "platform.windows" },
		{ GAFF_MEMBER_LINUX, "platform.linux" },
		{ GAFF_MEMBER_OSX, "platform.osx" },
		{ GAFF_MEMBER_CWD, "cwd" },
		{ GAFF_MEMBER_ENV, "env" },
		{ GAFF_MEMBER_ASYNC, "async" },
	};
	struct buf *b = table_cell(t);

	for (size_t i = 0; i < COUNT_OF(fields); i++) {
		bool is_there = false;

		for (size_t k = 0; k < layout->n_rows; k++)
			is_there |= layout->rows[k].field == fields[i].field;
		if (is_there)
			hosts_addf(b, "%s`%s`", b->n ? ", " : "", fields[i].name);
	}
}

static void add_handlers(struct table *t, const struct gaff_layout *layout)
{
	struct buf *b = table_cell(t);

	for (size_t i = 0; i < layout->n_types; i++)
		hosts_addf(b, "%s`%.*s`", i ? ", " : "",
			   SV_ARG(gaff_handler_name(layout->types[i].kind)));
}

static bool has_timeout(const struct gaff_layout *layout)
{
	for (size_t i = 0; i < layout->n_rows; i++)
		if (layout->rows[i].field == GAFF_MEMBER_TIMEOUT)
			return true;
	return false;
}

static void add_file(struct table *t, const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_config; i++)
		if (host->config[i].scope == GAFF_SCOPE_PROJECT) {
			table_addf(t, "`%s`", host->config[i].path + strlen("./"));
			return;
		}
	if (host->n_config)
		table_addf(t, "`%s`", host->config[0].path);
	else
		table_add(t, (struct sv){ 0 });
}

static void add_row(struct table *t, const struct gaff_host *host)
{
	static const struct sv units[] = { [GAFF_SECONDS] = SV_INIT("s"),
					   [GAFF_MILLISECONDS] = SV_INIT("ms"),
					   [GAFF_SECONDS_OR_MS] = SV_INIT("s, from 1000 on ms") };
	const struct gaff_layout *layout = host->layout;

	table_addf(t, "`%.*s`", SV_ARG(host->id));
	add_file(t, host);
	table_addf(t,
		   layout->shape == GAFF_LAYOUT_ONE ? "`%.*s`, only read"
		   : layout->other.n                ? "`%.*s`, `%.*s`"
						    : "`%.*s`",
		   SV_ARG(layout->name), SV_ARG(layout->other));
	add_handlers(t, layout);
	table_add(t, sv_of(matching_word(layout)));
	table_add(t, has_timeout(layout) ? units[gaff_layout_timeout(layout)->unit] : SV("none"));
	add_fields(t, layout);
	hosts_add_evidence(t, NULL, host->seen);
}

void convert_print_list(struct arena *a, bool is_markdown)
{
	static const char *const heads[] = { "agent",    "file",     "formats", "handlers",
					     "matchers", "timeouts", "also",    "evidence" };
	struct table t = table_of(a, is_markdown, heads, COUNT_OF(heads));

	for (size_t i = 0; gaff_layout_host(i); i++) {
		const struct gaff_host *first = gaff_layout_host(i), *host = first;

		do {
			if (host->layout->shape != GAFF_LAYOUT_MANIFEST)
				add_row(&t, host);
			host = gaff_layout_next(host) ? gaff_layout_next(host) : first;
		} while (host != first);
	}
	table_print(&t);
}
