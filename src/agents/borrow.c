#include "agents/codec/codec.h"
#include "agents/hosts.h"
#include "agents/mcp.h"

/*
 * A call of a tool that is not in the rows of who calls. It may be an agent that nobody knows and
 * that runs what was registered with another, or a tool that is newer than our rows. What other
 * agents call so is what it is taken for, lest a guard of that tool never sees it: better one hook
 * too many than one too few.
 */

/* What is worth most to a guard; of two rows the earlier of these that has its fields is it. */
static const enum gaff_tool by_weight[] = {
	GAFF_TOOL_SHELL,     GAFF_TOOL_FILE_WRITE, GAFF_TOOL_FILE_EDIT,
	GAFF_TOOL_FILE_READ, GAFF_TOOL_SEARCH,     GAFF_TOOL_FIND,
	GAFF_TOOL_WEB_FETCH, GAFF_TOOL_WEB_SEARCH, GAFF_TOOL_AGENT,
};

static size_t fields_known(const struct gaff_tool_row *row, struct json input)
{
	size_t n = 0;

	for (size_t i = 0; i < row->n_input; i++)
		n += row->input[i].native.n && gaff_json_get(input, row->input[i].native).n;
	return n + (gaff_input_is_patch(row, input) || gaff_input_is_list(row, input));
}

static size_t weight(const struct gaff_tool_row *row, struct json input)
{
	size_t known = fields_known(row, input), i = 0;

	while (i < COUNT_OF(by_weight) && by_weight[i] != row->tool)
		i++;
	return (known ? 1000 : 0) + 100 * (COUNT_OF(by_weight) - i) + (known < 99 ? known : 99);
}

/* "RunShellCommand" is run_shell_command. */
static bool is_loosely(struct sv x, struct sv y)
{
	size_t i = 0, k = 0;

	for (;;) {
		while (i < x.n && (x.p[i] == '_' || x.p[i] == '-'))
			i++;
		while (k < y.n && (y.p[k] == '_' || y.p[k] == '-'))
			k++;
		if (i == x.n || k == y.n)
			return i == x.n && k == y.n;
		if (!sv_eq_nocase((struct sv){ x.p + i++, 1 }, (struct sv){ y.p + k++, 1 }))
			return false;
	}
}

typedef bool same_name(struct sv x, struct sv y);

static bool is_exactly(struct sv x, struct sv y)
{
	return sv_eq(x, y);
}

struct loan {
	struct sv name;
	struct json input;
	same_name *same;
	uint16_t tools;
	const struct gaff_tool_row *row;
	size_t weight;
};

static bool is_called(const struct loan *loan, const struct gaff_host *host, struct sv native)
{
	if (loan->same(loan->name, native))
		return true;
	for (size_t i = 0; i < host->n_tool_names; i++)
		if (sv_eq(host->tool_names[i].native, native) &&
		    loan->same(loan->name, host->tool_names[i].spoken))
			return true;
	return false;
}

static void look_at(struct loan *loan, const struct gaff_host *host)
{
	const struct gaff_tool_row *row;

	for (size_t i = 0; (row = gaff_host_tool_at(host, i)) != NULL; i++) {
		size_t its;

		if (row->tool == GAFF_TOOL_OTHER || row->tool == GAFF_TOOL_MCP ||
		    !is_called(loan, host, row->native))
			continue;
		loan->tools |= (uint16_t)(1u << row->tool);
		its = weight(row, loan->input);
		if (its > loan->weight) {
			loan->row = row;
			loan->weight = its;
		}
	}
}

/* A name that may be joined of a server's and a tool's, and of which no agent says so. */
static bool is_perhaps_mcp(const struct gaff_event *event)
{
	const struct gaff_host *host = event->host;

	return event->tool == GAFF_TOOL_MCP && event->row->tool == GAFF_TOOL_OTHER &&
	       !gaff_mcp_prefix(host).n && !event->field[GAFF_F_MCP_SERVER].n &&
	       !(host->mcp_mark.n && gaff_json_at(event->payload, host->mcp_mark).n);
}

enum gaff_rc gaff_host_borrow_tool(struct arena *a, struct gaff_event *event, struct gaff_err *err)
{
	struct loan loan = {
		event->tool_name, event->field[GAFF_F_TOOL_INPUT], is_exactly, 0, NULL, 0
	};
	bool is_unknown = event->tool == GAFF_TOOL_OTHER && !event->tool_row;

	if (!(GAFF_EV_ANY_TOOL >> event->id & 1) || !loan.name.n ||
	    event->host == &gaff_host_canonical_caller || !(is_unknown || is_perhaps_mcp(event)))
		return GAFF_OK;
	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h))
		look_at(&loan, h);
	loan.same = is_loosely;
	for (const struct gaff_host *h = gaff_host_next(NULL); h && !loan.tools && is_unknown;
	     h = gaff_host_next(h))
		look_at(&loan, h);
	if (!loan.tools)
		return GAFF_OK;
	event->borrowed = (uint16_t)(loan.tools | 1u << event->tool);
	if (is_unknown) {
		event->tool_row = loan.row;
		event->tool = loan.row->tool;
	}
	event->tools = gaff_event_tools(a, event);
	if (!gaff_event_is_gate(event->id))
		return GAFF_OK;
	if (gaff_json_type(loan.input) == JSON_STRING && !gaff_input_is_patch(loan.row, loan.input))
		return gaff_fail(err, GAFF_ELIMIT, "the input of %.*s is a text and no object",
				 SV_ARG(loan.row->native));
	return gaff_check_spelling(a, event, err);
}
