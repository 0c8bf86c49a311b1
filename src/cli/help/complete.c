#include "cli/help/complete.h"

#include <stdio.h>

#include "cli/pages/convert_work.h"
#include "guard/guard.h"
#include "agents/codec/value.h"
#include "agents/hosts.h"

static void print_word(struct sv word, bool *is_first)
{
	printf("%s%.*s", *is_first ? "" : " ", SV_ARG(word));
	*is_first = false;
}

static void print_hosts(void)
{
	bool is_first = true;

	for (size_t i = 0; gaff_hosts[i]; i++)
		print_word(gaff_hosts[i]->id, &is_first);
}

static void print_dialects(void)
{
	(void)fputs("canonical ", stdout);
	print_hosts();
}

static void print_forms(void)
{
	bool is_first = true;

	for (size_t i = 0; gaff_form_host(i); i++)
		print_word(gaff_form_host(i)->id, &is_first);
}

static void print_sources(void)
{
	(void)fputs("auto ", stdout);
	print_forms();
}

static void print_targets(void)
{
	(void)fputs("all ", stdout);
	print_forms();
}

static void print_formats(void)
{
	struct sv formats[16];
	bool is_first = true;
	size_t n = convert_formats(formats, COUNT_OF(formats));

	for (size_t i = 0; i < n; i++)
		print_word(formats[i], &is_first);
}

static void print_guards(void)
{
	bool is_first = true;

	for (size_t i = 0; gaff_guards[i]; i++)
		print_word(sv_of(gaff_guards[i]->name), &is_first);
}

static void print_fields(void)
{
	bool is_first = true;
	struct sv name;

	for (size_t i = 0; (name = gaff_value_name(i)).n; i++)
		print_word(name, &is_first);
}

static void print_commands(void)
{
	bool is_first = true;

	for (size_t i = 0; cli_commands[i]; i++)
		print_word(sv_of(cli_commands[i]->name), &is_first);
}

/* What a value is called, what it is, and its words: these, or those that a function prints. */
/* clang-format off */
static const struct {
	const char *name;
	enum complete_kind kind;
	const char *words;
	void (*print)(void);
} values[] = {
	{ "COMMAND",  COMPLETE_WORDS,   NULL,                      print_commands },
	{ "DECISION", COMPLETE_WORDS,   "allow ask deny none error", NULL },
	{ "DIALECT",  COMPLETE_WORDS,   NULL,                      print_dialects },
	{ "DIR",      COMPLETE_FOLDERS, NULL,                      NULL },
	{ "EVENT",    COMPLETE_EVENTS,  NULL,                      NULL },
	{ "FIELD",    COMPLETE_WORDS,   NULL,                      print_fields },
	{ "FILE",     COMPLETE_FILES,   NULL,                      NULL },
	{ "FORMAT",   COMPLETE_WORDS,   NULL,                      print_formats },
	{ "GAFF",     COMPLETE_FILES,   NULL,                      NULL },
	{ "GUARD",    COMPLETE_WORDS,   NULL,                      print_guards },
	{ "HOST",     COMPLETE_WORDS,   NULL,                      print_hosts },
	{ "PROGRAM",  COMPLETE_PROGRAM, NULL,                      NULL },
	{ "REPLY",    COMPLETE_WORDS,   "allow ask deny context message rewrite prompt output env stop ack acknowledge none", NULL },
	{ "SHELL",    COMPLETE_WORDS,   "bash zsh fish",           NULL },
	{ "SOURCE",   COMPLETE_WORDS,   NULL,                      print_sources },
	{ "TARGET",   COMPLETE_WORDS,   NULL,                      print_targets },
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

	if (i == COUNT_OF(values))
		for (const char *p = name; *p; p++)
			(void)putchar(*p == '|' ? ' ' : *p);
	else if (values[i].print)
		values[i].print();
	else
		(void)fputs(values[i].words, stdout);
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
