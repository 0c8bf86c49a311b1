/*
 * session-briefing.c - a session begins with where the work stands: branch, changes, notes.
 *
 * All of it is the project's own text, and whoever wrote it talks to the model by it. So it is cut,
 * NOTES.md is read only as a file (a link would bring in whatever it points to), and git is told to
 * start nothing that the project configures.
 */
#include <fcntl.h>
#include <gaff.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GIT "GIT_OPTIONAL_LOCKS=0 git -c core.fsmonitor=false -c core.hooksPath=/dev/null "

/* What a command prints, from a line of ours: nothing of the project is in it. */
static const char *output_of(const gaff_event *event, const char *command)
{
	char text[2048];
	FILE *out = popen(command, "r");
	size_t n = out ? fread(text, 1, sizeof text - 1, out) : 0;

	if (out)
		(void)pclose(out);
	while (n && text[n - 1] == '\n')
		n--;
	text[n] = '\0';
	return gaff_event_format(event, "%s", text);
}

static const char *notes_of(const gaff_event *event)
{
	char text[4096];
	int file = open("NOTES.md", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	ssize_t n = 0;

	if (file >= 0 && fstat(file, &st) == 0 && S_ISREG(st.st_mode))
		n = read(file, text, sizeof text - 1);
	if (file >= 0)
		(void)close(file);
	while (n > 0 && text[n - 1] == '\n')
		n--;
	text[n > 0 ? n : 0] = '\0';
	return gaff_event_format(event, "%s", text);
}

static int greet(gaff_event *event, gaff_response *response)
{
	const char *project = gaff_event_project_dir(event), *branch, *changes, *notes;

	if (!project || chdir(project) != 0)
		return 0;
	branch = output_of(event, GIT "branch --show-current 2>/dev/null");
	changes = output_of(event, GIT "status --short 2>/dev/null | head -n 30");
	notes = notes_of(event);
	if (*branch) {
		gaff_response_context(response,
				      gaff_event_format(event, "Branch: %s. Not committed:\n%s",
							branch, *changes ? changes : "nothing"));
		gaff_response_env(response, "BRIEFING_BRANCH", branch);
	}
	if (*notes)
		gaff_response_context(response,
				      gaff_event_format(event, "NOTES.md says:\n%s", notes));
	return 0;
}

int main(int argc, char **argv)
{
	gaff_hooks hooks = { .session_start = greet };

	return gaff_main(&hooks, argc, argv);
}
