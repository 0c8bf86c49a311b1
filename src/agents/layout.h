/*
 * layout.h - what a hook file of an agent looks like, and what stands in it means: rows.
 *
 * Where config rows say which files there are, a layout says where entries stand in them, and what
 * each member of an entry is called, means and may be. Everything that reads or writes such files
 * goes by it: registering gaff and finding it again (src/config), converting (src/convert), looking
 * for what is wrong (src/doctor). An agent with several kinds of files has a struct gaff_host for
 * each, behind other_spelling.
 */
#ifndef GAFF_AGENTS_LAYOUT_H
#define GAFF_AGENTS_LAYOUT_H

#include <stdint.h>

#include "text/json/json.h"

enum gaff_layout_shape {
	GAFF_LAYOUT_MANIFEST, /* gaff's own */
	GAFF_LAYOUT_GROUPS,   /* "hooks": { EVENT: [ { "matcher": M, "hooks": [ ENTRY ] } ] } */
	GAFF_LAYOUT_FLAT,     /* "hooks": { EVENT: [ ENTRY ] } */
	GAFF_LAYOUT_LIST,     /* "hooks": [ ENTRY ], with the event in it */
	GAFF_LAYOUT_ONE,      /* the file is an ENTRY, with the event in it; never written */
	GAFF_LAYOUT_MODULE,   /* a JavaScript module of gaff's; converted hooks are a list in it */
	GAFF_LAYOUT_SCRIPT,   /* an executable for each event; converted hooks are a list in it */
};

/* What is around it in a file: the stages of a conversion see none of these (src/convert/frame.c).
 */
enum gaff_layout_frame {
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
struct gaff_matcher_alias {
	struct sv name, tool;
};

/* A word of the agent's for several tools; "": for every tool that is no MCP server's. */
struct gaff_matcher_tag {
	struct sv name;
	const char *tools; /* with a space between */
};

/* What a member of an entry is in a manifest. */
enum gaff_member_field {
	GAFF_MEMBER_EVENT, /* where the shape has it in the entry */
	GAFF_MEMBER_MATCHER,
	GAFF_MEMBER_NAME,
	GAFF_MEMBER_ENABLED,
	GAFF_MEMBER_STATUS, /* status_message */
	GAFF_MEMBER_CLOSED, /* on_error; true is "closed", or what the layout has for it */
	GAFF_MEMBER_TYPE,
	GAFF_MEMBER_COMMAND,
	GAFF_MEMBER_ARGS, /* further words of the command, which then is no shell's */
	GAFF_MEMBER_WINDOWS,
	GAFF_MEMBER_LINUX,
	GAFF_MEMBER_OSX,
	GAFF_MEMBER_CWD,
	GAFF_MEMBER_ENV,
	GAFF_MEMBER_URL,
	GAFF_MEMBER_HEADERS,
	GAFF_MEMBER_ALLOWED_ENV,
	GAFF_MEMBER_PROMPT,
	GAFF_MEMBER_MODEL,
	GAFF_MEMBER_TIMEOUT,
	GAFF_MEMBER_ASYNC,
	GAFF_MEMBER_IF, /* a permission rule that the call must meet: "Edit(*.ts)" */
	GAFF_MEMBER_FIELDS,
	GAFF_MEMBER_OTHER = GAFF_MEMBER_FIELDS, /* nothing: it is known only for what it may be */
};

enum gaff_member_flags {
	GAFF_MEMBER_ALIAS = 1 << 0,    /* read as well, never written */
	GAFF_MEMBER_NEEDED = 1 << 1,   /* an entry without it is refused */
	GAFF_MEMBER_OF_FILE = 1 << 2,  /* it stands beside "hooks", and not in an entry */
	GAFF_MEMBER_OF_GROUP = 1 << 3, /* it stands beside the "hooks" of a group */
	GAFF_MEMBER_PLACE = GAFF_MEMBER_OF_FILE | GAFF_MEMBER_OF_GROUP,
};

/* What a member may be. Files with GAFF_C_ONLY_AS_IN_ROWS are void when it is anything else. */
enum gaff_may_be {
	GAFF_M_TEXT = 1 << 0,
	GAFF_M_NOT_BLANK = 1 << 1, /* a text with something in it */
	GAFF_M_REGEX = 1 << 2,     /* a text that JavaScript takes for a pattern, or "*" */
	GAFF_M_TYPE = 1 << 3,      /* what one of the types is called */
	GAFF_M_BOOLEAN = 1 << 4,
	GAFF_M_NULL = 1 << 5,
	GAFF_M_NUMBER = 1 << 6,   /* above 0 */
	GAFF_M_WHOLE = 1 << 7,    /* the same, without a fraction */
	GAFF_M_OR_0 = 1 << 8,     /* a number that may be 0, too */
	GAFF_M_RE2 = 1 << 9,      /* a text that Go, or Rust, takes for a pattern */
	GAFF_M_PATTERN = 1 << 10, /* a text that JavaScript takes for a pattern; "*" is none */
	GAFF_M_TEXTS = 1 << 11,   /* a list of texts */
	GAFF_M_OBJECT = 1 << 12,
	GAFF_M_VERSION = 1 << 13, /* what the head of the file has for "version" */
};

enum gaff_time_unit {
	GAFF_SECONDS,
	GAFF_MILLISECONDS,
	GAFF_SECONDS_OR_MS, /* from 1000 on it is milliseconds */
};

enum gaff_handler_kind {
	GAFF_HANDLER_COMMAND,
	GAFF_HANDLER_HTTP,
	GAFF_HANDLER_PROMPT,
	GAFF_HANDLER_AGENT,
};

/* The same as bits. */
#define GAFF_KIND(kind) (1u << GAFF_HANDLER_##kind)

/* A member of an entry; `where` is a pointer, as "/action/command". They are written in this order.
 */
struct gaff_member {
	struct sv where;
	enum gaff_member_field field;
	unsigned kinds; /* of which handlers; 0: of all */
	unsigned flags;
	unsigned may_be;  /* 0: nobody knows, and it may be anything */
	const char *what; /* the same for people, where that says more; NULL: as may_be says */
	unsigned max;     /* of a number; 0: any */
	enum gaff_time_unit unit;
};

/* What the agent calls a kind of handler. */
struct gaff_handler_type {
	struct sv native;
	enum gaff_handler_kind kind;
};

/* What runs the command of an entry. */
enum gaff_shell {
	GAFF_SHELL_SH,    /* sh -c */
	GAFF_SHELL_BASH,  /* bash -c */
	GAFF_SHELL_LOGIN, /* $SHELL -lc, else sh: profiles run first, and may print */
	GAFF_SHELL_NONE,  /* it is started directly */
};

struct gaff_layout {
	struct sv name;  /* for --format: "json", "agent" */
	struct sv other; /* the same in another syntax: "toml", "yaml"; or nothing */
	enum gaff_layout_shape shape;
	enum gaff_layout_frame frame;
	enum gaff_matching matching;
	const struct gaff_matcher_alias *aliases;
	size_t n_aliases;
	bool aliases_in_patterns; /* patterns are held against them too, and not only names */
	const struct gaff_matcher_tag *tags; /* of SELECTOR and GLOB */
	size_t n_tags;
	struct sv any;         /* the matcher for every tool, where there has to be one */
	struct sv mcp_matcher; /* of PATTERN_APART: what is before the pattern for MCP tools */
	struct sv head;        /* members of the file before "hooks", or nothing */
	struct sv new_file;    /* members of a file that gaff makes; "$file" is its name */
	struct sv own_name;    /* what "*" is in a path of ours, where it cannot be "gaff" */
	enum gaff_shell shell;
	bool stdin_is_socket;
	bool groups_too; /* of FLAT: the agent itself reads groups as well */
	bool is_bare;    /* an entry without a type is one of a command, and is written so */
	/* how long it waits for these where nothing is said, and not as for a command; 0: nobody
	 * knows */
	unsigned prompt_ms, agent_ms;
	bool one_of_a_name; /* of hooks of one name and matcher on an event only the first runs */
	bool expands;       /* $NAME in any text is replaced before a shell sees it */
	bool is_strict;     /* a member that no row names, and it runs no hook of the file */
	bool rows_of_any_event; /* rows hold under names of events that there are not, too */
	bool is_loose;          /* names of events in any case, with "_" between words or not */
	bool splits_lines;      /* a shell gets a line only if there is something for it in it */
	bool exit_2_blocks; /* of SCRIPT: by what gaff writes around it, whatever the agent does */
	bool starts_in_project; /* a command is started in the folder that is the project's */
	bool is_usual;          /* a file that could be several agents' is taken for this one's */
	struct sv closed, open; /* the values of CLOSED as JSON, where they are not true and false;
				 * then it counts only on events that a failure may block */
	const char *settings; /* other members that tell whose file it is: "general ui"; or NULL */
	const struct gaff_handler_type *types; /* that it runs */
	size_t n_types;
	const struct gaff_member *rows;
	size_t n_rows;
	const struct gaff_member *others; /* that say nothing to gaff, but may not be anything */
	size_t n_others;
	const struct sv *module; /* of MODULE: the code behind the data of converted hooks */
	const struct sv *plugin; /* of MODULE: all of what calls gaff */
};

/* The first row of such a member that is written; NULL: there is none. */
const struct gaff_member *gaff_layout_member(const struct gaff_layout *layout,
					     enum gaff_member_field field,
					     enum gaff_handler_kind kind);

/* The value of such a member in an entry, by whichever of its names; absent: it has none. */
struct json gaff_layout_value(const struct gaff_layout *layout, enum gaff_member_field field,
			      struct json entry);

/* What its files begin with, as an object; absent: no memory. */
struct json gaff_layout_head(struct arena *a, const struct gaff_layout *layout);

/* The value of CLOSED by which a failure blocks, or does not. */
struct json gaff_layout_closed(const struct gaff_layout *layout, bool is_closed);

/* What it calls a kind of handler; empty: it has none. */
struct sv gaff_layout_type_name(const struct gaff_layout *layout, enum gaff_handler_kind kind);

/* The row of timeouts; where there is none, one of seconds, of any number. */
const struct gaff_member *gaff_layout_timeout(const struct gaff_layout *layout);

/* A time as a number of this layout's unit, and back; false: it is not such a number. */
struct sv gaff_encode_timeout(struct arena *a, const struct gaff_layout *layout, int64_t ms);
bool gaff_decode_timeout(const struct gaff_layout *layout, struct json value, int64_t *ms);

/* `n` thousandths as a number, without zeros at the end. */
struct sv gaff_thousandths(struct arena *a, int64_t n);

/* Can hooks be registered in such files? Gaff's own, and those of old versions, are only read. */
static inline bool gaff_layout_registers(const struct gaff_layout *layout)
{
	return layout && layout->shape != GAFF_LAYOUT_MANIFEST && layout->shape != GAFF_LAYOUT_ONE;
}

#endif
