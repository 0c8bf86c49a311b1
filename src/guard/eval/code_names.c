#include "guard/eval/code_parts.h"
#include "guard/pieces.h"

/* Names that code gives to modules, functions and values. */

enum { VALUE_TOKENS_MAX = 256 };

static struct sv module_name(struct sv text)
{
	static const struct sv node = SV_INIT("node:");

	if (sv_starts(text, node))
		text = sv_skip(text, node.n);
	if (sv_eq(text, SV("fs/promises")) || sv_eq(text, SV("fs-extra")))
		text.n = 2;
	return text;
}

/* Its rank in the list of modules, or -1. */
static int module_rank(const struct code_scan *s, struct sv name)
{
	const char *list = s->language->modules;

	for (int rank = 0; name.n && list && *list; rank++) {
		size_t n = strcspn(list, " ");

		if (n == name.n && memcmp(list, name.p, n) == 0)
			return rank;
		list += n + (list[n] == ' ');
	}
	return -1;
}

const struct code_alias *gaff_code_alias(const struct code_scan *s, struct sv name)
{
	for (size_t i = s->n_aliases; i-- > 0;)
		if (sv_eq(s->alias[i].name, name))
			return &s->alias[i];
	return NULL;
}

static void add_alias(struct code_scan *s, struct sv name, struct sv target, bool is_module)
{
	if (s->n_aliases < CODE_ALIASES_MAX && !sv_eq(name, target))
		s->alias[s->n_aliases++] = (struct code_alias){ name, target, is_module };
}

bool gaff_code_module(const struct code_scan *s, struct sv name, struct sv *out)
{
	const struct code_alias *alias = gaff_code_alias(s, name);

	*out = alias && alias->is_module ? alias->target : name;
	return module_rank(s, *out) >= 0;
}

/* "x = require('child_process')", "x = os", "f = os.system": i is at what is behind "=". */
static void learn_assigned(struct code_scan *s, struct sv name, size_t i)
{
	struct sv target;

	while (code_is_name(code_at(s, i), "await"))
		i++;
	if (code_at(s, i)->kind != CODE_NAME || code_at(s, i)->sigil)
		return;
	if (gaff_code_listed("require __import__ import_module import importlib",
			     code_at(s, i)->text)) {
		if (code_is_op(code_at(s, i + 1), "."))
			i += 2;
		if (!code_is_op(code_at(s, i + 1), "(") || code_at(s, i + 2)->kind != CODE_STRING)
			return;
		target = module_name(code_at(s, i + 2)->text);
		if (module_rank(s, target) >= 0 &&
		    !code_is_member_op(code_at(s, code_behind(s, i + 1))))
			add_alias(s, name, target, true);
		i = code_behind(s, i + 1);
	} else {
		if (gaff_code_module(s, code_at(s, i)->text, &target) &&
		    !code_is_member_op(code_at(s, i + 1))) {
			add_alias(s, name, target, true);
			return;
		}
		i++;
	}
	while (code_is_member_op(code_at(s, i)) && code_at(s, i + 1)->kind == CODE_NAME) {
		struct sv member = code_at(s, i + 1)->text;

		i += 2;
		if (code_is_member_op(code_at(s, i)) || code_is_op(code_at(s, i), "("))
			continue;
		if (gaff_code_call(s->language, NULL, member))
			add_alias(s, name, member, false);
		else if (module_rank(s, member) >= 0)
			add_alias(s, name, member, true);
	}
}

void gaff_code_learn(struct code_scan *s, size_t i)
{
	const struct code_token *t = code_at(s, i);
	struct sv text = module_name(t->text), other;
	int rank = module_rank(s, text);
	bool is_from = code_is_name(code_at(s, i + 1), "from") &&
		       code_at(s, i + 2)->kind == CODE_STRING;

	if (rank >= 0)
		s->mentioned |= UINT64_C(1) << rank;
	if (t->kind != CODE_NAME)
		return;
	if (is_from) {
		other = module_name(code_at(s, i + 2)->text);
		if (module_rank(s, other) >= 0)
			add_alias(s, t->text, other, true);
	}
	if ((code_is_name(code_at(s, i + 1), "as") || code_is_op(code_at(s, i + 1), ":")) &&
	    code_at(s, i + 2)->kind == CODE_NAME) {
		bool is_as = code_at(s, i + 1)->kind == CODE_NAME;

		if (rank >= 0 && is_as)
			add_alias(s, code_at(s, i + 2)->text, text, true);
		else if ((is_as || s->language->colon_renames) &&
			 gaff_code_call(s->language, NULL, text))
			add_alias(s, code_at(s, i + 2)->text, text, false);
	}
}

void gaff_code_learn_value(struct code_scan *s, size_t i)
{
	const struct code_token *op = code_at(s, i + 1);
	bool is_more = code_is_op(op, "+=") || code_is_op(op, ".=");
	struct sv name = code_at(s, i)->text;
	const struct code_value *old = gaff_code_variable(s, name);
	size_t from = i + 2, to = from;
	struct code_value v;
	struct gaff_word *both;

	if (i && code_is_member_op(code_at(s, i - 1)) && !code_is_op(code_at(s, i - 1), ":"))
		return;
	while (to < s->n && to - from < VALUE_TOKENS_MAX) {
		const struct code_token *t = code_at(s, to);

		if ((t->kind == CODE_OP && gaff_code_listed("; , ) } ] =", t->text)) ||
		    (t->is_new_line && to > from && !code_is_op(code_at(s, to - 1), "+") &&
		     !code_is_op(t, "+")))
			break;
		to = code_behind(s, to);
	}
	if (!is_more)
		learn_assigned(s, name, from);
	v = gaff_code_value(s, from, to);
	if (is_more && old) {
		struct sv first = gaff_code_text(s, *old).text, second = gaff_code_text(s, v).text;

		both = gaff_arena_alloc(s->arena, sizeof *both);
		if (!both || s->budget < first.n + second.n)
			return;
		s->budget -= first.n + second.n;
		*both = (struct gaff_word){ .text = sv_join(s->arena, first, second, SV("")) };
		v = (struct code_value){ .word = both, .n = 1 };
	}
	gaff_code_assign(s, name, v);
}

bool gaff_code_is_mentioned(const struct code_scan *s, struct sv module)
{
	int rank = module_rank(s, module);

	return rank >= 0 && s->mentioned >> rank & 1;
}
