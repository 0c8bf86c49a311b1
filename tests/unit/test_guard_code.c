#include "check.h"

#include <stdlib.h>

#include "guard/eval/code.h"

/* What is found, as text: "sh:ls -l", "run:git|reset", "del:x", "tree:x", "read:x", "write:x",
 * "eval"; one line each, with "?" for what cannot be known. */
static struct sv scan(struct arena *a, enum gaff_language language, struct sv code)
{
	static const char *const names[] = {
		[GAFF_CODE_SHELL] = "sh",       [GAFF_CODE_PROGRAM] = "run",
		[GAFF_CODE_DELETES] = "del",    [GAFF_CODE_DELETES_TREE] = "tree",
		[GAFF_CODE_READS] = "read",     [GAFF_CODE_WRITES] = "write",
		[GAFF_CODE_EVALUATES] = "eval",
	};
	struct gaff_code_found *f = NULL;
	struct buf b = buf_in(a);
	struct gaff_err err;

	if (gaff_code_scan(a, language, code, &f, &err) != GAFF_OK)
		return SV("no memory");
	for (; f; f = f->next) {
		if (b.n)
			buf_addc(&b, '\n');
		gaff_buf_add(&b, sv_of(names[f->act]));
		for (size_t i = 0; i < f->n && f->act != GAFF_CODE_EVALUATES; i++) {
			buf_addc(&b, i ? '|' : ':');
			for (size_t k = 0; k < f->word[i].text.n; k++)
				buf_addc(&b, f->word[i].text.p[k] ? f->word[i].text.p[k] : '?');
		}
	}
	return b.n ? buf_sv(&b) : SV("");
}

struct code_case {
	const char *code, *found;
};

static void check_cases(enum gaff_language language, const struct code_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		static char memory[1 << 16];
		struct arena a;
		struct sv got;

		gaff_arena_init(&a, memory, sizeof memory, 1 << 24);
		got = scan(&a, language, sv_of(c[i].code));
		if (!sv_eq(got, sv_of(c[i].found))) {
			fprintf(stderr, "in: %s\n", c[i].code);
			CHECK_TEXT(got, sv_of(c[i].found));
		}
		gaff_arena_release(&a);
	}
}

TEST(guard_code__names_of_interpreters)
{
	CHECK(gaff_language_of(SV("python")) == GAFF_LANG_PYTHON);
	CHECK(gaff_language_of(SV("python3.11")) == GAFF_LANG_PYTHON);
	CHECK(gaff_language_of(SV("python3")) == GAFF_LANG_PYTHON);
	CHECK(gaff_language_of(SV("python.exe")) == GAFF_LANG_PYTHON);
	CHECK(gaff_language_of(SV("pypy3")) == GAFF_LANG_PYTHON);
	CHECK(gaff_language_of(SV("perl5.36")) == GAFF_LANG_PERL);
	CHECK(gaff_language_of(SV("ruby")) == GAFF_LANG_RUBY);
	CHECK(gaff_language_of(SV("nodejs")) == GAFF_LANG_NODE);
	CHECK(gaff_language_of(SV("bun")) == GAFF_LANG_NODE);
	CHECK(gaff_language_of(SV("deno")) == GAFF_LANG_NODE);
	CHECK(gaff_language_of(SV("php8.2")) == GAFF_LANG_PHP);
	CHECK(gaff_language_of(SV("lua5.4")) == GAFF_LANG_LUA);
	CHECK(gaff_language_of(SV("gawk")) == GAFF_LANG_AWK);
	CHECK(gaff_language_of(SV("nawk")) == GAFF_LANG_AWK);
	CHECK(gaff_language_of(SV("pythonic")) == GAFF_LANG_NONE);
	CHECK(gaff_language_of(SV("git")) == GAFF_LANG_NONE);
	CHECK(gaff_language_of(SV("")) == GAFF_LANG_NONE);
}

/* clang-format off */
TEST(guard_code__python)
{
	static const struct code_case cases[] = {
		{ "import os; os.system('rm -rf /')", "sh:rm -rf /" },
		{ "import os\nos.system(\"rm \" \"-rf /\")", "sh:rm -rf /" },
		{ "import os; os.system('rm ' + '-rf' + ' /')", "sh:rm -rf /" },
		{ "import os; os.system('rm -rf ' + d)", "sh:rm -rf ?" },
		{ "import os; os.system(f'rm -rf {d}/x {{}}')", "sh:rm -rf ?/x {}" },
		{ "d='/'; import os; os.system(f'rm -rf {d}')", "sh:rm -rf /" },
		{ "import os; os.system('rm -rf %s' % d)", "sh:rm -rf ?" },
		{ "import os; os.system('rm -rf {} {}'.format(a, b))", "sh:rm -rf ? ?" },
		{ "import os; os.system(r'a\\nb')", "sh:a\\nb" },
		{ "import os; os.system('a\\x20b\\tc\\u0041\\101')", "sh:a b\tcAA" },
		{ "import os; os.system('''rm\n-rf''')", "sh:rm\n-rf" },
		{ "import os; os.system('it\\'s')", "sh:it's" },
		{ "c='rm -rf /'; import os; os.system(c)", "sh:rm -rf /" },
		{ "c='rm'; c+=' -rf /'; import os; os.system(c)", "sh:rm -rf /" },
		{ "import os; os.system(c)", "sh:?" },
		{ "import os; os.system(chr(114)+chr(109))", "sh:??" },
		{ "import os; os.popen('git reset --hard').read()", "sh:git reset --hard" },
		{ "import os as o; o.system('ls')", "sh:ls" },
		{ "from os import system; system('ls')", "sh:ls" },
		{ "from os import system as s; s('ls')", "sh:ls" },
		{ "import os; f = os.system; f('ls')", "sh:ls" },
		{ "__import__('os').system('ls')", "sh:ls" },
		{ "o = __import__('os'); o.remove('x')", "del:x" },
		{ "import importlib; m = importlib.import_module('subprocess'); m.run(['ls'])", "run:ls" },
		{ "import os; getattr(os, 'system')('ls')", "sh:ls" },
		{ "import os; getattr(os, 'sys' + 'tem')('ls')", "eval" },
		{ "import os; os.__dict__['system']('ls')", "sh:ls" },
		{ "import subprocess; subprocess.run(['git', 'reset', '--hard'])", "run:git|reset|--hard" },
		{ "import subprocess; subprocess.run(args=['git', 'gc'], check=True)", "run:git|gc" },
		{ "import subprocess as sp; sp.call(('git', 'gc'))", "run:git|gc" },
		{ "import subprocess; subprocess.run('git gc', shell=True)", "sh:git gc" },
		{ "import subprocess; subprocess.run('git gc')", "sh:git gc" },
		{ "import subprocess; subprocess.run(['git gc; ls'], shell=True)", "sh:git gc; ls" },
		{ "import subprocess; subprocess.run(['git', 'gc'], shell=False)", "run:git|gc" },
		{ "import subprocess; subprocess.run('git reset --hard'.split())", "sh:git reset --hard" },
		{ "import subprocess, shlex; subprocess.run(shlex.split('git gc'))", "sh:git gc" },
		{ "import subprocess; subprocess.check_output(['a', x, 'b'])", "run:a|?|b" },
		{ "import subprocess; subprocess.Popen(['a'] + ['b', 'c'])", "run:a|b|c" },
		{ "import subprocess; a = ['git', 'gc']; subprocess.check_call(a)", "run:git|gc" },
		{ "import subprocess; subprocess.run(['sh', '-c', ' '.join(['rm', 'x'])])", "run:sh|-c|rm x" },
		{ "import subprocess, sys; subprocess.run([sys.executable, '-m', 'pip'])", "run:python3|-m|pip" },
		{ "from subprocess import run as r, PIPE\nr(['ls'])", "run:ls" },
		{ "from subprocess import *\ngetoutput('ls')", "sh:ls" },
		{ "import subprocess\nsubprocess.run(\n\t[\n\t\t'git',  # a comment 'x'\n\t\t'gc',\n\t],\n)", "run:git|gc" },
		{ "import os; os.execl('/bin/rm', 'rm', '-rf', '/')", "run:/bin/rm|-rf|/" },
		{ "import os; os.execvp('git', ['git', 'gc'])", "run:git|gc" },
		{ "import os; os.spawnlp(os.P_WAIT, 'git', 'git', 'gc')", "run:git|gc" },
		{ "import os; os.spawnv(os.P_WAIT, '/bin/rm', ['rm', 'x'])", "run:/bin/rm|x" },
		{ "import pty; pty.spawn('/bin/sh')", "sh:/bin/sh" },
		{ "import pty; pty.spawn(['rm', 'x'])", "run:rm|x" },
		{ "import shutil; shutil.rmtree('/home')", "tree:/home" },
		{ "from shutil import rmtree; rmtree('x', ignore_errors=True)", "tree:x" },
		{ "import os; os.remove('x'); os.unlink('y'); os.rmdir('z'); os.removedirs('w')", "del:x\ndel:y\ndel:z\ndel:w" },
		{ "from pathlib import Path; Path('x').unlink()", "del:x" },
		{ "from pathlib import Path; p = Path('x'); p.unlink(missing_ok=True)", "del:x" },
		{ "import pathlib; pathlib.Path('a', 'b')", "" },
		{ "from pathlib import Path; print((Path('a') / 'b').read_text())", "read:a/b" },
		{ "from pathlib import Path; Path.home().joinpath('.ssh', 'id').read_text()", "read:~/.ssh/id" },
		{ "from pathlib import Path; (Path.home() / '.netrc').read_bytes()", "read:~/.netrc" },
		{ "from pathlib import Path; Path('~/x').expanduser().write_text('hello')", "write:~/x" },
		{ "import os; open(os.path.expanduser('~/.netrc'))", "read:~/.netrc" },
		{ "import os; open(os.path.join('a', x, 'c'))", "read:a/?/c" },
		{ "open('f')", "read:f" },
		{ "open('f', 'w').write('os.system(1)')", "write:f" },
		{ "open('f', mode='a')", "write:f" },
		{ "open('f', 'rb')", "read:f" },
		{ "open('f', 'r+')", "read:f\nwrite:f" },
		{ "print(open('.env').read())", "read:.env" },
		{ "exec(\"import os; os.system('ls')\")", "sh:ls" },
		{ "exec('x = 1')", "" },
		{ "exec(input())", "eval" },
		{ "eval(compile('1+1', 'x', 'eval'))", "eval" },
		{ "import base64; exec(base64.b64decode('aW1wb3J0'))", "eval" },
		{ "print(f\"{__import__('os').system('ls')}\")", "sh:ls" },
		/* what is no call */
		{ "print('os.system(\"rm -rf /\")')", "" },
		{ "# os.system('rm -rf /')\nprint(1)", "" },
		{ "import os; print(os.system)", "" },
		{ "app.run('0.0.0.0')", "" },
		{ "def run(x): pass\nrun('ls')", "" },
		{ "import asyncio; asyncio.run(main())", "" },
		{ "import re; re.compile('rm'); pattern.call('x')", "" },
		{ "items.remove('x'); d.copy(); s.replace('a', 'b')", "" },
		{ "import webbrowser; webbrowser.open('http://x')", "" },
		{ "import json,sys; print(json.load(sys.stdin)['name'])", "" },
		{ "s = \"\"\"\nos.system('rm')\n\"\"\"", "" },
		{ "import os; print(os.environ['HOME'], os.getcwd())", "" },
		{ "x = {'system': 1}; print(x['system'])", "" },
	};

	check_cases(GAFF_LANG_PYTHON, cases, COUNT_OF(cases));
}

TEST(guard_code__perl)
{
	static const struct code_case cases[] = {
		{ "system('rm -rf /')", "sh:rm -rf /" },
		{ "system \"git reset --hard\";", "sh:git reset --hard" },
		{ "system 'git', 'reset', '--hard';", "run:git|reset|--hard" },
		{ "system(qw(git reset --hard))", "run:git|reset|--hard" },
		{ "exec 'ls' or die", "sh:ls" },
		{ "my @a = ('git', 'gc'); system(@a)", "run:git|gc" },
		{ "my $c = 'git gc'; system($c)", "sh:git gc" },
		{ "my $d = '/'; system(\"rm -rf $d\")", "sh:rm -rf /" },
		{ "system(\"rm -rf $d/x $h{a}{b} @{[1]} z\")", "sh:rm -rf ?/x ? ? z" },
		{ "system('rm ' . '-rf' . $x)", "sh:rm -rf?" },
		{ "system('it\\'s $x')", "sh:it's $x" },
		{ "print `git gc`", "sh:git gc" },
		{ "print qx{git {gc}}", "sh:git {gc}" },
		{ "my $x = qx/git gc/;", "sh:git gc" },
		{ "open(F, 'git gc |')", "sh:git gc " },
		{ "open(F, '| git gc')", "sh: git gc" },
		{ "open(my $f, '-|', 'git', 'gc')", "run:git|gc" },
		{ "open my $f, '<', '.env' or die;", "read:.env" },
		{ "open(F, '>', 'x')", "write:x" },
		{ "open(F, '>x')", "write:x" },
		{ "open(F, '.env')", "read:.env" },
		{ "unlink 'a', \"b\";", "del:a\ndel:b" },
		{ "unlink glob('*.o')", "del:?" },
		{ "use File::Path; rmtree('x')", "tree:x" },
		{ "use File::Path; File::Path::remove_tree('x', 'y')", "tree:x\ntree:y" },
		{ "eval 'system(\"ls\")'", "sh:ls" },
		{ "eval { system('ls') }; eval $x", "sh:ls\neval" },
		{ "eval { 1 };", "" },
		{ "print 'system(\"ls\")'; # system('x')", "" },
		{ "s/system('x')/y/; print if m{unlink 'x'}", "" },
		{ "print if /system \"ls\"/", "" },
		{ "$system = 1; print $h{system}, $x->system", "" },
		{ "print \"a#b\", $#a; system('x')", "sh:x" },
		{ "print -s $f; system('x')", "sh:x" },
		{ "my %h = (system => 1, exec => 2);", "" },
	};

	check_cases(GAFF_LANG_PERL, cases, COUNT_OF(cases));
}

TEST(guard_code__ruby)
{
	static const struct code_case cases[] = {
		{ "system('rm -rf /')", "sh:rm -rf /" },
		{ "system 'git', 'gc'", "run:git|gc" },
		{ "system \"git #{x} gc\"", "sh:git ? gc" },
		{ "x = 'reset'\nsystem \"git #{x} --hard\"", "sh:git reset --hard" },
		{ "system(*%w[git reset --hard])", "run:git|reset|--hard" },
		{ "system({'A' => 'b'}, 'git', 'gc')", "run:git|gc" },
		{ "exec %q(git gc)", "sh:git gc" },
		{ "puts `git gc`", "sh:git gc" },
		{ "puts %x(git gc)", "sh:git gc" },
		{ "spawn('ls', out: '/dev/null')", "sh:ls" },
		{ "require 'open3'; Open3.capture2('git', 'gc')", "run:git|gc" },
		{ "IO.popen(['git', 'gc']).read", "run:git|gc" },
		{ "IO.popen('git gc')", "sh:git gc" },
		{ "Kernel.system('ls')", "sh:ls" },
		{ "Process.spawn 'ls' if true", "sh:ls" },
		{ "require 'fileutils'; FileUtils.rm_rf('/')", "tree:/" },
		{ "require 'fileutils'; FileUtils.rm_rf %w[a b]", "tree:a\ntree:b" },
		{ "FileUtils.remove_dir 'x'", "tree:x" },
		{ "File.delete('a', 'b')", "del:a\ndel:b" },
		{ "puts File.read('.env')", "read:.env" },
		{ "puts File.read(File.expand_path('~/.netrc'))", "read:~/.netrc" },
		{ "puts File.read(File.join(Dir.home, '.ssh'))", "read:?/.ssh" },
		{ "File.write('x', 'system(1)')", "write:x" },
		{ "File.open('x', 'w') { |f| f.write('y') }", "write:x" },
		{ "open('|git gc')", "sh:git gc" },
		{ "puts \"#{`git gc`}\"", "sh:git gc" },
		{ "eval('system(\"ls\")')", "sh:ls" },
		{ "eval gets", "eval" },
		{ "puts 'system(\"ls\")' # system('x')", "" },
		{ "x = 10 % 3; puts :system; h.delete('x')", "" },
		{ "puts s =~ /system 'x'/", "" },
		{ "puts ENV.fetch('system')", "" },
	};

	check_cases(GAFF_LANG_RUBY, cases, COUNT_OF(cases));
}

TEST(guard_code__node)
{
	static const struct code_case cases[] = {
		{ "require('child_process').execSync('rm -rf /')", "sh:rm -rf /" },
		{ "const cp = require('child_process'); cp.exec(\"git gc\")", "sh:git gc" },
		{ "const {execSync} = require('node:child_process'); execSync(`git gc`)", "sh:git gc" },
		{ "const {exec: e} = require('child_process'); e('git gc')", "sh:git gc" },
		{ "import {exec as e} from 'child_process'; e('git gc')", "sh:git gc" },
		{ "import * as cp from 'child_process'; cp.exec('git gc')", "sh:git gc" },
		{ "import cp from 'node:child_process'; cp.spawn('git', ['gc'])", "run:git|gc" },
		{ "const exec = require('util').promisify(require('child_process').exec); exec('ls')", "sh:ls" },
		{ "const e = require('child_process').exec; e('ls')", "sh:ls" },
		{ "require('child_process').spawnSync('git', ['reset', '--hard'], {stdio: 'inherit'})", "run:git|reset|--hard" },
		{ "require('child_process').spawnSync('git reset', {shell: true})", "sh:git reset" },
		{ "require('child_process').spawn('git', args)", "run:git|?" },
		{ "require('child_process').execFileSync('git', [...a, 'gc'])", "run:git|?|gc" },
		{ "require('child_process')['execSync']('ls')", "sh:ls" },
		{ "const cp = require('child_process'); cp[x]('ls')", "eval" },
		{ "const x='/'; require('child_process').execSync(`rm -rf ${x}`)", "sh:rm -rf /" },
		{ "require('child_process').execSync(`rm -rf ${a.b({c: 1})}/x`)", "sh:rm -rf ?/x" },
		{ "(await import('child_process')).execSync('ls')", "sh:ls" },
		{ "require('child_process').execSync(['git', 'gc'].join(' '))", "sh:git gc" },
		{ "require('fs').rmSync('x', {recursive: true, force: true})", "tree:x" },
		{ "require('fs').rmSync('x')", "del:x" },
		{ "require('fs').rmSync('x', {recursive: false})", "del:x" },
		{ "const fs = require('fs'); fs.rm('x', {recursive: true}, () => {})", "tree:x" },
		{ "require('fs').promises.rm('x', {recursive:true})", "tree:x" },
		{ "import {rm} from 'fs/promises'; await rm('x')", "del:x" },
		{ "const {unlink} = require('fs').promises; unlink('x')", "del:x" },
		{ "require('fs').unlinkSync('x'); fs.rmdirSync('y')", "del:x\ndel:y" },
		{ "console.log(require('fs').readFileSync('.env', 'utf8'))", "read:.env" },
		{ "fs.writeFileSync('x', 'execSync(1)')", "write:x" },
		{ "fs.readFileSync(path.join(os.homedir(), '.ssh/id_rsa'))", "read:~/.ssh/id_rsa" },
		{ "fs.readFileSync(require('os').homedir() + '/.netrc')", "read:~/.netrc" },
		{ "fs.readFileSync(process.env.HOME + '/.ssh/id_rsa')", "read:?/.ssh/id_rsa" },
		{ "eval(\"require('child_process').execSync('ls')\")", "sh:ls" },
		{ "new Function(x)()", "eval" },
		{ "`${require('child_process').execSync('ls')}`", "sh:ls" },
		{ "await $`rm -rf x`", "sh:rm -rf x" },
		{ "Bun.spawn(['git', 'gc'])", "run:git|gc" },
		{ "new Deno.Command('git', {args: ['gc']}).output()", "run:git|gc" },
		{ "Deno.remove('x', {recursive: true})", "tree:x" },
		{ "Deno.readTextFileSync('.env')", "read:.env" },
		{ "/a'b/.exec('rm'); const m = re.exec('rm -rf /')", "" },
		{ "// require('child_process').execSync('ls')\n/* execSync('x') */ console.log('execSync(1)')", "" },
		{ "const x = 4 / 2 / 1; console.log('a')", "" },
		{ "[1,2].map(x => x * 2).filter(Boolean)", "" },
		{ "console.log(JSON.parse('{}')['exec'])", "" },
		{ "db.exec('DELETE'); app.spawn('x'); emitter.remove('y')", "" },
	};

	check_cases(GAFF_LANG_NODE, cases, COUNT_OF(cases));
}

TEST(guard_code__php)
{
	static const struct code_case cases[] = {
		{ "system('rm -rf /');", "sh:rm -rf /" },
		{ "<?php echo shell_exec(\"git gc\"); ?>", "sh:git gc" },
		{ "exec('git ' . 'gc', $out);", "sh:git gc" },
		{ "$c = 'git gc'; passthru($c);", "sh:git gc" },
		{ "$d = '/'; passthru(\"rm -rf $d {$x['y']} ${z}\");", "sh:rm -rf / ? ?" },
		{ "echo `git gc`;", "sh:git gc" },
		{ "$f = 'system'; $f('ls');", "sh:ls" },
		{ "popen('git gc', 'r');", "sh:git gc" },
		{ "proc_open(['git', 'gc'], [], $p);", "run:git|gc" },
		{ "unlink('x'); rmdir('y');", "del:x\ndel:y" },
		{ "echo file_get_contents('.env');", "read:.env" },
		{ "file_put_contents('x', 'system(1)');", "write:x" },
		{ "fopen('x', 'w'); fopen('y', 'r');", "write:x\nread:y" },
		{ "eval('system(\"ls\");'); eval($x);", "eval\nsh:ls" },
		{ "// system('x')\n# exec('y')\n/* exec('z') */ echo 'system(1)';", "" },
		{ "$x->exec('SELECT 1'); $pdo::system('x');", "" },
	};

	check_cases(GAFF_LANG_PHP, cases, COUNT_OF(cases));
}

TEST(guard_code__lua_and_awk)
{
	static const struct code_case lua[] = {
		{ "os.execute('rm -rf /')", "sh:rm -rf /" },
		{ "os.execute 'git gc'", "sh:git gc" },
		{ "os.execute [[git gc]]", "sh:git gc" },
		{ "os.execute [==[git ]] gc]==]", "sh:git ]] gc" },
		{ "local c = 'git ' .. 'gc'; os.execute(c)", "sh:git gc" },
		{ "os.execute('rm ' .. x)", "sh:rm ?" },
		{ "io.popen('git gc'):read('*a')", "sh:git gc" },
		{ "os.remove('x') io.open('y', 'w') io.open('z')", "del:x\nwrite:y\nread:z" },
		{ "load('os.execute(\"ls\")')()", "sh:ls" },
		{ "-- os.execute('x')\n--[[ os.execute('y')\n]] print('os.execute(1)')", "" },
		{ "table.remove(t, 1)", "" },
	};
	static const struct code_case awk[] = {
		{ "BEGIN { system(\"rm -rf /\") }", "sh:rm -rf /" },
		{ "{ system(\"rm \" $1) }", "sh:rm ?" },
		{ "BEGIN { c = \"git gc\"; system(c) }", "sh:git gc" },
		{ "BEGIN { \"git gc\" | getline x; print x }", "sh:git gc" },
		{ "{ print $1 | \"sort -u\" }", "sh:sort -u" },
		{ "{ print $1, $2 > \"out.txt\" }", "write:out.txt" },
		{ "{ printf \"%s\", $1 >> \"out.txt\" }", "write:out.txt" },
		{ "BEGIN { while ((getline line < \".env\") > 0) print line }", "" },
		{ "BEGIN { getline < \".env\" }", "read:.env" },
		{ "{ print \"system(x)\" } # system(\"y\")", "" },
		{ "$1 > \"abc\" { print $1 }", "" },
		{ "$1 == \"a\" || $2 == \"b\" { print }", "" },
		{ "/system(\"x\")/ { n++ } END { print n }", "" },
	};

	check_cases(GAFF_LANG_LUA, lua, COUNT_OF(lua));
	check_cases(GAFF_LANG_AWK, awk, COUNT_OF(awk));
}
/* clang-format on */

TEST(guard_code__what_the_command_line_does_not_say)
{
	static char memory[1 << 16];
	struct arena a;

	gaff_arena_init(&a, memory, sizeof memory, 1 << 24);
	CHECK_TEXT(scan(&a, GAFF_LANG_PYTHON, SV("import os; os.system('rm -rf \0/x')")),
		   SV("sh:rm -rf ?/x"));
	CHECK_TEXT(scan(&a, GAFF_LANG_PYTHON, SV("\0")), SV("eval"));
	CHECK_TEXT(scan(&a, GAFF_LANG_PYTHON, SV("print(\0)")), SV("eval"));
	CHECK_TEXT(scan(&a, GAFF_LANG_NONE, SV("os.system('x')")), SV(""));
	gaff_arena_release(&a);
}

/* Nothing here is quadratic: of these it would take minutes. */
TEST(guard_code__is_linear)
{
	static const char *const units[] = {
		"system(",
		"system system ",
		"f\"{",
		"`${",
		"eval(\"",
		"x=x+",
		"[",
		"os.system('x');",
		"'",
		"x='aaaa';",
		"\"#{",
		"Path(",
		"getattr(os,",
		"unlink 'a',",
		"'{'.format(",
		"x.y.",
		"a | getline ",
		"%w[",
		"(x)",
		"system(x+x+x+x+x);",
		"print > ",
		"\\",
		"q{",
		"[[",
	};
	const size_t n = 1 << 17;
	char *text = malloc(n);

	for (size_t u = 0; text && u < COUNT_OF(units); u++) {
		size_t len = strlen(units[u]);

		for (size_t i = 0; i < n; i++)
			text[i] = units[u][i % len];
		for (enum gaff_language l = GAFF_LANG_PYTHON; l <= GAFF_LANG_AWK; l++) {
			struct gaff_code_found *f = NULL;
			struct gaff_err err;
			struct arena a;

			gaff_arena_init(&a, NULL, 0, 512u << 20);
			CHECK(gaff_code_scan(&a, l, (struct sv){ text, n }, &f, &err) == GAFF_OK);
			gaff_arena_release(&a);
		}
	}
	free(text);
}
