#include "guard/eval/launch.h"
#include "text/path.h"
#include "text/words.h"

/* Files that programs write which only pass on what they are given: tee, cp, mv, ln, install, dd.
 */

enum { FILES_MAX = 16 };

/* What is on stdin, as far as somebody has printed it here. */
static struct value input(struct io io)
{
	return io.kind == GAFF_STDIN_TEXT && io.text ? *io.text : value_any();
}

static void tee(struct walk *w, const struct gaff_program *p, struct io io)
{
	bool appends = false;

	for (size_t i = 1; i < p->n; i++) {
		struct sv word = p->word[i].text;
		struct value text = input(io);

		if (word.n > 1 && word.p[0] == '-') {
			appends |= gaff_is_among(word, "-a --append") ||
				   (word.p[1] != '-' && memchr(word.p, 'a', word.n));
			continue;
		}
		walk_write_file(w, word, &text, appends);
	}
}

/* dd of=file, from stdin or if=file */
static void dd(struct walk *w, const struct gaff_program *p, struct io io)
{
	struct value text = input(io);
	struct sv to = { 0 };

	for (size_t i = 1; i < p->n; i++) {
		struct gaff_word word = p->word[i];

		if (sv_starts(word.text, SV("of=")))
			to = sv_skip(word.text, 3);
		if (!sv_starts(word.text, SV("if=")))
			continue;
		word.text = sv_skip(word.text, 3);
		if (!launch_is_stdin(word.text)) {
			const struct binding *file = walk_find(w, BIND_FILE,
							       walk_file_name(w, word));

			text = file ? file->value : value_any();
		}
	}
	if (to.n)
		walk_write_file(w, to, &text, false);
}

/* A copy, or another name: what runs as `to` is what `from` is. */
static void copy(struct walk *w, struct gaff_word from, struct sv to)
{
	struct sv source = walk_file_name(w, from);
	struct sv name = walk_file_name(w, (struct gaff_word){ .text = to });
	const struct binding *old = source.n ? walk_find(w, BIND_FILE, source) : NULL;
	struct binding *b;

	if (!name.n)
		return;
	b = walk_rebind(w, BIND_FILE, name, old);
	if (!b || old)
		return;
	b->value.n = 0; /* of a file that was there before, nothing is known but its name */
	b->same_as = from.text;
	b->from = NULL;
}

/* ln -s ~ x: what is below x is below ~. */
static void link_to(struct walk *w, struct gaff_word from, struct sv to)
{
	struct buf b = buf_in(w->arena);
	struct sv target = walk_file_name(w, from), name;
	struct binding *link;

	gaff_path_absolute(&b, w->cwd.n ? w->cwd : SV("/"), to, false);
	name = buf_ok(&b) && word_is_known((struct gaff_word){ .text = to }) ? buf_sv(&b)
									     : (struct sv){ 0 };
	if (!target.n || name.n < 2 || sv_eq(target, name))
		return;
	link = walk_bind(w, BIND_LINK, name);
	if (!link)
		return;
	link->value = value_of(target.n > 1 ? target : SV(""));
	w->has_links = true;
}

static struct sv in_folder(struct walk *w, struct sv folder, struct sv file)
{
	return sv_join(w->arena, folder, SV("/"), sv_last_part(file));
}

/* cp [-t FOLDER] FROM... TO: be TO a file or a folder. */
static void copies(struct walk *w, const struct gaff_program *p)
{
	struct gaff_word from[FILES_MAX];
	struct sv to = { 0 };
	bool has_folder = false;
	size_t n = 0;

	for (size_t i = 1; i < p->n; i++) {
		struct sv word = p->word[i].text;

		if (gaff_is_among(word, "-t --target-directory") && i + 1 < p->n) {
			to = p->word[++i].text;
			has_folder = true;
		} else if (gaff_is_among(word, "-m -o -g -S --mode --owner --group --suffix")) {
			i++;
		} else if ((word.n < 2 || word.p[0] != '-') && n < FILES_MAX) {
			from[n++] = p->word[i];
		}
	}
	if (!has_folder && n == 1 && sv_eq(p->name, SV("ln"))) {
		to = SV(".");
		has_folder = true;
	}
	if (!has_folder && n < 2)
		return;
	if (!has_folder)
		to = from[--n].text;
	if (n == 1 && !has_folder)
		copy(w, from[0], to);
	for (size_t i = 0; i < n; i++)
		copy(w, from[i], in_folder(w, to, from[i].text));
	if (n == 1 && sv_eq(p->name, SV("ln")))
		link_to(w, from[0], has_folder ? in_folder(w, to, from[0].text) : to);
}

/* sed -i and whatever else changes a file in its place. */
static void changes(struct walk *w, const struct gaff_program *p)
{
	bool in_place = !gaff_is_among(p->name, "sed gsed perl ruby awk gawk");
	struct value any = value_any();

	for (size_t i = 1; i < p->n; i++)
		in_place |= sv_starts(p->word[i].text, SV("-i")) ||
			    sv_starts(p->word[i].text, SV("--in-place")) ||
			    (p->word[i].text.n > 2 && p->word[i].text.n < 8 &&
			     p->word[i].text.p[0] == '-' && p->word[i].text.p[1] != '-' &&
			     memchr(p->word[i].text.p, 'i', p->word[i].text.n));
	for (size_t i = 1; in_place && i < p->n; i++)
		if (p->word[i].text.n && p->word[i].text.p[0] != '-' &&
		    walk_find(w, BIND_FILE, walk_file_name(w, p->word[i])))
			walk_write_file(w, p->word[i].text, &any, false);
}

void walk_written(struct walk *w, const struct gaff_program *p, struct io io)
{
	if (w->is_elsewhere || p->n < 2)
		return;
	if (gaff_is_among(p->name, "tee sponge"))
		tee(w, p, io);
	else if (sv_eq(p->name, SV("dd")))
		dd(w, p, io);
	else if (gaff_is_among(p->name, "cp mv ln install gcp gmv gln ginstall"))
		copies(w, p);
	else if (gaff_is_among(p->name, "sed gsed perl ruby awk gawk patch ed ex vim vi nvim"))
		changes(w, p);
}
