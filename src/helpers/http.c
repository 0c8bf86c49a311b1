/*
 * http.c - gaff-http: POSTs one event for an http handler. src/run/http.h says how it is asked.
 *
 * A program of its own, so that libcurl is loaded by those calls only that need it. What it was
 * asked for is not checked again by reading the URL: libcurl is told what it may do at all, and
 * whatever a URL turns out to mean, it is TLS with a verified peer, or an address of this machine.
 */
#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/io.h"
#include "run/http.h"

enum { FIRST_BLOCK = 64 << 10, TIMEOUT_MAX = GAFF_DEADLINE_MAX_S * 1000 };

struct request {
	struct arena *arena;
	const char *url;
	struct curl_slist *headers;
	int64_t deadline;
	size_t out_max;
	bool is_http; /* to loopback only */
	struct sv body;
};

struct answer {
	CURL *curl;
	struct buf body;
	size_t out_max, head_bytes;
	bool is_too_big, has_long_head, is_elsewhere; /* why we have stopped it ourselves */
};

/* ---- the request: a line and the body, from stdin ---- */

static enum gaff_rc malformed(struct gaff_err *err, const char *what)
{
	return gaff_fail(err, GAFF_ESYNTAX, "the request on stdin is malformed: %s", what);
}

static bool read_count(struct json v, uint64_t max, uint64_t *out)
{
	uint64_t n = 0;

	for (size_t i = 0; i < v.n; i++) {
		if (!ascii_isdigit(v.p[i]) || n > max / 10)
			return false;
		n = n * 10 + (uint64_t)(v.p[i] - '0');
	}
	*out = n;
	return v.n && n <= max;
}

static bool add_header(struct request *r, const char *line)
{
	struct curl_slist *more = line ? curl_slist_append(r->headers, line) : NULL;

	if (more)
		r->headers = more;
	return more != NULL;
}

/* To libcurl "Name:" takes a header away; one without a value is "Name;". */
static bool add_given_header(struct request *r, struct sv line)
{
	const char *colon = memchr(line.p, ':', line.n);
	struct sv value = sv_trim(sv_skip(line, (size_t)(colon - line.p) + 1));
	char *text = gaff_arena_cstr(r->arena, line);

	if (text && !value.n) {
		text[colon - line.p] = ';';
		text[colon - line.p + 1] = '\0';
	}
	return add_header(r, text);
}

static enum gaff_rc read_headers(struct request *r, struct json list, struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(list);
	bool has_type = false;

	if (gaff_json_type(list) != JSON_ARRAY)
		return malformed(err, "headers");
	while (gaff_json_each(&it)) {
		struct sv line;

		if (!gaff_json_text(r->arena, it.value, &line) || !line.n || line.p[0] == ':' ||
		    !memchr(line.p, ':', line.n) || memchr(line.p, '\r', line.n) ||
		    memchr(line.p, '\n', line.n) || memchr(line.p, '\0', line.n))
			return malformed(err, "a header");
		has_type |= sv_starts_nocase(line, SV("Content-Type:"));
		if (!add_given_header(r, line))
			return gaff_no_memory(err);
	}
	/* A server that is asked for its leave to be sent a body may take a second to give it. */
	if (!add_header(r, "Expect:") ||
	    (!has_type && !add_header(r, "Content-Type: application/json")))
		return gaff_no_memory(err);
	return GAFF_OK;
}

static enum gaff_rc read_line(struct request *r, struct sv line, int64_t start,
			      struct gaff_err *err)
{
	struct gaff_err why;
	struct json doc;
	struct sv url;
	uint64_t timeout, out_max;

	if (gaff_json_parse(line, &doc, &why) != GAFF_OK)
		return malformed(err, why.msg);
	if (!gaff_json_text(r->arena, gaff_json_get(doc, SV("url")), &url))
		return malformed(err, "url");
	if (!read_count(gaff_json_get(doc, SV("timeout_ms")), TIMEOUT_MAX, &timeout) || !timeout)
		return malformed(err, "timeout_ms");
	if (!read_count(gaff_json_get(doc, SV("out_max")), GAFF_ARENA_MAX, &out_max))
		return malformed(err, "out_max");
	GAFF_TRY(read_headers(r, gaff_json_get(doc, SV("headers")), err));
	r->url = gaff_arena_cstr(r->arena, url);
	if (!r->url)
		return malformed(err, "url");
	r->is_http = gaff_json_type(gaff_json_get(doc, SV("http_loopback"))) == JSON_TRUE &&
		     sv_starts_nocase(url, SV("http:"));
	r->deadline = start + (int64_t)timeout;
	r->out_max = (size_t)out_max;
	return GAFF_OK;
}

/* The line is looked at as soon as it is there: what is malformed is not waited for. */
static enum gaff_rc read_request(struct request *r, struct gaff_err *err)
{
	int64_t start = gaff_now_ms();
	struct buf b = buf_in(r->arena);
	size_t n_line = 0;

	for (;;) {
		ssize_t n;

		if (!gaff_buf_reserve(&b, b.cap == b.n ? FIRST_BLOCK : 1))
			return gaff_no_memory(err);
		n = read(STDIN_FILENO, b.p + b.n, b.cap - b.n);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return gaff_fail(err, GAFF_EIO, "cannot read stdin: %s", strerror(errno));
		if (n == 0)
			break;
		b.n += (size_t)n;
		if (!n_line) {
			const char *end = memchr(b.p, '\n', b.n);

			if (!end && b.n <= GAFF_HTTP_LINE_MAX)
				continue;
			if (!end)
				return malformed(err, "its first line is too long");
			n_line = (size_t)(end - b.p) + 1;
			GAFF_TRY(read_line(r, (struct sv){ b.p, n_line }, start, err));
		}
	}
	if (!n_line)
		return malformed(err, "it has no line end");
	r->body = sv_skip(buf_sv(&b), n_line);
	return GAFF_OK;
}

/* ---- what libcurl calls ---- */

static bool is_loopback(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET) {
		struct sockaddr_in v4;

		memcpy(&v4, address, sizeof v4);
		return ntohl(v4.sin_addr.s_addr) >> 24 == 127;
	}
	if (address->sa_family == AF_INET6) {
		struct sockaddr_in6 v6;

		memcpy(&v6, address, sizeof v6);
		return IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr); /* and no IPv4 in disguise */
	}
	return false;
}

/* The last word on where plain http goes, after every name is resolved. */
static curl_socket_t open_loopback(void *context, curlsocktype purpose,
				   struct curl_sockaddr *address)
{
	struct answer *answer = context;

	if (purpose != CURLSOCKTYPE_IPCXN || !is_loopback(&address->addr)) {
		answer->is_elsewhere = true;
		return CURL_SOCKET_BAD;
	}
	return socket(address->family, address->socktype, address->protocol);
}

static bool is_success(CURL *curl)
{
	long status = 0;

	(void)curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	return status >= 200 && status <= 299;
}

static size_t take_head(char *p, size_t size, size_t n, void *context)
{
	struct answer *answer = context;

	(void)p;
	answer->head_bytes += size * n;
	answer->has_long_head = answer->head_bytes > GAFF_HTTP_HEAD_MAX;
	return answer->has_long_head ? 0 : size * n;
}

static size_t take_body(char *p, size_t size, size_t n, void *context)
{
	struct answer *answer = context;
	struct sv piece = { p, size * n };

	if (!is_success(answer->curl))
		return 0; /* what an error page says is of no use, and it may be long */
	answer->is_too_big = piece.n > answer->out_max - answer->body.n;
	if (answer->is_too_big)
		return 0;
	gaff_buf_add(&answer->body, piece);
	return buf_ok(&answer->body) ? piece.n : 0;
}

/* ---- the talk with the server ---- */

#define SET(option, value) (rc = rc ? rc : curl_easy_setopt(curl, option, value))

static CURLcode allow(CURL *curl, const struct request *r, struct answer *answer)
{
	CURLcode rc = CURLE_OK;

	/* One protocol only: if libcurl reads the URL's scheme in another way, it refuses. */
#if LIBCURL_VERSION_NUM >= 0x075500
	SET(CURLOPT_PROTOCOLS_STR, r->is_http ? "http" : "https");
#else
	SET(CURLOPT_PROTOCOLS, (long)(r->is_http ? CURLPROTO_HTTP : CURLPROTO_HTTPS));
#endif
	SET(CURLOPT_DEFAULT_PROTOCOL, "https");
	SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
	SET(CURLOPT_FOLLOWLOCATION, 0L);
	SET(CURLOPT_HTTP09_ALLOWED, 0L);
	if (!r->is_http)
		return rc;
	SET(CURLOPT_NOPROXY, "*");
	SET(CURLOPT_OPENSOCKETFUNCTION, open_loopback);
	SET(CURLOPT_OPENSOCKETDATA, answer);
	return rc;
}

static CURLcode secure(CURL *curl)
{
	const char *file = getenv("SSL_CERT_FILE");
	CURLcode rc = CURLE_OK;

	SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	SET(CURLOPT_SSL_VERIFYPEER, 1L);
	SET(CURLOPT_SSL_VERIFYHOST, 2L);
	SET(CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	SET(CURLOPT_PROXY_SSL_VERIFYPEER, 1L);
	SET(CURLOPT_PROXY_SSL_VERIFYHOST, 2L);
	if (!file || !*file)
		return rc;
	/* Instead of the system's, not beside them: a folder of theirs would still be believed. */
	SET(CURLOPT_CAINFO, file);
	SET(CURLOPT_CAPATH, NULL);
	SET(CURLOPT_PROXY_CAINFO, file);
	SET(CURLOPT_PROXY_CAPATH, NULL);
	return rc;
}

static CURLcode post(CURL *curl, const struct request *r, struct answer *answer)
{
	int64_t left = r->deadline - gaff_now_ms();
	CURLcode rc = CURLE_OK;

	if (left <= 0)
		return CURLE_OPERATION_TIMEDOUT;
	SET(CURLOPT_URL, r->url);
	SET(CURLOPT_NOSIGNAL, 1L);
	SET(CURLOPT_TIMEOUT_MS, (long)left);
	SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1); /* one request needs no more */
	SET(CURLOPT_POST, 1L);
	SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->body.n);
	SET(CURLOPT_POSTFIELDS, r->body.n ? r->body.p : "");
	SET(CURLOPT_USERAGENT, "gaff/" GAFF_VERSION);
	SET(CURLOPT_HTTPHEADER, r->headers);
	SET(CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE); /* a proxy gets none of them */
	SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 0L);         /* its answer is bounded, too */
	SET(CURLOPT_HEADERFUNCTION, take_head);
	SET(CURLOPT_HEADERDATA, answer);
	SET(CURLOPT_WRITEFUNCTION, take_body);
	SET(CURLOPT_WRITEDATA, answer);
	rc = rc ? rc : allow(curl, r, answer);
	rc = rc ? rc : secure(curl);
	return rc ? rc : curl_easy_perform(curl);
}

/*
 * Why there is no answer, in words that hold no secret: libcurl's own message for this one
 * failure may name the URL's host or its proxy, so only that of a certificate is used.
 */
static enum gaff_rc explain(const struct answer *answer, CURLcode rc, const char *message,
			    struct gaff_err *err)
{
	long status = 0, proxy = 0, connects = 0, why = 0;

	(void)curl_easy_getinfo(answer->curl, CURLINFO_RESPONSE_CODE, &status);
	(void)curl_easy_getinfo(answer->curl, CURLINFO_HTTP_CONNECTCODE, &proxy);
	(void)curl_easy_getinfo(answer->curl, CURLINFO_NUM_CONNECTS, &connects);
	(void)curl_easy_getinfo(answer->curl, CURLINFO_OS_ERRNO, &why);
	if (answer->is_elsewhere)
		return gaff_fail(err, GAFF_EUSAGE, "http goes to this machine only; use https");
	if (answer->has_long_head)
		return gaff_fail(err, GAFF_ETOOBIG, "the answer's headers are more than %u bytes",
				 GAFF_HTTP_HEAD_MAX);
	if (answer->is_too_big)
		return gaff_fail(err, GAFF_ETOOBIG, "the answer is more than %zu bytes",
				 answer->out_max);
	GAFF_TRY(gaff_buf_check(&answer->body, err));
	if (rc == CURLE_OPERATION_TIMEDOUT)
		return gaff_fail(err, GAFF_ETIME, "%s", GAFF_HTTP_LATE);
	if (proxy >= 300)
		return gaff_fail(err, GAFF_EHOOK, "the proxy says HTTP %ld", proxy);
	if (status >= 200 && !is_success(answer->curl))
		return gaff_fail(err, GAFF_EHOOK, "HTTP %ld", status);
	if (rc == CURLE_PEER_FAILED_VERIFICATION)
		return gaff_fail(err, GAFF_EHOOK, "the server's certificate is not accepted: %s",
				 *message ? message : curl_easy_strerror(rc));
	if (rc == CURLE_SSL_CACERT_BADFILE)
		return gaff_fail(err, GAFF_EIO, "the file of SSL_CERT_FILE cannot be read");
	if (rc == CURLE_UNSUPPORTED_PROTOCOL && connects)
		return gaff_fail(err, GAFF_EHOOK, "the server does not speak HTTP");
	if (rc == CURLE_UNSUPPORTED_PROTOCOL)
		return gaff_fail(err, GAFF_EUSAGE,
				 "only https is spoken, and http to this machine "
				 "where allow_http_loopback is set");
	if (rc == CURLE_LOGIN_DENIED || rc == CURLE_URL_MALFORMAT)
		return gaff_fail(err, GAFF_EUSAGE, "the URL is malformed or names a user");
	if (rc == CURLE_COULDNT_CONNECT)
		return gaff_fail(err, GAFF_EIO, "cannot connect: %s",
				 why ? strerror((int)why) : curl_easy_strerror(rc));
	return gaff_fail(err, GAFF_EIO, "the request failed: %s", curl_easy_strerror(rc));
}

static enum gaff_rc ask(const struct request *r, struct sv *out, struct gaff_err *err)
{
	char message[CURL_ERROR_SIZE] = "";
	struct answer answer = { .curl = curl_easy_init(),
				 .body = buf_in(r->arena),
				 .out_max = r->out_max };
	enum gaff_rc result = GAFF_OK;
	CURLcode rc;

	if (!answer.curl)
		return gaff_fail(err, GAFF_ENOMEM, "libcurl does not start");
	(void)curl_easy_setopt(answer.curl, CURLOPT_ERRORBUFFER, message);
	rc = post(answer.curl, r, &answer);
	if (rc != CURLE_OK || !is_success(answer.curl))
		result = explain(&answer, rc, message, err);
	else
		*out = buf_sv(&answer.body);
	curl_easy_cleanup(answer.curl);
	return result;
}

/* One line, whatever a server has put into it. Never exit 2: to agents that is a block. */
static int fail(struct gaff_err *err)
{
	for (char *p = err->msg; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			*p = ' ';
	fprintf(stderr, "%s\n", err->msg);
	return 1;
}

int main(void)
{
	static char memory[FIRST_BLOCK];
	struct arena arena;
	struct request request = { .arena = &arena };
	struct gaff_err err;
	struct sv body = { 0 };
	enum gaff_rc rc;

	(void)signal(SIGPIPE, SIG_IGN);
	gaff_arena_init(&arena, memory, sizeof memory, GAFF_ARENA_MAX);
	rc = read_request(&request, &err);
	if (rc == GAFF_OK && curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		rc = gaff_fail(&err, GAFF_ENOMEM, "libcurl does not start");
	if (rc == GAFF_OK)
		rc = ask(&request, &body, &err);
	if (rc == GAFF_OK && !gaff_write_all(STDOUT_FILENO, body, request.deadline + GAFF_WRITE_MS))
		rc = gaff_fail(&err, GAFF_EIO, "cannot write the answer to stdout");
	curl_slist_free_all(request.headers);
	curl_global_cleanup();
	gaff_arena_release(&arena);
	return rc == GAFF_OK ? 0 : fail(&err);
}
