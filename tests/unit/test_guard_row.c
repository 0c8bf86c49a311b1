#include "check.h"

#include "guard/rows/row_parts.h"
#include "guard_program.h"

static char storage[1 << 18];

#define NO      GAFF_ROW_NO
#define PERHAPS GAFF_ROW_PERHAPS
#define YES     GAFF_ROW_YES

static const struct gaff_world world = {
	.cwd = SV_INIT("/home/me/app"),
	.home = SV_INIT("/home/me"),
	.project = SV_INIT("/home/me/app"),
};

static enum gaff_row_result matched(struct arena *a, struct sv when, struct gaff_program *program,
				    struct sv *missing)
{
	struct gaff_args args;
	struct gaff_err err;
	struct row_filter filter;
	enum gaff_row_result result;
	bool is_named, may_match;

	CHECK(gaff_row_check(when, &err) == GAFF_OK);
	CHECK(gaff_args_of(a, program, &args, &err) == GAFF_OK);
	filter = gaff_row_filter(&args);
	may_match = gaff_row_may_match(&filter, when.p, &is_named);
	CHECK(gaff_row_names(when, program->name) == is_named);
	if (!is_named)
		return NO;
	result = gaff_row_match(a, when, &args, &world, missing);
	CHECK(may_match || result == NO);
	return result;
}

TEST(guard_row__against_programs)
{
	static const struct {
		struct sv when;
		const char *line;
		enum gaff_row_result want;
	} cases[] = {
		/* clang-format off */
		/* words */
		{ SV_INIT("git"),                  "git status", YES },
		{ SV_INIT("git"),                  "/usr/bin/git", YES },
		{ SV_INIT("git"),                  "GIT.exe", YES },
		{ SV_INIT("git"),                  "gitk", NO },
		{ SV_INIT("g*"),                   "gitk", YES },
		{ SV_INIT("a|g*|b"),               "git", YES },
		{ SV_INIT("a|git|b"),              "b", YES },
		{ SV_INIT("a|git|b"),              "c", NO },
		{ SV_INIT("docker"),               "podman", YES },
		{ SV_INIT("podman"),               "podman", YES },
		{ SV_INIT("podman"),               "docker", NO },
		{ SV_INIT("sql"),                  "psql.exe", YES },
		{ SV_INIT("*"),                    "$", YES },
		{ SV_INIT("git"),                  "$", NO },
		{ SV_INIT("git reset"),            "git -C x reset y", YES },
		{ SV_INIT("git reset"),            "git x reset", NO },
		{ SV_INIT("git reset|clean"),      "git clean", YES },
		{ SV_INIT("git stash drop"),       "git stash -q drop", YES },
		{ SV_INIT("git stash drop"),       "git stash", NO },
		{ SV_INIT("git stash drop"),       "git drop stash", NO },
		{ SV_INIT("aws * delete-*"),       "aws ec2 delete-vpc", YES },
		{ SV_INIT("aws * delete-*"),       "aws ec2 describe", NO },
		{ SV_INIT("gcloud ..delete"),      "gcloud compute instances delete x", YES },
		{ SV_INIT("gcloud ..delete"),      "gcloud compute instances list", NO },
		{ SV_INIT("git branch !main"),     "git branch x", YES },
		{ SV_INIT("git branch !main"),     "git branch x main", NO },
		/* options */
		{ SV_INIT("git reset --hard"),     "git reset --hard x", YES },
		{ SV_INIT("git reset --hard"),     "git --hard reset", YES },
		{ SV_INIT("git reset --hard"),     "git reset -- --hard", NO },
		{ SV_INIT("git reset --hard|--merge"), "git reset --merge", YES },
		{ SV_INIT("rm -r|-R|--recursive -f|--force"), "rm -Rf x", YES },
		{ SV_INIT("rm -r|-R|--recursive -f|--force"), "rm --rec --for x", YES },
		{ SV_INIT("rm -r|-R|--recursive -f|--force"), "rm -r x", NO },
		{ SV_INIT("git push -f|--force !--force-with-lease"), "git push --force", YES },
		{ SV_INIT("git push -f|--force !--force-with-lease"), "git push --force --force-with-lease", NO },
		{ SV_INIT("git push -f|--force !--force-with-lease"), "git push --force --force-with-lease=a:b", NO },
		{ SV_INIT("git gc --prune=now|--prune=all"), "git gc --prune=now", YES },
		{ SV_INIT("git gc --prune=now|--prune=all"), "git gc --prune", NO },
		{ SV_INIT("git gc --prune=n*"),    "git gc --prune=now", YES },
		{ SV_INIT("truncate -s=0"),        "truncate -s0 x", YES },
		{ SV_INIT("truncate -s=0"),        "truncate -s 10 x", NO },
		{ SV_INIT("dd --of=@device"),      "dd if=x of=/dev/sda", YES },
		{ SV_INIT("dd --of=@device"),      "dd if=/dev/sda of=x", NO },
		{ SV_INIT("rd /s"),                "rd /S /Q x", YES },
		{ SV_INIT("cp /dev/null @any"),    "cp /dev/null x", YES },
		{ SV_INIT("git checkout --"),      "git checkout -- x", YES },
		{ SV_INIT("git checkout --"),      "git checkout x", NO },
		{ SV_INIT("find -delete !-name"),  "find . -delete", YES },
		{ SV_INIT("find -delete !-name"),  "find . -name x -delete", NO },
		/* classes */
		{ SV_INIT("git checkout * @any"),  "git checkout x", NO },
		{ SV_INIT("git checkout * @any"),  "git checkout x y", YES },
		{ SV_INIT("git checkout @behind"), "git checkout x -- y", YES },
		{ SV_INIT("git checkout @behind"), "git checkout x --", NO },
		{ SV_INIT("rm @outside"),          "rm x y /etc/passwd", YES },
		{ SV_INIT("rm @outside"),          "rm x /tmp/y", NO },
		{ SV_INIT("rm !@outside"),         "rm x /tmp/y", YES },
		{ SV_INIT("rm !@outside"),         "rm /etc", NO },
		{ SV_INIT("rm @precious"),         "rm ~/x", NO },
		{ SV_INIT("rm @git|@root"),        "rm .git", YES },
		{ SV_INIT("rm @git|@root"),        "rm *", YES },
		{ SV_INIT("rm @git|@root"),        "rm *.o", NO },
		{ SV_INIT("mv @precious^"),        "mv x ~", NO },
		{ SV_INIT("mv @precious^"),        "mv ~/.bashrc x", YES },
		{ SV_INIT("mv @system$"),          "mv /etc/x y", NO },
		{ SV_INIT("mv @system$"),          "mv y /etc/x", YES },
		{ SV_INIT("mv @system$"),          "mv", NO },
		{ SV_INIT("git push @plus"),       "git push origin +main", YES },
		{ SV_INIT("git push @plus"),       "git push origin main", NO },
		{ SV_INIT("rsync @remote$"),       "rsync x host:y", YES },
		{ SV_INIT("rsync @remote$"),       "rsync host:y ./x:z", NO },
		{ SV_INIT("kill @every-process"),  "kill -9 -1", YES },
		{ SV_INIT("kill @every-process"),  "kill -1", NO },
		{ SV_INIT("* >@settings"),         "echo x >~/.bashrc", YES },
		{ SV_INIT("* >@settings"),         "echo x >>~/.bashrc", NO },
		{ SV_INIT("* >>@settings"),        "echo x >>~/.bashrc", YES },
		{ SV_INIT("* >@settings"),         "echo x <~/.bashrc >/dev/null", NO },
		{ SV_INIT("* >@settings"),         ">/etc/passwd", YES },
		{ SV_INIT("psql @drops"),          "psql db -c 'drop table x'", YES },
		{ SV_INIT("psql @drops"),          "psql db -c 'select 1'", NO },
		{ SV_INIT("psql @drops"),          "psql %", NO },
		{ SV_INIT("psql @drops"),          "psql -c %", PERHAPS },
		/* what cannot be known */
		{ SV_INIT("git reset --hard"),     "git $ --hard", PERHAPS },
		{ SV_INIT("git reset --hard"),     "git % --hard", PERHAPS },
		{ SV_INIT("git reset --hard"),     "git re% --hard", PERHAPS },
		{ SV_INIT("git reset --hard"),     "git co% --hard", NO },
		{ SV_INIT("git reset --hard"),     "git reset $", NO },
		{ SV_INIT("git reset --hard?"),    "git reset $", PERHAPS },
		{ SV_INIT("git reset --hard?"),    "git reset %", NO },
		{ SV_INIT("git reset --hard?"),    "git reset -- $", NO },
		{ SV_INIT("git stash drop"),       "git $", PERHAPS },
		{ SV_INIT("git stash drop"),       "git %", NO },
		{ SV_INIT("git stash drop"),       "git $ drop", PERHAPS },
		{ SV_INIT("git stash drop"),       "git $ push", NO },
		{ SV_INIT("git push -f"),          "git push origin $", NO },
		{ SV_INIT("git checkout * @any"),  "git checkout $", NO },
		{ SV_INIT("git checkout * @any"),  "git checkout x $", PERHAPS },
		{ SV_INIT("git gc --prune=now"),   "git gc --prune=%", PERHAPS },
		{ SV_INIT("rm -f @outside"),       "rm -f $", PERHAPS },
		{ SV_INIT("rm -f @outside"),       "rm -f %/x", PERHAPS },
		{ SV_INIT("rm -f @outside"),       "rm -f $ /etc", YES },
		{ SV_INIT("rm -f @clearly-outside"), "rm -f $", NO },
		{ SV_INIT("gcloud ..delete"),      "gcloud compute list %", NO },
		{ SV_INIT("gcloud ..delete"),      "gcloud $", PERHAPS },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena a;
		struct sv missing;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 24);
		if (matched(&a, cases[i].when, test_program(&a, cases[i].line), &missing) !=
		    cases[i].want) {
			fprintf(stderr, "  %s\n", cases[i].when.p);
			test_failed(__FILE__, __LINE__, cases[i].line);
		}
		gaff_arena_release(&a);
	}
}

TEST(guard_row__says_what_is_missing)
{
	struct arena a;
	struct sv missing;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 24);
	CHECK(matched(&a, SV("git reset --hard|--merge"), test_program(&a, "git reset --soft"),
		      &missing) == NO);
	CHECK_TEXT(missing, SV("--hard|--merge"));
	CHECK(matched(&a, SV("git push -f !--force-with-lease"),
		      test_program(&a, "git push -f --force-with-lease"), &missing) == NO);
	CHECK_TEXT(missing, SV("!--force-with-lease"));
	CHECK(matched(&a, SV("rm -r @outside"), test_program(&a, "rm -r $"), &missing) == PERHAPS);
	CHECK_TEXT(missing, SV("@outside"));
	gaff_arena_release(&a);
}

TEST(guard_row__refuses_what_is_none)
{
	static const struct {
		struct sv when;
		const char *says;
	} cases[] = {
		{ SV_INIT(""), "it names no program" },
		{ SV_INIT("   "), "it names no program" },
		{ SV_INIT("!git"), "the first word is a program" },
		{ SV_INIT("@outside"), "the first word is a program; \"@outside\" is none" },
		{ SV_INIT("-f git"), "the first word is a program; \"-f\" is none" },
		{ SV_INIT("git @nowhere-land"), "there is no class @nowhere-land" },
		{ SV_INIT("git -C=@no"), "there is no class @no" },
		{ SV_INIT("git >x"), "\">x\": behind \">\" stands a class, as in \">@system\"" },
		{ SV_INIT("git a|"), "\"a|\": something is missing" },
		{ SV_INIT("git a||b"), "nothing between, before or behind a \"|\"" },
		{ SV_INIT("git !"), "\"!\": something is missing" },
		{ SV_INIT("git a|!b"), "\"!b\": a \"!\" stands in front of all alternatives" },
		{ SV_INIT("git !--x?"),
		  "\"!--x?\": a \"?\" has no meaning in what must not be there" },
		{ SV_INIT("git !..x"), "\"!..x\": write \"!x\"" },
		{ SV_INIT("git -f|@plus"),
		  "\"-f|@plus\": a class is no alternative to a word or option" },
		{ SV_INIT("git\treset"), "only spaces stand between words, no other white space" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct gaff_err err = { .rc = GAFF_OK };

		CHECK(gaff_row_check(cases[i].when, &err) == GAFF_ESYNTAX);
		CHECK_TEXT(sv_of(err.msg), sv_of(cases[i].says));
	}
}

TEST(guard_row__sql)
{
	static const struct {
		struct sv sql;
		enum gaff_row_result want;
	} cases[] = {
		/* clang-format off */
		{ SV_INIT(""), NO },
		{ SV_INIT("DROP TABLE users"), YES },
		{ SV_INIT("drop\n database x;"), YES },
		{ SV_INIT("select 1; drop schema x"), YES },
		{ SV_INIT("/* a */ TRUNCATE users"), YES },
		{ SV_INIT("-- drop table x\nselect 1"), NO },
		{ SV_INIT("select 'drop table x'"), NO },
		{ SV_INIT("select \"drop table\" from x"), NO },
		{ SV_INIT("select 'it''s; drop table x'"), NO },
		{ SV_INIT("select 'a\\'; drop table x'"), NO },
		{ SV_INIT("/**/drop table x"), YES },
		{ SV_INIT("delete from users"), YES },
		{ SV_INIT("delete from users where id = 1"), NO },
		{ SV_INIT("delete from a where x; delete from b"), YES },
		{ SV_INIT("with x as (select 1) delete from b"), YES },
		{ SV_INIT("alter table x drop column y"), YES },
		{ SV_INIT("alter table x drop constraint y"), NO },
		{ SV_INIT("drop index x"), NO },
		{ SV_INIT("select truncate(1.5, 1)"), NO },
		{ SV_INIT("\0"), PERHAPS },
		{ SV_INIT("select \0"), NO },
		{ SV_INIT("select 1; \0"), PERHAPS },
		{ SV_INIT("drop table \0"), YES },
		{ SV_INIT("/* open"), NO },
		{ SV_INIT("'open"), NO },
		{ SV_INIT("/"), NO },
		{ SV_INIT("-"), NO },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (gaff_sql_drops(cases[i].sql) != cases[i].want)
			test_failed(__FILE__, __LINE__, cases[i].sql.p);
}

/* A second name is no name of a third program: rows would have to be looked for again. */
TEST(guard_row__second_names_end)
{
	static const struct sv names[] = { SV_INIT("podman"), SV_INIT("mariadb"), SV_INIT("flyctl"),
					   SV_INIT("rd"),     SV_INIT("wipe"),    SV_INIT("glab") };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		CHECK(gaff_row_program(names[i]).n > 0);
		CHECK(gaff_row_program(gaff_row_program(names[i])).n == 0);
	}
	CHECK(gaff_row_program(SV("git")).n == 0);
	CHECK(gaff_row_program(SV("")).n == 0);
}
