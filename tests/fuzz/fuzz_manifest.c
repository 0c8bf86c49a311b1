/*
 * fuzz_manifest.c - any document as a manifest or a policy.
 *
 * The first byte chooses: JSON, YAML, or JSON as a policy. What is a manifest has canonical bytes
 * that are one again, and the same, without a mistake, from either syntax; each of its hooks can be
 * read alone. Whatever is said of a document has its place in it.
 */
#include <stdint.h>
#include <stdlib.h>

#include "manifest/policy.h"
#include "manifest/rule.h"
#include "agents/hosts.h"
#include "text/doc.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

static void check_line(struct sv text)
{
	const char *p = text.p, *end = p + text.n;

	check(p < end);
	for (unsigned n; p < end; p += n) {
		n = utf8_length(p, end);
		check(n && (unsigned char)*p >= 0x20 && *p != 0x7f);
	}
}

static void check_findings(const struct gaff_findings *f, const struct gaff_doc *doc)
{
	size_t errors = 0;

	for (size_t i = 0; i < f->n; i++) {
		const struct gaff_finding *one = &f->item[i];

		check(one->at >= doc->json.p && one->at <= doc->json.p + doc->json.n);
		check(gaff_doc_place(doc, one->at).line >= 1);
		check_line(one->text);
		errors += !one->is_warning;
	}
	check(errors <= f->n_errors && f->n + f->n_more >= f->n_errors);
	check(!f->n_errors || errors); /* one that is told among them */
}

static void check_manifest(struct arena *a, const struct gaff_manifest *manifest)
{
	for (int yaml = 0; yaml < 2; yaml++) {
		struct gaff_findings findings = { .arena = a };
		struct gaff_manifest again;
		struct gaff_doc doc;
		struct gaff_err err;

		/* libyaml refuses long keys, and characters that JSON has as they are */
		if (gaff_doc_parse(a, manifest->text, yaml ? GAFF_DOC_YAML : GAFF_DOC_JSON, &doc,
				   &err) != GAFF_OK) {
			check(yaml || a->failed || err.rc == GAFF_ETOOBIG);
			continue;
		}
		check(gaff_manifest_read(a, gaff_hosts, doc.root, &findings, &again));
		check(sv_eq(again.text, manifest->text) && again.n == manifest->n);
		check(memcmp(again.hook, manifest->hook, again.n * sizeof *again.hook) == 0);
		check(again.n_rules == manifest->n_rules);
		check(memcmp(again.rule, manifest->rule, again.n_rules * sizeof *again.rule) == 0);
	}
	for (size_t i = 0; i < manifest->n; i++) {
		struct gaff_hook hook;
		struct gaff_err err;

		check(gaff_manifest_hook(a, gaff_hosts, manifest, i, &hook, &err) == GAFF_OK);
		check(hook.event == manifest->hook[i].event &&
		      hook.enabled == (manifest->hook[i].flags & GAFF_INDEX_ENABLED));
		check_line(gaff_hook_label(a, &hook));
	}
	for (size_t i = 0; i < manifest->n_rules; i++) {
		struct gaff_hook hook;
		struct gaff_rule rule;
		struct gaff_err err;

		check(gaff_manifest_rule(a, gaff_hosts, manifest, i, &rule, &err) == GAFF_OK);
		hook = gaff_rule_hook(a, &rule);
		check(rule.event == manifest->rule[i].hook.event && hook.enabled == rule.enabled);
		check_line(gaff_hook_label(a, &hook));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gaff_findings findings;
	struct gaff_manifest manifest;
	struct gaff_policy policy;
	struct gaff_doc doc;
	struct gaff_err err;
	struct arena a;
	bool ok;

	if (!size)
		return 0;
	gaff_arena_init(&a, NULL, 0, 1 << 28);
	findings = (struct gaff_findings){ .arena = &a };
	if (gaff_doc_parse(&a, (struct sv){ (const char *)data + 1, size - 1 },
			   data[0] % 3 == 1 ? GAFF_DOC_YAML : GAFF_DOC_JSON, &doc,
			   &err) == GAFF_OK) {
		ok = data[0] % 3 == 2
			     ? gaff_policy_read(&a, doc.root, &findings, &policy)
			     : gaff_manifest_read(&a, gaff_hosts, doc.root, &findings, &manifest);
		check_findings(&findings, &doc);
		check(ok == !findings.n_errors);
		if (ok && data[0] % 3 != 2)
			check_manifest(&a, &manifest);
	}
	gaff_arena_release(&a);
	return 0;
}
