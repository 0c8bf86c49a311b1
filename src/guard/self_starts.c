#include <fcntl.h>
#include <unistd.h>

#include "base/fs.h"
#include "guard/place.h"
#include "guard/self_parts.h"
#include "hosts/hosts.h"
#include "text/words.h"

/* What switches gaff off from outside: variables, homes that are moved, settings that are given. */

enum { SETTINGS_MAX = 256 << 10 };

#define TELL "tell the user what should be changed, and why"

static const char agents[] =
	"claude claude-code codex gemini qwen copilot cursor-agent droid opencode kilo crush kimi "
	"auggie pi cline amp goose kiro-cli q trae-cli grok";
static const char interpreters[] = "python python2 python3 perl ruby node nodejs php tclsh lua";

/* What gaff reads, and what moves where it and agents read. */
static const struct sv variables[] = { SV_INIT("GAFF_DISABLE"), SV_INIT("GAFF_AUDIT"),
				       SV_INIT("GAFF_WRAP_DEPTH"), SV_INIT("GAFF_WRAP_HOOK") };
static const struct sv homes[] = { SV_INIT("XDG_CONFIG_HOME"), SV_INIT("XDG_STATE_HOME"),
				   SV_INIT("CODEX_HOME"),      SV_INIT("CLAUDE_CONFIG_DIR"),
				   SV_INIT("GEMINI_CLI_HOME"), SV_INIT("QWEN_HOME") };

static void report(struct gaff_guard_report *to, const char *row, enum gaff_decision decision,
		   struct sv what, const char *reason, const char *instead)
{
	gaff_guard_add(to, "self", sv_of(row), decision, what, sv_of(reason), sv_of(instead));
}

/* ---- programs ---- */

/* claude --settings FILE: one that switches hooks off, or that the same command writes. */
static bool settings_switch_off(struct gaff_guard_call *call, const struct gaff_args *args)
{
	static const struct sv member = SV_INIT("disableAllHooks");
	const struct gaff_arg *arg = gaff_args_option(args, SV("--settings"), true, NULL);
	struct gaff_word word = { .text = arg ? arg->value : SV("") };
	struct gaff_err ignored;
	const char *name;
	struct sv path, text;
	bool found;
	int fd;

	if (!arg || !arg->has_value || !word.text.n)
		return false;
	if (sv_has(call->programs.text, member))
		return true;
	path = gaff_place_path(call->arena, &call->world, args->program, word, NULL);
	name = path.n ? gaff_arena_cstr(call->arena, path) : NULL;
	fd = name ? open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
	if (fd < 0)
		return false;
	found = gaff_fs_read(call->arena, fd, SETTINGS_MAX, &text, &ignored) != GAFF_OK ||
		sv_has(text, member);
	(void)close(fd);
	return found;
}

static void look_at_program(struct gaff_guard_call *call, const struct gaff_args *args,
			    struct gaff_guard_report *to)
{
	const struct gaff_program *p = args->program;

	if (p->has_other_home && gaff_is_among(p->name, agents))
		report(to, "agent-home", GAFF_ASK, gaff_guard_name(p),
		       "it starts an agent with another home, where there are other hooks or none",
		       "start it with its own home, or ask the user to start it");
	if (sv_starts(p->name, SV("claude")) && settings_switch_off(call, args))
		report(to, "claude-no-hooks", GAFF_DENY, gaff_guard_name(p),
		       "it starts an agent without the hooks that guard it",
		       "start it with its hooks, or ask the user to start it");
}

/* Code that puts letters into the input of a terminal: ioctl(fd, TIOCSTI, "y"). */
static bool types(const struct gaff_program *p)
{
	static const struct sv call = SV_INIT("TIOCSTI");
	struct sv name = p->name;

	while (name.n > 1 && (ascii_isdigit(name.p[name.n - 1]) || name.p[name.n - 1] == '.'))
		name.n--;
	if (!gaff_is_among(name, interpreters))
		return false;
	for (size_t i = 1; i < p->n; i++)
		if (sv_has(p->word[i].text, call))
			return true;
	return sv_has(p->stdin_text, call);
}

void gaff_self_starts(struct gaff_guard_call *call, struct gaff_guard_report *to)
{
	struct sv text = call->programs.text;
	bool may_type = text.n && memmem(text.p, text.n, "TIOCSTI", 7), is_other = false;
	size_t i = 0;

	for (const struct gaff_program *p = call->programs.first; p; p = p->next, i++) {
		is_other |= !sv_eq(p->name, SV("gaff"));
		if (!p->name.n || p->is_elsewhere)
			continue;
		look_at_program(call, &call->args[i], to);
		if (may_type && types(p))
			report(to, "type-ioctl", GAFF_DENY, gaff_guard_name(p),
			       "it types into a terminal, where it could answer in the user's "
			       "place",
			       "tell the user what to type, or run the program itself");
	}
	if (is_other && call->programs.variable.n)
		report(to, "gaff-variable", GAFF_DENY, call->programs.variable,
		       "it switches off gaff, or its log, for what is started so",
		       "leave it out, or ask the user");
}

/* ---- files ---- */

static bool is_env_file(struct sv path)
{
	static const char shells[] =
		".bashrc .bash_profile .bash_login .profile .zshrc .zshenv .zprofile .zlogin "
		".kshrc .cshrc .tcshrc config.fish environment .pam_environment .envrc";
	struct sv name = path;

	for (size_t i = path.n; i; i--)
		if (path.p[i - 1] == '/') {
			name = sv_skip(path, i);
			break;
		}
	return sv_eq(name, SV(".env")) || sv_starts(name, SV(".env.")) ||
	       (name.n > 4 && sv_eq(sv_skip(name, name.n - 4), SV(".env"))) ||
	       (name.n && gaff_is_among(name, shells));
}

static void add_member(struct gaff_guard_call *call, struct buf *b, struct json object,
		       struct sv key)
{
	struct sv text;

	if (gaff_json_text(call->arena, gaff_json_get(object, key), &text)) {
		gaff_buf_add(b, text);
		buf_addc(b, '\n');
	}
}

/* What a call puts into files, with what else it says: a command as it is written and expanded. */
static struct sv written(struct gaff_guard_call *call, const struct gaff_file *file)
{
	struct buf b = buf_in(call->arena);
	struct json input, key, edit;
	struct json_iter it;
	struct gaff_err ignored;

	for (const struct gaff_program *p = file->program->n ? file->program : NULL; p;
	     p = p->launcher) {
		for (size_t i = 0; i < p->n; i++) {
			gaff_buf_add(&b, p->word[i].text);
			buf_addc(&b, ' ');
		}
		gaff_buf_add(&b, p->stdin_text);
	}
	if (b.n) {
		gaff_buf_add(&b, call->programs.text);
		return buf_sv(&b);
	}
	if (gaff_guard_input(call, &input, &ignored) != GAFF_OK)
		return SV("");
	add_member(call, &b, input, SV("content"));
	it = gaff_json_iter(gaff_json_get(input, SV("edits")));
	while (gaff_json_next(&it, &key, &edit))
		add_member(call, &b, edit, SV("new"));
	return b.n && buf_ok(&b) ? buf_sv(&b) : json_sv(call->event->field[GAFF_F_TOOL_INPUT]);
}

/* NAME=1, "NAME": "1", NAME := 1, set -x NAME 1 */
static bool sets(struct sv text, const struct sv *name, size_t n)
{
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i + name[k].n < text.n; i++) {
			size_t at = i + name[k].n;

			if (text.p[i] != name[k].p[0] || !sv_starts(sv_skip(text, i), name[k]))
				continue;
			while (at < text.n && strchr("\"'\\ \t:", text.p[at]) && text.p[at] != ':')
				at++;
			if (at < text.n && (strchr("=:", text.p[at]) || text.p[at - 1] == ' '))
				return true;
		}
	return false;
}

void gaff_self_writes(struct gaff_guard_call *call, struct gaff_guard_report *to,
		      const struct gaff_file *file)
{
	struct sv text;

	if (file->act != GAFF_FILE_WRITES || !is_env_file(file->word.text))
		return;
	text = written(call, file);
	if (sets(text, variables, COUNT_OF(variables)))
		report(to, "gaff-variable", GAFF_DENY, gaff_file_what(file),
		       "it switches off gaff, or its log, for what is started with this file",
		       TELL);
	else if (sets(text, homes, COUNT_OF(homes)))
		report(to, "agent-home", GAFF_ASK, gaff_file_what(file),
		       "agents that read this file have another home then, and other hooks or none",
		       TELL);
}

/* "/hooksConfig/enabled" with false: all of these are in the text. */
static bool says(struct sv text, const struct gaff_switch_row *row)
{
	struct sv rest = row->where;

	while (rest.n) {
		struct sv part;
		const char *slash;

		rest = sv_skip(rest, 1);
		slash = sv_chr(rest, '/');
		part = (struct sv){ rest.p, slash ? (size_t)(slash - rest.p) : rest.n };
		if (!sv_has(text, part))
			return false;
		rest = sv_skip(rest, part.n);
	}
	return sv_has(text, row->value);
}

bool gaff_self_switches_off(struct gaff_guard_call *call, const struct gaff_file *file)
{
	struct sv text;

	if (file->act != GAFF_FILE_WRITES)
		return false;
	text = written(call, file);
	if (sets(text, variables, COUNT_OF(variables)))
		return true;
	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h))
		for (size_t i = 0; i < h->n_switches; i++)
			if (says(text, &h->switches[i]))
				return true;
	return false;
}
