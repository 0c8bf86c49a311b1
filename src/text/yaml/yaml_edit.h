/*
 * yaml_edit.h - change one word of a YAML file that a person wrote.
 */
#ifndef GAFF_TEXT_YAML_YAML_EDIT_H
#define GAFF_TEXT_YAML_YAML_EDIT_H

#include "text/doc.h"

/*
 * Make a member of the i-th map of a list at the top true or false: change its word, or add it
 * before the first member of that map. Every other byte stays. What comes out is read again; when
 * it does not say the same but for this, or there is no such map, it is GAFF_EUNSUPPORTED with a
 * place.
 */
enum gaff_rc gaff_yaml_edit_flag(struct arena *a, struct sv text, struct sv list, size_t i,
				 struct sv key, bool value, struct sv *out, struct gaff_err *err);

#endif
