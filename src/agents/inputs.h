/*
 * inputs.h - inputs of tools that several agents have, called after their native members.
 *
 * What only one or two agents have stands in their own files.
 *
 * A row says what the native member is: SAME("command") has the canonical name, AS("cmd",
 * "command") another. PATH, OLD, NEW and PATCH are of these kinds, OF(EACH, "files", "path") of
 * any.
 */
#ifndef GAFF_AGENTS_INPUTS_H
#define GAFF_AGENTS_INPUTS_H

#include "agents/schema.h"

/* clang-format off */
#define SAME(name)            { SV_INIT(name), SV_INIT(name) }
#define AS(native, canonical) { SV_INIT(native), SV_INIT(canonical) }
#define PATH(native)          { SV_INIT(native), SV_INIT("path"), GAFF_IN_PATH }
#define OLD(native)           { SV_INIT(native), .kind = GAFF_IN_OLD }
#define NEW(native)           { SV_INIT(native), .kind = GAFF_IN_NEW }
#define PATCH(native)         { SV_INIT(native), SV_INIT("patch"), GAFF_IN_PATCH }
#define OF(kind, native, canonical) { SV_INIT(native), SV_INIT(canonical), GAFF_IN_##kind }
/* clang-format on */

extern const struct gaff_input_row gaff_in_description_prompt_type[3];
extern const struct gaff_input_row gaff_in_file_path_content[2];
extern const struct gaff_input_row gaff_in_file_path_edits[2];
extern const struct gaff_input_row gaff_in_file_path_offset_limit[3];
extern const struct gaff_input_row gaff_in_file_path_old_new[3];
extern const struct gaff_input_row gaff_in_file_path_old_new_all[4];
extern const struct gaff_input_row gaff_in_input_patch[1];
extern const struct gaff_input_row gaff_in_path[1];
extern const struct gaff_input_row gaff_in_path_content[2];
extern const struct gaff_input_row gaff_in_pattern_path[2];
extern const struct gaff_input_row gaff_in_pattern_path_glob[3];
extern const struct gaff_input_row gaff_in_query[1];
extern const struct gaff_input_row gaff_in_query_domains[3];
extern const struct gaff_input_row gaff_in_url[1];
extern const struct gaff_input_row gaff_in_url_prompt[2];

#endif
