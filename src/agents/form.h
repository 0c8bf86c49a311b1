/*
 * form.h - how an agent's configuration says what a manifest says: rows for `gaff convert`.
 *
 * A form is the other half of a host's configuration: where config rows say which files there are,
 * a form says what an entry in them looks like and means. Each form is read and written by the same
 * functions (src/convert); an agent with several kinds of files has a struct gaff_host for each,
 * behind other_spelling.
 */
#ifndef GAFF_AGENTS_FORM_H
#define GAFF_AGENTS_FORM_H

#include "base/str.h"

enum gaff_form_shape {
	GAFF_FORM_MANIFEST, /* gaff's own */
	GAFF_FORM_GROUPS,   /* "hooks": { EVENT: [ { "matcher": M, "hooks": [ ENTRY ] } ] } */
	GAFF_FORM_FLAT,     /* "hooks": { EVENT: [ ENTRY ] }; groups are read too */
	GAFF_FORM_LIST,     /* "hooks": [ ENTRY ], with the event in it */
	GAFF_FORM_ONE,      /* the file is an ENTRY, with the event in it; never written */
	GAFF_FORM_MODULE,   /* a JavaScript module of gaff's, with a list of entries in it */
	GAFF_FORM_SCRIPT,   /* a shell script of gaff's, with the same in it */
};

/* What is around it in a file: the stages of a conversion see none of these (src/convert/frame.c).
 */
enum gaff_form_frame {
	GAFF_FRAME_NONE,
	GAFF_FRAME_BARE, /* the file itself is what "hooks" is elsewhere; with "hooks" is read too
			  */
	GAFF_FRAME_NAMED, /* NAME: { "enabled": …, EVENT: [ … ] }: entries have both as members */
};

/*
 * How the agent holds a matcher against the name of a tool, as measured
 * (tests/convert/matchers.json). A missing one means every tool; so does an empty one, and "*",
 * where nothing else is said. Case counts everywhere. Patterns are JavaScript's, and one that is
 * none matches nothing; in a list of names empty ones mean nothing.
 */
enum gaff_matching {
	GAFF_MATCH_NOTHING,     /* it has no matchers, or ignores them */
	GAFF_MATCH_NAMES,       /* letters, digits, "_", "-", " ", "|" and ",": names between "|" or
				   ",", with or without spaces around them; with anything else a
				   pattern, found anywhere */
	GAFF_MATCH_NAMES_RUST,  /* letters, digits, "_" and "|": names between "|"; with anything
				   else a pattern of Rust's, found anywhere */
	GAFF_MATCH_NAMES_FIRST, /* white space around it is nothing; then the name itself. A "|"
				   outside of groups and classes, in one that begins with neither
				   "^" nor "(", makes a list: any of them may be the name, "*" or
				   ".*", with white space around it or not. Else a pattern, found
				   anywhere; of a list, of what is not empty, or nothing if all is
				 */
	GAFF_MATCH_PATTERN,     /* a pattern, found anywhere */
	GAFF_MATCH_PATTERN_ONLY,  /* the same; "*" is no pattern, and matches nothing */
	GAFF_MATCH_PATTERN_RE2,   /* the same, of Go's syntax */
	GAFF_MATCH_PATTERN_APART, /* the same, of tools that are no server's; behind `mcp_matcher`
				     one for the tools of MCP servers alone, "*" for all of them.
				     ".*" is every tool */
	GAFF_MATCH_TRIMMED, /* the same, without white space around it; what is no pattern is a
			       name */
	GAFF_MATCH_WHOLE,   /* a pattern for the whole name; an empty one, and "*", match nothing */
	GAFF_MATCH_WHOLE_OR_ALL, /* a pattern for the whole name; an empty one, and "*", match all
				  */
	GAFF_MATCH_NAMES_WHOLE,  /* an empty one matches nothing; then, without white space around
				    it, nothing, "*" and "**" are every tool; letters, digits, "_"
				    and "|" are names between "|"; anything else is a pattern for
				    the whole name */
	GAFF_MATCH_SELECTOR,     /* one name or tag, or with any special character a pattern, found
				    anywhere */
	GAFF_MATCH_GLOB,         /* one name with "*" and "?" in it */
};

/* Another name by which matchers can call a tool. */
struct gaff_form_alias {
	struct sv name, tool;
};

/* A word of the agent's for several tools; "": for every tool that is no MCP server's. */
struct gaff_form_tag {
	struct sv name;
	const char *tools; /* with a space between */
};

/* What a member of an entry is in a manifest. */
enum gaff_form_field {
	GAFF_FORM_EVENT, /* where the shape has it in the entry */
	GAFF_FORM_MATCHER,
	GAFF_FORM_NAME,
	GAFF_FORM_ENABLED,
	GAFF_FORM_STATUS, /* status_message */
	GAFF_FORM_CLOSED, /* on_error; true is "closed", or what the form has for it */
	GAFF_FORM_TYPE,
	GAFF_FORM_COMMAND,
	GAFF_FORM_ARGS, /* further words of the command, which then is no shell's */
	GAFF_FORM_WINDOWS,
	GAFF_FORM_LINUX,
	GAFF_FORM_OSX,
	GAFF_FORM_CWD,
	GAFF_FORM_ENV,
	GAFF_FORM_URL,
	GAFF_FORM_HEADERS,
	GAFF_FORM_ALLOWED_ENV,
	GAFF_FORM_PROMPT,
	GAFF_FORM_MODEL,
	GAFF_FORM_TIMEOUT,
	GAFF_FORM_ASYNC,
	GAFF_FORM_IF, /* a permission rule that the call must meet: "Edit(*.ts)" */
	GAFF_FORM_FIELDS
};

enum gaff_form_flags {
	GAFF_FORM_ALIAS = 1 << 0,  /* read as well, never written */
	GAFF_FORM_NEEDED = 1 << 1, /* an entry without it is refused: gaff makes one up */
};

enum gaff_handler_kind {
	GAFF_HANDLER_COMMAND,
	GAFF_HANDLER_HTTP,
	GAFF_HANDLER_PROMPT,
	GAFF_HANDLER_AGENT,
};

/* The same as bits. */
#define GAFF_FORM_KIND(kind) (1u << GAFF_HANDLER_##kind)

/* A member of an entry; `where` is a pointer, as "/action/command". They are written in this order.
 */
struct gaff_form_row {
	struct sv where;
	enum gaff_form_field field;
	unsigned kinds; /* of which handlers; 0: of all */
	unsigned flags;
};

/* What the agent calls a kind of handler. */
struct gaff_form_type {
	struct sv native;
	enum gaff_handler_kind kind;
};

struct gaff_form {
	struct sv name;  /* for --format: "json", "agent" */
	struct sv other; /* the same in another syntax: "toml", "yaml"; or nothing */
	enum gaff_form_shape shape;
	enum gaff_form_frame frame;
	enum gaff_matching matching;
	const struct gaff_form_alias *aliases;
	size_t n_aliases;
	bool aliases_in_patterns; /* patterns are held against them too, and not only names */
	const struct gaff_form_tag *tags; /* of SELECTOR and GLOB */
	size_t n_tags;
	struct sv any;         /* the matcher for every tool, where there has to be one */
	struct sv mcp_matcher; /* of PATTERN_APART: what is before the pattern for MCP tools */
	struct sv head;        /* members of the file before "hooks", or nothing */
	bool groups_too;       /* of FLAT: the agent itself reads groups as well */
	bool is_bare;          /* an entry without a type is one of a command, and is written so */
	unsigned second;       /* how much of the timeout's unit a second is */
	bool large_is_ms;      /* from 1000 on it is milliseconds */
	bool is_whole;         /* timeouts have no fractions */
	unsigned most_s;       /* the longest that it takes, in seconds; 0: any */
	/* how long it waits for these where nothing is said, and not as for a command; 0: nobody
	 * knows */
	unsigned prompt_ms, agent_ms;
	bool one_of_a_name; /* of hooks of one name and matcher on an event only the first runs */
	bool expands;       /* $NAME in any text is replaced before a shell sees it */
	bool is_strict;     /* a member that no row names, and it runs no hook of the file */
	bool is_loose;      /* names of events in any case, with "_" between words or not */
	bool splits_lines;  /* a shell gets a line only if there is something for it in it */
	bool exit_2_blocks; /* of SCRIPT: by what gaff writes around it, whatever the agent does */
	bool starts_in_project; /* a command is started in the folder that is the project's */
	bool fussy;             /* "//" and "/" with "*" in a text are taken for comments */
	bool is_usual;          /* a file that could be several agents' is taken for this one's */
	struct sv closed, open; /* the values of CLOSED as JSON, where they are not true and false;
				 * then it counts only on events that a failure may block */
	const char *settings; /* other members that tell whose file it is: "general ui"; or NULL */
	const struct gaff_form_type *types; /* that it runs */
	size_t n_types;
	const struct gaff_form_row *rows;
	size_t n_rows;
	const struct sv *module; /* of MODULE: the code behind the data */
};

#endif
