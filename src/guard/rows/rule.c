#include "guard/rows/rule.h"

#include "base/io.h"
#include "base/limits.h"
#include "guard/guards/secret.h"
#include "guard/pieces.h"
#include "manifest/manifest_parts.h"
#include "text/utf8.h"

/* The rules of a manifest, in their order, for each subject of a call. */

enum content { NOT_LOOKED_FOR, IS_THERE, IS_NOT_THERE };

struct look {
	struct gaff_guard_call *call;
	const struct gaff_match_place *place;
	const struct gaff_rule *rule;
	size_t n;
	struct gaff_rule_verdict *verdict;
	struct gaff_exceptions *exceptions;
	struct gaff_guard_report *report;
	enum content *content; /* of each rule: a pattern is looked for once */
};

static bool is_of_programs(const struct gaff_rule *rule)
{
	return rule->program.n || rule->words.n;
}

static bool is_of_everything(const struct gaff_rule *rule)
{
	return !is_of_programs(rule) && !rule->paths.n;
}

/* ---- in words ---- */

/* One line, cut; what cannot be known is "…". */
static struct sv line_of(struct arena *a, struct sv text)
{
	struct sv line = gaff_utf8_cut(gaff_secret_hide(a, text), GAFF_GUARD_WHAT_MAX);
	struct buf b = buf_in(a);

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i])
			buf_addc(&b, line.p[i]);
		else
			gaff_buf_add(&b, SV("\u2026"));
	}
	line = buf_sv(&b);
	return buf_ok(&b) && gaff_one_line(a, &line) ? line : (struct sv){ 0 };
}

/* Of all that was not met, the last condition of the rule says most. */
static void miss(struct look *l, size_t k, struct sv missing)
{
	if (missing.n)
		l->verdict[k].missing = missing;
}

static void meet(struct look *l, size_t k, enum gaff_row_result result, struct sv what)
{
	if (result <= l->verdict[k].result)
		return;
	l->verdict[k].result = result;
	l->verdict[k].what = what;
}

/* ---- the conditions ---- */

static enum gaff_rc has_content(struct look *l, size_t k, bool *out, struct gaff_err *err)
{
	const struct gaff_rule *rule = &l->rule[k];
	bool found = true;

	if (l->content[k] == NOT_LOOKED_FOR) {
		if (rule->content.n)
			GAFF_TRY(gaff_rule_content(l->call, rule->content, l->place->deadline,
						   &found, err));
		l->content[k] = found ? IS_THERE : IS_NOT_THERE;
	}
	*out = l->content[k] == IS_THERE;
	if (!*out)
		miss(l, k, SV("its content is not there"));
	return GAFF_OK;
}

/* "kubectl|helm apply --context=prod*": a rule as a row. */
static struct sv row_of(struct arena *a, const struct gaff_rule *rule, struct sv words)
{
	struct gaff_texts texts = gaff_texts_of(rule->program);
	struct buf b = buf_in(a);
	struct json item;
	struct sv name;

	if (!rule->program.n)
		buf_addc(&b, '*');
	for (size_t i = 0; rule->program.n && gaff_texts_next(&texts, &item); i++) {
		if (i)
			buf_addc(&b, '|');
		if (gaff_json_text(a, item, &name))
			gaff_buf_add(&b, name);
	}
	if (words.n) {
		buf_addc(&b, ' ');
		gaff_buf_add(&b, words);
	}
	return buf_sv(&b);
}

struct sv gaff_rule_text(struct arena *a, const struct gaff_rule *rule)
{
	struct gaff_texts texts = gaff_texts_of(rule->words);
	struct buf b = buf_in(a);
	struct json item;
	struct sv words;

	if (!is_of_programs(rule))
		return (struct sv){ 0 };
	if (!rule->words.n)
		return row_of(a, rule, (struct sv){ 0 });
	for (size_t i = 0; rule->words.n && gaff_texts_next(&texts, &item); i++) {
		if (i)
			gaff_buf_add(&b, SV(" or "));
		if (gaff_json_text(a, item, &words))
			gaff_buf_add(&b, row_of(a, rule, sv_trim(words)));
	}
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* "apply|delete" of a row. */
static struct sv not_met(struct arena *a, struct sv word)
{
	return word.n ? sv_join(a, SV("\""), word, SV("\" is not met"))
		      : SV("its words are not met");
}

static enum gaff_row_result row_result(struct look *l, size_t k, const struct gaff_args *args,
				       struct sv words)
{
	const struct gaff_rule *rule = &l->rule[k];
	struct sv when = row_of(l->call->arena, rule, words), missing = { 0 };
	bool is_named = gaff_row_names(when, args->program->name);
	enum gaff_row_result result;

	if (!args->program->name.n) {
		result = GAFF_ROW_PERHAPS; /* which program it is cannot be known */
	} else if (!is_named) {
		result = GAFF_ROW_NO;
		missing = SV("no program of the command is the one it names");
		if (l->verdict[k].missing.n) /* of one that is, more can be said */
			return result;
	} else {
		result = gaff_row_match(l->call->arena, when, args, &l->call->world, &missing);
	}
	if (l->report && (is_named || !args->program->name.n))
		gaff_guard_tried(l->report, (struct gaff_tried_row){ .guard = "rule",
								     .row = rule->name,
								     .when = when,
								     .program = args->program,
								     .result = result,
								     .missing = missing });
	if (result == GAFF_ROW_NO)
		miss(l, k, is_named ? not_met(l->call->arena, missing) : missing);
	return result;
}

/* How many operands these words name: sub-commands, which are no files. "/s" is an option. */
static size_t count_named(struct sv words)
{
	size_t n = 0;

	for (size_t i = 0; i < words.n; i++) {
		bool is_first = !i || words.p[i - 1] == ' ';
		bool is_switch = words.p[i] == '/' && i + 1 < words.n && words.p[i + 1] != ' ' &&
				 (i + 2 == words.n || words.p[i + 2] == ' ');

		if (is_first && !is_switch && !strchr(" -!@>.", words.p[i]))
			n++;
	}
	return n;
}

/* ---- exceptions must be certain ---- */

/* What is not known may be an option, or several words, and then the words are other ones. */
static bool is_all_known(const struct gaff_args *args)
{
	const struct gaff_program *program = args->program;

	for (size_t i = 0; i < program->n; i++)
		if (!word_is_known(program->word[i]) && program->word[i].may_split)
			return false;
	for (size_t i = 0; i < args->n; i++) {
		const struct gaff_arg *arg = &args->arg[i];

		if (arg->kind == GAFF_ARG_HOLE || (arg->kind == GAFF_ARG_OPERAND && arg->name.n &&
						   !arg->name.p[0] && !arg->is_after_end))
			return false;
	}
	return true;
}

static bool has_class(struct sv words)
{
	return sv_starts(words, SV("@")) || sv_has(words, SV(" @"));
}

/* With one of its operands and those that the words name, and of the others the last, if asked. */
static enum gaff_row_result one_result(struct look *l, const struct gaff_args *args, struct sv when,
				       size_t n_named, size_t one, size_t last)
{
	struct arena *a = l->call->arena;
	struct gaff_args some = *args;
	struct sv missing;
	size_t n = 0;

	some.arg = gaff_arena_alloc(a, args->n * sizeof *some.arg);
	some.place = gaff_arena_alloc(a, args->n);
	if (!some.arg || !some.place)
		return GAFF_ROW_NO; /* no memory, and so a failure */
	memset(some.place, 0, args->n);
	some.n = 0;
	for (size_t i = 0; i < args->n; i++) {
		bool is_operand = args->arg[i].kind == GAFF_ARG_OPERAND;

		if (!is_operand || n < n_named || n == one || n == last)
			some.arg[some.n++] = args->arg[i];
		n += is_operand;
	}
	return gaff_row_match(a, when, &some, &l->call->world, &missing);
}

/*
 * A row holds where one operand is of a class. That is right for what is forbidden; of what is
 * excepted every operand has to be: `rm -r @temp` is not for `rm -r /tmp/x /`.
 */
static bool is_certain(struct look *l, size_t k, const struct gaff_args *args, struct sv words)
{
	enum { OPERANDS_MAX = 64 };
	struct sv when = row_of(l->call->arena, &l->rule[k], words);
	size_t n = 0, n_named = count_named(words), last = SIZE_MAX;

	if (!is_all_known(args))
		return false;
	for (size_t i = 0; i < args->n; i++)
		n += args->arg[i].kind == GAFF_ARG_OPERAND;
	if (!has_class(words) || n <= n_named)
		return true;
	if (n > OPERANDS_MAX)
		return false;
	if (memchr(words.p, '$', words.n) || memchr(words.p, '^', words.n))
		last = --n; /* it has a class of its own */
	for (size_t i = n_named; i < n; i++)
		if (one_result(l, args, when, n_named, i, last) != GAFF_ROW_YES)
			return false;
	return true;
}

/* The best of all alternatives; `n_named` is what that one names. */
static enum gaff_row_result words_result(struct look *l, size_t k, const struct gaff_args *args,
					 size_t *n_named)
{
	struct gaff_texts texts = gaff_texts_of(l->rule[k].words);
	enum gaff_row_result best = GAFF_ROW_NO;
	struct json item;
	struct sv words;

	if (!l->rule[k].words.n)
		return row_result(l, k, args, (struct sv){ 0 });
	while (best != GAFF_ROW_YES && gaff_texts_next(&texts, &item)) {
		enum gaff_row_result result;

		if (!gaff_json_text(l->call->arena, item, &words))
			return GAFF_ROW_PERHAPS; /* no memory, and so a failure */
		result = row_result(l, k, args, sv_trim(words));
		if (result == GAFF_ROW_YES && l->rule[k].decision == GAFF_ALLOW &&
		    !is_certain(l, k, args, sv_trim(words))) {
			result = GAFF_ROW_PERHAPS;
			miss(l, k, SV("it is not certain that its words are all"));
		}
		if (result > best) {
			best = result;
			*n_named = count_named(sv_trim(words));
		}
	}
	return best;
}

static enum gaff_rc program_result(struct look *l, size_t k, const struct gaff_args *args,
				   enum gaff_row_result *out, struct gaff_err *err)
{
	const struct gaff_rule *rule = &l->rule[k];
	enum gaff_row_result result = GAFF_ROW_YES;
	size_t n_named = 0;

	if (is_of_programs(rule))
		result = words_result(l, k, args, &n_named);
	if (result != GAFF_ROW_NO && rule->paths.n) {
		enum gaff_row_result named = GAFF_ROW_NO;

		GAFF_TRY(gaff_rule_files(l->call, l->place, rule, args, n_named, &named, err));
		if (named == GAFF_ROW_NO)
			miss(l, k,
			     rule->decision == GAFF_ALLOW
				     ? SV("not all its files are among the paths")
				     : SV("no file of its paths is touched"));
		result = named < result ? named : result;
	}
	*out = result;
	return GAFF_OK;
}

/* ---- the subjects ---- */

/*
 * One rule has said something of a subject. True: that decides it. A rule that allows has to be
 * certain; one that may be meant asks, and those behind it are tried, too.
 */
static enum gaff_rc settle(struct look *l, size_t k, enum gaff_row_result result, struct sv what,
			   bool *excepted, bool *is_decided, struct gaff_err *err)
{
	bool holds = false;

	*is_decided = false;
	if (result == GAFF_ROW_NO ||
	    (result == GAFF_ROW_PERHAPS && l->rule[k].decision == GAFF_ALLOW))
		return GAFF_OK;
	GAFF_TRY(has_content(l, k, &holds, err));
	if (!holds)
		return GAFF_OK;
	meet(l, k, result, what);
	*is_decided = result == GAFF_ROW_YES;
	*excepted = *is_decided && l->rule[k].decision == GAFF_ALLOW;
	return GAFF_OK;
}

/* The model chooses how many programs and files there are; agents do not wait. */
static enum gaff_rc check_time(const struct look *l, struct gaff_err *err)
{
	if (l->place->deadline && gaff_now_ms() >= l->place->deadline)
		return gaff_fail(err, GAFF_ENOTIME, "no time to hold rules against this call");
	return GAFF_OK;
}

static enum gaff_rc look_at_program(struct look *l, size_t i, const struct gaff_args *args,
				    struct gaff_err *err)
{
	struct arena *a = l->call->arena;
	bool is_decided = false;

	GAFF_TRY(check_time(l, err));
	for (size_t k = 0; k < l->n && !is_decided; k++) {
		enum gaff_row_result result = GAFF_ROW_YES;
		struct sv what = { 0 };

		if (!is_of_everything(&l->rule[k]))
			GAFF_TRY(program_result(l, k, args, &result, err));
		if (result != GAFF_ROW_NO)
			what = line_of(a, gaff_guard_what(a, args, gaff_rule_text(a, &l->rule[k])));
		GAFF_TRY(settle(l, k, result, what, &l->exceptions->program[i], &is_decided, err));
	}
	return GAFF_OK;
}

/* What the command runs here cannot be known: it may be what any rule about programs names. */
static enum gaff_rc look_at_unknown(struct look *l, const struct gaff_unknown *unknown,
				    struct gaff_err *err)
{
	struct sv what = gaff_guard_unknown(&l->call->programs, unknown);
	bool is_decided = false, excepted;

	for (size_t k = 0; k < l->n && !is_decided; k++)
		if (is_of_programs(&l->rule[k]))
			GAFF_TRY(settle(l, k, GAFF_ROW_PERHAPS, line_of(l->call->arena, what),
					&excepted, &is_decided, err));
	return GAFF_OK;
}

static enum gaff_rc look_at_programs(struct look *l, struct gaff_err *err)
{
	const struct gaff_programs *programs;
	size_t i = 0;

	GAFF_TRY(gaff_guard_programs(l->call, &programs, err));
	if (!programs->n && !programs->unknown)
		return GAFF_OK;
	l->exceptions->program = gaff_arena_alloc(l->call->arena, programs->n + 1);
	GAFF_TRY(gaff_arena_check(l->call->arena, err));
	memset(l->exceptions->program, 0, programs->n + 1);
	for (const struct gaff_program *p = programs->first; p; p = p->next, i++)
		GAFF_TRY(look_at_program(l, i, &l->call->args[i], err));
	for (const struct gaff_unknown *u = programs->unknown; u; u = u->next)
		GAFF_TRY(look_at_unknown(l, u, err));
	return GAFF_OK;
}

/* By the name that the call has for it, and by the one without links. */
static bool file_is_named(struct look *l, const struct gaff_rule *rule, struct sv path,
			  struct sv real)
{
	struct arena *a = l->call->arena;
	bool is_named = gaff_path_matches(a, rule->paths, path, l->place);

	if (!real.n)
		return is_named;
	if (rule->decision == GAFF_ALLOW) /* must be so by all its names */
		return is_named && gaff_path_matches(a, rule->paths, real, l->place);
	return is_named || gaff_path_matches(a, rule->paths, real, l->place);
}

static enum gaff_rc look_at_file(struct look *l, size_t i, struct sv path, struct gaff_err *err)
{
	const struct gaff_match_place *place = l->place;
	struct sv real = { 0 };
	bool is_decided = false;

	GAFF_TRY(check_time(l, err));
	if (path.n > GAFF_PATH_MAX)
		return gaff_fail(err, GAFF_ELIMIT, "a path is longer than %u bytes", GAFF_PATH_MAX);
	if (place->real)
		real = place->real(place->context, i, path);
	for (size_t k = 0; k < l->n && !is_decided; k++) {
		const struct gaff_rule *rule = &l->rule[k];
		bool is_named = !rule->paths.n || file_is_named(l, rule, path, real);

		if (is_of_programs(rule))
			continue;
		if (!is_named)
			miss(l, k, SV("no file of its paths is touched"));
		GAFF_TRY(settle(l, k, is_named ? GAFF_ROW_YES : GAFF_ROW_NO,
				line_of(l->call->arena, path), &l->exceptions->path[i], &is_decided,
				err));
	}
	return GAFF_OK;
}

static enum gaff_rc look_at_files(struct look *l, struct gaff_err *err)
{
	const struct gaff_paths *paths;

	GAFF_TRY(gaff_guard_paths(l->call, &paths, err));
	l->exceptions->path = gaff_arena_alloc(l->call->arena, paths->n + 1);
	GAFF_TRY(gaff_arena_check(l->call->arena, err));
	memset(l->exceptions->path, 0, paths->n + 1);
	for (size_t i = 0; i < paths->n; i++)
		GAFF_TRY(look_at_file(l, i, paths->path[i], err));
	return GAFF_OK;
}

static enum gaff_rc look_at_call(struct look *l, struct gaff_err *err)
{
	bool is_decided = false;

	for (size_t k = 0; k < l->n && !is_decided; k++)
		if (is_of_everything(&l->rule[k]))
			GAFF_TRY(settle(l, k, GAFF_ROW_YES, (struct sv){ 0 }, &l->exceptions->all,
					&is_decided, err));
	return GAFF_OK;
}

enum gaff_rc gaff_rules_look(struct gaff_guard_call *call, const struct gaff_match_place *place,
			     const struct gaff_rule *rule, size_t n,
			     struct gaff_rule_verdict *verdict, struct gaff_exceptions *exceptions,
			     struct gaff_guard_report *report, struct gaff_err *err)
{
	struct look l = { call, place, rule, n, verdict, exceptions, report, NULL };
	bool has_programs = false, has_paths = false;

	*exceptions = (struct gaff_exceptions){ 0 };
	memset(verdict, 0, n * sizeof *verdict);
	l.content = gaff_arena_alloc(call->arena, n * sizeof *l.content + 1);
	GAFF_TRY(gaff_arena_check(call->arena, err));
	memset(l.content, 0, n * sizeof *l.content);
	for (size_t k = 0; k < n; k++) {
		has_programs |= is_of_programs(&rule[k]);
		has_paths |= rule[k].paths.n > 0;
	}
	if (has_programs || has_paths)
		GAFF_TRY(look_at_programs(&l, err));
	if (has_paths)
		GAFF_TRY(look_at_files(&l, err));
	GAFF_TRY(look_at_call(&l, err));
	return gaff_arena_check(call->arena, err);
}

/* ---- what comes of it ---- */

enum gaff_rc gaff_rules_programs(struct gaff_guard_call *call, struct gaff_program_bits *out,
				 struct gaff_err *err)
{
	struct gaff_program_bits bits = { { 0, 0 } };
	const struct gaff_programs *programs;

	GAFF_TRY(gaff_guard_programs(call, &programs, err));
	for (const struct gaff_program *p = programs->first; p; p = p->next) {
		struct sv other = gaff_row_program(p->name);

		bits = gaff_programs_join(bits, p->name.n ? gaff_program_bits(p->name)
							  : GAFF_ANY_PROGRAM);
		if (other.n) /* podman is meant by rules about docker, as gaff_row_names() has it */
			bits = gaff_programs_join(bits, gaff_program_bits(other));
	}
	*out = programs->unknown ? GAFF_ANY_PROGRAM : bits;
	return GAFF_OK;
}

enum gaff_rc gaff_rule_answer(struct arena *a, const struct gaff_rule *rule,
			      const struct gaff_rule_verdict *verdict, struct gaff_response *out,
			      struct gaff_err *err)
{
	bool is_sure = verdict->result == GAFF_ROW_YES;
	struct buf b = buf_in(a);

	*out = (struct gaff_response){ 0 };
	if (verdict->result == GAFF_ROW_NO || rule->decision == GAFF_ALLOW)
		return GAFF_OK;
	out->decision = is_sure ? rule->decision : GAFF_ASK;
	gaff_buf_add(&b, SV("rule "));
	gaff_buf_add(&b, line_of(a, rule->name));
	gaff_buf_add(&b, SV(": "));
	if (verdict->what.n) {
		buf_addc(&b, '`');
		gaff_buf_add(&b, verdict->what);
		gaff_buf_add(&b, is_sure ? SV("`: ") : SV("`, perhaps: "));
	}
	gaff_buf_add(&b, rule->reason.n ? rule->reason : SV("this is not wanted here"));
	if (rule->suggestion.n) {
		gaff_buf_add(&b, SV(". Instead: "));
		gaff_buf_add(&b, rule->suggestion);
	}
	GAFF_TRY(gaff_buf_check(&b, err));
	out->text[GAFF_A_REASON] = buf_sv(&b);
	return GAFF_OK;
}

/* Who opens the files of a redirection that stands alone (walk_simple.c). */
static const struct gaff_word nobody = { .text = SV_INIT(":") };

static enum gaff_rc hide_programs(struct gaff_guard_call *call, const bool *excepted,
				  struct gaff_err *err)
{
	struct gaff_program *first = call->programs.first, **last = &call->programs.first;
	const struct gaff_args *args = call->args;
	size_t i = 0, n = 0;

	call->args = gaff_arena_alloc(call->arena, (call->programs.n + 1) * sizeof *args);
	GAFF_TRY(gaff_arena_check(call->arena, err));
	for (const struct gaff_program *p = first; p; p = p->next, i++) {
		struct gaff_program *copy;

		if (excepted[i] && !p->opened)
			continue;
		copy = gaff_arena_alloc(call->arena, sizeof *copy); /* others have their list */
		GAFF_TRY(gaff_arena_check(call->arena, err));
		*copy = *p;
		copy->next = NULL;
		call->args[n] = args[i];
		if (excepted[i]) { /* `npm test > file`: the exception is for the program alone */
			copy->name = nobody.text;
			copy->word = &nobody;
			copy->n = 1;
			call->args[n].n = 0;
		}
		call->args[n++].program = copy;
		*last = copy;
		last = &copy->next;
	}
	*last = NULL;
	call->programs.n = n;
	call->filters = NULL; /* those are of all programs */
	return GAFF_OK;
}

enum gaff_rc gaff_rules_hide(const struct gaff_guard_call *call,
			     const struct gaff_exceptions *exceptions, struct gaff_guard_call *out,
			     struct gaff_err *err)
{
	struct gaff_guard_call hidden = *call;

	if (call->has_programs && exceptions->program)
		GAFF_TRY(hide_programs(&hidden, exceptions->program, err));
	hidden.has_files = false; /* found again, without those */
	if (call->has_paths && exceptions->path) {
		struct gaff_paths *paths = &hidden.paths;

		paths->path = gaff_arena_alloc(call->arena, call->paths.n * sizeof *paths->path);
		GAFF_TRY(gaff_arena_check(call->arena, err));
		paths->n = 0;
		for (size_t i = 0; i < call->paths.n; i++)
			if (!exceptions->path[i])
				paths->path[paths->n++] = call->paths.path[i];
	}
	*out = hidden;
	return GAFF_OK;
}
