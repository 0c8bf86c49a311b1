#include "start/init.h"
#include "guard/guard.h"

/* What a manifest to start from looks like. "@" stands for the names of the guards. */

static const char user_head[] = "// Your hooks, for every agent that gaff is installed for (gaff "
				"install). Comments and commas\n"
				"// at the end are fine. gaff validate checks this file; gaff "
				"explain shows what becomes of a "
				"call.\n";

static const char project_head[] = "// Hooks of this project, for every agent that gaff is "
				   "installed for (gaff install). They run\n"
				   "// for everybody who has looked at them and said so: gaff "
				   "trust. Comments and commas at the\n"
				   "// end are fine. gaff validate checks this file; gaff explain "
				   "shows what becomes of a call.\n";

static const char guards_comment[] =
	"\t\t// Guards are built in. They look at what a call would do, before it does it:\n"
	"\t\t// gaff guard --list shows them, gaff guard --explain 'git reset --hard' what they "
	"see.\n"
	"\t\t// Take out a name to do without that guard. With --strict at the end, what cannot "
	"be\n"
	"\t\t// known is denied, and not asked about.\n";

static const char guards[] =
	"\t\t{\n"
	"\t\t\t\"name\": \"guards\",\n"
	"\t\t\t\"event\": \"before_tool_execute\",\n"
	"\t\t\t\"blocking\": true,\n"
	"\t\t\t\"handler\": { \"type\": \"command\", \"command\": \"gaff guard @\" },\n"
	"\t\t},\n";

static const char secrets[] =
	"\t\t{\n"
	"\t\t\t// A prompt goes to the model as it is: keys and passwords should not be in it.\n"
	"\t\t\t\"name\": \"secrets in prompts\",\n"
	"\t\t\t\"event\": \"before_prompt\",\n"
	"\t\t\t\"blocking\": true,\n"
	"\t\t\t\"handler\": { \"type\": \"command\", \"command\": \"gaff guard secrets\" },\n"
	"\t\t},\n"
	"\t\t{\n"
	"\t\t\t// What a tool has printed is shown without them, on agents that let hooks do "
	"that.\n"
	"\t\t\t\"name\": \"secrets in output\",\n"
	"\t\t\t\"event\": \"after_tool_execute\",\n"
	"\t\t\t\"handler\": { \"type\": \"command\", \"command\": \"gaff guard secrets\" },\n"
	"\t\t},\n";

static const char taken_comment[] = "\t\t// From Claude Code: they speak its JSON, and gaff "
				    "translates it for every other agent.\n";

static const char tail[] =
	"\t\t// A hook of your own. It gets the event as JSON on stdin; what it says on stderr, "
	"when it\n"
	"\t\t// ends with 2, is what the agent is told. See docs/manifest.md.\n"
	"\t\t// {\n"
	"\t\t// \t\"name\": \"tests before stopping\",\n"
	"\t\t// \t\"event\": \"agent_stop\",\n"
	"\t\t// \t\"blocking\": true,\n"
	"\t\t// \t\"handler\": { \"type\": \"command\", \"command\": \"make -s check >&2 || exit "
	"2\" },\n"
	"\t\t// },\n"
	"\t],\n"
	"\t// Rules need no program: what is looked for in a command, and what is said to it.\n"
	"\t// \"rules\": [\n"
	"\t// \t{\n"
	"\t// \t\t\"name\": \"no-publish\",\n"
	"\t// \t\t\"program\": \"npm\",\n"
	"\t// \t\t\"words\": \"publish\",\n"
	"\t// \t\t\"decision\": \"deny\",\n"
	"\t// \t\t\"reason\": \"releases are made by CI\",\n"
	"\t// \t\t\"examples\": { \"deny\": [\"npm publish\"], \"allow\": [\"npm test\"] },\n"
	"\t// \t},\n"
	"\t// ],\n"
	"}\n";

static void add(struct buf *out, const char *text)
{
	gaff_buf_add(out, sv_of(text));
}

void init_write_guards(struct buf *out)
{
	const char *at = strchr(guards, '@');
	bool is_first = true;

	gaff_buf_add(out, (struct sv){ guards, (size_t)(at - guards) });
	for (size_t i = 0; gaff_guards[i]; i++) {
		if (!(gaff_guards[i]->events & GAFF_EV(BEFORE_TOOL)))
			continue;
		add(out, is_first ? "" : " ");
		add(out, gaff_guards[i]->name);
		is_first = false;
	}
	add(out, at + 1);
}

void init_write(struct buf *out, bool is_project, const struct init_taken *taken)
{
	add(out, is_project ? project_head : user_head);
	add(out, "{\n\t\"spec\": \"hooks/1.0\",\n\t\"hooks\": [\n");
	add(out, guards_comment);
	init_write_guards(out);
	add(out, secrets);
	if (taken && taken->n) {
		add(out, taken_comment);
		gaff_buf_add(out, buf_sv(&taken->hooks));
	}
	add(out, tail);
}
