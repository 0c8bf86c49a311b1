#include <stdlib.h>
#include <unistd.h>

#include "base/os.h"
#include "agents/schema.h"
#include "run/run.h"

/*
 * Is somebody there who could answer a question? The agent says so in a variable that nothing but
 * itself can set, or it is seen at its process. A repository has no part in either.
 */

enum { ANCESTORS_MAX = 16 };

/* The next of the words with a space between. */
static bool next_word(struct sv *list, struct sv *out)
{
	size_t n = 0;

	while (list->n && list->p[0] == ' ')
		*list = sv_skip(*list, 1);
	while (n < list->n && list->p[n] != ' ')
		n++;
	*out = (struct sv){ list->p, n };
	*list = sv_skip(*list, n);
	return n > 0;
}

/* "CI=true": is it set to that? */
static bool is_set(struct sv pair)
{
	char name[64];
	const char *equals = sv_chr(pair, '='), *value;
	size_t n = equals ? (size_t)(equals - pair.p) : sizeof name;

	if (n >= sizeof name)
		return false;
	memcpy(name, pair.p, n);
	name[n] = '\0';
	value = getenv(name);
	return value && sv_eq(sv_of(value), sv_skip(pair, n + 1));
}

static bool is_any_set(const char *pairs)
{
	struct sv list = sv_of(pairs), pair;

	while (next_word(&list, &pair))
		if (is_set(pair))
			return true;
	return false;
}

/* The words of a command line, one after another. */
static bool next_argument(const struct gaff_process *p, size_t *at, struct sv *out)
{
	if (*at >= p->n)
		return false;
	*out = sv_of(p->words + *at);
	*at += out->n + 1;
	return true;
}

/* "/usr/bin/gemini", "gemini.js" -> "gemini" */
static struct sv bare_name(struct sv path)
{
	for (size_t i = path.n; i; i--)
		if (path.p[i - 1] == '/') {
			path = sv_skip(path, i);
			break;
		}
	for (size_t i = 1; i < path.n; i++)
		if (path.p[i] == '.')
			path.n = i;
	return path.n && path.p[0] == '-' ? sv_skip(path, 1) : path; /* a login shell */
}

/* Is it called so: itself, or the script that it runs? */
static bool is_called(const struct gaff_process *p, struct sv name)
{
	struct sv word;
	size_t at = 0;

	if (!name.n || !next_argument(p, &at, &word))
		return false;
	if (sv_eq(bare_name(word), name))
		return true;
	while (next_argument(p, &at, &word))
		if (word.n && word.p[0] != '-') /* behind the options of node */
			return sv_eq(bare_name(word), name);
	return false;
}

static bool is_one_of(const struct gaff_process *p, size_t which, const char *names)
{
	struct sv list = sv_of(names), name, word = { 0 };
	size_t at = 0;

	for (size_t i = 0; i <= which; i++)
		if (!next_argument(p, &at, &word))
			return false;
	word = bare_name(word);
	while (next_word(&list, &name))
		if (sv_eq(name, word))
			return true;
	return false;
}

/* "-p", "-p=x", "-px", "-yp"; "--prompt", "--prompt=x" */
static bool is_option(struct sv word, struct sv option)
{
	bool is_long = sv_starts(option, SV("--"));

	if (is_long)
		return sv_starts(word, option) && (word.n == option.n || word.p[option.n] == '=');
	if (word.n < 2 || word.p[0] != '-' || word.p[1] == '-')
		return false;
	for (size_t i = 1; i < word.n && ascii_isalpha(word.p[i]); i++)
		if (word.p[i] == option.p[1])
			return true;
	return false;
}

static bool has_option(const struct gaff_process *p, const char *options)
{
	struct sv word, list, option;

	for (size_t at = 0; next_argument(p, &at, &word);)
		for (list = sv_of(options); next_word(&list, &option);)
			if (is_option(word, option))
				return true;
	return false;
}

enum sight { SEEN_NOTHING, SEEN_OTHER, SEEN_AGENT, SEEN_GAFF };

/* Up from this process, past shells, to gaff, or to what is called as the agent is. */
static enum sight look_up(struct sv name, struct gaff_process *out)
{
	static struct gaff_process p;
	enum sight sight = SEEN_NOTHING;
	pid_t pid = getppid();

	for (int i = 0; i < ANCESTORS_MAX && pid > 0 && gaff_os_process(pid, &p); i++) {
		bool is_gaff = p.is_gaff && is_one_of(&p, 1, "run fire test explain doctor");

		if (is_called(&p, name)) {
			*out = p;
			return SEEN_AGENT;
		}
		if (sight == SEEN_NOTHING &&
		    (is_gaff || !is_one_of(&p, 0, "sh bash dash zsh ash ksh fish busybox env"))) {
			*out = p;
			sight = is_gaff ? SEEN_GAFF : SEEN_OTHER;
		}
		if (sight == SEEN_GAFF)
			return SEEN_GAFF;
		pid = p.parent;
	}
	return sight;
}

static bool is_on_terminal(const struct gaff_attended *how)
{
	static struct gaff_process agent;
	enum sight sight = look_up(sv_of(how->program), &agent);

	if (sight != SEEN_AGENT && how->or_editor)
		return true;
	/* a hook of gaff's: who called that is looked at by it */
	if (sight == SEEN_GAFF || sight == SEEN_NOTHING)
		return sight == SEEN_GAFF;
	return agent.on_terminal && !agent.is_cut && !has_option(&agent, how->options_not);
}

/* What the agent says itself; to a hook of gaff's it may be another one that says it. */
static bool is_said(const struct gaff_attended *how)
{
	static struct gaff_process caller;

	return !how->variable || is_set(sv_of(how->variable)) ||
	       look_up((struct sv){ 0 }, &caller) == SEEN_GAFF;
}

bool gaff_run_is_attended(const struct gaff_run *run, const struct gaff_event *event)
{
	const struct gaff_attended *how = event->host->attended;

	if (run->is_trial || !how || how->unanswered == GAFF_UNANSWERED_DENIES ||
	    how->unanswered == GAFF_UNANSWERED_NEVER)
		return true;
	if (how->since.n && !gaff_event_is_since(event, how->since))
		return true;
	return is_said(how) && !is_any_set(how->variables_not) &&
	       (!how->by_terminal || is_on_terminal(how));
}
