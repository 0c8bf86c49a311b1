/*
 * doc_parts.h - what the files of doc.h share; for everybody else there is doc.h.
 */
#ifndef GAFF_TEXT_DOC_PARTS_H
#define GAFF_TEXT_DOC_PARTS_H

#include "text/doc.h"

/* Line and column of a byte of `source`. */
struct gaff_place gaff_source_place(struct sv source, size_t offset);

/* A failure at a byte of `source`; the message is one line. */
__attribute__((format(printf, 5, 6))) enum gaff_rc gaff_source_fail(struct sv source, size_t offset,
								    struct gaff_err *err,
								    enum gaff_rc rc,
								    const char *fmt, ...);

/* The byte of doc->source that gaff_doc_place() gives the line and column of. */
size_t gaff_doc_offset(const struct gaff_doc *doc, const char *at);

/* Fill everything of `out`; comments may be any bytes, and a key may be there twice. */
enum gaff_rc gaff_jsonc_parse(struct arena *a, struct sv source, struct gaff_doc *out,
			      struct gaff_err *err);

/* The same; source is at most GAFF_DOC_MAX bytes of UTF-8. */
enum gaff_rc gaff_yaml_parse(struct arena *a, struct sv source, struct gaff_doc *out,
			     struct gaff_err *err);

/* The first key that its map has already: GAFF_ESYNTAX at its place. */
enum gaff_rc gaff_doc_check_keys(struct arena *a, const struct gaff_doc *doc, struct gaff_err *err);

#endif
