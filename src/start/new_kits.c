#include "start/new.h"

/* The files of templates/, as the Makefile writes them for here. */

static const unsigned char hooks[] = {
#include <templates/hooks.json.inc>
};
static const unsigned char test[] = {
#include <templates/example.test.json.inc>
};
static const unsigned char sh[] = {
#include <templates/example.sh.inc>
};
static const unsigned char c[] = {
#include <templates/example.c.inc>
};
static const unsigned char makefile[] = {
#include <templates/Makefile.inc>
};
static const unsigned char python[] = {
#include <templates/example.py.inc>
};
static const unsigned char node[] = {
#include <templates/example.mjs.inc>
};
static const unsigned char minimal[] = {
#include <templates/minimal/example.sh.inc>
};
static const unsigned char minimal_hooks[] = {
#include <templates/minimal/hooks.json.inc>
};
static const unsigned char minimal_test[] = {
#include <templates/minimal/example.test.json.inc>
};
static const unsigned char cli_test[] = {
#include <templates/cli/example.test.json.inc>
};
static const unsigned char cli_sh[] = {
#include <templates/cli/example.sh.inc>
};
static const unsigned char cli_c[] = {
#include <templates/cli/example.c.inc>
};
static const unsigned char cli_python[] = {
#include <templates/cli/example.py.inc>
};
static const unsigned char cli_node[] = {
#include <templates/cli/example.mjs.inc>
};
static const unsigned char cli_minimal[] = {
#include <templates/cli/minimal/example.sh.inc>
};
static const unsigned char cli_minimal_test[] = {
#include <templates/cli/minimal/example.test.json.inc>
};

/* clang-format off */
#define TEXT(bytes) { (const char *)(bytes), sizeof(bytes) }
#define HOOKS(bytes) { "hooks.json", TEXT(bytes), false }
#define TEST(bytes)  { "example.test.json", TEXT(bytes), false }

const struct new_kit new_kits[] = {
	/* language, only for, program, its files */
	{ "sh",      NULL,  "example.sh",  { { "example.sh",  TEXT(sh),          true  }, HOOKS(hooks), TEST(test) } },
	{ "c",       NULL,  "example",     { { "example.c",   TEXT(c),           false }, HOOKS(hooks), TEST(test),
					     { "Makefile",    TEXT(makefile),    false } } },
	{ "python",  NULL,  "example.py",  { { "example.py",  TEXT(python),      true  }, HOOKS(hooks), TEST(test) } },
	{ "node",    NULL,  "example.mjs", { { "example.mjs", TEXT(node),        true  }, HOOKS(hooks), TEST(test) } },
	{ "minimal", NULL,  "example.sh",  { { "example.sh",  TEXT(minimal),     true  }, HOOKS(minimal_hooks), TEST(minimal_test) } },
	{ "sh",      "cli", "example.sh",  { { "example.sh",  TEXT(cli_sh),      true  }, TEST(cli_test) } },
	{ "c",       "cli", "example",     { { "example.c",   TEXT(cli_c),       false }, TEST(cli_test),
					     { "Makefile",    TEXT(makefile),    false } } },
	{ "python",  "cli", "example.py",  { { "example.py",  TEXT(cli_python),  true  }, TEST(cli_test) } },
	{ "node",    "cli", "example.mjs", { { "example.mjs", TEXT(cli_node),    true  }, TEST(cli_test) } },
	{ "minimal", "cli", "example.sh",  { { "example.sh",  TEXT(cli_minimal), true  }, TEST(cli_minimal_test) } },
};
/* clang-format on */

const size_t new_n_kits = COUNT_OF(new_kits);
