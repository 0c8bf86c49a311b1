#include "base/inherit_parts.h"

/*
 * A proxy may be what a company needs, or what a checkout brings: nobody can tell. But a server of
 * this machine that a hook asks is not to be another's.
 */
#define OWN_SERVERS "localhost,127.0.0.1,::1"

static bool is_named(const char *variable, const char *name)
{
	size_t n = strlen(name);
	struct sv v = sv_of(variable);

	return v.n > n && v.p[n] == '=' && sv_starts_nocase(v, sv_of(name));
}

static bool is_proxy(const char *variable)
{
	struct sv name = sv_of(variable), end = SV("_proxy");
	const char *equals = sv_chr(name, '=');

	name.n = equals ? (size_t)(equals - name.p) : 0;
	return name.n > end.n && sv_eq_nocase(sv_skip(name, name.n - end.n), end) &&
	       !is_named(variable, "no_proxy");
}

/* "*" is for all servers, where it is alone. */
static char *direct(struct arena *a, struct sv name, struct sv value)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, name);
	buf_addc(&b, '=');
	gaff_buf_add(&b, value);
	if (!sv_eq(value, SV("*"))) {
		if (value.n)
			buf_addc(&b, ',');
		gaff_buf_add(&b, SV(OWN_SERVERS));
	}
	return buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
}

/* Programs read the one or the other, and most the first: each is as it was, else as the other. */
size_t gaff_inherit_direct(struct arena *a, char **all, size_t n)
{
	static const struct sv names[] = { SV_INIT("no_proxy"), SV_INIT("NO_PROXY") };
	struct sv was[COUNT_OF(names)] = { { 0 } };
	bool has_proxy = false;
	size_t kept = 0;

	for (size_t i = 0; i < n && !has_proxy; i++)
		has_proxy = is_proxy(all[i]);
	if (!has_proxy)
		return n;
	for (size_t i = 0; i < n; i++) {
		struct sv v = sv_of(all[i]);

		if (!is_named(all[i], "no_proxy"))
			all[kept++] = all[i];
		for (size_t k = 0; k < COUNT_OF(names); k++)
			if (sv_starts(v, names[k]) && v.p[names[k].n] == '=')
				was[k] = sv_skip(v, names[k].n + 1);
	}
	for (size_t k = 0; k < COUNT_OF(names); k++) {
		char *one = direct(a, names[k], was[k].n ? was[k] : was[1 - k]);

		if (one)
			all[kept++] = one;
	}
	return kept;
}
