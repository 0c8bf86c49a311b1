/*
 * limits.h - every bound on what input can make gaff do, in one place.
 *
 * A payload, a hook's answer and a command line are hostile. Whatever grows with
 * them stops at one of these numbers.
 */
#ifndef GAFF_BASE_LIMITS_H
#define GAFF_BASE_LIMITS_H

#define GAFF_PAYLOAD_MAX       (64u << 20)  /* bytes of an agent's payload */
#define GAFF_HOOK_OUTPUT_MAX   (16u << 20)  /* bytes of a hook's stdout */
#define GAFF_HOOK_STDERR_MAX   (64u << 10)  /* bytes of a hook's stderr that are kept */
#define GAFF_ARENA_MAX         (512u << 20) /* memory of one invocation besides the two above */
#define GAFF_JSON_DEPTH_MAX    16384        /* nested arrays and objects: more than agents write */
#define GAFF_UNKNOWN_WAIT_MS   30000        /* for an agent that is not known yet */
#define GAFF_POINTER_MAX       8            /* segments of a pointer in a host's rows */
#define GAFF_SET_DEPTH_MAX     64           /* segments of a pointer that a user gives */
#define GAFF_VALUE_NAME_MAX    4096         /* bytes of the name of a field that a hook asks for */
#define GAFF_REPLY_TEXT_MAX    (2u << 20) /* bytes of a text of an answer that 'gaff reply' gives */
#define GAFF_PATHS_MAX         4096       /* files one tool call may touch */
#define GAFF_PATH_MAX          (64u << 10) /* bytes of a path that globs are held against */
#define GAFF_TOOL_NAME_MAX     4096        /* bytes of a name that patterns are held against */
#define GAFF_INPUT_ROWS_MAX    16          /* rows a tool of a host may have */
#define GAFF_INPUT_FIELDS_MAX  1024        /* members of a tool input that is rewritten */
#define GAFF_DENIAL_MAX        1024        /* bytes of a denial prepared before anything can fail */
#define GAFF_WARNINGS_MAX      16          /* losses reported for one answer */
#define GAFF_WRITE_MS          2000        /* for writing an answer, late or not */
#define GAFF_URL_MAX           (8u << 10)  /* bytes of the URL of an http handler */
#define GAFF_HEADERS_MAX       64          /* headers an http handler may be given */
#define GAFF_HEADERS_BYTES     (16u << 10) /* names and values of those together */
#define GAFF_HTTP_LINE_MAX     (256u << 10) /* URL and headers as they go to gaff-http */
#define GAFF_HTTP_HEAD_MAX     (64u << 10)  /* header lines of a server's answer */
#define GAFF_FINDINGS_MAX      200          /* violations of one manifest that are told apart */
#define GAFF_MANIFEST_MAX      (1u << 20)   /* bytes of a manifest or a list of pins */
#define GAFF_POLICY_MAX        (64u << 10)  /* bytes of a policy: a checkout may have many */
#define GAFF_MANIFEST_HOOKS    4096         /* hooks of one manifest */
#define GAFF_MANIFEST_RULES    1024         /* rules of one manifest */
#define GAFF_RULE_EXAMPLES     1000         /* examples of one rule */
#define GAFF_VARIABLE_MAX      (32 << 10)   /* bytes of a variable that a hook is given */
#define GAFF_LEVELS_MAX        128          /* folders above where an agent was started, with it */
#define GAFF_GIVEN_MAX         8            /* --manifest options */
#define GAFF_COMMAND_FILES_MAX 4096         /* files that the command of one hook may name */
#define GAFF_REACH_FILES       1024         /* files that are pinned for one hook */
#define GAFF_REACH_BYTES       (16u << 20)  /* and bytes of the small ones among them */
#define GAFF_REACH_SMALL       (1u << 20)   /* bytes up to which a file is always read */
#define GAFF_REACH_PLACES      256          /* folders it could load from */
#define GAFF_REACH_ENTRIES     (256u << 10) /* names in these that are looked at */
#define GAFF_TRUST_STATES      16           /* states of a folder that stay trusted */
#define GAFF_TRUST_MAX         (8u << 20)   /* bytes of what is kept of these */
#define GAFF_SHOWN_MAX         4            /* dialects of which a call is kept for more hooks */
#define GAFF_HOOK_TIMEOUT_MS   30000        /* for a hook whose manifest does not say */
#define GAFF_DEADLINE_MAX_S    86400        /* seconds --deadline may name */
#define GAFF_DOC_MAX           (1u << 20)   /* bytes of a document that a person wrote */
#define GAFF_EDIT_MAX          (32u << 20)  /* bytes of an agent's settings that are changed */
#define GAFF_AGENT_NAME_MAX    100          /* bytes of the name of an agent of the user's */
#define GAFF_DOC_DEPTH_MAX     64           /* nested lists and maps in one */
#define GAFF_DOC_BLANKS_MAX    4096         /* spaces and line ends in a row in a YAML one */
#define GAFF_DIFF_CHANGES_MAX  1000         /* lines that differ before all between them does */
#define GAFF_DIFF_STEPS_MAX    (32u << 20)  /* lines that are compared to find those */
#define GAFF_TOML_DEPTH_MAX    128          /* nested tables and lists in a TOML one */
#define GAFF_TOML_DIGITS_MAX   256          /* digits of a number in one that is not decimal */
#define GAFF_GLOB_MAX          16384        /* bytes of a glob */
#define GAFF_GLOB_DEPTH_MAX    8            /* nested braces in one */
#define GAFF_REGEX_SIZE_MAX    65536        /* instructions of a compiled regular expression */
#define GAFF_REGEX_MEMORY_MAX  (64u << 20)  /* bytes that one may take while it is tried */
#define GAFF_REGEX_DEPTH_MAX   1000         /* groups in groups of one */
#define GAFF_REGEX_REPEAT_MAX  1000         /* times {n} repeats, with those around it; as in RE2 */
#define GAFF_JS_NAMES_MAX      64  /* named groups of one of JavaScript that are compared */
#define GAFF_SHELL_DEPTH_MAX   200 /* constructs in constructs of a command line */
#define GAFF_SHELL_LOOK_MAX    8   /* times its bytes that are looked at ahead, in all */
#define GAFF_SHELL_ITEMS_MAX   64  /* items of {1..n} that are written out */
#define GAFF_CODE_TOKENS_MAX   (256u << 10) /* of an interpreter's code; more cannot be known */
#define GAFF_CODE_FOUND_MAX    4096         /* calls in it that are told */
#define GAFF_CODE_WORDS_MAX    1024         /* words that one of them is given */
#define GAFF_CODE_DEPTH_MAX    6            /* code in strings of code, and brackets of values */
#define GAFF_AUDIT_MAX         (16u << 20)  /* bytes of the record before it is turned over */
#define GAFF_AUDIT_LINE_MAX    (64u << 10)  /* bytes of a line of it */
#define GAFF_GUARD_MEMORY_MAX  (128u << 20) /* bytes that guards may take to look through a call */
#define GAFF_ROW_MAX           4096         /* bytes of what a rule says of a program */
#define GAFF_GUARD_WHAT_MAX    160          /* bytes of a command that a finding shows */
#define GAFF_GUARD_REASON_MAX  400          /* bytes of its reason, and of what to do instead */
#define GAFF_PLACES_MAX        1024  /* words of one program that are looked for in folders */
#define GAFF_DOWNLOADS_MAX     32    /* downloads of one command that are followed */
#define GAFF_STAGES_MAX        256   /* stages of a pipe that are followed to a download */
#define GAFF_ENTRIES_MAX       16384 /* entries of an agent's file that is converted */
#define GAFF_LOSSES_MAX        4096 /* losses of one conversion that are told; as many lost guards */
#define GAFF_LOSS_TEXT_MAX     600  /* bytes of one */
#define GAFF_BLOCKED_TEXT_MAX  600  /* bytes of why a hook blocks that cannot be had */
#define GAFF_GUARD_SAID_MAX    8    /* findings that an answer tells */
#define GAFF_TEST_DEPTH_MAX    32   /* folders in folders that are searched for test files */
#define GAFF_TEST_FILES_MAX    4096         /* test files of one run */
#define GAFF_TEST_CASES_MAX    10000        /* cases of one test file */
#define GAFF_TEST_REPORT_MAX   (4u << 20)   /* bytes of what is told of one that failed */
#define GAFF_TEST_DEADLINE_MS  10000        /* for a hook whose test file does not say */
#define GAFF_SHIM_MAX          (256u << 10) /* bytes of a shim; what is larger is none */
#define GAFF_TTY_WAIT_MS       300000       /* for an answer to a question on the terminal */
#define GAFF_WRAP_DEPTH_MAX    64           /* wrapped programs inside of each other */

#endif
