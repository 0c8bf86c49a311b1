#include "run/trust/interpreter.h"

#include "base/arena.h"
#include "text/words.h"

static const struct interpreter interpreters[] = {
	/* clang-format off */
	{ "python python2 python3 pypy pypy3", NULL, "-c -m", "-W -X", NULL, "-", NULL, IMPORTS | CLUSTERS },
	{ "node nodejs", NULL, "-e -p --eval --print -pe", "-C --conditions --env-file --input-type",
	  "-r --require --import --loader --experimental-loader", "-", NULL, GOES_ON },
	{ "tsx ts-node", NULL, "-e -p --eval", "-P --project", "-r --require --import", "-", NULL, GOES_ON },
	{ "sh bash dash zsh ksh mksh ash fish", NULL, "-c", "-o +o -O +O",
	  "--rcfile --init-file", "-s", NULL, CLUSTERS | IS_SHELL },
	{ ". source", NULL, NULL, NULL, NULL, NULL, NULL, 0 },
	{ "ruby jruby", NULL, "-e", "-E -C -I", "-r", "-", "FKTWix", CLUSTERS | GOES_ON },
	{ "perl", NULL, "-e -E", "-I", NULL, "-", "CDFMVimx", CLUSTERS | GOES_ON },
	{ "php", NULL, "-r -B -R -E", "-d -c -t -S", "-f -F", "-", NULL, CLUSTERS },
	{ "lua luajit", NULL, "-e", NULL, "-l", "-", NULL, CLUSTERS | GOES_ON | RUNS_BOTH },
	{ "Rscript", NULL, "-e", NULL, NULL, "-", NULL, 0 },
	{ "deno", "run", "eval", "--config -c --lock", "--import-map --preload", NULL, NULL, IF_LIKE_A_FILE },
	{ "bun", "run", "-e -p --eval --print", "--cwd -c --config", "-r --preload --require", NULL, NULL, IF_LIKE_A_FILE },
	{ "uv poetry pipenv pdm rye hatch", "run", "-m --module", "--with --python -p --directory",
	  "--script -s", NULL, NULL, IF_LIKE_A_FILE },
	{ "pwsh powershell", NULL, "-c -Command -EncodedCommand", NULL, "-f -File", NULL, NULL, IF_LIKE_A_FILE },
	{ "osascript", NULL, "-e", "-l -s", NULL, "-", NULL, 0 },
	{ "java", NULL, "-version --version", "-cp -classpath", "-jar", NULL, NULL, IF_LIKE_A_FILE },
	{ "make gmake", NULL, NULL, "-C -I -o -W", "-f --file --makefile", NULL, "jlO", CLUSTERS | NO_SCRIPT },
	{ "awk gawk mawk", NULL, NULL, "-F -v", "-f --file", NULL, NULL, CLUSTERS | NO_SCRIPT },
	{ "sed gsed", NULL, NULL, "-e --expression -l --line-length", "-f --file", NULL, "i", CLUSTERS | NO_SCRIPT },
	/* clang-format on */
};

/* "python3.12" is "python3", "/usr/bin/python3" too. */
bool gaff_is_program(struct sv word, const char *names)
{
	for (size_t i = word.n; i > 0; i--) {
		if (word.p[i - 1] == '/') {
			word = sv_skip(word, i);
			break;
		}
	}
	if (gaff_is_among(word, names))
		return true;
	while (word.n && (ascii_isdigit(word.p[word.n - 1]) || word.p[word.n - 1] == '.' ||
			  word.p[word.n - 1] == '-'))
		word.n--;
	return word.n && gaff_is_among(word, names);
}

const struct interpreter *gaff_find_interpreter(struct sv word)
{
	for (size_t i = 0; i < COUNT_OF(interpreters); i++)
		if (gaff_is_program(word, interpreters[i].names))
			return &interpreters[i];
	return NULL;
}

static bool is_in(struct sv word, const char *list)
{
	return list && gaff_is_among(word, list);
}

static struct option look_up(const struct interpreter *row, struct sv name)
{
	if (is_in(name, row->code))
		return (struct option){ true, row->flags & IS_SHELL ? TAKES_NOTHING : TAKES_VALUE,
					0 };
	if (is_in(name, row->values))
		return (struct option){ false, TAKES_VALUE, 0 };
	if (is_in(name, row->files))
		return (struct option){ false, TAKES_FILE, 0 };
	return (struct option){ false, is_in(name, row->input) ? TAKES_INPUT : TAKES_NOTHING, 0 };
}

/* "-lc", "-euo", "-Wignore" */
static struct option read_cluster(const struct interpreter *row, struct sv word)
{
	struct option out = { 0 };

	for (size_t i = 1; i < word.n && (ascii_isalpha(word.p[i]) || ascii_isdigit(word.p[i]));
	     i++) {
		char letter[] = { word.p[0], word.p[i] };
		struct option one = look_up(row, (struct sv){ letter, sizeof letter });

		out.is_code = out.is_code || one.is_code;
		if (one.takes != TAKES_NOTHING) {
			out.takes = one.takes;
			/* `bash -oe pipefail`: a shell takes the next word all the same */
			out.value = i + 1 < word.n && !(row->flags & IS_SHELL) ? i + 1 : 0;
			if (!(row->flags & IS_SHELL))
				break;
		}
		if (row->attached && strchr(row->attached, word.p[i]))
			break;
	}
	return out;
}

struct option gaff_read_option(const struct interpreter *row, struct sv word)
{
	const char *equals = sv_starts(word, SV("--")) ? sv_chr(word, '=') : NULL;
	struct option out;

	if (equals) {
		size_t n = (size_t)(equals - word.p);

		out = look_up(row, (struct sv){ word.p, n });
		out.value = n + 1;
		return out;
	}
	out = look_up(row, word);
	if (out.is_code || out.takes != TAKES_NOTHING || !(row->flags & CLUSTERS) || word.n < 3 ||
	    word.p[1] == '-')
		return out;
	return read_cluster(row, word);
}

bool gaff_is_option(const struct interpreter *row, struct sv name)
{
	return !name.n || name.p[0] == '-' || name.p[0] == '+' || is_in(name, row->code);
}
