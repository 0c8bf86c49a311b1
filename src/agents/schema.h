/*
 * schema.h - what a host is: rows.
 *
 * A host is an agent that fires hooks. src/agents/rows/<id>.c holds one struct gaff_host and the
 * rows it points at, readable from top to bottom like a page of that agent's documentation.
 * Everything gaff does for it follows from the rows, in four directions (codec.h):
 *
 *	payload rows	native stdin  <-> event		decode_event, encode_event
 *	answer rows	native stdout <-> response	decode_response, encode_response
 *
 * so each host is also a dialect that a hook program may speak under any other host.
 *
 * A row leaves out what is nothing: a text without a pointer is as good as "". What is rare stands
 * behind the rest of a row, by its name. A host has a function only for what a row cannot say.
 * Each row names its evidence: what was seen, on which version; where documentation and the
 * program differ, the program wins.
 */
#ifndef GAFF_AGENTS_SCHEMA_H
#define GAFF_AGENTS_SCHEMA_H

#include "model/event.h"
#include "agents/layout.h"
#include "model/response.h"

enum gaff_evidence_kind {
	GAFF_MEASURED,   /* the agent itself was driven */
	GAFF_TYPES,      /* the vendor's published types, schemas or bundled code */
	GAFF_DOCUMENTED, /* the vendor's pages */
	GAFF_REPORTED,   /* somebody's report */
	GAFF_CONTRACT,   /* not an agent: a contract that says so itself */
};

struct gaff_evidence {
	enum gaff_evidence_kind kind;
	const char *version;
};

typedef char *gaff_getenv_fn(const char *name); /* as getenv() */

struct gaff_warnings;

/* ---- what comes in ---- */

enum gaff_payload_flags {
	GAFF_P_JSON_TEXT = 1 << 0,    /* the value is JSON inside a string */
	GAFF_P_ALIAS = 1 << 1,        /* read, never written; with events: read on those alone */
	GAFF_P_TEXT = 1 << 2,         /* always a text: what is none is written as its JSON */
	GAFF_P_MILLISECONDS = 1 << 3, /* GAFF_F_TIME as a number, not as "2026-11-15T…Z" */
	GAFF_P_ONE_TOOL = 1 << 4,     /* written only in events that are about one tool */
	GAFF_P_ANY_TOOL = 1 << 5,     /* and only in the others */
	GAFF_P_MAY_BE_TEXT = 1 << 6,  /* JSON, or JSON inside a string; written as JSON */
	GAFF_P_PARTS = 1 << 7,    /* a list of parts: the texts of those that are text; or a text */
	GAFF_P_OF_TEXTS = 1 << 8, /* an object whose members are texts: JSON inside of them */
	GAFF_P_MCP_ONLY = 1 << 9, /* of two rows for a field: that of MCP tools */
	GAFF_P_NOT_MCP = 1 << 10, /* and that of all others */
	/* The folder it was started in, or the workspace that is open in it: it says so itself on
	 * every call, whatever its environment was, and the model has no say in it. */
	GAFF_P_STARTED = 1 << 11,
};

/*
 * One place in the payload. `where` is a pointer ("/mcp_server/name") or "$NAME" of the
 * environment. Reading looks at every row whatever the event; of two rows for one field the
 * earlier wins. Writing puts the row into payloads of `events`, with `missing` (JSON text)
 * for a field the event does not have; no `missing`: left out.
 */
struct gaff_payload_row {
	struct sv where;
	enum gaff_field field;
	gaff_event_set events;
	struct sv missing;
	unsigned flags;
};

enum gaff_input_kind {
	GAFF_IN_PLAIN,
	GAFF_IN_PATH,  /* names a file */
	GAFF_IN_OLD,   /* edits[0].old */
	GAFF_IN_NEW,   /* edits[0].new */
	GAFF_IN_EDITS, /* a list of edits; canonical: what their path, old and new are called,
			* if not "", "old_string" and "new_string" */
	GAFF_IN_PAIR,  /* the new text of one more edit, and canonical: what its old one is called;
			* or of several, with a number behind both. Read, never written */
	GAFF_IN_PATCH, /* an apply_patch text: paths and edits are read from it */
	GAFF_IN_PROGRAM,   /* the first word of command */
	GAFF_IN_ARGUMENTS, /* the other words, as a list */
	GAFF_IN_LIST,      /* a list; of one element it is that element */
	GAFF_IN_SECONDS,   /* canonical times are in milliseconds */
	GAFF_IN_COMMANDS, /* a list of command lines, or of {"command","args"}: one below another */
	GAFF_IN_EACH,     /* a list of objects: their members of the canonical name, or of texts */
	GAFF_IN_REST,     /* "*": whatever no other row names; the last one */
};

/*
 * Native <-> canonical field of a tool's input. The first row of a canonical name is written. A
 * patch with an empty native name is the input itself: a string and not an object. Fields that no
 * row names are passed on as they are. COMMANDS and EACH: where the first row is one of them, the
 * input may be the list itself, and all rows of a canonical name count; the list may be missing
 * around a single thing. ARGUMENTS behind a row of COMMANDS are of that one.
 */
struct gaff_input_row {
	struct sv native, canonical;
	enum gaff_input_kind kind; /* left out: plain */
	bool is_fixed;             /* the agent shows it, but ignores a new value */
};

struct gaff_tool_row {
	struct sv native;
	enum gaff_tool tool; /* GAFF_TOOL_OTHER: known only for its files */
	const struct gaff_input_row *input;
	size_t n_input;
	const struct gaff_evidence *seen;
	struct sv output_text; /* the text inside an output that is an object, or empty */
};

/* ---- what goes out ---- */

enum gaff_answer_flags {
	GAFF_R_READ = 1 << 0,         /* accepted from hooks, never written */
	GAFF_R_WRITE = 1 << 1,        /* written, but means nothing when read */
	GAFF_R_NO_GRANT = 1 << 2,     /* an allow that only says "no objection" */
	GAFF_R_WITH_DENY = 1 << 3,    /* only beside a denial or a question */
	GAFF_R_WITH_ALLOW = 1 << 4,   /* only beside an allow, and that allow is a grant */
	GAFF_R_MEANS_DENY = 1 << 5,   /* being there at all is the denial */
	GAFF_R_NOT_HONOURED = 1 << 6, /* the host takes it and does something else */
	GAFF_R_MCP_ONLY = 1 << 7,
	GAFF_R_NOT_MCP = 1 << 8,
	GAFF_R_MERGES = 1 << 9,         /* laid over the old value: what is left out stays */
	GAFF_R_ALONE = 1 << 10,         /* a reason that needs no decision */
	GAFF_R_AS_TEXT = 1 << 11,       /* always a text: what is none is written as its JSON */
	GAFF_R_IN_OUTPUT = 1 << 12,     /* a context that has no place but behind the output */
	GAFF_R_BY_VERSION = 1 << 13,    /* honoured by the versions in the host's version rows */
	GAFF_R_NOT_WITH_DENY = 1 << 14, /* lost beside a denial */
	GAFF_R_IN_NEW_OUTPUT = 1 << 15, /* a context that beside a new output goes behind that */
	GAFF_R_WITH_ASK = 1 << 16,      /* only beside a question */
	GAFF_R_NOT_WITH_ASK = 1 << 17,  /* lost beside a question */
	GAFF_R_ANY_NATIVE = 1 << 18,    /* an object of whatever the agent behind it has */
	GAFF_R_NOT_NESTED = 1 << 20,    /* not read in an answer that has a hookSpecificOutput */
	GAFF_R_LIST_TOO = 1 << 19,      /* or a list of texts, or of objects with one: lines */
};

/*
 * One place in the answer. With a literal the row stands for a fact ("deny"), without one
 * for the value of the field. Texts that share a place are joined. Rows of one object
 * stand together: they are written in this order. "$NAME" instead of a pointer: the
 * variables of GAFF_A_ENV go to the file that this variable of ours names. "-" instead of one:
 * stdout is this text and no JSON, unless a row with a pointer has something to say.
 */
struct gaff_answer_row {
	enum gaff_answer_field field;
	struct sv where;
	struct sv literal;
	unsigned flags;
};

enum gaff_deny_by {
	GAFF_DENY_EXIT_2,      /* exit 2, reason on stderr, JSON on stdout */
	GAFF_DENY_EXIT_2_BARE, /* the same, but stdout is ignored: with more to say, exit 0 + JSON
				*/
	GAFF_DENY_JSON,        /* exit 0 + JSON; at exit 2 the host would show the JSON as text */
	GAFF_DENY_STDERR,      /* exit 2 and stderr; the JSON has no word for it */
	GAFF_DENY_IN_VAIN,     /* the same is tried, though not every version heeds it */
};

/* Everything an event may return. What no row names cannot be carried, and gaff says so. */
struct gaff_shape {
	const struct gaff_answer_row *rows;
	size_t n;
	enum gaff_deny_by deny_by;
};

/* A shape with its rows: prompt_answer = GAFF_ANSWER(EXIT_2, { GAFF_A_DENY, … }, …) */
#define GAFF_ANSWER(by, ...)                                                                       \
	{                                                                                          \
		GAFF_ROWS(((const struct gaff_answer_row[]){ __VA_ARGS__ })), GAFF_DENY_##by       \
	}

enum gaff_event_flags {
	GAFF_E_INPUT_AT_TOP = 1 << 0,    /* the tool's input fields are in the payload itself */
	GAFF_E_TEXT_IS_CONTEXT = 1 << 1, /* a hook's plain text is context for the model */
	GAFF_E_SILENCE_ASKS = 1 << 2,    /* without an answer the agent asks the user */
	GAFF_E_TEXT_IS_PATH = 1 << 3, /* the one native field is plain text on stdout, both ways */
	GAFF_E_EXIT_2_IS_NOTHING = 1 << 4, /* and with it what was printed */
	GAFF_E_PROLONGS = 1 << 5,          /* a denial keeps the agent working, as on a stop */
	GAFF_E_EXIT_2_WARNS = 1 << 6,    /* exit 2 alone does not block; an answer counts as at 0 */
	GAFF_E_ANY_EXIT_BLOCKS = 1 << 7, /* a hook that fails, however it does, denies */
	GAFF_E_TEXT_IS_MESSAGE = 1 << 8, /* a hook's plain text is shown to the user */
	GAFF_E_EXIT_2_IS_CONTEXT = 1 << 9, /* what it says on stderr then */
	GAFF_E_OTHER_PAYLOAD = 1 << 10,    /* its payload is in the host's other spelling */
	GAFF_E_REPEATS = 1 << 11, /* what a more general event tells, and takes more answers to */
	GAFF_E_SILENCE_GRANTS = 1 << 12, /* exit 0 approves; exit 1 leaves it to the user */
	GAFF_E_NO_GROUPS = 1 << 13,      /* entries of its own, in a file that has groups else */
	GAFF_E_ON_BUS = 1 << 14,         /* to plugins it comes over a bus, and not by its name */
	GAFF_E_ALIAS = 1 << 15,          /* files may call another row's event so, too */
	GAFF_E_NO_WORD_ASKS = 1 << 16,   /* of a hook that gives no decision the user is asked */
	GAFF_E_NEVER_CLOSED = 1 << 17,   /* what entries say of failures is ignored */
	GAFF_E_LATE_PASSES = 1 << 18,    /* with ANY_EXIT_BLOCKS: but one that is late does not */
	GAFF_E_NAME_ALONE = 1 << 19,     /* an answer with nothing but its name is taken as seen */
	GAFF_E_GATES_NOTHING = 1 << 20,  /* no opinion is {}, whatever it is elsewhere */
};

/* Of two rows for one canonical event the first is the general one, and is what is written. */
struct gaff_event_row {
	struct sv native;
	enum gaff_event_id id;
	const struct gaff_shape *answer;
	unsigned timeout_ms; /* how long the agent waits when its configuration does not say */
	const struct gaff_evidence *seen;
	enum gaff_tool tool; /* implied by the event, or GAFF_TOOL_OTHER */
	unsigned flags;
	unsigned char wait_max_s;      /* whatever its configuration says; 0: as that says */
	unsigned char block_from_exit; /* such an exit code blocks, with a text; no signals */
	unsigned char stop_exit;       /* the exit code that blocks, and ends the turn */
};

/*
 * What payloads call an event, where files call it otherwise. Of two rows for one event the first
 * is written. Of a tool: what they may call it besides, which is never written.
 */
struct gaff_name_row {
	struct sv spoken, native;
};

/* ---- the rest of what is known ---- */

/* Evidence that a payload or an environment is this host's; `value` empty: being there is enough.
 */
struct gaff_detect_row {
	struct sv where; /* as in a payload row */
	int weight;      /* negative: it speaks against this host */
	struct sv value; /* "text", "text*" or "*text*" */
};

enum gaff_scope { GAFF_SCOPE_SYSTEM, GAFF_SCOPE_USER, GAFF_SCOPE_PROJECT, GAFF_SCOPE_LOCAL };
enum gaff_syntax {
	GAFF_SYNTAX_JSON,
	GAFF_SYNTAX_JSONC,
	GAFF_SYNTAX_JSON5,
	GAFF_SYNTAX_TOML,
	GAFF_SYNTAX_MODULE, /* a JavaScript module */
	GAFF_SYNTAX_SCRIPT, /* an executable of its own for each event; "*" is the event's name */
};

/* What makes the agent refuse a file, or worse: read it and run none of its hooks. */
enum gaff_config_flags {
	GAFF_C_NO_COMMENTS = 1 << 0,
	GAFF_C_NO_TRAILING_COMMA = 1 << 1,
	GAFF_C_NO_BOM = 1 << 2,
	GAFF_C_STRICT = GAFF_C_NO_COMMENTS | GAFF_C_NO_TRAILING_COMMA | GAFF_C_NO_BOM,
	GAFF_C_ONLY_KNOWN_EVENTS = 1 << 3,  /* one it does not know, and the file is void */
	GAFF_C_ONLY_HOOKS = 1 << 4,         /* so is one with any other member than "hooks" */
	GAFF_C_NO_LINKS = 1 << 5,           /* it is not followed through a symbolic link */
	GAFF_C_BAD_STRINGS = 1 << 6,        /* comments are looked for inside of texts too */
	GAFF_C_ANOTHERS = 1 << 7,           /* made for another agent; never written for this one */
	GAFF_C_IF_IT_HAS_HOOKS = 1 << 8,    /* written only when others have put theirs there */
	GAFF_C_NEEDS_TRUST = 1 << 9,        /* and only in a folder the user trusts */
	GAFF_C_ONLY_WITH_MATCHER = 1 << 10, /* passed over when no group of it has a matcher */
	GAFF_C_ONLY_AS_IN_ROWS = 1 << 11,   /* a member that is not as its row says voids it */
	GAFF_C_BARE = 1 << 12,              /* the file itself is what "hooks" is elsewhere */
	GAFF_C_EDITION = 1 << 13,           /* of another edition: if its folder alone is there */
	GAFF_C_HAS_TRUST = 1 << 14,         /* where it keeps which hooks the user trusts */
	GAFF_C_EVENT_ALONE = 1 << 16,       /* what is off the rows voids the hooks of its event */
	GAFF_C_OF_AGENT =
		1 << 17, /* of one agent of the user's: its hooks run while that is used */
};

/* A "*" in the name: the agent reads all such files, and ours is called gaff, or as its layout
 * says. With GAFF_C_OF_AGENT it is what the user's agent is called, and ours is called gaff. */
struct gaff_config_row {
	enum gaff_scope scope;
	const char *path; /* "~" is the home directory, "." the project */
	enum gaff_syntax syntax;
	const struct gaff_evidence *seen;
	unsigned flags;
};

/* A variable that moves a folder of the rows: $CODEX_HOME instead of "~/.codex". */
struct gaff_home_row {
	const char *variable, *folder;
};

/* A member that turns all hooks off, when it has this value; in any file of these rows. */
struct gaff_switch_row {
	struct sv where; /* a pointer */
	struct sv value; /* JSON */
};

/* A variable this agent sets for its hooks; a hook of its dialect gets it from gaff. */
struct gaff_env_row {
	const char *name;
	enum gaff_field field;
};

/* The same, with a field of the tool's input, by its canonical name. */
struct gaff_input_env_row {
	const char *name;
	struct sv input;
};

enum gaff_host_flags {
	GAFF_H_EVENT_IN_TOOL_NAME = 1 << 0, /* lifecycle events come as tool names */
	GAFF_H_JSON_AT_ANY_EXIT = 1 << 1,   /* a hook's JSON counts whatever its exit code */
	GAFF_H_TEXT_IS_IGNORED = 1 << 2,    /* plain text from a hook is not an error */
	GAFF_H_JSON_AFTER_TEXT = 1 << 3,    /* JSON may follow log lines; the last object counts */
	GAFF_H_STDOUT_IS_REASON = 1 << 4,   /* at exit 2 a hook's stdout is the reason */
	GAFF_H_BAD_STDIN_IS_OPEN = 1 << 5,  /* a payload that does not parse never blocks */
	GAFF_H_STDERR_IS_PRIVATE = 1 << 6,  /* warnings may go to stderr */
	GAFF_H_JSON_ON_STDERR = 1 << 7,     /* with nothing on stdout, an answer may be on stderr */
	GAFF_H_ENV_FILE_IS_RAW = 1 << 8, /* export NAME="…" without any escapes, one line each */
	GAFF_H_MCP_OUTPUT_IS_LIST = 1 << 9,    /* of tools that only look like MCP's it is a text */
	GAFF_H_MCP_SERVER_LAST = 1 << 10,      /* TOOL_SERVER, not SERVER_TOOL */
	GAFF_H_MATCHERS_ARE_IGNORED = 1 << 11, /* a hook of one tool runs for all: gaff filters */
	GAFF_H_FAILS_CLOSED = 1 << 12,     /* a hook that fails, or does not start, blocks a tool */
	GAFF_H_MCP_LOWERCASE = 1 << 13,    /* names of MCP tools have no capitals */
	GAFF_H_TIDIES_PATHS = 1 << 14,     /* "@x" opens x, and odd spaces are spaces */
	GAFF_H_CONTEXT_IN_BYTES = 1 << 15, /* context_max is bytes of UTF-8 */
	GAFF_H_TAKES_THE_REST = 1 << 16,   /* its hooks see what no row of a tool's input names */
};

/*
 * From `since` until before `until` (either may be empty) this answer works on this event. Without
 * both it does in every version, and there is other evidence for it than for the event.
 */
struct gaff_version_row {
	struct sv native_event;
	enum gaff_answer_field field;
	const struct gaff_evidence *seen;
	struct sv since, until;
};

/* What becomes of a question where nobody can answer it. */
enum gaff_unanswered {
	GAFF_UNANSWERED_DENIES,  /* the agent denies by itself: it may be sent anywhere */
	GAFF_UNANSWERED_NEVER,   /* an editor: a person sits before it */
	GAFF_UNANSWERED_UNKNOWN, /* or the tool runs; so gaff denies where nobody is seen */
	GAFF_UNANSWERED_ENDS, /* the run ends or hangs; so gaff denies whatever its caller wants */
};

/*
 * How it is seen that a person can answer a question now. Everything that is said here has to be
 * so; what cannot be found out is not. Nothing is said: nobody has to be seen.
 */
struct gaff_attended {
	enum gaff_unanswered unanswered;
	const char *variable;      /* "NAME=VALUE" that the agent sets, whatever its files say */
	const char *variables_not; /* the same, of which none may be; with a space between */
	/* the agent's own process has a controlling terminal, and that is its stdin and stdout */
	bool by_terminal;
	const char *program;     /* what that is called; else what is nearest and no shell */
	bool or_editor;          /* nothing is called so: it is the agent's editor */
	const char *options_not; /* of its command line: "-p --prompt" */
	struct sv since; /* only these versions are to be looked at; the others are editors */
	const char *how, *otherwise; /* for people: "in its terminal", "the run ends" */
	const struct gaff_evidence *seen;
};

/*
 * What payloads hold besides the payload rows, of no use to hooks, with values that were seen: for
 * `gaff fire`, never read by `gaff run`. Row after row is laid over a payload that was written from
 * the payload rows. A text in it may stand for something: "$prompt" for the field of that
 * canonical name (also $content, $path, and $mcp_name_too: with mcp_joint_too), "$/a/b" for what
 * stands there, "$" for what stands here already, to move it; "$-" takes it out.
 */
struct gaff_extra_row {
	struct sv events;  /* native names with a space between, or "*" */
	struct sv members; /* a JSON object */
	unsigned tools;    /* GAFF_TOOL_BIT()s; 0: whatever the tool, or none */
	struct sv behind;  /* the key before them; "": last, "^": first, "=": if they are there */
};
#define GAFF_TOOL_BIT(tool) (1u << GAFF_TOOL_##tool)
#define GAFF_JSON(...)      SV_INIT(#__VA_ARGS__) /* JSON that needs no backslashes */

/* What a tool makes of an input in which the model has written a key twice, or in another case. */
enum gaff_reads {
	GAFF_READS_UNKNOWN, /* nobody knows: what can be read in two ways is not let pass */
	GAFF_READS_LAST,    /* keys as they are, and of one that is repeated the last */
	GAFF_READS_ONCE, /* keys as they are, and none of them twice: else the tool does not run */
	GAFF_READS_ANY_CASE, /* keys in any case, and of several the last that is not null */
};

/*
 * Who reads the input of its own tools, and how that is known. Those of MCP servers are read by the
 * servers, and nobody knows how.
 */
struct gaff_reader {
	enum gaff_reads how;
	const char *by; /* "JSON.parse of JavaScript"; NULL: not known */
	const struct gaff_evidence *seen;
};

/*
 * An agent that keeps which folders the user trusts, and runs no hook in any other, of whatever
 * file. Paths are below the user's folder.
 */
struct gaff_folder_trust {
	const char *home_variable;    /* in the place of HOME */
	const char *all_variable;     /* "true": it trusts every folder */
	struct sv settings, asks;     /* where it is false there, it asks about none */
	struct sv folders;            /* { "/home/dev/x": level } */
	struct sv of_parent, refused; /* levels: the folder above is trusted; this one is not */
};

struct gaff_host {
	struct sv id;
	const char *title;
	const struct gaff_evidence *seen; /* the newest version everything here was held against */
	struct sv no_opinion;             /* exactly these bytes, with exit 0 */
	unsigned flags;
	struct gaff_reader reader;
	struct sv input_cut;     /* a member that is true where a part of an input is not shown */
	struct sv answer_mark;   /* behind this a last line may hold the answer, or nothing */
	size_t context_max;      /* UTF-16 units; 0: the host copes with any length */
	struct sv mcp_prefix;    /* "mcp__" */
	struct sv mcp_joint;     /* "__" between server and tool; empty: the server is not named */
	struct sv mcp_joint_too; /* another that some of its events use */
	struct sv mcp_mark;      /* a member that is true of MCP tools and false of all others */
	char mcp_for_hyphen;     /* stands for "-" in names of MCP servers and tools; 0: it stays */
	char mcp_for_others;     /* for what is no letter, digit, "_" or "-"; 0: "_" */
	/*
	 * An agent that speaks otherwise when its events are registered in another spelling: the
	 * same id, other rows. A payload with `other_mark` is of the other; "!/a": one without;
	 * "*": one whose event is called as there, by its registration or else by itself.
	 */
	const struct gaff_host *other_spelling;
	struct sv other_mark;
	const struct gaff_host *old_files; /* of the same agent, which are only converted */
	const struct gaff_host
		*reads_config_of; /* it runs hooks that were registered for that one */
	const struct gaff_host
		*shares_files_with; /* each of them runs what is registered with the other */

	const struct gaff_payload_row *payload;
	size_t n_payload;
	const struct gaff_event_row *events;
	size_t n_events;
	const struct gaff_event_row *unknown; /* for an event that is not in the rows */
	/*
	 * What hooks say besides, on whatever event: the agent itself passes over it, here or
	 * everywhere. Read behind the rows of the event, never written, so it is carried out or
	 * named as lost, and not passed over in silence.
	 */
	const struct gaff_answer_row *besides;
	size_t n_besides;
	const struct gaff_name_row *names;
	size_t n_names;
	const struct gaff_tool_row *tools;
	size_t n_tools;
	/* The same under names that calls and matchers may have, and that are never written. */
	const struct gaff_tool_row *alias_tools;
	size_t n_alias_tools;
	const struct gaff_name_row *tool_names;
	size_t n_tool_names;
	const struct gaff_detect_row *detect;
	size_t n_detect;
	const struct gaff_config_row *config;
	size_t n_config;
	const struct gaff_layout *layout; /* NULL: it has no files with hooks */
	const struct gaff_switch_row *switches;
	size_t n_switches;
	const struct gaff_folder_trust *folder_trust; /* NULL: it keeps no such list */
	const struct gaff_home_row *homes;
	size_t n_homes;
	/* Names with spaces between, or NULL: how it is started without its hooks, or with others.
	 */
	const char *packages;        /* of npm, that are this agent */
	const char *programs;        /* what its program may be called */
	const char *old_tools;       /* of its rows, that newer versions have not: never written */
	const char *off_variables;   /* with these it runs no hooks */
	const char *moved_variables; /* besides `homes`: with these it reads other settings */
	const struct gaff_env_row *env;
	size_t n_env;
	const struct gaff_input_env_row *input_env;
	size_t n_input_env;
	const struct gaff_version_row *versions;
	size_t n_versions;
	const struct gaff_extra_row *extras;
	size_t n_extras;
	const struct gaff_attended *attended; /* of an agent that asks; NULL: it does not */
	/* What else has to be so, for people, in half a sentence; NULL: nothing. */
	const char *runs_if;      /* for it to run the hooks of its files */
	const char *trusts_if;    /* for it to trust a folder where nobody can be asked */
	const char *imports_if;   /* to run those of GAFF_C_ANOTHERS, which it does not by itself */
	const char *imports_not;  /* or not to, which it does by itself */
	const char *const *notes; /* what users should know and no row shows; NULL at the end */

	/* What a native field has to look like for compose() to let it out; "$" is any text. */
	struct sv native_form;

	/*
	 * What no row can say about a fitted response: what has to go into a field only this
	 * host has, or must not go out at all.
	 */
	enum gaff_rc (*compose)(struct arena *a, const struct gaff_event *event,
				struct gaff_response *r, struct gaff_warnings *w,
				struct gaff_err *err);
};

/* Of a list its rows and their number, which stands behind them: .tools = GAFF_ROWS(tools) */
#define GAFF_ROWS(rows) (rows), COUNT_OF(rows)

/*
 * Does the first segment of a row's pointer name this key? In the middle of every call, for every
 * row and every member of a payload, hence here.
 */
static inline bool gaff_where_starts_at(struct sv where, struct json key, bool is_escaped)
{
	size_t n = key.n - 2;

	if (is_escaped) { /* rare, so slow is fine */
		const char *slash = memchr(where.p + 1, '/', where.n - 1);

		n = slash ? (size_t)(slash - where.p) - 1 : where.n - 1;
		return gaff_json_is(key, (struct sv){ where.p + 1, n });
	}
	return where.n > n && (where.n == n + 1 || where.p[n + 1] == '/') &&
	       memcmp(where.p + 1, key.p + 1, n) == 0;
}

/* "system", "user", "project", "local" */
const char *gaff_scope_name(enum gaff_scope scope);

/* "before_tool_execute", or "cursor:workspaceOpen" where there is no canonical name. */
enum gaff_rc gaff_event_full_name(struct arena *a, const struct gaff_event *event, struct sv *out,
				  struct gaff_err *err);

/* By native name; NULL when the host has no such event. */
const struct gaff_event_row *gaff_host_event_native(const struct gaff_host *host, struct sv name);
/* The same, or "pre_tool_use" for PreToolUse where the names in files are loose. */
const struct gaff_event_row *gaff_host_event_in_file(const struct gaff_host *host, struct sv name);
/* The first, else by what payloads call it, or by canonical or contract name. */
const struct gaff_event_row *gaff_host_event(const struct gaff_host *host, struct sv name);
/* What gaff may take of the seconds that the agent waits at most. */
static inline unsigned gaff_event_brief_s(const struct gaff_event_row *row)
{
	return row->wait_max_s * 4u / 5;
}
/* Does it ask the user, if only in some versions? */
bool gaff_event_row_asks(const struct gaff_event_row *row);
/* Can a failure of a hook block here, when its entry says so? */
bool gaff_event_row_may_close(const struct gaff_event_row *row);
/* Does a command that fails block here, whatever its entry says? Of servers no agent does that. */
bool gaff_host_closes(const struct gaff_host *host, const struct gaff_event_row *row);
/* What payloads call this event. */
struct sv gaff_event_spoken(const struct gaff_host *host, const struct gaff_event_row *row);
/*
 * $CODEX_HOME and the like: where the agent looks for this file instead of in its folder in the
 * home, and how much of the row's path that stands for. NULL: it is in the home.
 */
const char *gaff_host_moved_home(const struct gaff_host *host, const struct gaff_config_row *row,
				 size_t *n);
/* The same agent in the spelling that has such an event; NULL when neither has. */
const struct gaff_host *gaff_host_spelling(const struct gaff_host *host, struct sv event);
/* The file in which it keeps which hooks the user trusts; NULL: it does not ask for each hook. */
const struct gaff_config_row *gaff_host_trust_file(const struct gaff_host *host);
/* Has any of its files this flag? */
bool gaff_host_has_files(const struct gaff_host *host, enum gaff_config_flags flag);
/* The same agent in the spelling with files of the user's agents; NULL when neither has such. */
const struct gaff_host *gaff_host_of_agents(const struct gaff_host *host);
/* The same agent with its next kind of files; behind the last is the first. NULL: there is one. */
static inline const struct gaff_host *gaff_layout_next(const struct gaff_host *host)
{
	const struct gaff_host *other = host->other_spelling;

	return host->old_files ? host->old_files : other && other->layout ? other : NULL;
}
const struct gaff_event_row *gaff_host_event_by_id(const struct gaff_host *host,
						   enum gaff_event_id id);
/*
 * The same, for a call of this tool: of an agent that has no general event, that of the tool. NULL
 * when it has none.
 */
const struct gaff_event_row *gaff_host_event_for(const struct gaff_host *host,
						 enum gaff_event_id id, enum gaff_tool tool);
/* Is this one of the rows that a canonical event stands for: the general one, or else each? */
bool gaff_host_event_means(const struct gaff_host *host, enum gaff_event_id id,
			   const struct gaff_event_row *row);
/* The i-th tool that calls may name, under an alias or not; NULL behind the last. */
static inline const struct gaff_tool_row *gaff_host_tool_at(const struct gaff_host *host, size_t i)
{
	return i < host->n_tools                         ? &host->tools[i]
	       : i - host->n_tools < host->n_alias_tools ? &host->alias_tools[i - host->n_tools]
							 : NULL;
}
const struct gaff_tool_row *gaff_host_tool(const struct gaff_host *host, struct sv native);
/* The tools of which this is another name, a bit for each; 0: it is none. */
uint16_t gaff_host_alias_tools(const struct gaff_host *host, struct sv name);
/* What matchers and rows call the tool that a payload calls so. */
struct sv gaff_tool_usual_name(const struct gaff_host *host, struct sv name);
/* A bit for each tool that this agent calls so. */
uint16_t gaff_host_tools_called(const struct gaff_host *host, struct sv native);
const struct gaff_tool_row *gaff_host_tool_by_id(const struct gaff_host *host, enum gaff_tool tool);

/* The row an event writes this field to, or NULL; is_mcp chooses between rows for MCP tools. */
const struct gaff_answer_row *gaff_shape_row(const struct gaff_shape *shape,
					     enum gaff_answer_field field, bool is_mcp);
bool gaff_shape_can_deny(const struct gaff_shape *shape);

/* The first row whose text is stdout itself, or NULL. */
const struct gaff_answer_row *gaff_shape_text(const struct gaff_shape *shape);
/* Does any row say where in an object something stands? */
bool gaff_shape_reads_json(const struct gaff_shape *shape);

/* Does such a decision leave room for what this row carries? */
bool gaff_row_goes_with(const struct gaff_answer_row *row, enum gaff_decision decision);

/* Is there room for nothing, because exit 0 would approve what nobody has decided? */
bool gaff_row_is_silenced(const struct gaff_event_row *row, enum gaff_decision decision);

/* Does this version of the host do what the row says? Unknown versions do not. */
bool gaff_row_is_honoured(const struct gaff_event *event, const struct gaff_answer_row *row);

/* Is the event of that version, or of a later one? Unknown versions are not. */
bool gaff_event_is_since(const struct gaff_event *event, struct sv version);

/* How it is known that this answer works on this event. */
const struct gaff_evidence *gaff_answer_evidence(const struct gaff_host *host,
						 const struct gaff_event_row *event,
						 enum gaff_answer_field field);

/* Is stderr the reason itself, and the agent's own message the place for warnings? */
bool gaff_shape_shows_warnings(const struct gaff_shape *shape);

/* Is this input a patch itself, and not an object that has one? */
bool gaff_input_is_patch(const struct gaff_tool_row *row, struct json native);

/* The last segment of where an answer row points. */
struct sv gaff_answer_leaf(const struct gaff_answer_row *row);

/* The canonical dialect: its answer rows, as if it were a host. */
extern const struct gaff_host gaff_host_canonical;

/* Who calls with a canonical event on stdin, and takes a canonical answer: `gaff guard`. */
extern const struct gaff_host gaff_host_canonical_caller;

#endif
