#include "agents/inputs.h"

/* clang-format off */
const struct gaff_input_row gaff_in_description_prompt_type[3] = {
	{ SV_INIT("description"),   SV_INIT("description") },
	{ SV_INIT("prompt"),        SV_INIT("prompt") },
	{ SV_INIT("subagent_type"), SV_INIT("type") },
};
const struct gaff_input_row gaff_in_file_path_content[2] = {
	{ SV_INIT("file_path"), SV_INIT("path"), GAFF_IN_PATH },
	{ SV_INIT("content"),   SV_INIT("content") },
};
const struct gaff_input_row gaff_in_file_path_edits[2] = {
	{ SV_INIT("file_path"), SV_INIT("path"), GAFF_IN_PATH },
	{ SV_INIT("edits"),     .kind = GAFF_IN_EDITS },
};
const struct gaff_input_row gaff_in_file_path_offset_limit[3] = {
	{ SV_INIT("file_path"), SV_INIT("path"), GAFF_IN_PATH },
	{ SV_INIT("offset"),    SV_INIT("offset") },
	{ SV_INIT("limit"),     SV_INIT("limit") },
};
const struct gaff_input_row gaff_in_file_path_old_new[3] = {
	{ SV_INIT("file_path"),  SV_INIT("path"), GAFF_IN_PATH },
	{ SV_INIT("old_string"), .kind = GAFF_IN_OLD },
	{ SV_INIT("new_string"), .kind = GAFF_IN_NEW },
};
const struct gaff_input_row gaff_in_file_path_old_new_all[4] = {
	{ SV_INIT("file_path"),   SV_INIT("path"), GAFF_IN_PATH },
	{ SV_INIT("old_string"),  .kind = GAFF_IN_OLD },
	{ SV_INIT("new_string"),  .kind = GAFF_IN_NEW },
	{ SV_INIT("replace_all"), SV_INIT("replace_all") },
};
const struct gaff_input_row gaff_in_input_patch[1] = {
	{ SV_INIT("input"), SV_INIT("patch"), GAFF_IN_PATCH },
};
const struct gaff_input_row gaff_in_path[1] = {
	{ SV_INIT("path"), SV_INIT("path"), GAFF_IN_PATH },
};
const struct gaff_input_row gaff_in_path_content[2] = {
	{ SV_INIT("path"),    SV_INIT("path"), GAFF_IN_PATH },
	{ SV_INIT("content"), SV_INIT("content") },
};
const struct gaff_input_row gaff_in_pattern_path[2] = {
	{ SV_INIT("pattern"), SV_INIT("pattern") },
	{ SV_INIT("path"),    SV_INIT("path"), GAFF_IN_PATH },
};
const struct gaff_input_row gaff_in_pattern_path_glob[3] = {
	{ SV_INIT("pattern"), SV_INIT("pattern") },
	{ SV_INIT("path"),    SV_INIT("path"), GAFF_IN_PATH },
	{ SV_INIT("glob"),    SV_INIT("glob") },
};
const struct gaff_input_row gaff_in_query[1] = {
	{ SV_INIT("query"), SV_INIT("query") },
};
const struct gaff_input_row gaff_in_query_domains[3] = {
	{ SV_INIT("query"),           SV_INIT("query") },
	{ SV_INIT("allowed_domains"), SV_INIT("allowed_domains") },
	{ SV_INIT("blocked_domains"), SV_INIT("blocked_domains") },
};
const struct gaff_input_row gaff_in_url[1] = {
	{ SV_INIT("url"), SV_INIT("url") },
};
const struct gaff_input_row gaff_in_url_prompt[2] = {
	{ SV_INIT("url"),    SV_INIT("url") },
	{ SV_INIT("prompt"), SV_INIT("prompt") },
};
/* clang-format on */
