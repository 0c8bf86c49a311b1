#!/bin/sh
# test.sh - every suite, on the program and again with sanitizers; ends with the sum of them all.
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
log=$(mktemp)

suite() { # NAME COMMAND...
	name=$1
	shift
	"$@" >"$log" 2>&1
	code=$?
	line=$(grep -E '^[a-z]+: [0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
	p=$(printf '%s' "$line" | sed -nE 's/.* ([0-9]+) passed.*/\1/p')
	f=$(printf '%s' "$line" | sed -nE 's/.* ([0-9]+) failed.*/\1/p')
	if [ "$code" != 0 ] || [ -z "$p" ]; then
		cat "$log"
		[ "${f:-0}" = 0 ] && f=1 # it died, or counted nothing
	fi
	passed=$((passed + ${p:-0}))
	failed=$((failed + ${f:-0}))
	printf '%-28s %s passed, %s failed\n' "$name" "${p:-0}" "${f:-0}"
}

suite "unit" build/unit
suite "golden" node tests/golden.mjs
suite "run" node tests/run.mjs
suite "cli" node tests/cli.mjs
suite "manifest" node tests/manifest.mjs
suite "fire" node tests/fire.mjs
suite "explain" node tests/explain.mjs
suite "http" node tests/http.mjs
suite "audit" node tests/audit.mjs
suite "engine" node tests/engine.mjs
suite "documents" sh scripts/check-docs.sh
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1
suite "unit, sanitized" build/asan/unit
GAFF=$PWD/build/asan/gaff suite "golden, sanitized" node tests/golden.mjs
GAFF=$PWD/build/asan/gaff SLOW=4 NO_ULIMIT=1 suite "run, sanitized" node tests/run.mjs
GAFF=$PWD/build/asan/gaff SLOW=4 suite "cli, sanitized" node tests/cli.mjs
GAFF=$PWD/build/asan/gaff SLOW=4 suite "manifest, sanitized" node tests/manifest.mjs
GAFF=$PWD/build/asan/gaff SLOW=4 suite "fire, sanitized" node tests/fire.mjs
GAFF=$PWD/build/asan/gaff SLOW=4 suite "explain, sanitized" node tests/explain.mjs
GAFF=$PWD/build/asan/gaff SLOW=4 suite "http, sanitized" node tests/http.mjs
GAFF=$PWD/build/asan/gaff SLOW=4 suite "audit, sanitized" node tests/audit.mjs
GAFF=$PWD/build/asan/gaff SLOW=4 suite "engine, sanitized" node tests/engine.mjs
rm -f "$log"
echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
