#include "guard/eval/launch.h"
#include "agents/hosts.h"
#include "text/words.h"

/*
 * Agents that are started by the name of their package, or of a file in it: `npx
 * @google/gemini-cli`, `node …/claude-code/cli.js`. What rows say is about their program.
 */

static const char *const folders_of_programs[] = { "/bin/", "/.bin/" };

/* node /usr/local/bin/claude: a link to a file in the package. */
static struct sv agent_of_link(struct sv word)
{
	static const char agents[] = "claude codex gemini qwen opencode kilo copilot droid amp pi";
	size_t at = word.n;

	while (at && word.p[at - 1] != '/')
		at--;
	for (size_t i = 0; i < COUNT_OF(folders_of_programs); i++) {
		struct sv folder = sv_of(folders_of_programs[i]);

		if (at >= folder.n && sv_starts(sv_skip(word, at - folder.n), folder) &&
		    gaff_is_among(sv_skip(word, at), agents))
			return sv_skip(word, at);
	}
	return (struct sv){ 0 };
}

bool launch_agent(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct fields words = { 0 };
	struct sv agent = { 0 };
	size_t i = 1;

	for (; i < p->n && !agent.n; i++) {
		if (sv_starts(p->word[i].text, SV("-")))
			continue;
		agent = gaff_agent_of_package(p->word[i].text);
		if (!agent.n)
			agent = agent_of_link(p->word[i].text);
		if (agent.n)
			fields_add(w, &words, word_at(p->word[i], agent));
	}
	if (!agent.n)
		return false;
	if (i < p->n && sv_eq(p->word[i].text, SV("--"))) /* npm exec NAME -- OPTIONS */
		i++;
	fields_add_all(w, &words, p->word + i, p->n - i);
	launch_words(w, p, &words, io);
	return false;
}
