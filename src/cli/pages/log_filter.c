#include "cli/pages/log.h"

#include "text/time.h"

static bool parse_ago(struct sv text, int64_t *ms)
{
	static const struct {
		char letter;
		int64_t ms;
	} units[] = { { 's', 1000 }, { 'm', 60000 }, { 'h', 3600000 }, { 'd', 86400000 } };
	int64_t n = 0;

	if (text.n < 2 || text.n > 10) /* nine digits of days are long enough ago */
		return false;
	for (size_t i = 0; i + 1 < text.n; i++) {
		if (!ascii_isdigit(text.p[i]))
			return false;
		n = n * 10 + (text.p[i] - '0');
	}
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (text.p[text.n - 1] == units[i].letter) {
			*ms = n * units[i].ms;
			return true;
		}
	}
	return false;
}

bool log_parse_since(struct sv text, int64_t now, int64_t *out)
{
	int64_t ago;

	if (!parse_ago(text, &ago))
		return gaff_time_parse(text, out);
	*out = ago < now ? now - ago : 1; /* 0 is not asked for */
	return true;
}

bool log_is_decision(struct sv word)
{
	static const struct sv words[] = { SV_INIT("allow"), SV_INIT("ask"), SV_INIT("deny"),
					   SV_INIT("none"), SV_INIT("error") };

	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (sv_eq(word, words[i]))
			return true;
	return false;
}

static bool has(struct json record, struct sv key, struct sv text)
{
	return gaff_json_is(gaff_json_get(record, key), text);
}

/* A record that does not tell its time is not known to be new enough. */
static bool is_since(struct json record, int64_t since)
{
	struct sv raw = json_sv(gaff_json_get(record, SV("time")));
	int64_t at;

	/* between its quotes: a time needs no escapes */
	return raw.n > 2 && raw.p[0] == '"' &&
	       gaff_time_parse((struct sv){ raw.p + 1, raw.n - 2 }, &at) && at >= since;
}

bool log_is_wanted(const struct log_filter *f, struct json record)
{
	return (!f->host.n || has(record, SV("host"), f->host)) &&
	       (!f->decision.n || has(record, SV("decision"), f->decision)) &&
	       (!f->event.n || has(record, SV("native_event"), f->event) ||
		has(record, SV("event"), f->event)) &&
	       (!f->session.n || has(record, SV("session"), f->session)) &&
	       (!f->since || is_since(record, f->since));
}
