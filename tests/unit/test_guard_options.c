#include <strings.h>

#include "check.h"

#include "guard/eval/launch.h"
#include "guard/rows/options.h"
#include "guard/rows/options_parts.h"
#include "guard_program.h"

static char storage[1 << 16];

/* Each argument with what it is: "-r", "--depth=1", operands in brackets, holes as "?". */
static struct sv shown(struct arena *a, const char *line)
{
	struct gaff_args args;
	struct gaff_err err;
	struct buf b;

	gaff_arena_init(a, storage, sizeof storage, 1 << 24);
	if (gaff_args_of(a, test_program(a, line), &args, &err) != GAFF_OK)
		return SV("failed");
	b = buf_in(a);
	for (size_t i = 0; i < args.n; i++) {
		const struct gaff_arg *arg = &args.arg[i];
		bool is_operand = arg->kind == GAFF_ARG_OPERAND;

		gaff_buf_add(&b, i ? SV(" ") : SV(""));
		if (arg->kind == GAFF_ARG_HOLE) {
			gaff_buf_add(&b, SV("?"));
			continue;
		}
		gaff_buf_add(&b, is_operand ? SV("[") : SV(""));
		for (size_t k = 0; k < arg->name.n; k++)
			buf_addc(&b, arg->name.p[k] ? arg->name.p[k] : '%');
		gaff_buf_add(&b, is_operand ? SV("]") : SV(""));
		if (arg->has_value)
			buf_addc(&b, '=');
		for (size_t k = 0; k < arg->value.n; k++)
			buf_addc(&b, arg->value.p[k] ? arg->value.p[k] : '%');
	}
	return b.n ? buf_sv(&b) : SV("");
}

TEST(guard_options__are_told_from_operands)
{
	static const struct {
		const char *line;
		struct sv want;
	} cases[] = {
		/* clang-format off */
		{ "rm",                        SV_INIT("") },
		{ "rm -rf a b",                SV_INIT("-r -f [a] [b]") },
		{ "rm -r a -f",                SV_INIT("-r [a] -f") },
		{ "rm -- -rf",                 SV_INIT("-- [-rf]") },
		{ "rm -rrrrf a",               SV_INIT("-r -f [a]") },
		{ "rm - ''",                   SV_INIT("[-] []") },
		{ "unheard-of -x y --z=1",     SV_INIT("-x [y] --z=1") },
		/* values */
		{ "git -C dir -c a=b reset --hard", SV_INIT("-C=dir -c=a=b [reset] --hard") },
		{ "git -Cdir -ca=b status",    SV_INIT("-C=dir -c=a=b [status]") },
		{ "git --git-dir x --work-tree=y log", SV_INIT("--git-dir=x --work-tree=y [log]") },
		{ "git -C",                    SV_INIT("-C") },
		{ "git status -C x",           SV_INIT("[status] -C [x]") },
		{ "git checkout -b new -f",    SV_INIT("[checkout] -b=new -f") },
		{ "git checkout -qbfeature",   SV_INIT("[checkout] -q -b=feature") },
		{ "git checkout -tf main",     SV_INIT("[checkout] -t -f [main]") },
		{ "git checkout --conflict merge main", SV_INIT("[checkout] --conflict=merge [main]") },
		{ "git checkout -- -f",        SV_INIT("[checkout] -- [-f]") },
		{ "git commit -m --amend",     SV_INIT("[commit] -m=--amend") },
		{ "git commit -am --amend",    SV_INIT("[commit] -a -m=--amend") },
		{ "git.exe -C x push -f",      SV_INIT("-C=x [push] -f") },
		{ "GIT -C x push -f",          SV_INIT("-C=x [push] -f") },
		{ "truncate -s0 x",            SV_INIT("-s=0 [x]") },
		{ "sed -i.bak -e s/a/b/ x",    SV_INIT("-i=.bak -e=s/a/b/ [x]") },
		{ "sed -i x",                  SV_INIT("-i [x]") },
		{ "kubectl delete -n x ns y",  SV_INIT("[delete] -n=x [ns] [y]") },
		{ "docker compose -f a.yml down -v", SV_INIT("[compose] -f=a.yml [down] -v") },
		{ "docker compose -p x down -t 5 -v", SV_INIT("[compose] -p=x [down] -t=5 -v") },
		{ "docker system prune -f",    SV_INIT("[system] [prune] -f") },
		/* where what is launched begins */
		{ "sudo -u me rm -rf /",       SV_INIT("-u=me [rm] [-rf] [/]") },
		{ "env -i A=1 rm -rf /",       SV_INIT("-i [A=1] [rm] [-rf] [/]") },
		{ "env -uPATH -C /tmp git -x", SV_INIT("-u=PATH -C=/tmp [git] [-x]") },
		{ "nice -n5 rm -r",            SV_INIT("-n=5 [rm] [-r]") },
		{ "nice -10 rm -r",            SV_INIT("-1 -0 [rm] [-r]") },
		{ "timeout -k 1 --signal KILL 5 rm -r", SV_INIT("-k=1 --signal=KILL [5] [rm] [-r]") },
		{ "xargs -0 -I {} rm -rf {}",  SV_INIT("-0 -I={} [rm] [-rf] [{}]") },
		{ "xargs -i rm -rf",           SV_INIT("-i [rm] [-rf]") },
		{ "ssh -p 22 host -v rm -rf",  SV_INIT("-p=22 [host] -v [rm] [-rf]") },
		{ "docker run -it --rm -v a:b img rm -rf /", SV_INIT("[run] -i -t --rm -v=a:b [img] [rm] [-rf] [/]") },
		{ "podman exec -u 0 c rm -rf /", SV_INIT("[exec] -u=0 [c] [rm] [-rf] [/]") },
		{ "docker -H x container exec -it c rm -r", SV_INIT("-H=x [container] [exec] -i -t [c] [rm] [-r]") },
		{ "bash -ec 'rm -r' -x",       SV_INIT("-e -c [rm -r] [-x]") },
		{ "python3.11 -c code x -y",   SV_INIT("-c=code [x] [-y]") },
		{ "nohup rm -r",               SV_INIT("[rm] [-r]") },
		/* one dash, many letters */
		{ "find . -name -delete -print", SV_INIT("[.] -name=-delete -print") },
		{ "find . -exec echo -delete ; -print", SV_INIT("[.] -exec=echo -print") },
		{ "find . -exec rm {} + -delete", SV_INIT("[.] -exec=rm -delete") },
		{ "find . -exec rm",           SV_INIT("[.] -exec=rm") },
		{ "terraform -chdir=x apply -destroy -var a=b", SV_INIT("-chdir=x [apply] -destroy -var=a=b") },
		{ "Remove-Item -Recurse:1 -Path x -Filter *.o", SV_INIT("-Recurse=1 -Path [x] -Filter=*.o") },
		/* other ways */
		{ "dd if=a of=/dev/sda bs=1M", SV_INIT("--if=a --of=/dev/sda --bs=1M") },
		{ "del /s /Q x",               SV_INIT("/s /Q [x]") },
		{ "rm /s",                     SV_INIT("[/s]") },
		{ "git push origin +main",     SV_INIT("[push] [origin] [+main]") },
		{ "ssh h -- rm -rf /",         SV_INIT("[h] -- [rm] [-rf] [/]") },
		/* what cannot be known */
		{ "git reset $",               SV_INIT("[reset] ?") },
		{ "git reset %",               SV_INIT("[reset] [%]") },
		{ "git $ --hard",              SV_INIT("? --hard") },
		{ "git reset --$",             SV_INIT("[reset] ?") },
		{ "git reset --ha$",           SV_INIT("[reset] ?") },
		{ "git log --author=$ -n$",    SV_INIT("[log] --author=% -n=%") },
		{ "rm -r$ a",                  SV_INIT("-r ? [a]") },
		{ "rm -rf $/x %/x",            SV_INIT("-r -f [%/x] [%/x]") },
		{ "git -C $ status",           SV_INIT("-C=% [status]") },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a;

		CHECK_TEXT(shown(&a, cases[i].line), cases[i].want);
		gaff_arena_release(&a);
	}
}

TEST(guard_options__that_are_there)
{
	static const struct {
		const char *line;
		struct sv option;
		bool want;
	} cases[] = {
		/* clang-format off */
		{ "git reset --hard",       SV_INIT("--hard"),  true },
		{ "git reset --har",        SV_INIT("--hard"),  true },
		{ "git reset --ha",         SV_INIT("--hard"),  false },
		{ "git reset --hardly",     SV_INIT("--hard"),  false },
		{ "git reset --no-hard",    SV_INIT("--hard"),  false },
		{ "git reset -- --hard",    SV_INIT("--hard"),  false },
		{ "git push -fu",           SV_INIT("-f"),      true },
		{ "git push -f",            SV_INIT("--f"),     false },
		{ "git push --f",           SV_INIT("-f"),      false },
		{ "find . -delete",         SV_INIT("-delete"), true },
		{ "find . -d",              SV_INIT("-delete"), false },
		{ "terraform apply --destroy", SV_INIT("-destroy"), true },
		{ "Remove-Item -rec x",     SV_INIT("-Recurse"), true },
		{ "Remove-Item -R x",       SV_INIT("-Recurse"), true },
		{ "Remove-Item -Fil *",     SV_INIT("-Force"),  false },
		{ "rd /S x",                SV_INIT("/s"),      true },
		{ "dd of=x",                SV_INIT("--of"),    true },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a;
		struct gaff_args args;
		struct gaff_err err;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 24);
		CHECK(gaff_args_of(&a, test_program(&a, cases[i].line), &args, &err) == GAFF_OK);
		if (gaff_args_have(&args, cases[i].option) != cases[i].want)
			test_failed(__FILE__, __LINE__, cases[i].line);
		gaff_arena_release(&a);
	}
}

TEST(guard_options__first_operand)
{
	static const struct {
		const char *line;
		size_t want;
	} cases[] = {
		{ "sudo -u me -- rm -rf /", 4 },
		{ "sudo -u me", 3 },
		{ "nice $ x", 1 },
		{ "xargs -n1 rm", 2 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct gaff_program program;
		struct arena a;
		struct gaff_args args;
		struct gaff_err err;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 24);
		program = *test_program(&a, cases[i].line);
		program.args = &args;
		CHECK(gaff_args_of(&a, &program, &args, &err) == GAFF_OK);
		CHECK(launch_operand(&program, 0, false) == cases[i].want);
		gaff_arena_release(&a);
	}
}

TEST(guard_options__a_long_word_stays_small)
{
	static char line[100000], big[1 << 20];
	struct gaff_args args;
	struct gaff_err err;
	struct arena a;

	memset(line, 'x', sizeof line - 1);
	for (size_t i = 0; i < sizeof line - 1; i++)
		line[i] = (char)('A' + i % 60);
	memcpy(line, "rm -", 4);
	for (size_t i = 0; i < sizeof line; i++)
		if (line[i] == '\'' || (i > 3 && strchr("*?[ ", line[i])))
			line[i] = line[i] ? 'x' : '\0';
	gaff_arena_init(&a, big, sizeof big, 64 << 20);
	CHECK(gaff_args_of(&a, test_program(&a, line), &args, &err) == GAFF_OK);
	CHECK(args.n > 50 && args.n < 256);
	gaff_arena_release(&a);
}

/* Each row can be found: none is hidden by one above it, and no twin by a row. */
TEST(guard_options__rows_are_in_order)
{
	for (size_t i = 1; i < gaff_n_option_rows; i++)
		if (strcasecmp(gaff_option_rows[i - 1].program, gaff_option_rows[i].program) >= 0)
			test_failed(__FILE__, __LINE__, gaff_option_rows[i].program);
	for (const struct gaff_option_row *of = gaff_option_rows; of->program; of++)
		for (const char *const *twin = of->twins; twin && *twin; twin++)
			for (size_t i = 0; i < gaff_n_option_rows; i++)
				if (strcmp(gaff_option_rows[i].program, *twin) == 0)
					test_failed(__FILE__, __LINE__, *twin);
}
