/*
 * check.h - all the test framework there is.
 *
 *	TEST(json__rejects_overlong_utf8) { CHECK(!parses("\"\xc0\xaf\"")); }
 *
 * A failed CHECK prints itself and the test goes on. tests/unit/main.c runs every TEST.
 */
#ifndef GAFF_TESTS_CHECK_H
#define GAFF_TESTS_CHECK_H

#include <stdio.h>

#include "base/str.h"

struct test {
	const char *name;
	void (*run)(void);
	struct test *next;
};

void test_register(struct test *t);
void test_failed(const char *file, int line, const char *what);

#define TEST(id)                                                                                   \
	static void id(void);                                                                      \
	__attribute__((constructor)) static void register_##id(void)                               \
	{                                                                                          \
		static struct test t = { #id, id, NULL };                                          \
		test_register(&t);                                                                 \
	}                                                                                          \
	static void id(void)

#define CHECK(cond)                                                                                \
	do {                                                                                       \
		if (!(cond))                                                                       \
			test_failed(__FILE__, __LINE__, #cond);                                    \
	} while (0)

/* Compare texts and show both when they differ. */
void check_text(const char *file, int line, struct sv got, struct sv want);
#define CHECK_TEXT(got, want) check_text(__FILE__, __LINE__, (got), (want))

#endif
