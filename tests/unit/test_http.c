#include "check.h"

#include "base/limits.h"
#include "text/shell/expand.h"
#include "text/url.h"

/* ---- url ---- */

enum verdict { GOOD, LOOPBACK /* good with allow_http_loopback */, BAD };

static const struct {
	struct sv url;
	enum verdict verdict;
} urls[] = {
	/* clang-format off */
	{ SV_INIT("https://example.com"),                     GOOD },
	{ SV_INIT("https://example.com/"),                    GOOD },
	{ SV_INIT("HtTpS://Example.COM:443/a?b=c&d={e}|f"),   GOOD },
	{ SV_INIT("https://example.com?x=1@2"),               GOOD },
	{ SV_INIT("https://example.com/@user:pass"),          GOOD },
	{ SV_INIT("https://example.com./"),                   GOOD },
	{ SV_INIT("https://my_host-1:1"),                     GOOD },
	{ SV_INIT("https://1.example.com:65535"),             GOOD },
	{ SV_INIT("https://10.0.0.255/x"),                    GOOD },
	{ SV_INIT("https://[2001:db8::1]:8443/x"),            GOOD },
	{ SV_INIT("https://127.0.0.1:1"),                     GOOD },
	{ SV_INIT("http://127.0.0.1"),                        LOOPBACK },
	{ SV_INIT("http://127.255.3.4:8080/x?y"),             LOOPBACK },
	{ SV_INIT("http://[::1]"),                            LOOPBACK },
	{ SV_INIT("http://[::1]:80/"),                        LOOPBACK },
	{ SV_INIT("http://localhost"),                        LOOPBACK },
	{ SV_INIT("HTTP://LocalHost:9/"),                     LOOPBACK },
	/* schemes */
	{ SV_INIT(""),                                        BAD },
	{ SV_INIT("example.com"),                             BAD },
	{ SV_INIT("//example.com"),                           BAD },
	{ SV_INIT("https"),                                   BAD },
	{ SV_INIT("https:"),                                  BAD },
	{ SV_INIT("https:/x"),                                BAD },
	{ SV_INIT("https:example.com"),                       BAD },
	{ SV_INIT("httpss://example.com"),                    BAD },
	{ SV_INIT("ftp://example.com"),                       BAD },
	{ SV_INIT("file:///etc/passwd"),                      BAD },
	{ SV_INIT("javascript:alert(1)"),                     BAD },
	/* no host, or an odd one */
	{ SV_INIT("https://"),                                BAD },
	{ SV_INIT("https:///x"),                              BAD },
	{ SV_INIT("https://?x"),                              BAD },
	{ SV_INIT("https://:443/"),                           BAD },
	{ SV_INIT("https://."),                               BAD },
	{ SV_INIT("https://a..b"),                            BAD },
	{ SV_INIT("https://.a"),                              BAD },
	{ SV_INIT("https://a%2eb"),                           BAD },
	{ SV_INIT("https://a,b"),                             BAD },
	{ SV_INIT("https://*.example.com"),                   BAD },
	{ SV_INIT("https://[::1"),                            BAD },
	{ SV_INIT("https://[]"),                              BAD },
	{ SV_INIT("https://[::1]x"),                          BAD },
	{ SV_INIT("https://[::g]"),                           BAD },
	{ SV_INIT("https://[fe80::1%25eth0]"),                BAD },
	{ SV_INIT("https://::1/"),                            BAD },
	/* users, spaces, slashes that lean the other way */
	{ SV_INIT("https://user@example.com"),                BAD },
	{ SV_INIT("https://user:pass@example.com"),           BAD },
	{ SV_INIT("https://@example.com"),                    BAD },
	{ SV_INIT("http://127.0.0.1@evil"),                   BAD },
	{ SV_INIT("http://127.0.0.1:80@evil"),                BAD },
	{ SV_INIT("http://127.0.0.1\\@evil"),                 BAD },
	{ SV_INIT("https:\\\\example.com"),                   BAD },
	{ SV_INIT("https://example.com\\x"),                  BAD },
	{ SV_INIT("https://example.com/a b"),                 BAD },
	{ SV_INIT(" https://example.com"),                    BAD },
	{ SV_INIT("https://example.com/\r\nX: y"),            BAD },
	{ SV_INIT("https://example.com/\t"),                  BAD },
	{ SV_INIT("https://example.com\0.evil"),              BAD },
	{ SV_INIT("https://example.com/\x7f"),                BAD },
	{ SV_INIT("https://ex\xc3\xa4mple.com"),              BAD },
	{ SV_INIT("https://example.com/#x"),                  BAD },
	{ SV_INIT("http://127.0.0.1#@evil"),                  BAD },
	/* ports */
	{ SV_INIT("https://example.com:"),                    BAD },
	{ SV_INIT("https://example.com:/"),                   BAD },
	{ SV_INIT("https://example.com:0"),                   BAD },
	{ SV_INIT("https://example.com:65536"),               BAD },
	{ SV_INIT("https://example.com:99999999999999999999"), BAD },
	{ SV_INIT("https://example.com:-1"),                  BAD },
	{ SV_INIT("https://example.com:+80"),                 BAD },
	{ SV_INIT("https://example.com:80:80"),               BAD },
	{ SV_INIT("https://[::1]:"),                          BAD },
	/* not this machine, or not written so */
	{ SV_INIT("http://example.com"),                      BAD },
	{ SV_INIT("http://localhost.evil.com"),               BAD },
	{ SV_INIT("http://localhost."),                       BAD },
	{ SV_INIT("http://localhostx"),                       BAD },
	{ SV_INIT("http://127.0.0.1.evil.com"),               BAD },
	{ SV_INIT("http://127.0.0.1."),                       BAD },
	{ SV_INIT("http://0.0.0.0"),                          BAD },
	{ SV_INIT("http://10.0.0.1"),                         BAD },
	{ SV_INIT("http://128.0.0.1"),                        BAD },
	{ SV_INIT("http://[::]"),                             BAD },
	{ SV_INIT("http://[::2]"),                            BAD },
	{ SV_INIT("http://[::ffff:127.0.0.1]"),               BAD },
	{ SV_INIT("http://[0:0:0:0:0:0:0:1]"),                BAD },
	{ SV_INIT("http://127.1"),                            BAD },
	{ SV_INIT("http://127.0.1"),                          BAD },
	{ SV_INIT("http://2130706433"),                       BAD },
	{ SV_INIT("http://0x7f.1"),                           BAD },
	{ SV_INIT("http://0x7f000001"),                       BAD },
	{ SV_INIT("http://0177.0.0.1"),                       BAD },
	{ SV_INIT("http://127.0.0.01"),                       BAD },
	{ SV_INIT("http://127.0.0.256"),                      BAD },
	{ SV_INIT("http://127.0.0.1.1"),                      BAD },
	{ SV_INIT("https://127.1"),                           BAD },
	{ SV_INIT("https://2130706433"),                      BAD },
	{ SV_INIT("https://1.2.3.0x4"),                       BAD },
	{ SV_INIT("https://1.2.3.4."),                        BAD },
	/* clang-format on */
};

TEST(url__only_what_everybody_reads_alike)
{
	for (size_t i = 0; i < COUNT_OF(urls); i++) {
		struct gaff_err err = { 0 }, with = { 0 };
		bool plain = gaff_url_check(urls[i].url, false, &err) == GAFF_OK;
		bool loopback = gaff_url_check(urls[i].url, true, &with) == GAFF_OK;

		if (plain == (urls[i].verdict == GOOD) && loopback == (urls[i].verdict != BAD) &&
		    (plain || (err.rc == GAFF_ESYNTAX && err.offset <= urls[i].url.n)))
			continue;
		fprintf(stderr, "%.*s: %s, %s\n", SV_ARG(urls[i].url), plain ? "good" : err.msg,
			loopback ? "good" : with.msg);
		CHECK(!"the verdict of the table");
	}
}

TEST(url__has_an_end)
{
	static char text[GAFF_URL_MAX + 1];
	struct gaff_err err;

	memset(text, 'a', sizeof text);
	memcpy(text, "https://h/", 10);
	CHECK(gaff_url_check((struct sv){ text, GAFF_URL_MAX }, false, &err) == GAFF_OK);
	CHECK(gaff_url_check((struct sv){ text, GAFF_URL_MAX + 1 }, false, &err) == GAFF_ESYNTAX);
	text[9] = 'a'; /* all of it a host */
	CHECK(gaff_url_check((struct sv){ text, 8 + 253 }, false, &err) == GAFF_OK);
	CHECK(gaff_url_check((struct sv){ text, 8 + 254 }, false, &err) == GAFF_ESYNTAX);
}

TEST(url__the_offset_is_of_what_is_wrong)
{
	struct gaff_err err;

	(void)gaff_url_check(SV("https://a:b@c/"), false, &err);
	CHECK(err.offset == 11);
	(void)gaff_url_check(SV("https://host:99999/"), false, &err);
	CHECK(err.offset == 13);
	(void)gaff_url_check(SV("http://example.com/"), true, &err);
	CHECK(err.offset == 7);
}

/* ---- expand ---- */

static bool get(const void *context, struct sv name, struct sv *out)
{
	(void)context;
	if (sv_eq(name, SV("TOKEN")))
		*out = SV("s3cret");
	else if (sv_eq(name, SV("_x9")))
		*out = SV("$TOKEN");
	else if (sv_eq(name, SV("EMPTY")))
		*out = (struct sv){ 0 };
	else
		return false;
	return true;
}

static enum gaff_rc expand(struct sv text, struct sv *out, struct gaff_err *err)
{
	static char storage[256];
	struct buf b = buf_fixed(storage, sizeof storage);
	enum gaff_rc rc = gaff_expand(text, get, NULL, &b, err);

	*out = buf_sv(&b);
	return rc;
}

static const struct {
	struct sv text, want;
} good[] = {
	/* clang-format off */
	{ SV_INIT(""),                        SV_INIT("") },
	{ SV_INIT("plain {text}"),            SV_INIT("plain {text}") },
	{ SV_INIT("$TOKEN"),                  SV_INIT("s3cret") },
	{ SV_INIT("${TOKEN}"),                SV_INIT("s3cret") },
	{ SV_INIT("Bearer ${TOKEN}x"),        SV_INIT("Bearer s3cretx") },
	{ SV_INIT("$TOKEN-$TOKEN.$TOKEN"),    SV_INIT("s3cret-s3cret.s3cret") },
	{ SV_INIT("$TOKEN}"),                 SV_INIT("s3cret}") },
	{ SV_INIT("$$"),                      SV_INIT("$") },
	{ SV_INIT("$$$$TOKEN"),               SV_INIT("$$TOKEN") },
	{ SV_INIT("$$${TOKEN}$$"),            SV_INIT("$s3cret$") },
	{ SV_INIT("a${EMPTY}b"),              SV_INIT("ab") },
	{ SV_INIT("${_x9}"),                  SV_INIT("$TOKEN") }, /* and no further */
	/* clang-format on */
};

static const struct {
	struct sv text;
	size_t offset;
} malformed[] = {
	/* clang-format off */
	{ SV_INIT("$"),             0 },
	{ SV_INIT("abc $"),         4 },
	{ SV_INIT("$5"),            0 },
	{ SV_INIT("$$$"),           2 },
	{ SV_INIT("a $ b"),         2 },
	{ SV_INIT("${"),            0 },
	{ SV_INIT("${}"),           0 },
	{ SV_INIT("${TOKEN"),       0 },
	{ SV_INIT("x${TOKEN:-y}"),  1 },
	{ SV_INIT("${9}"),          0 },
	{ SV_INIT("${ TOKEN}"),     0 },
	{ SV_INIT("$(id)"),         0 },
	/* clang-format on */
};

TEST(expand__names_and_dollars)
{
	struct gaff_err err;
	struct sv got;

	for (size_t i = 0; i < COUNT_OF(good); i++) {
		CHECK(expand(good[i].text, &got, &err) == GAFF_OK);
		CHECK_TEXT(got, good[i].want);
	}
	for (size_t i = 0; i < COUNT_OF(malformed); i++) {
		CHECK(expand(malformed[i].text, &got, &err) == GAFF_ESYNTAX);
		CHECK(err.offset == malformed[i].offset);
		CHECK(gaff_expand_check(malformed[i].text, (struct json){ 0 }, &err) ==
		      GAFF_ESYNTAX);
		CHECK(err.offset == malformed[i].offset);
	}
}

TEST(expand__a_variable_that_is_not_set_is_named)
{
	struct gaff_err err;
	struct sv got;

	CHECK(expand(SV("$TOKEN ${TOKENS}"), &got, &err) == GAFF_ENOENT);
	CHECK(err.offset == 7 && strstr(err.msg, "'TOKENS'"));
	CHECK(expand(SV("$TOKENx"), &got, &err) == GAFF_ENOENT);
	CHECK(strstr(err.msg, "'TOKENx'"));
}

TEST(expand__does_not_fit_in_its_buffer)
{
	struct gaff_err err;
	char small[4];
	struct buf b = buf_fixed(small, sizeof small);

	CHECK(gaff_expand(SV("$TOKEN"), get, NULL, &b, &err) == GAFF_ENOMEM);
}

TEST(expand__only_names_on_the_list)
{
	struct gaff_err err;
	struct json list, none = { 0 };

	CHECK(gaff_json_parse(SV("[\"TOKEN\", \"\\u0058\", 1]"), &list, &err) == GAFF_OK);
	CHECK(gaff_expand_check(SV("Bearer ${TOKEN} $X $$HOME"), list, &err) == GAFF_OK);
	CHECK(gaff_expand_check(SV("no names"), none, &err) == GAFF_OK);
	CHECK(gaff_expand_check(SV("$TOKEN $HOME $X"), list, &err) == GAFF_EUSAGE);
	CHECK(err.offset == 7 && strstr(err.msg, "'HOME'"));
	CHECK(gaff_expand_check(SV("x $TOKEN"), none, &err) == GAFF_EUSAGE);
	CHECK(err.offset == 2);
	CHECK(gaff_expand_check(SV("$TOKE"), list, &err) == GAFF_EUSAGE);
	CHECK(gaff_expand_check(SV("$TOKENS"), list, &err) == GAFF_EUSAGE);
}
