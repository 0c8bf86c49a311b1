#include "check.h"

#include "text/time.h"

static struct sv again(struct sv text)
{
	static char room[GAFF_TIME_LENGTH + 1];
	int64_t ms;

	return gaff_time_parse(text, &ms) ? gaff_time_text(ms, room) : SV("no");
}

TEST(time__is_read_and_written)
{
	char text[GAFF_TIME_LENGTH + 1];
	int64_t ms = 0;

	CHECK(gaff_time_parse(SV("2026-11-16T02:10:11.123Z"), &ms) && ms == 1794795011123);
	CHECK(gaff_time_parse(SV("1970-01-01"), &ms) && ms == 0);
	CHECK_TEXT(gaff_time_text(1794795011123, text), SV("2026-11-16T02:10:11.123Z"));
	CHECK_TEXT(gaff_time_text(-5, text), SV("1970-01-01T00:00:00.000Z"));
	CHECK_TEXT(gaff_time_text(INT64_MAX, text), SV("9999-12-31T23:59:59.999Z"));
	CHECK_TEXT(again(SV("2024-02-29")), SV("2024-02-29T00:00:00.000Z"));
	CHECK_TEXT(again(SV("2000-02-29T23:59:59Z")), SV("2000-02-29T23:59:59.000Z"));
	CHECK_TEXT(again(SV("2026-11-16T02:10:11.5Z")), SV("2026-11-16T02:10:11.500Z"));
	CHECK_TEXT(again(SV("2026-11-16T02:10:11.123456789Z")), SV("2026-11-16T02:10:11.123Z"));
	/* every day of 500 years, there and back */
	for (int64_t day = 0; day < 500 * 365; day++) {
		int64_t back = -1;

		if (gaff_time_parse(gaff_time_text(day * 86400000 + 1, text), &back) &&
		    back == day * 86400000 + 1)
			continue;
		CHECK_TEXT(sv_of(text), SV("the same day"));
		break;
	}
}

TEST(time__refuses_what_is_none)
{
	static const struct sv wrong[] = {
		SV_INIT(""),
		SV_INIT("2026"),
		SV_INIT("2026-11"),
		SV_INIT("2026-13-01"),
		SV_INIT("2026-00-01"),
		SV_INIT("2026-02-29"),
		SV_INIT("2100-02-29"),
		SV_INIT("2026-11-31"),
		SV_INIT("1969-12-31"),
		SV_INIT("2026-11-16T"),
		SV_INIT("2026-11-16Z"),
		SV_INIT("2026-11-16T02:10:11"),
		SV_INIT("2026-11-16T02:10Z"),
		SV_INIT("2026-11-16T24:00:00Z"),
		SV_INIT("2026-11-16T02:60:00Z"),
		SV_INIT("2026-11-16T02:10:60Z"),
		SV_INIT("2026-11-16T02:10:11.Z"),
		SV_INIT("2026-11-16T02:10:11+01:00"),
		SV_INIT("2026-11-16T02:10:11Zz"),
		SV_INIT("+026-11-16"),
		SV_INIT("2026-11-16\0"),
	};

	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		CHECK_TEXT(again(wrong[i]), SV("no"));
}
