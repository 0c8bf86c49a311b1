/*
 * doc.h - documents that people write, JSON or YAML, as JSON text with places.
 *
 * JSON may have comments (from // to the end of a line, or between slash-star and star-slash)
 * and a comma before a closing bracket. YAML is what says the same as JSON: one document, the
 * core schema of YAML 1.2 (yes and on are texts), keys that are texts, no anchors, no aliases,
 * no merge keys, no tags but those of the core schema. In both a key may be in a map only once,
 * and limits.h says how large and deep a document is.
 *
 *	struct gaff_doc doc;
 *	GAFF_TRY(gaff_doc_parse(a, text, GAFF_DOC_YAML, &doc, err));
 *	name = gaff_json_get(doc.root, SV("name"));
 *	where = gaff_doc_place(&doc, name.p);
 *
 * An error has the line, column and byte where it is in the person's text. A document lives as
 * long as the arena and that text.
 */
#ifndef GAFF_TEXT_DOC_H
#define GAFF_TEXT_DOC_H

#include <stdint.h>

#include "text/json/json.h"

enum gaff_doc_syntax { GAFF_DOC_JSON, GAFF_DOC_YAML };

/* By the end of its name: .yaml and .yml are YAML. */
enum gaff_doc_syntax gaff_doc_syntax_of(const char *file);

/* A key or value: where its JSON begins, and what the person wrote for it; both in bytes. */
struct gaff_doc_mark {
	uint32_t json, source;
};

struct gaff_doc {
	struct json root;
	struct sv json;                    /* what root is in */
	struct sv source;                  /* what the person wrote, without byte order mark */
	const struct gaff_doc_mark *marks; /* sorted; none: `json` has the bytes of `source` */
	size_t marks_n;
};

enum gaff_rc gaff_doc_parse(struct arena *a, struct sv text, enum gaff_doc_syntax syntax,
			    struct gaff_doc *out, struct gaff_err *err);

/* The same for JSON that agents own, which may be longer: up to GAFF_EDIT_MAX bytes. */
enum gaff_rc gaff_doc_parse_settings(struct arena *a, struct sv text, struct gaff_doc *out,
				     struct gaff_err *err);

/* From 1; columns count code points. Lines end as the person's system ends them. */
struct gaff_place {
	size_t line, column;
};

/* Where a key or value of the document stands: `at` is the p of its struct json. */
struct gaff_place gaff_doc_place(const struct gaff_doc *doc, const char *at);

/*
 * Write any checked value without spaces and with every text spelled one way: the same value
 * from either syntax is the same bytes. Order and numbers stay; of an absent one nothing is
 * written.
 */
void gaff_doc_write(struct json_writer *w, struct json v);

/* The same of a member of an object. */
void gaff_doc_copy(struct json_writer *w, struct json key, struct json value);

#endif
