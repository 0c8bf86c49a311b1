#include "base/hash.h"
#include "convert/check/check_parts.h"

/*
 * The matchers of a hook on its native events. Files have many hooks and few matchers, and to write
 * one and hold it against every tool is dear: so what was written is remembered.
 */

/* What became of a matcher of a manifest on one spelling of the target. */
struct gaff_written_matcher {
	struct sv from; /* the manifest's, as text */
	const struct gaff_host *host;
	bool wide;

	struct sv *matcher;
	size_t n;                        /* 0: there is no such tool */
	struct gaff_selection selection; /* what these are read as */
	struct gaff_losses losses;       /* of whichever hook it is */
};

/* What entries with such matchers are read as: other words may mean the same tools. */
static enum gaff_rc read_back(struct gaff_checking *c, struct gaff_written_matcher *m)
{
	struct gaff_losses unheard = { .arena = c->arena };
	struct gaff_selection all = { 0 }, one;
	size_t room = 0;

	for (size_t i = 0; i < m->n; i++) {
		GAFF_TRY(gaff_matcher_read(c->arena, m->host, m->matcher[i], c->hook->number,
					   &unheard, &one, c->err));
		if (m->n == 1 || !one.n) {
			all = one;
			break;
		}
		for (size_t k = 0; k < one.n; k++)
			if (gaff_arena_room(c->arena, &all.item, all.n, &room, sizeof *all.item))
				all.item[all.n++] = one.item[k];
	}
	m->selection = all;
	return gaff_arena_check(c->arena, c->err);
}

/* A pattern may be for names alone that the agent has no tool for: nobody would run the hook. */
static enum gaff_rc drop_if_nowhere(struct gaff_checking *c, struct gaff_written_matcher *m)
{
	struct gaff_losses unheard = { .arena = c->arena };
	struct sv *matcher;
	size_t n = 1;

	if (m->n && m->selection.n)
		GAFF_TRY(gaff_matcher_write(c->arena, m->host, &m->selection, false,
					    c->hook->number, &unheard, &matcher, &n, c->err));
	if (!n) {
		gaff_lose(&m->losses, c->hook->number, SV("matcher"), GAFF_DEGRADE_EXCLUDE,
			  "%s has no tool that it is for: left out", c->title);
		m->n = 0;
	}
	return GAFF_OK;
}

static enum gaff_rc write_matcher(struct gaff_checking *c, const struct gaff_host *host,
				  struct gaff_written_matcher **out)
{
	struct gaff_written_matcher *m = gaff_arena_alloc(c->arena, sizeof *m);
	enum gaff_rc rc;

	GAFF_TRY(gaff_arena_check(c->arena, c->err));
	*m = (struct gaff_written_matcher){ .from = json_sv(c->hook->matcher),
					    .host = host,
					    .wide = c->by_gaff,
					    .losses = { .arena = c->arena } };
	rc = gaff_matcher_write(c->arena, host, &c->selection, m->wide, c->hook->number, &m->losses,
				&m->matcher, &m->n, c->err);
	if (rc == GAFF_EUNSUPPORTED) {
		gaff_lose(&m->losses, c->hook->number, SV("matcher"), GAFF_DEGRADE_EXCLUDE,
			  "%s: left out", c->err->msg);
		m->n = 0;
	} else if (rc != GAFF_OK) {
		return rc;
	}
	m->selection = c->selection;
	if (!m->wide) {
		GAFF_TRY(read_back(c, m));
		GAFF_TRY(drop_if_nowhere(c, m));
	}
	*out = m;
	return GAFF_OK;
}

static enum gaff_rc find_matcher(struct gaff_checking *c, const struct gaff_host *host,
				 const struct gaff_written_matcher **out)
{
	enum { TRIES = 4, N = COUNT_OF(c->matchers) };
	struct sv from = json_sv(c->hook->matcher);
	uint64_t hash = gaff_hash(GAFF_HASH_START, from);
	struct gaff_written_matcher **slot = NULL;

	for (size_t i = 0; i < TRIES; i++) {
		struct gaff_written_matcher **at = &c->matchers[(hash + i) % N], *m = *at;

		if (m && m->host == host && m->wide == c->by_gaff && sv_eq(m->from, from)) {
			*out = m;
			return GAFF_OK;
		}
		if (!slot || (!m && *slot))
			slot = at; /* a free one, else the first */
	}
	GAFF_TRY(write_matcher(c, host, slot));
	*out = *slot;
	return GAFF_OK;
}

/* The same losses, of this hook. Of one that goes back to where it was nothing is lost. */
static void lose_again(struct gaff_checking *c, const struct gaff_losses *losses)
{
	for (size_t i = 0; i < losses->n && c->conversion->from != c->to; i++)
		gaff_lose_again(c->losses, c->hook->number, &losses->item[i]);
}

/* Once, in the words of the last loss, if there is one. */
static void say_no_tool(struct gaff_checking *c, const struct gaff_losses *losses)
{
	if (losses->n)
		gaff_check_leave_out(c, SV("matcher"), false, "%.*s",
				     SV_ARG(losses->item[losses->n - 1].text));
	else
		gaff_check_leave_out(c, SV("matcher"), false,
				     "%s has no tool that it is for: left out", c->title);
}

/* The event once for each matcher. */
static enum gaff_rc spread(struct gaff_checking *c, const struct gaff_written_matcher *m)
{
	struct gaff_hook_plan *plan = c->plan;
	struct gaff_spot_row spot = plan->spot[0];

	if (m->n > 1)
		plan->spot = gaff_arena_alloc(c->arena, m->n * sizeof *plan->spot);
	GAFF_TRY(gaff_arena_check(c->arena, c->err));
	plan->n = m->n;
	for (size_t i = 0; i < m->n; i++) {
		spot.matcher = m->matcher[i];
		plan->spot[i] = spot;
	}
	return GAFF_OK;
}

/* What the events alone select. */
static enum gaff_rc select_by_events(struct gaff_checking *c)
{
	unsigned tools = 0;

	for (size_t i = 0; i < c->plan->n; i++)
		tools |= gaff_event_row_tools(c->plan->spot[i].host, c->plan->spot[i].event);
	(void)gaff_selection_of_tools(c->arena, tools, &c->plan->selection);
	return gaff_arena_check(c->arena, c->err);
}

enum gaff_rc gaff_check_matchers(struct gaff_checking *c)
{
	const struct gaff_spot_row *spot = &c->plan->spot[0];
	const struct gaff_written_matcher *m = NULL;

	if (!c->is_about_tools)
		return GAFF_OK;
	if (gaff_event_row_tools(spot->host, spot->event)) {
		gaff_check_split_tools(c);
		return select_by_events(c);
	}
	if (!c->selection.n)
		return GAFF_OK;
	if (spot->host->layout->matching == GAFF_MATCH_NOTHING) {
		if (!c->by_gaff) /* which looks again */
			gaff_check_warn(c, SV("matcher"),
					"%s heeds no matchers: it is for every tool", c->title);
		return GAFF_OK;
	}
	GAFF_TRY(find_matcher(c, spot->host, &m));
	if (!m->n) {
		say_no_tool(c, &m->losses);
		return GAFF_OK;
	}
	if (c->by_gaff && m->n > 1)
		return GAFF_OK; /* once for every tool: of several entries each would ask gaff */
	lose_again(c, &m->losses);
	c->plan->selection = m->selection;
	return spread(c, m);
}
