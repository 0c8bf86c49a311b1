#include "base/hash.h"
#include "run/trust/reach_text.h"
#include "text/words.h"

/* clang-format off */
const struct gaff_language_row gaff_languages[] = {
	/*                              programs                     scripts                            modules                                                around                                                   alone  here    valued   moving   checks */
	[GAFF_LANGUAGE_PYTHON]     = { "python pypy uv pipx",       ".py .pyw",                        ".py .pyw .pyc .so .pyd",                              "",                                                      "IP",  "mc", "WXQcm",  "PYTHONPATH addsitedir path.insert path.append path.extend", "" },
	[GAFF_LANGUAGE_NODE]       = { "node nodejs",               ".js .mjs .cjs",                   ".js .mjs .cjs .node .wasm .ts .mts .cts",             "package.json",                                          "",    "ep", "",       "NODE_PATH", "-c --check" },
	[GAFF_LANGUAGE_TYPESCRIPT] = { "tsx ts-node deno bun bunx", ".ts .mts .cts .tsx .jsx",         ".js .mjs .cjs .node .wasm .ts .mts .cts .tsx .jsx",   "package.json tsconfig.json deno.json deno.jsonc bunfig.toml", "", "ep", "",       "NODE_PATH", "check --check --noEmit" },
	[GAFF_LANGUAGE_PERL]       = { "perl",                      ".pl .pm .t",                      ".pl .pm .t .pmc",                                     "",                                                      "",    "eE", "",       "PERL5LIB PERLLIB @INC -Mlib", "" },
	[GAFF_LANGUAGE_RUBY]       = { "ruby jruby",                ".rb",                             ".rb .so .bundle",                                     "",                                                      "",    "e", "",       "RUBYLIB LOAD_PATH", "-c -wc -cw" },
	[GAFF_LANGUAGE_PHP]        = { "php",                       ".php .phtml .phar",               ".php .phtml .inc .phar",                              "php.ini .user.ini",                                     "",    "r", "",       "set_include_path include_path", "-l --syntax-check" },
	[GAFF_LANGUAGE_LUA]        = { "lua luajit",                ".lua",                            ".lua .so",                                            "",                                                      "",    "e", "",       "LUA_PATH LUA_CPATH package.path package.cpath", "" },
	[GAFF_LANGUAGE_MAKE]       = { "make gmake",                ".mk .mak",                        "",                                                    "",                                                      "",    "", "",       "", "" },
};
/* clang-format on */

bool gaff_ends_with_any(struct sv name, const char *endings, struct sv *stem)
{
	struct sv rest = sv_of(endings);

	while (rest.n) {
		struct sv end = sv_take(&rest, ' ');

		if (name.n > end.n && end.n && sv_eq(sv_skip(name, name.n - end.n), end)) {
			*stem = (struct sv){ name.p, name.n - end.n };
			return true;
		}
	}
	return false;
}

enum gaff_script_language gaff_language_of_name(struct sv name)
{
	struct sv stem;

	for (size_t i = 0; i < GAFF_LANGUAGE_COUNT; i++)
		if (gaff_ends_with_any(name, gaff_languages[i].scripts, &stem))
			return (enum gaff_script_language)i;
	return sv_eq(name, SV("Makefile")) || sv_eq(name, SV("makefile")) ||
			       sv_eq(name, SV("GNUmakefile"))
		       ? GAFF_LANGUAGE_MAKE
		       : GAFF_LANGUAGE_NONE;
}

/* "python3.12" is "python". */
static struct sv without_version(struct sv name)
{
	size_t n = name.n;

	while (n && (ascii_isdigit(name.p[n - 1]) || name.p[n - 1] == '.'))
		n--;
	return n ? (struct sv){ name.p, n } : name;
}

enum gaff_script_language gaff_language_of_program(struct sv name)
{
	struct sv plain = without_version(name);

	for (size_t i = 0; i < GAFF_LANGUAGE_COUNT; i++)
		if (gaff_is_among(plain, gaff_languages[i].programs))
			return (enum gaff_script_language)i;
	return GAFF_LANGUAGE_NONE;
}

struct sv gaff_last_part(struct sv word)
{
	size_t n = word.n;

	while (n && word.p[n - 1] != '/')
		n--;
	return sv_skip(word, n);
}

enum gaff_script_language gaff_language_of_first_line(struct sv text)
{
	enum gaff_script_language found = GAFF_LANGUAGE_NONE;
	size_t n = 2;

	if (!sv_starts(text, SV("#!")))
		return found;
	while (n < text.n && text.p[n] != '\n' && found == GAFF_LANGUAGE_NONE) {
		size_t start = n;

		while (n < text.n && !ascii_isspace(text.p[n]))
			n++;
		found = gaff_language_of_program(
			gaff_last_part((struct sv){ text.p + start, n - start }));
		while (n < text.n && text.p[n] != '\n' && ascii_isspace(text.p[n]))
			n++;
	}
	return found;
}

/* Without case: on some systems a file is found by its name in capitals too. */
uint64_t gaff_name_hash(struct sv name)
{
	uint64_t h = GAFF_HASH_START;

	for (size_t i = 0; i < name.n; i++) {
		char c = ascii_lower(name.p[i]);

		h = gaff_hash(h, (struct sv){ &c, 1 });
	}
	return h ? h : 1;
}

bool gaff_pattern_is_for(const struct gaff_pattern *pattern, struct sv folder)
{
	return pattern->folder == gaff_name_hash(folder);
}

/* Its slot, or the free one where it belongs. */
static size_t slot_of(const struct gaff_name_set *set, uint64_t h)
{
	size_t i = (size_t)(h ^ h >> 32) & (set->room - 1);

	while (set->slot[i] && set->slot[i] != h)
		i = (i + 1) & (set->room - 1);
	return i;
}

bool gaff_name_set_has(const struct gaff_name_set *set, struct sv name)
{
	return set->room && set->slot[slot_of(set, gaff_name_hash(name))];
}

static bool grow(struct arena *a, struct gaff_name_set *set)
{
	struct gaff_name_set more = { .room = set->room ? set->room * 2 : 512 };

	more.slot = gaff_arena_alloc(a, more.room * sizeof *more.slot);
	if (!more.slot)
		return false;
	memset(more.slot, 0, more.room * sizeof *more.slot);
	for (size_t i = 0; i < set->room; i++)
		if (set->slot[i])
			more.slot[slot_of(&more, set->slot[i])] = set->slot[i];
	more.n = set->n;
	*set = more;
	return true;
}

void gaff_name_set_add(struct arena *a, struct gaff_name_set *set, struct sv name)
{
	uint64_t h = gaff_name_hash(name);
	size_t i;

	if (!name.n || (set->n * 2 >= set->room && !grow(a, set)))
		return; /* the arena says that it failed */
	i = slot_of(set, h);
	set->n += !set->slot[i];
	set->slot[i] = h;
}
