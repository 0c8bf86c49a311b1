#include <stdio.h>

#include "convert/parts.h"
#include "agents/hosts.h"
#include "text/doc.h"
#include "text/words.h"

/*
 * The line by which an agent runs a converted hook: `gaff run` with a manifest of one hook in it,
 * which speaks the hook's own dialect to it and supplies what the agent lacks.
 */

/* ---- writing ---- */

static void add_unit(struct buf *out, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";
	char text[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };

	gaff_buf_add(out, (struct sv){ text, sizeof text });
}

/*
 * What means something to some shell inside of single quotes (a quote, csh's "!", in fish a
 * backslash, so it is before a "u" alone), or to an agent: variables, and comments inside of texts.
 */
static bool is_special(char c, char next)
{
	return (unsigned char)c < 0x20 || c == 0x7f || strchr("'\"\\$`!", c) ||
	       (c == '/' && (next == '/' || next == '*'));
}

/* What the character behind a backslash of JSON stands for; 0: it is \uXXXX. */
static char unescaped(char c)
{
	static const char from[] = "bfnrt\"\\/", to[] = "\b\f\n\r\t\"\\/";
	const char *at = strchr(from, c);

	return at ? to[at - from] : 0;
}

/* The same JSON, with whatever is special in a text as \uXXXX. */
static void add_hidden(struct buf *out, struct sv json)
{
	bool in_text = false;

	for (size_t i = 0; i < json.n; i++) {
		char c = json.p[i], next = i + 1 < json.n ? json.p[i + 1] : ' ';

		if (c == '"') {
			in_text = !in_text;
			buf_addc(out, c);
			continue;
		}
		if (in_text && c == '\\') {
			c = unescaped(next);
			if (!c) { /* already as it should be */
				buf_addc(out, '\\');
				continue;
			}
			i++;
			next = i + 1 < json.n ? json.p[i + 1] : ' ';
		}
		if (in_text && is_special(c, next))
			add_unit(out, (unsigned char)c);
		else
			buf_addc(out, c);
	}
}

void gaff_runtime_line(struct arena *a, struct buf *out, struct sv program,
		       const struct gaff_host *host, struct sv event, struct sv dialect,
		       unsigned deadline, struct json hook)
{
	struct buf compact = buf_in(a);
	struct json_writer w = { .out = &compact };
	char text[48];

	gaff_word_quote_everywhere(out, program);
	gaff_buf_add(out, SV(" run --host "));
	gaff_word_quote_everywhere(out, host->id);
	gaff_buf_add(out, SV(" --event "));
	gaff_word_quote_everywhere(out, event);
	gaff_buf_add(out, SV(" --dialect "));
	gaff_word_quote_everywhere(out, dialect);
	(void)snprintf(text, sizeof text, " --deadline %u --inline '", deadline);
	gaff_buf_add(out, sv_of(text));
	gaff_buf_add(&compact, SV("{\"spec\":\"hooks/1.0\",\"hooks\":["));
	gaff_doc_write(&w, hook);
	gaff_buf_add(&compact, SV("]}"));
	add_hidden(out, buf_sv(&compact));
	buf_addc(out, '\'');
	out->failed |= !buf_ok(&compact);
}

/* ---- reading ---- */

struct line {
	struct sv host, event, dialect, deadline, manifest;
	bool fail_closed;
};

/* Anything but these options is somebody's own work: a command, a file, a pipe. */
static bool read_line(struct arena *a, struct sv command, struct line *out)
{
	struct {
		struct sv option, *value;
	} options[] = {
		{ SV("--host"), &out->host },       { SV("--event"), &out->event },
		{ SV("--dialect"), &out->dialect }, { SV("--deadline"), &out->deadline },
		{ SV("--inline"), &out->manifest },
	};
	struct words_iter it = words_iter(command);
	enum words_step step;
	struct sv word;

	if (gaff_words_next(a, &it, &word) != WORDS_WORD ||
	    !gaff_word_is_program(word, SV("gaff")) ||
	    gaff_words_next(a, &it, &word) != WORDS_WORD || !sv_eq(word, SV("run")))
		return false;
	while ((step = gaff_words_next(a, &it, &word)) == WORDS_WORD) {
		size_t i = 0;

		if (sv_eq(word, SV("--fail-closed"))) {
			out->fail_closed = true;
			continue;
		}
		while (i < COUNT_OF(options) && !sv_eq(options[i].option, word))
			i++;
		if (i == COUNT_OF(options) || options[i].value->n ||
		    gaff_words_next(a, &it, options[i].value) != WORDS_WORD)
			return false;
	}
	return step == WORDS_END && out->host.n && out->event.n;
}

/* The only hook of a manifest that has nothing else; absent: it is another one. */
static struct json only_hook(struct json manifest)
{
	struct json_iter members = gaff_json_iter(manifest), hooks;
	struct json key, value, hook = { 0 }, more;

	while (members.is_object && gaff_json_next(&members, &key, &value)) {
		if (gaff_json_is(key, SV("spec")))
			continue;
		hooks = gaff_json_iter(value);
		if (hook.n || !gaff_json_is(key, SV("hooks")) || hooks.is_object ||
		    !gaff_json_next(&hooks, &key, &hook) || gaff_json_next(&hooks, &key, &more))
			return (struct json){ 0 };
	}
	return gaff_json_type(hook) == JSON_OBJECT ? hook : (struct json){ 0 };
}

/* The hook as it was, with the dialect that the line has. */
static bool read_hook(struct arena *a, const struct line *line, struct json *out)
{
	struct gaff_findings findings = { .arena = a };
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json manifest, hook, key, value;
	struct json_iter it;
	struct gaff_hook read;
	struct gaff_err err;

	if (gaff_json_parse(line->manifest, &manifest, &err) != GAFF_OK)
		return false;
	hook = only_hook(manifest);
	if (!hook.n || gaff_json_get(hook, SV("dialect")).n)
		return false;
	gaff_json_open(&w, '{');
	it = gaff_json_iter(hook);
	while (gaff_json_next(&it, &key, &value))
		gaff_doc_copy(&w, key, value);
	json_member_string(&w, SV("dialect"), line->dialect);
	gaff_json_close(&w, '}');
	return buf_ok(&b) && gaff_json_parse(buf_sv(&b), out, &err) == GAFF_OK &&
	       gaff_hook_read(a, gaff_hosts, *out, &findings, &read);
}

bool gaff_runtime_read(struct arena *a, struct sv command, struct json *hook)
{
	struct line line = { 0 };
	struct json found = { 0 };

	if (!read_line(a, command, &line))
		return false;
	if (line.manifest.n) {
		if (line.fail_closed || !line.dialect.n || !read_hook(a, &line, &found))
			return false;
	} else if (line.dialect.n) {
		return false;
	}
	*hook = found;
	return true;
}
