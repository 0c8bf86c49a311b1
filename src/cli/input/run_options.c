#include "cli/input/run_options.h"

#include "agents/hosts.h"

enum gaff_rc cli_take_manifest(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct gaff_run *run = to;

	if (run->n_manifests == GAFF_GIVEN_MAX)
		return gaff_fail(err, GAFF_EUSAGE, "%s: --manifest at most %d times",
				 walk->command->name, GAFF_GIVEN_MAX);
	run->manifest[run->n_manifests++] = walk->value;
	return GAFF_OK;
}

enum gaff_rc cli_take_inline(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct gaff_run *run = to;

	if (run->inlined)
		return gaff_fail(err, GAFF_EUSAGE, "%s: --inline only once", walk->command->name);
	run->inlined = walk->value;
	return GAFF_OK;
}

enum gaff_rc cli_take_dialect(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct gaff_run *run = to;

	run->dialect = gaff_dialect_find(sv_of(walk->value));
	if (run->dialect)
		return GAFF_OK;
	run->dialect = &gaff_host_canonical;
	return gaff_fail(err, GAFF_EUSAGE, "%s: unknown dialect '%s'", walk->command->name,
			 walk->value);
}

enum gaff_rc cli_take_deadline(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct gaff_run *run = to;

	run->deadline_ms = gaff_run_seconds(walk->value);
	if (run->deadline_ms)
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUSAGE,
			 "%s: --deadline takes seconds above 0 and up to %d, not '%s'",
			 walk->command->name, GAFF_DEADLINE_MAX_S, walk->value);
}

enum gaff_rc cli_take_ask_fallback(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct gaff_run *run = to;
	bool passes = strcmp(walk->value, "ask") == 0;

	if (!passes && strcmp(walk->value, "deny") != 0)
		return gaff_fail(err, GAFF_EUSAGE, "%s: --ask-fallback is ask or deny, not '%s'",
				 walk->command->name, walk->value);
	run->ask = passes ? GAFF_ASK_PASSES : GAFF_ASK_DENIES;
	return GAFF_OK;
}

enum gaff_rc cli_take_command(const struct cli_walk *walk, struct gaff_run *run,
			      struct gaff_err *err)
{
	const char *name = walk->command->name;
	bool has_dashes = walk->at && strcmp(walk->argv[walk->at - 1], "--") == 0;

	if (run->inlined && run->n_manifests)
		return gaff_fail(err, GAFF_EUSAGE, "%s: --inline or --manifest, not both", name);
	if (walk->at == walk->argc)
		return has_dashes ? gaff_fail(err, GAFF_EUSAGE, "%s: there is no command behind --",
					      name)
				  : GAFF_OK;
	if (!has_dashes)
		return gaff_fail(err, GAFF_EUSAGE, "%s: put -- before the command '%s'", name,
				 walk->argv[walk->at]);
	if (run->n_manifests)
		return gaff_fail(err, GAFF_EUSAGE, "%s: a COMMAND or --manifest, not both", name);
	if (run->inlined)
		return gaff_fail(err, GAFF_EUSAGE, "%s: a COMMAND or --inline, not both", name);
	run->command = walk->argv + walk->at;
	return GAFF_OK;
}
