#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "agents/codec/codec.h"
#include "agents/hosts.h"
#include "run/run.h"

/* Properties of the rows: what must hold for every host, this year's and next year's. */

static char storage[1 << 16];

static struct arena fresh_arena(void)
{
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 28);
	return a;
}

static struct sv parent(struct sv where)
{
	while (where.n && where.p[where.n - 1] != '/')
		where.n--;
	return where;
}

TEST(hosts__rows_are_well_formed)
{
	for (const struct gaff_host *host = gaff_host_next(NULL); host;
	     host = gaff_host_next(host)) {
		CHECK(host->seen && host->unknown && host->n_events && host->n_payload < 255);
		CHECK(host->n_env <= 8);
		for (size_t i = 0; i < host->n_payload; i++) {
			CHECK(host->payload[i].where.p[0] == '/' ||
			      host->payload[i].where.p[0] == '$');
			CHECK(host->payload[i].field < GAFF_F_COUNT);
			CHECK(!(host->payload[i].flags & GAFF_P_OF_TEXTS) ||
			      host->payload[i].field == GAFF_F_TOOL_INPUT);
		}
		for (size_t i = 0; i < host->n_events; i++) {
			CHECK(host->events[i].seen && host->events[i].answer);
			CHECK(host->events[i].timeout_ms >= 1000);
			CHECK(gaff_host_event(host, host->events[i].native) == &host->events[i]);
			if (host->events[i].tool != GAFF_TOOL_OTHER &&
			    host->events[i].tool != GAFF_TOOL_MCP)
				CHECK(gaff_host_tool_by_id(host, host->events[i].tool));
		}
		for (size_t i = 0; i < host->n_names; i++) {
			CHECK(gaff_host_event_native(host, host->names[i].native));
			CHECK(!gaff_host_event_native(host, host->names[i].spoken));
		}
		for (size_t i = 0; i < host->n_tool_names; i++) {
			CHECK(gaff_host_tool(host, host->tool_names[i].native));
			CHECK(!gaff_host_tool(host, host->tool_names[i].spoken));
		}
		for (size_t i = 0; i < host->n_tools; i++) {
			CHECK(host->tools[i].seen);
			CHECK(host->tools[i].n_input &&
			      host->tools[i].n_input <= GAFF_INPUT_ROWS_MAX);
			for (size_t k = 0; k < host->tools[i].n_input; k++)
				CHECK(host->tools[i].input[k].kind != GAFF_IN_REST ||
				      (k && k + 1 == host->tools[i].n_input));
		}
	}
}

/* Two spellings of one agent have one id, and each points at the other. */
TEST(hosts__every_spelling_is_visited_once)
{
	size_t n = 0, spellings = 0;

	for (size_t i = 0; gaff_hosts[i]; i++) {
		const struct gaff_host *other = gaff_hosts[i]->other_spelling;

		spellings += other ? 2 : 1;
		if (other) {
			CHECK(other->other_spelling == gaff_hosts[i]);
			CHECK_TEXT(other->id, gaff_hosts[i]->id);
			CHECK(strcmp(other->title, gaff_hosts[i]->title) != 0);
		}
	}
	for (const struct gaff_host *host = gaff_host_next(NULL); host; host = gaff_host_next(host))
		n++;
	CHECK(n == spellings);
}

/* Where exit 0 approves, only what says so itself may go out with it. */
TEST(hosts__silence_that_grants_has_words_for_both)
{
	for (const struct gaff_host *host = gaff_host_next(NULL); host;
	     host = gaff_host_next(host)) {
		for (size_t e = 0; e < host->n_events; e++) {
			const struct gaff_shape *shape = host->events[e].answer;
			const struct gaff_answer_row *grant, *rewrite;

			/* text and JSON cannot both be there */
			CHECK(!gaff_shape_text(shape) ||
			      !gaff_shape_row(shape, GAFF_A_UNDECIDED, false));
			if (!(host->events[e].flags & GAFF_E_SILENCE_GRANTS))
				continue;
			grant = gaff_shape_row(shape, GAFF_A_ALLOW, false);
			rewrite = gaff_shape_row(shape, GAFF_A_UPDATED_INPUT, false);
			CHECK(gaff_shape_can_deny(shape));
			CHECK(grant && !(grant->flags & GAFF_R_NO_GRANT));
			CHECK(!rewrite || rewrite->flags & GAFF_R_WITH_ALLOW);
		}
	}
}

/* Rows of one object must stand together, or the object would be written twice. */
TEST(hosts__answer_rows_of_one_object_are_adjacent)
{
	for (const struct gaff_host *host = gaff_host_next(NULL); host;
	     host = gaff_host_next(host)) {
		for (size_t e = 0; e < host->n_events; e++) {
			const struct gaff_shape *shape = host->events[e].answer;

			for (size_t i = 2; i < shape->n; i++) {
				struct sv here = parent(shape->rows[i].where);
				bool left = false;

				if (shape->rows[i].flags & GAFF_R_READ)
					continue;
				for (size_t k = i; k-- > 0;) {
					struct sv there = parent(shape->rows[k].where);

					if (shape->rows[k].flags & GAFF_R_READ)
						continue;
					left |= !sv_starts(there, here);
					CHECK(!left || !sv_eq(there, here) || here.n == 1);
				}
			}
		}
	}
}

/* Does the host, in one of its spellings, have every event that is named? */
static bool has_events(const struct gaff_host *host, struct sv names)
{
	const struct gaff_host *other = host->other_spelling;

	while (names.n) {
		const char *space = memchr(names.p, ' ', names.n);
		struct sv name = { names.p, space ? (size_t)(space - names.p) : names.n };

		if (!gaff_host_event_native(host, name) &&
		    !(other && gaff_host_event_native(other, name)))
			return false;
		names = sv_skip(names, name.n + (space != NULL));
	}
	return true;
}

/* Every "$word" in a sample stands for something. */
static bool has_only_known_words(struct sv text)
{
	static const char *const words[] = { "", "-", "content", "path", "mcp_name_too" };

	for (size_t i = 0; i + 1 < text.n; i++) {
		struct sv word = sv_skip(text, i);
		bool is_known = false;

		if (!sv_starts(word, SV("\"$")))
			continue;
		word = sv_skip(word, 2);
		word.n = (size_t)((const char *)memchr(word.p, '"', word.n) - word.p);
		for (size_t k = 0; k < COUNT_OF(words); k++)
			is_known |= sv_eq(word, sv_of(words[k]));
		for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++)
			is_known |= word.n && sv_eq(word, gaff_field_key(f));
		if (!is_known && !sv_starts(word, SV("/")))
			return false;
	}
	return true;
}

TEST(hosts__extras_are_objects_for_events_there_are)
{
	for (size_t h = 0; gaff_hosts[h]; h++) {
		for (size_t i = 0; i < gaff_hosts[h]->n_extras; i++) {
			const struct gaff_extra_row *row = &gaff_hosts[h]->extras[i];
			struct json members;
			struct gaff_err err;

			CHECK(gaff_json_parse(row->members, &members, &err) == GAFF_OK);
			CHECK(gaff_json_type(members) == JSON_OBJECT);
			CHECK(sv_eq(row->events, SV("*")) ||
			      has_events(gaff_hosts[h], row->events));
			CHECK(has_only_known_words(row->members));
		}
	}
}

static struct gaff_event event_of(const struct gaff_host *host, const struct gaff_event_row *row)
{
	return (struct gaff_event){
		.host = host, .row = row, .id = row->id, .native_event = row->native
	};
}

/* The denial that is made before anything can fail: it fits, and its own host reads it as one. */
TEST(hosts__every_denial_is_ready_and_understood)
{
	for (const struct gaff_host *host = gaff_host_next(NULL); host;
	     host = gaff_host_next(host)) {
		for (size_t e = 0; e < host->n_events; e++) {
			const struct gaff_event_row *row = &host->events[e];
			struct gaff_run run = { .host = host, .fail_closed = true };
			struct arena a = fresh_arena();
			struct gaff_outcome outcome = { .exit = 0 };
			struct gaff_response r;
			struct gaff_err err;

			gaff_run_expect(&run, row, row->native);
			if (!gaff_shape_can_deny(row->answer) ||
			    row->answer->deny_by == GAFF_DENY_STDERR)
				continue;
			CHECK(run.n_denial > 2);
			outcome.out = (struct sv){ run.denial, run.n_denial };
			CHECK(gaff_decode_response(&a, run.host, row, true, &outcome, &r, &err) ==
			      GAFF_OK);
			CHECK(r.decision == GAFF_DENY);
			gaff_arena_release(&a);
		}
	}
}

static void check_round_trip(const struct gaff_host *host, const struct gaff_event_row *row,
			     enum gaff_decision decision, enum gaff_answer_field field)
{
	struct gaff_response r = { .decision = decision }, back;
	struct gaff_warnings warnings = { .n = 0 };
	struct gaff_event event = event_of(host, row);
	struct arena a = fresh_arena();
	struct gaff_answer answer;
	struct gaff_outcome outcome;
	struct gaff_err err;

	r.text[GAFF_A_REASON] = SV("why");
	if (gaff_answer_is_text(field))
		r.text[field] = SV("text \"quoted\"\n");
	r.stop = field == GAFF_A_STOP;
	CHECK(gaff_fit_response(&a, &event, GAFF_ASK_DENIES, &r, &warnings, &err) == GAFF_OK);
	CHECK(gaff_encode_response(&a, &event, &r, &warnings, &answer, &err) == GAFF_OK);
	outcome = (struct gaff_outcome){ answer.exit, answer.out, answer.err };
	CHECK(gaff_decode_response(&a, host, row, true, &outcome, &back, &err) == GAFF_OK);
	if (r.decision == GAFF_DENY || r.decision == GAFF_ASK)
		CHECK(back.decision == r.decision);
	if (r.decision == GAFF_NONE)
		CHECK(back.decision == GAFF_NONE || (r.stop && back.decision == GAFF_DENY));
	if (gaff_answer_is_text(field) && r.text[field].n && field != GAFF_A_REASON &&
	    gaff_shape_row(row->answer, field, false) && field != GAFF_A_USER_MESSAGE &&
	    field != GAFF_A_STOP_REASON)
		CHECK(sv_has(back.text[field], r.text[field]) || /* a place may hold two texts */
		      gaff_shape_text(row->answer) ||
		      (field == GAFF_A_CONTEXT &&
		       (sv_has(back.text[GAFF_A_REASON], r.text[field]) ||
			sv_has(back.text[GAFF_A_SYSTEM_MESSAGE], r.text[field]))));
	gaff_arena_release(&a);
}

TEST(hosts__answers_come_back_as_they_were_said)
{
	static const enum gaff_answer_field fields[] = { GAFF_A_REASON,         GAFF_A_CONTEXT,
							 GAFF_A_SYSTEM_MESSAGE, GAFF_A_MESSAGE,
							 GAFF_A_USER_MESSAGE,   GAFF_A_STOP,
							 GAFF_A_LINT_COMMAND };

	for (const struct gaff_host *host = gaff_host_next(NULL); host; host = gaff_host_next(host))
		for (size_t e = 0; e < host->n_events; e++)
			for (int d = GAFF_NONE; d <= GAFF_DENY; d++)
				for (size_t f = 0; f < COUNT_OF(fields); f++)
					check_round_trip(host, &host->events[e],
							 (enum gaff_decision)d, fields[f]);
}

/* ---- recorded payloads: from rows alone, the host's own names come back ---- */

/* A file of a case, or nothing. */
static struct sv case_file(struct arena *a, const char *dir, const char *file)
{
	char path[1024];
	char *text = gaff_arena_alloc(a, 1 << 16);
	struct gaff_err err;
	struct sv out = { 0 };
	int fd;

	(void)snprintf(path, sizeof path, "%s/%s", dir, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return out;
	CHECK(gaff_read_all(fd, text, 1 << 16, 1 << 24, gaff_now_ms() + 5000, &out, &err) ==
	      GAFF_OK);
	(void)close(fd);
	return out;
}

/* The next piece up to one of these bytes; false at the end. */
static bool next_piece(struct sv *rest, const char *ends, struct sv *piece)
{
	while (rest->n && strchr(ends, rest->p[0]))
		*rest = sv_skip(*rest, 1);
	*piece = (struct sv){ rest->p, 0 };
	while (piece->n < rest->n && !strchr(ends, rest->p[piece->n]))
		piece->n++;
	*rest = sv_skip(*rest, piece->n);
	return piece->n;
}

/* The word after --event in the options of a case. */
static struct sv event_hint(struct sv args)
{
	struct sv word;

	while (next_piece(&args, " \t\r\n", &word))
		if (sv_eq(word, SV("--event")) && next_piece(&args, " \t\r\n", &word))
			return word;
	return SV("");
}

/* The environment of the case that is being checked. */
static struct {
	struct arena *arena;
	struct sv lines;
} case_env;

static char *case_getenv(const char *name)
{
	struct sv rest = case_env.lines, line, wanted = sv_of(name);

	while (next_piece(&rest, "\r\n", &line))
		if (sv_starts(line, wanted) && line.n > wanted.n && line.p[wanted.n] == '=')
			return gaff_arena_dup(case_env.arena, sv_skip(line, wanted.n + 1));
	return NULL;
}

/* The row that writes this place into payloads of this event, or NULL. */
static const struct gaff_payload_row *row_at(const struct gaff_event *event, struct sv where)
{
	unsigned others = event->tool == GAFF_TOOL_MCP ? GAFF_P_NOT_MCP : GAFF_P_MCP_ONLY;

	for (size_t i = 0; i < event->host->n_payload; i++) {
		const struct gaff_payload_row *row = &event->host->payload[i];

		if (sv_eq(row->where, where) && !(row->flags & (GAFF_P_ALIAS | others)) &&
		    row->events & (gaff_event_set)1 << event->id)
			return row;
	}
	return NULL;
}

static bool names_a_file(const struct gaff_tool_row *tool, struct sv name)
{
	for (size_t i = 0; tool && i < tool->n_input; i++)
		if (tool->input[i].kind == GAFF_IN_PATH && sv_eq(tool->input[i].native, name))
			return true;
	return false;
}

static void check_member(struct arena *a, const struct gaff_event *event, struct sv parent_where,
			 struct json original, struct json key, struct json value,
			 const char *name);

/* An object again: its members are rows of their own, or fields of a tool's input. */
static void check_object(struct arena *a, const struct gaff_event *event, struct sv where,
			 struct json was, struct json value, const char *name)
{
	bool has_rows_inside = !row_at(event, where);
	struct json_iter it = gaff_json_iter(value);
	struct json k, v;
	struct sv field;

	while (gaff_json_next(&it, &k, &v)) {
		CHECK(gaff_json_text(a, k, &field));
		if (has_rows_inside)
			check_member(a, event, where, was, k, v, name);
		else if ((gaff_json_get(was, field).n || names_a_file(event->tool_row, field)) &&
			 !gaff_json_same(a, v, gaff_json_get(was, field)))
			check_text(name, 0, json_sv(v), json_sv(gaff_json_get(was, field)));
	}
}

/* Has the original a member that holds this one's value under the same name? */
static void check_member(struct arena *a, const struct gaff_event *event, struct sv parent_where,
			 struct json original, struct json key, struct json value, const char *name)
{
	const struct gaff_payload_row *row;
	struct sv member, text, was_text;
	struct buf where = buf_in(a);
	struct json was;

	CHECK(gaff_json_text(a, key, &member));
	gaff_buf_add(&where, parent_where);
	buf_addc(&where, '/');
	gaff_buf_add(&where, member);
	row = row_at(event, buf_sv(&where));
	was = gaff_json_get(original, member);
	if (!was.n || gaff_json_same(a, was, value))
		return; /* fields a payload of that kind may lack are filled in */
	if (row && row->field == GAFF_F_TIME)
		CHECK(gaff_json_type(value) == gaff_json_type(was)); /* a time, in its own layout */
	else if (row && row->field == GAFF_F_CONSTANT)
		check_text(name, 0, json_sv(value), row->missing); /* of no use to a hook */
	else if (gaff_json_type(value) == JSON_OBJECT && gaff_json_type(was) == JSON_OBJECT)
		check_object(a, event, buf_sv(&where), was, value, name);
	else if (row && row->field == GAFF_F_CWD && gaff_json_is(was, SV("")))
		return; /* an empty directory is the project's */
	else if (!gaff_json_text(a, value, &text) || !gaff_json_text(a, was, &was_text) ||
		 !sv_eq(text, was_text))
		check_text(name, 0, json_sv(value), json_sv(was));
}

/* Every field of the payload that the rows know for this event is in what comes back. */
static void check_nothing_is_lost(const struct gaff_event *event, struct json payload,
				  struct json back, const char *name)
{
	for (size_t i = 0; i < event->host->n_payload; i++) {
		const struct gaff_payload_row *row = &event->host->payload[i];
		size_t was = row->where.p[0] == '/' ? gaff_json_at(payload, row->where).n : 0;

		if (row->flags & (event->tool == GAFF_TOOL_MCP ? GAFF_P_NOT_MCP : GAFF_P_MCP_ONLY))
			continue;
		if (row->field == GAFF_F_TOOL_NAME && !(row->flags & GAFF_P_ALIAS))
			check_text(name, 0, json_sv(gaff_json_at(back, row->where)),
				   was ? json_sv(gaff_json_at(payload, row->where)) : SV(""));
		if (was && !(row->flags & (GAFF_P_ALIAS | GAFF_P_ONE_TOOL | GAFF_P_ANY_TOOL)) &&
		    row->events & (gaff_event_set)1 << event->id &&
		    !gaff_json_at(back, row->where).n)
			check_text(name, 0, SV("(lost)"), row->where);
	}
}

static void check_payload(const struct gaff_host *host, const char *dir)
{
	struct gaff_host twin; /* another host with the same rows: nothing is copied through */
	struct arena a = fresh_arena();
	struct sv text = case_file(&a, dir, "stdin.json"), encoded;
	struct sv hint = event_hint(case_file(&a, dir, "args"));
	struct json payload, back, key, value;
	struct gaff_event event;
	struct gaff_err err;
	struct json_iter it;

	case_env.arena = &a;
	case_env.lines = case_file(&a, dir, "env");
	if (gaff_json_parse(text, &payload, &err) != GAFF_OK ||
	    gaff_decode_event(&a, host, payload, hint, case_getenv, &event, &err) != GAFF_OK) {
		check_text(dir, 0, sv_of(err.msg), SV(""));
	} else if (event.row != event.host->unknown) {
		twin = *event.host;
		event.time_ms = 1794783239991;
		CHECK(gaff_encode_event_as(&a, &event, &twin, event.row, &encoded, &err) ==
		      GAFF_OK);
		CHECK(gaff_json_parse(encoded, &back, &err) == GAFF_OK);
		it = gaff_json_iter(back);
		while (gaff_json_next(&it, &key, &value))
			check_member(&a, &event, SV(""), payload, key, value, dir);
		check_nothing_is_lost(&event, payload, back, dir);
	}
	gaff_arena_release(&a);
}

/* A case with a file `oneway` says there why it cannot come back; what is no folder is no case. */
static bool is_checked(const char *dir)
{
	char path[1024];
	struct stat st;

	(void)snprintf(path, sizeof path, "%s/oneway", dir);
	return stat(dir, &st) == 0 && S_ISDIR(st.st_mode) && access(path, F_OK) != 0;
}

TEST(hosts__recorded_payloads_come_back_in_their_own_names)
{
	size_t n = 0;

	for (size_t h = 0; gaff_hosts[h]; h++) {
		char path[768];
		struct dirent *entry;
		DIR *d;

		(void)snprintf(path, sizeof path, "tests/hosts/%.*s", SV_ARG(gaff_hosts[h]->id));
		d = opendir(path);
		CHECK(d);
		while (d && (entry = readdir(d))) {
			(void)snprintf(path, sizeof path, "tests/hosts/%.*s/%s",
				       SV_ARG(gaff_hosts[h]->id), entry->d_name);
			if (entry->d_name[0] == '.' || !is_checked(path))
				continue;
			check_payload(gaff_hosts[h], path);
			n++;
		}
		if (d)
			(void)closedir(d);
	}
	CHECK(n > 200);
}

/*
 * Flags of one enum that share a bit are one flag, and the compiler does not mind. What is written
 * is looked at: what a host combines of them cannot tell any more.
 */
static size_t count_flags(struct sv text)
{
	unsigned long taken = 0;
	unsigned flag;
	size_t n = 0;

	while (text.n) {
		const char *end = memchr(text.p, '\n', text.n);
		struct sv line = { text.p, end ? (size_t)(end - text.p) : text.n };
		struct sv bit = line;

		text = sv_skip(text, line.n + (end != NULL));
		if (sv_starts(line, SV("enum ")))
			taken = 0;
		while (bit.n && !sv_starts(bit, SV(" = 1 << ")))
			bit = sv_skip(bit, 1);
		if (!bit.n)
			continue;
		bit = sv_skip(bit, sizeof " = 1 << " - 1);
		for (flag = 0; bit.n && ascii_isdigit(bit.p[0]); bit = sv_skip(bit, 1))
			flag = 10 * flag + (unsigned)(bit.p[0] - '0');
		CHECK(flag < 32);
		if (taken & 1ul << (flag & 31))
			check_text(__FILE__, __LINE__, line, SV("a bit of its own"));
		taken |= 1ul << (flag & 31);
		n++;
	}
	return n;
}

TEST(hosts__no_two_flags_share_a_bit)
{
	struct arena a = fresh_arena();

	CHECK(count_flags(case_file(&a, "src/agents", "schema.h")) > 80);
	CHECK(count_flags(case_file(&a, "src/agents", "layout.h")) > 0);
	gaff_arena_release(&a);
}

/* What `gaff run` tells a hook must be known to a hook program that is asked with it. */
TEST(hosts__a_canonical_event_is_read_with_every_field_that_is_written)
{
	const struct gaff_host *caller = &gaff_host_canonical_caller;

	for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++) {
		bool is_read = !gaff_field_key(f).n;

		for (size_t i = 0; i < caller->n_payload; i++)
			is_read |= caller->payload[i].field == f &&
				   sv_eq(sv_skip(caller->payload[i].where, 1), gaff_field_key(f));
		check_text(__FILE__, __LINE__, is_read ? SV("") : gaff_field_key(f), SV(""));
	}
}

/* In doubt a question is a denial: who asks has to say how it is seen that somebody is there. */
TEST(hosts__who_asks_says_when)
{
	for (size_t i = 0; gaff_hosts[i]; i++) {
		const struct gaff_host *host = gaff_hosts[i];

		for (size_t k = 0; k < host->n_events; k++) {
			const struct gaff_answer_row *row = gaff_shape_row(host->events[k].answer,
									   GAFF_A_ASK, false);

			if (!row || row->flags & GAFF_R_NOT_HONOURED)
				continue;
			CHECK(host->attended && host->attended->seen);
			if (!host->attended)
				fprintf(stderr, "%s\n", host->title);
			else if (host->attended->unanswered >= GAFF_UNANSWERED_UNKNOWN)
				CHECK((host->attended->variable || host->attended->by_terminal) &&
				      host->attended->how && host->attended->otherwise);
		}
	}
}
