#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "agents/simulate/fire.h"

/* ---- the environment an agent gives its hooks ---- */

/* Where its value is: in a field of the event, or under this name in the tool's input. */
static bool row_of(const struct gaff_host *host, size_t i, const char **name,
		   enum gaff_field *field, struct sv *input)
{
	*input = (struct sv){ 0 };
	if (i < host->n_env) {
		*name = host->env[i].name;
		*field = host->env[i].field;
		return true;
	}
	i -= host->n_env;
	if (i < host->n_input_env) {
		*name = host->input_env[i].name;
		*field = GAFF_F_TOOL_INPUT;
		*input = host->input_env[i].input;
		return true;
	}
	i -= host->n_input_env;
	for (size_t r = 0; r < host->n_payload; r++) {
		if (host->payload[r].where.p[0] != '$' || i-- > 0)
			continue;
		*name = host->payload[r].where.p + 1;
		*field = host->payload[r].field;
		return true;
	}
	return false;
}

bool fire_variable(struct arena *a, const struct fire_shot *shot, size_t i,
		   struct fire_variable *out)
{
	enum gaff_field field;
	struct gaff_err ignored;
	struct json value;
	struct sv input, text;

	if (!row_of(shot->mimic.host, i, &out->name, &field, &input))
		return false;
	out->value = NULL;
	value = field == GAFF_F_ENV_FILE ? shot->env_path : shot->event.field[field];
	if (input.n && value.n && gaff_event_input(a, &shot->event, &value, &ignored) == GAFF_OK)
		value = gaff_json_get(value, input);
	if (gaff_json_text(a, value, &text))
		out->value = gaff_arena_cstr(a, text);
	return true;
}

/* ---- a file for the session's variables ---- */

bool fire_wants_env_file(const struct gaff_event_row *row)
{
	const struct gaff_answer_row *env = gaff_shape_row(row->answer, GAFF_A_ENV, false);

	return env && env->where.p[0] == '$';
}

enum gaff_rc fire_env_file_make(struct arena *a, struct fire_shot *shot, struct fire_env_file *out,
				struct gaff_err *err)
{
	const char *folder = getenv("TMPDIR");
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	int length = snprintf(out->path, sizeof out->path, "%s/gaff-fire-XXXXXX",
			      folder && *folder ? folder : "/tmp");

	out->fd = length > 0 && (size_t)length < sizeof out->path ? mkstemp(out->path) : -1;
	if (out->fd < 0)
		return gaff_fail(err, GAFF_EIO, "cannot make a file for variables: %s",
				 strerror(errno));
	gaff_json_string(&w, sv_of(out->path));
	shot->env_path = (struct json){ b.p, b.n };
	return GAFF_OK;
}

enum gaff_rc fire_env_file_take(struct arena *a, struct fire_shot *shot, struct fire_env_file *file,
				struct gaff_err *err)
{
	enum { FIRST = 4096 };
	char *first = gaff_arena_alloc(a, FIRST);
	enum gaff_rc rc = first ? GAFF_OK : gaff_no_memory(err);

	if (first && file->fd >= 0)
		rc = gaff_read_all(file->fd, first, FIRST, GAFF_PAYLOAD_MAX,
				   gaff_now_ms() + GAFF_WRITE_MS, &shot->env_file, err);
	if (file->fd >= 0) {
		(void)close(file->fd);
		(void)unlink(file->path);
	}
	file->fd = -1;
	return rc;
}
