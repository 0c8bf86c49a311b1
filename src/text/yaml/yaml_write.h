/*
 * yaml_write.h - JSON as YAML 1.2 in blocks, for people to read and change.
 *
 * doc.h reads it back to the same value. Every text that is not plainly one is in double quotes, so
 * that no reader of YAML, of whatever version, takes it for something else.
 */
#ifndef GAFF_TEXT_YAML_YAML_WRITE_H
#define GAFF_TEXT_YAML_YAML_WRITE_H

#include "text/json/json.h"

/*
 * Any checked value. GAFF_EUNSUPPORTED: a text has half of a surrogate pair, which YAML cannot say.
 * GAFF_ETOOBIG: it is deeper than GAFF_DOC_DEPTH_MAX, and nobody could read it again.
 */
enum gaff_rc gaff_yaml_document(struct arena *a, struct json v, struct buf *out,
				struct gaff_err *err);

#endif
