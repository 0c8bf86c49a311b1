/*
 * toml_value.c - what may stand behind a =: lists and inline tables call back here, and
 * gaff_toml_add() says how deep they may be.
 */
#include "text/toml/toml_parts.h"

static enum gaff_rc read_list(struct toml_doc *d, struct toml_node *list)
{
	list->kind = TOML_LIST;
	d->i++;
	for (;;) {
		struct toml_node *element;

		GAFF_TRY(gaff_toml_blank(d));
		if (toml_take(d, ']'))
			return GAFF_OK;
		GAFF_TRY(gaff_toml_add(d, list, SV(""), &element));
		element->key_at = d->i;
		GAFF_TRY(gaff_toml_value(d, element));
		GAFF_TRY(gaff_toml_blank(d));
		element->comma = d->i;
		if (toml_take(d, ','))
			continue;
		element->comma = 0;
		if (toml_take(d, ']'))
			return GAFF_OK;
		return gaff_toml_refuse(d, d->i, "a comma or ] is missing");
	}
}

static enum gaff_rc read_braces(struct toml_doc *d, struct toml_node *table)
{
	struct toml_node *pair;

	table->kind = TOML_TABLE;
	d->i = toml_skip_blank(d, d->i + 1);
	if (toml_take(d, '}'))
		return GAFF_OK;
	for (;;) {
		GAFF_TRY(gaff_toml_pair(d, table, table, &pair));
		d->i = toml_skip_blank(d, d->i);
		pair->comma = d->i;
		if (!toml_take(d, ','))
			break;
		d->i = toml_skip_blank(d, d->i);
	}
	pair->comma = 0;
	if (toml_take(d, '}'))
		return GAFF_OK;
	return gaff_toml_refuse(d, d->i, "a comma or } is missing");
}

enum gaff_rc gaff_toml_value(struct toml_doc *d, struct toml_node *node)
{
	char c = d->i < d->text.n ? d->text.p[d->i] : '\0';

	node->is_value = true;
	node->value.begin = d->i;
	if (c == '[') {
		GAFF_TRY(read_list(d, node));
	} else if (c == '{') {
		GAFF_TRY(read_braces(d, node));
	} else if (c == '"' || c == '\'') {
		node->kind = TOML_STRING;
		GAFF_TRY(gaff_toml_string(d, true, &node->text));
	} else {
		GAFF_TRY(gaff_toml_scalar(d, node));
	}
	node->value.end = d->i;
	return GAFF_OK;
}
