/*
 * hosts_view.h - what the files behind `gaff hosts` share.
 *
 * A view is what was asked for: some hosts, one section or everything, and a way to show it. It
 * knows the rows of each host and what becomes of each field of an answer (hook/fate.h); pages,
 * matrices and JSON are printed from these, and from nothing else.
 */
#ifndef GAFF_CLI_PAGES_HOSTS_VIEW_H
#define GAFF_CLI_PAGES_HOSTS_VIEW_H

#include "cli/print/table.h"
#include "agents/simulate/field_place.h"
#include "agents/simulate/known_host.h"

enum hosts_section {
	HOSTS_EVENTS,
	HOSTS_TOOLS,
	HOSTS_RESPONSES,
	HOSTS_CAPABILITIES,
	HOSTS_CONFIG,
	HOSTS_CONTRACTS,
	HOSTS_EVERYTHING,
};

struct hosts_view {
	struct arena *arena;
	bool is_markdown;
	enum hosts_section section;
	struct known_host *known;
	size_t n;
};

/* ---- words (hosts_words.c) ---- */

const char *hosts_evidence_word(const struct gaff_evidence *seen);
/* "last", and the same for people. */
const char *hosts_reads_word(enum gaff_reads how);
const char *hosts_reads_words(enum gaff_reads how);
/* On the page of a host, or (NULL) on one of many. */
void hosts_add_evidence(struct table *t, const struct gaff_host *page,
			const struct gaff_evidence *seen);
/* The next word about a file with these flags, from *i = 0 on; NULL: no more. */
const char *hosts_config_word(unsigned flags, size_t *i);
const char *hosts_input_word(enum gaff_input_kind kind);
const char *hosts_fate_word(enum gaff_fate_kind kind);
const char *hosts_company_word(enum gaff_company company); /* "with deny", or nothing */

__attribute__((format(printf, 2, 3))) void hosts_addf(struct buf *b, const char *fmt, ...);
void hosts_add_seconds(struct buf *b, unsigned ms);

/* "before_tool_execute", or "<host>:<event>". */
void hosts_add_canonical(struct buf *b, const struct gaff_host *host,
			 const struct gaff_event_row *row);

void hosts_add_field(struct buf *b, enum gaff_answer_field field);

void hosts_add_name(struct buf *b, const struct gaff_fate *fate);
void hosts_add_condition(struct buf *b, const struct gaff_fate *fate); /* "with deny", or nothing */
void hosts_add_brackets(struct buf *b, const struct gaff_fate *fate);  /* " (with deny)" */
void hosts_add_becomes(struct buf *b, const struct gaff_fate *fate);
void hosts_add_where(struct buf *b, const struct gaff_fate *fate);

/* A field of a tool's input in canonical words: "path", "edits[0].old". */
struct sv hosts_canonical_input(const struct gaff_input_row *in);

void hosts_add_answers(struct buf *b, const struct gaff_fates *fates);

/* How many hosts stand beside each other in one table, each about so wide. */
size_t hosts_beside(const struct hosts_view *v, size_t width);

void hosts_heading(const struct hosts_view *v, unsigned level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* ---- what is printed ---- */

void hosts_print_summary(const struct hosts_view *v); /* hosts_page.c */
void hosts_print_page(const struct hosts_view *v, const struct known_host *known);
bool hosts_is_spelled(const struct gaff_host *host,
		      enum hosts_section section); /* does another spelling have its own? */

void hosts_print_responses(const struct hosts_view *v,
			   const struct known_host *known); /* hosts_responses.c */
void hosts_print_matrix(const struct hosts_view *v);

void hosts_print_abilities(const struct hosts_view *v,
			   const struct known_host *known); /* hosts_able.c */
void hosts_print_capabilities(const struct hosts_view *v);
void hosts_write_capabilities(const struct hosts_view *v, const struct known_host *known,
			      struct json_writer *w);

void hosts_print_contracts(const struct hosts_view *v);
void hosts_write_contracts(const struct hosts_view *v, const struct known_host *known,
			   struct json_writer *w);

void hosts_write_evidence(struct json_writer *w, const struct gaff_evidence *seen);
void hosts_write_json(const struct hosts_view *v, struct buf *out); /* hosts_json.c */

#endif
