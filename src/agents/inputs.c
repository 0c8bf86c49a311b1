#include "agents/inputs.h"

/* clang-format off */
const struct gaff_input_row gaff_in_description_prompt_type[3] = { SAME("description"), SAME("prompt"), AS("subagent_type", "type") };
const struct gaff_input_row gaff_in_file_path_content[2]       = { PATH("file_path"), SAME("content") };
const struct gaff_input_row gaff_in_file_path_edits[2]         = { PATH("file_path"), { SV_INIT("edits"), .kind = GAFF_IN_EDITS } };
const struct gaff_input_row gaff_in_file_path_offset_limit[3]  = { PATH("file_path"), SAME("offset"), SAME("limit") };
const struct gaff_input_row gaff_in_file_path_old_new[3]       = { PATH("file_path"), OLD("old_string"), NEW("new_string") };
const struct gaff_input_row gaff_in_file_path_old_new_all[4]   = { PATH("file_path"), OLD("old_string"), NEW("new_string"), SAME("replace_all") };
const struct gaff_input_row gaff_in_input_patch[1]             = { PATCH("input") };
const struct gaff_input_row gaff_in_path[1]                    = { PATH("path") };
const struct gaff_input_row gaff_in_path_content[2]            = { PATH("path"), SAME("content") };
const struct gaff_input_row gaff_in_pattern_path[2]            = { SAME("pattern"), PATH("path") };
const struct gaff_input_row gaff_in_pattern_path_glob[3]       = { SAME("pattern"), PATH("path"), SAME("glob") };
const struct gaff_input_row gaff_in_query[1]                   = { SAME("query") };
const struct gaff_input_row gaff_in_query_domains[3]           = { SAME("query"), SAME("allowed_domains"), SAME("blocked_domains") };
const struct gaff_input_row gaff_in_url[1]                     = { SAME("url") };
const struct gaff_input_row gaff_in_url_prompt[2]              = { SAME("url"), SAME("prompt") };
/* clang-format on */
