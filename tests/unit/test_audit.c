#include "check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/log.h"

/* A folder of our own; tests run one after the other. */
static char scratch[] = "/tmp/gaff-unit-XXXXXX";

static const char *in_scratch(const char *name)
{
	static char path[PATH_MAX];

	(void)snprintf(path, sizeof path, "%s/%s", scratch, name);
	return path;
}

static void make_scratch(void)
{
	memcpy(scratch + sizeof scratch - 7, "XXXXXX", 6);
	CHECK(mkdtemp(scratch) != NULL);
}

static void drop_scratch(void)
{
	static const char *const names[] = { "log.1", "log" };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		(void)remove(in_scratch(names[i]));
	CHECK(rmdir(scratch) == 0);
}

static void put(const char *name, struct sv text)
{
	int fd = open(in_scratch(name), O_WRONLY | O_CREAT | O_APPEND, 0600);

	CHECK(fd >= 0 && write(fd, text.p, text.n) == (ssize_t)text.n);
	(void)close(fd);
}

static struct gaff_audit_reader reader;

/* What the reader gives: a letter of each record, "!NUMBER" for what is none. */
static struct sv drain(void)
{
	static char text[256];
	struct buf b = buf_fixed(text, sizeof text);
	struct gaff_audit_line line;
	enum gaff_audit_step step;
	char number[24];

	while ((step = gaff_audit_next(&reader, &line)) != GAFF_AUDIT_END) {
		struct sv id = json_sv(gaff_json_get(line.record, SV("id")));

		(void)snprintf(number, sizeof number, "!%zu", line.number);
		gaff_buf_add(&b, step == GAFF_AUDIT_RECORD ? id : sv_of(number));
		if (step == GAFF_AUDIT_BROKEN)
			CHECK(line.err.msg[0] != '\0');
	}
	return buf_sv(&b);
}

static bool append(struct sv line)
{
	return gaff_audit_append_to(in_scratch("log"), line, 1000);
}

static struct sv content(const char *name)
{
	static char text[4096];
	int fd = open(in_scratch(name), O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text);

	(void)close(fd);
	return n < 0 ? SV("none") : (struct sv){ text, (size_t)n };
}

TEST(audit__a_line_is_a_line)
{
	struct stat st;

	make_scratch();
	CHECK(append(SV("{\"id\":1}")) && append(SV("{\"id\":2}")));
	CHECK_TEXT(content("log"), SV("{\"id\":1}\n{\"id\":2}\n"));
	CHECK(stat(in_scratch("log"), &st) == 0 && (st.st_mode & 07777) == 0600);
	CHECK(!append(SV("")));
	CHECK(!append(SV("{\"id\":\n3}")));
	CHECK_TEXT(content("log"), SV("{\"id\":1}\n{\"id\":2}\n"));
	drop_scratch();
}

TEST(audit__a_torn_line_stays_alone)
{
	char torn[512];

	memset(torn, 'x', sizeof torn);
	make_scratch();
	put("log", (struct sv){ torn, sizeof torn });
	CHECK(append(SV("{\"id\":1}")) && append(SV("{\"id\":2}")));
	CHECK(gaff_audit_open(&reader, in_scratch("log"), &(struct gaff_err){ 0 }) == GAFF_OK);
	CHECK_TEXT(drain(), SV("!112"));
	CHECK_TEXT(sv_skip(content("log"), 512), SV("\n{\"id\":1}\n{\"id\":2}\n"));
	gaff_audit_close(&reader);
	drop_scratch();
}

TEST(audit__is_turned_over_when_it_is_full)
{
	char line[900];
	struct sv last = SV("{\"id\":3}\n");

	memset(line, ' ', sizeof line);
	memcpy(line, "{\"id\":1}", 8);
	make_scratch();
	CHECK(append((struct sv){ line, sizeof line }));
	line[6] = '2';
	CHECK(append((struct sv){ line, sizeof line })); /* only now it is full */
	CHECK_TEXT(content("log.1"), SV("none"));
	CHECK(append(SV("{\"id\":3}")));
	CHECK_TEXT(content("log"), last);
	CHECK(content("log.1").n == 2 * (sizeof line + 1));
	CHECK(gaff_audit_open(&reader, in_scratch("log"), &(struct gaff_err){ 0 }) == GAFF_OK);
	CHECK_TEXT(drain(), SV("123"));
	gaff_audit_rewind(&reader);
	CHECK_TEXT(drain(), SV("123"));
	gaff_audit_close(&reader);
	drop_scratch();
}

TEST(audit__says_which_line_is_none)
{
	static char longer[3 * GAFF_AUDIT_LINE_MAX];

	memset(longer, 'x', sizeof longer);
	make_scratch();
	put("log.1", SV("{\"id\":1}\n[1]\n\n{\"id\":2}\n\x80\x00\n12\n{\"id\":"));
	put("log", SV("{\"id\":3}\n"));
	put("log", (struct sv){ longer, sizeof longer });
	put("log", SV("\n{\"id\":4}\n"));
	put("log", (struct sv){ longer, GAFF_AUDIT_LINE_MAX + 1 });
	put("log", SV("\n{\"time\":\"x\",\"reason\":\"to{\"time\":\"y\",\"id\":5}\n{\"id\":6}"));
	CHECK(gaff_audit_open(&reader, in_scratch("log"), &(struct gaff_err){ 0 }) == GAFF_OK);
	CHECK_TEXT(drain(), SV("1!22!5!6!73!24!4!556"));
	gaff_audit_rewind(&reader);
	CHECK_TEXT(drain(), SV("1!22!5!6!73!24!4!556"));
	gaff_audit_close(&reader);
	drop_scratch();
}

TEST(audit__is_followed_into_the_next_file)
{
	struct gaff_err err;

	make_scratch();
	CHECK(gaff_audit_open(&reader, in_scratch("log"), &err) == GAFF_ENOENT);
	reader.is_following = true;
	CHECK_TEXT(drain(), SV(""));
	put("log", SV("{\"id\":1}\n{\"i"));
	gaff_audit_more(&reader);
	CHECK_TEXT(drain(), SV("1")); /* the rest may come */
	put("log", SV("d\":2}\n"));
	gaff_audit_more(&reader);
	CHECK_TEXT(drain(), SV("2"));
	{
		char older[PATH_MAX];

		(void)snprintf(older, sizeof older, "%s", in_scratch("log.1"));
		CHECK(rename(in_scratch("log"), older) == 0);
	}
	gaff_audit_more(&reader);
	CHECK_TEXT(drain(), SV(""));
	put("log", SV("{\"id\":4}\n"));
	gaff_audit_more(&reader);
	put("log.1", SV("{\"id\":3}\n{\"torn"));
	gaff_audit_more(&reader);
	CHECK_TEXT(drain(), SV("3!44"));
	CHECK(truncate(in_scratch("log"), 0) == 0);
	gaff_audit_more(&reader);
	put("log", SV("{\"id\":5}\n"));
	CHECK_TEXT(drain(), SV("5"));
	gaff_audit_close(&reader);
	drop_scratch();
}

TEST(audit__is_switched_off)
{
	static const char *const words[] = { "off", "0", "no" };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		(void)setenv("GAFF_AUDIT", words[i], 1);
		CHECK(!gaff_audit_is_on());
	}
	(void)setenv("GAFF_AUDIT", "on", 1);
	CHECK(gaff_audit_is_on());
	(void)unsetenv("GAFF_AUDIT");
	CHECK(gaff_audit_is_on());
}
