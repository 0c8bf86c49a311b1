#include "cli/cli.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/fs.h"
#include "start/new.h"
#include "cli/print/plain.h"
#include "agents/hosts.h"
#include "run/load/project.h"
#include "text/near.h"
#include "text/path.h"
#include "text/words.h"

#define LANGUAGES "sh|c|python|node|minimal"

enum { NAME_LENGTH_MAX = 64 };

struct request {
	struct arena *arena;
	const char *name, *language, *host_name, *dir;
	bool is_forced, is_dry;
	const struct gaff_host *host; /* NULL: all of them */
	const struct new_kit *kit;
	const char *folder;
};

static const struct cli_option options[] = {
	CLI_TEXT("lang", LANGUAGES, struct request, language, "what it is written in [sh]"),
	CLI_TEXT("for", "HOST", struct request, host_name,
		 "an agent; cli: a hook around a program [every agent]"),
	CLI_TEXT("dir", "DIR", struct request, dir, "where its folder is made [here]"),
	CLI_FLAG("force", struct request, is_forced, "replace the files of a folder that is there"),
	CLI_FLAG("dry-run", struct request, is_dry, "list the files, and write nothing"),
};

/* ---- the command line ---- */

/* It is the name of files, and a word in shells, JSON and C. */
static bool is_name(const char *name)
{
	struct sv text = sv_of(name);

	for (size_t i = 0; i < text.n; i++)
		if (!ascii_isalpha(text.p[i]) && !ascii_isdigit(text.p[i]) &&
		    (i == 0 || (text.p[i] != '-' && text.p[i] != '_')))
			return false;
	return text.n && text.n <= NAME_LENGTH_MAX;
}

static enum gaff_rc find_kit(struct request *r, struct gaff_err *err)
{
	const char *word = r->language ? r->language : "sh", *near;
	struct sv host = r->host ? r->host->id : SV("");
	const char *names[16];
	size_t n = 0;

	for (size_t i = 0; i < new_n_kits && n < COUNT_OF(names); i++) {
		if (!new_kit_is_for(&new_kits[i], host))
			continue;
		if (strcmp(new_kits[i].language, word) == 0)
			r->kit = &new_kits[i];
		names[n++] = new_kits[i].language;
	}
	if (r->kit)
		return GAFF_OK;
	near = gaff_nearest(word, names, n);
	return gaff_fail(err, GAFF_EUSAGE, "new: unknown language '%s'; %s%s%s", word,
			 near ? "did you mean '" : "there are ", near ? near : LANGUAGES,
			 near ? "'?" : "");
}

static enum gaff_rc take_operand(struct request *r, int n, char **words, struct gaff_err *err)
{
	if (n == 0)
		return gaff_fail(err, GAFF_EUSAGE, "new: what is it called? gaff new NAME");
	if (n > 1)
		return gaff_fail(err, GAFF_EUSAGE, "new: what is '%s'? One hook at a time",
				 words[1]);
	r->name = words[0];
	if (!is_name(r->name))
		return gaff_fail(err, GAFF_EUSAGE,
				 "new: a name is up to %d letters, digits, '-' and '_', and begins "
				 "with one of the first two",
				 NAME_LENGTH_MAX);
	return GAFF_OK;
}

/* Of C the name is what make makes: what else it makes, or reads, is called so already. */
static enum gaff_rc check_name(const struct request *r, struct gaff_err *err)
{
	if (strcmp(r->kit->language, "c") == 0 &&
	    gaff_is_among(sv_of(r->name), "Makefile makefile GNUmakefile test clean"))
		return gaff_fail(err, GAFF_EUSAGE,
				 "new: '%s' means something else to make; take another name",
				 r->name);
	return GAFF_OK;
}

/* ---- what is said ---- */

static void print_files(const struct request *r, const char *before)
{
	for (size_t i = 0; i < NEW_FILES_MAX && r->kit->file[i].name; i++) {
		struct sv name = new_fill(r->arena, r->kit, sv_of(r->kit->file[i].name), r->name);

		printf("%s%s/%.*s\n", before, gaff_plain_text(r->arena, r->folder), SV_ARG(name));
	}
}

static void add_file(struct buf *b, const struct request *r, struct sv name)
{
	const char *path = gaff_path_join(r->arena, r->folder, name);

	gaff_word_quote(b, sv_of(path));
}

/* A command of a shim is not relative to anything. */
static void add_absolute(struct buf *b, const struct request *r, struct sv name)
{
	const char *path = gaff_path_join(r->arena, r->folder, name);
	struct buf full = buf_in(r->arena);
	char here[PATH_MAX];

	if (getcwd(here, sizeof here))
		gaff_path_absolute(&full, sv_of(here), sv_of(path), false);
	gaff_word_quote(b, buf_sv(&full));
}

static void print_next(struct request *r, const struct buf *line)
{
	printf("  %s\n", gaff_plain_sv(r->arena, buf_sv(line)));
}

static void add_test(struct buf *b, const struct request *r)
{
	if (strcmp(r->kit->language, "c") == 0) {
		gaff_buf_add(b, SV("make -C "));
		gaff_word_quote(b, sv_of(r->folder));
		gaff_buf_add(b, SV(" && "));
	}
	gaff_buf_add(b, SV("gaff test "));
	gaff_word_quote(b, sv_of(r->folder));
}

static void add_try(struct buf *b, const struct request *r, struct sv program)
{
	if (!r->kit->host) {
		BUF_JOIN(b, SV("gaff explain --host "), r->host ? r->host->id : NEW_PLAYED,
			 SV(" --event before_tool_execute --path .env --content x --manifest "));
		add_file(b, r, SV("hooks.json"));
	} else if (strcmp(r->kit->language, "minimal") == 0) {
		add_absolute(b, r, program);
		gaff_buf_add(b, SV(" pre gh repo delete demo"));
	} else {
		gaff_buf_add(b, SV("gaff explain --host cli --event pre --command 'gh repo delete "
				   "demo' --dialect cli -- "));
		add_absolute(b, r, program);
	}
}

/* A project's manifest, if it has none yet; else its owner has to put the two together. */
static void add_switch(struct buf *b, struct request *r, struct sv program)
{
	static const struct sv names[] = { SV_INIT("hooks.json"), SV_INIT("hooks.yaml") };
	const char *root = NULL, *to = NULL;
	char here[PATH_MAX];
	bool is_free = true;

	if (getcwd(here, sizeof here))
		root = gaff_project_root(r->arena, here);
	if (root)
		to = strcmp(root, here) == 0 ? ".gaff"
					     : gaff_path_join(r->arena, root, SV(".gaff"));
	for (size_t i = 0; to && i < COUNT_OF(names); i++)
		is_free &= !gaff_fs_is_there(gaff_path_join(r->arena, to, names[i]));
	gaff_buf_add(b, is_free ? SV("mkdir -p ") : SV("cp "));
	if (is_free) {
		gaff_word_quote(b, sv_of(to));
		gaff_buf_add(b, SV(" && cp "));
		add_file(b, r, SV("hooks.json"));
		buf_addc(b, ' ');
	}
	add_file(b, r, program);
	buf_addc(b, ' ');
	gaff_word_quote(b, sv_of(to));
	gaff_buf_add(b, SV(" && gaff trust"));
	if (!r->host ||
	    gaff_layout_registers(r->host->layout)) /* else there is nothing to register with */
		gaff_buf_add(b, SV(" && gaff install"));
	if (r->host && gaff_layout_registers(r->host->layout)) {
		BUF_JOIN(b, SV(" "), r->host->id);
	}
	if (is_free)
		return;
	printf("This project has hooks already: add those of hooks.json to them, and then:\n");
}

/* What a hook is there is a command line itself: its words are quoted in it. */
static void add_wrap(struct buf *b, const struct request *r, struct sv program)
{
	struct buf line = buf_in(r->arena);

	gaff_buf_add(b, SV("gaff wrap gh "));
	if (strcmp(r->kit->language, "minimal") == 0)
		gaff_buf_add(b, SV("--args "));
	gaff_buf_add(b, SV("--hook "));
	add_absolute(&line, r, program);
	gaff_word_quote(b, buf_sv(&line));
}

static void say_next(struct request *r)
{
	struct buf test = buf_in(r->arena), trial = buf_in(r->arena), on = buf_in(r->arena);
	struct sv program = new_fill(r->arena, r->kit, sv_of(r->kit->program), r->name);

	add_test(&test, r);
	printf("Test it:\n");
	print_next(r, &test);
	add_try(&trial, r, program);
	printf("See what it does, step by step:\n");
	print_next(r, &trial);
	if (r->kit->host) {
		add_wrap(&on, r, program);
		printf("Switch it on:\n");
	} else {
		printf("Switch it on for this project, on %s:\n",
		       r->host ? r->host->title : "every agent that is here");
		add_switch(&on, r, program);
	}
	print_next(r, &on);
}

/* ---- all of it ---- */

static int make(struct request *r)
{
	struct gaff_err err;
	const char *dir = r->dir;

	if (dir && !*dir)
		return cli_usage("new: --dir needs a folder");
	r->folder = dir && strcmp(dir, ".") != 0 ? gaff_path_join(r->arena, dir, sv_of(r->name))
						 : r->name;
	if (r->is_dry && r->folder) {
		print_files(r, "would write ");
		return CLI_OK;
	}
	if (gaff_arena_check(r->arena, &err) != GAFF_OK ||
	    new_write(r->arena, r->kit, r->folder, r->name, r->is_forced, &err) != GAFF_OK) {
		fprintf(stderr, "gaff: new: %s\n", err.msg);
		return err.rc == GAFF_EUNSUPPORTED ? CLI_NO : CLI_FATAL;
	}
	print_files(r, "wrote ");
	say_next(r);
	return CLI_OK;
}

static int run(struct arena *a, int argc, char **argv)
{
	struct request r = { .arena = a };
	struct gaff_err err;
	int code;

	if (!cli_parse(&cmd_new, &r, &argc, &argv, &code))
		return code;
	if (take_operand(&r, argc, argv, &err) != GAFF_OK)
		return cli_usage("%s", err.msg);
	if (r.host_name) {
		r.host = gaff_host_find(sv_of(r.host_name));
		if (!r.host)
			return cli_unknown_host("new", r.host_name);
	}
	if (find_kit(&r, &err) != GAFF_OK || check_name(&r, &err) != GAFF_OK)
		return cli_usage("%s", err.msg);
	return make(&r);
}

const struct cli_command cmd_new = {
	.name = "new",
	.args = "NAME [--lang LANGUAGE] [--for HOST] [options]",
	.help = "Write a hook that works, with its manifest and its test, into a folder NAME",
	.operand = "NAME",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = run,
};
