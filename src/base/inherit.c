#include "base/inherit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"

#define YES     GAFF_INHERIT_YES
#define NO      GAFF_INHERIT_NO
#define EARLY   GAFF_INHERIT_EARLY
#define OUTSIDE GAFF_INHERIT_OUTSIDE
#define ENTRIES GAFF_INHERIT_ENTRIES
#define SOCKET  GAFF_INHERIT_SOCKET

/* The first that fits counts, in any case. What no row names is data, if it looks like that. */
const struct gaff_variable_row gaff_variable_rows[] = {
	/* clang-format off */
	{ "PATH",                    ENTRIES, "shells, and whoever starts a program by its name" },
	{ "HOME",                    OUTSIDE, "everybody who reads settings" },
	{ "XDG_*_HOME",              OUTSIDE, "git, and everybody who reads settings" },
	{ "XDG_*_DIRS",              ENTRIES, "everybody who reads settings" },
	{ "SHELL",                   OUTSIDE, "programs that start a shell" },

	{ "LD_*",                    EARLY,   "the dynamic linker" },
	{ "DYLD_*",                  EARLY,   "the dynamic linker of macOS" },
	{ "NIX_LD_LIBRARY_PATH",     ENTRIES, "the dynamic linker of Nix" },
	{ "NIX_LD",                  OUTSIDE, "the dynamic linker of Nix" },
	{ "NIX_SSL_CERT_FILE",       OUTSIDE, "programs of Nix" },
	{ "NIX_*",                   NO,      "Nix" },
	{ "GLIBC_TUNABLES",          EARLY,   "the C library" },
	{ "MALLOC_*",                NO,      "the C library" },
	{ "GCONV_PATH",              EARLY,   "the C library" },
	{ "GETCONF_DIR",             NO,      "the C library" },
	{ "LOCPATH",                 NO,      "the C library" },
	{ "NLSPATH",                 NO,      "the C library" },

	{ "BASH_*",                  EARLY,   "bash: BASH_ENV, functions BASH_FUNC_*" },
	{ "ENV",                     EARLY,   "sh and ksh" },
	{ "ZDOTDIR",                 EARLY,   "zsh" },
	{ "FPATH",                   EARLY,   "zsh and ksh" },
	{ "SHELLOPTS",               EARLY,   "bash" },
	{ "BASHOPTS",                EARLY,   "bash" },
	{ "PROMPT_COMMAND",          NO,      "bash" },
	{ "PS4",                     EARLY,   "shells that trace" },
	{ "IFS",                     NO,      "shells" },
	{ "CDPATH",                  NO,      "shells" },
	{ "GLOBIGNORE",              NO,      "bash" },
	{ "EXECIGNORE",              NO,      "bash" },
	{ "FUNCNEST",                NO,      "bash" },
	{ "PSModulePath",            ENTRIES, "PowerShell" },
	{ "fish_function_path",      NO,      "fish" },
	{ "NU_LIB_DIRS",             NO,      "nushell" },

	{ "PYTHON*",                 NO,      "Python: PYTHONPATH, PYTHONHOME, PYTHONSTARTUP …" },
	{ "_PYTHON_*",               NO,      "Python" },
	{ "__PYVENV_LAUNCHER__",     NO,      "Python of macOS" },
	{ "PYTEST_*",                NO,      "pytest: PYTEST_PLUGINS …" },
	{ "PYLINTRC",                OUTSIDE, "pylint" },
	{ "COVERAGE_PROCESS_START",  NO,      "coverage" },
	{ "IPYTHONDIR",              OUTSIDE, "IPython" },
	{ "MYPYPATH",                NO,      "mypy" },
	{ "VIRTUAL_ENV",             OUTSIDE, "uv and other tools of Python" },
	{ "PYENV_ROOT",              OUTSIDE, "pyenv" },
	{ "PYENV_*",                 NO,      "pyenv" },
	{ "PIP_*",                   NO,      "pip" },
	{ "UV_*",                    NO,      "uv" },
	{ "PIPX_*",                  NO,      "pipx" },
	{ "POETRY_*",                NO,      "poetry" },
	{ "PDM_*",                   NO,      "pdm" },

	{ "NODE_ENV",                YES,     "programs for node" },
	{ "NODE_EXTRA_CA_CERTS",     OUTSIDE, "node" },
	{ "NODE_*",                  NO,      "node: NODE_OPTIONS, NODE_PATH …" },
	{ "NPM_TOKEN",               YES,     "npm" },
	{ "npm_*",                   NO,      "npm, npx" },
	{ "YARN_*",                  NO,      "yarn" },
	{ "PNPM_HOME",               OUTSIDE, "pnpm" },
	{ "PNPM_*",                  NO,      "pnpm" },
	{ "COREPACK_*",              NO,      "corepack" },
	{ "TS_NODE_*",               NO,      "ts-node" },
	{ "TSX_*",                   NO,      "tsx" },
	{ "DENO_*",                  NO,      "deno" },
	{ "BUN_INSTALL",             OUTSIDE, "bun" },
	{ "BUN_*",                   NO,      "bun" },
	{ "NVM_DIR",                 OUTSIDE, "nvm" },
	{ "VOLTA_HOME",              OUTSIDE, "volta" },
	{ "ASDF_*DIR",               OUTSIDE, "asdf" },
	{ "ASDF_*FILE",              OUTSIDE, "asdf" },
	{ "ASDF_*",                  NO,      "asdf: a version may be a path" },
	{ "MISE_*_DIR",              OUTSIDE, "mise" },
	{ "MISE_*_FILE",             OUTSIDE, "mise" },
	{ "MISE_*",                  NO,      "mise" },
	{ "TFENV_ROOT",              OUTSIDE, "tfenv" },
	{ "TFENV_*",                 NO,      "tfenv" },
	{ "NODENV_ROOT",             OUTSIDE, "nodenv" },
	{ "NODENV_*",                NO,      "nodenv" },
	{ "RBENV_ROOT",              OUTSIDE, "rbenv" },
	{ "RBENV_*",                 NO,      "rbenv" },
	{ "JENV_ROOT",               OUTSIDE, "jenv" },
	{ "JENV_*",                  NO,      "jenv" },
	{ "PLENV_ROOT",              OUTSIDE, "plenv" },
	{ "PLENV_*",                 NO,      "plenv" },
	{ "GOENV_ROOT",              OUTSIDE, "goenv" },
	{ "GOENV_*",                 NO,      "goenv" },
	{ "BIOME_BINARY",            OUTSIDE, "biome" },
	{ "ESBUILD_BINARY_PATH",     OUTSIDE, "esbuild" },

	{ "PERL*",                   NO,      "perl: PERL5LIB, PERL5OPT, PERLLIB …" },
	{ "GEM_HOME",                OUTSIDE, "ruby" },
	{ "GEM_PATH",                ENTRIES, "ruby" },
	{ "GEM_*",                   NO,      "ruby" },
	{ "RUBY*",                   NO,      "ruby: RUBYOPT, RUBYLIB …" },
	{ "JRUBY_OPTS",              NO,      "jruby" },
	{ "RUBOCOP_OPTS",            NO,      "rubocop" },
	{ "SPEC_OPTS",               NO,      "rspec" },
	{ "BUNDLE_*",                NO,      "bundler" },
	{ "LUA_*",                   NO,      "lua" },
	{ "LUAROCKS_CONFIG",         OUTSIDE, "luarocks" },
	{ "PHPRC",                   NO,      "php" },
	{ "PHP_INI_SCAN_DIR",        NO,      "php" },
	{ "COMPOSER_HOME",           OUTSIDE, "composer" },
	{ "R_HOME",                  OUTSIDE, "R" },
	{ "R_PROFILE*",              NO,      "R" },
	{ "R_ENVIRON*",              NO,      "R" },
	{ "R_LIBS*",                 NO,      "R" },
	{ "JULIA_*",                 NO,      "julia" },
	{ "TCLLIBPATH",              NO,      "tcl" },
	{ "TCL_LIBRARY",             NO,      "tcl" },
	{ "GUILE_*",                 NO,      "guile" },
	{ "ERL_*",                   NO,      "erlang" },
	{ "ELIXIR_*",                NO,      "elixir" },
	{ "AWKPATH",                 NO,      "gawk" },
	{ "AWKLIBPATH",              NO,      "gawk" },
	{ "EMACSLOADPATH",           NO,      "emacs" },
	{ "VIM*",                    NO,      "vim" },
	{ "EXINIT",                  NO,      "vi" },

	{ "JAVA_HOME",               OUTSIDE, "java" },
	{ "JAVA_TOOL_OPTIONS",       NO,      "java" },
	{ "JAVA_OPTS",               NO,      "programs for java" },
	{ "_JAVA_OPTIONS",           NO,      "java" },
	{ "JDK_JAVA_OPTIONS",        NO,      "java" },
	{ "CLASSPATH",               NO,      "java" },
	{ "JAVACMD",                 OUTSIDE, "programs for java" },
	{ "SBT_OPTS",                NO,      "sbt" },
	{ "ANT_HOME",                OUTSIDE, "ant" },
	{ "ANT_*",                   NO,      "ant" },
	{ "M2_HOME",                 OUTSIDE, "maven" },
	{ "MAVEN_HOME",              OUTSIDE, "maven" },
	{ "MAVEN_*",                 NO,      "maven" },
	{ "GRADLE_USER_HOME",        OUTSIDE, "gradle" },
	{ "GRADLE_HOME",             OUTSIDE, "gradle" },
	{ "GRADLE_*",                NO,      "gradle" },
	{ "DOTNET_ROOT*",            OUTSIDE, ".NET" },
	{ "DOTNET_*",                NO,      ".NET: DOTNET_STARTUP_HOOKS …" },
	{ "CORECLR_*",               NO,      ".NET" },
	{ "COMPlus_*",               NO,      ".NET" },

	{ "GOROOT",                  OUTSIDE, "go" },
	{ "GOPATH",                  ENTRIES, "go" },
	{ "GOFLAGS",                 NO,      "go" },
	{ "GOENV",                   NO,      "go" },
	{ "GOTOOLCHAIN",             NO,      "go" },
	{ "CARGO_HOME",              OUTSIDE, "cargo" },
	{ "CARGO_*",                 NO,      "cargo" },
	{ "RUSTUP_HOME",             OUTSIDE, "rustup" },
	{ "RUSTUP_*",                NO,      "rustup" },
	{ "RUSTC*",                  NO,      "cargo" },
	{ "RUSTDOC*",                NO,      "cargo" },
	{ "RUSTFLAGS",               NO,      "cargo" },
	{ "MAKEFLAGS",               NO,      "make" },
	{ "MAKEFILES",               NO,      "make" },
	{ "GNUMAKEFLAGS",            NO,      "make" },
	{ "MFLAGS",                  NO,      "make" },
	{ "CMAKE_*",                 NO,      "cmake" },
	{ "CC",                      NO,      "make, go, cargo" },
	{ "CXX",                     NO,      "make, go, cargo" },
	{ "COMPILER_PATH",           NO,      "gcc" },
	{ "GCC_EXEC_PREFIX",         NO,      "gcc" },
	{ "DEVELOPER_DIR",           OUTSIDE, "programs of Xcode" },
	{ "SDKROOT",                 OUTSIDE, "programs of Xcode" },
	{ "TOOLCHAINS",              NO,      "programs of Xcode" },
	{ "CCACHE_DIR",              OUTSIDE, "ccache" },
	{ "CCACHE_*",                NO,      "ccache" },
	{ "PKG_CONFIG*",             NO,      "pkg-config" },
	{ "JUST_*",                  NO,      "just" },

	{ "GIT_AUTHOR_*",            YES,     "git" },
	{ "GIT_COMMITTER_*",         YES,     "git" },
	{ "GIT_TERMINAL_PROMPT",     YES,     "git" },
	{ "GIT_OPTIONAL_LOCKS",      YES,     "git" },
	{ "GIT_*",                   NO,      "git: GIT_CONFIG*, GIT_EXEC_PATH, GIT_DIR, GIT_SSH_COMMAND …" },
	{ "PAGER",                   NO,      "git, man" },
	{ "MANPAGER",                NO,      "man" },
	{ "*_PAGER",                 NO,      "gh, aws, psql, systemctl …" },
	{ "EDITOR",                  NO,      "git and others" },
	{ "VISUAL",                  NO,      "git and others" },
	{ "BROWSER",                 NO,      "programs that show a page" },
	{ "LESS*",                   NO,      "less: LESSOPEN …" },
	{ "SSH_ASKPASS*",            NO,      "ssh, git" },
	{ "SSH_SK_*",                NO,      "ssh" },
	{ "SSH_PKCS11_HELPER",       NO,      "ssh" },
	{ "SVN_SSH",                 NO,      "svn" },
	{ "CVS_RSH",                 NO,      "cvs" },
	{ "HGRCPATH",                NO,      "hg" },
	{ "GH_CONFIG_DIR",           OUTSIDE, "gh: an alias may be a command" },
	{ "HUSKY*",                  NO,      "husky" },
	{ "LEFTHOOK*",               NO,      "lefthook" },
	{ "SKIP",                    NO,      "pre-commit: checks that are left out" },
	{ "GITLEAKS_CONFIG",         OUTSIDE, "gitleaks" },
	{ "DIRENV_*",                NO,      "direnv" },
	{ "SUDO_ASKPASS",            NO,      "sudo" },
	{ "RSYNC_*",                 NO,      "rsync: RSYNC_RSH …" },
	{ "PSQLRC",                  OUTSIDE, "psql" },
	{ "TAR_OPTIONS",             NO,      "tar" },
	{ "RIPGREP_CONFIG_PATH",     NO,      "rg: --pre starts a program" },
	{ "FZF_*",                   NO,      "fzf" },
	{ "PARALLEL",                NO,      "GNU parallel" },
	{ "PARALLEL_HOME",           OUTSIDE, "GNU parallel" },
	{ "GREP_OPTIONS",            NO,      "grep" },

	{ "OPENSSL_*",               NO,      "OpenSSL: its configuration loads modules" },
	{ "SSL_CERT_FILE",           OUTSIDE, "OpenSSL" },
	{ "SSL_CERT_DIR",            OUTSIDE, "OpenSSL" },
	{ "CURL_CA_BUNDLE",          OUTSIDE, "curl" },
	{ "REQUESTS_CA_BUNDLE",      OUTSIDE, "Python" },
	{ "CURL_HOME",               OUTSIDE, "curl" },
	{ "WGETRC",                  OUTSIDE, "wget" },
	{ "KRB5_CONFIG",             NO,      "Kerberos: its configuration loads modules" },
	{ "GNUPGHOME",               OUTSIDE, "gpg" },
	{ "AWS_CONFIG_FILE",         OUTSIDE, "aws: credential_process starts a program" },
	{ "AWS_SHARED_CREDENTIALS_FILE", OUTSIDE, "aws" },
	{ "KUBECONFIG",              ENTRIES, "kubectl: it may start a program" },
	{ "DOCKER_CONFIG",           OUTSIDE, "docker: its plugins are there" },
	{ "CLOUDSDK_PYTHON*",        NO,      "gcloud" },
	{ "CLOUDSDK_CONFIG",         OUTSIDE, "gcloud" },
	{ "ANSIBLE_*",               NO,      "ansible" },
	{ "HELM_*",                  OUTSIDE, "helm: its plugins are there" },
	{ "TF_CLI_CONFIG_FILE",      OUTSIDE, "terraform" },
	{ "TF_PLUGIN_CACHE_DIR",     OUTSIDE, "terraform" },
	{ "TF_VAR_*",                YES,     "terraform" },
	{ "TF_*",                    NO,      "terraform" },
	{ "TERRAGRUNT_*",            NO,      "terragrunt" },
	{ "VAGRANT_HOME",            OUTSIDE, "vagrant" },
	{ "VAGRANT_*",               NO,      "vagrant" },
	{ "PRE_COMMIT_HOME",         OUTSIDE, "pre-commit" },
	{ "SASL_PATH",               NO,      "SASL" },
	{ "ALSA_CONFIG_PATH",        NO,      "ALSA" },
	{ "ALSA_PLUGIN_DIR",         NO,      "ALSA" },
	{ "MAGICK_*",                NO,      "ImageMagick: its delegates are commands" },
	{ "GHC_*",                   NO,      "ghc" },
	{ "CAML_LD_LIBRARY_PATH",    NO,      "ocaml" },
	{ "TERMINFO*",               NO,      "programs that draw on terminals" },
	{ "GTK_*",                   NO,      "GTK: GTK_MODULES …" },
	{ "GIO_*",                   NO,      "GLib" },
	{ "GDK_PIXBUF_*",            NO,      "GTK" },
	{ "GST_*",                   NO,      "GStreamer" },
	{ "QT_PLUGIN_PATH",          NO,      "Qt" },
	{ "QT_QPA_PLATFORM_PLUGIN_PATH", NO,  "Qt" },
	{ "QML*",                    NO,      "Qt" },
	{ "DBUS_*_ADDRESS",          SOCKET,  "D-Bus: unixexec: starts a program" },

	/* what agents and shells set to the project themselves */
	{ "PWD",                     YES,     "shells" },
	{ "OLDPWD",                  YES,     "shells" },
	{ "*_PROJECT_DIR",           YES,     "hooks" },
	{ "*_CWD",                   YES,     "hooks" },
	{ "*_WORKSPACE_ROOT",        YES,     "hooks" },
	{ "*_TRANSCRIPT_PATH",       YES,     "hooks" },
	{ "CRUSH_TOOL_INPUT_*",      YES,     "hooks" },
	{ "GITHUB_WORKSPACE",        YES,     "programs on GitHub" },
	/* clang-format on */
};

const size_t gaff_n_variable_rows = COUNT_OF(gaff_variable_rows);

const char *gaff_inheritance_name(enum gaff_inheritance how)
{
	static const char *const names[] = {
		[YES] = "yes",
		[NO] = "no",
		[EARLY] = "no; but it may act before gaff is started",
		[OUTSIDE] = "an absolute path outside of the project",
		[ENTRIES] = "its absolute entries outside of the project",
		[SOCKET] = "a socket outside of the project",
	};

	return names[how];
}

/* Letters that are the same but for their case; others may be too, and are looked at again. */
static bool may_be(char a, char b)
{
	return !((a ^ b) & ~0x20);
}

static bool fits(const char *pattern, struct sv name)
{
	struct sv p, head;
	const char *star;

	if (pattern[0] != '*' && (!name.n || !may_be(pattern[0], name.p[0]))) /* most end here */
		return false;
	p = head = sv_of(pattern);
	star = memchr(p.p, '*', p.n);
	if (!star)
		return sv_eq_nocase(p, name);
	head.n = (size_t)(star - p.p);
	p = sv_skip(p, head.n + 1);
	return name.n >= head.n + p.n && sv_starts_nocase(name, head) &&
	       sv_eq_nocase(sv_skip(name, name.n - p.n), p);
}

const struct gaff_variable_row *gaff_variable_find(struct sv name)
{
	for (size_t i = 0; i < COUNT_OF(gaff_variable_rows); i++)
		if (fits(gaff_variable_rows[i].name, name))
			return &gaff_variable_rows[i];
	return NULL;
}

/* ---- where a path leads ---- */

static bool is_same(const struct stat *a, const struct stat *b)
{
	return b->st_ino && a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

static bool is_below(struct sv path, struct sv folder)
{
	return sv_starts(path, folder) &&
	       (folder.n == 1 || path.n == folder.n || path.p[folder.n] == '/');
}

static bool is_repository(const char *folder)
{
	char path[PATH_MAX + 8];
	struct stat s;

	return snprintf(path, sizeof path, "%s/.git", folder) < (int)sizeof path &&
	       lstat(path, &s) == 0;
}

/*
 * The outermost repository, in place: what is around a submodule or a worktree is of the same
 * people. A home ends it, and what programs of the system are in.
 */
static void widen(char *real, const struct stat *home)
{
	size_t n = strlen(real), found = n;
	char path[PATH_MAX];
	struct stat s;

	memcpy(path, real, n + 1);
	while (n && !is_below(SV("/usr/bin"), (struct sv){ path, n }) && stat(path, &s) == 0 &&
	       !is_same(&s, home)) {
		if (is_repository(path))
			found = n;
		while (n && path[n - 1] != '/')
			n--;
		path[n ? --n : 0] = '\0';
	}
	real[found] = '\0';
}

struct gaff_inside gaff_inherit_project(struct arena *a, const char *project)
{
	struct gaff_inside in = { 0 };
	const char *home = gaff_home();
	char real[PATH_MAX];

	if (!project || !realpath(project, real) || is_below(SV("/usr/bin"), sv_of(real)))
		return in;
	if (!home || stat(home, &in.home) != 0)
		in.home.st_ino = 0;
	widen(real, &in.home);
	if (stat(real, &in.folder) != 0)
		in.folder.st_ino = 0;
	in.project = sv_of(gaff_arena_dup(a, sv_of(real)));
	if (home && realpath(home, real) && is_below(sv_of(real), in.project))
		in.home_in_it = sv_of(gaff_arena_dup(a, sv_of(real)));
	return in;
}

/* ---- the way of a path, as the kernel goes it ---- */

#define LINKS_MAX 40

struct way {
	const struct gaff_inside *in;
	size_t n;         /* of `at` */
	int links;        /* seen */
	bool is_in;       /* the project, and not the home in it */
	bool has_been_in; /* since it began at the root */
	char at[PATH_MAX];
	char rest[2 * PATH_MAX];
};

/* What is in /proc is something else to whoever is started; /dev leads there. */
static bool is_special(struct sv at)
{
	return is_below(at, SV("/proc")) || is_below(at, SV("/dev"));
}

static bool follow(struct way *w, size_t parent, const char *rest)
{
	char target[2 * PATH_MAX];
	ssize_t n = readlink(w->at, target, PATH_MAX);
	size_t left = strlen(rest);

	if (n <= 0 || ++w->links > LINKS_MAX || (size_t)n + left + 2 > sizeof target)
		return false;
	target[n] = '/';
	memcpy(target + n + 1, rest, left + 1);
	memcpy(w->rest, target, (size_t)n + left + 2);
	w->n = parent;
	if (target[0] == '/') {
		w->n = 0;
		w->has_been_in = false;
	}
	w->at[w->n] = '\0';
	return true;
}

/* A name in the folder that was reached; `rest` is what follows. False: it leads nowhere good. */
static bool enter(struct way *w, struct sv name, const char *rest)
{
	size_t parent = w->n;
	struct stat s;

	if (w->n + 1 + name.n >= sizeof w->at)
		return false;
	w->at[w->n++] = '/';
	memcpy(w->at + w->n, name.p, name.n);
	w->n += name.n;
	w->at[w->n] = '\0';
	if (is_special((struct sv){ w->at, w->n }) || lstat(w->at, &s) != 0)
		return false;
	if (S_ISLNK(s.st_mode)) /* one in the project is what the project makes it */
		return !w->is_in && follow(w, parent, rest);
	memmove(w->rest, rest, strlen(rest) + 1);
	if (is_same(&s, &w->in->folder))
		w->is_in = w->has_been_in = true;
	if (is_same(&s, &w->in->home))
		w->is_in = false;
	return true;
}

static bool leave(struct way *w)
{
	while (w->n && w->at[--w->n] != '/')
		;
	w->at[w->n] = '\0';
	return !w->has_been_in;
}

/* True: it is there. Else that is how far it goes. */
static bool go(struct way *w)
{
	for (;;) {
		size_t skip = strspn(w->rest, "/"), n = strcspn(w->rest + skip, "/");
		struct sv name = { w->rest + skip, n };
		const char *rest = name.p + n;
		bool is_up = sv_eq(name, SV(".."));

		if (!n)
			return true;
		if (!is_up && !sv_eq(name, SV("."))) {
			if (!enter(w, name, rest))
				return false;
			continue;
		}
		if (is_up && !leave(w))
			return false;
		memmove(w->rest, rest, strlen(rest) + 1);
	}
}

enum end { IS_OUTSIDE, IS_INSIDE, IS_NOWHERE };

static enum end end_of(struct sv path, const struct gaff_inside *in)
{
	struct way w;
	bool is_there;

	if (!path.n || path.n >= PATH_MAX || path.p[0] != '/')
		return IS_NOWHERE;
	w.in = in;
	w.n = 0;
	w.links = 0;
	w.is_in = w.has_been_in = false;
	memcpy(w.rest, path.p, path.n);
	w.rest[path.n] = '\0';
	is_there = go(&w);
	return w.is_in ? IS_INSIDE : is_there ? IS_OUTSIDE : IS_NOWHERE;
}

/*
 * Not by its name alone: a link may lead in, and a name may be written in many ways. What passes
 * the project or /proc does not count either, and what is not there now may be there then.
 */
bool gaff_is_outside(struct sv path, const struct gaff_inside *in)
{
	return end_of(path, in) == IS_OUTSIDE;
}

struct sv gaff_inherit_entries(struct arena *a, struct sv value, const struct gaff_inside *in)
{
	struct buf b = buf_in(a);

	for (;;) {
		const char *colon = memchr(value.p, ':', value.n);
		struct sv entry = { value.p, colon ? (size_t)(colon - value.p) : value.n };

		if (gaff_is_outside(entry, in)) {
			if (b.n)
				buf_addc(&b, ':');
			gaff_buf_add(&b, entry);
		}
		if (!colon)
			break;
		value = sv_skip(value, entry.n + 1);
	}
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* One of the parts of a value, which `value` is then without; false: there are no more. */
static bool next_part(struct sv *value, char between, struct sv *part)
{
	const char *end = value->p ? memchr(value->p, between, value->n) : NULL;

	if (!value->p)
		return false;
	*part = (struct sv){ value->p, end ? (size_t)(end - value->p) : value->n };
	*value = end ? sv_skip(*value, part->n + 1) : (struct sv){ 0 };
	return true;
}

static bool are_outside(struct sv value, const struct gaff_inside *in)
{
	struct sv entry;

	while (next_part(&value, ':', &entry))
		if (!gaff_is_outside(entry, in))
			return false;
	return true;
}

/* Addresses of D-Bus: others than these start programs, or lead to other machines. */
static bool are_sockets(struct sv value, const struct gaff_inside *in)
{
	struct sv address, field;

	while (next_part(&value, ';', &address)) {
		(void)next_part(&address, ',', &field);
		if (sv_starts(field, SV("unix:path=")) &&
		    !gaff_is_outside(sv_skip(field, strlen("unix:path=")), in))
			return false;
		if (!sv_starts(field, SV("unix:path=")) && !sv_starts(field, SV("unix:abstract=")))
			return false;
		if (address.p && !sv_starts(address, SV("guid=")))
			return false;
	}
	return true;
}

/* ---- what no row names ---- */

static bool has(struct sv value, struct sv what)
{
	for (; value.n >= what.n; value = sv_skip(value, 1))
		if (sv_starts(value, what))
			return true;
	return false;
}

static bool is_in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c && strchr("._-+~@", c)) || c & 0x80;
}

/* Names the project, or a file in it: anywhere, for the value may be an option. */
static bool has_project(struct sv value, const struct gaff_inside *in)
{
	struct sv project = in->project;

	while (project.n && value.n >= project.n) {
		const char *slash = memchr(value.p, '/', value.n);

		if (!slash)
			return false;
		value = sv_skip(value, (size_t)(slash - value.p));
		if (sv_starts(value, project) &&
		    (value.n == project.n || !is_in_name(value.p[project.n])) &&
		    !(in->home_in_it.n && is_below(value, in->home_in_it)))
			return true;
		value = sv_skip(value, 1);
	}
	return false;
}

static bool has_dots(struct sv path)
{
	return has(path, SV("/./")) || has(path, SV("/../"));
}

/* An entry that is for whoever stands in the project, or hides where it leads. */
static bool is_suspect(struct sv entry, const struct gaff_inside *in)
{
	enum end end;

	if (sv_starts(entry, SV("./")) || sv_starts(entry, SV("../")))
		return true;
	if (!entry.n || entry.p[0] != '/')
		return false;
	if (is_below(entry, SV("/proc")) || is_below(entry, SV("/dev/fd")))
		return true;
	end = end_of(entry, in);
	return end == IS_INSIDE || (end == IS_NOWHERE && (has(entry, SV("//")) || has_dots(entry)));
}

/* "//host/…" after a scheme: a server's, but for names that no server has. */
static bool is_of_url(struct sv before, struct sv entry)
{
	return before.n && !memchr(before.p, '/', before.n) && sv_starts(entry, SV("//")) &&
	       !sv_starts(entry, SV("//proc/")) && !has_dots(entry);
}

/* There is no end of variables that load code: those of the project's own files never count. */
static bool is_data(struct sv value, const struct gaff_inside *in)
{
	struct sv rest = value, before = { 0 }, entry;

	if (sv_starts_nocase(value, SV("unixexec:")) || has_project(value, in))
		return false;
	while (next_part(&rest, ':', &entry)) {
		if (!is_of_url(before, entry) && is_suspect(entry, in))
			return false;
		before = entry;
	}
	return true;
}

bool gaff_is_inherited(const struct gaff_variable_row *row, struct sv value,
		       const struct gaff_inside *in)
{
	if (!row)
		return is_data(value, in);
	if (row->how == OUTSIDE)
		return gaff_is_outside(value, in);
	if (row->how == ENTRIES)
		return are_outside(value, in);
	return row->how == SOCKET ? are_sockets(value, in) : row->how == YES;
}

/* ---- all of them ---- */

static char *variable(struct arena *a, struct sv name, struct sv value)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, name);
	buf_addc(&b, '=');
	gaff_buf_add(&b, value);
	return buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
}

/* What is left of one of these, or NULL. */
static char *take(struct arena *a, char *from, struct sv name, const struct gaff_inside *in)
{
	const struct gaff_variable_row *row = gaff_variable_find(name);
	struct sv value = sv_of(from + name.n + 1);
	bool is_path = sv_eq(name, SV("PATH"));
	const char *home;

	if ((!row || row->how != ENTRIES) && gaff_is_inherited(row, value, in))
		return from;
	if (row && row->how == ENTRIES) {
		struct sv left = gaff_inherit_entries(a, value, in);

		if (left.n)
			return left.n == value.n ? from : variable(a, name, left);
	}
	if (is_path) /* else the C library takes one of its own, which may have "." in it */
		return variable(a, name, SV(GAFF_PATH_FOR_NONE));
	home = sv_eq(name, SV("HOME")) ? gaff_home() : NULL;
	return home && gaff_is_outside(sv_of(home), in) ? variable(a, name, sv_of(home)) : NULL;
}

size_t gaff_inherit(struct arena *a, char *const *from, const char *project, char **to)
{
	struct gaff_inside in = gaff_inherit_project(a, project);
	bool has_path = false;
	char *left;
	size_t n = 0;

	for (size_t i = 0; from[i]; i++) {
		const char *equals = strchr(from[i], '=');
		struct sv name = { from[i], equals ? (size_t)(equals - from[i]) : 0 };

		left = equals ? take(a, from[i], name, &in) : NULL;
		if (left)
			to[n++] = left;
		has_path = has_path || sv_eq(name, SV("PATH"));
	}
	left = has_path ? NULL : variable(a, SV("PATH"), SV(GAFF_PATH_FOR_NONE));
	if (left) /* else there is no memory */
		to[n++] = left;
	to[n] = NULL;
	return n;
}
