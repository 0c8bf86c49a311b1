#include "doctor/shell_scan.h"

#include "text/shell/shell.h"

static const char own_words[] =
	" . : [ [[ ! { } alias bg break builtin case cd command continue coproc declare dirs do "
	"done echo "
	"elif else enable esac eval exec exit export false fg fi for function getopts hash if in "
	"jobs kill let local mapfile popd printf pushd pwd read readonly return select set shift "
	"shopt source test then time times trap true type typeset ulimit umask unalias unset until "
	"wait while ";

/* Behind these a command's name follows. */
static const char openers[] = " builtin command exec nohup ";

static bool is_in(const char *list, struct sv word)
{
	char key[24];

	if (!word.n || word.n > 20)
		return false;
	key[0] = ' ';
	memcpy(key + 1, word.p, word.n);
	key[word.n + 1] = ' ';
	return sv_has(sv_of(list), (struct sv){ key, word.n + 2 });
}

bool gaff_shell_has(struct sv word)
{
	return is_in(own_words, word);
}

struct scan {
	struct arena *arena;
	struct sv text;
	gaff_shell_word *tell;
	void *context;
};

static void scan_nodes(const struct scan *s, const struct shell_node *node);
static void scan_words(const struct scan *s, const struct shell_word *word);

/* What is substituted in it has commands of its own. */
static void scan_parts(const struct scan *s, const struct shell_word *word)
{
	for (const struct shell_part *part = word->part; part; part = part->next) {
		if (part->node)
			scan_nodes(s, part->node);
		if (part->word)
			scan_words(s, part->word);
	}
}

static void scan_words(const struct scan *s, const struct shell_word *word)
{
	for (; word; word = word->next)
		scan_parts(s, word);
}

/* "$DIR"/x as $DIR/x: what is left of the quotes when it is computed. */
static struct sv without_quotes(const struct scan *s, const struct shell_word *word)
{
	struct buf b = buf_in(s->arena);

	for (size_t i = word->at; i < word->at + word->n; i++)
		if (s->text.p[i] != '"')
			buf_addc(&b, s->text.p[i]);
	return buf_sv(&b);
}

static void scan_simple(const struct scan *s, const struct shell_node *node)
{
	bool is_command = true;

	for (const struct shell_word *word = node->words; word; word = word->next) {
		struct sv text;
		bool is_plain = gaff_shell_plain(s->arena, word, &text);

		if (!is_plain)
			text = without_quotes(s, word);
		if (text.n)
			s->tell(s->context, text, is_command, is_plain);
		is_command = is_command && is_plain && is_in(openers, text);
		scan_parts(s, word);
	}
}

static void scan_nodes(const struct scan *s, const struct shell_node *node)
{
	for (; node; node = node->next) {
		if (node->kind == SHELL_SIMPLE)
			scan_simple(s, node);
		else
			scan_words(s, node->words);
		for (const struct shell_assign *a = node->assigns; a; a = a->next)
			scan_words(s, a->value);
		for (const struct shell_redirect *r = node->redirects; r; r = r->next)
			scan_words(s, r->target);
		scan_nodes(s, node->child);
	}
}

void gaff_shell_scan(struct arena *a, struct sv text, gaff_shell_word *tell, void *context)
{
	struct scan s = { .arena = a, .text = text, .tell = tell, .context = context };
	struct gaff_err ignored;
	struct shell shell;

	if (memchr(text.p, 0, text.n) || gaff_shell_parse(a, text, &shell, &ignored) != GAFF_OK)
		return; /* no script */
	scan_nodes(&s, shell.root);
}
