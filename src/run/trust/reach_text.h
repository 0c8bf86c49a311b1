/*
 * reach_text.h - which names a command or a script holds, and what it starts.
 *
 * Nobody can tell by a text which files it will load. But it has to name them: so every name in it
 * counts, and for each interpreter it is known what it loads besides.
 */
#ifndef GAFF_RUN_TRUST_REACH_TEXT_H
#define GAFF_RUN_TRUST_REACH_TEXT_H

#include <stdint.h>

#include "base/arena.h"

/* Who loads code by itself. The first ones import modules from a folder. */
enum gaff_script_language {
	GAFF_LANGUAGE_PYTHON,
	GAFF_LANGUAGE_NODE,
	GAFF_LANGUAGE_TYPESCRIPT,
	GAFF_LANGUAGE_PERL,
	GAFF_LANGUAGE_RUBY,
	GAFF_LANGUAGE_PHP,
	GAFF_LANGUAGE_LUA,
	GAFF_LANGUAGE_MAKE,
	GAFF_LANGUAGE_COUNT,
	GAFF_LANGUAGE_NONE = GAFF_LANGUAGE_COUNT,
};

struct gaff_language_row {
	const char *programs; /* without the digits of a version */
	const char *scripts;  /* how names of its scripts end */
	const char *modules;  /* how names of what it imports end; a name may be without it */
	const char *around;   /* files that count in a script's folder and above it */
	const char *alone;    /* letters of options that make it import nothing from a folder */
	const char *here;     /* and those for code that is no file: it imports from where it is */
	const char *valued;   /* and those that what is behind them belongs to */
	const char *moving;   /* words that name the folders it imports from */
	const char *checks;   /* options with which it runs nothing of what it is given */
};
extern const struct gaff_language_row gaff_languages[GAFF_LANGUAGE_COUNT];

/* The part of a path behind its last slash. */
struct sv gaff_last_part(struct sv path);

/* By the name of a program, by how a script's name ends, or by its first line. */
enum gaff_script_language gaff_language_of_program(struct sv name);
enum gaff_script_language gaff_language_of_name(struct sv name);
enum gaff_script_language gaff_language_of_first_line(struct sv text);

/* Does a name end with one of these endings? The rest of it into `stem`. */
bool gaff_ends_with_any(struct sv name, const char *endings, struct sv *stem);

/* Settings, which a shell may source: data by their names, and code if nobody knows better. */
#define GAFF_SETTINGS_ENDINGS ".txt .ini .cfg .conf .env"

/* A set of names, by their hashes: one too many is looked at, never one too few. */
struct gaff_name_set {
	uint64_t *slot;
	size_t n, room;
};
uint64_t gaff_name_hash(struct sv name);
bool gaff_name_set_has(const struct gaff_name_set *set, struct sv name);
void gaff_name_set_add(struct arena *a, struct gaff_name_set *set, struct sv name);

/* "lib/?.sh" with a star: what ends so in a folder of this name; no folder: in any it is in. */
struct gaff_pattern {
	uint64_t folder;
	struct sv end;
	bool is_loaded;   /* code, whatever it is called */
	bool for_folders; /* "lib/?/x.sh": only what is in them is meant */
};
bool gaff_pattern_is_for(const struct gaff_pattern *pattern, struct sv folder);

/* What an interpreter is given to run that does not end as its scripts do. */
struct gaff_operand {
	enum gaff_script_language language;
	struct sv word;
};

enum { GAFF_PATTERNS_MAX = 256, GAFF_OPERANDS_MAX = 64, GAFF_MORE_MAX = 16 };

struct gaff_said {
	struct arena *arena;
	struct gaff_name_set name;   /* all parts of paths */
	struct gaff_name_set loaded; /* behind "." and "source", "include", "<", "-f" */
	struct gaff_name_set inside; /* with a slash before or behind it */
	struct gaff_name_set tail;   /* at the end of a path: as a folder that is loaded is named */
	struct gaff_name_set bare;   /* without any path: the same where names are looked for */
	struct gaff_name_set whole;  /* folders of which everything is run: "run-parts lib" */
	struct gaff_name_set kept;   /* at the end of a variable's value: "D=lib; . $D/$x" */
	bool moves;                  /* Python is told to import from other folders */
	bool up;                     /* ".." ends a word: the folder above is meant itself */
	bool makes_names;            /* something is loaded by a name of which nothing is written */
	bool bares;        /* Python is started so that it does not hear of PYTHONPYCACHEPREFIX */
	unsigned open;     /* languages that are started so that they import from a folder */
	unsigned isolated; /* or so that they do not */
	unsigned here;     /* or from the folder they are started in */
	unsigned moved;    /* languages that are told to import from other folders */
	bool lifts;        /* of these one is where the hook is started, or above a script */
	struct gaff_pattern pattern[GAFF_PATTERNS_MAX];
	size_t n_patterns;
	struct gaff_operand operand[GAFF_OPERANDS_MAX];
	size_t n_operands;
	struct sv more[GAFF_MORE_MAX]; /* programs that run what else a project has */
	size_t n_more;
	bool too_much;
};

/* Who reads a text decides what in it is a program, a comment or a pattern. */
enum gaff_text_kind {
	GAFF_TEXT_COMMAND, /* of a hook: a shell, and all of it is looked at */
	GAFF_TEXT_SHELL,   /* a shell's script, or a makefile */
	GAFF_TEXT_CODE,    /* of another language */
};
void gaff_said_add(struct gaff_said *said, struct sv text, enum gaff_script_language language,
		   enum gaff_text_kind kind);

/* What package.json, tsconfig.json and their like say about where modules are. */
void gaff_said_add_maps(struct gaff_said *said, struct sv text);

#endif
