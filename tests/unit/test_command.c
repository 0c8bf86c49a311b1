#include "check.h"

#include "base/limits.h"
#include "run/trust/command.h"

static char storage[1 << 16];

/* The arguments with a | between. */
static struct sv argv_of(struct arena *a, struct sv command)
{
	struct buf b;
	char **argv;
	struct gaff_err err;

	gaff_arena_init(a, storage, sizeof storage, 1 << 24);
	b = buf_in(a);
	if (gaff_command_argv(a, command, "/p/.gaff", &argv, &err) != GAFF_OK)
		return SV("failed");
	for (size_t i = 0; argv[i]; i++) {
		gaff_buf_add(&b, i ? SV("|") : SV(""));
		gaff_buf_add(&b, sv_of(argv[i]));
	}
	return buf_sv(&b);
}

#define SH "/bin/sh|-c|"

TEST(command__argv)
{
	static const struct {
		struct sv command, want;
	} cases[] = {
		/* clang-format off */
		{ SV_INIT("./check.sh"),               SV_INIT("/p/.gaff/check.sh") },
		{ SV_INIT("  ./check.sh \t\n"),        SV_INIT("/p/.gaff/check.sh") },
		{ SV_INIT("./check.sh a 'b c' \"d e\" f\\ g \"\""), SV_INIT("/p/.gaff/check.sh|a|b c|d e|f g|") },
		{ SV_INIT("hooks/check.sh --x=1"),     SV_INIT("/p/.gaff/hooks/check.sh|--x=1") },
		{ SV_INIT("../scripts/./check.sh"),    SV_INIT("/p/scripts/check.sh") },
		{ SV_INIT("../../../../x"),            SV_INIT("/x") },
		{ SV_INIT("/usr/bin/env python3 x.py"), SV_INIT("/usr/bin/env|python3|x.py") },
		{ SV_INIT("'./my check.sh' a"),        SV_INIT("/p/.gaff/my check.sh|a") },
		{ SV_INIT("./it\\'s a"),               SV_INIT("/p/.gaff/it's|a") },
		{ SV_INIT("./a=b.sh x"),               SV_INIT("/p/.gaff/a=b.sh|x") },
		/* no script: all of it is the shell's */
		{ SV_INIT("check.sh"),                 SV_INIT(SH "check.sh") },
		{ SV_INIT("echo a/b"),                 SV_INIT(SH "echo a/b") },
		{ SV_INIT("A=./x ./check.sh"),         SV_INIT(SH "A=./x ./check.sh") },
		{ SV_INIT("$HOME/check.sh"),           SV_INIT(SH "$HOME/check.sh") },
		{ SV_INIT("~/check.sh"),               SV_INIT(SH "~/check.sh") },
		{ SV_INIT("\"$X_PROJECT_DIR\"/check.sh"), SV_INIT(SH "\"$X_PROJECT_DIR\"/check.sh") },
		{ SV_INIT("./*.sh"),                   SV_INIT(SH "./*.sh") },
		{ SV_INIT("'./check.sh"),              SV_INIT(SH "'./check.sh") },
		{ SV_INIT("(./check.sh)"),             SV_INIT(SH "(./check.sh)") },
		/* a script, and a shell for the rest */
		{ SV_INIT("./check.sh $X"),            SV_INIT(SH "'/p/.gaff/check.sh' $X") },
		{ SV_INIT("./check.sh | cat"),         SV_INIT(SH "'/p/.gaff/check.sh' | cat") },
		{ SV_INIT("./check.sh|cat"),           SV_INIT(SH "'/p/.gaff/check.sh'|cat") },
		{ SV_INIT("./check.sh; exit 0"),       SV_INIT(SH "'/p/.gaff/check.sh'; exit 0") },
		{ SV_INIT("./check.sh>log 2>&1"),      SV_INIT(SH "'/p/.gaff/check.sh'>log 2>&1") },
		{ SV_INIT("./one.sh\n./two.sh\n"),     SV_INIT(SH "'/p/.gaff/one.sh'\n./two.sh") },
		{ SV_INIT("./it\\'s && true"),         SV_INIT(SH "'/p/.gaff/it'\\''s' && true") },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a;

		CHECK_TEXT(argv_of(&a, cases[i].command), cases[i].want);
		gaff_arena_release(&a);
	}
}

static const char *const bases[] = { "/p", "/p/sub" };

static bool names(struct sv command, struct sv path)
{
	struct gaff_file_names list;
	struct gaff_err err;
	struct arena a;
	bool found = false;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 24);
	CHECK(gaff_command_files(&a, command, "/p/.gaff", bases, COUNT_OF(bases), &list, &err) ==
	      GAFF_OK);
	for (size_t i = 0; i < list.n; i++)
		found = found || sv_eq(list.path[i], path);
	gaff_arena_release(&a);
	return found;
}

TEST(command__files)
{
	static const struct {
		struct sv command, path;
	} cases[] = {
		/* clang-format off */
		{ SV_INIT("./check.sh"),                           SV_INIT("/p/.gaff/check.sh") },
		{ SV_INIT("./check.sh|cat"),                       SV_INIT("/p/.gaff/check.sh") },
		{ SV_INIT("./check.sh\n./two.sh"),                 SV_INIT("/p/.gaff/check.sh") },
		{ SV_INIT("./check.sh\n./two.sh"),                 SV_INIT("/p/two.sh") },
		{ SV_INIT("./a=b.sh"),                             SV_INIT("/p/.gaff/a=b.sh") },
		{ SV_INIT("bash check.sh"),                        SV_INIT("/p/check.sh") },
		{ SV_INIT("bash check.sh"),                        SV_INIT("/p/sub/check.sh") },
		{ SV_INIT("bash /p/x/../check.sh"),                SV_INIT("/p/check.sh") },
		{ SV_INIT("bash 'my check.sh'"),                   SV_INIT("/p/my check.sh") },
		{ SV_INIT("true && bash 'my check.sh'"),           SV_INIT("/p/my check.sh") },
		{ SV_INIT("true && bash my\\ check.sh;"),          SV_INIT("/p/my check.sh") },
		{ SV_INIT("true && bash a,b:c=d.sh"),              SV_INIT("/p/a,b:c=d.sh") },
		{ SV_INIT("cat<in.txt>out.txt"),                   SV_INIT("/p/in.txt") },
		{ SV_INIT("cat<in.txt>out.txt"),                   SV_INIT("/p/out.txt") },
		{ SV_INIT("CONFIG=conf/a.json node x.mjs"),        SV_INIT("/p/conf/a.json") },
		{ SV_INIT("node --require=./hook.cjs"),            SV_INIT("/p/hook.cjs") },
		{ SV_INIT("sh -c 'python3 tools/x.py; true'"),     SV_INIT("/p/tools/x.py") },
		{ SV_INIT("$CLAUDE_PROJECT_DIR/check.sh"),         SV_INIT("/p/check.sh") },
		{ SV_INIT("\"$CLAUDE_PROJECT_DIR\"/check.sh"),     SV_INIT("/p/check.sh") },
		{ SV_INIT("\"${X_PROJECT_DIR}/a/check.sh\""),      SV_INIT("/p/a/check.sh") },
		{ SV_INIT("${CLAUDE_PROJECT_DIR:-.}/check.sh"),    SV_INIT("/p/check.sh") },
		{ SV_INIT("\"$CLAUDE_PROJECT_DIR/my hooks/x.sh\""), SV_INIT("/p/my hooks/x.sh") },
		{ SV_INIT("$PWD/check.sh"),                        SV_INIT("/p/check.sh") },
		{ SV_INIT("$(git rev-parse --show-toplevel)/a.sh"), SV_INIT("/p/a.sh") },
		{ SV_INIT("\"$(git rev-parse --show-toplevel)/a b.sh\""), SV_INIT("/p/a b.sh") },
		{ SV_INIT("`pwd`/check.sh"),                       SV_INIT("/p/check.sh") },
		{ SV_INIT("$(cat which.txt)"),                     SV_INIT("/p/which.txt") },
		{ SV_INIT("sh '$x/a b.sh'"),                       SV_INIT("/p/$x/a b.sh") },
		{ SV_INIT("/usr/bin/env"),                         SV_INIT("/usr/bin/env") },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		bool found = names(cases[i].command, cases[i].path);

		if (!found)
			fprintf(stderr, "%.*s: not %.*s\n", SV_ARG(cases[i].command),
				SV_ARG(cases[i].path));
		CHECK(found);
	}
	CHECK(!names(SV("bash check.sh"), SV("/p/.gaff/check.sh")));
}

/* A script in a manifest has many words; what is too much is said, not left out. */
TEST(command__many_files)
{
	struct gaff_file_names list = { 0 };
	struct gaff_err err;
	struct arena a;
	struct buf b;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 24);
	b = buf_in(&a);
	for (int i = 0; i < 500; i++) {
		char word[16];

		(void)snprintf(word, sizeof word, "w%d ", i);
		gaff_buf_add(&b, sv_of(word));
	}
	CHECK(gaff_command_files(&a, buf_sv(&b), "/p/.gaff", bases, 2, &list, &err) == GAFF_OK);
	CHECK(list.n == 1000);
	for (int i = 0; i < GAFF_COMMAND_FILES_MAX; i++) {
		char word[16];

		(void)snprintf(word, sizeof word, "x%d ", i);
		gaff_buf_add(&b, sv_of(word));
	}
	CHECK(gaff_command_files(&a, buf_sv(&b), "/p/.gaff", bases, 2, &list, &err) == GAFF_ELIMIT);
	CHECK(list.n == 1000);
	gaff_arena_release(&a);
}
