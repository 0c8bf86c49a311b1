#include "text/header.h"

#include "text/shell/expand.h"
#include "text/utf8.h"

/* What says where a message ends or a connection goes is gaff-http's business. */
static const struct sv reserved[] = { SV_INIT("Host"),       SV_INIT("Content-Length"),
				      SV_INIT("Connection"), SV_INIT("Transfer-Encoding"),
				      SV_INIT("Expect"),     SV_INIT("Upgrade") };

/* A token of RFC 9110. */
static bool is_token(struct sv name)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (!ascii_isalpha(c) && !ascii_isdigit(c) && (!c || !strchr("!#$%&'*+-.^_`|~", c)))
			return false;
	}
	return name.n > 0;
}

bool gaff_header_is_value(struct sv value)
{
	const char *p = value.p, *end = value.n ? p + value.n : p;

	while (p < end) {
		unsigned n = utf8_length(p, end);

		if (!n || ((unsigned char)*p < 0x20 && *p != '\t') || *p == 0x7f)
			return false;
		p += n;
	}
	return true;
}

enum gaff_rc gaff_header_check_name(struct sv name, struct gaff_err *err)
{
	if (!is_token(name))
		return gaff_fail(err, GAFF_EUSAGE, "a header has a name that cannot be one");
	for (size_t i = 0; i < COUNT_OF(reserved); i++)
		if (sv_eq_nocase(name, reserved[i]))
			return gaff_fail(err, GAFF_EUSAGE, "the header '%.*s' is not for hooks",
					 SV_ARG(name));
	return GAFF_OK;
}

enum gaff_rc gaff_header_check_value(struct sv name, struct sv value, struct json allowed,
				     struct gaff_err *err)
{
	struct gaff_err why;

	if (!gaff_header_is_value(value))
		return gaff_fail(err, GAFF_EUSAGE, "the header '%.*s' is not one line of text",
				 SV_ARG(name));
	if (gaff_expand_check(value, allowed, &why) == GAFF_OK)
		return GAFF_OK;
	(void)gaff_fail(err, why.rc, "the header '%.*s': %s", SV_ARG(name), why.msg);
	err->offset = why.offset;
	return why.rc;
}
