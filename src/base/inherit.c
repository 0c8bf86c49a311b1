#include "base/inherit.h"

#include <limits.h>
#include <stdlib.h>

#include "base/dirs.h"

#define YES     GAFF_INHERIT_YES
#define NO      GAFF_INHERIT_NO
#define EARLY   GAFF_INHERIT_EARLY
#define OUTSIDE GAFF_INHERIT_OUTSIDE
#define ENTRIES GAFF_INHERIT_ENTRIES

/* The first that fits counts. What no row names is inherited. */
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
	{ "NIX_PATH",                NO,      "Nix" },
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

	{ "PYTHON*",                 NO,      "Python: PYTHONPATH, PYTHONHOME, PYTHONSTARTUP …" },
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
	{ "npm_*",                   NO,      "npm, npx" },
	{ "NPM_CONFIG_*",            NO,      "npm, npx" },
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
	{ "MISE_*_DIR",              OUTSIDE, "mise" },
	{ "MISE_*_FILE",             OUTSIDE, "mise" },

	{ "PERL*",                   NO,      "perl: PERL5LIB, PERL5OPT, PERLLIB …" },
	{ "GEM_HOME",                OUTSIDE, "ruby" },
	{ "GEM_PATH",                ENTRIES, "ruby" },
	{ "GEM_*",                   NO,      "ruby" },
	{ "RUBY*",                   NO,      "ruby: RUBYOPT, RUBYLIB …" },
	{ "BUNDLE_*",                NO,      "bundler" },
	{ "LUA_*",                   NO,      "lua" },
	{ "PHPRC",                   NO,      "php" },
	{ "PHP_INI_SCAN_DIR",        NO,      "php" },
	{ "COMPOSER_HOME",           OUTSIDE, "composer" },
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
	{ "MAVEN_*",                 NO,      "maven" },
	{ "GRADLE_USER_HOME",        OUTSIDE, "gradle" },
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

	{ "GIT_AUTHOR_*",            YES,     "git" },
	{ "GIT_COMMITTER_*",         YES,     "git" },
	{ "GIT_TERMINAL_PROMPT",     YES,     "git" },
	{ "GIT_OPTIONAL_LOCKS",      YES,     "git" },
	{ "GIT_*",                   NO,      "git: GIT_CONFIG*, GIT_EXEC_PATH, GIT_DIR, GIT_SSH_COMMAND …" },
	{ "PAGER",                   NO,      "git, man" },
	{ "MANPAGER",                NO,      "man" },
	{ "EDITOR",                  NO,      "git and others" },
	{ "VISUAL",                  NO,      "git and others" },
	{ "BROWSER",                 NO,      "programs that show a page" },
	{ "LESS*",                   NO,      "less: LESSOPEN …" },
	{ "SSH_ASKPASS*",            NO,      "ssh, git" },
	{ "SUDO_ASKPASS",            NO,      "sudo" },
	{ "RSYNC_RSH",               NO,      "rsync" },
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
	{ "ANSIBLE_*",               NO,      "ansible" },
	{ "HELM_*",                  OUTSIDE, "helm: its plugins are there" },
	{ "TF_CLI_CONFIG_FILE",      OUTSIDE, "terraform" },
	{ "PRE_COMMIT_HOME",         OUTSIDE, "pre-commit" },
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
	};

	return names[how];
}

static bool fits(const char *pattern, struct sv name)
{
	struct sv p = sv_of(pattern), head = p;
	const char *star;

	if (p.p[0] != '*' && (!name.n || p.p[0] != name.p[0])) /* most of them end here */
		return false;
	star = memchr(p.p, '*', p.n);
	if (!star)
		return sv_eq(p, name);
	head.n = (size_t)(star - p.p);
	p = sv_skip(p, head.n + 1);
	return name.n >= head.n + p.n && sv_starts(name, head) &&
	       sv_eq(sv_skip(name, name.n - p.n), p);
}

const struct gaff_variable_row *gaff_variable_find(struct sv name)
{
	for (size_t i = 0; i < COUNT_OF(gaff_variable_rows); i++)
		if (fits(gaff_variable_rows[i].name, name))
			return &gaff_variable_rows[i];
	return NULL;
}

/* ---- where a path leads ---- */

static bool is_below(struct sv path, struct sv folder)
{
	return sv_starts(path, folder) &&
	       (folder.n == 1 || path.n == folder.n || path.p[folder.n] == '/');
}

struct sv gaff_inherit_project(struct arena *a, const char *project)
{
	char real[PATH_MAX], home[PATH_MAX];
	const char *where = gaff_home(), *copy;

	if (!project || !realpath(project, real) || is_below(SV("/usr/bin"), sv_of(real)))
		return (struct sv){ 0 };
	if (where && realpath(where, home) && is_below(sv_of(home), sv_of(real)))
		return (struct sv){ 0 };
	copy = gaff_arena_dup(a, sv_of(real));
	return sv_of(copy);
}

/*
 * Not by its name alone: a link may lead in. What is in /proc means something else to whoever is
 * started, and what is not there now may be there then.
 */
bool gaff_is_outside(struct sv path, struct sv project)
{
	char name[PATH_MAX], real[PATH_MAX];

	if (!path.n || path.n >= sizeof name || path.p[0] != '/' || sv_starts(path, SV("/proc/")) ||
	    sv_starts(path, SV("/dev/")))
		return false;
	memcpy(name, path.p, path.n);
	name[path.n] = '\0';
	if (!realpath(name, real))
		return false;
	return !project.n || (!is_below(sv_of(real), project) && !is_below(path, project));
}

struct sv gaff_inherit_entries(struct arena *a, struct sv value, struct sv project)
{
	struct buf b = buf_in(a);

	for (;;) {
		const char *colon = memchr(value.p, ':', value.n);
		struct sv entry = { value.p, colon ? (size_t)(colon - value.p) : value.n };

		if (gaff_is_outside(entry, project)) {
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

bool gaff_is_inherited(const struct gaff_variable_row *row, struct sv value, struct sv project)
{
	bool is_whole = true;

	if (row->how == YES || row->how == NO || row->how == EARLY)
		return row->how == YES;
	if (row->how == OUTSIDE)
		return gaff_is_outside(value, project);
	for (;;) {
		const char *colon = memchr(value.p, ':', value.n);
		struct sv entry = { value.p, colon ? (size_t)(colon - value.p) : value.n };

		is_whole = is_whole && gaff_is_outside(entry, project);
		if (!colon)
			return is_whole;
		value = sv_skip(value, entry.n + 1);
	}
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
static char *take(struct arena *a, char *from, struct sv name, struct sv project)
{
	const struct gaff_variable_row *row = gaff_variable_find(name);
	struct sv value = sv_of(from + name.n + 1);
	bool is_path = sv_eq(name, SV("PATH"));
	const char *home;

	if (!row || (row->how != ENTRIES && gaff_is_inherited(row, value, project)))
		return from;
	if (row->how == ENTRIES) {
		struct sv left = gaff_inherit_entries(a, value, project);

		if (left.n)
			return left.n == value.n ? from : variable(a, name, left);
	}
	if (is_path) /* else the C library takes one of its own, which may have "." in it */
		return variable(a, name, SV(GAFF_PATH_FOR_NONE));
	home = sv_eq(name, SV("HOME")) ? gaff_home() : NULL;
	return home && gaff_is_outside(sv_of(home), project) ? variable(a, name, sv_of(home))
							     : NULL;
}

size_t gaff_inherit(struct arena *a, char *const *from, const char *project, char **to)
{
	struct sv inside = gaff_inherit_project(a, project);
	bool has_path = false;
	size_t n = 0;

	for (size_t i = 0; from[i]; i++) {
		const char *equals = strchr(from[i], '=');
		struct sv name = { from[i], equals ? (size_t)(equals - from[i]) : 0 };
		char *left = equals ? take(a, from[i], name, inside) : NULL;

		if (left)
			to[n++] = left;
		has_path = has_path || sv_eq(name, SV("PATH"));
	}
	if (!has_path)
		to[n++] = variable(a, SV("PATH"), SV(GAFF_PATH_FOR_NONE));
	to[n] = NULL;
	return n;
}
