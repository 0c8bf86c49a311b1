#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guard/eval/place.h"
#include "guard_program.h"

static char storage[1 << 18];

#define NOWHERE   GAFF_PLACE_NOWHERE
#define TEMP      GAFF_PLACE_TEMP
#define PROJECT   GAFF_PLACE_PROJECT
#define UNKNOWN   GAFF_PLACE_UNKNOWN
#define OUTSIDE   GAFF_PLACE_OUTSIDE
#define HOME      GAFF_PLACE_HOME
#define GIT       GAFF_PLACE_GIT
#define ROOT      GAFF_PLACE_ROOT
#define HOME_ROOT GAFF_PLACE_HOME_ROOT
#define SYSTEM    GAFF_PLACE_SYSTEM
#define DEVICE    GAFF_PLACE_DEVICE

struct place_case {
	const char *word;
	enum gaff_place_kind want;
};

static const struct gaff_world usual = {
	.cwd = SV_INIT("/home/me/app"),
	.home = SV_INIT("/home/me"),
	.project = SV_INIT("/home/me/app"),
	.tmpdir = SV_INIT("/scratch/tmp"),
	.user = SV_INIT("me"),
};

static void check_places(const struct gaff_world *world, struct sv cwd, bool is_elsewhere,
			 const struct place_case *cases, size_t n, int line)
{
	for (size_t i = 0; i < n; i++) {
		struct arena a;
		struct gaff_program *program;
		struct gaff_word word;
		enum gaff_place_kind got;
		const char *p = cases[i].word;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 24);
		program = test_program(&a, "rm");
		program->cwd = cwd;
		program->is_elsewhere = is_elsewhere;
		word = test_word(&a, &p);
		got = gaff_place_of(&a, world, program, word);
		if (got != cases[i].want) {
			fprintf(stderr, "  %s is %d, not %d\n", cases[i].word, (int)got,
				(int)cases[i].want);
			test_failed(__FILE__, line, cases[i].word);
		}
		gaff_arena_release(&a);
	}
}

#define CHECK_PLACES(world, cwd, elsewhere, cases)                                                 \
	check_places(world, cwd, elsewhere, cases, COUNT_OF(cases), __LINE__)

TEST(guard_place__of_words)
{
	static const struct place_case cases[] = {
		/* clang-format off */
		{ "''", NOWHERE },
		{ "build", PROJECT },               { "./build/", PROJECT },
		{ "a/../build", PROJECT },          { "/home/me/app/x", PROJECT },
		{ "a/..", ROOT },                   { ".", ROOT },
		{ "./", ROOT },                     { "..", HOME_ROOT },
		{ "../", HOME_ROOT },               { "/home/me/app", ROOT },
		{ "/home/me/app/", ROOT },          { "../app", ROOT },
		{ "../other", HOME },               { "/home/me/application", HOME },
		{ ".git", GIT },                    { ".git/hooks", GIT },
		{ ".github", PROJECT },             { "sub/.git", PROJECT },
		{ "/home/me", HOME_ROOT },          { "~", HOME_ROOT },
		{ "~/", HOME_ROOT },                { "~me/x", HOME },
		{ "~other", HOME_ROOT },            { "~other/x", OUTSIDE },
		{ "~+/x", PROJECT },                { "~/app/x", PROJECT },
		{ "/home", HOME_ROOT },             { "/home/other", HOME_ROOT },
		{ "/home/other/x", OUTSIDE },       { "/Users/a", HOME_ROOT },
		{ "/root", HOME_ROOT },             { "../..", HOME_ROOT },
		{ "~/.bashrc", HOME_ROOT },         { "~/.ssh/id_rsa", HOME_ROOT },
		{ "~/.cache/x", HOME },             { "~/notes.txt", HOME },
		{ "/home/other/.bashrc", HOME_ROOT },
		{ "/", SYSTEM },                    { "/.", SYSTEM },
		{ "//", SYSTEM },                   { "/etc", SYSTEM },
		{ "/etc/passwd", SYSTEM },          { "/usr/local/x", SYSTEM },
		{ "/etcetera", OUTSIDE },           { "/data/x", OUTSIDE },
		{ "../../../../..", SYSTEM },
		{ "/tmp", TEMP },                   { "/tmp/x", TEMP },
		{ "/tmp/", TEMP },                  { "/tmp/../etc", SYSTEM },
		{ "/tmp/../Users/x", HOME_ROOT },   { "/tmpx", OUTSIDE },
		{ "/var/tmp/x", TEMP },             { "/private/tmp/x", TEMP },
		{ "/var/folders/a/b/T/x", TEMP },   { "/scratch/tmp/x", TEMP },
		{ "/var/log", SYSTEM },             { "/private/etc", SYSTEM },
		{ "/dev/null", NOWHERE },           { "/dev/stdout", NOWHERE },
		{ "/dev/fd/3", NOWHERE },           { "/dev/sda", DEVICE },
		{ "/dev/disk/by-id/x", DEVICE },    { "/dev/shm/x", TEMP },
		{ "/dev", SYSTEM },
		{ "C:/", SYSTEM },                  { "C:\\Windows\\x", SYSTEM },
		{ "C:\\data", OUTSIDE },
		/* patterns */
		{ "*", ROOT },                      { "./*", ROOT },
		{ ".*", ROOT },                     { "*/", ROOT },
		{ "**", ROOT },                     { "*.*", ROOT },
		{ ".[!.]*", ROOT },                 { "*/*", ROOT },
		{ "*.o", PROJECT },                 { "build/*", PROJECT },
		{ "*/node_modules", PROJECT },      { "**/*.pyc", PROJECT },
		{ ".g*", GIT },                     { ".gi?", GIT },
		{ ".git/*", GIT },                  { "**/.git", GIT },
		{ ".c*", PROJECT },                 { "../*", HOME_ROOT },
		{ "../ap*", ROOT },                 { "../b*", HOME },
		{ "~/*", HOME_ROOT },               { "~/.*", HOME_ROOT },
		{ "~/.b*", HOME_ROOT },             { "~/x*", HOME },
		{ "/*", SYSTEM },                   { "/e*", SYSTEM },
		{ "/home/*", HOME_ROOT },           { "/home/m*", HOME_ROOT },
		{ "/tmp/*", TEMP },                 { "/tmp/x*", TEMP },
		{ "*/../..", ROOT },                { "'*'", PROJECT },
		/* what cannot be known */
		{ "$", UNKNOWN },                   { "%", UNKNOWN },
		{ "$/build", UNKNOWN },             { "%/*", UNKNOWN },
		{ "build/$", PROJECT },             { "./$", UNKNOWN },
		{ "/$", UNKNOWN },                  { "/etc/$", SYSTEM },
		{ "/tmp/$", TEMP },                 { "~/$", HOME },
		{ "/data/$", OUTSIDE },             { "build/$/../../..", UNKNOWN },
		{ "out-$", PROJECT },               { ".$", UNKNOWN },
		{ ".g$", UNKNOWN },                 { ".git/$", GIT },
		/* clang-format on */
	};

	CHECK_PLACES(&usual, SV("/home/me/app"), false, cases);
}

TEST(guard_place__in_other_folders)
{
	static const struct place_case in_sub[] = {
		{ "*", PROJECT }, { ".", PROJECT },   { "..", ROOT },
		{ "../*", ROOT }, { "../.git", GIT }, { "../../x", HOME },
	};
	static const struct place_case in_temp[] = { { "*", TEMP }, { ".", TEMP }, { "..", TEMP } };
	static const struct place_case in_home[] = {
		{ "*", HOME_ROOT },   { "app", ROOT }, { "a*", ROOT },
		{ "app/x", PROJECT }, { "x", HOME },   { ".profile", HOME_ROOT }
	};
	static const struct place_case nowhere[] = { { "*", UNKNOWN },   { "x", UNKNOWN },
						     { "..", UNKNOWN },  { "/etc", SYSTEM },
						     { "/tmp/x", TEMP }, { "~", HOME_ROOT } };
	static const struct place_case in_root[] = { { "*", SYSTEM }, { "etc", SYSTEM } };

	CHECK_PLACES(&usual, SV("/home/me/app/sub"), false, in_sub);
	CHECK_PLACES(&usual, SV("/tmp/x"), false, in_temp);
	CHECK_PLACES(&usual, SV("/home/me"), false, in_home);
	CHECK_PLACES(&usual, SV(""), false, nowhere);
	CHECK_PLACES(&usual, SV("/"), false, in_root);
}

TEST(guard_place__in_other_worlds)
{
	static const struct gaff_world in_temp = { .cwd = SV_INIT("/tmp/p"),
						   .home = SV_INIT("/home/me"),
						   .project = SV_INIT("/tmp/p/") };
	static const struct place_case temp[] = { { ".", ROOT },      { "*", ROOT },
						  { "x", PROJECT },   { "..", ROOT },
						  { ".git", GIT },    { "/tmp/q", TEMP },
						  { "/tmp/*", ROOT }, { "/tmp/p*", ROOT } };
	static const struct gaff_world at_home = { .cwd = SV_INIT("/home/me"),
						   .home = SV_INIT("/home/me") };
	static const struct place_case home[] = { { ".", HOME_ROOT },
						  { "x", HOME },
						  { ".bashrc", HOME_ROOT } };
	static const struct gaff_world odd = { .cwd = SV_INIT("/srv/p"),
					       .project = SV_INIT("/srv/p"),
					       .home = SV_INIT("/"),
					       .tmpdir = SV_INIT("/") };
	static const struct place_case strange[] = {
		{ "x", PROJECT }, { "/etc/x", SYSTEM }, { "/srv", SYSTEM }, { "/data", OUTSIDE }
	};
	static const struct gaff_world nothing = { .cwd = SV_INIT("") };
	static const struct place_case unknown[] = { { "~", HOME_ROOT },
						     { "~/*", HOME_ROOT },
						     { "~/x", OUTSIDE },
						     { "/home/a", HOME_ROOT },
						     { "x", UNKNOWN } };

	CHECK_PLACES(&in_temp, SV("/tmp/p"), false, temp);
	CHECK_PLACES(&at_home, SV("/home/me"), false, home);
	CHECK_PLACES(&odd, SV("/srv/p"), false, strange);
	CHECK_PLACES(&nothing, SV(""), false, unknown);
}

TEST(guard_place__on_another_machine)
{
	static const struct place_case cases[] = {
		{ "/", SYSTEM },          { "/etc/x", SYSTEM },  { "/*", SYSTEM },
		{ "~", HOME_ROOT },       { "~/*", HOME_ROOT },  { "~/x", NOWHERE },
		{ "x", NOWHERE },         { "/app/x", NOWHERE }, { "/home/u", HOME_ROOT },
		{ "/home/u/x", NOWHERE }, { "*", UNKNOWN },      { ".", UNKNOWN },
		{ "$", UNKNOWN },         { "/tmp/x", TEMP },    { "/dev/sda", DEVICE },
	};

	CHECK_PLACES(&usual, SV("/home/me/app"), true, cases);
}

static char *made(char *buf, const char *base, const char *name, const char *target)
{
	size_t n = strlen(base);

	CHECK(n + strlen(name) + 2 < 512);
	memcpy(buf, base, n);
	buf[n] = '/';
	memcpy(buf + n + 1, name, strlen(name) + 1);
	CHECK(target ? symlink(target, buf) == 0 : mkdir(buf, 0700) == 0);
	return buf;
}

TEST(guard_place__where_links_lead)
{
	char base[] = "/var/tmp/gaff-place-XXXXXX", project[512], real[512], away[512], home[512];
	static char s[16][600];
	struct gaff_world world = { .cwd = SV("") };
	const struct place_case cases[] = {
		{ "plain", PROJECT },     { "to-etc", SYSTEM },   { "to-etc/x", SYSTEM },
		{ "to-away", HOME },      { "to-git", GIT },      { "to-self", ROOT },
		{ "to-self/x", PROJECT }, { "to-away/..", ROOT }, { "to-etc/*", SYSTEM },
		{ "to-lost/x", HOME },
	};
	const struct place_case at_real[] = { { "plain", PROJECT },
					      { "*", ROOT },
					      { ".git", GIT } };

	CHECK(mkdtemp(base) != NULL);
	made(home, base, "home", NULL);
	made(away, base, "home/away", NULL);
	made(real, base, "real", NULL);
	made(project, base, "project", "real");
	made(s[0], real, ".git", NULL);
	made(s[1], real, "plain", NULL);
	made(s[2], real, "to-etc", "/etc");
	made(s[3], real, "to-away", away);
	made(s[4], real, "to-git", ".git");
	made(s[5], real, "to-self", ".");
	made(s[6], real, "to-lost", "../home/lost");
	world.home = sv_of(home);
	world.project = world.cwd = sv_of(project);
	CHECK_PLACES(&world, sv_of(project), false, cases);
	CHECK_PLACES(&world, sv_of(real), false, at_real);
	for (size_t i = 7; i-- > 2;)
		CHECK(unlink(s[i]) == 0);
	CHECK(rmdir(s[1]) == 0 && rmdir(s[0]) == 0 && unlink(project) == 0 && rmdir(real) == 0 &&
	      rmdir(away) == 0 && rmdir(home) == 0 && rmdir(base) == 0);
}

TEST(guard_place__paths)
{
	static const struct {
		const char *word;
		struct sv want;
	} cases[] = {
		{ "x/../y", SV_INIT("/home/me/app/y") },
		{ "~/x", SV_INIT("/home/me/x") },
		{ "/a//b/.", SV_INIT("/a/b") },
		{ "~other/x", SV_INIT("") },
		{ "$/x", SV_INIT("") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a;
		const char *p = cases[i].word;
		struct sv real;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 24);
		CHECK_TEXT(gaff_place_path(&a, &usual, test_program(&a, "rm"), test_word(&a, &p),
					   &real),
			   cases[i].want);
		CHECK_TEXT(real, cases[i].want);
		gaff_arena_release(&a);
	}
}
