#include "guard/launch.h"

/* What git is told to start: by its settings, and by aliases. */

/* Settings whose value git hands to a shell. */
static const char git_commands[] =
	"core.pager core.editor core.sshcommand core.fsmonitor core.askpass sequence.editor "
	"diff.external credential.helper uploadpack.packobjectshook gpg.program "
	"interactive.difffilter";

static struct sv lower(struct walk *w, struct sv text)
{
	char *copy = gaff_arena_dup(w->arena, text);

	for (size_t i = 0; copy && i < text.n; i++)
		copy[i] = ascii_lower(copy[i]);
	return copy ? (struct sv){ copy, text.n } : text;
}

static void git_setting(struct walk *w, const struct gaff_program *p, struct sv key,
			struct sv value, struct gaff_word where, struct io io)
{
	struct binding *b;

	key = lower(w, key);
	if (sv_starts(key, SV("alias."))) {
		b = walk_bind(w, BIND_GIT_ALIAS, sv_skip(key, 6));
		if (b)
			b->value = value_of(value);
	} else if (launch_is_one_of(key, git_commands)) {
		launch_text(w, p, value.n && value.p[0] == '!' ? sv_skip(value, 1) : value, where,
			    io);
	}
}

static void git_alias(struct walk *w, const struct gaff_program *p, size_t at, struct io io)
{
	const struct binding *alias = walk_find(w, BIND_GIT_ALIAS, lower(w, p->word[at].text));
	struct fields words = { 0 };
	struct sv text;

	if (!alias || !alias->value.n)
		return;
	text = alias->value.alt[0];
	if (text.n && text.p[0] == '!') {
		struct buf b = buf_in(w->arena);

		gaff_buf_add(&b, sv_skip(text, 1));
		buf_addc(&b, ' ');
		gaff_buf_add(&b, launch_joined(w, p, at + 1));
		launch_text(w, p, buf_sv(&b), p->word[at], io);
		return;
	}
	fields_add(w, &words, p->word[0]);
	fields_split(w, &words, text, p->word[at]);
	for (size_t i = at + 1; i < p->n; i++)
		fields_add(w, &words, p->word[i]);
	launch_words(w, p, &words, io);
}

void launch_git_program(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct fields words = { 0 };
	struct gaff_word word = p->word[0];

	word.text = SV("git");
	fields_add(w, &words, word);
	word.text = sv_skip(p->name, 4);
	fields_add(w, &words, word);
	for (size_t i = 1; i < p->n; i++)
		fields_add(w, &words, p->word[i]);
	launch_words(w, p, &words, io);
}

/* GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='reset --hard': settings by variables. */
static void git_variables(struct walk *w, const struct gaff_program *p, struct io io)
{
	char key[] = "GIT_CONFIG_KEY_0", value[] = "GIT_CONFIG_VALUE_0";

	for (char i = '0'; i < '4'; i++) {
		const struct binding *k, *v;

		key[sizeof key - 2] = value[sizeof value - 2] = i;
		k = walk_find(w, BIND_VARIABLE, sv_of(key));
		v = k ? walk_find(w, BIND_VARIABLE, sv_of(value)) : NULL;
		if (v && k->value.n && v->value.n)
			git_setting(w, p, k->value.alt[0], v->value.alt[0], p->word[0], io);
	}
}

bool launch_git(struct walk *w, const struct gaff_program *p, const struct gaff_args *args,
		struct io io)
{
	size_t first = launch_operand(p, args, 0, false);

	git_variables(w, p, io);

	for (size_t i = 1; i < first && i < p->n; i++) {
		struct sv text = p->word[i].text;
		const char *eq;

		if (sv_eq(text, SV("-c")) && i + 1 < p->n)
			text = p->word[++i].text;
		else if (sv_starts(text, SV("-c")))
			text = sv_skip(text, 2);
		else
			continue;
		eq = text.n ? memchr(text.p, '=', text.n) : NULL;
		if (eq)
			git_setting(w, p, (struct sv){ text.p, (size_t)(eq - text.p) },
				    sv_skip(text, (size_t)(eq - text.p) + 1), p->word[i], io);
	}
	if (first >= p->n)
		return false;
	if (sv_eq(p->word[first].text, SV("config"))) {
		size_t key = launch_operand(p, args, 1, false), value;
		bool is_set = key < p->n && sv_eq(p->word[key].text, SV("set"));

		key = launch_operand(p, args, 1 + (size_t)is_set, false);
		value = launch_operand(p, args, 2 + (size_t)is_set, false);
		if (value < p->n)
			git_setting(w, p, p->word[key].text, p->word[value].text, p->word[value],
				    io);
		return false;
	}
	git_alias(w, p, first, io);
	return false;
}
