#include "log/log_line.h"

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

bool gaff_log_parse_since(struct sv text, int64_t now, int64_t *out)
{
	int64_t ago;

	if (!parse_ago(text, &ago))
		return gaff_time_parse(text, out);
	*out = ago < now ? now - ago : 1; /* 0 is not asked for */
	return true;
}

bool gaff_log_is_decision(struct sv word)
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

bool gaff_log_is_wanted(const struct gaff_log_filter *f, struct json record)
{
	return (!f->host.n || has(record, SV("host"), f->host)) &&
	       (!f->decision.n || has(record, SV("decision"), f->decision)) &&
	       (!f->event.n || has(record, SV("native_event"), f->event) ||
		has(record, SV("event"), f->event)) &&
	       (!f->session.n || has(record, SV("session"), f->session)) &&
	       (!f->since || is_since(record, f->since));
}

/* ---- what it says ---- */

/* A value as it reads: the text of a string, the JSON of what is none. */
static struct sv words_of(struct arena *a, struct json v)
{
	enum json_type type = gaff_json_type(v);
	struct sv text = { 0 };

	if (type == JSON_STRING)
		(void)gaff_json_text(a, v, &text);
	else if (type != JSON_ABSENT && type != JSON_NULL)
		text = json_sv(v);
	return text;
}

static struct sv member(struct arena *a, struct json record, struct sv key)
{
	return words_of(a, gaff_json_get(record, key));
}

static struct sv first_of(struct arena *a, struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;

	if (gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &value))
		return words_of(a, value);
	return (struct sv){ 0 };
}

/* Why it went as it did: what was said, what failed, or what was lost. */
static struct sv reason_of(struct arena *a, struct json record)
{
	struct sv text = member(a, record, SV("reason"));

	if (!text.n)
		text = member(a, record, SV("error"));
	if (!text.n)
		text = first_of(a, gaff_json_get(record, SV("warnings")));
	if (!text.n)
		text = first_of(a, gaff_json_get(record, SV("degradations")));
	if (!text.n && gaff_json_type(gaff_json_get(record, SV("disabled"))) == JSON_TRUE)
		text = SV("gaff is disabled");
	if (!text.n && gaff_json_get(record, SV("elsewhere")).n)
		text = SV("answered on an entry of the agent's own");
	if (!text.n && gaff_json_type(gaff_json_get(record, SV("async"))) == JSON_TRUE)
		text = SV("nobody waits for the answer");
	return text;
}

/* "2026-11-16 02:10:11"; whatever else it says is as it is. */
static struct sv time_of(struct arena *a, struct json record, char text[GAFF_TIME_LENGTH + 1])
{
	struct sv said = member(a, record, SV("time")), shown;
	int64_t ms;

	if (!gaff_time_parse(said, &ms))
		return said;
	shown = gaff_time_text(ms, text);
	text[10] = ' ';
	return (struct sv){ shown.p, 19 };
}

void gaff_log_read(struct arena *a, struct json record, struct gaff_log_line *out)
{
	*out = (struct gaff_log_line){ .host = member(a, record, SV("host")),
				       .event = member(a, record, SV("native_event")),
				       .tool = member(a, record, SV("tool")),
				       .decision = member(a, record, SV("decision")),
				       .by = member(a, record, SV("by")),
				       .ms = member(a, record, SV("ms")),
				       .reason = reason_of(a, record),
				       .hooks = gaff_json_get(record, SV("hooks")) };
	out->time = time_of(a, record, out->time_text);
	if (!out->event.n)
		out->event = member(a, record, SV("event"));
	if (!out->tool.n)
		out->tool = member(a, record, SV("tool_name"));
}

void gaff_log_read_hook(struct arena *a, struct json hook, struct gaff_log_hook *out)
{
	*out = (struct gaff_log_hook){ .name = member(a, hook, SV("name")),
				       .result = member(a, hook, SV("result")),
				       .exit = member(a, hook, SV("exit")),
				       .ms = member(a, hook, SV("ms")),
				       .why = member(a, hook, SV("why")),
				       .manifest = member(a, hook, SV("manifest")) };
}
