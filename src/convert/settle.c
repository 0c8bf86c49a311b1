#include "base/limits.h"
#include "convert/parts.h"
#include "text/doc.h"

static bool is_unsaid(const struct gaff_host *from, const struct gaff_hook *hook)
{
	int64_t usual = gaff_usual_timeout(from, hook);

	return hook->kind <= GAFF_HANDLER_HTTP && !hook->dialect.n &&
	       !gaff_json_get(hook->handler, SV("timeout")).n && usual &&
	       usual != GAFF_HOOK_TIMEOUT_MS;
}

static void write_hook(struct arena *a, struct json_writer *w, struct json object, int64_t ms)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value, name, member;

	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		struct json_iter in = gaff_json_iter(value);

		if (!gaff_json_is(key, SV("handler"))) {
			gaff_json_copy(w, key, value);
			continue;
		}
		gaff_json_key(w, SV("handler"));
		gaff_json_open(w, '{');
		while (gaff_json_next(&in, &name, &member))
			gaff_json_copy(w, name, member);
		json_member(w, SV("timeout"), gaff_thousandths(a, ms));
		gaff_json_close(w, '}');
	}
	gaff_json_close(w, '}');
}

static void write_hooks(struct arena *a, struct json_writer *w, const struct gaff_host *from,
			const struct gaff_middle *middle)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(middle->root, SV("hooks")));
	struct json none, object;

	gaff_json_open(w, '[');
	for (size_t i = 0; i < middle->n && gaff_json_next(&it, &none, &object); i++) {
		if (is_unsaid(from, &middle->hook[i]))
			write_hook(a, w, object, gaff_usual_timeout(from, &middle->hook[i]));
		else
			gaff_json_raw(w, json_sv(object));
	}
	gaff_json_close(w, ']');
}

enum gaff_rc gaff_middle_settle(struct arena *a, const struct gaff_host *from,
				struct gaff_middle *middle, struct gaff_err *err)
{
	struct buf hooks = buf_in(a);
	struct json_writer w = { .out = &hooks };
	struct json root;

	write_hooks(a, &w, from, middle);
	GAFF_TRY(gaff_middle_with(a, middle->root, buf_sv(&hooks), &root, err));
	GAFF_TRY(gaff_middle_read(a, root, NULL, middle, err));
	middle->source = root;
	middle->spelling = from;
	return GAFF_OK;
}
