#include "text/url.h"

#include <arpa/inet.h>

#include "base/limits.h"

enum { HOST_MAX = 253, PORT_MAX = 65535 }; /* as DNS has it */

struct url {
	struct sv all;
	bool is_http;
	struct sv host; /* without brackets */
	bool is_ipv6;
};

static enum gaff_rc refuse(struct gaff_err *err, const struct url *u, const char *at,
			   const char *why)
{
	enum gaff_rc rc = gaff_fail(err, GAFF_ESYNTAX, "%s", why);

	err->offset = (size_t)(at - u->all.p);
	return rc;
}

/* A backslash is a slash to browsers and a letter to others; a space ends a URL for some. */
static enum gaff_rc check_bytes(const struct url *u, struct gaff_err *err)
{
	for (size_t i = 0; i < u->all.n; i++) {
		const char *p = u->all.p + i;

		if (*p <= ' ' || *p > '~') /* and negative, where char is signed: not ASCII */
			return refuse(err, u, p,
				      "a URL is visible ASCII; write anything else as %XX");
		if (*p == '\\')
			return refuse(err, u, p, "a backslash in a URL is read in two ways");
		if (*p == '#')
			return refuse(err, u, p, "a fragment (#) is never sent to a server");
	}
	return GAFF_OK;
}

/* ---- hosts ---- */

/* "127", "256", "0x7f", "017": would some resolver take this label for a number? */
static bool is_numeric(struct sv label)
{
	size_t i = 0;

	if (sv_starts_nocase(label, SV("0x")))
		return true;
	while (i < label.n && ascii_isdigit(label.p[i]))
		i++;
	return i == label.n;
}

/* 0 to 255 in decimal and in its shortest form; *rest is what follows. */
static bool read_octet(struct sv text, unsigned *out, struct sv *rest)
{
	unsigned v = 0;
	size_t n = 0;

	while (n < text.n && n < 4 && ascii_isdigit(text.p[n]))
		v = v * 10 + (unsigned)(text.p[n++] - '0');
	if (!n || n > 3 || v > 255 || (n > 1 && text.p[0] == '0'))
		return false;
	*out = v;
	*rest = sv_skip(text, n);
	return true;
}

static bool is_ipv4(struct sv host, unsigned *first)
{
	unsigned v;

	for (int i = 0; i < 4; i++) {
		if (i && (!host.n || host.p[0] != '.'))
			return false;
		if (!read_octet(i ? sv_skip(host, 1) : host, i ? &v : first, &host))
			return false;
	}
	return host.n == 0;
}

/* Labels of letters, digits, - and _; an address only in its usual form (not 127.1, 0x7f.1). */
static enum gaff_rc check_name(const struct url *u, struct gaff_err *err)
{
	struct sv rest = u->host, label = { 0 };
	unsigned first;

	while (rest.n) {
		size_t n = 0;

		while (n < rest.n && rest.p[n] != '.') {
			char c = rest.p[n];

			if (!ascii_isalpha(c) && !ascii_isdigit(c) && c != '-' && c != '_')
				return refuse(err, u, rest.p + n, "the URL's host is not a name");
			n++;
		}
		if (!n)
			return refuse(err, u, rest.p, "the URL's host has an empty part");
		label = (struct sv){ rest.p, n };
		rest = sv_skip(rest, n < rest.n ? n + 1 : n); /* one dot at the end is fine */
	}
	if (is_numeric(label) && !is_ipv4(u->host, &first))
		return refuse(err, u, u->host.p, "write the URL's address as 127.0.0.1 is written");
	return GAFF_OK;
}

static enum gaff_rc check_ipv6(const struct url *u, struct gaff_err *err)
{
	char text[INET6_ADDRSTRLEN];
	struct in6_addr address;

	if (u->host.n < sizeof text) {
		memcpy(text, u->host.p, u->host.n);
		text[u->host.n] = '\0';
		if (inet_pton(AF_INET6, text, &address) == 1)
			return GAFF_OK;
	}
	return refuse(err, u, u->host.p, "the URL's host is no IPv6 address");
}

static bool is_loopback(const struct url *u)
{
	unsigned first;

	if (u->is_ipv6)
		return sv_eq(u->host, SV("::1"));
	return sv_eq_nocase(u->host, SV("localhost")) || (is_ipv4(u->host, &first) && first == 127);
}

/* ---- the rest of it ---- */

static enum gaff_rc check_port(const struct url *u, struct sv port, struct gaff_err *err)
{
	unsigned v = 0;

	for (size_t i = 0; i < port.n; i++) {
		if (!ascii_isdigit(port.p[i]))
			return refuse(err, u, port.p + i, "the URL's port is not a number");
		v = v * 10 + (unsigned)(port.p[i] - '0');
		if (v > PORT_MAX)
			break;
	}
	if (v < 1 || v > PORT_MAX)
		return refuse(err, u, port.p, "the URL's port is not 1 to 65535");
	return GAFF_OK;
}

/* HOST, HOST:PORT, [IPV6] or [IPV6]:PORT */
static enum gaff_rc check_authority(struct url *u, struct sv text, struct gaff_err *err)
{
	const char *end = sv_end(text), *at = text.n ? memchr(text.p, '@', text.n) : NULL;
	const char *stop;

	if (at)
		return refuse(err, u, at,
			      "a URL holds no user and no password; use a header for that");
	u->is_ipv6 = text.n && text.p[0] == '[';
	stop = text.n ? memchr(text.p, u->is_ipv6 ? ']' : ':', text.n) : NULL;
	if (u->is_ipv6 && !stop)
		return refuse(err, u, text.p, "the URL's host has no end");
	u->host = u->is_ipv6 ? (struct sv){ text.p + 1, (size_t)(stop - text.p) - 1 }
			     : (struct sv){ text.p, (size_t)((stop ? stop : end) - text.p) };
	if (!u->host.n || u->host.n > HOST_MAX)
		return refuse(err, u, text.p, "the URL has no host");
	GAFF_TRY(u->is_ipv6 ? check_ipv6(u, err) : check_name(u, err));
	if (u->is_ipv6)
		stop++;
	if (!stop || stop == end)
		return GAFF_OK;
	if (*stop != ':')
		return refuse(err, u, stop, "the URL's host is not a name");
	return check_port(u, (struct sv){ stop + 1, (size_t)(end - stop) - 1 }, err);
}

enum gaff_rc gaff_url_check(struct sv url, bool http_loopback, struct gaff_err *err)
{
	struct url u = { .all = url };
	struct sv rest;
	size_t n = 0;

	if (url.n > GAFF_URL_MAX)
		return gaff_fail(err, GAFF_ESYNTAX, "the URL is longer than %u bytes",
				 GAFF_URL_MAX);
	GAFF_TRY(check_bytes(&u, err));
	u.is_http = sv_starts_nocase(url, SV("http://"));
	if (!u.is_http && !sv_starts_nocase(url, SV("https://")))
		return refuse(err, &u, url.p, "the URL does not begin with https://");
	rest = sv_skip(url, u.is_http ? 7 : 8);
	while (n < rest.n && rest.p[n] != '/' && rest.p[n] != '?')
		n++;
	GAFF_TRY(check_authority(&u, (struct sv){ rest.p, n }, err));
	if (u.is_http && !http_loopback)
		return refuse(err, &u, url.p,
			      "http is not encrypted; use https (or, to this machine, "
			      "allow_http_loopback)");
	if (u.is_http && !is_loopback(&u))
		return refuse(err, &u, u.host.p,
			      "http goes to 127.0.0.1, [::1] or localhost only; use https");
	return GAFF_OK;
}
