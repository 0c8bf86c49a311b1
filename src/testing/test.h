/*
 * test.h - what the files of `gaff test` share: files of cases, what they expect, what came of it.
 *
 * A case is tried for one host after another, each time in a process of its own (test_shot.c) with
 * a home and a place for temporary files of its own, so that nothing of the user's is asked and
 * nothing is left behind. That process compares, and reports to ours as one JSON object:
 *
 *	{"result":"failed","why":"…","expected":{…},"actual":{…},"notes":["…"],"stderr":"…","ms":3}
 *
 * Reading everything comes before running anything: a file that is wrong is no test that passes.
 */
#ifndef GAFF_TESTING_TEST_H
#define GAFF_TESTING_TEST_H

#include "agents/simulate/fire_request.h"
#include "manifest/manifest.h"
#include "agents/hosts.h"
#include "run/run.h"
#include "text/doc.h"

/* ---- what is expected ---- */

enum test_kind { TEST_UNSAID, TEST_IS, TEST_CONTAINS, TEST_MATCHES, TEST_IS_ABSENT };

struct test_text {
	enum test_kind kind;
	struct sv text;
};

enum test_flag { TEST_FLAG_UNSAID, TEST_FLAG_FALSE, TEST_FLAG_TRUE };

struct test_expect {
	bool is_nothing; /* {}: no opinion, and not a word */
	enum gaff_decision decision;
	struct test_text text[GAFF_A_COUNT]; /* only the texts are used */
	struct test_text error;              /* that the hook fails, and how */
	enum test_flag stop, suppress;
	struct json updated_input, updated_output, env, native, files;
};

/* A value that is a text, {"contains": …} or {"matches": …}, and of files also null. */
bool test_read_text(struct arena *a, struct json value, struct test_text *out);
bool test_text_matches(const struct test_text *want, struct sv text);

/* ---- what is tried ---- */

enum test_result { TEST_WAITS, TEST_RUNS, TEST_PASSED, TEST_FAILED, TEST_SKIPPED };

/* A case on one host. */
struct test_shot {
	const struct gaff_host *host;
	const struct test_expect *expect;
	bool is_of_agent; /* it is said what this agent does, not what the hook says */
	enum test_result result;
	struct json report; /* absent: it was never tried, and `why` says why */
	const char *why;
	int64_t ms;
};

struct test_case {
	const struct test_file *file;
	struct sv name;
	struct fire_request fire;
	struct json event;    /* a payload, or a canonical event; absent: it is fired */
	const char *recorded; /* the file it is from, or NULL */
	struct json env, files;
	const char *cwd; /* absolute; with files of its own relative to those */
	struct test_expect expect;
	struct test_shot *shot;
	size_t n_shots, n_done;
};

struct test_file {
	const char *path;   /* as it is called */
	const char *real;   /* the same without links */
	const char *folder; /* absolute */
	struct gaff_doc doc;
	struct sv command; /* of the hook, as it is written */
	char **argv;       /* the same to be executed, or */
	const char *manifest;
	bool takes_words; /* the hook gets words and no JSON, as from `gaff wrap --args` */
	const struct gaff_host *dialect;
	int64_t deadline_ms;
	struct json env;
	struct test_case *item;
	size_t n;
};

struct test_run;

/* Who tells people, or programs, what comes of it. */
struct test_teller {
	void (*wrong)(struct sv line); /* with a file */
	void (*start)(const struct test_run *run);
	void (*one)(struct test_run *run, const struct test_case *c);
	void (*progress)(const struct test_run *run);
	void (*end)(const struct test_run *run);
};

struct test_run {
	struct arena *arena;
	const struct test_teller *teller;
	bool is_verbose, has_color, shows_progress;
	bool is_started;              /* something is told already */
	const struct gaff_host *host; /* NULL: those that a case names */
	const char *only;             /* what the name of a case has to hold, or NULL */
	struct test_file **file;
	size_t n_files, room;
	size_t n_wrong; /* mistakes in files */
	struct sv mistakes;
	size_t n_shots, n_done, n_passed, n_failed, n_skipped;
	char scratch[4096]; /* "": there is none */
};

/* ---- the parts ---- */

/* Every test file below these places (test_find.c). */
enum gaff_rc test_find(struct test_run *run, int n, char **places, struct gaff_err *err);

/* Read one and add it; what is wrong with it is printed and counted (test_read.c). */
enum gaff_rc test_read(struct test_run *run, const char *path, struct gaff_err *err);

/* The object of an "expect" (test_expect.c). */
void test_read_expect(struct arena *a, struct gaff_findings *findings, struct json object,
		      struct test_expect *out);

/* Say that an object has a member that nobody knows, for each of those (test_read.c). */
void test_check_keys(struct arena *a, struct gaff_findings *findings, struct json object,
		     const char *what, const char *const *names, size_t n);

/* Try everything; each case is told as soon as those before it are (test_pool.c). */
enum gaff_rc test_try_all(struct test_run *run, struct gaff_err *err);

/* Try one, in a process that has nothing else to do; the report (test_shot.c). */
struct sv test_try(struct arena *a, const struct test_run *run, const struct test_case *c,
		   const struct test_shot *shot, const char *folder);

/* A folder and everything in it, without following links (test_find.c). */
void test_remove_tree(const char *path);

/* Ask a hook that gets words: the phase, the program and its arguments (test_words.c). */
gaff_run_source test_ask_with_words;

/* ---- what is compared (test_compare.c) ---- */

struct test_actual {
	const struct gaff_event *event;
	const struct gaff_response *response;
	struct sv error; /* why there is none, or why the agent cannot read it */
	const char *folder;
};

/* Both as JSON that is the same, byte for byte, where what is actual is what is expected. */
struct test_difference {
	struct buf expected, actual;
};

enum gaff_rc test_compare(struct arena *a, const struct test_expect *want,
			  const struct test_actual *got, struct test_difference *out,
			  struct gaff_err *err);

/* What is expected as an answer; of a text that need not be exact the actual one, if it will do. */
struct gaff_response test_answer(const struct test_expect *want, const struct gaff_response *got);

/* ---- what is told ---- */

/* "passed", as programs are told. */
const char *test_result_name(enum test_result result);

/* Texts of a report: a member, or empty. */
struct sv test_report_text(struct arena *a, const struct test_shot *shot, struct sv key);

#endif
