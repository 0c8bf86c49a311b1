#include "cli/help/complete.h"

#include <stdio.h>

#include "cli/pages/convert_work.h"
#include "guard/guard.h"
#include "agents/codec/value.h"
#include "agents/hosts.h"

/* Words of a kind, from the first on; nothing behind the last. */
typedef struct sv words_at(size_t i);

static struct sv host_at(size_t i)
{
	return gaff_hosts[i] ? gaff_hosts[i]->id : SV("");
}

static struct sv form_at(size_t i)
{
	return gaff_layout_host(i) ? gaff_layout_host(i)->id : SV("");
}

static struct sv format_at(size_t i)
{
	struct sv formats[16];

	return i < convert_formats(formats, COUNT_OF(formats)) ? formats[i] : SV("");
}

static struct sv guard_at(size_t i)
{
	return gaff_guards[i] ? sv_of(gaff_guards[i]->name) : SV("");
}

static struct sv command_at(size_t i)
{
	return cli_commands[i] ? sv_of(cli_commands[i]->name) : SV("");
}

static void print_word(struct sv word, bool *is_first)
{
	printf("%s%.*s", *is_first ? "" : " ", SV_ARG(word));
	*is_first = false;
}

/* What a value is called, what it is, and its words: these, and those of a function behind them. */
/* clang-format off */
static const struct {
	const char *name;
	enum complete_kind kind;
	const char *words;
	words_at *at;
} values[] = {
	{ "COMMAND",  COMPLETE_WORDS,   NULL,                      command_at },
	{ "DECISION", COMPLETE_WORDS,   "allow ask deny none error", NULL },
	{ "DIALECT",  COMPLETE_WORDS,   "canonical",               host_at },
	{ "DIR",      COMPLETE_FOLDERS, NULL,                      NULL },
	{ "EVENT",    COMPLETE_EVENTS,  NULL,                      NULL },
	{ "FIELD",    COMPLETE_WORDS,   NULL,                      gaff_value_name },
	{ "FILE",     COMPLETE_FILES,   NULL,                      NULL },
	{ "FORMAT",   COMPLETE_WORDS,   NULL,                      format_at },
	{ "GAFF",     COMPLETE_FILES,   NULL,                      NULL },
	{ "GUARD",    COMPLETE_WORDS,   NULL,                      guard_at },
	{ "HOST",     COMPLETE_WORDS,   NULL,                      host_at },
	{ "PROGRAM",  COMPLETE_PROGRAM, NULL,                      NULL },
	{ "REPLY",    COMPLETE_WORDS,   "allow ask deny context message rewrite prompt output env stop ack acknowledge none", NULL },
	{ "SHELL",    COMPLETE_WORDS,   "bash zsh fish",           NULL },
	{ "SOURCE",   COMPLETE_WORDS,   "auto",                    form_at },
	{ "TARGET",   COMPLETE_WORDS,   "all",                     form_at },
	{ "WHEN",     COMPLETE_WORDS,   "auto always never",       NULL },
};
/* clang-format on */

static size_t find(const char *name)
{
	size_t i = 0;

	while (i < COUNT_OF(values) && strcmp(values[i].name, name) != 0)
		i++;
	return i;
}

enum complete_kind complete_kind(const char *name)
{
	size_t i;

	if (!name)
		return COMPLETE_NOTHING;
	if (strchr(name, '|'))
		return COMPLETE_WORDS;
	i = find(name);
	return i < COUNT_OF(values) ? values[i].kind : COMPLETE_NOTHING;
}

void complete_print_words(const char *name)
{
	size_t i = find(name);
	bool is_first = true;
	struct sv word;

	if (i == COUNT_OF(values)) {
		for (const char *p = name; *p; p++)
			(void)putchar(*p == '|' ? ' ' : *p);
		return;
	}
	if (values[i].words)
		print_word(sv_of(values[i].words), &is_first);
	for (size_t k = 0; values[i].at && (word = values[i].at(k)).n; k++)
		print_word(word, &is_first);
}

const char *complete_words_name(size_t i)
{
	for (size_t k = 0; k < COUNT_OF(values); k++)
		if (values[k].kind == COMPLETE_WORDS && i-- == 0)
			return values[k].name;
	return NULL;
}

void complete_print_events(const struct gaff_host *host)
{
	bool is_first = true;

	for (size_t i = 0; !host && i < GAFF_EV_COUNT; i++)
		if (gaff_event_id_name((enum gaff_event_id)i).n)
			print_word(gaff_event_id_name((enum gaff_event_id)i), &is_first);
	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h))
		for (size_t i = 0; host && sv_eq(h->id, host->id) && i < h->n_events; i++)
			print_word(h->events[i].native, &is_first);
}

void complete_print_escaped(const char *text, const char *special, const char *quote)
{
	for (const char *p = text; *p; p++) {
		if (*p == '\'') {
			(void)fputs(quote, stdout);
			continue;
		}
		if (strchr(special, *p))
			(void)putchar('\\');
		(void)putchar(*p);
	}
}
