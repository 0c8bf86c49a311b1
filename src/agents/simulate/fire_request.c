#include "agents/simulate/fire_request.h"

#include <unistd.h>

#include "base/io.h"
#include "agents/hosts.h"
#include "text/near.h"
#include "text/plain.h"

/* ---- the options ---- */

static enum gaff_rc take_tool(struct fire_request *r, enum gaff_tool tool, struct gaff_err *err)
{
	if (r->mimic.tool != GAFF_TOOL_OTHER && r->mimic.tool != tool)
		return gaff_fail(err, GAFF_EUSAGE,
				 "%s: --command, --path or --mcp, one call at a time", r->by);
	r->mimic.tool = tool;
	return GAFF_OK;
}

static enum gaff_rc take_mcp(struct fire_request *r, const char *value, struct gaff_err *err)
{
	const char *slash = strchr(value, '/');

	if (!slash || slash == value || !slash[1])
		return gaff_fail(err, GAFF_EUSAGE, "%s: --mcp takes SERVER/TOOL, not '%s'", r->by,
				 value);
	r->mimic.mcp_server = (struct sv){ value, (size_t)(slash - value) };
	r->mimic.mcp_tool = sv_of(slash + 1);
	return take_tool(r, GAFF_TOOL_MCP, err);
}

enum gaff_rc fire_take_option(struct fire_request *r, enum fire_option option, const char *value,
			      struct gaff_err *err)
{
	r->is_shaped |= option >= FIRE_COMMAND;
	switch (option) {
	case FIRE_HOST:
		r->host = value;
		break;
	case FIRE_EVENT:
		r->event = value;
		break;
	case FIRE_COMMAND:
		r->mimic.command = sv_of(value);
		return take_tool(r, GAFF_TOOL_SHELL, err);
	case FIRE_PATH:
		r->mimic.path = sv_of(value);
		return take_tool(r, GAFF_TOOL_FILE_READ, err);
	case FIRE_CONTENT:
		r->mimic.content = sv_of(value);
		break;
	case FIRE_PROMPT:
		r->mimic.prompt = sv_of(value);
		break;
	case FIRE_MCP:
		return take_mcp(r, value, err);
	case FIRE_SET:
		if (r->n_set == FIRE_SETS_MAX)
			return gaff_fail(err, GAFF_EUSAGE, "%s: --set at most %d times", r->by,
					 FIRE_SETS_MAX);
		r->set[r->n_set++] = value;
		break;
	case FIRE_OPTIONS:
		break;
	}
	return GAFF_OK;
}

enum gaff_rc fire_check(const struct fire_request *r, struct gaff_err *err)
{
	if (!r->event)
		return gaff_fail(err, GAFF_EUSAGE,
				 "%s: which event? Add --event; 'gaff hosts HOST --events' shows "
				 "them",
				 r->by);
	if (r->mimic.content.p && !r->mimic.path.p)
		return gaff_fail(err, GAFF_EUSAGE, "%s: --content goes with --path", r->by);
	return GAFF_OK;
}

/* ---- who and what ---- */

/* The contract whose names of events every host understands, for hooks that follow no agent. */
static const struct gaff_host *plain_contract(void)
{
	for (size_t i = 0; gaff_hosts[i]; i++)
		if (gaff_hosts[i]->seen->kind == GAFF_CONTRACT &&
		    gaff_host_event_native(gaff_hosts[i], SV("preToolUse")))
			return gaff_hosts[i];
	return NULL;
}

static enum gaff_rc unknown_event(const char *by, const struct gaff_host *host, const char *word,
				  struct gaff_err *err)
{
	const char *names[128], *near;
	char shown[200];
	struct buf b = buf_fixed(shown, sizeof shown - 1);
	size_t n = 0;

	gaff_plain_add(&b, sv_of(word), (sizeof shown - 1) / 4);
	shown[b.n] = '\0';
	for (const struct gaff_host *h = host; h; h = h == host ? h->other_spelling : NULL)
		for (size_t i = 0; i < h->n_events && n < COUNT_OF(names); i++)
			names[n++] = h->events[i].native.p;
	near = gaff_nearest(word, names, n);
	if (near)
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "%s: %s has no event '%s'; did you mean '%s'?", by, host->title,
				 shown, near);
	return gaff_fail(err, GAFF_EUNSUPPORTED,
			 "%s: %s has no event '%s'; 'gaff hosts %s --events' shows them", by,
			 host->title, shown, host->id.p);
}

/* --path alone is a file that is read, with a content one that is written; elsewhere just a file.
 */
static void settle_tool(struct gaff_mimic *s)
{
	if (!s->path.p)
		return;
	if (!(GAFF_EV_ANY_TOOL & (gaff_event_set)1 << s->row->id))
		s->tool = GAFF_TOOL_OTHER;
	else if (s->content.p)
		s->tool = GAFF_TOOL_FILE_WRITE;
}

enum gaff_rc fire_find(struct fire_request *r, struct gaff_err *err)
{
	const struct gaff_host *host = r->host ? gaff_host_find(sv_of(r->host)) : plain_contract();

	if (!host)
		return gaff_fail(err, GAFF_ENOENT, "%s: there is no such agent", r->by);
	r->mimic.host = gaff_host_spelling(host, sv_of(r->event));
	if (!r->mimic.host)
		return unknown_event(r->by, host, r->event, err);
	r->mimic.row = gaff_host_event(r->mimic.host, sv_of(r->event));
	settle_tool(&r->mimic);
	return GAFF_OK;
}

/* ---- the payload ---- */

static enum gaff_rc set(struct arena *a, const char *word, struct json *payload,
			struct gaff_err *err)
{
	const char *equals = strchr(word, '=');
	struct sv pointer = { word, equals ? (size_t)(equals - word) : 0 };
	struct gaff_err why;
	struct json value;

	if (!equals)
		return gaff_fail(err, GAFF_EUSAGE, "--set takes POINTER=JSON, not '%s'", word);
	if (gaff_json_parse(sv_of(equals + 1), &value, &why) != GAFF_OK)
		return gaff_fail(err, GAFF_EUSAGE,
				 "--set %.*s: '%s' is not JSON (%s); a text is quoted twice: --set "
				 "'%.*s=\"text\"'",
				 SV_ARG(pointer), equals + 1, why.msg, SV_ARG(pointer));
	if (gaff_json_set(a, *payload, pointer, value, SV(""), payload, &why) != GAFF_OK)
		return gaff_fail(err, why.rc == GAFF_ENOMEM ? GAFF_ENOMEM : GAFF_EUSAGE, "--set %s",
				 why.msg);
	return GAFF_OK;
}

enum gaff_rc fire_make(struct arena *a, const struct fire_request *r, struct fire_shot *shot,
		       struct gaff_err *err)
{
	static char here[4096];

	if (!getcwd(here, sizeof here))
		return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
	shot->mimic = r->mimic;
	shot->mimic.cwd = sv_of(here);
	shot->mimic.time_ms = gaff_wall_ms();
	GAFF_TRY(gaff_mimic_event(a, &shot->mimic, &shot->event, err));
	GAFF_TRY(gaff_mimic_payload(a, &shot->mimic, &shot->event, &shot->payload, err));
	for (size_t i = 0; i < r->n_set; i++)
		GAFF_TRY(set(a, r->set[i], &shot->payload, err));
	return GAFF_OK;
}
