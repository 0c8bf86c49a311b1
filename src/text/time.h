/*
 * time.h - moments as text, in UTC: "2026-11-16T02:10:11.123Z".
 *
 * The C library would read the time zone's file for this. Moments are milliseconds since 1970
 * (gaff_wall_ms()), dates are proleptic Gregorian, and there are no leap seconds.
 */
#ifndef GAFF_TEXT_TIME_H
#define GAFF_TEXT_TIME_H

#include <stdint.h>

#include "base/str.h"

#define GAFF_TIME_LENGTH 24

/* Write a moment of the years 1970 to 9999 (the nearest of them for others). */
struct sv gaff_time_text(int64_t ms, char text[GAFF_TIME_LENGTH + 1]);

/*
 * Read "2026-11-16T02:10:11Z", with or without digits behind the second (what is finer than a
 * millisecond is cut off), or "2026-11-16", which is its first moment. False: anything else.
 */
bool gaff_time_parse(struct sv text, int64_t *out);

#endif
