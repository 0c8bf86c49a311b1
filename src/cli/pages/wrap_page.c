#include "cli/pages/wrap_page.h"

#include <stdio.h>

#include "cli/print/plain.h"
#include "cli/print/table.h"
#include "text/json/json.h"

static void print_json(const struct buf *b)
{
	if (buf_ok(b))
		printf("%.*s\n", SV_ARG(buf_sv(b)));
}

void wrap_complain(struct arena *a, const char *command, const char *name, bool is_json,
		   const struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	if (!is_json) {
		fprintf(stderr, "gaff: %s: %s\n", command, gaff_plain_text(a, err->msg));
		return;
	}
	gaff_json_open(&w, '{');
	json_member_string(&w, SV("program"), sv_of(name));
	json_member_string(&w, SV("outcome"), SV("refused"));
	json_member_string(&w, SV("why"), sv_of(err->msg));
	gaff_json_close(&w, '}');
	print_json(&b);
}

static void write_report(struct arena *a, const struct wrap_report *r)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("program"), sv_of(r->name));
	json_member_string(&w, SV("outcome"), sv_of(r->outcome));
	json_member_string(&w, SV("shim"), sv_of(r->found.path));
	if (r->found.on_path.program)
		json_member_string(&w, SV("behind"), sv_of(r->found.on_path.program));
	gaff_json_member_bool(&w, SV("changes"), r->changes);
	gaff_json_close(&w, '}');
	print_json(&b);
}

void wrap_print(struct arena *a, const struct wrap_report *r, bool is_json)
{
	if (is_json) {
		write_report(a, r);
		return;
	}
	if (r->is_dry && r->changes)
		plain_diff(a, r->found.path, r->found.file.held.text, r->after);
	printf("%s: %s: %s", gaff_plain_text(a, r->name), r->outcome,
	       gaff_plain_text(a, r->found.path));
	if (r->after.n && r->found.on_path.program)
		printf(", in front of %s", gaff_plain_text(a, r->found.on_path.program));
	printf("\n");
	if (r->changes && !r->is_dry)
		printf("A shell that has run it already may have to forget where it was: hash "
		       "-r\n");
}

/* ---- the list ---- */

static void write_shim(struct json_writer *w, const struct wrap_found *found)
{
	const struct gaff_shim *shim = &found->file.shim;

	gaff_json_open(w, '{');
	json_member_string(w, SV("program"), shim->name);
	json_member_string(w, SV("shim"), sv_of(found->path));
	gaff_json_member_text(w, SV("behind"), sv_of(found->on_path.program));
	json_member_string(w, SV("gaff"), shim->gaff);
	gaff_json_member_text(w, SV("pre"), shim->pre);
	gaff_json_member_text(w, SV("post"), shim->post);
	gaff_json_member_bool(w, SV("args"), shim->takes_args);
	gaff_json_member_bool(w, SV("fail_closed"), shim->fail_closed);
	gaff_json_member_text(w, SV("trouble"), sv_of(found->trouble));
	gaff_json_close(w, '}');
}

static void write_list(struct arena *a, const struct wrap_list *list)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '[');
	for (size_t i = 0; i < list->n; i++)
		write_shim(&w, &list->item[i]);
	gaff_json_close(&w, ']');
	print_json(&b);
}

static void add_plain(struct table *t, struct sv text)
{
	gaff_plain_add(table_cell(t), text.n ? text : SV("-"), 60);
}

bool wrap_print_list(struct arena *a, const struct wrap_list *list, bool is_json)
{
	static const char *const heads[] = { "program", "before", "after", "state", "shim" };
	struct table t = table_of(a, false, heads, COUNT_OF(heads));
	bool is_well = true;

	for (size_t i = 0; i < list->n; i++) {
		const struct wrap_found *found = &list->item[i];
		const struct gaff_shim *shim = &found->file.shim;
		bool is_manifests = !shim->pre.n && !shim->post.n;

		is_well &= !found->trouble;
		add_plain(&t, shim->name);
		add_plain(&t, is_manifests ? SV("the manifests") : shim->pre);
		add_plain(&t, is_manifests ? SV("the manifests") : shim->post);
		table_add(&t, found->trouble ? sv_of(found->trouble) : SV("well"));
		add_plain(&t, sv_of(found->path));
	}
	if (is_json)
		write_list(a, list);
	else if (list->n)
		table_print(&t);
	else
		printf("No program is wrapped. To wrap one: gaff wrap NAME --hook CMD\n");
	return is_well;
}
