#include "manifest/policy.h"

#include "text/near.h"

static void read_flag(struct json root, struct sv key, struct gaff_findings *f, bool *out)
{
	struct json value = gaff_json_get(root, key);
	enum json_type type = gaff_json_type(value);

	if (type == JSON_TRUE || type == JSON_FALSE)
		*out = type == JSON_TRUE;
	else if (value.n)
		gaff_find_error(f, value.p, "\"%.*s\" must be true or false", SV_ARG(key));
}

static bool read_rule(struct json value, enum gaff_restriction *out)
{
	static const struct sv rules[] = { [GAFF_RESTRICT_ALLOW] = SV_INIT("allow"),
					   [GAFF_RESTRICT_DENY] = SV_INIT("deny"),
					   [GAFF_RESTRICT_MANAGED_ONLY] = SV_INIT("managed_only") };

	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		if (gaff_json_is(value, rules[i])) {
			*out = (enum gaff_restriction)i;
			return true;
		}
	}
	return false;
}

/* An object of names with rules; a name that means nothing would restrict nothing, unseen. */
static void read_rules(struct arena *a, struct json root, struct sv key, size_t n_names,
		       size_t (*by_name)(struct sv), struct gaff_findings *f,
		       enum gaff_restriction *out)
{
	struct json object = gaff_json_get(root, key);

	if (object.n && gaff_json_type(object) != JSON_OBJECT)
		gaff_find_error(f, object.p, "\"%.*s\" must be an object", SV_ARG(key));
	for (struct json_iter it = gaff_json_iter(object); it.is_object && gaff_json_each(&it);) {
		enum gaff_restriction rule;
		struct sv text = { 0 };
		size_t i;

		i = gaff_json_text(a, it.key, &text) ? by_name(text) : n_names;
		if (i >= n_names)
			gaff_find_error(f, it.key.p, "%.*s is nothing that \"%.*s\" can restrict",
					SV_SHORT(it.key, 60), SV_ARG(key));
		else if (!read_rule(it.value, &rule))
			gaff_find_error(
				f, it.value.p,
				"a rule is \"allow\", \"deny\" or \"managed_only\", not %.*s",
				SV_SHORT(it.value, 60));
		else
			out[i] = rule;
	}
}

static size_t event_by_name(struct sv name)
{
	size_t id = gaff_event_by_name(name);

	return id == GAFF_EV_NATIVE || !sv_eq(gaff_event_id_name((enum gaff_event_id)id), name)
		       ? GAFF_EV_COUNT
		       : id;
}

static size_t capability_by_name(struct sv name)
{
	return gaff_capability_by_name(name);
}

/* What is not known stays locked, and so it is no reason to refuse the rest of the policy. */
static void read_unlock(struct arena *a, struct json root, struct gaff_findings *f, unsigned *out)
{
	static const struct sv names[GAFF_UNLOCK_COUNT] = { [GAFF_UNLOCK_PAUSE] = SV_INIT("pause"),
							    [GAFF_UNLOCK_GRANTS] = SV_INIT(
								    "grants"),
							    [GAFF_UNLOCK_LOG] = SV_INIT("log") };
	struct json list = gaff_json_get(root, SV("unlock"));

	if (list.n && gaff_json_type(list) != JSON_ARRAY)
		gaff_find_error(f, list.p, "\"unlock\" must be a list");
	for (struct json_iter it = gaff_json_iter(list);
	     gaff_json_type(list) == JSON_ARRAY && gaff_json_each(&it);) {
		struct sv text = { 0 };
		size_t i = 0;

		(void)gaff_json_text(a, it.value, &text);
		while (i < GAFF_UNLOCK_COUNT && !sv_eq(names[i], text))
			i++;
		if (i < GAFF_UNLOCK_COUNT)
			*out |= 1u << i;
		else
			gaff_find_warning(f, it.value.p,
					  "%.*s cannot be unlocked; \"pause\", \"grants\" and "
					  "\"log\" can",
					  SV_SHORT(it.value, 60));
	}
}

/* A restriction with a letter missing would restrict nothing, unseen. */
static void check_keys(struct arena *a, struct json root, struct gaff_findings *f)
{
	static const char *const known[] = { "disable_all_hooks", "allow_managed_only",
					     "event_restrictions", "capability_restrictions",
					     "unlock" };

	for (struct json_iter it = gaff_json_iter(root); it.is_object && gaff_json_each(&it);) {
		const char *near;
		struct sv text;
		char *word;
		bool is_known = false;

		for (size_t i = 0; i < COUNT_OF(known); i++)
			is_known = is_known || gaff_json_is(it.key, sv_of(known[i]));
		word = gaff_json_text(a, it.key, &text) ? gaff_arena_cstr(a, text) : NULL;
		if (is_known || !word || *word == '_' || *word == '$') /* "$schema", "_comment" */
			continue;
		near = gaff_nearest(word, known, COUNT_OF(known));
		if (near)
			gaff_find_error(f, it.key.p, "a policy has no %.*s; did you mean \"%s\"?",
					SV_SHORT(it.key, 60), near);
		else
			gaff_find_warning(f, it.key.p, "%.*s in a policy means nothing to gaff",
					  SV_SHORT(it.key, 60));
	}
}

bool gaff_policy_read(struct arena *a, struct json root, struct gaff_findings *f,
		      struct gaff_policy *out)
{
	struct gaff_policy policy = { 0 };
	size_t errors = f->n_errors;

	if (gaff_json_type(root) != JSON_OBJECT)
		gaff_find_error(f, root.p, "a policy is an object");
	check_keys(a, root, f);
	read_flag(root, SV("disable_all_hooks"), f, &policy.disable_all);
	read_flag(root, SV("allow_managed_only"), f, &policy.managed_only);
	read_rules(a, root, SV("event_restrictions"), GAFF_EV_COUNT, event_by_name, f,
		   policy.event);
	read_rules(a, root, SV("capability_restrictions"), GAFF_CAP_COUNT, capability_by_name, f,
		   policy.capability);
	read_unlock(a, root, f, &policy.unlocked);
	if (f->n_errors != errors || a->failed)
		return false;
	*out = policy;
	return true;
}

static bool denies(enum gaff_restriction rule, bool is_managed)
{
	return rule == GAFF_RESTRICT_DENY || (rule == GAFF_RESTRICT_MANAGED_ONLY && !is_managed);
}

const char *gaff_policy_denies(const struct gaff_policy *policy, const struct gaff_hook *hook,
			       enum gaff_event_id event, bool is_managed)
{
	if (policy->disable_all)
		return "a policy disables all hooks";
	if (policy->managed_only && !is_managed)
		return "a policy allows only the hooks of the system";
	if (denies(policy->event[event], is_managed))
		return "a policy forbids hooks on this event";
	for (size_t i = 0; i < GAFF_CAP_COUNT; i++)
		if (hook->needs >> i & 1 && denies(policy->capability[i], is_managed))
			return "a policy forbids a capability that it needs";
	return NULL;
}
