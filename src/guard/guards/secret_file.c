#include "guard/guards/secret.h"
#include "text/glob.h"

/* clang-format off */
#define NAMED(name)         SV_INIT(name), { NULL, 0 }
#define LIKE(starts, ends)  SV_INIT(starts), SV_INIT(ends)
#define ANYWHERE            SV_INIT("")

/* Folders it is below, its name, is it a key that opens something, what it is. */
static const struct gaff_secret_file files[] = {
	{ ANYWHERE,                   NAMED(".env"),                 false, "environment variables with secrets" },
	{ ANYWHERE,                   LIKE(".env.", ""),             false, "environment variables with secrets" },
	{ ANYWHERE,                   NAMED(".envrc"),               false, "environment variables with secrets" },
	{ ANYWHERE,                   NAMED("id_rsa"),               true,  "a private key of SSH" },
	{ ANYWHERE,                   NAMED("id_dsa"),               true,  "a private key of SSH" },
	{ ANYWHERE,                   NAMED("id_ecdsa"),             true,  "a private key of SSH" },
	{ ANYWHERE,                   NAMED("id_ed25519"),           true,  "a private key of SSH" },
	{ ANYWHERE,                   NAMED("id_ecdsa_sk"),          true,  "a private key of SSH" },
	{ ANYWHERE,                   NAMED("id_ed25519_sk"),        true,  "a private key of SSH" },
	{ SV_INIT(".ssh"),            LIKE("", ""),                  true,  "a private key of SSH" },
	{ SV_INIT("/etc/ssh"),        LIKE("ssh_host_", "_key"),     true,  "a private key of SSH" },
	{ ANYWHERE,                   LIKE("", ".pem"),              false, "a private key or certificate" },
	{ ANYWHERE,                   LIKE("", ".key"),              true,  "a private key" },
	{ ANYWHERE,                   LIKE("", ".ppk"),              true,  "a private key of PuTTY" },
	{ ANYWHERE,                   LIKE("", ".p12"),              true,  "a store of private keys" },
	{ ANYWHERE,                   LIKE("", ".pfx"),              true,  "a store of private keys" },
	{ ANYWHERE,                   LIKE("", ".jks"),              true,  "a store of private keys" },
	{ ANYWHERE,                   LIKE("", ".keystore"),         true,  "a store of private keys" },
	{ ANYWHERE,                   LIKE("", ".kdbx"),             true,  "a store of passwords" },
	{ ANYWHERE,                   LIKE("", ".kdb"),              true,  "a store of passwords" },
	{ ANYWHERE,                   LIKE("", ".agekey"),           true,  "a private key of age" },
	{ SV_INIT(".gnupg"),          LIKE("", ""),                  true,  "keys of GnuPG" },
	{ SV_INIT(".password-store"), LIKE("", ""),                  true,  "a store of passwords" },
	{ ANYWHERE,                   NAMED(".aws"),                 true,  "credentials of AWS" },
	{ SV_INIT(".aws"),            NAMED("credentials"),          true,  "credentials of AWS" },
	{ SV_INIT(".aws/sso/cache"),  LIKE("", ""),                  true,  "credentials of AWS" },
	{ SV_INIT(".aws/cli/cache"),  LIKE("", ""),                  true,  "credentials of AWS" },
	{ SV_INIT(".config/gcloud"),  LIKE("", ""),                  true,  "credentials of Google Cloud" },
	{ SV_INIT(".azure"),          LIKE("", ""),                  true,  "credentials of Azure" },
	{ SV_INIT(".kube"),           NAMED("config"),               true,  "credentials of Kubernetes" },
	{ SV_INIT(".docker"),         NAMED("config.json"),          true,  "credentials of Docker" },
	{ SV_INIT(".config/gh"),      NAMED("hosts.yml"),            true,  "credentials of GitHub" },
	{ SV_INIT(".config/hub"),     LIKE("", ""),                  true,  "credentials of GitHub" },
	{ SV_INIT(".config/github-copilot"), LIKE("", ""),           true,  "credentials of GitHub" },
	{ SV_INIT(".config/glab-cli"), LIKE("", ""),                 true,  "credentials of GitLab" },
	{ SV_INIT(".config/doctl"),   LIKE("", ""),                  true,  "credentials of DigitalOcean" },
	{ SV_INIT(".config/op"),      LIKE("", ""),                  true,  "credentials of 1Password" },
	{ SV_INIT(".oci"),            NAMED("config"),               true,  "credentials of Oracle Cloud" },
	{ SV_INIT(".terraform.d"),    NAMED("credentials.tfrc.json"), true, "credentials of Terraform" },
	{ SV_INIT(".cargo"),          LIKE("credentials", ""),       true,  "credentials of crates.io" },
	{ SV_INIT(".gem"),            NAMED("credentials"),          true,  "credentials of RubyGems" },
	{ SV_INIT(".m2"),             NAMED("settings-security.xml"), true, "credentials of Maven" },
	{ SV_INIT("~"),               NAMED(".npmrc"),               true,  "credentials of npm" },
	{ SV_INIT("~"),               NAMED(".yarnrc.yml"),          true,  "credentials of Yarn" },
	{ ANYWHERE,                   NAMED(".pypirc"),              true,  "credentials of PyPI" },
	{ ANYWHERE,                   NAMED(".netrc"),               true,  "passwords of servers" },
	{ ANYWHERE,                   NAMED("_netrc"),               true,  "passwords of servers" },
	{ ANYWHERE,                   NAMED(".git-credentials"),     true,  "passwords of Git" },
	{ SV_INIT(".config/git"),     NAMED("credentials"),          true,  "passwords of Git" },
	{ ANYWHERE,                   NAMED(".pgpass"),              true,  "passwords of PostgreSQL" },
	{ ANYWHERE,                   NAMED(".my.cnf"),              true,  "passwords of MySQL" },
	{ ANYWHERE,                   NAMED(".mylogin.cnf"),         true,  "passwords of MySQL" },
	{ ANYWHERE,                   NAMED(".htpasswd"),            false, "passwords of a web server" },
	{ ANYWHERE,                   NAMED(".vault-token"),         true,  "a token of Vault" },
	{ SV_INIT("/etc"),            NAMED("shadow"),               true,  "the passwords of this machine" },
	{ SV_INIT("/etc"),            NAMED("shadow-"),              true,  "the passwords of this machine" },
	{ SV_INIT("/etc"),            NAMED("gshadow"),              true,  "the passwords of this machine" },
	{ SV_INIT("/etc"),            NAMED("sudoers"),              false, "who may become root here" },
	{ SV_INIT("/etc"),            NAMED("master.passwd"),        true,  "the passwords of this machine" },
	{ SV_INIT("/proc"),           NAMED("environ"),              true,  "the environment of a process" },
	{ ANYWHERE,                   NAMED("credentials.json"),     true,  "credentials" },
	{ ANYWHERE,                   LIKE("client_secret", ".json"), true, "credentials of Google" },
	{ ANYWHERE,                   LIKE("service-account", ".json"), true, "credentials of Google Cloud" },
	{ ANYWHERE,                   LIKE("service_account", ".json"), true, "credentials of Google Cloud" },
	{ ANYWHERE,                   NAMED("secrets.yml"),          false, "secrets" },
	{ ANYWHERE,                   NAMED("secrets.yaml"),         false, "secrets" },
	{ ANYWHERE,                   NAMED("secrets.json"),         false, "secrets" },
	{ ANYWHERE,                   NAMED("secrets.toml"),         false, "secrets" },
	{ ANYWHERE,                   NAMED("secrets.env"),          false, "secrets" },
	{ ANYWHERE,                   NAMED("master.key"),           true,  "a private key" },
	{ ANYWHERE,                   NAMED("terraform.tfstate"),    false, "the state of Terraform, with secrets" },
	{ ANYWHERE,                   NAMED("terraform.tfstate.backup"), false, "the state of Terraform, with secrets" },
	{ ANYWHERE,                   NAMED("terraform.tfvars"),     false, "variables of Terraform" },
	{ SV_INIT(".claude"),         NAMED(".credentials.json"),    true,  "credentials of Claude Code" },
	{ SV_INIT(".codex"),          NAMED("auth.json"),            true,  "credentials of Codex" },
	{ SV_INIT(".gemini"),         LIKE("oauth_creds", ".json"),  true,  "credentials of Gemini" },
	{ SV_INIT(".qwen"),           LIKE("oauth_creds", ".json"),  true,  "credentials of Qwen" },
	{ SV_INIT(".local/share/opencode"), NAMED("auth.json"),      true,  "credentials of OpenCode" },
	{ SV_INIT(".factory"),        NAMED("auth.json"),            true,  "credentials of Factory" },
	{ SV_INIT(".mozilla"),        NAMED("logins.json"),          true,  "passwords of a browser" },
	{ SV_INIT(".mozilla"),        NAMED("key4.db"),              true,  "passwords of a browser" },
	{ SV_INIT(".mozilla"),        NAMED("cookies.sqlite"),       true,  "cookies of a browser" },
	{ SV_INIT(".config"),         NAMED("Login Data"),           true,  "passwords of a browser" },
	{ SV_INIT(".config"),         NAMED("Cookies"),              true,  "cookies of a browser" },
	{ SV_INIT("Library"),         NAMED("Login Data"),           true,  "passwords of a browser" },
	{ SV_INIT("Library"),         NAMED("Cookies"),              true,  "cookies of a browser" },
	{ SV_INIT("Library/Keychains"), LIKE("", ""),                true,  "the keychain" },
	{ SV_INIT(".local/share/keyrings"), LIKE("", ""),            true,  "the keyring" },
};

/* What looks like a row and is meant to be read by everybody. */
static const struct gaff_secret_file harmless[] = {
	{ ANYWHERE,                   LIKE("", ".example"),          false, NULL },
	{ ANYWHERE,                   LIKE("", ".sample"),           false, NULL },
	{ ANYWHERE,                   LIKE("", ".template"),         false, NULL },
	{ ANYWHERE,                   LIKE("", ".tmpl"),             false, NULL },
	{ ANYWHERE,                   LIKE("", ".dist"),             false, NULL },
	{ ANYWHERE,                   LIKE("", ".defaults"),         false, NULL },
	{ ANYWHERE,                   LIKE("", ".schema"),           false, NULL },
	{ ANYWHERE,                   LIKE("", ".md"),               false, NULL },
	{ ANYWHERE,                   NAMED(".env.test"),            false, NULL },
	{ ANYWHERE,                   NAMED(".env.vault"),           false, NULL },
	{ ANYWHERE,                   LIKE("", ".pub"),              false, NULL },
	{ SV_INIT(".ssh"),            NAMED("config"),               false, NULL },
	{ SV_INIT(".ssh"),            LIKE("known_hosts", ""),       false, NULL },
	{ SV_INIT(".ssh"),            LIKE("authorized_keys", ""),   false, NULL },
	{ SV_INIT(".gnupg"),          LIKE("", ".conf"),             false, NULL },
	{ SV_INIT("node_modules"),    LIKE("", ""),                  false, NULL },
	{ SV_INIT("testdata"),        LIKE("", ".pem"),              false, NULL },
	{ SV_INIT("testdata"),        LIKE("", ".key"),              false, NULL },
	{ SV_INIT("fixtures"),        LIKE("", ".pem"),              false, NULL },
	{ SV_INIT("fixtures"),        LIKE("", ".key"),              false, NULL },
	{ ANYWHERE,                   LIKE("cert", ".pem"),          false, NULL },
	{ ANYWHERE,                   LIKE("ca", ".pem"),            false, NULL },
	{ ANYWHERE,                   LIKE("chain", ".pem"),         false, NULL },
	{ ANYWHERE,                   LIKE("fullchain", ".pem"),     false, NULL },
	{ ANYWHERE,                   LIKE("public", ".pem"),        false, NULL },
	{ ANYWHERE,                   LIKE("public", ".key"),        false, NULL },
};
/* clang-format on */

/* A path in two: its folder with a "/" at its end, and its name. */
struct halves {
	struct sv path, folder, name;
	struct sv home;
	bool has_dots; /* a folder in it begins with a dot, as most of those in the rows do */
};

static bool is_named(struct sv name, const struct gaff_secret_file *row)
{
	if (row->starts.n && row->starts.p[0] != name.p[0])
		return false;
	if (!row->ends.p)
		return sv_eq(name, row->starts);
	return name.n >= row->starts.n + row->ends.n && name.n > 0 &&
	       sv_starts(name, row->starts) &&
	       (!row->ends.n ||
		memcmp(name.p + name.n - row->ends.n, row->ends.p, row->ends.n) == 0);
}

/* Is the folder, or one above it, called so? "~": the home itself; "/etc": from the root. */
static bool is_under(const struct halves *path, struct sv under)
{
	struct sv folder = path->folder;

	if (!under.n)
		return true;
	if (sv_eq(under, SV("~")))
		return sv_eq(folder, SV("~/")) || (path->home.n && folder.n == path->home.n + 1 &&
						   sv_starts(folder, path->home));
	if (under.p[0] == '/')
		return sv_starts(folder, under) && folder.n > under.n && folder.p[under.n] == '/';
	if (under.p[0] == '.' && !path->has_dots)
		return false;
	for (size_t i = 0; i + under.n < folder.n; i++)
		if (folder.p[i + under.n] == '/' && (i == 0 || folder.p[i - 1] == '/') &&
		    memcmp(folder.p + i, under.p, under.n) == 0)
			return true;
	return false;
}

/* Is it the very folder that all is secret in? */
static bool is_folder(const struct halves *path, const struct gaff_secret_file *row)
{
	struct sv under = row->under, whole = path->path;
	size_t at = whole.n - under.n;

	return under.n && whole.n >= under.n && whole.p[whole.n - 1] == under.p[under.n - 1] &&
	       !row->starts.n && !row->ends.n && row->is_key &&
	       memcmp(whole.p + at, under.p, under.n) == 0 && (!at || whole.p[at - 1] == '/');
}

static const struct gaff_secret_file *find(const struct gaff_secret_file *rows, size_t n,
					   const struct halves *path)
{
	for (size_t i = 0; i < n; i++)
		if ((is_named(path->name, &rows[i]) && is_under(path, rows[i].under)) ||
		    is_folder(path, &rows[i]))
			return &rows[i];
	return NULL;
}

/* Characters before the first one that is part of a pattern. */
static size_t literal_start(struct sv pattern)
{
	size_t n = 0;

	while (n < pattern.n && !strchr("*?[", pattern.p[n]) && pattern.p[n])
		n++;
	return n;
}

static size_t literal_end(struct sv pattern)
{
	size_t n = 0;

	while (n < pattern.n && !strchr("*?]", pattern.p[pattern.n - 1 - n]) &&
	       pattern.p[pattern.n - 1 - n])
		n++;
	return n;
}

/*
 * Is a pattern made for this row? ".e*" is for .env and "*.pem" for keys, but "*.json" is not for
 * credentials.json. A pattern that begins with "*" does not match a dot file.
 */
static bool is_pattern_for(struct sv pattern, const struct gaff_secret_file *row)
{
	char sample[64];
	struct buf b = buf_fixed(sample, sizeof sample);
	size_t start = literal_start(pattern), end = literal_end(pattern);

	if (row->under.n && !row->starts.n && !row->ends.n)
		return true;  /* all that is in its folder */
	if (!row->starts.n) { /* by its end: "*.pem", "*pem" */
		size_t n = end < row->ends.n ? end : row->ends.n;

		return n >= 3 && n + 1 >= row->ends.n &&
		       memcmp(pattern.p + pattern.n - n, row->ends.p + row->ends.n - n, n) == 0;
	}
	gaff_buf_add(&b, row->starts);
	if (row->ends.p) {
		if (!row->starts.n || !row->ends.n)
			buf_addc(&b, 'x');
		gaff_buf_add(&b, row->ends);
	}
	if (!buf_ok(&b) || !gaff_glob_match(pattern, buf_sv(&b)))
		return false;
	if ((start + end) * 3 < b.n)
		return false; /* ".git*" is for more than .git-credentials */
	return start >= (row->starts.p[0] == '.' || row->under.n ? 2u : 3u) ||
	       (row->starts.p[0] == '.' && start == 1 && end && !memchr(pattern.p, '*', pattern.n));
}

/* All that is in ~/.aws means ~/.aws/credentials, too. */
static bool is_all_of(const struct halves *path, const struct gaff_secret_file *row)
{
	struct sv folder = path->folder;

	return path->home.n && row->under.n && row->starts.n && row->starts.p[0] != '.' &&
	       !row->ends.p && folder.n == path->home.n + row->under.n + 2 &&
	       sv_starts(folder, path->home) &&
	       sv_starts(sv_skip(folder, path->home.n + 1), row->under) &&
	       gaff_glob_match(path->name, row->starts);
}

static const struct gaff_secret_file *row_of(struct sv path, struct sv home, bool is_pattern)
{
	struct halves h;

	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	while (home.n && home.p[home.n - 1] == '/')
		home.n--;
	h.home = home;
	h.path = path;
	h.folder = path;
	while (h.folder.n && h.folder.p[h.folder.n - 1] != '/')
		h.folder.n--;
	h.has_dots = h.folder.n && (h.folder.p[0] == '.' || sv_has(h.folder, SV("/.")));
	h.name = sv_skip(path, h.folder.n);
	if (!h.name.n || (is_pattern && h.name.n > 1 && h.name.p[0] == '!' && h.name.p[1] != '('))
		return NULL; /* "!*.pem" is what a search leaves out */
	if (!is_pattern || literal_start(h.name) == h.name.n) {
		const struct gaff_secret_file *row = find(files, COUNT_OF(files), &h);

		return row && find(harmless, COUNT_OF(harmless), &h) ? NULL : row;
	}
	for (size_t i = 0; i < COUNT_OF(files); i++)
		if (((is_under(&h, files[i].under) && is_pattern_for(h.name, &files[i])) ||
		     is_all_of(&h, &files[i])) &&
		    !find(harmless, COUNT_OF(harmless), &h))
			return &files[i];
	return NULL;
}

/* The part of a pattern that is its first {a,b}; false: it has none. */
static bool find_braces(struct sv pattern, size_t *from, size_t *to)
{
	const char *open = sv_chr(pattern, '{'), *close;

	if (!open)
		return false;
	*from = (size_t)(open - pattern.p);
	close = sv_chr(sv_skip(pattern, *from), '}');
	if (close)
		*to = (size_t)(close - pattern.p);
	return close;
}

/* What searches for files takes "*.{pem,key}", too: each of them is tried, of the first braces. */
const struct gaff_secret_file *gaff_secret_file_row(struct sv path, struct sv home, bool is_pattern)
{
	const struct gaff_secret_file *row = NULL;
	char memory[512];
	size_t from, to, end;

	if (!is_pattern || path.n > sizeof memory || !find_braces(path, &from, &to))
		return row_of(path, home, is_pattern);
	for (size_t i = from + 1; i <= to && !row; i = end + 1) {
		struct buf b = buf_fixed(memory, sizeof memory);

		for (end = i; end < to && path.p[end] != ',';)
			end++;
		gaff_buf_add(&b, (struct sv){ path.p, from });
		gaff_buf_add(&b, (struct sv){ path.p + i, end - i });
		gaff_buf_add(&b, sv_skip(path, to + 1));
		row = row_of(buf_sv(&b), home, true);
	}
	return row;
}

const char *gaff_secret_file(struct sv path, struct sv home, bool is_pattern)
{
	const struct gaff_secret_file *row = gaff_secret_file_row(path, home, is_pattern);

	return row ? row->what : NULL;
}
