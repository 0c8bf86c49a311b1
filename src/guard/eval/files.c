#include "guard/eval/files.h"

#include <stdint.h>

#include "guard/pieces.h"
#include "text/patch.h"
#include "text/path.h"
#include "text/words.h"

/* Which of its words a program changes. */
enum which {
	ALL,       /* every operand */
	BUT_FIRST, /* the first is something else: a mode, a script */
	FIRST,
	TARGET,  /* the last, or below it when that is a folder; also -t DIR */
	SOURCES, /* all but the target */
	VALUES,  /* what is given to one of the options in `of` */
	INSIDE, /* below the folder given to one of the options in `of`, else below where it runs */
	SUB,    /* every operand behind the sub-command, which is one of `of` */
	FOUND,  /* every operand, or some of what is below it, if it is looked for */
};

/*
 * Programs; options of which it must have one (or NULL), behind "!" none; which words; of what; and
 * what becomes of them. Names are separated by spaces. A program may have several rows.
 */
struct file_row {
	const char *programs, *with;
	enum which which;
	const char *of;
	enum gaff_file_act act;
};

/* clang-format off */
static const struct file_row rows[] = {
	{ "tee sponge touch truncate mkdir mkfifo fallocate", NULL, ALL, NULL, GAFF_FILE_WRITES },
	{ "gzip gunzip bzip2 bunzip2 xz unxz zstd",  "!-c --stdout --to-stdout -l --list -t --test", ALL,       NULL, GAFF_FILE_WRITES },
	{ "ed ex vi vim nvim nano",                  NULL,                 ALL,       NULL, GAFF_FILE_WRITES },
	{ "chmod chown chgrp chattr setfacl rename", NULL,                 BUT_FIRST, NULL, GAFF_FILE_WRITES },
	{ "rm rmdir unlink shred srm rimraf trash trash-put", NULL,        ALL,       NULL, GAFF_FILE_DELETES },
	{ "find",                                    "-delete",            FOUND,     NULL, GAFF_FILE_DELETES },
	{ "cp mv install ln link rsync scp ditto",   NULL,                 TARGET,    NULL, GAFF_FILE_WRITES },
	{ "mv",                                      NULL,                 SOURCES,   NULL, GAFF_FILE_DELETES },
	{ "rsync",                                   "--remove-source-files", SOURCES, NULL, GAFF_FILE_DELETES },
	{ "sed gsed",                                "-i --in-place",      BUT_FIRST, NULL, GAFF_FILE_WRITES },
	{ "yq sd",                                   "-i --inplace",       BUT_FIRST, NULL, GAFF_FILE_WRITES },
	{ "perl ruby",                               "-i",                 ALL,       NULL, GAFF_FILE_WRITES },
	{ "awk gawk",                                "-i",                 BUT_FIRST, NULL, GAFF_FILE_WRITES },
	{ "prettier gofmt goimports",                "--write -w",         ALL,       NULL, GAFF_FILE_WRITES },
	{ "dd",                                      NULL,                 VALUES,    "--of", GAFF_FILE_WRITES },
	{ "curl",                                    NULL,                 VALUES,    "-o --output -D --dump-header -c --cookie-jar --trace", GAFF_FILE_WRITES },
	{ "curl",                                    "-O --remote-name -J", INSIDE,   "--output-dir", GAFF_FILE_WRITES },
	{ "wget",                                    NULL,                 VALUES,    "-O --output-document -o --output-file -a", GAFF_FILE_WRITES },
	{ "wget",                                    "-P --directory-prefix", INSIDE, "-P --directory-prefix", GAFF_FILE_WRITES },
	{ "sort gcc g++ cc c++ clang clang++ ld rustc tsc esbuild gpg gpg2", NULL, VALUES, "-o --output --outfile", GAFF_FILE_WRITES },
	{ "openssl",                                 NULL,                 VALUES,    "-out", GAFF_FILE_WRITES },
	{ "tar bsdtar gtar",                         "-x --extract --get", INSIDE,    "-C --directory", GAFF_FILE_WRITES },
	{ "tar bsdtar gtar",                         "-c --create -r --append -u", VALUES, "-f --file", GAFF_FILE_WRITES },
	{ "unzip",                                   NULL,                 INSIDE,    "-d", GAFF_FILE_WRITES },
	{ "zip",                                     NULL,                 FIRST,     NULL, GAFF_FILE_WRITES },
	{ "patch",                                   NULL,                 FIRST,     NULL, GAFF_FILE_WRITES },
	{ "patch",                                   "-d --directory",     INSIDE,    "-d --directory", GAFF_FILE_WRITES },
	{ "git",                                     NULL,                 SUB,       "checkout restore", GAFF_FILE_WRITES },
	{ "git",                                     NULL,                 SUB,       "rm mv", GAFF_FILE_DELETES },
	{ "mount bindfs sshfs unionfs",              NULL,                 TARGET,    NULL, GAFF_FILE_WRITES },
	{ "umount fusermount fusermount3",           NULL,                 ALL,       NULL, GAFF_FILE_WRITES },
	{ "ssh-keygen",                              "!-l -y -F -B -e -i", VALUES,    "-f", GAFF_FILE_WRITES },
};
/* clang-format on */

struct collector {
	struct gaff_guard_call *call;
	const struct gaff_args *args;
	const struct gaff_program *tool; /* of the agent */
	enum gaff_file_act act;
	struct gaff_file **last;
	uint32_t letters[COUNT_OF(rows)]; /* of the programs of each row */
};

static void add_file(struct collector *c, const struct gaff_program *program, struct gaff_word word,
		     bool is_inside)
{
	struct gaff_file *file = gaff_arena_alloc(c->call->arena, sizeof *file);

	if (!file)
		return;
	*file = (struct gaff_file){ c->act, word, is_inside, program, NULL };
	*c->last = file;
	c->last = &file->next;
}

/* host:path, which is on another machine. */
static bool is_remote(struct sv word)
{
	for (size_t i = 0; i < word.n && word.p[i] != '/'; i++)
		if (word.p[i] == ':')
			return true;
	return false;
}

static void add(struct collector *c, const struct gaff_program *program, struct gaff_word word)
{
	if (!gaff_is_among(program->name, "scp rsync") || !is_remote(word.text))
		add_file(c, program, word, false);
}

static bool has_option(const struct gaff_args *args, const char *names)
{
	struct sv one;

	while (list_next(&names, &one))
		if (gaff_args_have(args, one))
			return true;
	return false;
}

/* ---- words ---- */

/* The word of an argument, or the end of it where the value begins in it. */
static struct gaff_word word_of(const struct collector *c, const struct gaff_arg *arg,
				struct sv text)
{
	struct gaff_word word = c->args->program->word[arg->word];

	word.text = text;
	return word;
}

static void add_operands(struct collector *c, size_t from, size_t to)
{
	size_t n = 0;

	for (size_t i = 0; i < c->args->n; i++) {
		const struct gaff_arg *arg = &c->args->arg[i];

		if (!arg_is_operand(arg))
			continue;
		if (n >= from && n < to)
			add(c, c->args->program, c->args->program->word[arg->word]);
		n++;
	}
}

/* Does it give a value to one of these options? */
static bool has_value(const struct gaff_arg *arg, const char *names)
{
	return !arg_is_operand(arg) && arg->has_value && gaff_is_among(arg->name, names);
}

static bool find_value(struct collector *c, const char *names, struct gaff_word *out)
{
	for (size_t i = 0; i < c->args->n; i++)
		if (has_value(&c->args->arg[i], names)) {
			*out = word_of(c, &c->args->arg[i], c->args->arg[i].value);
			return true;
		}
	return false;
}

/* What a source is called in the folder it is copied to; empty: several, or not known. */
static struct sv last_name(struct gaff_word source)
{
	struct sv path = sv_last_part(source.text);

	if (sv_eq(path, SV(".")) || sv_eq(path, SV("..")) || source.has_pattern ||
	    !word_is_known(source))
		path.n = 0;
	return path;
}

/* Of "dir/" rsync copies what is in it. */
static void add_below(struct collector *c, struct gaff_word folder, struct gaff_word source)
{
	struct sv name = last_name(source);
	bool has_slash = folder.text.n && folder.text.p[folder.text.n - 1] == '/';

	if (!name.n) {
		add_file(c, c->args->program, folder, true);
		return;
	}
	folder.text = sv_join(c->call->arena, folder.text, has_slash ? SV("") : SV("/"), name);
	add(c, c->args->program, folder);
}

static void add_target(struct collector *c)
{
	const struct gaff_args *args = c->args;
	size_t n = gaff_args_count(args), seen = 0;
	struct gaff_word target = { 0 };
	bool has_folder = find_value(c, "-t --target-directory", &target);

	if (!has_folder && n < 2)
		return;
	for (size_t i = 0; i < args->n && !has_folder; i++)
		if (arg_is_operand(&args->arg[i]) && ++seen == n)
			target = args->program->word[args->arg[i].word];
	add(c, args->program, target);
	seen = 0;
	for (size_t i = 0; i < args->n; i++)
		if (arg_is_operand(&args->arg[i]) && (++seen < n || has_folder))
			add_below(c, target, args->program->word[args->arg[i].word]);
}

static void add_inside(struct collector *c, const char *of)
{
	struct gaff_word folder = { .text = SV(".") };

	(void)find_value(c, of, &folder);
	add_file(c, c->args->program, folder, true);
}

static void add_sub(struct collector *c, const char *of)
{
	const struct gaff_arg *sub = gaff_args_operand(c->args, 0);

	if (sub && gaff_is_among(sub->name, of))
		add_operands(c, 1, SIZE_MAX);
}

static void add_found(struct collector *c)
{
	const struct gaff_arg *operand;
	bool chooses = has_option(c->args, "-name -iname -path -ipath -wholename -regex -iregex "
					   "-type -size -empty -newer -mtime -mmin -atime -ctime "
					   "-user -group -perm");

	for (size_t i = 0; (operand = gaff_args_operand(c->args, i)); i++)
		add_file(c, c->args->program, c->args->program->word[operand->word], chooses);
}

static void add_values(struct collector *c, const char *of)
{
	for (size_t i = 0; i < c->args->n; i++) {
		const struct gaff_arg *arg = &c->args->arg[i];

		if (has_value(arg, of))
			add(c, c->args->program, word_of(c, arg, arg->value));
	}
}

static void take_row(struct collector *c, const struct file_row *row)
{
	/* a script may be given by an option instead, and so may a mode: "chmod -x file" */
	bool has_script = has_option(c->args, "-e -f --expression --file --reference") ||
			  (sv_eq(c->args->program->name, SV("chmod")) &&
			   has_option(c->args, "-r -w -x -X -s -t"));
	size_t n = gaff_args_count(c->args);

	c->act = row->act;
	switch (row->which) {
	case ALL:
		add_operands(c, 0, SIZE_MAX);
		break;
	case BUT_FIRST:
		add_operands(c, !has_script, SIZE_MAX);
		break;
	case FIRST:
		add_operands(c, 0, 1);
		break;
	case TARGET:
		add_target(c);
		break;
	case SOURCES:
		add_operands(c, 0, n && !has_option(c->args, "-t --target-directory") ? n - 1 : n);
		break;
	case INSIDE:
		add_inside(c, row->of);
		break;
	case SUB:
		add_sub(c, row->of);
		break;
	case FOUND:
		add_found(c);
		break;
	case VALUES:
		add_values(c, row->of);
		break;
	}
}

/* tar takes its letters without a dash, too: "tar xzf file". */
static bool unpacks(const struct gaff_args *args, const struct file_row *row)
{
	const struct gaff_program *p = args->program;

	return row->which == INSIDE && gaff_is_among(p->name, "tar bsdtar gtar") && p->n > 1 &&
	       p->word[1].text.n && p->word[1].text.p[0] != '-' &&
	       memchr(p->word[1].text.p, 'x', p->word[1].text.n);
}

/* A bit for the first letter of each name: most rows are about programs with others. */
static uint32_t letters_of(const char *names)
{
	uint32_t letters = 0;

	do
		letters |= 1u << (*names & 31);
	while ((names = strchr(names, ' ')) && *++names);
	return letters;
}

static bool is_for(const struct gaff_args *args, const struct file_row *row)
{
	if (row->with && row->with[0] == '!')
		return !has_option(args, row->with + 1);
	return !row->with || has_option(args, row->with) || unpacks(args, row);
}

/* "tar czf file.tgz src", too: the file is the next word then. */
static void add_packed(struct collector *c)
{
	const struct gaff_program *p = c->args->program;
	struct sv letters = p->n > 2 ? p->word[1].text : SV("");

	if (letters.n && letters.n < 8 && letters.p[0] != '-' && sv_chr(letters, 'f') &&
	    (sv_chr(letters, 'c') || sv_chr(letters, 'r') || sv_chr(letters, 'u')))
		add(c, p, p->word[2]);
}

/* apply_patch, which Codex runs itself where it stands in a command. */
static void add_patched(struct collector *c, const struct gaff_program *p, struct sv text)
{
	struct patch_iter it = { text };
	struct patch_file file;

	while (gaff_patch_next(&it, &file)) {
		c->act = file.op == PATCH_DELETE || file.move_to.n ? GAFF_FILE_DELETES
								   : GAFF_FILE_WRITES;
		add(c, p, (struct gaff_word){ .text = file.path });
		c->act = GAFF_FILE_WRITES;
		if (file.move_to.n)
			add(c, p, (struct gaff_word){ .text = file.move_to });
	}
}

static void add_program(struct collector *c, const struct gaff_program *program)
{
	c->act = GAFF_FILE_WRITES;
	for (const struct gaff_opened *f = program->opened; f; f = f->next)
		if (f->writes)
			add(c, program, f->path);
	if (!program->name.n ||
	    (sv_eq(program->name, SV("rsync")) && has_option(c->args, "-n --dry-run")))
		return;
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (c->letters[i] & 1u << (program->name.p[0] & 31) &&
		    gaff_is_among(program->name, rows[i].programs) && is_for(c->args, &rows[i]))
			take_row(c, &rows[i]);
	if (gaff_is_among(program->name, "tar bsdtar gtar"))
		add_packed(c);
	if (gaff_is_among(program->name, "apply_patch applypatch apply-patch")) {
		add_patched(c, program, program->stdin_text);
		for (size_t i = 1; i < program->n; i++)
			add_patched(c, program, program->word[i].text);
	}
}

/* ---- tools ---- */

/* Does this tool of the agent do anything to the files it names? */
static bool changes_files(const struct gaff_event *event)
{
	const unsigned reading = GAFF_TOOL_BIT(FILE_READ) | GAFF_TOOL_BIT(SEARCH) |
				 GAFF_TOOL_BIT(FIND) | GAFF_TOOL_BIT(SHELL) | GAFF_TOOL_BIT(AGENT) |
				 GAFF_TOOL_BIT(WEB_FETCH) | GAFF_TOOL_BIT(WEB_SEARCH);

	return GAFF_EV_ANY_TOOL >> event->id & 1 && event->tools & ~reading;
}

static bool is_path_key(struct sv key)
{
	const char *ends = "path paths file files filename filenames uri uris url file_name source "
			   "folder directory destination";
	struct sv end;

	while (list_next(&ends, &end))
		if (sv_ends_nocase(key, end))
			return true;
	return false;
}

enum { MEMBERS_DEPTH_MAX = 8 };

struct naming {
	struct arena *arena;
	gaff_file_name_fn *name;
	void *arg;
};

static void look_at_members(const struct naming *n, struct json value, bool is_path, unsigned depth)
{
	struct json_iter it = gaff_json_iter(value);
	struct json key, member;
	struct sv text;

	if (depth > MEMBERS_DEPTH_MAX)
		return;
	if (gaff_json_type(value) == JSON_STRING) {
		if (is_path && gaff_json_text(n->arena, value, &text))
			n->name(n->arg, text);
		return;
	}
	while (gaff_json_next(&it, &key, &member))
		look_at_members(n, member,
				it.is_object
					? gaff_json_text(n->arena, key, &text) && is_path_key(text)
					: is_path,
				depth + 1);
}

void gaff_files_named(struct arena *a, struct json input, gaff_file_name_fn *name, void *arg)
{
	struct naming n = { a, name, arg };

	look_at_members(&n, input, false, 0);
}

/* Of a tool that nobody here knows its name says whether it writes: "mcp__fs__write_file". */
static bool is_called_writing(const struct gaff_event *event)
{
	const char *verbs = "write edit create move rename delete remove append save update patch "
			    "replace insert copy";
	struct sv name = event->mcp_tool.n ? event->mcp_tool : event->tool_name, verb;

	while (list_next(&verbs, &verb))
		if (sv_has_nocase(name, verb))
			return true;
	return false;
}

static void add_named(void *arg, struct sv text)
{
	struct collector *c = arg;

	if (gaff_path_of_file_url(c->call->arena, text, &text) || !sv_has(text, SV("://")))
		add(c, c->tool, (struct gaff_word){ .text = text });
}

static enum gaff_rc add_tool(struct collector *c, struct gaff_err *err)
{
	struct gaff_program *tool;
	const struct gaff_paths *paths;

	if (!changes_files(c->call->event))
		return GAFF_OK;
	GAFF_TRY(gaff_guard_paths(c->call, &paths, err));
	tool = gaff_arena_alloc(c->call->arena, sizeof *tool);
	GAFF_TRY(gaff_arena_check(c->call->arena, err));
	*tool = (struct gaff_program){ .cwd = c->call->world.cwd };
	c->act = GAFF_FILE_WRITES;
	for (size_t i = 0; i < paths->n; i++)
		add(c, tool, (struct gaff_word){ .text = paths->path[i] });
	c->tool = tool;
	if (!paths->n && is_called_writing(c->call->event))
		gaff_files_named(c->call->arena, c->call->event->field[GAFF_F_TOOL_INPUT],
				 add_named, c);
	return GAFF_OK;
}

enum gaff_rc gaff_files_changed(struct gaff_guard_call *call, const struct gaff_file **out,
				struct gaff_err *err)
{
	const struct gaff_programs *programs;
	struct gaff_file *first = NULL;
	struct collector c;
	size_t i = 0;

	if (!call->has_files) {
		c.call = call;
		c.last = &first;
		c.tool = NULL;
		GAFF_TRY(gaff_guard_programs(call, &programs, err));
		for (size_t k = 0; k < COUNT_OF(rows) && programs->first; k++)
			c.letters[k] = letters_of(rows[k].programs);
		for (const struct gaff_program *p = programs->first; p; p = p->next, i++) {
			c.args = &call->args[i];
			add_program(&c, p);
		}
		GAFF_TRY(add_tool(&c, err));
		GAFF_TRY(gaff_arena_check(call->arena, err));
		call->files = first;
		call->has_files = true;
	}
	*out = call->files;
	return GAFF_OK;
}

struct sv gaff_file_what(const struct gaff_file *file)
{
	return file->program->n ? gaff_guard_name(file->program) : file->word.text;
}
