#include "check.h"

#include <time.h>

#include "base/limits.h"
#include "text/shell/shell.h"

/*
 * The tree in one line:
 *
 *	words        text is itself, 'quoted' in quotes; <*> is a pattern, $x{:-word} a parameter,
 *	             $(list), <(list), $((word)), ~name~ a home, {a|b} braces; '' is an empty word
 *	commands     x=value word 2>file; "&" behind what runs in the background
 *	compounds    (list), group{list}, if{list, list}, for[words]{list}, ...
 */

static void add(struct buf *out, const char *text)
{
	gaff_buf_add(out, sv_of(text));
}

static void add_list(struct buf *out, const struct shell_node *node);
static void add_node(struct buf *out, const struct shell_node *node);

static void add_words(struct buf *out, const struct shell_word *word, const char *between);

static void add_part(struct buf *out, const struct shell_part *part)
{
	switch (part->kind) {
	case SHELL_TEXT:
		add(out, part->is_quoted ? "'" : "");
		gaff_buf_add(out, part->text);
		add(out, part->is_quoted ? "'" : "");
		return;
	case SHELL_GLOB:
		add(out, "<");
		gaff_buf_add(out, part->text);
		if (part->word) {
			add(out, " ");
			add_words(out, part->word, " ");
		}
		add(out, ">");
		return;
	case SHELL_PARAM:
		add(out, part->is_quoted ? "\"$" : "$");
		gaff_buf_add(out, part->text);
		if (part->op.n || part->word) {
			add(out, "{");
			gaff_buf_add(out, part->op);
			add(out, part->word ? " " : "");
			add_words(out, part->word, " ");
			add(out, "}");
		}
		add(out, part->is_quoted ? "\"" : "");
		return;
	case SHELL_COMMAND:
	case SHELL_PROCESS:
		add(out, part->is_quoted ? "\"" : "");
		if (part->kind == SHELL_PROCESS)
			gaff_buf_add(out, part->op);
		else
			add(out, "$");
		add(out, "(");
		add_node(out, part->node);
		add(out, ")");
		add(out, part->is_quoted ? "\"" : "");
		return;
	case SHELL_ARITH:
		add(out, "$((");
		add_words(out, part->word, " ");
		add(out, "))");
		return;
	case SHELL_TILDE:
		add(out, "~");
		gaff_buf_add(out, part->text);
		add(out, "~");
		return;
	case SHELL_BRACE:
		add(out, "{");
		add_words(out, part->word, "|");
		add(out, "}");
		return;
	}
}

static void add_words(struct buf *out, const struct shell_word *word, const char *between)
{
	for (; word; word = word->next) {
		if (!word->part)
			add(out, "''");
		for (const struct shell_part *part = word->part; part; part = part->next)
			add_part(out, part);
		add(out, word->next ? between : "");
	}
}

static void add_assigns(struct buf *out, const struct shell_assign *assign)
{
	for (; assign; assign = assign->next) {
		gaff_buf_add(out, assign->name);
		add(out, assign->is_append ? "+=" : "=");
		add(out, assign->is_array ? "(" : "");
		add_words(out, assign->value, " ");
		add(out, assign->is_array ? ")" : "");
		add(out, assign->next ? " " : "");
	}
}

static void add_redirects(struct buf *out, const struct shell_redirect *redirect)
{
	static const char *const names[] = { "<", ">", ">>", "<&", ">&", "&>", "&>>", "<<", "<<<" };

	for (; redirect; redirect = redirect->next) {
		struct shell_word one = *redirect->target;

		one.next = NULL;
		if (redirect->fd > 9)
			add(out, "N");
		else
			buf_addc(out, (char)('0' + redirect->fd));
		add(out, redirect->is_both ? "<>" : names[redirect->op]);
		add_words(out, &one, "");
		add(out, redirect->next ? " " : "");
	}
}

static const char *const names[] = {
	[SHELL_SIMPLE] = "",     [SHELL_PIPE] = "pipe",         [SHELL_LIST] = "",
	[SHELL_GROUP] = "group", [SHELL_SUBSHELL] = "sub",      [SHELL_IF] = "if",
	[SHELL_LOOP] = "loop",   [SHELL_FOR] = "for",           [SHELL_CASE] = "case",
	[SHELL_TEST] = "test",   [SHELL_FUNCTION] = "function", [SHELL_MATH] = "math",
	[SHELL_TIME] = "time",   [SHELL_COPROC] = "coproc",     [SHELL_OPAQUE] = "OPAQUE",
};

static void add_node(struct buf *out, const struct shell_node *node)
{
	if (node->kind == SHELL_SIMPLE) {
		add_assigns(out, node->assigns);
		add(out, node->assigns && node->words ? " " : "");
		add_words(out, node->words, " ");
		add(out, (node->assigns || node->words) && node->redirects ? " " : "");
	} else if (node->kind == SHELL_LIST) {
		add_list(out, node->child);
	} else {
		add(out, names[node->kind]);
		if (node->words || (node->kind == SHELL_FOR && node->has_in)) {
			add(out, "[");
			add_words(out, node->words, " ");
			add(out, node->kind == SHELL_FOR && !node->has_in ? " @]" : "]");
		}
		if (node->child) {
			add(out, "{");
			add_list(out, node->child);
			add(out, "}");
		}
		add(out, node->redirects ? " " : "");
	}
	add_redirects(out, node->redirects);
	if (node->is_background)
		add(out, " &");
}

/* Commands with what joins them; lists of a compound command with a comma. */
static void add_list(struct buf *out, const struct shell_node *node)
{
	for (; node; node = node->next) {
		add_node(out, node);
		if (!node->next)
			continue;
		if (!node->joint) {
			add(out, ", ");
			continue;
		}
		add(out, node->joint == ';' ? "" : " ");
		buf_addc(out, node->joint);
		add(out, " ");
	}
}

static char storage[1 << 16];

static struct sv read_sv(struct arena *a, struct sv text)
{
	struct buf out = buf_in(a);
	struct gaff_err err;
	struct shell shell;

	if (gaff_shell_parse(a, text, &shell, &err) != GAFF_OK)
		return SV("out of memory");
	if (shell.root)
		add_node(&out, shell.root);
	if (shell.is_incomplete)
		add(&out, " ...");
	return buf_sv(&out);
}

struct row {
	const char *text, *want;
};

static void check_rows(int line, const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena a;
		struct sv got;

		gaff_arena_init(&a, storage, sizeof storage, GAFF_ARENA_MAX);
		got = read_sv(&a, sv_of(row[i].text));
		if (!sv_eq(got, sv_of(row[i].want)))
			printf("of: %s\n", row[i].text);
		check_text(__FILE__, line, got, sv_of(row[i].want));
		gaff_arena_release(&a);
	}
}

#define CHECK_ROWS(...)                                                                            \
	do {                                                                                       \
		static const struct row rows_[] = { __VA_ARGS__ };                                 \
		check_rows(__LINE__, rows_, COUNT_OF(rows_));                                      \
	} while (0)

TEST(shell__quotes)
{
	CHECK_ROWS({ "", "" }, { "  \t # only a comment", "" },
		   { "git reset --hard", "git reset --hard" },
		   { "'git' re\"se\"t \\--hard", "'git' re'se't '-'-hard" },
		   { "g\\it 'a b'c\"d e\"", "g'i't 'a b'c'd e'" },
		   { "a '' \"\" b''c", "a '' '' bc" },
		   { "\"a\\$b\\`\\\"\\\\\\n\"", "'a$b`\"\\\\n'" }, { "a#b #c", "a#b" },
		   { "echo 'a\\nb'", "echo 'a\\nb'" }, { "a\\", "a'\\'" }, { "a\rb", "a\rb" },
		   { "$'a\\n\\x41\\101\\u00e9\\cA\\'\\q'b", "'a\nAA\303\251\001'\\q'b" },
		   { "$'a\\0b'c $'\\x{41}\\c?\\E'", "'a'c 'A\177\033'" },
		   { "$\"a $b\"", "'a '\"$b\"" }, { "'open", "'open' ..." },
		   { "\"open $x", "'open '\"$x\" ..." }, { "$'open", "'open' ..." });
}

TEST(shell__line_ends_that_are_hidden)
{
	CHECK_ROWS({ "g\\\nit re\\\nset", "git reset" }, { "a &\\\n& b |\\\n| c", "a & b | c" },
		   { "'a\\\nb' \"a\\\nb\"", "'a\\\nb' 'ab'" },
		   { "i\\\nf a; th\\\nen b; fi", "if{a, b}" },
		   { "$\\\n(a) $\\\nx ${x\\\ny} $x\\\ny", "$(a) $x $xy $xy" },
		   { "x\\\ny=1 a", "xy=1 a" }, { "a >\\\n> f", "a 1>>f" },
		   { "# a \\\ngit x", "git x" });
}

TEST(shell__lists_and_pipes)
{
	CHECK_ROWS({ "a; b & c && d || e\nf", "a; b &; c & d | e; f" },
		   { "a | b |& c", "pipe{a | b + c}" }, { "! a | b", "time{pipe{a | b}}" },
		   { "time -p a; time ! b", "time{a}; time{b}" }, { "time -f x a", "time -f x a" },
		   { "!", "time" }, { "! ! a", "time{a}" }, { "a &&\n# c\n\nb", "a & b" },
		   { "a |\n b", "pipe{a | b}" }, { "a;", "a" }, { "a &", "a &" },
		   { "!(a)", "time{sub{a}}" }, { "echo a!b !", "echo a!b !" });
}

TEST(shell__what_is_no_command_line)
{
	CHECK_ROWS({ "&& git x", "git x" }, { "| x", "x" }, { ";; x", "x" }, { ") x", "x" },
		   { "a ) b", "a; b" }, { "done; a; fi } b", "a; b" }, { "then a", "a" },
		   { "a && && b", "a & b" }, { "a || ; b", "a | b" },
		   { "if a; then b", "if{a, b} ..." }, { "{ a; b", "group{a; b} ..." },
		   { "(a; b", "sub{a; b} ..." }, { "$(a", "$(a) ..." }, { "`a", "$(a) ..." },
		   { "${x:-$(a)", "$x{:- $(a)} ..." }, { "(if a)", "sub{if{a, }}" },
		   { "git (x)", "git; sub{x}" }, { "a > ; b", "a 1>''; b" }, { "a >", "a 1>''" },
		   { "{ if a; }", "group{if{a, }}" },
		   { "case x in a) b )c", "case[x a]{b; c} ..." }, { "[[ a; b", "OPAQUE[a]; b" },
		   { "for x; b", "for[x @]{}; b" });
}

TEST(shell__compounds)
{
	CHECK_ROWS(
		{ "(a; b) > f", "sub{a; b} 1>f" },
		{ "{ a; b; } 2>&1 | c", "pipe{group{a; b} 2>&1 | c}" }, { "((a))", "math" },
		{ "(( $x + $(y) ))", "math[\"$x\"\"$(y)\"]" }, { "((a); b)", "sub{sub{a}; b}" },
		{ "( (a) )", "sub{sub{a}}" },
		{ "if a; then b; elif c; then d; else e; fi <f", "if{a, b, c, d, e} 0<f" },
		{ "for x in a $b *.c; do c; d; done", "for[x a $b <*>.c]{c; d}" },
		{ "for x; do a; done", "for[x @]{a}" }, { "for x\ndo a; done", "for[x @]{a}" },
		{ "for x in; do a; done", "for[x]{a}" },
		{ "for x in a b; { c; }", "for[x a b]{c}" },
		{ "for ((i=0;i<$n;i++)); do a; done", "loop[\"$n\"]{a}" },
		{ "for ((;;)) { a; }", "loop{a}" },
		{ "select x in a b; do c; done", "for[x a b]{c}" },
		{ "while a; do b; done", "loop{a, b}" }, { "until a\ndo\nb\ndone", "loop{a, b}" },
		{ "case $x in a|b) c;; (d) e;& *) f;;& esac", "case[$x a b d <*>]{c, e, f}" },
		{ "case x in\nesac", "case[x]" }, { "case x in a) b; esac; c", "case[x a]{b}; c" },
		{ "case x in (esac) b;; esac", "case[x esac]{b}" },
		{ "case x in if) b;; esac", "case[x if]{b}" },
		{ "case x in a) ;; b) esac", "case[x a b]{, }" },
		{ "f() { a; } >x", "function[f]{group{a} 1>x}" },
		{ "f ( ) (a)", "function[f]{sub{a}}" },
		{ "function f { a; }", "function[f]{group{a}}" },
		{ "function f-g ()\n{ a; }", "function[f-g]{group{a}}" },
		{ ":(){ :|:& };:", "function[:]{group{pipe{: | :} &}}; :" },
		{ "coproc a b", "coproc{a b}" }, { "coproc N { a; }", "coproc[N]{group{a}}" },
		{ "coproc { a; } >x", "coproc{group{a} 1>x}" },
		{ "[[ $a == b* && -f x || ! ( c < d ) ]] && e", "test[$a == b<*> -f x ! c d] & e" },
		{ "[[ $a =~ ^(a|b c)$ ]]", "test[$a ^(a|b c)$]" }, { "[[ a\n&& b ]]", "test[a b]" },
		{ "if(a)then(b)fi", "if{sub{a}, sub{b}}" },
		{ "echo if then; \\if 'fi' i''f", "echo if then; 'i'f 'fi' if" },
		{ "{ a; } always { b; }", "group{a}; group{b}" },
		{ "for x (a b) { c; }", "for[x a b]{c}" });
}

TEST(shell__redirections)
{
	CHECK_ROWS(
		{ "a <i >o >>p 2>q 3<>r >|s", "a 0<i 1>o 1>>p 2>q 3<>r 1>s" },
		{ "a &>f &>>g >&h 2>&1 <&3 >&- 1>&2-", "a 1&>f 1&>>g 1&>h 2>&1 0<&3 1>&- 1>&2-" },
		{ ">f a b", "a b 1>f" }, { ">f", "1>f" },
		{ "a 2 >f a2>g 2a>h", "a 2 a2 2a 1>f 1>g 1>h" },
		{ "a {fd}>f {x,y}>g", "a {x|y} N>f 1>g" }, { "a <<<\"$x\" b", "a b 0<<<\"$x\"" },
		{ "a > \"b c\" x=1", "a x=1 1>'b c'" }, { "a < <(b) > >(c)", "a 0<<(b) 1>>(c)" },
		{ "&>f a", "a 1&>f" }, { "a >&$x", "a 1&>$x" });
}

TEST(shell__here_documents)
{
	CHECK_ROWS(
		{ "cat <<A\nb $c `d` \\$e \"f\"\nA\ng",
		  "cat 0<<'b '\"$c\"' '\"$(d)\"' $e \"f\"\n'; g" },
		{ "cat <<'A'\nb $c\nA\ng", "cat 0<<'b $c\n'; g" },
		{ "cat <<\"A\"\n$c\nA\ng", "cat 0<<'$c\n'; g" },
		{ "cat <<\\A\n$c\nA\ng", "cat 0<<'$c\n'; g" },
		{ "cat <<-A | b\n\tx\n\t\ty $z\n\tA\nc", "pipe{cat 0<<'x\ny '\"$z\"'\n' | b}; c" },
		{ "cat <<-'A'\n\tx\n\ty\n\tA\nc", "cat 0<<'x\ny\n'; c" },
		{ "a <<A; b <<B\n1\nA\n2\nB\nc", "a 0<<'1\n'; b 0<<'2\n'; c" },
		{ "x $(a <<A\n1\nA\n) y", "x $(a 0<<'1\n') y" },
		{ "x $(a <<A) y\n1\nA\nz", "x $(a 0<<'1\n') y; z" },
		{ "x $(a <<A\n1\nA) y", "x $(a 0<<'1\n') y" }, { "a <<A\n1\n", "a 0<<'1\n' ..." },
		{ "a <<A", "a 0<<'' ..." }, { "a <<A\nA\nb", "a 0<<''; b" },
		{ "a <<''\nx\n\nb", "a 0<<'x\n'; b" }, { "a <<A\nx\\\nA\nA\nb", "a 0<<'xA\n'; b" },
		{ "a <<A\nx\\\\\nA\nb", "a 0<<'x\\\n'; b" },
		{ "a <<AB\nx\nA\\\nB\nb", "a 0<<'x\n'; b" },
		{ "a <<$x\n1\n$x\nb", "a 0<<'1\n'; b" },
		{ "if a <<A; then\n1\nA\nb; fi", "if{a 0<<'1\n', b}" },
		{ "a <<A &&\n1\nA\nb", "a 0<<'1\n' & b" },
		{ "a << A\n$(b\nc)\nA", "a 0<<\"$(b; c)\"'\n'" });
}

TEST(shell__substitutions)
{
	CHECK_ROWS({ "a $x $1 $? $@ $$ $ $% \"$x\"", "a $x $1 $? $@ $$ $ $% \"$x\"" },
		   { "$12 ${12}", "$12 $12" },
		   { "${x} ${x:-a b} ${x%%*.c} ${x//a/b} ${x:1:2}",
		     "$x $x{:- a b} $x{%% <*>.c} $x{// a/b} $x{: 1:2}" },
		   { "${#x} ${#} ${#@} ${##} ${#-x}", "$x{len} $# $@{len} $#{len} $#{- x}" },
		   { "${!x} ${!x@} ${!x:-a}", "$x{!} $x{!@} $x{!:- a}" },
		   { "${x[0]} ${x[@]:-y} ${x[$(a)]}", "$x{[ '0'} $x{:- y '@'} $x{[ \"$(a)\"}" },
		   { "${x^^} ${x,} ${x@Q} ${x=$y}", "$x{^^} $x{,} $x{@Q} $x{= $y}" },
		   { "${x:-${y:-$(a)}}", "$x{:- $y{:- $(a)}}" },
		   { "\"${x:-a 'b' \"c\"}\"", "\"$x{:- 'a 'b' c'}\"" },
		   { "\"${x:-'$(a)'}\" \"${x#'}'}\"", "\"$x{:- '''\"$(a)\"'''}\" \"$x{# '}'}\"" },
		   { "${x:-'a}b'} ${x:-\\}}", "$x{:- 'a}b'} $x{:- '}'}" },
		   { "${ a; b; }c ${| a;}", "$(a; b)c $(a)" },
		   { "$(a; b) \"$(c \"d\")\"", "$(a; b) \"$(c 'd')\"" }, { "$(a # )\n)", "$(a)" },
		   { "$()", "$()" }, { "$(case x in a) b;; esac)", "$(case[x a]{b})" },
		   { "`a \\`b\\` \\\\c \\$x`", "$(a $(b) 'c' $x)" },
		   { "\"`a \\\"b\\\"`\" `a \\\"b\\\"`", "\"$(a 'b')\" $(a '\"'b'\"')" },
		   { "$((1 + $x)) $(( (1) ))", "$((\"$x\")) $(())" },
		   { "$((a); b) $( (a) )", "$(sub{a}; b) $(sub{a})" },
		   { "$((x) ) $[1 + $y]", "$(sub{x}) $((\"$y\"))" },
		   { "$(('$(a)'))", "$((\"$(a)\"))" },
		   { "a <(b) >(c) =(d) e<(f)", "a <(b) >(c) =(d) e<(f)" },
		   { "\"a<(b)\"", "'a<(b)'" });
}

TEST(shell__assignments)
{
	CHECK_ROWS({ "x=1 y= z+=a b c=d", "x=1 y='' z+=a b c=d" },
		   { "x=(a $b 'c')", "x=(a $b 'c')" }, { "x+=(a\nb # c\n) y", "x+=(a b) y" },
		   { "x=()", "x=()" }, { "x[1]=a y[$(b)]=c", "x=(a) y=(c \"$(b)\")" },
		   { "x[1 + 2]=a", "x=(a)" }, { "1x=a", "1x=a" }, { "x''=1", "x=1" },
		   { "x={a,b} c", "x={a,b} c" },
		   { "declare -a x=(a $(b)) y=1", "x=(a $(b)) declare -a y=1" },
		   { "x=a>b", "x=a 1>b" }, { "x[a", "x[a" }, { "x[a]", "x<[a]>" });
}

TEST(shell__patterns_homes_and_braces)
{
	CHECK_ROWS({ "*.c ?[a-z][!]x] '*' \\?", "<*>.c <?><[a-z]><[!]x]> '*' '?'" },
		   { "[ a ] [[:alpha:]]x", "[ a ] <[[:alpha:]]>x" }, { "a[\"b\"]", "a<[>'b']" },
		   { "@(a|b) !(x)y x?(z)", "<@(a|b)> <!(x)>y x<?(z)>" },
		   { "e @(a|$(b)) +(c) *(d)", "e <@(a|$(b)) $(b)> <+(c)> <*(d)>" },
		   { "~ ~/a ~b/c a~ '~' ~$x ~'a'", "~~ ~~/a ~b~/c a~ '~' ~$x ~'a'" },
		   { "x=~/a:~b:c~ y ~:a z=~ --p=~", "x=~~/a:~b~:c~ y ~~:a z=~~ --p=~" },
		   { "${x:-~/a}", "$x{:- ~~/a}" },
		   { "a{b,c{d,e}}f {} {a} {a,b", "a{b|c{d|e}}f {} {a} {a,b" },
		   { "{,a} {a,} {a,{b}}", "{''|a} {a|''} {a|{b}}" },
		   { "{a{b,c} {a,b}} {'a,b'}", "{a{b|c} {a|b}} {'a,b'}" },
		   { "{1..3} {c..a} {01..10..4} {-1..1}", "{1|2|3} {c|b|a} {01|05|09} {-1|0|1}" },
		   { "{1..100} {1..} {a..1}", "{1..100} {1..} {a..1}" },
		   { "{a,$(b,c)} {\"a b\",c}", "{a|$(b,c)} {'a b'|c}" }, { "{a,b c}", "{a,b c}" },
		   { "${x}{a,b}", "$x{a|b}" }, { "git{,-x} \\{a,b}", "git{''|-x} '{'a,b}" });
}

/* Where one shell sees a command that another does not, or that counting brackets would hide. */
TEST(shell__hidden_commands)
{
	CHECK_ROWS({ "((rm -rf x))", "sub{sub{rm -rf x}}" },
		   { "$((a $(# )\n)) )", "$(sub{a $()})" },
		   { "x[$(# '\n)]=y; a; b ')]=z'", "x=(y \"$()\"); a; b ')]=z'" },
		   { "x[ ; a b ]=c", "x[; a b ]=c" },
		   { "coproc \"n\" { a; }", "coproc['n']{group{a}}" }, { "if<(a) b", "if<(a) b" },
		   { "function f a b", "function[f]{a b}" },
		   { "function f g { a; }", "function[f g]{group{a}}" },
		   { "a <<$(b\nc", "a 0<<$(OPAQUE); sub{b} ..." },
		   { "echo a\\\n!(b)", "echo a<!(b)>" });
}

TEST(shell__without_nul)
{
	static const char text[] = "g\0it 're\0set'";
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, GAFF_ARENA_MAX);
	CHECK_TEXT(read_sv(&a, (struct sv){ text, sizeof text - 1 }), SV("git 'reset'"));
	gaff_arena_release(&a);
}

TEST(shell__too_deep_is_said)
{
	struct gaff_err err;
	struct shell shell;
	struct arena a;
	struct buf text, out;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	text = buf_in(&a);
	for (int i = 0; i <= GAFF_SHELL_DEPTH_MAX; i++)
		add(&text, "$(");
	for (int i = 0; i <= GAFF_SHELL_DEPTH_MAX; i++)
		add(&text, ")");
	add(&text, " b");
	CHECK(gaff_shell_parse(&a, buf_sv(&text), &shell, &err) == GAFF_OK);
	CHECK(!shell.is_incomplete);
	out = buf_in(&a);
	add_node(&out, shell.root);
	CHECK(sv_has(buf_sv(&out), SV("$(OPAQUE)")));
	CHECK(sv_has(buf_sv(&out), SV(") b")));
	gaff_arena_release(&a);
}

/* What would take forever, or all memory, if anything were looked at again and again. */
TEST(shell__takes_linear_time)
{
	static const char *const pieces[] = {
		"\"$(",        "$((",
		"$(( $(( 1) ", "`",
		"\\`",         "{",
		"{a,",         "(",
		"((",          "${a:-",
		"<<A ",        "<<A\n",
		"$(<<A\n",     "[",
		"a[",          "a[$(",
		"@(",          "@($(",
		"[[ ",         "[[ a\n",
		"f()",         "! ",
		"time ",       "coproc ",
		"coproc a ",   "if ",
		"case x in ",  "case x in a) ",
		"'a'\\b",      "a\\\n",
		"a=~:",        ":~",
		"$'\\x41'",    "x=(",
		"{ ",          "$[",
		"${x[",        "<(",
		"function f ", "a;",
		"for x in ",   "$(case x in a) `",
		"<<A;`$(",     "\"`\\\"",
		"<<$(",        "{a,$(",
		"((a) ",       "$((a) ",
		"a|",          "}",
		"${ a;",       "\"${x#'",
		"<<A $(",      "$(a<<A ",
		"x=~\\\n",     "a<b{c,d}",
		"{1..64}",
	};
	const size_t size = 1 << 20;
	char *text = malloc(size);

	for (size_t i = 0; text && i < COUNT_OF(pieces); i++) {
		struct sv piece = sv_of(pieces[i]);
		struct gaff_err err;
		struct shell shell;
		struct arena a;
		clock_t start;
		double took;

		for (size_t k = 0; k < size; k++)
			text[k] = piece.p[k % piece.n];
		gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
		start = clock();
		CHECK(gaff_shell_parse(&a, (struct sv){ text, size }, &shell, &err) == GAFF_OK);
		took = (double)(clock() - start) / CLOCKS_PER_SEC;
		CHECK(took < 20); /* with room for valgrind; usual are 0.1 */
		gaff_arena_release(&a);
	}
	free(text);
}
