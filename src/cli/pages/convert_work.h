/*
 * convert_work.h - what the files of `gaff convert` share.
 */
#ifndef GAFF_CLI_PAGES_CONVERT_WORK_H
#define GAFF_CLI_PAGES_CONVERT_WORK_H

#include "convert/convert.h"

/* What is converted: one text, for each target. */
struct convert_source {
	const struct gaff_host *host;
	bool is_other_syntax;
	const char *file; /* as it is called in messages */
	struct sv text;
};

/* One agent that it is converted for, and what came of it. */
struct convert_target {
	const struct gaff_host *host; /* in the spelling that is written */
	bool is_other_syntax;
	const char *file; /* NULL: it goes to stdout */
	struct gaff_converted got;
	struct gaff_err err; /* rc is not GAFF_OK: nothing is written */
	const char *about;   /* the file that this is about, or NULL */
	bool is_same;        /* the file was so before */
};

/* ---- which layout (convert_form.c) ---- */

/* An agent that can be converted, or NULL: then it is said what there is, `also` among it. */
const struct gaff_host *convert_find_host(const char *option, const char *word, const char *also);

/* Is this text in the layout's other syntax? By the name of its file, else by how it begins. */
bool convert_is_other_syntax(const struct gaff_host *host, const char *file, struct sv text);

/* The spelling and syntax of --format (NULL: by the name of the file) for target->host. */
enum gaff_rc convert_choose_form(struct convert_target *target, const char *format,
				 struct gaff_err *err);

/* What --format knows, each once; how many. */
size_t convert_formats(struct sv *out, size_t max);

/*
 * The file of the target for a project in this folder; "": it has none, NULL: no memory. Where each
 * event has one, "*" stands for its name.
 */
const char *convert_project_file(struct arena *a, const char *folder, const struct gaff_host *host);

/* ---- what is said (convert_tell.c) ---- */

/* Each loss, and what was wrong, as a line on stderr; `which`: of several, or NULL. */
void convert_tell(struct arena *a, const char *command, const char *which,
		  const struct convert_target *target);

/* The same as an object; `has_output`: with the text. */
void convert_write_json(struct json_writer *w, const struct convert_source *source,
			const struct convert_target *target, bool has_output);

/* The agents whose files can be converted (convert_list.c). */
void convert_print_list(struct arena *a, bool is_markdown);

#endif
