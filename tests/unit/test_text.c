#include "check.h"

#include "text/patch.h"
#include "text/path.h"

static char storage[1 << 16];

static struct sv absolute(struct sv cwd, struct sv path)
{
	static char text[512];
	struct buf b = buf_fixed(text, sizeof text);

	gaff_path_absolute(&b, cwd, path, true);
	CHECK(buf_ok(&b));
	return buf_sv(&b);
}

TEST(path__is_joined_and_cleaned_as_text)
{
	CHECK_TEXT(absolute(SV("/p"), SV("a.c")), SV("/p/a.c"));
	CHECK_TEXT(absolute(SV("/p"), SV("/x//y/./z/")), SV("/x/y/z"));
	CHECK_TEXT(absolute(SV("/p/q"), SV("../../../../etc/passwd")), SV("/etc/passwd"));
	CHECK_TEXT(absolute(SV("/p"), SV("docs/../.env")), SV("/p/.env"));
	CHECK_TEXT(absolute(SV("/p"), SV(".")), SV("/p"));
	CHECK_TEXT(absolute(SV("/"), SV("..")), SV("/"));
	CHECK_TEXT(absolute(SV(""), SV("a")), SV("/a"));
	CHECK_TEXT(absolute(SV("/p"), SV("a\\b")),
		   SV("/p/a\\b")); /* a backslash is a letter here */
}

TEST(path__drive_letters_are_data_on_any_system)
{
	CHECK_TEXT(absolute(SV("/p"), SV("C:\\x\\..\\y")), SV("C:/y"));
	CHECK_TEXT(absolute(SV("/p"), SV("/C:/x")), SV("C:/x"));
	CHECK_TEXT(absolute(SV("C:\\p"), SV("a\\b")), SV("C:/p/a/b"));
	CHECK_TEXT(absolute(SV("/C:/p"), SV("..\\..\\..")), SV("C:/"));
	CHECK_TEXT(absolute(SV("C:\\p"), SV("\\a")), SV("C:/a"));
	CHECK_TEXT(absolute(SV("/p"), SV("c:")), SV("c:/"));
	CHECK_TEXT(absolute(SV("/p"), SV("c:x")), SV("/p/c:x"));
}

static struct sv of_url(struct sv url)
{
	static struct arena a;
	struct sv path;

	gaff_arena_init(&a, storage, sizeof storage, 0);
	return gaff_path_of_file_url(&a, url, &path) ? path : SV("(none)");
}

TEST(path__a_file_url_is_read_as_node_reads_it)
{
	CHECK_TEXT(of_url(SV("file:///home/u/.ssh/id")), SV("/home/u/.ssh/id"));
	CHECK_TEXT(of_url(SV("file://localhost/p/.env")), SV("/p/.env"));
	CHECK_TEXT(of_url(SV("file:///p/%2eenv")), SV("/p/.env"));
	CHECK_TEXT(of_url(SV("file:///p/%2Eenv?x#y")), SV("/p/.env"));
	CHECK_TEXT(of_url(SV("file:///p/.env#y?x")), SV("/p/.env"));
	CHECK_TEXT(of_url(SV("file:///p/.e\tn\r\nv \n")), SV("/p/.env"));
	CHECK_TEXT(of_url(SV("file:///p\\.env")), SV("/p/.env"));
	CHECK_TEXT(of_url(SV("file:///p/%2\te%2e/x")), SV("/x"));
	CHECK_TEXT(of_url(SV("file:///p//../.env")), SV("/p/.env"));
	CHECK_TEXT(of_url(SV("file:///p/a%2fb/../.env")), SV("/p/.env"));
	CHECK_TEXT(of_url(SV("file:///p/./.%2E/%2e/x")), SV("/x"));
	CHECK_TEXT(of_url(SV("file:///C|/../x")), SV("/C:/x"));
	CHECK_TEXT(of_url(SV("file://c:/x")), SV("/c:/x"));
	CHECK_TEXT(of_url(SV("file://?x")), SV("/"));
	CHECK_TEXT(of_url(SV("file:///p/100%/%zz/%4")), SV("/p/100%/%zz/%4"));
	CHECK_TEXT(of_url(SV("file:///p/%c3%a4")), SV("/p/\xc3\xa4"));
	CHECK_TEXT(of_url(SV("file://")), SV("/"));
	CHECK_TEXT(of_url(SV("file:/p")), SV("(none)"));
	CHECK_TEXT(of_url(SV("/p/file://x")), SV("(none)"));
}

static size_t files(struct sv patch, struct sv *paths, size_t max)
{
	struct patch_iter it = { patch };
	struct patch_file f;
	size_t n = 0;

	while (gaff_patch_next(&it, &f)) {
		if (n < max)
			paths[n] = f.path;
		n++;
		if (f.move_to.n && n++ < max)
			paths[n - 1] = f.move_to;
	}
	return n;
}

TEST(patch__finds_every_file)
{
	struct sv p[8];

	CHECK(files(SV("*** Begin Patch\n*** Add File: a b.txt\n+x\n*** Update File: b\n*** Move "
		       "to: c\n@@\n-x\n"
		       "+y\n*** Delete File: d\n*** End Patch\n"),
		    p, 8) == 4);
	CHECK_TEXT(p[0], SV("a b.txt"));
	CHECK_TEXT(p[1], SV("b"));
	CHECK_TEXT(p[2], SV("c"));
	CHECK_TEXT(p[3], SV("d"));
}

TEST(patch__is_not_fooled_by_padding_and_line_ends)
{
	struct sv p[8];

	/* Codex trims where it expects a header … */
	CHECK(files(SV("  *** Begin Patch\r\n  *** Add File: a\r\n+x\r\n   *** Delete File: .env  "
		       "\r\n"),
		    p, 8) == 2);
	CHECK_TEXT(p[1], SV(".env"));
	/* … and not inside a change */
	CHECK(files(SV("*** Update File: a\n@@\n *** Delete File: no\n+*** Add File: no\n-*** Add "
		       "File: no\n"),
		    p, 8) == 1);
	CHECK(files(SV("*** Add File: a\n+*** Add File: no\n"), p, 8) == 1);
	CHECK(files(SV("*** Update File: a\n@@\n-x\n\t*** Add File: odd\n+y\n"), p, 8) == 2);
	CHECK(files(SV(""), p, 8) == 0);
	CHECK(files(SV("*** Add File: "), p, 8) == 0 || p[0].n == 0);
}

TEST(patch__edits_are_before_and_after)
{
	struct sv text = SV(
		"*** Update File: a\n@@ here\n keep\n-old\n+new\n@@\n+only\n*** End Patch\n");
	struct patch_iter it = { text };
	struct patch_file f;
	struct patch_edit e;
	struct arena a;
	struct sv body;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 20);
	CHECK(gaff_patch_next(&it, &f));
	body = f.body;
	CHECK(gaff_patch_edit(&a, &f, &body, &e));
	CHECK_TEXT(e.before, SV("keep\nold\n"));
	CHECK_TEXT(e.after, SV("keep\nnew\n"));
	CHECK(gaff_patch_edit(&a, &f, &body, &e));
	CHECK_TEXT(e.before, SV(""));
	CHECK_TEXT(e.after, SV("only\n"));
	CHECK(!gaff_patch_edit(&a, &f, &body, &e));
	gaff_arena_release(&a);
}

TEST(patch__written_and_read_again)
{
	struct buf b;
	struct arena a;
	struct patch_iter it;
	struct patch_file f;
	struct patch_edit e;
	struct sv body;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 20);
	b = buf_in(&a);
	gaff_patch_begin(&b, PATCH_UPDATE, SV("src/x.c"));
	gaff_patch_change(&b, PATCH_UPDATE, (struct patch_edit){ SV("a\nb\n"), SV("c\n") });
	gaff_patch_end(&b);
	it = (struct patch_iter){ buf_sv(&b) };
	CHECK(gaff_patch_next(&it, &f));
	CHECK_TEXT(f.path, SV("src/x.c"));
	body = f.body;
	CHECK(gaff_patch_edit(&a, &f, &body, &e));
	CHECK_TEXT(e.before, SV("a\nb\n"));
	CHECK_TEXT(e.after, SV("c\n"));
	gaff_arena_release(&a);
}
