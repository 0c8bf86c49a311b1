#include "guard/guards/secret_parts.h"
#include "guard/pieces.h"

/* Secrets that are known by what stands before them, and what is no secret at all. */

enum {
	NAME_MAX_LENGTH = GAFF_SECRET_NAME_MAX,
	VALUE_MAX = 128,
	URL_PART_MAX = 128,
	KEY_SEARCH_MAX = 16 << 10,
};

size_t gaff_secret_variety(struct sv text)
{
	unsigned char seen[256] = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		n += !seen[(unsigned char)text.p[i]];
		seen[(unsigned char)text.p[i]] = 1;
	}
	return n;
}

bool gaff_secret_is_placeholder(struct sv text)
{
	/* the last is John Doe, in the token that everybody shows */
	const char *pieces = "example placeholder changeme change-me change_me your_ your- yourkey "
			     "yourtoken xxxx **** .... 0000000 redacted dummy 123456789 abcdefgh "
			     "insert replace goes_here goes-here fake IkpvaG4gRG9l";
	struct sv piece;

	while (list_next(&pieces, &piece))
		if (sv_has_nocase(text, piece))
			return true;
	return false;
}

/* What kinds of characters a text has. */
struct makeup {
	size_t digits, upper, lower, other;
	size_t digit_groups;
	size_t longest; /* run of letters and digits */
};

static struct makeup makeup_of(struct sv text)
{
	struct makeup m = { 0 };
	size_t run = 0;

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		bool is_digit = ascii_isdigit(c);

		if (is_digit) {
			m.digits++;
			m.digit_groups += !i || !ascii_isdigit(text.p[i - 1]);
		} else if (c >= 'A' && c <= 'Z') {
			m.upper++;
		} else if (c >= 'a' && c <= 'z') {
			m.lower++;
		} else {
			m.other++;
		}
		run = is_digit || ascii_isalpha(c) ? run + 1 : 0;
		if (run > m.longest)
			m.longest = run;
	}
	return m;
}

bool gaff_secret_is_random(struct sv text)
{
	struct makeup m = makeup_of(text);

	/* two of three kinds; words with a number behind them are no key */
	if (!!m.digits + !!m.upper + !!m.lower < 2)
		return false;
	if (m.digits && m.digit_groups < 2 && !(m.upper && m.lower))
		return false;
	return gaff_secret_variety(text) >= (text.n < 24 ? 7 : 10) &&
	       !gaff_secret_is_placeholder(text);
}

/* A password that nobody would use as an example, or as the name of something. */
static bool is_strong(struct sv value, bool is_quoted)
{
	struct makeup m = makeup_of(value);

	if (value.n < 12 || gaff_secret_variety(value) < 8 || gaff_secret_is_placeholder(value))
		return false;
	if (!m.digits || m.lower + m.upper < 3)
		return false;
	if (!m.upper || !m.lower) /* "my-app-2-secret-v1" is a name, a UUID an identifier */
		return m.longest >= 16 && m.digit_groups >= 3;
	return m.digit_groups >= 2 && (is_quoted || m.longest >= 12);
}

/* ---- passwords in URLs ---- */

static bool is_url_part(char c)
{
	return (unsigned char)c > ' ' && !strchr("/@\"'`<>\\|", c);
}

bool gaff_secret_is_weak(struct sv word)
{
	return list_has_nocase(
		"password passwd pass pwd pw secret token key postgres mysql root admin user guest "
		"test "
		"username changeme example mypass mypassword redis mongo rabbitmq x-oauth-basic "
		"foo bar "
		"123456 12345678 hunter2 password1 test123 secret123 password123 x-access-token",
		word);
}

/* scheme://user:PASSWORD@host; i is at the first colon. */
static bool find_in_url(struct sv text, size_t i, struct gaff_secret *out)
{
	size_t user = i + 3, end = user, from;
	struct sv password;

	if (!sv_starts(sv_skip(text, i), SV("://")) || !i || !ascii_isalpha(text.p[i - 1]))
		return false;
	while (end < text.n && end - user < URL_PART_MAX && is_url_part(text.p[end]) &&
	       text.p[end] != ':')
		end++;
	if (end >= text.n || text.p[end] != ':')
		return false;
	from = end + 1;
	for (end = from; end < text.n && end - from < URL_PART_MAX && is_url_part(text.p[end]);)
		end++;
	if (end + 1 >= text.n || text.p[end] != '@' ||
	    !(ascii_isalpha(text.p[end + 1]) || ascii_isdigit(text.p[end + 1]) ||
	      text.p[end + 1] == '['))
		return false;
	password = (struct sv){ text.p + from, end - from };
	if (password.n < 4 || gaff_secret_is_weak(password) || gaff_secret_variety(password) < 3 ||
	    memchr(password.p, '$', password.n) || memchr(password.p, '{', password.n) ||
	    memchr(password.p, '[', password.n) || password.p[0] == '%' ||
	    sv_eq(password, (struct sv){ text.p + user, from - 1 - user }) ||
	    gaff_secret_is_placeholder(password))
		return false;
	*out = (struct gaff_secret){ from, password.n, "a password in a URL" };
	return true;
}

/* 123456789:AA...; i is at the colon. */
static bool find_telegram(struct sv text, size_t from, size_t i, struct gaff_secret *out)
{
	size_t start = i, end = i + 1;

	if (!sv_starts(sv_skip(text, i + 1), SV("AA")))
		return false;
	while (start > from && i - start < 12 && ascii_isdigit(text.p[start - 1]))
		start--;
	while (end < text.n && end - i <= 40 &&
	       (ascii_isalpha(text.p[end]) || ascii_isdigit(text.p[end]) || text.p[end] == '_' ||
		text.p[end] == '-'))
		end++;
	if (i - start < 8 || i - start > 10 || end - i - 1 != 35 ||
	    !gaff_secret_is_random((struct sv){ text.p + i + 1, end - i - 1 }))
		return false;
	*out = (struct gaff_secret){ start, end - start, "a Telegram token" };
	return true;
}

/* ---- assignments ---- */

struct sv gaff_secret_name_before(struct sv text, size_t i, char *memory)
{
	size_t n = 0, at = NAME_MAX_LENGTH;

	while (i && n < 3 && (text.p[i - 1] == ' ' || text.p[i - 1] == '\t')) {
		i--;
		n++;
	}
	if (i && (text.p[i - 1] == '"' || text.p[i - 1] == '\'' || text.p[i - 1] == ']'))
		i--;
	if (i && (text.p[i - 1] == '\\' || text.p[i - 1] == '"' || text.p[i - 1] == '\''))
		i--;
	for (n = 0; i && n < NAME_MAX_LENGTH; n++, i--) {
		char c = text.p[i - 1];

		if (c == '_' || c == '-')
			continue;
		if (!ascii_isalpha(c) && !ascii_isdigit(c))
			break;
		memory[--at] = ascii_lower(c);
	}
	return (struct sv){ memory + at, NAME_MAX_LENGTH - at };
}

static bool ends_with(struct sv text, struct sv end)
{
	return text.n >= end.n && sv_eq(sv_skip(text, text.n - end.n), end);
}

const char *gaff_secret_name_means(struct sv name)
{
	static const struct {
		const char *ends, *what;
	} names[] = {
		{ "secretaccesskey awssecretkey awssecret", "an AWS secret key" },
		{ "password passwd passphrase pwd", "a password" },
		{ "secret", "a secret" },
		{ "secretkey secretkeybase signingkey encryptionkey masterkey", "a secret key" },
		{ "privatekey", "a private key" },
		{ "apikey authkey", "an API key" },
		{ "accesskey", "an access key" },
		{ "token authorization", "a token" },
	};
	char last = name.n ? name.p[name.n - 1] : 0;

	if (!last || !strchr("dynte", last)) /* the last letters of all of them */
		return NULL;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *ends = names[i].ends;
		struct sv end;

		while (list_next(&ends, &end))
			if (ends_with(name, end))
				return names[i].what;
	}
	return NULL;
}

static size_t skip_blanks(struct sv text, size_t i)
{
	for (size_t n = 0; i < text.n && n < 4 && (text.p[i] == ' ' || text.p[i] == '\t'); n++)
		i++;
	return i;
}

static bool is_value_char(char c, bool is_quoted)
{
	if ((unsigned char)c <= ' ' || (unsigned char)c >= 0x7f || strchr("\"'`\\<>", c))
		return false;
	return is_quoted || !strchr("(){}[],;|&.", c);
}

static bool find_assigned(struct sv text, size_t i, struct gaff_secret *out)
{
	char memory[NAME_MAX_LENGTH];
	const char *what = gaff_secret_name_means(gaff_secret_name_before(text, i, memory));
	size_t from, end, quotes;
	bool is_quoted = false;
	struct sv value;

	if (!what)
		return false;
	for (from = i + 1; from < text.n && from < i + 3 && strchr("=>:~", text.p[from]);)
		from++;
	from = quotes = skip_blanks(text, from);
	while (from < text.n &&
	       (text.p[from] == '\\' || text.p[from] == '"' || text.p[from] == '\'' ||
		text.p[from] == '`') &&
	       from < i + 12) {
		is_quoted = true;
		from++;
	}
	if (from - quotes == 2 && text.p[quotes] == text.p[quotes + 1] && text.p[quotes] != '\\')
		return false; /* "": what follows is not in them */
	if (sv_starts_nocase(sv_skip(text, from), SV("bearer ")))
		from = skip_blanks(text, from + 7);
	else if (sv_starts_nocase(sv_skip(text, from), SV("basic ")))
		from = skip_blanks(text, from + 6);
	for (end = from;
	     end < text.n && end - from <= VALUE_MAX && is_value_char(text.p[end], is_quoted);)
		end++;
	value = (struct sv){ text.p + from, end - from };
	if (value.n > VALUE_MAX || !value.n || strchr("$%{/.~@#*", value.p[0]) ||
	    sv_starts(value, SV("arn:")) || sv_has(value, SV("://")) || sv_has(value, SV("${")) ||
	    sv_has(value, SV("{{")) || (end < text.n && strchr("(.", text.p[end]) && text.p[end]))
		return false;
	/* forty characters of base64, often cut by "/" */
	if (!(value.n == 40 && sv_starts(sv_of(what), SV("an AWS")) &&
	      gaff_secret_is_random(value)) &&
	    !is_strong(value, is_quoted))
		return false;
	*out = (struct gaff_secret){ from, value.n, what };
	return true;
}

/* ---- private keys ---- */

static bool is_base64(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c) || c == '+' || c == '/' || c == '=';
}

/* -----BEGIN ... PRIVATE KEY-----, with a key behind it; i is at the first "-". */
static bool find_private_key(struct sv text, size_t i, struct gaff_secret *out)
{
	static const struct sv begin = SV_INIT("-----BEGIN "), mark = SV_INIT("PRIVATE KEY"),
			       last = SV_INIT("-----");
	size_t at = i + begin.n, end, n = 0;
	const char *found;
	struct sv rest;

	if (!sv_starts(sv_skip(text, i), begin))
		return false;
	while (at < text.n && at - i < 64 && text.p[at] != '-' && text.p[at] != '\n')
		at++;
	rest = (struct sv){ text.p + i, at - i };
	if (!sv_has(rest, mark) || !sv_starts(sv_skip(text, at), last))
		return false;
	at += last.n;
	/* the key begins soon: behind line ends, written out or not, quotes, and old headers */
	for (end = at; end < text.n && end - at < 256 && n < 32; end++)
		n = is_base64(text.p[end]) ? n + 1 : 0;
	if (n < 32 || gaff_secret_variety((struct sv){ text.p + end - 32, 32 }) < 6)
		return false;
	rest = sv_skip(text, end);
	if (rest.n > KEY_SEARCH_MAX)
		rest.n = KEY_SEARCH_MAX;
	found = memmem(rest.p, rest.n, "-----END ", 9);
	if (found) {
		end = (size_t)(found - text.p) + 9;
		while (end < text.n && text.p[end] != '-' && text.p[end] != '\n' &&
		       end - (size_t)(found - text.p) < 64)
			end++;
		for (n = 0; n < last.n && end < text.n && text.p[end] == '-'; n++)
			end++;
	} else {
		while (end < text.n && (is_base64(text.p[end]) || ascii_isspace(text.p[end]) ||
					text.p[end] == '\\'))
			end++;
	}
	*out = (struct gaff_secret){ i, end - i, "a private key" };
	return true;
}

bool gaff_secret_value(struct sv text, size_t from, size_t i, struct gaff_secret *out)
{
	if (text.p[i] == '-')
		return (i == from || text.p[i - 1] != '-') && find_private_key(text, i, out);
	if (text.p[i] == ':' && (find_in_url(text, i, out) || find_telegram(text, from, i, out)))
		return true;
	return find_assigned(text, i, out);
}
