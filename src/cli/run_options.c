#include "cli/run_options.h"

#include "agents/hosts.h"

enum gaff_rc cli_take_run_option(const char *command, enum run_option option, const char *value,
				 struct gaff_run *run, struct gaff_err *err)
{
	switch (option) {
	case RUN_MANIFEST:
		if (run->n_manifests == GAFF_GIVEN_MAX)
			return gaff_fail(err, GAFF_EUSAGE, "%s: --manifest at most %d times",
					 command, GAFF_GIVEN_MAX);
		run->manifest[run->n_manifests++] = value;
		break;
	case RUN_INLINE:
		if (run->inlined)
			return gaff_fail(err, GAFF_EUSAGE, "%s: --inline only once", command);
		run->inlined = value;
		break;
	case RUN_DIALECT:
		run->dialect = gaff_dialect_find(sv_of(value));
		if (!run->dialect) {
			run->dialect = &gaff_host_canonical;
			return gaff_fail(err, GAFF_EUSAGE, "%s: unknown dialect '%s'", command,
					 value);
		}
		break;
	case RUN_DEADLINE:
		run->deadline_ms = gaff_run_seconds(value);
		if (!run->deadline_ms)
			return gaff_fail(
				err, GAFF_EUSAGE,
				"%s: --deadline takes seconds above 0 and up to %d, not '%s'",
				command, GAFF_DEADLINE_MAX_S, value);
		break;
	case RUN_FAIL_CLOSED:
		run->fail_closed = true;
		break;
	case RUN_ASK_FALLBACK:
		if (strcmp(value, "ask") != 0 && strcmp(value, "deny") != 0)
			return gaff_fail(err, GAFF_EUSAGE,
					 "%s: --ask-fallback is ask or deny, not '%s'", command,
					 value);
		run->ask = strcmp(value, "ask") == 0 ? GAFF_ASK_PASSES : GAFF_ASK_DENIES;
		break;
	case RUN_OPTIONS:
		break;
	}
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
