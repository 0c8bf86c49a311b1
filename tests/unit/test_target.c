#include "check.h"
#include "agents/hosts.h"
#include "config/target.h"

/* Which row a path of the ledger is of, in whatever home, and what "*" is in it. */

static const struct gaff_config_row config[] = {
	{ GAFF_SCOPE_USER, "~/.a/settings.json", GAFF_SYNTAX_JSON, NULL, 0 },
	{ GAFF_SCOPE_USER, "~/.a/agents/*.json", GAFF_SYNTAX_JSON, NULL, GAFF_C_OF_AGENT },
	{ GAFF_SCOPE_PROJECT, "./.a/agents/*.json", GAFF_SYNTAX_JSON, NULL, GAFF_C_OF_AGENT },
	{ GAFF_SCOPE_USER, "~/.b/hooks/*", GAFF_SYNTAX_SCRIPT, NULL, 0 },
};
static const struct gaff_home_row homes[] = { { "A_HOME", "~/.a" } };
static const struct gaff_host host = { .id = SV_INIT("agent"),
				       .config = GAFF_ROWS(config),
				       .homes = GAFF_ROWS(homes) };

TEST(target__rows_of_files)
{
	/* clang-format off */
	static const struct { const char *path, *scope; int row; const char *name; } files[] = {
		{ "/home/x/.a/settings.json",         "user",     0, "settings.json" },
		{ "/moved/settings.json",             "user",     0, "settings.json" },
		{ "/home/x/.a/agents/dev.json",       "user",     1, "dev" },
		{ "/moved/agents/code review.json",   "user",     1, "code review" },
		{ "/p/.a/agents/a.json.json",         "project",  2, "a.json" },
		{ "/home/x/.b/hooks/Stop",            "user",     3, "Stop" },
		{ "/home/x/.a/agents/.json",          "user",    -1, NULL },
		{ "/home/x/.a/agents/sub/dev.json",   "user",    -1, NULL },
		{ "/home/x/.a/agents/dev.toml",       "user",    -1, NULL },
		{ "/home/x/.a/hooks/dev.json",        "user",    -1, NULL },
		{ "/home/x/.a/agents/dev.json",       "local",   -1, NULL },
		{ "agents/dev.json",                  "user",    -1, NULL },
		{ "",                                 "user",    -1, NULL },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		const struct gaff_config_row *row = gaff_target_row(&host, sv_of(files[i].scope),
								    sv_of(files[i].path));

		CHECK(row == (files[i].row < 0 ? NULL : &config[files[i].row]));
		if (row && files[i].name)
			CHECK_TEXT(gaff_config_name(row, files[i].path), sv_of(files[i].name));
	}
}

/* An agent with two kinds of files says which are those of single agents. */
TEST(target__hosts_with_files_of_agents)
{
	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h)) {
		const struct gaff_host *of = gaff_host_of_agents(h);

		CHECK(!of || (of->layout && (of == h || of == h->other_spelling)));
		for (size_t i = 0; of && i < of->n_config; i++) {
			const char *star = strchr(of->config[i].path, '*');

			/* one name for all of them would be another agent's */
			CHECK(of->config[i].flags & GAFF_C_OF_AGENT && !of->layout->own_name.n);
			CHECK(star && !strchr(star, '/') && star[-1] == '/');
		}
	}
}
