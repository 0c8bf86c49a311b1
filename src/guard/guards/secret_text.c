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

/* A text in a row: its prefix, what follows, how many of that (max 0: any number), what it is. */
struct kind {
	struct sv prefix;
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
/* In the order of their first bytes; those are in starts[], too. A longer prefix comes first. */
static const struct kind kinds[] = {
	{ SV_INIT("1//0"),             TOKEN,  40, 0,  "a Google refresh token", NULL },
	{ SV_INIT("AIza"),             TOKEN,  35, 35, "a Google API key", NULL },
	{ SV_INIT("AKIA"),             UPPER,  16, 16, "an AWS access key", is_aws },
	{ SV_INIT("ASIA"),             UPPER,  16, 16, "an AWS access key", NULL },
	{ SV_INIT("ABIA"),             UPPER,  16, 16, "an AWS access key", NULL },
	{ SV_INIT("ACCA"),             UPPER,  16, 16, "an AWS access key", NULL },
	{ SV_INIT("AGE-SECRET-KEY-1"), UPPER,  50, 0,  "a secret key of age", NULL },
	{ SV_INIT("ATATT3x"),          TOKEN,  40, 0,  "an Atlassian token", NULL },
	{ SV_INIT("ATCTT3x"),          TOKEN,  40, 0,  "an Atlassian token", NULL },
	{ SV_INIT("AccountKey="),      BASE64, 60, 0,  "an Azure storage key", NULL },
	{ SV_INIT("GOCSPX-"),          TOKEN,  24, 0,  "a Google client secret", NULL },
	{ SV_INIT("M"),                DOTTED, 56, 0,  "a Discord token", is_discord },
	{ SV_INIT("N"),                DOTTED, 56, 0,  "a Discord token", is_discord },
	{ SV_INIT("NRAK-"),            UPPER,  24, 0,  "a New Relic key", NULL },
	{ SV_INIT("O"),                DOTTED, 56, 0,  "a Discord token", is_discord },
	{ SV_INIT("PMAK-"),            DASH,   50, 0,  "a Postman key", NULL },
	{ SV_INIT("SG."),              DOTTED, 57, 0,  "a SendGrid key", is_sendgrid },
	{ SV_INIT("SK"),               HEX,    32, 32, "a Twilio key", NULL },
	{ SV_INIT("SharedAccessKey="), BASE64, 40, 0,  "an Azure access key", NULL },
	{ SV_INIT("dapi"),             HEX,    32, 32, "a Databricks token", NULL },
	{ SV_INIT("dckr_pat_"),        TOKEN,  24, 0,  "a Docker token", NULL },
	{ SV_INIT("discord.com/api/webhooks/"), PATH, 60, 0, "a Discord webhook", NULL },
	{ SV_INIT("doo_v1_"),          HEX,    64, 64, "a DigitalOcean token", NULL },
	{ SV_INIT("dop_v1_"),          HEX,    64, 64, "a DigitalOcean token", NULL },
	{ SV_INIT("dor_v1_"),          HEX,    64, 64, "a DigitalOcean token", NULL },
	{ SV_INIT("dp.pt."),           ALNUM,  40, 0,  "a Doppler token", NULL },
	{ SV_INIT("eyJ"),              DOTTED, 40, 0,  "a JSON web token", is_jwt },
	{ SV_INIT("figd_"),            TOKEN,  36, 0,  "a Figma token", NULL },
	{ SV_INIT("ghp_"),             ALNUM,  36, 0,  "a GitHub token", NULL },
	{ SV_INIT("gho_"),             ALNUM,  36, 0,  "a GitHub token", NULL },
	{ SV_INIT("ghu_"),             ALNUM,  36, 0,  "a GitHub token", NULL },
	{ SV_INIT("ghs_"),             ALNUM,  36, 0,  "a GitHub token", NULL },
	{ SV_INIT("ghr_"),             ALNUM,  36, 0,  "a GitHub token", NULL },
	{ SV_INIT("github_pat_"),      WORD,   50, 0,  "a GitHub token", NULL },
	{ SV_INIT("gldt-"),            TOKEN,  20, 0,  "a GitLab token", NULL },
	{ SV_INIT("glpat-"),           TOKEN,  20, 0,  "a GitLab token", NULL },
	{ SV_INIT("glptt-"),           TOKEN,  20, 0,  "a GitLab token", NULL },
	{ SV_INIT("glrt-"),            TOKEN,  20, 0,  "a GitLab token", NULL },
	{ SV_INIT("glsa_"),            WORD,   32, 0,  "a Grafana token", NULL },
	{ SV_INIT("gsk_"),             ALNUM,  40, 0,  "a Groq key", NULL },
	{ SV_INIT("hf_"),              ALNUM,  30, 0,  "a Hugging Face token", NULL },
	{ SV_INIT("hooks.slack.com/services/"), PATH, 40, 0, "a Slack webhook", NULL },
	{ SV_INIT("hvb."),             TOKEN,  24, 0,  "a Vault token", NULL },
	{ SV_INIT("hvs."),             TOKEN,  24, 0,  "a Vault token", NULL },
	{ SV_INIT("key-"),             HEX,    32, 32, "a Mailgun key", NULL },
	{ SV_INIT("lin_api_"),         ALNUM,  32, 0,  "a Linear key", NULL },
	{ SV_INIT("npm_"),             ALNUM,  36, 36, "an npm token", NULL },
	{ SV_INIT("ntn_"),             ALNUM,  40, 0,  "a Notion token", NULL },
	{ SV_INIT("nvapi-"),           TOKEN,  50, 0,  "an NVIDIA key", NULL },
	{ SV_INIT("pplx-"),            ALNUM,  40, 0,  "a Perplexity key", NULL },
	{ SV_INIT("pul-"),             HEX,    40, 40, "a Pulumi token", NULL },
	{ SV_INIT("pypi-AgE"),         TOKEN,  50, 0,  "a PyPI token", NULL },
	{ SV_INIT("r8_"),              ALNUM,  37, 37, "a Replicate token", NULL },
	{ SV_INIT("rk_live_"),         ALNUM,  16, 0,  "a Stripe key", NULL },
	{ SV_INIT("rubygems_"),        HEX,    48, 48, "a RubyGems key", NULL },
	{ SV_INIT("sbp_"),             HEX,    40, 40, "a Supabase token", NULL },
	{ SV_INIT("secret_"),          ALNUM,  43, 43, "a Notion token", NULL },
	{ SV_INIT("shpat_"),           HEX,    32, 32, "a Shopify token", NULL },
	{ SV_INIT("shpca_"),           HEX,    32, 32, "a Shopify token", NULL },
	{ SV_INIT("shppa_"),           HEX,    32, 32, "a Shopify token", NULL },
	{ SV_INIT("shpss_"),           HEX,    32, 32, "a Shopify secret", NULL },
	{ SV_INIT("sk-ant-"),          TOKEN,  24, 0,  "an Anthropic key", NULL },
	{ SV_INIT("sk-proj-"),         TOKEN,  24, 0,  "an OpenAI key", NULL },
	{ SV_INIT("sk-svcacct-"),      TOKEN,  24, 0,  "an OpenAI key", NULL },
	{ SV_INIT("sk-admin-"),        TOKEN,  24, 0,  "an OpenAI key", NULL },
	{ SV_INIT("sk-or-v1-"),        HEX,    64, 64, "an OpenRouter key", NULL },
	{ SV_INIT("sk-"),              ALNUM,  32, 0,  "an OpenAI key", NULL },
	{ SV_INIT("sk_live_"),         ALNUM,  16, 0,  "a Stripe key", NULL },
	{ SV_INIT("sntrys_"),          BASE64, 40, 0,  "a Sentry token", NULL },
	{ SV_INIT("sntryu_"),          HEX,    64, 64, "a Sentry token", NULL },
	{ SV_INIT("tskey-"),           DASH,   24, 0,  "a Tailscale key", NULL },
	{ SV_INIT("whsec_"),           BASE64, 32, 0,  "a webhook's secret", NULL },
	{ SV_INIT("xai-"),             ALNUM,  60, 0,  "an xAI key", NULL },
	{ SV_INIT("xapp-"),            DASH,   40, 0,  "a Slack token", NULL },
	{ SV_INIT("xoxa-"),            DASH,   20, 0,  "a Slack token", NULL },
	{ SV_INIT("xoxb-"),            DASH,   20, 0,  "a Slack token", NULL },
	{ SV_INIT("xoxe-"),            DASH,   20, 0,  "a Slack token", NULL },
	{ SV_INIT("xoxp-"),            DASH,   20, 0,  "a Slack token", NULL },
	{ SV_INIT("xoxr-"),            DASH,   20, 0,  "a Slack token", NULL },
	{ SV_INIT("xoxs-"),            DASH,   20, 0,  "a Slack token", NULL },
	{ SV_INIT("ya29."),            TOKEN,  40, 0,  "a Google access token", NULL },
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

		if (kinds[middle].prefix.p[0] < c)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool find_kind(struct sv text, size_t i, struct runs *runs, struct gaff_secret *out)
{
	struct sv here = sv_skip(text, i);

	for (size_t k = first_kind(here.p[0]);
	     k < COUNT_OF(kinds) && kinds[k].prefix.p[0] == here.p[0]; k++) {
		const struct kind *kind = &kinds[k];
		size_t from = i + kind->prefix.n, end, n;
		struct sv body;

		if (!sv_starts(here, kind->prefix))
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
