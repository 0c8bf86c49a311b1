/* main.c - runs every TEST that is linked in; a word on the command line selects by name. */
#include "check.h"

static struct test *tests;
static int failures;

void test_register(struct test *t)
{
	t->next = tests;
	tests = t;
}

void test_failed(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
	failures++;
}

void check_text(const char *file, int line, struct sv got, struct sv want)
{
	if (sv_eq(got, want))
		return;
	fprintf(stderr, "%s:%d: texts differ\n  got:  %.*s\n  want: %.*s\n", file, line,
		SV_ARG(got), SV_ARG(want));
	failures++;
}

int main(int argc, char **argv)
{
	int passed = 0, failed = 0;

	for (struct test *t = tests; t; t = t->next) {
		if (argc > 1 && !strstr(t->name, argv[1]))
			continue;
		failures = 0;
		t->run();
		if (failures) {
			fprintf(stderr, "FAIL %s\n", t->name);
			failed++;
		} else {
			passed++;
		}
	}
	printf("unit: %d passed, %d failed\n", passed, failed);
	return failed ? 1 : 0;
}
