#include "guard/guards/secret_parts.h"

/*
 * Kinds of secret texts. A text is walked once: where a byte can begin one of the rows (starts[]),
 * and no letter or digit is before it, the rows are tried. What has no beginning of its own (a
 * password in a URL, or behind "password =") is found from the ":" or "=" in it (secret_value.c).
 */

/* Which characters follow a prefix. */
enum class {
	UPPER,  /* A-Z 0-9 */
	HEX,    /* 0-9 a-f A-F */
	ALNUM,  /* A-Z a-z 0-9 */
	WORD,   /* and _ */
	DASH,   /* and - instead of it */
	TOKEN,  /* both of them */
	DOTTED, /* and . */
	BASE64, /* A-Z a-z 0-9 + / = */
	PATH,   /* A-Z a-z 0-9 _ - / */
	CLASSES
};

/* A text in a row: its prefixes, what follows, how many of that (max 0: any number), what it is.
 */
struct kind {
	const char *const *prefixes; /* all with one first byte; NULL at the end */
	enum class class;
	unsigned short min, max;
	const char *name;
	bool (*is_so)(struct sv text); /* of what follows the prefix; NULL: it looks random */
};

/* Parts between dots, at least so long. */
static bool has_parts(struct sv text, size_t first, size_t second, size_t third)
{
	const char *dot = memchr(text.p, '.', text.n), *next;
	size_t n = dot ? (size_t)(dot - text.p) : 0;

	if (!dot || n < first)
		return false;
	text = sv_skip(text, n + 1);
	if (!third)
		return text.n >= second && !memchr(text.p, '.', text.n);
	next = memchr(text.p, '.', text.n);
	return next && (size_t)(next - text.p) >= second &&
	       text.n - (size_t)(next - text.p) - 1 >= third;
}

/* Header, claims (JSON again, so "eyJ") and signature. */
static bool is_jwt(struct sv text)
{
	const char *dot = memchr(text.p, '.', text.n);

	return has_parts(text, 10, 10, 16) &&
	       sv_starts(sv_skip(text, (size_t)(dot - text.p) + 1), SV("eyJ")) &&
	       gaff_secret_is_random(text);
}

static bool is_sendgrid(struct sv text)
{
	return has_parts(text, 16, 40, 0) && gaff_secret_is_random(text);
}

/* An identifier, a time of six or seven letters, a signature; names with dots are longer there. */
static bool is_discord(struct sv text)
{
	return has_parts(text, 22, 6, 27) && !has_parts(text, 30, 6, 27) &&
	       !has_parts(text, 22, 8, 27) && gaff_secret_is_random(text);
}

/* The identifier of a key may be letters alone. */
static bool is_aws(struct sv text)
{
	return gaff_secret_variety(text) >= 7 && !gaff_secret_is_placeholder(text);
}

/* clang-format off */
#define PREFIXES(...) (const char *const[]){ __VA_ARGS__, NULL }

/* In the order of their first bytes; those are in starts[], too. A longer prefix comes first. */
static const struct kind kinds[] = {
	{ PREFIXES("1//0"), TOKEN, 40, 0, "a Google refresh token" },
	{ PREFIXES("AIza"), TOKEN, 35, 35, "a Google API key" },
	{ PREFIXES("AKIA"), UPPER, 16, 16, "an AWS access key", .is_so = is_aws },
	{ PREFIXES("ASIA", "ABIA", "ACCA"), UPPER, 16, 16, "an AWS access key" },
	{ PREFIXES("AGE-SECRET-KEY-1"), UPPER, 50, 0, "a secret key of age" },
	{ PREFIXES("ATATT3x", "ATCTT3x"), TOKEN, 40, 0, "an Atlassian token" },
	{ PREFIXES("AccountKey="), BASE64, 60, 0, "an Azure storage key" },
	{ PREFIXES("GOCSPX-"), TOKEN, 24, 0, "a Google client secret" },
	{ PREFIXES("M"), DOTTED, 56, 0, "a Discord token", .is_so = is_discord },
	{ PREFIXES("N"), DOTTED, 56, 0, "a Discord token", .is_so = is_discord },
	{ PREFIXES("NRAK-"), UPPER, 24, 0, "a New Relic key" },
	{ PREFIXES("O"), DOTTED, 56, 0, "a Discord token", .is_so = is_discord },
	{ PREFIXES("PMAK-"), DASH, 50, 0, "a Postman key" },
	{ PREFIXES("SG."), DOTTED, 57, 0, "a SendGrid key", .is_so = is_sendgrid },
	{ PREFIXES("SK"), HEX, 32, 32, "a Twilio key" },
	{ PREFIXES("SharedAccessKey="), BASE64, 40, 0, "an Azure access key" },
	{ PREFIXES("dapi"), HEX, 32, 32, "a Databricks token" },
	{ PREFIXES("dckr_pat_"), TOKEN, 24, 0, "a Docker token" },
	{ PREFIXES("discord.com/api/webhooks/"), PATH, 60, 0, "a Discord webhook" },
	{ PREFIXES("doo_v1_", "dop_v1_", "dor_v1_"), HEX, 64, 64, "a DigitalOcean token" },
	{ PREFIXES("dp.pt."), ALNUM, 40, 0, "a Doppler token" },
	{ PREFIXES("eyJ"), DOTTED, 40, 0, "a JSON web token", .is_so = is_jwt },
	{ PREFIXES("figd_"), TOKEN, 36, 0, "a Figma token" },
	{ PREFIXES("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), ALNUM, 36, 0, "a GitHub token" },
	{ PREFIXES("github_pat_"), WORD, 50, 0, "a GitHub token" },
	{ PREFIXES("gldt-", "glpat-", "glptt-", "glrt-"), TOKEN, 20, 0, "a GitLab token" },
	{ PREFIXES("glsa_"), WORD, 32, 0, "a Grafana token" },
	{ PREFIXES("gsk_"), ALNUM, 40, 0, "a Groq key" },
	{ PREFIXES("hf_"), ALNUM, 30, 0, "a Hugging Face token" },
	{ PREFIXES("hooks.slack.com/services/"), PATH, 40, 0, "a Slack webhook" },
	{ PREFIXES("hvb.", "hvs."), TOKEN, 24, 0, "a Vault token" },
	{ PREFIXES("key-"), HEX, 32, 32, "a Mailgun key" },
	{ PREFIXES("lin_api_"), ALNUM, 32, 0, "a Linear key" },
	{ PREFIXES("npm_"), ALNUM, 36, 36, "an npm token" },
	{ PREFIXES("ntn_"), ALNUM, 40, 0, "a Notion token" },
	{ PREFIXES("nvapi-"), TOKEN, 50, 0, "an NVIDIA key" },
	{ PREFIXES("pplx-"), ALNUM, 40, 0, "a Perplexity key" },
	{ PREFIXES("pul-"), HEX, 40, 40, "a Pulumi token" },
	{ PREFIXES("pypi-AgE"), TOKEN, 50, 0, "a PyPI token" },
	{ PREFIXES("r8_"), ALNUM, 37, 37, "a Replicate token" },
	{ PREFIXES("rk_live_"), ALNUM, 16, 0, "a Stripe key" },
	{ PREFIXES("rubygems_"), HEX, 48, 48, "a RubyGems key" },
	{ PREFIXES("sbp_"), HEX, 40, 40, "a Supabase token" },
	{ PREFIXES("secret_"), ALNUM, 43, 43, "a Notion token" },
	{ PREFIXES("shpat_", "shpca_", "shppa_"), HEX, 32, 32, "a Shopify token" },
	{ PREFIXES("shpss_"), HEX, 32, 32, "a Shopify secret" },
	{ PREFIXES("sk-ant-"), TOKEN, 24, 0, "an Anthropic key" },
	{ PREFIXES("sk-proj-", "sk-svcacct-", "sk-admin-"), TOKEN, 24, 0, "an OpenAI key" },
	{ PREFIXES("sk-or-v1-"), HEX, 64, 64, "an OpenRouter key" },
	{ PREFIXES("sk-"), ALNUM, 32, 0, "an OpenAI key" },
	{ PREFIXES("sk_live_"), ALNUM, 16, 0, "a Stripe key" },
	{ PREFIXES("sntrys_"), BASE64, 40, 0, "a Sentry token" },
	{ PREFIXES("sntryu_"), HEX, 64, 64, "a Sentry token" },
	{ PREFIXES("tskey-"), DASH, 24, 0, "a Tailscale key" },
	{ PREFIXES("whsec_"), BASE64, 32, 0, "a webhook's secret" },
	{ PREFIXES("xai-"), ALNUM, 60, 0, "an xAI key" },
	{ PREFIXES("xapp-"), DASH, 40, 0, "a Slack token" },
	{ PREFIXES("xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-"), DASH, 20, 0, "a Slack token" },
	{ PREFIXES("ya29."), TOKEN, 40, 0, "a Google access token" },
};

/* 1: the rows above; 2: what has its beginning further left. */
static const unsigned char starts[256] = {
	['1'] = 1, ['A'] = 1, ['G'] = 1, ['M'] = 1, ['N'] = 1, ['O'] = 1, ['P'] = 1, ['S'] = 1,
	['d'] = 1, ['e'] = 1, ['f'] = 1, ['g'] = 1, ['h'] = 1, ['k'] = 1, ['l'] = 1, ['n'] = 1,
	['p'] = 1, ['r'] = 1, ['s'] = 1, ['t'] = 1, ['w'] = 1, ['x'] = 1, ['y'] = 1,
	[':'] = 2, ['='] = 2, ['-'] = 2,
};
/* clang-format on */

static bool is_in(enum class class, char c)
{
	if (class == HEX)
		return ascii_hex_digit(c) >= 0;
	if (ascii_isdigit(c) || (c >= 'A' && c <= 'Z'))
		return true;
	if (class == UPPER)
		return false;
	if (ascii_isalpha(c))
		return true;
	switch (c) {
	case '_':
		return class == WORD || class == TOKEN || class == DOTTED || class == PATH;
	case '-':
		return class == DASH || class == TOKEN || class == DOTTED || class == PATH;
	case '.':
		return class == DOTTED;
	case '/':
		return class == BASE64 || class == PATH;
	case '+':
	case '=':
		return class == BASE64;
	default:
		return false;
	}
}

/* Where runs of each class end, as far as they were followed: none is followed twice. */
struct runs {
	size_t from[CLASSES], end[CLASSES];
};

static size_t run_end(struct sv text, size_t from, enum class class, struct runs *runs)
{
	size_t end = from;

	if (from >= runs->from[class] && from < runs->end[class])
		return runs->end[class];
	while (end < text.n && is_in(class, text.p[end]))
		end++;
	runs->from[class] = from;
	runs->end[class] = end;
	return end;
}

/* "xghp_" is no token, but "\nghp_" is, where a text has escapes in it, and so is "-pghp_". */
static bool is_free_before(struct sv text, size_t i)
{
	char c = i ? text.p[i - 1] : ' ';

	if (!ascii_isalpha(c) && !ascii_isdigit(c) && c != '_')
		return true;
	if (i > 1 && text.p[i - 2] == '-')
		return i == 2 || ascii_isspace(text.p[i - 3]);
	return i > 1 && text.p[i - 2] == '\\' && (c == 'n' || c == 't' || c == 'r');
}

/* The first row that begins so. */
static size_t first_kind(char c)
{
	size_t low = 0, high = COUNT_OF(kinds);

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (kinds[middle].prefixes[0][0] < c)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* How long the prefix is that the text has; 0: it has none. */
static size_t prefix_length(const struct kind *kind, struct sv text)
{
	for (const char *const *prefix = kind->prefixes; *prefix; prefix++)
		if ((!(*prefix)[1] || (text.n > 1 && (*prefix)[1] == text.p[1])) &&
		    sv_starts(text, sv_of(*prefix)))
			return strlen(*prefix);
	return 0;
}

static bool find_kind(struct sv text, size_t i, struct runs *runs, struct gaff_secret *out)
{
	struct sv here = sv_skip(text, i);

	for (size_t k = first_kind(here.p[0]);
	     k < COUNT_OF(kinds) && kinds[k].prefixes[0][0] == here.p[0]; k++) {
		const struct kind *kind = &kinds[k];
		size_t n_prefix = prefix_length(kind, here), from = i + n_prefix, end, n;
		struct sv body;

		if (!n_prefix)
			continue;
		end = run_end(text, from, kind->class, runs);
		n = end - from;
		if (n < kind->min || (kind->max && n > kind->max))
			continue;
		body = (struct sv){ text.p + from, n < 256 ? n : 256 };
		if (kind->is_so == is_jwt)
			body.n = n < 4096 ? n : 4096;
		if (!(kind->is_so ? kind->is_so(body) : gaff_secret_is_random(body)))
			continue;
		*out = (struct gaff_secret){ i, end - i, kind->name };
		return true;
	}
	return false;
}

bool gaff_secret_find(struct sv text, size_t from, struct gaff_secret *out)
{
	struct runs runs = { .from = { 0 } };

	for (size_t i = from; i < text.n; i++) {
		unsigned char start = starts[(unsigned char)text.p[i]];

		if (!start)
			continue;
		if (start == 1) {
			if (is_free_before(text, i) && find_kind(text, i, &runs, out))
				return true;
		} else if (gaff_secret_value(text, from, i, out)) {
			(void)find_kind(text, out->at, &runs, out); /* it may have a better name */
			return true;
		}
	}
	return false;
}

size_t gaff_secret_redact(struct buf *out, struct sv text)
{
	struct gaff_secret secret;
	size_t at = 0, n = 0;

	for (; gaff_secret_find(text, at, &secret); n++) {
		gaff_buf_add(out, (struct sv){ text.p + at, secret.at - at });
		gaff_buf_add(out, SV("[redacted: "));
		gaff_buf_add(out, sv_of(secret.name));
		buf_addc(out, ']');
		at = secret.at + secret.n;
	}
	if (at < text.n)
		gaff_buf_add(out, sv_skip(text, at));
	return n;
}

enum { SHOWN_MAX = 8 << 10, SECRET_MIN = 4 };

struct sv gaff_secret_hide(struct arena *a, struct sv text)
{
	struct buf b = buf_in(a);
	struct gaff_secret secret;

	if (text.n > SHOWN_MAX)
		text.n = SHOWN_MAX;
	if (text.n < SECRET_MIN || !gaff_secret_find(text, 0, &secret))
		return text;
	(void)gaff_secret_redact(&b, text);
	return buf_ok(&b) ? buf_sv(&b) : SV("[redacted]");
}
