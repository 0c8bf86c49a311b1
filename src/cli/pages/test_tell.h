/*
 * test_tell.h - what `gaff test` says: for people, as TAP and as JSON.
 */
#ifndef GAFF_CLI_PAGES_TEST_TELL_H
#define GAFF_CLI_PAGES_TEST_TELL_H

#include "testing/test.h"

extern const struct test_teller test_for_people;
extern const struct test_teller test_for_tap, test_for_programs; /* test_tap.c */

/* Parts of them. */
void test_tell_wrong(struct sv line);
void test_tell_nothing(const struct test_run *run);

#endif
