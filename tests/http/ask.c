/*
 * ask.c - asks a server as a hook of a manifest would, for tests/http.mjs: what gaff_http_ask()
 * is given comes on stdin as an object, what it says goes to stdout as one.
 *
 *	{"url":…,"headers":{…},"allowed_env_vars":[…],"http_loopback":true,"body":…,
 *	 "fill":BYTES of body instead,"ms":…,"out_max":…}
 */
#include <unistd.h>

#include "base/io.h"
#include "run/http.h"

static long long number(struct json doc, struct sv key, long long otherwise)
{
	struct json v = gaff_json_get(doc, key);

	return v.n ? strtoll(v.p, NULL, 10) : otherwise; /* what follows it is no digit */
}

static void member_number(struct json_writer *w, struct sv key, long long value)
{
	char text[32];
	int n = snprintf(text, sizeof text, "%lld", value);

	json_member(w, key, (struct sv){ text, (size_t)n });
}

int main(void)
{
	static char input[1 << 16], memory[1 << 16];
	struct gaff_err err = { 0 };
	struct gaff_proc_result result = { 0 };
	struct gaff_http spec = { 0 };
	struct json doc;
	struct arena a;
	struct buf b;
	struct json_writer w = { .out = &b };
	struct sv text;
	size_t fill;
	enum gaff_rc rc;
	int64_t start = gaff_now_ms();

	gaff_arena_init(&a, memory, sizeof memory, GAFF_ARENA_MAX);
	b = buf_in(&a);
	if (gaff_read_all(0, input, sizeof input, GAFF_PAYLOAD_MAX, start + 10000, &text, &err) ||
	    gaff_json_parse(text, &doc, &err) ||
	    !gaff_json_text(&a, gaff_json_get(doc, SV("url")), &spec.url)) {
		fprintf(stderr, "ask: %s\n", err.msg);
		return 1;
	}
	(void)gaff_json_text(&a, gaff_json_get(doc, SV("body")), &spec.body);
	fill = (size_t)number(doc, SV("fill"), 0);
	if (fill) {
		char *p = gaff_arena_alloc(&a, fill);

		if (!p)
			return 1;
		memset(p, 'x', fill);
		spec.body = (struct sv){ p, fill };
	}
	spec.headers = gaff_json_get(doc, SV("headers"));
	spec.allowed_env_vars = gaff_json_get(doc, SV("allowed_env_vars"));
	spec.http_loopback = gaff_json_type(gaff_json_get(doc, SV("http_loopback"))) == JSON_TRUE;
	spec.deadline = start + number(doc, SV("ms"), 20000);
	spec.out_max = (size_t)number(doc, SV("out_max"), GAFF_HOOK_OUTPUT_MAX);
	rc = gaff_http_ask(&a, &spec, &result, &err);
	gaff_json_open(&w, '{');
	member_number(&w, SV("rc"), rc);
	member_number(&w, SV("exit"), result.exit);
	json_member_string(&w, SV("out"), result.out);
	json_member_string(&w, SV("err"), result.err);
	json_member_string(&w, SV("message"), sv_of(err.msg));
	member_number(&w, SV("ms"), gaff_now_ms() - start);
	gaff_json_close(&w, '}');
	rc = buf_ok(&b) && gaff_write_all(1, buf_sv(&b), gaff_now_ms() + 10000) ? 0 : 1;
	gaff_arena_release(&a);
	return (int)rc;
}
