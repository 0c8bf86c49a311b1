#!/bin/sh
# test.sh - every suite, on the program and beside it with sanitizers; ends with the sum of them all.
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/counts"

suite() { # NAME COMMAND...
	name=$1
	log=$work/$(printf '%s' "$name" | tr -c '[:lower:]' _)
	shift
	"$@" >"$log" 2>&1
	code=$?
	line=$(grep -E '^[a-z ]+: [0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
	p=$(printf '%s' "$line" | sed -nE 's/.* ([0-9]+) passed.*/\1/p')
	f=$(printf '%s' "$line" | sed -nE 's/.* ([0-9]+) failed.*/\1/p')
	if [ "$code" != 0 ] || [ -z "$p" ]; then
		cat "$log"
		[ "${f:-0}" = 0 ] && f=1 # it died, or counted nothing
	fi
	echo "${p:-0} ${f:-0}" >>"$work/counts"
	printf '%-28s %s passed, %s failed\n' "$name" "${p:-0}" "${f:-0}"
}

first='golden run cli manifest fire explain http audit engine authoring/shell'
second='rules plugin convert convert/module convert/matching ship library jsregex install doctor wrap guard guard/corpus guard/grid'
third='convert/roundtrip convert/property convert/matrix convert/semantics convert/hostile convert/vectors convert/conformance authoring/test authoring/new authoring/examples docs'
suites="$first $second $third"

plain() {
	suite unit build/unit
	for name in $suites; do
		suite "$name" node "tests/$name.mjs"
	done
	suite documents sh scripts/check-docs.sh
}

sanitized() { # SUITE...
	export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1
	export GAFF="$PWD/build/asan/gaff" NO_ULIMIT=1 SLOW=4
	for name in "$@"; do
		suite "$name, sanitized" node "tests/$name.mjs"
	done
}

# Two at a time. With sanitizers it takes twice as long, so who is done with the others helps.
# shellcheck disable=SC2086 # names without spaces
{
	plain
	sanitized $second $third
} &
suite "unit, sanitized" env ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 build/asan/unit
# shellcheck disable=SC2086
sanitized $first
wait
# every suite has counted, plain and sanitized, and the unit tests twice, and the documents
want=$(($(echo "$suites" | wc -w) * 2 + 3))
awk -v want="$want" '{ p += $1; f += $2 } END { printf "\n%d passed, %d failed\n", p, f; exit f || !p || NR != want }' "$work/counts"
