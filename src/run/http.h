/*
 * http.h - an http handler: the event is POSTed, the answer is what the server says.
 *
 * gaff itself knows no HTTP. libcurl and what it loads cost eight times a whole call, so they
 * are in a program of their own, gaff-http, that only a call with an http handler starts:
 *
 *	stdin   {"url":…,"headers":["Name: value",…],"timeout_ms":…,"out_max":…,
 *		"http_loopback":true}, a line end, and then the body until the end
 *	stdout  the body of a 2xx answer, at exit 0
 *	stderr  one line, at exit 1
 *
 * Headers hold secrets: they are on stdin because everybody may read the arguments of a process,
 * and every process of the user its environment.
 */
#ifndef GAFF_RUN_HTTP_H
#define GAFF_RUN_HTTP_H

#include "base/proc.h"
#include "text/json/json.h"

struct gaff_http {
	struct sv url;
	struct json headers;          /* object of texts, may be absent */
	struct json allowed_env_vars; /* list, may be absent: what headers may name */
	bool http_loopback;
	struct sv body;
	const char *project; /* certificates in it do not count; NULL: nobody knows */
	int64_t deadline;    /* of gaff_now_ms() */
	size_t out_max;      /* more is an error */
};

/* What gaff-http says when the time is over; gaff_http_ask() makes GAFF_ETIME of it. */
#define GAFF_HTTP_LATE "the server did not answer in time"

/*
 * Ask the server. GAFF_OK: out->exit is 0 and out->out the answer, or it is 1 and out->err says
 * why there is none. GAFF_ENOENT: a variable is not set, or gaff-http is not installed.
 * GAFF_ETIME: no answer by the deadline. Messages hold neither the URL nor values of headers.
 */
enum gaff_rc gaff_http_ask(struct arena *a, const struct gaff_http *spec,
			   struct gaff_proc_result *out, struct gaff_err *err);

/* Where gaff-http is. GAFF_ENOENT: not installed; the message says what to do. */
enum gaff_rc gaff_http_helper(char *path, size_t n, struct gaff_err *err);

#endif
