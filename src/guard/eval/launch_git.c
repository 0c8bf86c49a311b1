#include "guard/eval/launch.h"
#include "text/words.h"

/* What git is told to start: by its settings, and by aliases. */

/* Settings whose value git hands to a shell. */
static const char git_commands[] =
	"core.pager core.editor core.sshcommand core.fsmonitor core.askpass sequence.editor "
	"diff.external credential.helper uploadpack.packobjectshook gpg.program "
	"interactive.difffilter core.gitproxy core.alternaterefscommand";

/* The same, of one of many: diff.x.textconv. */
static const char git_command_kinds[] =
	"pager.* diff.*.textconv diff.*.command filter.*.clean filter.*.smudge filter.*.process "
	"merge.*.driver mergetool.*.cmd difftool.*.cmd browser.*.cmd man.*.cmd gpg.*.program "
	"credential.*.helper remote.*.uploadpack remote.*.receivepack trailer.*.command "
	"trailer.*.cmd tar.*.command sendemail.*cmd";

static bool is_command_setting(struct sv key)
{
	const char *kinds = git_command_kinds;
	struct sv kind, start, end;

	while (list_next(&kinds, &kind))
		if (sv_split(kind, '*', &start, &end) && sv_starts(key, start) &&
		    key.n > start.n + end.n && sv_eq(sv_skip(key, key.n - end.n), end))
			return true;
	return gaff_is_among(key, git_commands);
}

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
		struct sv name = sv_skip(key, 6);

		if (name.n > 8 && sv_eq(sv_skip(name, name.n - 8), SV(".command")))
			name.n -= 8;
		b = walk_bind(w, BIND_GIT_ALIAS, name);
		if (b)
			b->value = value_of(value);
	} else if (is_command_setting(key)) {
		launch_text(w, p, value.n && value.p[0] == '!' ? sv_skip(value, 1) : value, where,
			    io);
	}
}

static void git_alias_text(struct walk *w, const struct gaff_program *p, size_t at, struct sv text,
			   struct io io)
{
	struct fields words = { 0 };
	struct sv name = p->word[at].text;

	if (text.n && text.p[0] == '!') {
		text = sv_join(w->arena, sv_skip(text, 1), SV(" "), launch_joined(w, p, at + 1));
		launch_text(w, p, text, p->word[at], io);
		return;
	}
	fields_add(w, &words, p->word[0]);
	fields_split(w, &words, text, p->word[at]);
	if (words.n > 1 && sv_eq(words.item[1].text, name))
		return; /* git has no alias for itself */
	fields_add_all(w, &words, p->word + at + 1, p->n - at - 1);
	launch_words(w, p, &words, io);
}

static void git_alias(struct walk *w, const struct gaff_program *p, size_t at, struct io io)
{
	const struct binding *alias = walk_find(w, BIND_GIT_ALIAS, lower(w, p->word[at].text));

	for (size_t i = 0; alias && i < alias->value.n; i++)
		git_alias_text(w, p, at, alias->value.alt[i], io);
}

void launch_git_program(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct gaff_word git = p->word[0], sub = p->word[0];
	struct fields words = { 0 };

	git.text = SV("git");
	sub.text = sv_skip(p->name, 4);
	fields_add(w, &words, git);
	fields_add(w, &words, sub);
	fields_add_all(w, &words, p->word + 1, p->n - 1);
	launch_words(w, p, &words, io);
}

/* GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='reset --hard': settings by variables. */
static void git_variables(struct walk *w, const struct gaff_program *p, struct io io)
{
	char key[] = "GIT_CONFIG_KEY_0", value[] = "GIT_CONFIG_VALUE_0";

	if (walk_find(w, BIND_VARIABLE, SV("GIT_CONFIG_PARAMETERS")))
		walk_unknown(w, "settings of git in a variable", p->at, p->n_at);
	if (!walk_find(w, BIND_VARIABLE, SV("GIT_CONFIG_COUNT")))
		return;
	for (char i = '0'; i <= '9'; i++) {
		const struct binding *k, *v;

		key[sizeof key - 2] = value[sizeof value - 2] = i;
		k = walk_find(w, BIND_VARIABLE, sv_of(key));
		v = k ? walk_find(w, BIND_VARIABLE, sv_of(value)) : NULL;
		if (v && k->value.n && v->value.n)
			git_setting(w, p, k->value.alt[0], v->value.alt[0], p->word[0], io);
	}
}

/* -c k=v, --config-env=k=VARIABLE, grep -O'program', ext::program; the last word that it took. */
static size_t git_word(struct walk *w, const struct gaff_program *p, size_t i, struct io io)
{
	struct sv text = p->word[i].text, key, value;
	bool is_variable = false;

	if (sv_starts(text, SV("ext::"))) {
		launch_text(w, p, sv_skip(text, 5), p->word[i], io);
		return i;
	}
	if (sv_starts(text, SV("-O")) && text.n > 2) {
		launch_text(w, p, sv_skip(text, 2), p->word[i], io);
		return i;
	}
	if (sv_starts(text, SV("--config-env="))) {
		text = sv_skip(text, 13);
		is_variable = true;
	} else if (gaff_is_among(text, "-c --config --config-env") && i + 1 < p->n) {
		is_variable = sv_eq(text, SV("--config-env"));
		text = p->word[++i].text;
	} else if (sv_starts(text, SV("--config="))) {
		text = sv_skip(text, 9);
	} else if (sv_starts(text, SV("-c"))) {
		text = sv_skip(text, 2);
	} else {
		return i;
	}
	if (!sv_split(text, '=', &key, &value))
		return i;
	if (is_variable) {
		const struct binding *b = walk_find(w, BIND_VARIABLE, value);

		value = b && !b->is_array && b->value.n == 1 ? b->value.alt[0] : value_hole;
	}
	git_setting(w, p, key, value, p->word[i], io);
	return i;
}

bool launch_git(struct walk *w, const struct gaff_program *p, struct io io)
{
	size_t first = launch_operand(p, 0, false);

	git_variables(w, p, io);

	for (size_t i = 1; i < p->n; i++)
		i = git_word(w, p, i, io);
	if (first >= p->n)
		return false;
	if (p->word[first].has_pattern) /* git r* */
		walk_unknown(w, "the sub-command is a pattern", p->word[first].at,
			     p->word[first].n);
	if (sv_eq(p->word[first].text, SV("config"))) {
		size_t key = launch_operand(p, 1, false), value;
		bool is_set = key < p->n && sv_eq(p->word[key].text, SV("set"));

		key = launch_operand(p, 1 + (size_t)is_set, false);
		value = launch_operand(p, 2 + (size_t)is_set, false);
		if (value < p->n)
			git_setting(w, p, p->word[key].text, p->word[value].text, p->word[value],
				    io);
		return false;
	}
	git_alias(w, p, first, io);
	return false;
}
