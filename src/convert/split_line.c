#include "convert/parts.h"
#include "text/utf8.h"
#include "text/words.h"

/*
 * Commands of an agent that gives a line to a shell only if there is something for one in it
 * (layout.splits_lines), and else makes words of it by itself, or has them in a list. As its code
 * has it (Auggie 0.36.0): quotes are around whole words, and nothing is escaped.
 */

static bool is_shells(struct sv line)
{
	for (size_t i = 0; i < line.n; i++)
		if (line.p[i] && strchr("|&;><$`", line.p[i]))
			return true;
	return sv_starts(line, SV("~"));
}

/* Is there nothing of the name but in shells? */
static bool is_builtin(struct sv word)
{
	return gaff_is_among(word, ". : alias bg bind break builtin caller cd command compgen "
				   "complete continue coproc declare dirs disown enable eval exec "
				   "exit export fc fg function getopts hash help history jobs let "
				   "local logout mapfile popd pushd read readonly return set shift "
				   "shopt source suspend time times trap type typeset ulimit umask "
				   "unalias unset wait");
}

/* The word at the beginning of `rest`, which is behind it afterwards. False: there is none. */
static bool next_word(struct sv *rest, struct sv *out)
{
	const char *end;
	size_t n = 0, skip;

	while ((skip = gaff_js_space(*rest)))
		*rest = sv_skip(*rest, skip);
	if (!rest->n)
		return false;
	end = rest->p[0] == '"' || rest->p[0] == '\'' ? sv_chr(sv_skip(*rest, 1), rest->p[0])
						      : NULL;
	if (end) {
		*out = (struct sv){ rest->p + 1, (size_t)(end - rest->p) - 1 };
		*rest = sv_skip(*rest, out->n + 2);
		return true;
	}
	while (n < rest->n && !gaff_js_space(sv_skip(*rest, n)))
		n++;
	*out = (struct sv){ rest->p, n };
	*rest = sv_skip(*rest, n);
	return true;
}

/* As a list, in JSON. */
static struct json words_of(struct arena *a, struct sv line)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct sv rest = line, word;

	gaff_json_open(&w, '[');
	if (!sv_chr(line, ' '))
		gaff_json_string(&w, line);
	else
		while (next_word(&rest, &word))
			gaff_json_string(&w, word);
	gaff_json_close(&w, ']');
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

/* "/bin/sh", "-c" and a line: which it is. */
static bool is_shell_call(struct arena *a, struct json words, struct sv *line)
{
	struct json_iter it = gaff_json_iter(words);
	struct json none, program, option, text, more;

	return gaff_json_next(&it, &none, &program) && gaff_json_is(program, SV("/bin/sh")) &&
	       gaff_json_next(&it, &none, &option) && gaff_json_is(option, SV("-c")) &&
	       gaff_json_next(&it, &none, &text) && gaff_json_text(a, text, line) &&
	       !gaff_json_next(&it, &none, &more);
}

/* With a "~" in front it goes to a shell, with its words behind it as they are. */
static bool join(struct arena *a, struct json words, struct buf *out)
{
	struct json_iter it = gaff_json_iter(words);
	struct json none, word;
	struct sv text;

	while (gaff_json_next(&it, &none, &word)) {
		if (!gaff_json_text(a, word, &text))
			return false;
		gaff_buf_add(out, out->n ? SV(" ") : SV(""));
		gaff_buf_add(out, text);
		if (!is_shells(buf_sv(out)) || out->p[0] != '~')
			return false;
	}
	return out->n > 0;
}

bool gaff_split_line(struct arena *a, const struct gaff_host *host, struct json command,
		     struct buf *out)
{
	struct buf joined = buf_in(a);
	struct sv text;

	if (gaff_json_type(command) == JSON_STRING) {
		if (!gaff_json_text(a, command, &text))
			return false;
		if (!is_shells(text))
			return gaff_exec_line(a, host, words_of(a, text), out);
		gaff_buf_add(out, text);
		return true;
	}
	if (is_shell_call(a, command, &text)) {
		gaff_buf_add(out, text);
		return true;
	}
	if (join(a, command, &joined)) {
		gaff_buf_add(out, buf_sv(&joined));
		return true;
	}
	return gaff_exec_line(a, host, command, out);
}

bool gaff_line_stays(struct arena *a, const struct gaff_host *host, struct sv line)
{
	struct buf same = buf_in(a);
	struct sv rest = line, first;

	return is_shells(line) ||
	       (gaff_exec_line(a, host, words_of(a, line), &same) && sv_eq(buf_sv(&same), line) &&
		next_word(&rest, &first) && !is_builtin(first));
}

bool gaff_split_is_usual(struct arena *a, const struct gaff_host *host, struct json command,
			 struct sv line)
{
	struct sv text;

	if (gaff_line_stays(a, host, line))
		return gaff_json_is(command, line);
	return gaff_json_type(command) == JSON_ARRAY && is_shell_call(a, command, &text);
}
