#!/bin/sh
# check-docs.sh - pages that are printed from tables say what the tables say.
# UPDATE=1 rewrites them.
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
gaff=${GAFF:-build/gaff}

page() { # FILE COMMAND...
	file=$1
	shift
	[ -n "${UPDATE:-}" ] && "$@" >"$file"
	if "$@" | diff -u "$file" - >&2; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $file is not what '$*' prints; UPDATE=1 make check rewrites it"
	fi
}

page docs/hosts.md "$gaff" hosts --markdown
page docs/guards.md "$gaff" guard --list --markdown

# docs/manifest.md holds the tables of fields as they are printed.
fields=$(mktemp)
"$gaff" validate --fields >"$fields"
if awk 'NR == FNR { want = want $0 "\n"; next } { have = have $0 "\n" } END { exit index(have, want) == 0 }' "$fields" docs/manifest.md; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
	echo "FAIL docs/manifest.md has not the tables of 'gaff validate --fields'"
fi
rm -f "$fields"
echo "documents: $passed passed, $failed failed"
[ "$failed" = 0 ]
