/*
 * stress.c - many threads at once decode, answer, guard and convert, and each gets what one alone
 *gets.
 *
 *	stress ROUNDS tests/hosts/HOST/CASE/stdin.json… tests/convert/fixtures/HOST/FILE…
 *
 * Built with ThreadSanitizer by `make tsan`: whatever two of them share would be told.
 */
#include <gaff.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4 };

struct subject {
	char host[64];
	int is_payload;
	char *text;
	size_t length;
	unsigned long alone; /* what became of it when nobody else was there */
};

static struct subject *subjects;
static size_t n_subjects;
static int rounds;

static char *no_variables(const char *name)
{
	(void)name;
	return NULL;
}

/* ---- what is done with one ---- */

static unsigned long mix(unsigned long sum, const char *text)
{
	for (; text && *text; text++)
		sum = sum * 31 + (unsigned char)*text;
	return sum * 31 + 7;
}

static unsigned long read_all(const gaff_event *event)
{
	static const char *(*const functions[])(const gaff_event *) = {
		gaff_event_name,         gaff_event_native_name,  gaff_event_host,
		gaff_event_session_id,   gaff_event_cwd,          gaff_event_project_dir,
		gaff_event_tool,         gaff_event_tool_name,    gaff_event_command,
		gaff_event_file_path,    gaff_event_content,      gaff_event_old_string,
		gaff_event_new_string,   gaff_event_result,       gaff_event_error,
		gaff_event_prompt,       gaff_event_source,       gaff_event_message,
		gaff_event_last_message, gaff_event_host_version,
	};
	unsigned long sum = 1;

	for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
		sum = mix(sum, functions[i](event));
	for (size_t i = 0; gaff_event_path(event, i); i++)
		sum = mix(sum, gaff_event_path(event, i));
	return sum + gaff_event_path_matches(event, "**/*.c", "**/.env") +
	       2 * (unsigned long)gaff_event_failed(event);
}

static unsigned long answer(gaff_event *event, int kind)
{
	gaff_response *response = gaff_response_new(event);
	gaff_error error = { 0 };
	gaff_output out = { 0 };
	unsigned long sum = 3;

	if (kind == 0)
		gaff_response_deny(response, "no");
	else if (kind == 1)
		gaff_response_ask(response, "sure?");
	else if (kind == 2)
		gaff_response_context(response, "remember");
	else if (kind == 3 && gaff_event_command(event))
		gaff_response_rewrite(response, "command", "true");
	else if (kind == 4)
		gaff_response_env(response, "A", "b");
	else if (gaff_event_guard(event, "destructive secrets paths self remote-code", response,
				  &error) != GAFF_STATUS_OK)
		sum = mix(sum, error.message);
	if (gaff_response_encode(response, kind == 1, &out, &error) != GAFF_STATUS_OK)
		return mix(sum, error.message);
	for (size_t i = 0; gaff_response_warning(response, i); i++)
		sum = mix(sum, gaff_response_warning(response, i));
	return mix(mix(sum, out.out), out.err) + (unsigned long)out.exit_code;
}

static unsigned long use_payload(const struct subject *s)
{
	gaff_decoding how = { 0 };
	gaff_error error = { 0 };
	unsigned long sum;
	gaff_event *event;

	how.host = s->host;
	how.cwd = "/project";
	how.get_variable = no_variables;
	event = gaff_event_decode(&how, s->text, s->length, &error);
	if (!event)
		return mix(5, error.message);
	sum = read_all(event);
	for (size_t i = 0; gaff_host_name(i); i++) {
		const char *text = NULL;

		if (gaff_event_encode(event, gaff_host_name(i), &text, NULL, &error) ==
		    GAFF_STATUS_OK)
			sum = mix(sum, text);
		else
			sum = mix(sum, error.message);
	}
	for (int kind = 0; kind < 6; kind++)
		sum = sum * 31 + answer(event, kind);
	gaff_event_free(event);
	return sum;
}

static unsigned long use_configuration(const struct subject *s)
{
	static const char *const targets[] = { "canonical",  "claude-code", "codex",   "cursor",
					       "gemini-cli", "kiro",        "opencode" };
	unsigned long sum = 9;

	for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
		gaff_converting how = { 0 };
		gaff_error error = { 0 };
		gaff_converted *got;

		how.from = s->host;
		how.to = targets[i];
		got = gaff_config_convert(&how, s->text, s->length, &error);
		if (!got) {
			sum = mix(sum, error.message);
			continue;
		}
		sum = mix(sum, gaff_converted_text(got, NULL));
		for (size_t k = 0; gaff_converted_loss(got, k); k++)
			sum = mix(sum, gaff_converted_loss(got, k));
		gaff_converted_free(got);
	}
	return sum;
}

static unsigned long use(const struct subject *s)
{
	return s->is_payload ? use_payload(s) : use_configuration(s);
}

/* ---- threads ---- */

static void *work(void *argument)
{
	size_t first = *(size_t *)argument, *wrong = argument;

	*wrong = 0;
	for (int round = 0; round < rounds; round++)
		for (size_t i = 0; i < n_subjects; i++) {
			const struct subject *s = &subjects[(i + first) % n_subjects];

			if (use(s) != s->alone)
				(*wrong)++;
		}
	return NULL;
}

static int load(const char *path, struct subject *s)
{
	FILE *file = fopen(path, "rb");
	char folder[4096], *slash;
	long length;

	s->is_payload = strstr(path, "tests/hosts/") != NULL;
	(void)snprintf(folder, sizeof folder, "%s", path);
	for (int up = s->is_payload ? 2 : 1; up > 0; up--)
		if ((slash = strrchr(folder, '/')))
			*slash = '\0';
	slash = strrchr(folder, '/');
	(void)snprintf(s->host, sizeof s->host, "%.63s", slash ? slash + 1 : folder);
	if (!file || fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) < 0 ||
	    fseek(file, 0, SEEK_SET) != 0)
		return 0;
	s->length = (size_t)length;
	s->text = malloc(s->length + 1);
	s->length = s->text ? fread(s->text, 1, s->length, file) : 0;
	(void)fclose(file);
	return s->text != NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	size_t of[THREADS], wrong = 0;

	if (argc < 3)
		return 2;
	rounds = atoi(argv[1]);
	subjects = calloc((size_t)argc, sizeof *subjects);
	for (int i = 2; subjects && i < argc; i++) {
		if (!load(argv[i], &subjects[n_subjects])) {
			fprintf(stderr, "stress: cannot read %s\n", argv[i]);
			return 2;
		}
		subjects[n_subjects].alone = use(&subjects[n_subjects]);
		n_subjects++;
	}
	for (size_t i = 0; i < THREADS; i++) {
		of[i] = i * n_subjects / THREADS;
		if (pthread_create(&threads[i], NULL, work, &of[i]) != 0)
			return 2;
	}
	for (size_t i = 0; i < THREADS; i++) {
		(void)pthread_join(threads[i], NULL);
		wrong += of[i];
	}
	for (size_t i = 0; i < n_subjects; i++)
		free(subjects[i].text);
	free(subjects);
	printf("stress: %zu passed, %zu failed\n", (size_t)rounds * THREADS * n_subjects - wrong,
	       wrong);
	return wrong || !n_subjects ? 1 : 0;
}
