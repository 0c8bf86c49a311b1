/*
 * test_parts.h - what the files that read test files share; for everybody else there is
 * test_read().
 */
#ifndef GAFF_TESTING_TEST_PARTS_H
#define GAFF_TESTING_TEST_PARTS_H

#include "testing/test.h"

struct test_reader {
	struct test_run *run;
	struct arena *arena;
	struct gaff_findings findings;
	struct test_file *file;
	const struct gaff_host *hosts[GAFF_HOSTS_MAX]; /* of the cases that do not say */
	size_t n_hosts;
};

/* A text as a C string; NULL: it is not there, or wrong and said to be. */
const char *test_take_text(struct test_reader *r, struct json object, const char *key);

/* Names with texts. */
struct json test_take_texts(struct test_reader *r, struct json object, const char *key);

/* A path from the folder of the file on; NULL: no memory. */
const char *test_below(struct test_reader *r, const char *path);

/* The list of cases, and "all", one or a list of hosts (test_cases.c). */
void test_take_cases(struct test_reader *r, struct json list);
void test_take_hosts(struct test_reader *r, struct json value, const struct gaff_host **out,
		     size_t *n_out);

#endif
