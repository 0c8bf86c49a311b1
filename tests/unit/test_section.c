#include "check.h"

#include "base/arena.h"
#include "text/section.h"

TEST(section__is_what_is_below_its_name)
{
	struct sv text = SV("before\n#: one two\na\n\nb\n#: three\nc\n#: four\n");

	CHECK_TEXT(gaff_section(text, "one"), SV("a\n\nb\n"));
	CHECK_TEXT(gaff_section(text, "two"), SV("a\n\nb\n"));
	CHECK_TEXT(gaff_section(text, "three"), SV("c\n"));
	CHECK_TEXT(gaff_section(text, "four"), SV(""));
	CHECK_TEXT(gaff_section(text, "thre"), SV(""));
	CHECK_TEXT(gaff_section(text, "wo"), SV(""));
	CHECK_TEXT(gaff_section(SV("#: x\nno end"), "x"), SV("no end"));
	CHECK_TEXT(gaff_section(SV(""), "x"), SV(""));
}

TEST(str__lines_are_taken_off_a_text)
{
	struct sv text = SV("a\n\nb");

	CHECK_TEXT(sv_take(&text, '\n'), SV("a"));
	CHECK_TEXT(sv_take(&text, '\n'), SV(""));
	CHECK_TEXT(sv_take(&text, '\n'), SV("b"));
	CHECK(!text.n);
	CHECK_TEXT(sv_take(&text, '\n'), SV(""));
}

TEST(arena__a_list_grows_and_keeps_what_is_in_it)
{
	static char storage[1 << 12];
	struct arena a;
	size_t *list = NULL, room = 0, n = 0;

	gaff_arena_init(&a, storage, sizeof storage, 0);
	for (; n < 100; n++) {
		CHECK(gaff_arena_room(&a, &list, n, &room, sizeof *list) && room > n);
		list[n] = n;
	}
	for (size_t i = 0; i < n; i++)
		CHECK(list[i] == i);
	for (size_t all = n; gaff_arena_room(&a, &list, n, &room, sizeof *list) && n < 1000; n++)
		CHECK(all < 1000 && !a.failed);
	CHECK(a.failed && list[99] == 99); /* and it is as it was */
}

TEST(arena__texts_are_joined_with_what_they_hold)
{
	static char storage[64];
	struct buf b = buf_fixed(storage, sizeof storage);

	BUF_JOIN(&b, SV("a"), SV(""), SV("\0b"), b.n ? SV("no") : SV("c"));
	CHECK_TEXT(buf_sv(&b), SV("a\0bc"));
}
