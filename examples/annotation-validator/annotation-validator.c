/*
 * annotation-validator.c - a data class without its annotation is not written.
 *
 * Classes in app/Data are exported to TypeScript when they have #[TypeScript]; one without it is
 * missing in the front end, and nobody notices before that breaks. It looks at whole files, at
 * edits and at every part of a patch. It does not see what a shell command writes.
 */
#include <gaff.h>
#include <string.h>

static bool has_class(const char *text)
{
	return text && (strncmp(text, "class ", 6) == 0 || strstr(text, "\nclass ") ||
			strstr(text, "final class ") || strstr(text, "readonly class "));
}

static bool has_annotation(const char *text)
{
	return text && strstr(text, "#[TypeScript");
}

/* What an edit leaves alone may have both, so it counts what the edit brings or takes away. */
static bool is_wrong(const char *before, const char *after)
{
	if (has_annotation(after))
		return false;
	return has_annotation(before) || (has_class(after) && !has_class(before));
}

static bool has_wrong_edit(gaff_event *event)
{
	const char *after;

	for (unsigned i = 0;; i++) {
		after = gaff_event_text(event,
					gaff_event_format(event, "tool_input.edits.%u.new", i));
		if (!after)
			return false;
		if (is_wrong(gaff_event_text(
				     event, gaff_event_format(event, "tool_input.edits.%u.old", i)),
			     after))
			return true;
	}
}

static int check(gaff_event *event, gaff_response *response)
{
	if (!gaff_event_path_matches(event, "**/app/Data/**/*.php"))
		return 0;
	if (is_wrong(NULL, gaff_event_content(event)) || has_wrong_edit(event))
		gaff_response_deny(response, "Classes in app/Data need #[TypeScript] in front of "
					     "them. Write the file again with it.");
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = { .before_tool_execute = check };

	return gaff_main(&hooks, argc, argv);
}
