#include "base/hash.h"
#include "base/limits.h"
#include "manifest/manifest_parts.h"
#include "manifest/needs.h"

/* One rule: its fields by the table, then what belongs together. */

struct gaff_texts gaff_texts_of(struct json value)
{
	struct gaff_texts texts = { 0 };

	if (gaff_json_type(value) == JSON_ARRAY)
		texts.it = gaff_json_iter(value);
	else
		texts.one = value;
	return texts;
}

bool gaff_texts_next(struct gaff_texts *texts, struct json *out)
{
	struct json key;

	if (!texts->one.n)
		return gaff_json_next(&texts->it, &key, out);
	*out = texts->one;
	texts->one = (struct json){ 0 };
	return true;
}

/* ---- programs ---- */

/* What means something else in a row (guard/row.h), or is no name of a program. */
static const char *wrong_in_program(struct sv name)
{
	for (size_t i = 0; i < name.n; i++) {
		if (ascii_isspace(name.p[i]))
			return "is one word: what it is given goes to \"words\"";
		if (name.p[i] == '/')
			return "is a name without folders";
		if (name.p[i] == '|')
			return "is one name: write a list of them";
		if (name.p[i] && strchr("[]{}\\", name.p[i]))
			return "has no patterns but * and ?: write a list of names";
	}
	return strchr("!@>-", name.p[0]) ? "does not begin with that" : NULL;
}

static void check_program(struct gaff_hook_reader *r, struct json value)
{
	struct gaff_texts texts = gaff_texts_of(value);
	struct json item;

	while (gaff_texts_next(&texts, &item)) {
		const char *wrong;
		struct sv name;

		if (!gaff_json_text(r->arena, item, &name) || !sv_trim(name).n)
			continue; /* said by the table */
		wrong = wrong_in_program(name);
		if (wrong)
			gaff_find_error(r->findings, item.p, "a program %s", wrong);
	}
}

/* ---- examples ---- */

/* What an example may say of a call; the rest of it is made up (guard/rule_examples.c). */
static const struct sv example_fields[] = { SV_INIT("tool"),   SV_INIT("command"),
					    SV_INIT("path"),   SV_INIT("content"),
					    SV_INIT("prompt"), SV_INIT("output") };

static void check_example(struct gaff_hook_reader *r, struct json example)
{
	if (gaff_json_type(example) != JSON_STRING && gaff_json_type(example) != JSON_OBJECT) {
		gaff_find_error(r->findings, example.p,
				"an example is a command, or an object with \"command\", \"path\", "
				"\"content\", \"prompt\" or \"output\", not %s",
				gaff_type_of(example));
		return;
	}
	for (struct json_iter it = gaff_json_iter(example); gaff_json_each(&it);) {
		bool is_known = false;

		for (size_t i = 0; i < COUNT_OF(example_fields); i++)
			is_known |= gaff_json_is(it.key, example_fields[i]);
		if (!is_known)
			gaff_find_error(r->findings, it.key.p,
					"an example has no %.*s; it may have \"tool\", "
					"\"command\", \"path\", \"content\", \"prompt\" and "
					"\"output\"",
					SV_SHORT(it.key, 40));
		else if (gaff_json_type(it.value) != JSON_STRING)
			gaff_find_error(r->findings, it.value.p,
					"%.*s of an example is a text, not %s", (int)it.key.n,
					it.key.p, gaff_type_of(it.value));
	}
}

static void check_examples(struct gaff_hook_reader *r, struct json examples)
{
	struct json_iter it = gaff_json_iter(examples);
	struct json key, list;
	size_t n = 0;

	while (gaff_json_next(&it, &key, &list)) {
		struct json_iter each = gaff_json_iter(list);

		if (!gaff_json_is(key, SV("deny")) && !gaff_json_is(key, SV("ask")) &&
		    !gaff_json_is(key, SV("allow"))) {
			gaff_find_error(r->findings, key.p,
					"examples are lists under \"deny\", \"ask\" and \"allow\", "
					"not %.*s",
					SV_SHORT(key, 40));
			continue;
		}
		if (gaff_json_type(list) != JSON_ARRAY) {
			gaff_find_error(r->findings, list.p,
					"%.*s must be a list of examples, not %s", (int)key.n,
					key.p, gaff_type_of(list));
			continue;
		}
		for (; gaff_json_each(&each); n++)
			check_example(r, each.value);
	}
	if (n > GAFF_RULE_EXAMPLES)
		gaff_find_error(r->findings, examples.p,
				"there are %zu examples, and %d are the most", n,
				GAFF_RULE_EXAMPLES);
}

/* ---- the rule ---- */

/* A condition that cannot hold on this event would switch the rule off without a word. */
static void check_conditions(struct gaff_hook_reader *r, struct json object,
			     const struct gaff_rule *rule, enum gaff_event_id about)
{
	static const struct sv of_tools[] = { SV_INIT("tool"), SV_INIT("program"),
					      SV_INIT("words") };
	const gaff_event_set files = GAFF_EV_ANY_TOOL | GAFF_EV(FILE_CHANGED) |
				     GAFF_EV(FILE_CREATED) | GAFF_EV(FILE_SAVED) |
				     GAFF_EV(FILE_DELETED) | GAFF_EV(NATIVE);

	if (!rule->tool.n && !rule->program.n && !rule->words.n && !rule->paths.n &&
	    !gaff_json_get(object, SV("content")).n)
		gaff_find_error(r->findings, object.p,
				"a rule needs a condition: \"tool\", \"program\", \"words\", "
				"\"paths\" or \"content\"");
	for (size_t i = 0; i < COUNT_OF(of_tools); i++) {
		struct json value = gaff_json_get(object, of_tools[i]);

		if (value.n && !(GAFF_EV_ANY_TOOL >> about & 1))
			gaff_find_error(r->findings, value.p,
					"\"%.*s\" matches nothing: the event is not about a tool",
					SV_ARG(of_tools[i]));
	}
	if ((rule->program.n || rule->words.n) && rule->tool.n &&
	    !(gaff_matcher_tools(r->arena, r->hosts, rule->tool) >> GAFF_TOOL_SHELL & 1))
		gaff_find_error(r->findings, rule->tool.p,
				"only commands of a shell run programs, and \"tool\" leaves these "
				"out");
	if (rule->paths.n && !(files >> about & 1))
		gaff_find_error(r->findings, rule->paths.p,
				"\"paths\" matches nothing: the event is not about files");
}

static void need(struct gaff_hook_reader *r, struct json object, struct sv key, const char *what)
{
	struct json value = gaff_json_get(object, key);

	if (!value.n || gaff_json_is(value, SV("")))
		gaff_find_error(r->findings, value.n ? value.p : object.p, "%s", what);
}

static enum gaff_event_id check_event(struct gaff_hook_reader *r, struct json object,
				      struct gaff_rule *rule)
{
	struct json value = gaff_json_get(object, SV("event"));
	struct gaff_hook hook = { .event_name = rule->event_name };
	enum gaff_event_id about;

	if (gaff_json_type(value) != JSON_STRING)
		return rule->event; /* it need not be there; what else is wrong the table says */
	about = gaff_check_event(r, value, &hook);
	rule->event = hook.event;
	return about;
}

bool gaff_rule_read(struct arena *a, const struct gaff_host *const *hosts, struct json object,
		    struct gaff_findings *findings, struct gaff_rule *out)
{
	struct gaff_hook_reader r = { a, hosts, findings };
	struct gaff_rule rule = { .enabled = true, .event = GAFF_EV_BEFORE_TOOL };
	size_t errors = findings->n_errors, before;
	struct json_index members;
	enum gaff_event_id about;
	struct json content;

	if (gaff_json_type(object) != JSON_OBJECT) {
		gaff_find_error(findings, object.p, "a rule is an object, not %s",
				gaff_type_of(object));
		return false;
	}
	if (!gaff_read_members(&r, object, &members))
		return false;
	gaff_read_fields(&r, gaff_rule_fields, gaff_n_rule_fields, &members, &rule);
	need(&r, object, SV("name"), "a rule needs a \"name\"");
	need(&r, object, SV("decision"),
	     "a rule needs a \"decision\": \"deny\", \"ask\" or \"allow\"");
	before = findings->n_errors;
	about = check_event(&r, object, &rule);
	if (findings->n_errors == before)
		check_conditions(&r, object, &rule, about);
	if (rule.tool.n)
		gaff_check_matcher(&r, rule.tool);
	check_program(&r, rule.program);
	if (rule.paths.n)
		gaff_check_paths(&r, rule.paths);
	content = gaff_json_get(object, SV("content"));
	if (gaff_json_is(content, SV("")))
		gaff_find_error(findings, content.p,
				"an empty pattern is in every text; leave \"content\" out");
	else
		gaff_check_regex(&r, content, "\"content\"");
	check_examples(&r, rule.examples);
	if (findings->n_errors != errors || a->failed)
		return false;
	*out = rule;
	return true;
}

struct gaff_hook gaff_rule_hook(struct arena *a, const struct gaff_rule *rule)
{
	struct buf b = buf_in(a);

	BUF_JOIN(&b, SV("rule "), rule->name);
	return (struct gaff_hook){
		.number = rule->number,
		.name = buf_ok(&b) ? buf_sv(&b) : rule->name,
		.event_name = rule->event_name.n ? rule->event_name
						 : gaff_event_id_name(rule->event),
		.event = rule->event,
		.matcher = rule->tool,
		.blocking = true,
		.enabled = rule->enabled,
		.needs = GAFF_CAP(STRUCTURED_OUTPUT),
	};
}

/* ---- the index ---- */

struct gaff_program_bits gaff_program_bits(struct sv name)
{
	uint64_t h = GAFF_HASH_START;

	for (size_t i = 0; i < name.n; i++) {
		char c = ascii_lower(name.p[i]);

		h = gaff_hash(h, (struct sv){ &c, 1 });
	}
	h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15); /* the upper bits are of all bytes */
	return (struct gaff_program_bits){ { (uint64_t)1 << (h >> 58),
					     (uint64_t)1 << (h >> 52 & 63) } };
}

/* The bits of all names it may be; of a glob, and where any will do, all there are. */
static struct gaff_program_bits programs_of(struct arena *a, struct json program)
{
	struct gaff_texts texts = gaff_texts_of(program);
	struct gaff_program_bits bits = { { 0, 0 } };
	struct json item;
	struct sv name;

	if (!program.n)
		return GAFF_ANY_PROGRAM;
	while (gaff_texts_next(&texts, &item)) {
		if (!gaff_json_text(a, item, &name))
			return GAFF_ANY_PROGRAM;
		for (size_t i = 0; i < name.n; i++)
			if (strchr("*?", name.p[i]))
				return GAFF_ANY_PROGRAM;
		bits = gaff_programs_join(bits, gaff_program_bits(name));
	}
	return bits;
}

void gaff_rule_index(struct gaff_hook_reader *r, const struct gaff_rule *rule, struct buf *needs,
		     struct gaff_rule_index *out)
{
	struct gaff_hook hook = { .matcher = rule->tool };

	out->hook.event = (uint8_t)rule->event;
	out->hook.flags = rule->enabled ? GAFF_INDEX_ENABLED : 0;
	out->hook.tools = gaff_matcher_tools(r->arena, r->hosts, rule->tool);
	if (rule->program.n || rule->words.n) /* only commands have them */
		out->hook.tools &= 1u << GAFF_TOOL_SHELL;
	out->hook.native = gaff_native_hash_of(rule->event, rule->event_name);
	gaff_needs_add(r->arena, needs, &hook, &out->hook);
	out->programs = programs_of(r->arena, rule->program);
}

enum gaff_rc gaff_manifest_rule(struct arena *a, const struct gaff_host *const *hosts,
				const struct gaff_manifest *manifest, size_t i,
				struct gaff_rule *out, struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct json object;

	GAFF_TRY(gaff_manifest_part(manifest, &manifest->rule[i].hook, "rule", i, &object, err));
	if (!gaff_rule_read(a, hosts, object, &findings, out))
		return gaff_findings_part(&findings, "rule", i, err);
	out->number = i + 1;
	return GAFF_OK;
}
