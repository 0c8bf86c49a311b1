#include <stdint.h>

#include "guard/guards/secret_parts.h"
#include "guard/pieces.h"
#include "text/words.h"

/*
 * Secrets that are known by the place they stand in: behind "-p" of mysql, in PGPASSWORD=, before
 * the "@" of a URL. What is kept of a call is searched for them. A word too many that is taken out
 * of a log does no harm, so this asks for less than secret_value.c, by which calls are stopped.
 */

enum { DEPTH_MAX = 4, COMMAND_MAX = 64 << 10, ITEMS_MAX = 64, SHORTEST = 3 };

enum how {
	GLUED = 1, /* "-pSECRET" */
	NEXT = 2,  /* "-p SECRET" */
	BEHIND = 4 /* "user:SECRET", "user%SECRET", "user,SECRET" */
};

/* Options of one letter, by program. Longer ones say by their name that they are secret. */
static const struct {
	const char *programs;
	const char *option;
	unsigned how;
} rows[] = {
	{ "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlsh mycli mariadb mariadb-dump "
	  "mariadb-admin 7z 7za 7zz rar unrar",
	  "-p", GLUED },
	{ "sshpass mongo mongosh mongodump mongorestore mongoexport mongoimport docker podman "
	  "buildah skopeo helm oras crane az cf rdesktop cqlsh useradd usermod arangosh ipmitool",
	  "-p", GLUED | NEXT },
	{ "redis-cli valkey-cli ipmitool", "-a", GLUED | NEXT },
	{ "curl wget http https xh httpie smbclient lftp ldapsearch mosquitto_pub aria2c jira "
	  "rpcclient smbmap",
	  "-u", GLUED | NEXT | BEHIND },
	{ "curl smbclient rpcclient net", "-U", GLUED | NEXT | BEHIND },
	{ "curl smbclient rpcclient net wget", "--user", NEXT | BEHIND },
	{ "curl", "--proxy-user", NEXT | BEHIND },
	{ "http https xh", "-a", GLUED | NEXT | BEHIND },
	{ "http https xh", "--auth", NEXT | BEHIND },
	{ "curl", "-b", GLUED | NEXT },
	{ "sqlcmd bcp osql zip unzip mosquitto_pub mosquitto_sub ab zipcloak ipmitool snmpget "
	  "snmpwalk mosh-pass",
	  "-P", GLUED | NEXT },
	{ "ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapwhoami vncviewer", "-w",
	  GLUED | NEXT },
	{ "snmpget snmpwalk snmpset", "-A", GLUED | NEXT },
	{ "openssl", "-k", NEXT },
	{ "openssl", "-K", NEXT },
	{ "gh", "-b", NEXT },
	{ "gh", "--body", NEXT },
	{ "kubectl oc", "--from-literal", NEXT | BEHIND },
	{ "vault", "login", NEXT },
	{ "xfreerdp wfreerdp", "/p", NEXT },
};

/* How names of secrets end, besides those of secret_value.c; without "_" and "-". */
static const char endings[] = "pass pw auth credential credentials cookie jwt otp psk passcode "
			      "storepass keypass passin passout";

/* What is taken out of a text: pieces of it, each as often as it is there. */
struct places {
	struct sv text; /* the one that is kept */
	struct sv item[ITEMS_MAX];
	size_t n;
	bool is_command; /* what is looked through is one, and not what somebody says */
};

/* ---- what is found ---- */

static bool is_quote(char c)
{
	return c == '"' || c == '\'' || c == '\\' || c == '`';
}

static struct sv unquoted(struct sv v)
{
	while (v.n && is_quote(v.p[0]))
		v = sv_skip(v, 1);
	while (v.n && is_quote(v.p[v.n - 1]))
		v.n--;
	return v;
}

/* Only what is in the text that is kept is worth a place. `$NAME` is no secret, nor "root". */
static void add(struct places *p, struct sv value)
{
	value = unquoted(value);
	if (value.n < SHORTEST || value.n > p->text.n || p->n == ITEMS_MAX ||
	    (value.p[0] == '$' && value.p[1] != '\'') || gaff_secret_is_weak(value))
		return;
	if (memmem(p->text.p, p->text.n, value.p, value.n))
		p->item[p->n++] = value;
}

/* Of "user:SECRET" the secret, of "SECRET:" and of what has no user all of it. */
static void add_behind(struct places *p, struct sv value)
{
	size_t i = 0;

	value = unquoted(value);
	while (i < value.n && !strchr(":%,=", value.p[i]))
		i++;
	add(p, i + 1 < value.n ? sv_skip(value, i + 1) : (struct sv){ value.p, i });
}

static void add_option(struct places *p, struct sv value, unsigned how)
{
	if (how & BEHIND)
		add_behind(p, value);
	else
		add(p, value);
}

static bool ends_so(struct sv name)
{
	struct sv end;

	for (const char *list = endings; list_next(&list, &end);)
		if (name.n >= end.n && sv_eq(sv_skip(name, name.n - end.n), end))
			return true;
	return false;
}

/* Does the name that ends before text.p[i] say that it is of a secret? */
static bool is_secret_name(struct sv text, size_t i)
{
	char memory[GAFF_SECRET_NAME_MAX];
	struct sv name = gaff_secret_name_before(text, i, memory);

	return gaff_secret_name_means(name) || ends_so(name);
}

/* ---- words ---- */

struct scan {
	struct sv text;
	size_t at;
};

static bool is_between(char c)
{
	return ascii_isspace(c) || (c && strchr(";|&()<>", c));
}

/* The end of what is quoted from i on; SIZE_MAX: it does not end, and so is no quote. */
static size_t quote_end(struct sv text, size_t i)
{
	const char *end = i + 1 < text.n ? memchr(text.p + i + 1, text.p[i], text.n - i - 1) : NULL;

	return end ? (size_t)(end - text.p) : SIZE_MAX;
}

/* As it is written, with its quotes; blanks are part of what is quoted. */
static bool next_word(struct scan *s, struct sv *out)
{
	size_t from;

	while (s->at < s->text.n && is_between(s->text.p[s->at]))
		s->at++;
	from = s->at;
	while (s->at < s->text.n && !is_between(s->text.p[s->at])) {
		char c = s->text.p[s->at];
		size_t end = c == '"' || c == '\'' ? quote_end(s->text, s->at) : SIZE_MAX;

		s->at = end == SIZE_MAX ? s->at + 1 : end + 1;
	}
	*out = (struct sv){ from ? s->text.p + from : s->text.p, s->at - from };
	return out->n > 0;
}

static bool has_blank(struct sv word)
{
	for (size_t i = 0; i < word.n; i++)
		if (is_between(word.p[i]))
			return true;
	return false;
}

/* scheme://user:SECRET@host, and SECRET@host where there is no other. */
static void look_at_url(struct places *p, struct sv word)
{
	const char *at = word.n > 3 ? memmem(word.p, word.n, "://", 3) : NULL;
	struct sv user;
	size_t n = 0;

	if (!at)
		return;
	user = sv_skip(word, (size_t)(at - word.p) + 3);
	while (n < user.n && !strchr("/?#\"'", user.p[n]))
		n++;
	while (n && user.p[n - 1] != '@') /* the last: passwords may have one */
		n--;
	if (n > 1)
		add_behind(p, (struct sv){ user.p, n - 1 });
}

/* name=SECRET, --name=SECRET, name:SECRET */
static void look_at_assignment(struct places *p, struct sv word)
{
	for (size_t i = 1; i + 1 < word.n; i++) {
		bool is_colon = word.p[i] == ':';

		if (word.p[i] != '=' && (!is_colon || word.p[i + 1] == '/'))
			continue;
		if (is_secret_name(word, i)) {
			add(p, sv_skip(word, i + 1));
			return;
		}
		/* openssl's */
		if (is_colon && i >= 4 && memcmp(word.p + i - 4, "pass", 4) == 0)
			add(p, sv_skip(word, i + 1));
	}
}

/* "--password", "-storepass", "Authorization:": what follows is one. */
static bool announces(const struct places *p, struct sv word)
{
	struct sv name = unquoted(word);

	if (name.n < 3)
		return false;
	if (name.p[0] == '-')
		return !sv_chr(name, '=') && is_secret_name(name, name.n);
	if (name.p[name.n - 1] == ':')
		return (p->is_command || sv_chr(name, '-') ||
			sv_eq_nocase(name, SV("authorization:")) ||
			sv_eq_nocase(name, SV("cookie:"))) &&
		       is_secret_name(name, name.n - 1);
	if (sv_eq_nocase(name, SV("bearer")))
		return true;
	return p->is_command && is_secret_name(name, name.n) && !sv_chr(name, '/');
}

/* What stands between a header's name and its secret. */
static bool is_scheme(struct sv word)
{
	return list_has_nocase("bearer basic token apikey", word);
}

/* Does a row say so of this word? `how` is then what follows. */
static bool look_at_option(struct places *p, const bool *is_named, struct sv word, unsigned *how)
{
	struct sv plain = unquoted(word);

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct sv option = sv_of(rows[i].option);

		if (!is_named[i] || !sv_starts(plain, option))
			continue;
		if (plain.n == option.n && rows[i].how & NEXT) {
			*how = rows[i].how;
			return true;
		}
		if (plain.n > option.n && rows[i].how & GLUED)
			add_option(p, sv_skip(plain, option.n), rows[i].how);
		else if (plain.n > option.n && strchr("=:", plain.p[option.n]))
			add_option(p, sv_skip(plain, option.n + 1), rows[i].how);
	}
	return false;
}

static void note_program(bool *is_named, struct sv word)
{
	struct sv name = sv_last_part(unquoted(word));

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		is_named[i] |= name.n && gaff_is_among(name, rows[i].programs);
}

/* Letters and digits in a mixture that no file is called by. */
static bool is_odd(struct sv word)
{
	size_t digits = 0, letters = 0;

	for (size_t i = 0; i < word.n; i++) {
		digits += ascii_isdigit(word.p[i]);
		letters += ascii_isalpha(word.p[i]);
	}
	return word.n >= 8 && digits >= 2 && letters >= 2;
}

static void add_odd(struct places *p, struct sv word)
{
	size_t from = 0;

	word = unquoted(word);
	for (size_t i = 0; i <= word.n; i++) {
		if (i < word.n && !strchr("=:@,/%?\"'\\{}[]$", word.p[i]))
			continue;
		if (is_odd((struct sv){ word.p + from, i - from }))
			add(p, (struct sv){ word.p + from, i - from });
		from = i + 1;
	}
}

static void look_through(struct places *p, struct sv text, unsigned depth)
{
	bool is_named[COUNT_OF(rows)] = { false };
	struct scan s = { .text = text };
	unsigned how = 0; /* of the word that comes */
	struct sv word;

	while (next_word(&s, &word)) {
		struct sv inner = unquoted(word);

		if (how && is_scheme(inner))
			continue;
		if (how)
			add_option(p, word, how);
		how = 0;
		if (has_blank(word) && depth < DEPTH_MAX)
			look_through(p, inner, depth + 1);
		look_at_url(p, word);
		look_at_assignment(p, word);
		if (p->is_command)
			add_odd(p, word);
		if (!look_at_option(p, is_named, word, &how) && announces(p, word))
			how = NEXT;
		note_program(is_named, word);
	}
}

/* ---- the text that is kept ---- */

static size_t longest_at(const struct places *p, size_t i)
{
	struct sv here = sv_skip(p->text, i);
	size_t n = 0;

	for (size_t k = 0; k < p->n; k++)
		if (p->item[k].n > n && sv_starts(here, p->item[k]))
			n = p->item[k].n;
	return n;
}

static struct sv taken_out(struct arena *a, const struct places *p)
{
	struct buf b = buf_in(a);

	for (size_t i = 0; i < p->text.n;) {
		size_t n = longest_at(p, i);

		if (n)
			gaff_buf_add(&b, SV("[redacted]"));
		else
			buf_addc(&b, p->text.p[i]);
		i += n ? n : 1;
	}
	return buf_ok(&b) ? buf_sv(&b) : SV("[redacted]");
}

/* Most texts have no place for one, and are not looked through. */
static bool may_have(struct sv text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (c == '=' || c == ':' || (c == '-' && i && is_between(text.p[i - 1])) ||
		    (c == ' ' && i >= 6 && memcmp(text.p + i - 5, "earer", 5) == 0))
			return true;
	}
	return false;
}

struct sv gaff_secret_strip(struct arena *a, struct sv text, struct sv command)
{
	struct places p = { .text = text };
	struct buf b = buf_in(a);
	struct gaff_secret secret;

	if (may_have(text))
		look_through(&p, text, 0);
	p.is_command = true;
	if (command.n > COMMAND_MAX)
		command.n = COMMAND_MAX;
	if (text.n)
		look_through(&p, command, 0);
	if (p.n == ITEMS_MAX)
		return SV("[redacted]");
	text = p.n ? taken_out(a, &p) : text;
	if (!gaff_secret_find(text, 0, &secret))
		return text;
	(void)gaff_secret_redact(&b, text);
	return buf_ok(&b) ? buf_sv(&b) : SV("[redacted]");
}
