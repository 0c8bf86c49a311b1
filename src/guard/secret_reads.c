#include "guard/secret_reads.h"

#include "base/limits.h"
#include "guard/place.h"

/*
 * Which words of a program are files that it reads. Whatever is not in these tables reads all of
 * its words: a program that nobody has heard of is no way around.
 */

/* Programs that do not show what is in the files they are given, or only use it themselves. */
static const char silent[] =
	"echo printf ls dir exa eza lsd stat test [ [[ touch mkdir rm rmdir unlink shred trash "
	"trash-put chmod chown chgrp chattr setfacl getfacl cd pushd popd du df basename dirname "
	"realpath readlink which type command tree file wc md5sum sha1sum sha256sum sha512sum "
	"shasum "
	"cksum tee truncate mkfifo ssh ssh-add ssh-keygen ssh-copy-id ssh-agent scp-key docker "
	"podman "
	"docker-compose kubectl helm terraform tofu ansible ansible-playbook gcloud az "
	"export unset local declare typeset readonly alias unalias set true false : exit return "
	"kill ps sleep man help code cursor idea open xdg-open git-crypt dotenv env-cmd direnv "
	"make";

/* Sub-commands of git that do not show files. */
static const char silent_git[] =
	"add status check-ignore rm mv log commit ls-files checkout restore reset switch branch "
	"update-index clean stash push pull fetch remote config init clone tag rev-parse";

/* The first operand is a pattern or a script, unless one of these options has it. */
static const struct {
	const char *programs, *options;
} scripts[] = {
	{ "grep egrep fgrep zgrep rg ag ack ugrep", "-e --regexp -f --file" },
	{ "sed gsed", "-e --expression -f --file" },
	{ "awk gawk mawk nawk", "-f --file" },
	{ "jq yq gojq", "-f --from-file" },
	{ "perl ruby", "-e -E" },
};

/* The last operand is where things go, unless an option has it. */
static const char copies[] = "cp mv ln link install rsync scp gcp gmv ditto";

/* Programs that find text: they do not show it when they only say whether or where. */
static const char quiet_programs[] = "grep egrep fgrep zgrep rg ag ugrep";
static const char quiet_options[] =
	"-q --quiet --silent -c --count -l --files-with-matches -L --files-without-match";

/* Options by which a program is told what to work with or where to write: a key to log in by,
 * settings, what is left out. What they name is not shown. */
static const char uses[] =
	"-i --identity-file --env-file --envfile --dotenv --env --config --kubeconfig --key --cert "
	"--cacert --capath --private-key --tlskey --tlscert --tlscacert --ssl-key --ssl-cert "
	"--ssl-ca --sslkey --keyfile --certfile --key-file --cert-file --credentials --netrc-file "
	"--defaults-file --defaults-extra-file --userconfig --keystore --exclude --exclude-from "
	"--exclude-dir --ignore --ignore-file -o --output --out --outfile -out -keyout -key-file "
	"-cert-file --of";

/* Options whose value is a pattern of files that are searched. */
static const char globs[] = "-g --glob --iglob --include";

/* Options whose value is code, which is looked at by itself. */
static const char codes[] = "-c -e -E -r -p --eval --print --expression --regexp -m";

/* Programs whose words make them do something with a file that another one has named. */
static const char takers[] = "xargs parallel cpio tar rsync";

/* How far behind a program those are looked for that it starts or feeds. */
enum { NEAR = 32 };

static bool is_among(const char *names, struct sv name)
{
	while (*names && name.n) {
		size_t n = strcspn(names, " ");

		if (n == name.n && memcmp(names, name.p, n) == 0)
			return true;
		names += n + (names[n] == ' ');
	}
	return false;
}

static bool has_any(const struct gaff_args *args, const char *options)
{
	for (size_t i = 0; i < args->n; i++)
		if ((args->arg[i].kind == GAFF_ARG_SHORT || args->arg[i].kind == GAFF_ARG_LONG) &&
		    is_among(options, args->arg[i].name))
			return true;
	return false;
}

/* ---- a word ---- */

/* Of "$DIR/.ssh/id_rsa" what is known: "/.ssh/id_rsa". Of "$x.env" nothing is. */
static struct sv known_tail(struct sv text)
{
	size_t i = text.n;

	while (i && text.p[i - 1])
		i--;
	return i < text.n && text.p[i] == '/' ? sv_skip(text, i) : SV("");
}

/* "see config/.env" is a title, and "ssh -i ~/.ssh/id_rsa" a command. */
static bool is_prose(struct sv text)
{
	return memchr(text.p, '\n', text.n) ||
	       (memchr(text.p, ' ', text.n) && !strchr("/~.", text.p[0]));
}

const struct gaff_secret_file *gaff_secret_word(struct gaff_guard_call *call,
						const struct gaff_program *program,
						struct gaff_word word)
{
	const struct gaff_secret_file *row;
	struct sv home = call->world.home, path, real = { 0 };

	if (!word.text.n || word.text.n > GAFF_PATH_MAX || is_prose(word.text))
		return NULL;
	if (!word_is_known(word)) {
		word.text = known_tail(word.text);
		return gaff_secret_file_row(word.text, home, word.has_pattern);
	}
	row = gaff_secret_file_row(word.text, home, word.has_pattern);
	if (row || program->is_elsewhere)
		return row;
	path = gaff_place_path(call->arena, &call->world, program, word, &real);
	row = gaff_secret_file_row(path, home, word.has_pattern);
	if (!row && real.n && !sv_eq(real, path))
		row = gaff_secret_file_row(real, home, word.has_pattern);
	return row;
}

struct reader {
	struct gaff_guard_call *call;
	const struct gaff_args *args;
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
	struct sv name = r->args->program->name, text = word.text;
	const char *mark;

	if (sv_eq(name, SV("git"))) {
		mark = text.n ? memchr(text.p, ':', text.n) : NULL;
		if (mark)
			text = sv_skip(text, (size_t)(mark - text.p) + 1);
	} else if (is_among("scp rsync", name) && text.n && memchr(text.p, ':', text.n) &&
		   !memchr(text.p, '/',
			   (size_t)((const char *)memchr(text.p, ':', text.n) - text.p))) {
		return; /* of another machine */
	}
	look_at_text(r, word, text);
}

/* The value of an option, in the ways in which files are named there. */
static void look_at_value(struct reader *r, const struct gaff_arg *arg)
{
	struct gaff_word word = r->args->program->word[arg->word];
	struct sv value = arg->value;
	const char *mark = value.n ? memchr(value.p, '@', value.n) : NULL;

	if (is_among(uses, arg->name) || is_among(codes, arg->name))
		return;
	word.has_pattern |= is_among(globs, arg->name);
	if (mark && sv_eq(r->args->program->name, SV("curl"))) {
		value = sv_skip(value, (size_t)(mark - value.p) + 1);
		mark = memchr(value.p, ';', value.n); /* ";type=text/plain" */
		if (mark)
			value.n = (size_t)(mark - value.p);
	} else if (sv_eq(r->args->program->name, SV("curl")) &&
		   !is_among("-T --upload-file -K --config", arg->name)) {
		return; /* data, not a file */
	}
	look_at_text(r, word, value);
}

/* ---- a program ---- */

static size_t count_operands(const struct gaff_args *args)
{
	size_t n = 0;

	for (size_t i = 0; i < args->n; i++)
		n += args->arg[i].kind == GAFF_ARG_OPERAND || args->arg[i].kind == GAFF_ARG_HOLE;
	return n;
}

/* Which operands are files: from the first of them to before the last. */
static void operands_of(const struct gaff_args *args, size_t *from, size_t *to)
{
	struct sv name = args->program->name;

	*from = 0;
	*to = count_operands(args);
	if (sv_eq(name, SV("git"))) {
		const struct gaff_arg *sub = gaff_args_operand(args, 0);

		*from = sub && sv_eq(sub->name, SV("grep")) && !has_any(args, "-e -f") ? 2 : 1;
	}
	for (size_t i = 0; i < COUNT_OF(scripts); i++)
		if (is_among(scripts[i].programs, name) && !has_any(args, scripts[i].options))
			*from = 1;
	if (is_among(copies, name) && *to > 1 && !has_any(args, "-t --target-directory"))
		--*to;
}

/* cut -d= -f1: the names in a file, without their values. */
static bool shows_names(const struct gaff_args *args)
{
	const struct gaff_arg *field = gaff_args_option(args, SV("-f"), false, NULL);
	const struct gaff_arg *at = gaff_args_option(args, SV("-d"), false, NULL);

	return field && at && sv_eq(field->value, SV("1")) && sv_eq(at->value, SV("="));
}

static bool is_silent(const struct gaff_args *args)
{
	const struct gaff_program *p = args->program;
	const struct gaff_arg *sub = gaff_args_operand(args, 0);

	if (is_among(silent, p->name))
		return true;
	if (sv_eq(p->name, SV("git")))
		return !sub || is_among(silent_git, sub->name);
	if (sv_eq(p->name, SV("openssl"))) /* certificates are for everybody */
		return sub && is_among("x509 verify s_client crl ocsp version req rand", sub->name);
	if (is_among(quiet_programs, p->name))
		return has_any(args, quiet_options);
	return sv_eq(p->name, SV("cut")) && shows_names(args);
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

/* find . -name .env -exec cat {} \; and find . -name .env | xargs cat */
static void look_at_find(struct reader *r)
{
	const struct gaff_program *p = r->args->program;
	bool is_taken = has_any(r->args, "-exec -execdir -ok -okdir");

	size_t n = 0;

	for (const struct gaff_program *q = p->next; q && !is_taken && n < NEAR; q = q->next, n++)
		is_taken = q->fed_by == p && is_among(takers, q->name);
	for (size_t i = 0; i < r->args->n && is_taken; i++) {
		const struct gaff_arg *arg = &r->args->arg[i];
		struct gaff_word word = p->word[arg->word];
		const struct gaff_secret_file *row;

		if (!arg->has_value || !is_among("-name -iname -path -wholename", arg->name))
			continue;
		word.text = arg->value;
		row = gaff_secret_file_row(word.text, SV(""), true);
		if (row)
			r->found(r->arg, p, word, row);
	}
}

static void look_at_program(struct reader *r)
{
	const struct gaff_args *args = r->args;
	const struct gaff_program *p = args->program;
	size_t from, to, n = 0;

	for (const struct gaff_opened *o = p->opened; o; o = o->next)
		if (!o->writes)
			look_at_text(r, o->path, o->path.text);
	if (is_among("find gfind fd", p->name)) {
		look_at_find(r);
		return;
	}
	if (!p->n || is_silent(args) || is_launcher(p))
		return;
	operands_of(args, &from, &to);
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];

		switch (arg->kind) {
		case GAFF_ARG_OPERAND:
			/* of a program that is not in the tables, the value of an option */
			if (n >= from && n < to &&
			    !(arg->word > 1 && is_among(uses, p->word[arg->word - 1].text)))
				look_at_word(r, arg->word);
			n++;
			break;
		case GAFF_ARG_HOLE:
			if (n >= from && n < to)
				look_at_word(r, arg->word);
			n++;
			break;
		case GAFF_ARG_SHORT:
		case GAFF_ARG_LONG:
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
		struct reader r = { call, &call->args[i], found, arg };

		if (!p->is_elsewhere)
			look_at_program(&r);
	}
}
