/*
 * toml_tree.c - the nodes of a TOML document.
 *
 * Keys are found through one hash table for the whole document: a table with many keys costs no
 * more than many tables. How deep a node may be is checked where it is made, so everything here may
 * recurse.
 */
#include "base/hash.h"
#include "text/toml/toml_parts.h"

enum { BUCKETS_MIN = 64, BYTES_A_KEY = 16 };

static struct toml_node **bucket(const struct toml_doc *d, const struct toml_node *table,
				 struct sv key)
{
	uint64_t h = gaff_hash(GAFF_HASH_START + table->id, key);

	return &d->buckets[(h ^ h >> 32) & d->mask];
}

enum gaff_rc gaff_toml_tree(struct toml_doc *d)
{
	size_t n = BUCKETS_MIN;

	while (n < d->text.n / BYTES_A_KEY)
		n *= 2;
	d->buckets = gaff_arena_alloc(d->arena, n * sizeof(struct toml_node *));
	d->root = gaff_arena_alloc(d->arena, sizeof *d->root);
	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	for (size_t i = 0; i < n; i++)
		d->buckets[i] = NULL;
	d->mask = n - 1;
	*d->root = (struct toml_node){ .kind = TOML_TABLE, .has_header = true };
	return GAFF_OK;
}

struct toml_node *gaff_toml_find(const struct toml_doc *d, const struct toml_node *table,
				 struct sv key)
{
	struct toml_node *node = *bucket(d, table, key);

	while (node && (node->is_gone || node->parent != table || !sv_eq(node->key, key)))
		node = node->chain;
	return node;
}

enum gaff_rc gaff_toml_add(struct toml_doc *d, struct toml_node *parent, struct sv key,
			   struct toml_node **out)
{
	struct toml_node *node;

	if (parent->depth == GAFF_TOML_DEPTH_MAX)
		return gaff_fail(d->err, GAFF_ETOOBIG, "nested more than %d deep",
				 GAFF_TOML_DEPTH_MAX);
	node = gaff_arena_alloc(d->arena, sizeof *node);
	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	*node = (struct toml_node){ .key = key, .parent = parent, .id = ++d->ids };
	node->depth = parent->depth + 1;
	if (parent->last)
		parent->last->next = node;
	else
		parent->first = node;
	parent->last = node;
	if (parent->kind == TOML_TABLE) {
		struct toml_node **b = bucket(d, parent, key);

		node->chain = *b;
		*b = node;
	}
	*out = node;
	return GAFF_OK;
}

static enum gaff_rc add_scalar_json(struct toml_doc *d, struct toml_node *node, struct json v,
				    enum json_type type)
{
	node->text = json_sv(v);
	if (type == JSON_STRING) {
		node->kind = TOML_STRING;
		if (!gaff_json_text(d->arena, v, &node->text))
			return gaff_no_memory(d->err);
	} else if (type == JSON_NUMBER) {
		node->kind = memchr(v.p, '.', v.n) || memchr(v.p, 'e', v.n) || memchr(v.p, 'E', v.n)
				     ? TOML_FLOAT
				     : TOML_INTEGER;
		if (sv_eq(node->text, SV("-0")))
			node->text = SV("0");
	} else {
		node->kind = TOML_BOOL;
	}
	return GAFF_OK;
}

enum gaff_rc gaff_toml_add_json(struct toml_doc *d, struct toml_node *parent, struct sv key,
				struct json v)
{
	enum json_type type = gaff_json_type(v);
	struct toml_node *node;

	GAFF_TRY(gaff_toml_add(d, parent, key, &node));
	node->is_value = true;
	if (type != JSON_OBJECT && type != JSON_ARRAY)
		return add_scalar_json(d, node, v, type);
	node->kind = type == JSON_OBJECT ? TOML_TABLE : TOML_LIST;
	for (struct json_iter it = gaff_json_iter(v); gaff_json_each(&it);) {
		struct sv name = SV("");

		if (it.key.n && !gaff_json_text(d->arena, it.key, &name))
			return gaff_no_memory(d->err);
		GAFF_TRY(gaff_toml_add_json(d, node, name, it.value));
	}
	return GAFF_OK;
}

static struct toml_node *next_there(struct toml_node *node)
{
	while (node && node->is_gone)
		node = node->next;
	return node;
}

void gaff_toml_release(struct toml_node *node)
{
	while (node && !node->has_header && !node->is_value && !next_there(node->first)) {
		node->is_gone = true;
		node = node->parent;
	}
}

void gaff_toml_drop(struct toml_node *node)
{
	node->is_gone = true;
	gaff_toml_release(node->parent);
}

bool gaff_toml_same(const struct toml_node *x, const struct toml_doc *d, const struct toml_node *y)
{
	struct toml_node *one = next_there(x->first), *other = next_there(y->first);

	if (x->kind != y->kind || !sv_eq(x->text, y->text))
		return false;
	while (one && other) {
		const struct toml_node *found = x->kind == TOML_LIST
							? other
							: gaff_toml_find(d, y, one->key);

		if (!found || !gaff_toml_same(one, d, found))
			return false;
		one = next_there(one->next);
		other = next_there(other->next);
	}
	return !one && !other;
}

/* `last` becomes the last node that begins not behind this byte of the JSON. */
static void write_json(struct json_writer *w, const struct toml_node *node, size_t at,
		       const struct toml_node **last)
{
	bool is_table = node->kind == TOML_TABLE;

	if (node->kind == TOML_STRING) {
		gaff_json_string(w, node->text);
		return;
	}
	if (!is_table && node->kind != TOML_LIST) {
		gaff_json_raw(w, node->text);
		return;
	}
	gaff_json_open(w, is_table ? '{' : '[');
	for (struct toml_node *n = next_there(node->first); n; n = next_there(n->next)) {
		if (w->out->n <= at)
			*last = n;
		if (is_table)
			gaff_json_key(w, n->key);
		write_json(w, n, at, last);
	}
	gaff_json_close(w, is_table ? '}' : ']');
}

void gaff_toml_json(struct json_writer *w, const struct toml_node *node)
{
	const struct toml_node *last;

	write_json(w, node, 0, &last);
}

size_t gaff_toml_offset(struct arena *a, struct sv text, size_t at)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	const struct toml_node *node;
	struct gaff_err ignored;
	struct toml_doc d;

	if (gaff_toml_parse(a, text, &d, &ignored) != GAFF_OK)
		return 0;
	node = d.root;
	write_json(&w, d.root, at, &node);
	while (node->kind == TOML_LIST && !node->is_value && node->first)
		node = node->first; /* [[tables]]: where the first is */
	return node == d.root                       ? 0
	       : node->has_header                   ? node->section->span.begin
	       : node->is_dotted && !node->is_value ? node->line.begin
						    : node->key_at;
}
