#include "base/limits.h"
#include "check.h"
#include "guard/eval/launch.h"
#include "guard/eval/programs.h"

/* What a command line executes. Programs are separated by " ; ", what cannot be known is "!". */

static const struct gaff_world world = { .cwd = SV_INIT("/p"),
					 .project = SV_INIT("/p"),
					 .home = SV_INIT("/home/me"),
					 .user = SV_INIT("me") };

static void print_word(struct buf *out, struct gaff_word word)
{
	if (!word.text.n)
		gaff_buf_add(out, SV("''"));
	for (size_t i = 0; i < word.text.n; i++) {
		char c = word.text.p[i];

		if (c == 0)
			buf_addc(out, word.may_split ? '?' : '_');
		else if (c == ' ')
			gaff_buf_add(out, SV("\\s"));
		else if (c == '\n')
			gaff_buf_add(out, SV("\\n"));
		else
			buf_addc(out, c);
	}
}

static void check(const char *file, int line, struct sv command, struct sv want)
{
	struct arena a;
	struct buf out;
	struct gaff_programs found;
	struct gaff_err err;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	out = buf_in(&a);
	if (gaff_find_programs(&a, command, GAFF_SHELL_POSIX, &world, &found, &err) != GAFF_OK) {
		test_failed(file, line, err.msg);
		return;
	}
	for (const struct gaff_program *p = found.first; p; p = p->next) {
		if (out.n)
			gaff_buf_add(&out, SV(" ; "));
		for (size_t i = 0; i < p->n; i++) {
			if (i)
				buf_addc(&out, ' ');
			print_word(&out, p->word[i]);
		}
	}
	for (const struct gaff_unknown *u = found.unknown; u; u = u->next)
		gaff_buf_add(&out, SV(" !"));
	check_text(file, line, buf_sv(&out), want);
	gaff_arena_release(&a);
}

#define FINDS(command, want) check(__FILE__, __LINE__, SV(command), SV(want))

TEST(guard_programs__quotes)
{
	FINDS("git reset --hard", "git reset --hard");
	FINDS("\\git r'es'\"et\" $'\\x2d-hard'", "git reset --hard");
	FINDS("/usr/bin/git 're''set' --ha\\\nrd", "/usr/bin/git reset --hard");
	FINDS("echo 'git reset --hard'", "echo git\\sreset\\s--hard");
	FINDS("git status # ; rm -rf /", "git status");
}

TEST(guard_programs__structure)
{
	FINDS("a && b || c; d & e | f |& g", "a ; b ; c ; d ; e ; f ; g");
	FINDS("(a; { b; })", "a ; b");
	FINDS("if a; then b; elif c; then d; else e; fi", "a ; b ; c ; d ; e");
	FINDS("while a; do b; done; until c; do d; done", "a ; b ; c ; d");
	FINDS("for f in x y; do rm $f; done", "rm x ; rm y");
	FINDS("case $x in a) b;; *) c;; esac", "b ; c");
	FINDS("f() { rm $1; }; f x", "rm x");
	FINDS("f() { rm x; }", "rm x");
	FINDS("function f { g; }; f", "g");
	FINDS("time ! a; [[ -f x && $(b) ]]; (( $(c) ))", "a ; b ; c");
	FINDS("cat <<EOF\nrm -rf / $(a)\nEOF\nb", "a ; cat ; b");
	FINDS("cat <<'EOF'\n$(a)\nEOF", "cat");
	FINDS("&& git reset", "git reset");
}

TEST(guard_programs__values)
{
	FINDS("x=reset; git $x --hard", "git reset --hard");
	FINDS("c=git; $c reset --hard", "git reset --hard");
	FINDS("c='git reset --hard'; $c", "git reset --hard");
	FINDS("$(echo git) reset --hard", "echo git ; git reset --hard");
	FINDS("`echo git` reset", "echo git ; git reset");
	FINDS("rm${IFS}-rf${IFS}/", "rm -rf /");
	FINDS("{rm,-rf,/}", "rm -rf /");
	FINDS("alias g=git; g reset --hard", "alias g=git ; git reset --hard ; g reset --hard");
	FINDS("if a; then x=reset; else x=status; fi; git $x", "a ; git reset ; git status");
	FINDS("x=(git reset --hard); \"${x[@]}\"", "git reset --hard");
	FINDS("set -- git reset; \"$@\" --hard", "set -- git reset ; git reset --hard");
	FINDS("rm -rf ~/x \"$HOME\" ~you", "rm -rf /home/me/x /home/me ~you");
	FINDS("git commit -m \"$MSG\"", "git commit -m _");
	FINDS("git push origin $BRANCH", "git push origin ?");
	FINDS("$x reset --hard", "? reset --hard ; reset --hard !");
	FINDS("\"$PYTHON\" x.py", "_ x.py !");
	FINDS("$(which python3 || which python) x.py",
	      "which python3 ; which python ; python x.py ; python3 x.py");
	FINDS("read x <<< reset; git $x --hard", "read x ; git reset --hard");
	FINDS("while a; do git $x; x=reset; done", "a ; git ? ; a ; git reset ; git ?");
	FINDS("echo reset | for i in 1; do read x; git $x; done",
	      "echo reset ; read x ; git reset ; read x ; git reset");
	FINDS("x=a; x=b; $x", "b");
	FINDS("x=1 a; $x", "a ; ? !");
	FINDS("t=$(mktemp -d); rm -rf \"$t\"", "mktemp -d ; rm -rf /tmp/tmp.new");
	FINDS("rm -rf \"${TMPDIR:-/tmp}/x\"", "rm -rf /tmp/x");
	FINDS("x=xgit; ${x#x} reset", "git reset");
}

TEST(guard_programs__launchers)
{
	FINDS("sudo -u root git reset", "sudo -u root git reset ; git reset");
	FINDS("env -i X=1 git reset", "env -i X=1 git reset ; git reset");
	FINDS("env -S 'git reset' --hard", "env -S git\\sreset --hard ; git reset --hard");
	FINDS("timeout -k 5 10 git reset", "timeout -k 5 10 git reset ; git reset");
	FINDS("bash -c 'git reset'", "bash -c git\\sreset ; git reset");
	FINDS("bash -lc 'rm $1' x y", "bash -lc rm\\s$1 x y ; rm y");
	FINDS("bash -- -c 'a'", "bash -- -c a");
	FINDS("echo 'git reset' | sh", "echo git\\sreset ; sh ; git reset");
	FINDS("sh <<'E'\ngit reset\nE", "sh ; git reset");
	FINDS("x | sh", "x ; sh !");
	FINDS("eval 'git reset' --hard", "eval git\\sreset --hard ; git reset --hard");
	FINDS("source <(echo git reset)", "echo git reset ; source /dev/fd/1- ; git reset");
	FINDS("echo --hard | xargs git reset", "echo --hard ; xargs git reset ; git reset --hard");
	FINDS("x | xargs -I{} rm {}", "x ; xargs -I{} rm {} ; rm _");
	FINDS("x | xargs rm", "x ; xargs rm ; rm ?");
	FINDS("find src | xargs rm", "find src ; xargs rm ; rm src/?");
	FINDS("parallel rm -rf ::: / a", "parallel rm -rf ::: / a ; rm -rf / ; rm -rf a");
	FINDS("find . -name x -exec rm -f {} +", "find . -name x -exec rm -f {} + ; rm -f ./_");
	FINDS("find /x -exec rm -rf {} \\;", "find /x -exec rm -rf {} ; ; rm -rf /x");
	FINDS("ssh -p 22 h 'git reset'", "ssh -p 22 h git\\sreset ; git reset");
	FINDS("docker exec -it c rm x", "docker exec -it c rm x ; rm x");
	FINDS("git -c alias.x='reset --hard' x",
	      "git -c alias.x=reset\\s--hard x ; git reset --hard");
	FINDS("git config alias.x '!rm y' && git x", "git config alias.x !rm\\sy ; git x ; rm y");
	FINDS("printf 'a:\\n\\trm x\\n' | make -f -",
	      "printf a:\\n\\trm\\sx\\n ; make -f - ; rm x");
	FINDS("cat > x.sh <<'E'\nrm y\nE\nbash x.sh", "cat ; bash x.sh ; rm y");
	FINDS("script -c 'git reset' /dev/null", "script -c git\\sreset /dev/null ; git reset");
	FINDS("command -v git", "command -v git");
	FINDS("command git reset", "command git reset ; git reset");
	FINDS("trap 'rm x' EXIT", "trap rm\\sx EXIT ; rm x");
	FINDS(":(){ :|:& };:", " ! !");
	FINDS("cd /tmp && (cd sub; a) && b", "cd /tmp ; cd sub ; a ; b");
}

TEST(guard_programs__folders)
{
	struct gaff_programs found;
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	CHECK(gaff_find_programs(&a, SV("cd sub/../x && a; (cd /); b; cd; c"), GAFF_SHELL_POSIX,
				 &world, &found, &err) == GAFF_OK);
	for (const struct gaff_program *p = found.first; p; p = p->next) {
		if (sv_eq(p->name, SV("a")) || sv_eq(p->name, SV("b")))
			CHECK_TEXT(p->cwd, SV("/p/x"));
		if (sv_eq(p->name, SV("c")))
			CHECK_TEXT(p->cwd, SV("/home/me"));
	}
	gaff_arena_release(&a);
}

/*
 * Who looks for a launcher looks at the rows of its first letter alone. Those with a function of
 * their own come behind the others: what those start is found first.
 */
TEST(guard_programs__launchers_are_in_order)
{
	for (size_t i = 0; i < launcher_n_rows; i++) {
		const struct launcher *row = &launcher_rows[i], *last = i ? row - 1 : row;

		if (last->names[0] > row->names[0] ||
		    (last->names[0] == row->names[0] && last->special && !row->special))
			test_failed(__FILE__, __LINE__, row->names);
		for (const char *name = row->names; name; name = strchr(name, '|')) {
			name += *name == '|';
			if (*name != row->names[0])
				test_failed(__FILE__, __LINE__, name);
		}
	}
}
