#include "run/trust/reach_text.h"
#include "text/doc.h"
#include "text/json/json.h"
#include "text/words.h"

/* Members that say which file a name loads; the others have names of packages, and much else. */
static const char maps[] = "main module browser imports exports extends paths baseUrl rootDirs "
			   "importMap scopes require preload";
static const char holders[] = "compilerOptions ts-node";

/* As a path, for that is what it is: "main": "lib" means "./lib". */
static void add_path(struct gaff_said *said, struct sv text)
{
	struct buf b = buf_in(said->arena);
	size_t n = text.n;

	gaff_buf_add(&b, SV("./"));
	gaff_buf_add(&b, text);
	if (!buf_ok(&b))
		return; /* the arena says that it failed */
	gaff_said_add(said, buf_sv(&b), GAFF_LANGUAGE_NODE, GAFF_TEXT_CODE);
	while (n && text.p[n - 1] != '/')
		n--;
	gaff_name_set_add(said->arena, &said->loaded, sv_skip(text, n));
}

/* All texts in a value; documents have an end to how deep they are. */
static void add_texts(struct gaff_said *said, struct json value)
{
	struct sv text;

	if (gaff_json_text(said->arena, value, &text))
		add_path(said, text);
	for (struct json_iter it = gaff_json_iter(value); gaff_json_each(&it);)
		add_texts(said, it.value);
}

static void add_members(struct gaff_said *said, struct json object, bool is_outer)
{
	struct sv name;

	for (struct json_iter it = gaff_json_iter(object); gaff_json_each(&it);) {
		if (!gaff_json_text(said->arena, it.key, &name))
			continue;
		if (gaff_is_among(name, maps))
			add_texts(said, it.value);
		else if (is_outer && gaff_is_among(name, holders))
			add_members(said, it.value, false);
	}
}

void gaff_said_add_maps(struct gaff_said *said, struct sv text)
{
	struct gaff_err ignored;
	struct gaff_doc doc;

	/* what others may read in another way counts as a whole */
	if (gaff_doc_parse(said->arena, text, GAFF_DOC_JSON, &doc, &ignored) != GAFF_OK)
		gaff_said_add(said, text, GAFF_LANGUAGE_NODE, GAFF_TEXT_CODE);
	else
		add_members(said, doc.root, true);
}
