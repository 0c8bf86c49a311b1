/*
 * parts.h - what the stages of a conversion hand to each other.
 *
 * In the middle is always the JSON text of a manifest that gaff_hook_read() has passed. What an
 * agent's file says besides goes into "provider_data" under the agent's id, so that it comes back
 * when the manifest goes back there: of a hook into the hook's, of the file into the manifest's.
 *
 * Members of provider_data that gaff itself puts there, and understands (everything else is a
 * member of the native entry as it was, below the same objects: {"action": {"retries": 2}}):
 *
 *	"events"   [ native names ], where another name or more than the rows' first one is meant
 *	"matcher"  the native matcher, where its spelling, or more, would not come back otherwise;
 *	           null: there was none, where layout->any is written by default
 *	"group"    {…}: begins a group with these further members; true: is in the group before it.
 *	           Without it: in GROUPS, hooks of one event in a row with one matcher are a group;
 *	           in FLAT, it is in none
 *	"as"       { "/bash": "/command" }: where the member of a row was written; "": it was not,
 *	           the row's own place: it was, although by default it would not be ("/type")
 *	"args"     the program and its words, where the entry starts it without a shell; the
 *	           handler's command is gaff_exec_line() of them, or gaff_split_line()
 *	"if"       the permission rule as it was; see gaff_entry_select()
 *	"was"      { "command": …, "linux": …, "osx": … }: lines as they were, where variables would
 *	           not come back by the same name; good as long as they mean what the hook says
 * and of the manifest:
 *	"hooks"    [ { "event", "at", "entry" } ]: what no manifest can have, and its place in the
 *	           file: in the list of the event (or in the list of hooks, without an event), or
 *	           [group, place in it]; without "at" it is what the event has instead of a list.
 *	           They are in the order of the file: put back one after another, each is where
 *	           it was. An "entry" may be a whole group
 *	"events"   [ names of events with an empty list ]
 *	"version"  null: the file had no head (layout->head)
 *	"wrapper"  true: "hooks" was in a file that need not have it (frame.c)
 *	"groups"   what named groups have besides (frame.c)
 *
 * What runs, and when, is never taken from it: a member that says so is passed over, with a loss.
 */
#ifndef GAFF_CONVERT_PARTS_H
#define GAFF_CONVERT_PARTS_H

#include "convert/convert.h"
#include "convert/matcher/selection.h"
#include "manifest/manifest.h"

/* ---- the manifest in the middle ---- */

/* What is to be said of a hook's variables before anything else, or what becomes of it by them. */
struct gaff_naming {
	enum {
		GAFF_NAMES_FINE,
		GAFF_NAMES_PLUGIN, /* it stays, and is of use in a plugin alone */
		GAFF_NAMES_BROKEN, /* it stays, and is of no use */
		GAFF_NAMES_GONE,
	} fate;
	struct sv field; /* "command", "env" */
	struct sv name;  /* of the variable */
	bool is_plugins; /* it is a folder of a plugin's, and nobody has said which */
	bool is_root;    /* and --plugin-root could say so */
};

struct gaff_middle {
	struct json root; /* {"spec", "hooks", "provider_data"…}: compact, checked */
	struct gaff_hook *hook;
	size_t n;
	struct json rules;                /* of a manifest, or absent */
	const struct gaff_host *spelling; /* whose file it was read from; NULL: of no agent's */
	struct json source; /* the manifest as it was read, its members in their order */
	const struct gaff_naming *naming; /* of each hook; NULL: all are fine */
};

/* Read the hooks of `root`. GAFF_ESYNTAX: it is no manifest; `doc` (or NULL) is for places. */
enum gaff_rc gaff_middle_read(struct arena *a, struct json root, const struct gaff_doc *doc,
			      struct gaff_middle *out, struct gaff_err *err);

/* The same members with other hooks, which are a list as text. */
enum gaff_rc gaff_middle_with(struct arena *a, struct json root, struct sv hooks, struct json *out,
			      struct gaff_err *err);

/* Say how long its own agent waits for a hook, where that is not as long as gaff does (settle.c).
 */
enum gaff_rc gaff_middle_settle(struct arena *a, const struct gaff_host *from,
				struct gaff_middle *middle, struct gaff_err *err);

/*
 * Call the variables in commands what the target calls them, and put in the plugin's folder
 * (translate.c). What the target has nothing for is in `naming`.
 */
enum gaff_rc gaff_middle_translate(struct arena *a, const struct gaff_conversion *c,
				   struct gaff_middle *middle, struct gaff_err *err);

/* Is this variable set for a hook there? By gaff it is those of `dialect` (or NULL), too. */
bool gaff_is_set_by(const struct gaff_host *host, const struct gaff_host *dialect, struct sv name);

/* All of these, by number; empty: there are no more. */
struct sv gaff_variable(const struct gaff_host *host, const struct gaff_host *dialect, size_t n);

/* provider_data of a hook or the manifest for this host; absent: there is none. */
struct json gaff_provider_data(struct json provider_data, const struct gaff_host *host);

/* "provider_data.cursor.matcher", as a loss names it; `member` may be empty. */
struct sv gaff_provider_field(struct arena *a, struct sv id, struct sv member);

/* Is it one of the members of a hook's that gaff puts there itself (above)? */
bool gaff_is_control(struct json key);

/* Members of a file that only describe it: "$schema", "version", "description". */
bool gaff_describes_file(struct sv name);

/* ---- what rows say, for all stages ---- */

static inline bool gaff_is_manifest(const struct gaff_host *host)
{
	return host->layout->shape == GAFF_LAYOUT_MANIFEST;
}

/* The event of this name in a file of `host`, and the spelling of the same file that has it. */
const struct gaff_event_row *gaff_layout_event(const struct gaff_host *host, struct sv name,
					       const struct gaff_host **spelling);

/* The tools that an event is about, as bits; 0: it is about all of them, or none. */
unsigned gaff_event_row_tools(const struct gaff_host *host, const struct gaff_event_row *event);

/* How long the agent waits for this hook where nothing is said of it; 0: nobody knows. */
int64_t gaff_usual_timeout(const struct gaff_host *host, const struct gaff_hook *hook);
/* The same on this event, of a handler of this kind. */
int64_t gaff_usual_timeout_at(const struct gaff_host *host, const struct gaff_event_row *event,
			      enum gaff_handler_kind kind);

/* What was written, as a value; absent: no memory. */
struct json gaff_json_made(const struct buf *b);

/* Of what others wrote, as much as a message can hold. */
#define GAFF_SHORT(v) (int)((v).n < 60 ? (v).n : 60), (v).p

static inline struct sv gaff_shortened(struct sv v)
{
	return (struct sv){ v.p, v.n < 60 ? v.n : 60 };
}

/* Of a file that has groups: entries of this event stand in none. NULL: it is none. */
static inline bool gaff_event_is_flat(const struct gaff_event_row *event)
{
	return event && event->flags & GAFF_E_NO_GROUPS;
}

/* Has it a list of entries of all events, and not one for each? */
static inline bool gaff_layout_is_list(const struct gaff_layout *layout)
{
	return layout->shape == GAFF_LAYOUT_LIST || layout->shape == GAFF_LAYOUT_MODULE ||
	       layout->shape == GAFF_LAYOUT_SCRIPT;
}

/* ---- what is around the hooks of a file (frame.c) ---- */

/* The document as if it had "hooks", and the other way round. */
enum gaff_rc gaff_frame_take(struct arena *a, const struct gaff_layout *layout, struct json root,
			     struct json *out, struct gaff_err *err);
enum gaff_rc gaff_frame_put(struct arena *a, const struct gaff_layout *layout, struct json plain,
			    struct gaff_losses *losses, struct json *out, struct gaff_err *err);

/* Can this member be beside the hooks, and be neither an event nor a group there? */
bool gaff_frame_has_place(const struct gaff_host *host, struct sv name, struct json value);

/* ---- decode (decode.c): the text of an agent's file, as a manifest ---- */

enum gaff_rc gaff_convert_decode(struct arena *a, const struct gaff_host *host, struct sv text,
				 bool is_other_syntax, struct gaff_losses *losses,
				 struct gaff_middle *out, struct gaff_err *err);

/* Which spelling of an agent (kiro's three files) this document is in. */
const struct gaff_host *gaff_layout_spelling(const struct gaff_host *host, struct json root);

/*
 * What a native matcher and a permission rule (GAFF_MEMBER_IF; absent: none) together select on
 * this event of `host`, which is the spelling that has it. `is_never`: nothing. What a manifest
 * cannot say is a loss, of the source. A kept spelling is good as long as it selects what its hook
 * says.
 */
struct gaff_entry_selection {
	struct gaff_selection tools; /* none: every tool, or the event is about none */
	struct json paths;           /* a list for "paths", or absent */
	bool is_never;
};

enum gaff_rc gaff_entry_select(struct arena *a, const struct gaff_host *host,
			       const struct gaff_event_row *event, struct json matcher,
			       struct json rule, size_t hook, struct gaff_losses *losses,
			       struct gaff_entry_selection *out, struct gaff_err *err);

/*
 * The command line that starts a program with these words, which a shell leaves as they are but for
 * ${NAME} of a variable that the agent sets and replaces itself. False: they are no texts.
 */
bool gaff_exec_line(struct arena *a, const struct gaff_host *host, struct json words,
		    struct buf *out);

/*
 * The same for an agent that splits lines (split_line.c): `command` is a text, or the program and
 * its words.
 */
bool gaff_split_line(struct arena *a, const struct gaff_host *host, struct json command,
		     struct buf *out);

/* Does such an agent run this line as a shell would? If not, it gets "/bin/sh" and "-c". */
bool gaff_line_stays(struct arena *a, const struct gaff_host *host, struct sv line);

/* Is that how gaff writes this line? */
bool gaff_split_is_usual(struct arena *a, const struct gaff_host *host, struct json command,
			 struct sv line);

/* ---- check (check.c): what becomes of a hook on the target ---- */

enum gaff_fate_of_hook {
	GAFF_HOOK_KEPT,
	GAFF_HOOK_BLOCKS, /* replaced by one that always blocks, and says why */
	GAFF_HOOK_GONE,
};

/* A native place that a hook is registered in: one, or several where events are split by tool. */
struct gaff_spot_row {
	const struct gaff_host *host; /* of the spelling that has the event */
	const struct gaff_event_row *event;
	struct sv matcher; /* empty: none */
};

struct gaff_hook_plan {
	const struct gaff_hook *hook;
	enum gaff_fate_of_hook fate;
	struct gaff_spot_row *spot;
	size_t n;
	struct gaff_selection selection; /* what the written matchers select: for verify */
	struct json kept_matcher;    /* of provider_data, written as it is; null: none is written */
	struct json kept_rule;       /* the same for GAFF_MEMBER_IF */
	enum gaff_handler_kind kind; /* of what is written */
	struct sv command;           /* the same: curl, gaff run, or the one that blocks */
	int64_t timeout_ms;          /* the same; -1: not written */
	bool is_nameless;            /* its name is not written */
};

/*
 * A plan for each hook of `in`, in their order. Losses are said here and nowhere later: encode
 * writes what the plan says.
 */
enum gaff_rc gaff_convert_check(struct arena *a, const struct gaff_conversion *c,
				const struct gaff_middle *in, struct gaff_losses *losses,
				struct gaff_hook_plan **out, struct gaff_err *err);

/* ---- encode (encode.c): the plans as a native document, and as text ---- */

enum gaff_rc gaff_convert_encode(struct arena *a, const struct gaff_conversion *c,
				 const struct gaff_middle *in, const struct gaff_hook_plan *plans,
				 struct gaff_losses *losses, struct json *out,
				 struct gaff_err *err);

/* As a file of that agent: laid out for people, in the syntax asked for (write.c). */
enum gaff_rc gaff_convert_write(struct arena *a, const struct gaff_host *host, bool is_other_syntax,
				struct json native, struct gaff_losses *losses, struct sv *out,
				struct gaff_err *err);

/* ---- verify (verify.c): the text, read again, says what the plans say ---- */

enum gaff_rc gaff_convert_verify(struct arena *a, const struct gaff_conversion *c,
				 const struct gaff_middle *in, const struct gaff_hook_plan *plans,
				 struct sv text, struct gaff_err *err);

/* ---- entries that call gaff (runtime.c) ---- */

/*
 *	gaff run --host cursor --event preToolUse --dialect claude-code --deadline 32 --inline JSON
 *
 * JSON is a manifest of one hook, in single quotes and such that no shell, and no agent that looks
 * into its texts, finds anything in it (every special character is \uXXXX).
 */
void gaff_runtime_line(struct arena *a, struct buf *out, struct sv program,
		       const struct gaff_host *host, struct sv event, struct sv dialect,
		       unsigned deadline, struct json hook);

/* Is it such a line? Its hook, with the dialect in it, or absent for what `gaff install` writes. */
bool gaff_runtime_read(struct arena *a, struct sv command, struct json *hook);

/* ---- files that are programs (module.c, script.c) ---- */

/* The module of this agent around a list of entries, and the list out of a module of ours. */
enum gaff_rc gaff_module_write(struct arena *a, const struct gaff_host *host, struct json document,
			       struct sv *out, struct gaff_err *err);
enum gaff_rc gaff_module_read(struct arena *a, const struct gaff_host *host, struct sv text,
			      struct json *out, struct gaff_err *err);

/* Is it a module or a script that gaff wrote for this agent? */
bool gaff_module_is_of(const struct gaff_host *host, struct sv text);

/* The same for an agent that starts a program for each event. */
enum gaff_rc gaff_script_write(struct arena *a, const struct gaff_host *host, struct json document,
			       struct sv *out, struct gaff_err *err);
enum gaff_rc gaff_script_read(struct arena *a, const struct gaff_host *host, struct sv text,
			      struct json *out, struct gaff_err *err);
bool gaff_script_is_of(const struct gaff_host *host, struct sv text);

/* ---- variables in headers (headers.c) ---- */

/* The value of a header of an agent's as a manifest has it, and the other way round. */
struct sv gaff_header_canonical(struct arena *a, struct sv native);
struct sv gaff_header_native(struct arena *a, struct sv canonical);

/* All headers of a manifest's hook as an agent has them; absent for absent. */
struct json gaff_headers_native(struct arena *a, struct json headers);

/* Would an agent send the same for both? */
bool gaff_headers_same(struct arena *a, struct json native, struct json headers);

/* "$$HOME" is no variable, and agents have no way to say so. */
bool gaff_headers_say_more(struct arena *a, struct json headers);

/* ---- lines for a shell (shell_line.c) ---- */

/* printf '%s\n' 'BLOCKED: …' >&2; exit 2 */
void gaff_blocking_line(struct buf *out, struct sv reason);
bool gaff_is_blocking_line(struct sv command);

/*
 * An http handler by curl: what is sent comes on stdin. With `expands` for an agent that puts
 * variables into its settings (layout->expands).
 */
enum gaff_rc gaff_curl_line(struct arena *a, struct buf *out, const struct gaff_hook *hook,
			    bool expands, struct gaff_err *err);

#endif
