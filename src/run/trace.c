#include "run/trace.h"

#include <stdarg.h>

const char *gaff_step_name(enum gaff_step_result result)
{
	static const char *const names[] = {
		[GAFF_STEP_NOT_MEANT] = "no match", [GAFF_STEP_NOT_RUN] = "not run",
		[GAFF_STEP_STARTED] = "started",    [GAFF_STEP_ANSWERED] = "answered",
		[GAFF_STEP_FAILED] = "failed",      [GAFF_STEP_LATE] = "late",
	};

	return names[result];
}

struct gaff_step *gaff_trace_add(struct arena *a, struct gaff_trace *trace)
{
	if (trace->n == trace->room) {
		size_t room = trace->room ? trace->room * 2 : 8;
		struct gaff_step *more = gaff_arena_alloc(a, room * sizeof *more);

		if (!more)
			return NULL;
		if (trace->n)
			memcpy(more, trace->step, trace->n * sizeof *more);
		if (trace->decided) /* it moves with the rest */
			trace->decided = more + (trace->decided - trace->step);
		trace->step = more;
		trace->room = room;
	}
	trace->step[trace->n] = (struct gaff_step){ 0 };
	return &trace->step[trace->n++];
}

void gaff_trace_degraded(struct arena *a, struct gaff_trace *trace, const struct gaff_step *step,
			 const char *fmt, ...)
{
	char text[300];
	struct buf b = buf_in(a);
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (!trace->degradation)
		trace->degradation = gaff_arena_alloc(a, GAFF_WARNINGS_MAX *
								 sizeof *trace->degradation);
	gaff_buf_add(&b, step->label);
	gaff_buf_add(&b, SV(": "));
	gaff_buf_add(&b, sv_of(text));
	if (trace->degradation && trace->n_degradations < GAFF_WARNINGS_MAX && buf_ok(&b))
		trace->degradation[trace->n_degradations++] = buf_sv(&b);
	gaff_warn(a, &trace->warnings, "%.*s", SV_SHORT(b, 300) ? b.p : "");
}
