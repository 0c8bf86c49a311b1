#include "cli/pages/hosts_view.h"
#include "config/syntax.h"

#include "agents/codec/codec.h"

/* Everything gaff knows of its hosts as one document, for programs. Keys are only ever added. */

void hosts_write_evidence(struct json_writer *w, const struct gaff_evidence *seen)
{
	json_member_string(w, SV("evidence"), sv_of(hosts_evidence_word(seen)));
	json_member_string(w, SV("version"), sv_of(seen->version));
}

static void member_canonical(const struct hosts_view *v, struct json_writer *w,
			     const struct gaff_host *host, const struct gaff_event_row *row)
{
	struct buf name = buf_in(v->arena);

	hosts_add_canonical(&name, host, row);
	json_member_string(w, SV("canonical"), buf_sv(&name));
}

static void write_silence(const struct hosts_view *v, struct json_writer *w,
			  const struct gaff_host *host, const struct gaff_event_row *row)
{
	struct buf b = buf_in(v->arena);
	struct sv out;

	gaff_json_member_open(w, SV("no_opinion"), '{');
	gaff_json_member_number(w, SV("exit"),
				gaff_write_nothing(&b, host, row, row->native, false, &out));
	json_member_string(w, SV("stdout"), out);
	gaff_json_close(w, '}');
}

static void write_events(const struct hosts_view *v, const struct known_host *known,
			 struct json_writer *w)
{
	for (size_t e = 0; e < known->host->n_events; e++) {
		const struct gaff_event_row *row = &known->host->events[e];

		gaff_json_open(w, '{');
		json_member_string(w, SV("event"), row->native);
		member_canonical(v, w, known->host, row);
		gaff_json_member_text(w, SV("tool"),
				      row->tool == GAFF_TOOL_OTHER ? SV("")
								   : gaff_tool_name(row->tool));
		gaff_json_member_bool(w, SV("repeats"), row->flags & GAFF_E_REPEATS);
		gaff_json_member_bool(w, SV("alias"), row->flags & GAFF_E_ALIAS);
		gaff_json_member_open(w, SV("answers"), '[');
		for (size_t f = 0; f < known->fates[e].n; f++)
			if (gaff_fate_is_answer(&known->fates[e].row[f]) &&
			    !gaff_fate_is_second_half(&known->fates[e], f))
				gaff_json_string(w, known->fates[e].row[f].name);
		gaff_json_close(w, ']');
		write_silence(v, w, known->host, row);
		gaff_json_member_number(w, SV("timeout_ms"), row->timeout_ms);
		hosts_write_evidence(w, row->seen);
		gaff_json_close(w, '}');
	}
}

static void write_tools(const struct hosts_view *v, const struct known_host *known,
			struct json_writer *w)
{
	const struct gaff_tool_row *row;

	(void)v;
	for (size_t i = 0; (row = gaff_host_tool_at(known->host, i)) != NULL; i++) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("tool"), row->native);
		gaff_json_member_bool(w, SV("alias"), i >= known->host->n_tools);
		gaff_json_member_text(w, SV("canonical"),
				      row->tool == GAFF_TOOL_OTHER ? SV("")
								   : gaff_tool_name(row->tool));
		gaff_json_member_open(w, SV("input"), '[');
		for (size_t k = 0; k < row->n_input; k++) {
			const struct gaff_input_row *in = &row->input[k];

			gaff_json_open(w, '{');
			gaff_json_member_text(w, SV("native"),
					      in->native); /* null: the input itself */
			json_member_string(w, SV("canonical"), hosts_canonical_input(in));
			json_member_string(w, SV("kind"), sv_of(hosts_input_word(in->kind)));
			gaff_json_member_bool(w, SV("fixed"), in->is_fixed);
			gaff_json_close(w, '}');
		}
		gaff_json_close(w, ']');
		gaff_json_member_text(w, SV("output_text"), row->output_text);
		hosts_write_evidence(w, row->seen);
		gaff_json_close(w, '}');
	}
}

static struct sv tools_word(enum gaff_fate_tools tools)
{
	return tools == GAFF_FATE_MCP       ? SV("mcp")
	       : tools == GAFF_FATE_NOT_MCP ? SV("not-mcp")
					    : SV("");
}

/* What has to be beside a field, and what must not be. */
static const struct {
	struct sv with, not_with;
} companies[] = {
	[GAFF_ALONE] = { SV_INIT(""), SV_INIT("") },
	[GAFF_BESIDE_ALLOW] = { SV_INIT("allow"), SV_INIT("") },
	[GAFF_BESIDE_DENY] = { SV_INIT("deny"), SV_INIT("") },
	[GAFF_BESIDE_DECISION] = { SV_INIT("decision"), SV_INIT("") },
	[GAFF_NOT_BESIDE_DENY] = { SV_INIT(""), SV_INIT("deny") },
};

/* null: any version. */
static void write_versions(struct json_writer *w, const struct gaff_fate *fate)
{
	gaff_json_key(w, SV("versions"));
	if (!fate->n_versions) {
		gaff_json_raw(w, SV("null"));
		return;
	}
	gaff_json_open(w, '[');
	for (size_t i = 0; i < fate->n_versions; i++) {
		gaff_json_open(w, '{');
		gaff_json_member_text(w, SV("since"), fate->versions[i]->since);
		gaff_json_member_text(w, SV("until"), fate->versions[i]->until);
		hosts_write_evidence(w, fate->versions[i]->seen);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

static void write_fate(struct json_writer *w, const struct gaff_fate *fate)
{
	bool is_always = fate->company == GAFF_ALONE && !fate->n_versions;
	bool is_native = fate->field == GAFF_A_NATIVE;

	json_member_string(w, SV("field"), gaff_answer_key(fate->field));
	if (is_native)
		gaff_json_member_text(w, SV("native"), fate->name);
	gaff_json_member_text(w, SV("tools"), tools_word(fate->tools));
	json_member_string(w, SV("becomes"), sv_of(hosts_fate_word(fate->kind)));
	gaff_json_member_text(w, SV("as"),
			      fate->as == fate->field ? SV("") : gaff_answer_key(fate->as));
	gaff_json_member_open(w, SV("where"), '[');
	for (size_t i = 0; i < fate->n_where; i++)
		gaff_json_string(w, fate->where[i]);
	gaff_json_close(w, ']');
	json_member(w, SV("value"), fate->literal.n ? fate->literal : SV("null"));
	gaff_json_member_number(w, SV("exit"), fate->exit);
	gaff_json_member_text(w, SV("with"), companies[fate->company].with);
	gaff_json_member_text(w, SV("not_with"), companies[fate->company].not_with);
	write_versions(w, fate);
	gaff_json_member_text(w, SV("otherwise"),
			      is_always ? SV("") : sv_of(hosts_fate_word(fate->otherwise)));
	if (fate->field == GAFF_A_ALLOW)
		gaff_json_member_bool(w, SV("grants"), fate->is_grant);
	gaff_json_member_text(w, SV("warning"), fate->warning);
}

static void write_responses(const struct hosts_view *v, const struct known_host *known,
			    struct json_writer *w)
{
	for (size_t e = 0; e < known->host->n_events; e++) {
		const struct gaff_event_row *row = &known->host->events[e];

		for (size_t f = 0; f < known->fates[e].n; f++) {
			gaff_json_open(w, '{');
			json_member_string(w, SV("event"), row->native);
			member_canonical(v, w, known->host, row);
			write_fate(w, &known->fates[e].row[f]);
			hosts_write_evidence(w, row->seen);
			gaff_json_close(w, '}');
		}
	}
}

static void write_config(const struct hosts_view *v, const struct known_host *known,
			 struct json_writer *w)
{
	(void)v;
	for (size_t i = 0; i < known->host->n_config; i++) {
		const struct gaff_config_row *row = &known->host->config[i];
		const char *word;

		gaff_json_open(w, '{');
		json_member_string(w, SV("path"), sv_of(row->path));
		json_member_string(w, SV("scope"), sv_of(gaff_scope_name(row->scope)));
		json_member_string(w, SV("syntax"), sv_of(gaff_syntax_title(row->syntax)));
		gaff_json_member_open(w, SV("rules"), '[');
		for (size_t r = 0; (word = hosts_config_word(row->flags, &r)) != NULL;)
			gaff_json_string(w, sv_of(word));
		gaff_json_close(w, ']');
		hosts_write_evidence(w, row->seen);
		gaff_json_close(w, '}');
	}
}

static void write_detect(const struct gaff_host *host, struct json_writer *w)
{
	for (size_t i = 0; i < host->n_detect; i++) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("where"), host->detect[i].where);
		gaff_json_member_text(w, SV("value"), host->detect[i].value);
		gaff_json_member_number(w, SV("weight"), host->detect[i].weight);
		gaff_json_close(w, '}');
	}
}

static void write_reader(const struct gaff_reader *reader, struct json_writer *w)
{
	gaff_json_member_open(w, SV("reads_input"), '{');
	json_member_string(w, SV("how"), sv_of(hosts_reads_word(reader->how)));
	gaff_json_member_text(w, SV("by"), sv_of(reader->by));
	hosts_write_evidence(w, reader->seen);
	gaff_json_close(w, '}');
}

/* The sections that are lists, in the order of the document. */
static const struct {
	enum hosts_section section;
	struct sv key;
	void (*write)(const struct hosts_view *v, const struct known_host *known,
		      struct json_writer *w);
} lists[] = {
	{ HOSTS_EVENTS, SV_INIT("events"), write_events },
	{ HOSTS_TOOLS, SV_INIT("tools"), write_tools },
	{ HOSTS_RESPONSES, SV_INIT("responses"), write_responses },
	{ HOSTS_CONFIG, SV_INIT("config"), write_config },
	{ HOSTS_CONTRACTS, SV_INIT("contracts"), hosts_write_contracts },
};

static void write_lists(const struct hosts_view *v, const struct known_host *known,
			bool is_spelling, struct json_writer *w)
{
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		if ((v->section != HOSTS_EVERYTHING && v->section != lists[i].section) ||
		    (is_spelling && !hosts_is_spelled(known->host, lists[i].section)))
			continue;
		gaff_json_member_open(w, lists[i].key, '[');
		lists[i].write(v, known, w);
		gaff_json_close(w, ']');
	}
}

static void write_spellings(const struct hosts_view *v, const struct known_host *known,
			    struct json_writer *w)
{
	gaff_json_member_open(w, SV("spellings"), '[');
	if (known->other) {
		gaff_json_open(w, '{');
		json_member_string(w, SV("title"), sv_of(known->other->host->title));
		write_lists(v, known->other, true, w);
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, ']');
}

static void write_host(const struct hosts_view *v, const struct known_host *known,
		       struct json_writer *w)
{
	const struct gaff_host *host = known->host;
	bool is_all = v->section == HOSTS_EVERYTHING;

	gaff_json_open(w, '{');
	json_member_string(w, SV("id"), host->id);
	json_member_string(w, SV("title"), sv_of(host->title));
	hosts_write_evidence(w, host->seen);
	json_member_string(w, SV("no_opinion"), host->no_opinion);
	gaff_json_member_open(w, SV("notes"), '[');
	for (size_t i = 0; host->notes && host->notes[i]; i++)
		gaff_json_string(w, sv_of(host->notes[i]));
	gaff_json_close(w, ']');
	write_lists(v, known, false, w);
	if (hosts_is_spelled(host, v->section))
		write_spellings(v, known, w);
	if (is_all || v->section == HOSTS_TOOLS)
		write_reader(&host->reader, w);
	if (is_all || v->section == HOSTS_CAPABILITIES) {
		gaff_json_key(w, SV("capabilities"));
		hosts_write_capabilities(v, known, w);
	}
	if (is_all) {
		gaff_json_member_open(w, SV("detect"), '[');
		write_detect(host, w);
		gaff_json_close(w, ']');
	}
	gaff_json_close(w, '}');
}

void hosts_write_json(const struct hosts_view *v, struct buf *out)
{
	struct json_writer w = { .out = out };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("gaff"), SV(GAFF_VERSION));
	gaff_json_member_open(&w, SV("hosts"), '[');
	for (size_t i = 0; i < v->n; i++)
		write_host(v, &v->known[i], &w);
	gaff_json_close(&w, ']');
	gaff_json_close(&w, '}');
	buf_addc(out, '\n');
}
