#include "check.h"

#include <stdlib.h>

#include "guard/guards/secret.h"

/*
 * Nothing here may look like a secret to those who scan this repository: each is put together from
 * pieces, with "|" where they are cut.
 */
struct text_case {
	const char *text;
	const char *redacted; /* NULL: nothing is found */
};

static struct sv whole(const char *pieces, char *memory, size_t max)
{
	size_t n = 0;

	for (; *pieces && n < max; pieces++)
		if (*pieces != '|')
			memory[n++] = *pieces;
	return (struct sv){ memory, n };
}

static void check_texts(const struct text_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		static char memory[4096], out[8192];
		struct sv text = whole(c[i].text, memory, sizeof memory);
		struct buf b = buf_fixed(out, sizeof out);
		size_t found = gaff_secret_redact(&b, text);
		struct sv want = c[i].redacted ? sv_of(c[i].redacted) : text;

		if (!sv_eq(buf_sv(&b), want) || (found > 0) != (c[i].redacted != NULL)) {
			fprintf(stderr, "in: %s\n", c[i].text);
			CHECK_TEXT(buf_sv(&b), want);
			CHECK(!"found");
		}
	}
}

/* clang-format off */
TEST(guard_secret__kinds)
{
	static const struct text_case cases[] = {
		{ "AKIA|Z7QX4MTN2KWP5RJD", "[redacted: an AWS access key]" },
		{ "id=AKIA|Z7QX4MTN2KWP5RJD;", "id=[redacted: an AWS access key];" },
		{ "ASIA|Z7QX4MTN2KWP5RJD", "[redacted: an AWS access key]" },
		{ "aws_secret_access_key = kT9|/Vb3xQm7+LrZ2/WcYp8NdHs4JfGa6UeXo1|RtCi", "aws_secret_access_key = [redacted: an AWS secret key]" },
		{ "export AWS_SECRET_ACCESS_KEY=\"kT9|/Vb3xQm7+LrZ2/WcYp8NdHs4JfGa6UeXo1|RtCi\"", "export AWS_SECRET_ACCESS_KEY=\"[redacted: an AWS secret key]\"" },
		{ "{\"SecretAccessKey\": \"kT9|/Vb3xQm7+LrZ2/WcYp8NdHs4JfGa6UeXo1|RtCi\"}", "{\"SecretAccessKey\": \"[redacted: an AWS secret key]\"}" },
		{ "ghp_|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK", "[redacted: a GitHub token]" },
		{ "token ghs_|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK!", "token [redacted: a GitHub token]!" },
		{ "Authorization: Basic dXNlcjpU|cjB1YjRkb3ImM3hLOQ==", "Authorization: Basic [redacted: a token]" },
		{ "mysql -pghp_|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK x", "mysql -p[redacted: a GitHub token] x" },
		{ "a\\nghp_|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK", "a\\n[redacted: a GitHub token]" },
		{ "github_pat_|11ABCQ7Y0wA4kQz8LmN2x_R7vT5yB9cD3fG6hJ1pS0uEqKzXvWtYbNm", "[redacted: a GitHub token]" },
		{ "glpat-|wA4kQz8LmN2xR7vT5yB9", "[redacted: a GitLab token]" },
		{ "sk-ant-|api03-wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1p-S0uEqK", "[redacted: an Anthropic key]" },
		{ "sk-proj-|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1p", "[redacted: an OpenAI key]" },
		{ "sk-|wA4kQz8LmN2xR7vT5yB9T3BlbkFJwA4kQz8LmN2xR7vT5yB9", "[redacted: an OpenAI key]" },
		{ "AIza|SyB9cD3fG6hJ1pS0uEqKwA4kQz8LmN2xR7v", "[redacted: a Google API key]" },
		{ "ya29.|a0AfB_wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK-x", "[redacted: a Google access token]" },
		{ "GOCSPX-|wA4kQz8LmN2xR7vT5yB9cD3f", "[redacted: a Google client secret]" },
		{ "xoxb-|204859301726-wA4kQz8LmN2xR7vT", "[redacted: a Slack token]" },
		{ "https://hooks.slack.com/services/|T0A1B2C3D/B9X8Y7Z6W/wA4kQz8LmN2xR7vT5yB9cD3f", "https://[redacted: a Slack webhook]" },
		{ "https://discord.com/api/webhooks/|204859301726485930/wA4kQz8LmN2xR7vT5yB9cD3f-G6hJ1pS0uEqKwA4kQz8LmN2xR7vT5yB9", "https://[redacted: a Discord webhook]" },
		{ "sk_live_|wA4kQz8LmN2xR7vT5yB9", "[redacted: a Stripe key]" },
		{ "rk_live_|wA4kQz8LmN2xR7vT5yB9", "[redacted: a Stripe key]" },
		{ "npm_|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK", "[redacted: an npm token]" },
		{ "pypi-AgE|IcHlwaS5vcmcwA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqKwA4kQz8LmN2", "[redacted: a PyPI token]" },
		{ "SG.|wA4kQz8LmN2xR7vT5yB9cD.wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqKzXvWtYb", "[redacted: a SendGrid key]" },
		{ "SK|0f3a9b7c1d5e8f2a4b6c0d9e7f1a3b5c", "[redacted: a Twilio key]" },
		{ "dop_v1_|0f3a9b7c1d5e8f2a4b6c0d9e7f1a3b5c0f3a9b7c1d5e8f2a4b6c0d9e7f1a3b5c", "[redacted: a DigitalOcean token]" },
		{ "hf_|wAkQzLmNxRvTyBcDfGhJpSuEqKzXvWtYb4", "[redacted: a Hugging Face token]" },
		{ "shpat_|0f3a9b7c1d5e8f2a4b6c0d9e7f1a3b5c", "[redacted: a Shopify token]" },
		{ "dapi|0f3a9b7c1d5e8f2a4b6c0d9e7f1a3b5c", "[redacted: a Databricks token]" },
		{ "AccountName=x;AccountKey=|kT9/Vb3xQm7+LrZ2/WcYp8NdHs4JfGa6UeXo1RtCikT9/Vb3xQm7+LrZ2/WcYp8NdHs4JfGa6UeXo1==;E", "AccountName=x;[redacted: an Azure storage key];E" },
		{ "Authorization: Bearer eyJ|hbGciOiJSUzI1NiJ9.eyJ|zdWIiOiI5OTEyIn0kQz.wA4kQz8LmN2xR7vT5yB9cD3f", "Authorization: Bearer [redacted: a JSON web token]" },
		{ "M|TA5ODc2NTQzMjE5ODc2NTQzMjE.G7xQ2w.wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1p", "[redacted: a Discord token]" },
		{ "7204859301:AA|FwA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0", "[redacted: a Telegram token]" },
		{ "AGE-SECRET-KEY-1|QY7T4W9X2R5P8L3K6J0H7G4F9D2S5A8Z3X6C0V7B4N9M2Q5W8E", "[redacted: a secret key of age]" },
		{ "hvs.|CAESIwA4kQz8LmN2xR7vT5yB9cD", "[redacted: a Vault token]" },
		{ "gsk_|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqKzXvWtYbNm", "[redacted: a Groq key]" },
		/* two in one text */
		{ "a ghp_|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK b AKIA|Z7QX4MTN2KWP5RJD c", "a [redacted: a GitHub token] b [redacted: an AWS access key] c" },
	};

	check_texts(cases, COUNT_OF(cases));
}

/* Every prefix of the table, with as much behind it as it takes; what is shorter is none. */
TEST(guard_secret__every_prefix)
{
	static const struct { const char *prefix; size_t n; bool is_hex; } cases[] = {
		{ "1/|/0", 40, false },
		{ "AI|za", 35, false },
		{ "AS|IA", 16, false },
		{ "AB|IA", 16, false },
		{ "AC|CA", 16, false },
		{ "AG|E-SECRET-KEY-1", 50, false },
		{ "AT|ATT3x", 40, false },
		{ "AT|CTT3x", 40, false },
		{ "Ac|countKey=", 60, false },
		{ "GO|CSPX-", 24, false },
		{ "NR|AK-", 24, false },
		{ "PM|AK-", 50, false },
		{ "SK", 32, true },
		{ "Sh|aredAccessKey=", 40, false },
		{ "da|pi", 32, true },
		{ "dc|kr_pat_", 24, false },
		{ "di|scord.com/api/webhooks/", 60, false },
		{ "do|o_v1_", 64, true },
		{ "do|p_v1_", 64, true },
		{ "do|r_v1_", 64, true },
		{ "dp|.pt.", 40, false },
		{ "fi|gd_", 36, false },
		{ "gh|p_", 36, false },
		{ "gh|o_", 36, false },
		{ "gh|u_", 36, false },
		{ "gh|s_", 36, false },
		{ "gh|r_", 36, false },
		{ "gi|thub_pat_", 50, false },
		{ "gl|dt-", 20, false },
		{ "gl|pat-", 20, false },
		{ "gl|ptt-", 20, false },
		{ "gl|rt-", 20, false },
		{ "gl|sa_", 32, false },
		{ "gs|k_", 40, false },
		{ "hf|_", 30, false },
		{ "ho|oks.slack.com/services/", 40, false },
		{ "hv|b.", 24, false },
		{ "hv|s.", 24, false },
		{ "ke|y-", 32, true },
		{ "li|n_api_", 32, false },
		{ "np|m_", 36, false },
		{ "nt|n_", 40, false },
		{ "nv|api-", 50, false },
		{ "pp|lx-", 40, false },
		{ "pu|l-", 40, true },
		{ "py|pi-AgE", 50, false },
		{ "r8|_", 37, false },
		{ "rk|_live_", 16, false },
		{ "ru|bygems_", 48, true },
		{ "sb|p_", 40, true },
		{ "se|cret_", 43, false },
		{ "sh|pat_", 32, true },
		{ "sh|pca_", 32, true },
		{ "sh|ppa_", 32, true },
		{ "sh|pss_", 32, true },
		{ "sk|-ant-", 24, false },
		{ "sk|-proj-", 24, false },
		{ "sk|-svcacct-", 24, false },
		{ "sk|-admin-", 24, false },
		{ "sk|-or-v1-", 64, true },
		{ "sk|-", 32, false },
		{ "sk|_live_", 16, false },
		{ "sn|trys_", 40, false },
		{ "sn|tryu_", 64, true },
		{ "ts|key-", 24, false },
		{ "wh|sec_", 32, false },
		{ "xa|i-", 60, false },
		{ "xa|pp-", 40, false },
		{ "xo|xa-", 20, false },
		{ "xo|xb-", 20, false },
		{ "xo|xe-", 20, false },
		{ "xo|xp-", 20, false },
		{ "xo|xr-", 20, false },
		{ "xo|xs-", 20, false },
		{ "ya|29.", 40, false },
	};
	static const char any[] = "A7QX4MT2KWP5RJD9BZ3C6H8L1N", hex[] = "4f7a2c9e1b8d3056ea94c7b2f18d06e3";

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char memory[256], out[512];
		struct sv text = whole(cases[i].prefix, memory, sizeof memory);
		size_t prefix = text.n;

		for (; text.n < prefix + cases[i].n; text.n++)
			memory[text.n] = cases[i].is_hex ? hex[(text.n - prefix) % (sizeof hex - 1)]
							  : any[(text.n - prefix) % (sizeof any - 1)];
		/* behind a "=" it may be one for its name */
		for (size_t less = 0; less < (memory[prefix - 1] == '=' ? 1 : 2); less++, text.n--) {
			struct buf b = buf_fixed(out, sizeof out);
			size_t found = gaff_secret_redact(&b, text);

			if (found == less) {
				fprintf(stderr, "%s: %zu found\n", cases[i].prefix, found);
				CHECK(!"found");
			}
		}
	}
}

TEST(guard_secret__what_is_no_secret)
{
	static const struct text_case cases[] = {
		{ "this.token=\"\",this.limit=0,t1.util.initPartial($,this)", NULL },
		{ "this.MigrateConfigYamlRequest.RuntimeValueValuesEnum.MIGRATION_ASSISTANT_V2", NULL },
		{ "x = self.messages.MigrateConfigYamlRequest.RuntimeValueValuesEnum.MIGRATION_ASSISTANT_GEN1", NULL },
		{ "AKIA|IOSFODNN7EXAMPLE", NULL },
		{ "aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfi|CYEXAMPLEKEY", NULL },
		{ "ghp_|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", NULL },
		{ "ghp_|000000000000000000000000000000000000", NULL },
		{ "ghp_|********", NULL },
		{ "ghp_|YourGitHubTokenYour_Token", NULL },
		{ "sk-ant-|your-key-goes-here-your-key", NULL },
		{ "sk-ant-|${ANTHROPIC_API_KEY}", NULL },
		{ "sk-fading-circle-container-with-a-long-name", NULL },
		{ "<div class=\"sk-cube-grid sk-cube1\">", NULL },
		{ "xghp_|wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK", NULL },
		{ "npm_config_registry=https://registry.npmjs.org", NULL },
		{ "npm_|lifecycle_event", NULL },
		{ "hf_hub_download(repo_id, filename)", NULL },
		{ "SKIRT SKILLS SK0f3a9b", NULL },
		{ "ASIAPACIFIC", NULL },
		{ "eyJ is how JSON starts in base64", NULL },
		{ "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", NULL },
		{ "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l|IiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c", NULL },
		{ "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA7bq\n-----END PUBLIC KEY-----", NULL },
		{ "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----", NULL },
		{ "grep -r 'BEGIN RSA PRIVATE KEY' .", NULL },
		{ "https://user:password@example.com/", NULL },
		{ "postgres://postgres:postgres@localhost:5432/db", NULL },
		{ "https://user:${TOKEN}@github.com/x", NULL },
		{ "https://user:<token>@github.com/x", NULL },
		{ "http://localhost:8080/@scope/package", NULL },
		{ "https://host:8443/a@b", NULL },
		{ "git@github.com:owner/repo.git", NULL },
		{ "password = \"changeme-changeme\"", NULL },
		{ "password: hunter2", NULL },
		{ "PASSWORD=${DB_PASSWORD}", NULL },
		{ "password = os.environ['DB_PASSWORD_2_3']", NULL },
		{ "const token = await getAccessTokenV2ForUser3(user)", NULL },
		{ "secret: my-app-2-secret-v1-prod-3", NULL },
		{ "secretName: database-credentials-2024-01", NULL },
		{ "token: 550e8400-e29b-41d4-a716-446655440000", NULL },
		{ "api_key: process.env.API_KEY_V2_3", NULL },
		{ "secret = arn:aws:secretsmanager:eu-west-1:204859301726:secret:Ab3De5-x", NULL },
		{ "\"token\": \"<your-token-here-1a2b3c>\"", NULL },
		{ "commit 3f2504e04f8911d39a0c0305e82c3301a1b2c3d4", NULL },
		{ "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", NULL },
		{ "\"integrity\": \"sha512-kT9Vb3xQm7LrZ2WcYp8NdHs4JfGa6UeXo1RtCikT9Vb3xQm7LrZ2==\"", NULL },
		{ "password_reset_token_expires_in = 3600", NULL },
		{ "passwordless login; the token: see below", NULL },
		{ "", NULL },
		{ ":", NULL },
		{ "=", NULL },
		{ "password=", NULL },
		{ "://", NULL },
	};

	check_texts(cases, COUNT_OF(cases));
}

TEST(guard_secret__values)
{
	static const struct text_case cases[] = {
		{ "postgres://app:s3cr|Et9x@db.internal:5432/app", "postgres://app:[redacted: a password in a URL]@db.internal:5432/app" },
		{ "https://oauth2:k9|Xw2Lm@git.corp.io/x.git and", "https://oauth2:[redacted: a password in a URL]@git.corp.io/x.git and" },
		{ "redis://:q8Vn|2kLz@cache:6379", "redis://:[redacted: a password in a URL]@cache:6379" },
		{ "password = \"Tr0ub4|dor&3xK9\"", "password = \"[redacted: a password]\"" },
		{ "DB_PASSWORD=Kx82|mQ9vLzT4wB", "DB_PASSWORD=[redacted: a password]" },
		{ "{\"apiKey\":\"9fK2|mQ8vLz4TwB7x\"}", "{\"apiKey\":\"[redacted: an API key]\"}" },
		{ "{\\\"apiKey\\\": \\\"9fK2|mQ8vLz4TwB7x\\\"}", "{\\\"apiKey\\\": \\\"[redacted: an API key]\\\"}" },
		{ "client_secret: 0f3a9b7c1d|5e8f2a4b6c0d9e7f1a3b5c", "client_secret: [redacted: a secret]" },
		{ "Authorization: Bearer 9fK2|mQ8vLz4TwB7x3Rp", "Authorization: Bearer [redacted: a token]" },
		{ "-----BEGIN RSA PRIV|ATE KEY-----\nMIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0t\nabc=\n-----END RSA PRIV|ATE KEY-----\nrest", "[redacted: a private key]\nrest" },
		{ "k='-----BEGIN PRIV|ATE KEY-----\\nMIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0t\\n-----END PRIV|ATE KEY-----\\n'", "k='[redacted: a private key]\\n'" },
		{ "-----BEGIN OPENSSH PRIV|ATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAA\nb3Bl", "[redacted: a private key]" },
		{ "-----BEGIN RSA PRIV|ATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0F3A9B7C1D5E8F2A\n\nMIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0t\n-----END RSA PRIV|ATE KEY-----", "[redacted: a private key]" },
		/* what was redacted once is left alone */
		{ "password = \"[redacted: a password]\"", NULL },
	};

	check_texts(cases, COUNT_OF(cases));
}

struct file_case {
	const char *path;
	bool is_pattern, is_secret;
};

TEST(guard_secret__files)
{
	static const struct file_case cases[] = {
		{ "/p/.env", false, true },              { "/p/.env.local", false, true },
		{ "/p/.env.production", false, true },   { "/p/a/b/.env", false, true },
		{ "/p/.env.example", false, false },     { "/p/.env.sample", false, false },
		{ "/p/.env.template", false, false },    { "/p/.env.dist", false, false },
		{ "/p/.env.local.example", false, false }, { "/p/.env.test", false, false },
		{ "/p/.environment", false, false },     { "/p/env", false, false },
		{ "/p/.env/bin/python", false, false },  { "/p/src/env.ts", false, false },
		{ "/h/.ssh/id_rsa", false, true },       { "/h/.ssh/work_key", false, true },
		{ "/h/.ssh/id_rsa.pub", false, false },  { "/h/.ssh/known_hosts", false, false },
		{ "/h/.ssh/config", false, false },      { "/h/.ssh", false, true },
		{ "/h/.ssh/", false, true },             { "/h/.sshx", false, false },
		{ "/x/id_ed25519", false, true },        { "/x/id_ed25519.pub", false, false },
		{ "/p/server.pem", false, true },        { "/p/server.key", false, true },
		{ "/p/cert.pem", false, false },         { "/p/ca-bundle.pem", false, false },
		{ "/p/node_modules/x/test/a.pem", false, false }, { "/p/testdata/a.key", false, false },
		{ "/p/keynote.keyx", false, false },     { "/p/store.kdbx", false, true },
		{ "/p/a.p12", false, true },             { "/p/a.jks", false, true },
		{ "/h/.aws/credentials", false, true },  { "/h/.aws/config", false, false },
		{ "/h/.aws", false, true },              { "/p/credentials", false, false },
		{ "/h/.config/gcloud/access_tokens.db", false, true }, { "/h/.azure/x/y", false, true },
		{ "/h/.kube/config", false, true },      { "/p/kube/config", false, false },
		{ "/h/.docker/config.json", false, true }, { "/p/docker/config.json", false, false },
		{ "/h/.npmrc", false, true },            { "/p/.npmrc", false, false },
		{ "~/.npmrc", false, true },             { "~/.netrc", false, true },
		{ "/h/.pypirc", false, true },           { "/h/.git-credentials", false, true },
		{ "/h/.config/gh/hosts.yml", false, true }, { "/h/.gnupg/private-keys-v1.d/x", false, true },
		{ "/h/.pgpass", false, true },           { "/p/.htpasswd", false, true },
		{ "/etc/shadow", false, true },          { "/etc/passwd", false, false },
		{ "/p/etc/shadow", false, false },       { "/proc/self/environ", false, true },
		{ "/proc/cpuinfo", false, false },       { "/p/credentials.json", false, true },
		{ "/p/service-account-prod.json", false, true }, { "/p/secrets.yaml", false, true },
		{ "/p/secrets.md", false, false },       { "/p/src/secrets.c", false, false },
		{ "/p/terraform.tfstate", false, true }, { "/p/main.tf", false, false },
		{ "/h/.claude/.credentials.json", false, true }, { "/h/.claude/settings.json", false, false },
		{ "/h/.codex/auth.json", false, true },  { "/p/auth.json", false, false },
		{ "/h/.gemini/oauth_creds.json", false, true }, { "/h/.bash_history", false, false },
		{ "/h/.local/share/opencode/auth.json", false, true },
		{ "/h/.mozilla/firefox/x.default/logins.json", false, true },
		{ "/p/package.json", false, false },     { "/p/README.md", false, false },
		{ "/", false, false },                   { "", false, false },
		{ ".env", false, true },                 { "/.env", false, true },
		/* patterns */
		{ "/p/.e*", true, true },                { "/p/.en?", true, true },
		{ "/p/.env*", true, true },              { "/p/.env.*", true, true },
		{ "/p/.en[v]", true, true },             { "/p/.??v", true, true },
		{ "/x/id_*", true, true },               { "/p/*.pem", true, true },
		{ "/p/server*.key", true, true },        { "/h/.ssh/*", true, true },
		{ "/h/.ssh/id*", true, true },           { "/h/.aws/cred*", true, true },
		{ "/p/cred*.json", true, true },         { "/p/*", true, false },
		{ "/p/*.json", true, false },            { "/p/src/*", true, false },
		{ "/p/.*", true, false },                { "/p/*.ts", true, false },
		{ "/p/.git*", true, false },             { "/p/.eslintrc*", true, false },
		{ "/p/*.md", true, false },              { "/p/i*", true, false },
		{ "/p/package*.json", true, false },     { "/h/.ssh/*.pub", true, false },
		{ "/p/.env", true, true },               { "/p/.*rc", true, false },
		{ "/p/[ab].c", true, false },            { "/p/test*", true, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *what = gaff_secret_file(sv_of(cases[i].path), SV("/h"), cases[i].is_pattern);

		if ((what != NULL) == cases[i].is_secret)
			continue;
		fprintf(stderr, "%s%s: %s\n", cases[i].path, cases[i].is_pattern ? " (pattern)" : "",
			what ? what : "nothing");
		CHECK(!"the right answer");
	}
}
/* clang-format on */

TEST(guard_secret__is_linear)
{
	static const char *const units[] = {
		"sk-",
		"sk-a",
		"eyJa.eyJb.",
		"password=",
		"a://b:",
		"a://b:c@",
		"-----BEGIN PRIVATE KEY-----",
		"xoxb-",
		"AKIA",
		"token: \"",
		"a=",
		"M.",
		"-----BEGIN PRIVATE KEY-----MIIEowIBAAKCAQEAu1SU1LfVLPHCozMx\"",
		"1//0",
		"x",
		"hooks.slack.com/services/",
		"123456789:AA",
		"\xff\xfe",
	};
	const size_t n = 1u << 20;
	char *text = malloc(n);

	for (size_t u = 0; text && u < COUNT_OF(units); u++) {
		size_t len = strlen(units[u]), at = 0;
		struct gaff_secret secret;

		for (size_t i = 0; i < n; i++)
			text[i] = units[u][i % len];
		while (gaff_secret_find((struct sv){ text, n }, at, &secret)) {
			CHECK(secret.at >= at && secret.n && secret.at + secret.n <= n);
			at = secret.at + secret.n;
		}
	}
	free(text);
}
