#include "guard/guards/secret_reads.h"

#include "base/fs.h"
#include "base/limits.h"
#include "guard/eval/place.h"
#include "guard/pieces.h"
#include "text/words.h"

/*
 * Which words of a program are files that it reads. Whatever is not in these tables reads all of
 * its words: a program that nobody has heard of is no way around.
 */

enum how {
	SILENT = 1, /* it does not show what is in the files it is given, or only uses it itself */
	SCRIPT = 2, /* the first operand is a pattern or a script, unless an option has it */
	COPIES = 4, /* the last operand is where things go, unless an option has it */
	QUIET = 8,  /* silent with an option that only asks whether or where something is */
	FINDS = 16, /* it names files, for others to read */
	TAKES = 32, /* it reads, or has read, the files that another program names */
	SUBS = 64,  /* silent with some sub-commands */
	CUTS = 128, /* silent when it shows names without their values */
};

/* clang-format off */
#define NAMES(...) (const char *const[]){ __VA_ARGS__, NULL }

static const struct {
	unsigned how;
	const char *const *names;
} programs_known[] = {
	{ SILENT, NAMES(
	  "[", "[[", ":", "alias", "ansible", "ansible-playbook", "az", "basename", "cd", "chattr",
	  "chgrp", "chmod", "chown", "cksum", "code", "command", "cursor", "declare", "df", "dir",
	  "direnv", "dirname", "dotenv", "du", "echo", "env-cmd", "exa", "exit", "export", "eza",
	  "false", "file", "getfacl", "git-crypt", "helm", "help", "idea", "kill", "local", "ls", "lsd",
	  "make", "man", "md5sum", "mkdir", "mkfifo", "open", "popd", "printf", "ps", "pushd",
	  "readlink", "readonly", "realpath", "return", "rm", "rmdir", "set", "setfacl", "sha1sum",
	  "sha256sum", "sha512sum", "shasum", "shred", "sleep", "ssh", "ssh-add", "ssh-agent",
	  "ssh-copy-id", "ssh-keygen", "stat", "tee", "terraform", "test", "tofu", "touch", "trash",
	  "trash-put", "tree", "true", "truncate", "type", "typeset", "unalias", "unlink", "unset",
	  "virtualenv", "wc", "which", "xdg-open") },
	{ SCRIPT, NAMES(
	  "awk", "gawk", "gojq", "gsed", "jq", "mawk", "nawk", "perl", "ruby", "sed", "yq") },
	{ COPIES, NAMES("cp", "ditto", "gcp", "gmv", "install", "link", "ln", "mv", "scp") },
	{ SCRIPT | QUIET, NAMES("ack", "ag", "egrep", "fgrep", "grep", "rg", "ugrep", "zgrep") },
	{ SUBS, NAMES("docker", "docker-compose", "gcloud", "git", "kubectl", "openssl", "podman") },
	{ TAKES, NAMES("cpio", "parallel", "tar", "xargs") },
	{ FINDS, NAMES("fd", "find", "gfind") },
	{ CUTS, NAMES("cut") },
	{ COPIES | TAKES, NAMES("rsync") },
};
/* clang-format on */

/* Sub-commands that do not show files; of openssl those of certificates, which are public. */
static const char silent_git[] =
	"add status check-ignore rm mv log commit ls-files checkout restore reset switch branch "
	"update-index clean stash push pull fetch remote config init clone tag rev-parse";
static const char silent_openssl[] =
	"x509 verify s_client crl ocsp version req rand genrsa genpkey";

/* With these they show what has changed in them. */
static const char patch_options[] = "-p --patch --patch-with-stat --patch-with-raw";

/* Of docker, kubectl and gcloud only these take files away; all else is read by what they run. */
static const char copying[] = "cp scp rsync";

/* Options that have the script which is the first operand otherwise. */
static const char script_options[] = "-e -E --regexp --expression -f --file --from-file";

static const char quiet_options[] =
	"-q --quiet --silent -c --count -l --files-with-matches -L --files-without-match";

/* Options by which a program is told what to work with or where to write: a key to log in by,
 * settings, what is left out. What they name is not shown. */
static const char uses[] =
	"--identity-file --env-file --envfile --dotenv --env --config --kubeconfig --key --cert "
	"--cacert --capath --private-key --tlskey --tlscert --tlscacert --ssl-key --ssl-cert "
	"--ssl-ca --sslkey --keyfile --certfile --key-file --cert-file --credentials --netrc-file "
	"--defaults-file --defaults-extra-file --userconfig --keystore --exclude --exclude-from "
	"--exclude-dir --ignore --ignore-file -o --output --out --outfile -out -keyout -key-file "
	"-cert-file --of";

/* "-i key" is how one logs in by these; of others -i means anything: "grep x -i .env". */
static const char logs_in[] = "ssh scp sftp mosh sshfs rsync age rage";

/* Options whose value is a pattern of files that are searched. */
static const char globs[] = "-g --glob --iglob --include";

/* Options whose value is code, which is looked at by itself. */
static const char codes[] = "-c -e -E -r -p --eval --print --expression --regexp -m";

/* How far behind a program those are looked for that it starts or feeds. */
enum { NEAR = 32 };

static unsigned how_of(struct sv name)
{
	for (size_t i = 0; i < COUNT_OF(programs_known) && name.n; i++)
		for (const char *const *known = programs_known[i].names; *known; known++)
			if (**known == name.p[0] && sv_eq(sv_of(*known), name))
				return programs_known[i].how;
	return 0;
}

static bool has_any(const struct gaff_args *args, const char *options)
{
	for (size_t i = 0; i < args->n; i++)
		if ((args->arg[i].kind == GAFF_ARG_SHORT || args->arg[i].kind == GAFF_ARG_LONG) &&
		    gaff_is_among(args->arg[i].name, options))
			return true;
	return false;
}

/* ---- a word ---- */

/* "see config/.env" is a title, and "ssh -i ~/.ssh/id_rsa" a command. */
static bool is_prose(struct sv text)
{
	return memchr(text.p, '\n', text.n) ||
	       (memchr(text.p, ' ', text.n) && !strchr("/~.", text.p[0]));
}

/*
 * Most words are names that no file has: then there is no link to follow. What such a name would be
 * in this folder is told without making a path of it, unless the folder itself is in the rows, as
 * those below a dot folder, the home and those of the system are.
 */
static bool is_no_file(const struct gaff_guard_call *call, const struct gaff_program *program,
		       struct gaff_word word)
{
	struct sv cwd = program->cwd, home = call->world.home;
	char path[1024];

	if (word.has_pattern || !cwd.n || cwd.n + word.text.n + 2 > sizeof path ||
	    memchr(word.text.p, '/', word.text.n) || strchr("~.", word.text.p[0]) ||
	    sv_has(cwd, SV("/.")) || sv_eq(cwd, home) || !sv_starts(cwd, home) || !home.n)
		return false;
	memcpy(path, cwd.p, cwd.n);
	path[cwd.n] = '/';
	memcpy(path + cwd.n + 1, word.text.p, word.text.n);
	path[cwd.n + 1 + word.text.n] = '\0';
	return !gaff_fs_is_there(path) && !gaff_secret_file_row(word.text, home, false);
}

/* https://example.com/signing.key is what somebody shows to everybody. */
static bool is_elsewhere(struct sv text)
{
	size_t n = 0;

	while (n < text.n && ascii_isalpha(text.p[n]))
		n++;
	return n > 1 && sv_starts(sv_skip(text, n), SV("://")) &&
	       !sv_starts_nocase(text, SV("file:"));
}

const struct gaff_secret_file *gaff_secret_word(struct gaff_guard_call *call,
						const struct gaff_program *program,
						struct gaff_word word)
{
	const struct gaff_secret_file *row;
	struct sv home = call->world.home, path, real = { 0 };

	if (!word.text.n || word.text.n > GAFF_PATH_MAX || is_prose(word.text) ||
	    is_elsewhere(word.text))
		return NULL;
	if (!word_is_known(word))
		return gaff_secret_file_row(word_known_tail(word), home, word.has_pattern);
	if (is_no_file(call, program, word))
		return NULL;
	path = gaff_place_path(call->arena, &call->world, program, word, &real);
	row = gaff_secret_file_row(path.n ? path : word.text, home, word.has_pattern);
	if (!row && real.n && !sv_eq(real, path))
		row = gaff_secret_file_row(real, home, word.has_pattern);
	return row;
}

struct reader {
	struct gaff_guard_call *call;
	const struct gaff_args *args;
	unsigned how;
	gaff_secret_read_fn *found;
	void *arg;
};

static void look_at_text(struct reader *r, struct gaff_word word, struct sv text)
{
	const struct gaff_secret_file *row;

	word.text = text;
	row = gaff_secret_word(r->call, r->args->program, word);
	if (row)
		r->found(r->arg, r->args->program, word, row);
}

/* "@file" and "name=@file" of curl, "if=file" of dd, "HEAD:file" of git. */
static void look_at_word(struct reader *r, size_t i)
{
	struct gaff_word word = r->args->program->word[i];
	struct sv name = r->args->program->name, text = word.text, before, behind;

	if (sv_split(text, ':', &before, &behind)) {
		if (sv_eq(name, SV("git")))
			text = behind;
		else if (gaff_is_among(name, "scp rsync") && !sv_chr(before, '/'))
			return; /* of another machine */
	}
	look_at_text(r, word, text);
}

static bool is_use(const struct reader *r, struct sv option)
{
	if (sv_eq(option, SV("-i")))
		return gaff_is_among(r->args->program->name, logs_in);
	if (sv_eq(option, SV("-o")) && (r->how & SCRIPT || sv_eq(r->args->program->name, SV("od"))))
		return false;
	return gaff_is_among(option, uses);
}

/* The value of an option, in the ways in which files are named there. */
static void look_at_value(struct reader *r, const struct gaff_arg *arg)
{
	struct gaff_word word = r->args->program->word[arg->word];
	struct sv value = arg->value;
	const char *mark = sv_chr(value, '@');

	if (is_use(r, arg->name) || gaff_is_among(arg->name, codes))
		return;
	word.has_pattern |= gaff_is_among(arg->name, globs);
	if (!mark && gaff_is_among(arg->name, "-F --form"))
		mark = sv_chr(value, '<');
	if (mark && sv_eq(r->args->program->name, SV("curl"))) {
		value = sv_skip(value, (size_t)(mark - value.p) + 1);
		mark = memchr(value.p, ';', value.n); /* ";type=text/plain" */
		if (mark)
			value.n = (size_t)(mark - value.p);
	} else if (sv_eq(r->args->program->name, SV("curl")) &&
		   !gaff_is_among(arg->name, "-T --upload-file -K --config")) {
		return; /* data, not a file */
	}
	look_at_text(r, word, value);
}

/* ---- a program ---- */

/* docker cp, docker compose cp, gcloud storage cp, gcloud compute scp */
static bool copies(const struct gaff_args *args)
{
	for (size_t i = 0; i < 2; i++) {
		const struct gaff_arg *sub = gaff_args_operand(args, i);

		if (sub && gaff_is_among(sub->name, copying) &&
		    gaff_is_among(args->program->name,
				  "docker docker-compose podman kubectl gcloud"))
			return true;
	}
	return false;
}

/* Which operands are files: from the first of them to before the last. */
static void operands_of(const struct reader *r, size_t *from, size_t *to)
{
	const struct gaff_args *args = r->args;

	*from = r->how & SCRIPT && !has_any(args, script_options);
	*to = gaff_args_count(args);
	if (sv_eq(args->program->name, SV("git"))) {
		const struct gaff_arg *sub = gaff_args_operand(args, 0);

		*from = sub && sv_eq(sub->name, SV("grep")) && !has_any(args, "-e -f") ? 2 : 1;
	}
	if (copies(args) && *to > 1)
		--*to;
	if (r->how & COPIES && *to > 1 && !has_any(args, "-t --target-directory"))
		--*to;
}

/* cut -d= -f1: the names in a file, without their values. */
static bool shows_names(const struct gaff_args *args)
{
	const struct gaff_arg *field = gaff_args_option(args, SV("-f"), false, NULL);
	const struct gaff_arg *at = gaff_args_option(args, SV("-d"), false, NULL);

	return field && at && sv_eq(field->value, SV("1")) && sv_eq(at->value, SV("="));
}

/* python3 -m venv .env: some call a folder of Python's so. */
static bool makes_environment(const struct gaff_args *args)
{
	const struct gaff_arg *module;

	if (!sv_starts(args->program->name, SV("python")))
		return false;
	module = gaff_args_option(args, SV("-m"), false, NULL);
	return module && gaff_is_among(module->value, "venv virtualenv");
}

static bool is_silent(const struct reader *r)
{
	const struct gaff_arg *sub;

	if (makes_environment(r->args))
		return true;

	if (r->how & SUBS) {
		sub = gaff_args_operand(r->args, 0);
		if (sv_eq(r->args->program->name, SV("git")))
			return !sub || (gaff_is_among(sub->name, silent_git) &&
					!has_any(r->args, patch_options));
		if (sv_eq(r->args->program->name, SV("openssl")))
			return !sub || gaff_is_among(sub->name, silent_openssl);
		return !copies(r->args);
	}
	return r->how & SILENT || (r->how & QUIET && has_any(r->args, quiet_options)) ||
	       (r->how & CUTS && shows_names(r->args));
}

/* Does it start what reads its words? That follows it in the list, at once or soon. */
static bool is_launcher(const struct gaff_program *p)
{
	size_t n = 0;

	for (const struct gaff_program *q = p->next; q && n < NEAR; q = q->next, n++)
		if (q->launcher == p)
			return true;
	return false;
}

/* Does another program get the names that it prints: find | xargs cat, cat $(find ...)? */
static bool is_taken(const struct gaff_program *p)
{
	size_t n = 0;

	for (const struct gaff_program *q = p->next; q && n < NEAR; q = q->next, n++) {
		unsigned how = how_of(q->name);

		if (q->fed_by == p && how & TAKES)
			return true;
		for (size_t i = 1; i < q->n && !(how & SILENT); i++)
			if (!word_is_known(q->word[i]) && q->word[i].at < p->at &&
			    p->at < q->word[i].at + q->word[i].n)
				return true;
	}
	return false;
}

/* The name below the folder; or, without a folder, the name wherever it is. */
static void look_at_found(struct reader *r, const struct gaff_arg *folder,
			  const struct gaff_arg *name)
{
	const struct gaff_program *p = r->args->program;
	struct gaff_word word = p->word[name ? name->word : folder ? folder->word : 0];
	struct buf b = buf_in(r->call->arena);
	const struct gaff_secret_file *row;

	if (folder) {
		gaff_buf_add(&b, folder->name);
		if (name)
			buf_addc(&b, '/');
	}
	if (name)
		gaff_buf_add(&b, name->value);
	word.text = buf_sv(&b);
	word.has_pattern |= name != NULL;
	row = folder ? gaff_secret_word(r->call, p, word)
		     : gaff_secret_file_row(word.text, SV(""), true);
	if (row)
		r->found(r->arg, p, word, row);
}

/* fd '^\.env$' -x cat: what is looked for is a regular expression, mostly a plain one. */
static void look_at_fd(struct reader *r)
{
	const struct gaff_arg *arg = gaff_args_operand(r->args, 0);
	struct gaff_word word = r->args->program->word[arg ? arg->word : 0];
	struct buf b = buf_in(r->call->arena);
	const struct gaff_secret_file *row;

	for (size_t i = 0; arg && i < arg->name.n; i++)
		if (!strchr("^$\\", arg->name.p[i]))
			buf_addc(&b, arg->name.p[i]);
	word.text = buf_sv(&b);
	row = gaff_secret_file_row(word.text, SV(""), false);
	if (row)
		r->found(r->arg, r->args->program, word, row);
}

/* find . -name .env -exec cat {} \; and find ~/.ssh -type f | xargs cat */
static void look_at_find(struct reader *r)
{
	const struct gaff_args *args = r->args;
	bool has_name = false;

	if (!has_any(args, "-exec -execdir -ok -okdir -x -X --exec --exec-batch") &&
	    !is_taken(args->program))
		return;
	if (gaff_is_among(args->program->name, "fd fdfind")) {
		look_at_fd(r);
		return;
	}
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];

		if (!arg->has_value || !gaff_is_among(arg->name, "-name -iname -path -wholename"))
			continue;
		look_at_found(r, NULL, arg);
		has_name = true;
		for (size_t k = 0; k < i && gaff_is_among(arg->name, "-name -iname"); k++)
			if (args->arg[k].kind == GAFF_ARG_OPERAND)
				look_at_found(r, &args->arg[k], arg);
	}
	for (size_t i = 0; i < args->n && !has_name; i++)
		if (args->arg[i].kind == GAFF_ARG_OPERAND)
			look_at_found(r, &args->arg[i], NULL);
}

/* Of a program that is not in the tables of options: is it the value of one of `uses`? */
static bool is_used(const struct reader *r, size_t word)
{
	struct sv before = word > 1 ? r->args->program->word[word - 1].text : SV("");

	return before.n && before.p[0] == '-' && is_use(r, before);
}

static void look_at_program(struct reader *r)
{
	const struct gaff_args *args = r->args;
	const struct gaff_program *p = args->program;
	size_t from, to, n = 0;

	for (const struct gaff_opened *o = p->opened; o; o = o->next)
		if (!o->writes)
			look_at_text(r, o->path, o->path.text);
	if (r->how & FINDS) {
		look_at_find(r);
		return;
	}
	if (!p->n || is_silent(r) || is_launcher(p))
		return;
	operands_of(r, &from, &to);
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];

		switch (arg->kind) {
		case GAFF_ARG_OPERAND:
		case GAFF_ARG_HOLE:
			if (n >= from && n < to &&
			    (arg->kind == GAFF_ARG_HOLE || !is_used(r, arg->word)))
				look_at_word(r, arg->word);
			n++;
			break;
		case GAFF_ARG_SHORT:
		case GAFF_ARG_LONG:
			if (sv_eq(arg->name, SV("-x")) && sv_eq(p->name, SV("zip")))
				return; /* the rest is left out */
			if (arg->has_value)
				look_at_value(r, arg);
			break;
		case GAFF_ARG_END:
			break;
		}
	}
}

void gaff_secret_reads(struct gaff_guard_call *call, const struct gaff_programs *programs,
		       gaff_secret_read_fn *found, void *arg)
{
	size_t i = 0;

	for (const struct gaff_program *p = programs->first; p; p = p->next, i++) {
		struct reader r = { call, &call->args[i], how_of(p->name), found, arg };

		if (!p->is_elsewhere)
			look_at_program(&r);
	}
}
