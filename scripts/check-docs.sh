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
page docs/contracts.md "$gaff" hosts --contracts --markdown
page docs/guards.md "$gaff" guard --list --markdown

holds() { # FILE COMMAND...: what it prints is somewhere in it
	file=$1
	shift
	tables=$(mktemp)
	"$@" >"$tables"
	if awk 'NR == FNR { want = want $0 "\n"; next } { have = have $0 "\n" } END { exit index(have, want) == 0 }' "$tables" "$file"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $file has not the tables that '$*' prints"
	fi
	rm -f "$tables"
}

holds docs/manifest.md "$gaff" validate --fields
holds docs/convert.md "$gaff" convert --list --markdown

# The README shows what gaff guard --explain prints, but for how many rows there are by now.
case $gaff in /*) ;; *) gaff=$PWD/$gaff ;; esac
shown=$(mktemp -d)
# shellcheck disable=SC2016
(cd "$shown" && COLUMNS=110 "$gaff" guard --explain 'c=git; echo --hard | xargs $c $(echo reset)' >page)
if awk '{ sub(/no: [0-9]+ about/, "no: N about") } NR == FNR { want = want $0 "\n"; next } { have = have $0 "\n" } END { exit index(have, want) == 0 }' "$shown/page" README.md; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
	echo "FAIL README.md does not show what 'gaff guard --explain' prints:"
	cat "$shown/page"
fi
rm -rf "$shown"
echo "documents: $passed passed, $failed failed"
[ "$failed" = 0 ]
