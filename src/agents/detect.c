#include "agents/hosts.h"

#include <limits.h>

/*
 * Who is calling? Each host has rows of evidence with weights, for and against; the host with the
 * largest sum is it. CLAUDE_PROJECT_DIR is in no row: half of the agents set it.
 */

enum {
	CERTAIN_ENOUGH = 3,
	SAID_ENOUGH = 2, /* of that by the payload itself: variables are inherited */
	DECIDED = 9,     /* two strong signs: no need to look further into a large payload */
	DOUBT = 3,       /* what an agent may have more than the other of two that are much alike */
};

struct tally {
	const struct gaff_host *host;
	int score, inherited; /* and how much of it is the environment's */
};

/* A row's value: "" is anything but null, "*text*" contains it, "text*" begins with it. */
static bool text_matches(struct sv text, struct sv wanted)
{
	if (!wanted.n)
		return text.n != 0;
	if (wanted.p[wanted.n - 1] != '*')
		return sv_eq(text, wanted);
	wanted.n--;
	return wanted.n && wanted.p[0] == '*' ? sv_has(text, sv_skip(wanted, 1))
					      : sv_starts(text, wanted);
}

/* Without memory: a text with escapes matches by its beginning or by being there, no more. */
static bool value_matches(struct json value, struct sv wanted)
{
	if (!value.n || gaff_json_type(value) == JSON_NULL)
		return false;
	if (!wanted.n)
		return true;
	return gaff_json_type(value) == JSON_STRING &&
	       text_matches((struct sv){ value.p + 1, value.n - 2 }, wanted);
}

static void look_at_environment(struct tally *t, gaff_getenv_fn *env)
{
	for (size_t i = 0; i < t->host->n_detect; i++) {
		const struct gaff_detect_row *row = &t->host->detect[i];
		const char *value = row->where.p[0] == '$' ? env(row->where.p + 1) : NULL;

		if (value && text_matches(sv_of(value), row->value)) {
			t->score += row->weight;
			t->inherited += row->weight;
		}
	}
}

static void look_at_member(struct tally *t, struct json key, bool is_escaped, struct json value)
{
	const char *other = NULL; /* rows about one key stand together, and share its text */

	for (size_t i = 0; i < t->host->n_detect; i++) {
		const struct gaff_detect_row *row = &t->host->detect[i];
		struct json found = value;
		const char *inner;

		if (row->where.p == other)
			continue;
		if (row->where.p[0] != '/' || !gaff_where_starts_at(row->where, key, is_escaped)) {
			other = row->where.p;
			continue;
		}
		inner = memchr(row->where.p + 1, '/', row->where.n - 1);
		if (inner)
			found = gaff_json_at(value,
					     sv_skip(row->where, (size_t)(inner - row->where.p)));
		if (value_matches(found, row->value))
			t->score += row->weight;
	}
}

/* One pass over the payload, however large it is. */
static void weigh(struct json payload, gaff_getenv_fn *env, struct tally *tally, size_t n,
		  int enough_for_first)
{
	for (size_t i = 0; env && i < n; i++)
		look_at_environment(&tally[i], env);
	for (struct json_iter it = gaff_json_iter(payload);
	     it.is_object && tally[0].score < enough_for_first && gaff_json_each(&it);) {
		bool is_escaped = memchr(it.key.p, '\\', it.key.n);

		for (size_t i = 0; i < n; i++)
			look_at_member(&tally[i], it.key, is_escaped, it.value);
	}
}

enum gaff_rc gaff_host_detect(struct json payload, gaff_getenv_fn *env,
			      const struct gaff_host **out, struct gaff_err *err)
{
	struct tally tally[GAFF_HOSTS_MAX] = { { 0 } };
	const struct tally *best = NULL, *second = NULL;
	size_t n = 0;

	for (; n < GAFF_HOSTS_MAX && gaff_hosts[n]; n++)
		tally[n].host = gaff_hosts[n];
	weigh(payload, env, tally, n, INT_MAX);
	for (size_t i = 0; i < n; i++) {
		if (!best || tally[i].score > best->score) {
			second = best;
			best = &tally[i];
		} else if (!second || tally[i].score > second->score) {
			second = &tally[i];
		}
	}
	if (!best || best->score < CERTAIN_ENOUGH || best->score - best->inherited < SAID_ENOUGH)
		return gaff_fail(
			err, GAFF_EUSAGE,
			"nothing tells which agent is calling; add --host (gaff hosts lists "
			"them)");
	if (second && second->score == best->score)
		return gaff_fail(err, GAFF_EUSAGE,
				 "this may be a call of %s or of %s; add --host with %.*s or %.*s",
				 best->host->title, second->host->title, SV_ARG(best->host->id),
				 SV_ARG(second->host->id));
	*out = best->host;
	return GAFF_OK;
}

/*
 * Who registered it stands, unless the payload proves another: has what that one never sends. The
 * variables count beside it, and never alone: an agent inherits those of the one that started it.
 * Where two share their files either may lack what tells them apart: it is the one that is
 * registered unless more speaks for the other, or the variables do.
 */
const struct gaff_host *gaff_host_caller(const struct gaff_host *registered, struct json payload,
					 gaff_getenv_fn *env)
{
	struct tally tally[GAFF_HOSTS_MAX] = { { registered, 0, 0 } };
	const struct tally *best = &tally[0];
	size_t n = 1;

	for (size_t i = 0; gaff_hosts[i] && n < GAFF_HOSTS_MAX; i++)
		if (gaff_hosts[i]->reads_config_of == registered ||
		    gaff_hosts[i]->shares_files_with == registered)
			tally[n++].host = gaff_hosts[i];
	if (n == 1)
		return registered;
	weigh(payload, NULL, tally, n, DECIDED);
	for (size_t i = 1; i < n; i++) {
		bool shares = tally[i].host->shares_files_with == registered;

		if (env && (shares || tally[i].score >= SAID_ENOUGH))
			look_at_environment(&tally[i], env);
		if (tally[i].score >= CERTAIN_ENOUGH &&
		    tally[i].score > best->score + (shares ? DOUBT : 0))
			best = &tally[i];
	}
	return best->host;
}

/* Each row is weighed as if it were all there is: slow, and nothing a call has to pay for. */
size_t gaff_host_evidence(const struct gaff_host *host, struct json payload, gaff_getenv_fn *env,
			  const struct gaff_detect_row **out, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < host->n_detect; i++) {
		const struct gaff_host alone = { .detect = &host->detect[i], .n_detect = 1 };
		struct tally tally = { &alone, 0, 0 };

		/* a repeated key counts each time */
		for (weigh(payload, env, &tally, 1, INT_MAX); tally.score && n < max;
		     tally.score -= alone.detect->weight)
			out[n++] = alone.detect;
	}
	return n;
}
