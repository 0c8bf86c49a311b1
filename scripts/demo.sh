#!/bin/sh
# demo.sh - a real payload of every agent through one hook: what goes in, what comes out.
cd "$(dirname "$0")/.." || exit 1
bold='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
	bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
fi
hook=examples/no-echo.sh
export GAFF_AUDIT=off # this is no call of an agent
failed=0

show() { # HOST DIR [OPTION...]
	host=$1 dir=$2
	shift 2
	err=$(mktemp)
	printf '\n%s%s%s  (%s)\n' "$bold" "$host" "$plain" "$(cat "$dir/from")"
	printf '%s  in     %s%s\n' "$dim" "$(cat "$dir/stdin.json")" "$plain"
	printf '  run    gaff run --host %s -- %s\n' "$host${*:+ $*}" "$hook"
	out=$(build/gaff run --host "$host" "$@" -- "$hook" <"$dir/stdin.json" 2>"$err")
	code=$?
	printf '  stdout %s\n' "$out"
	printf '  stderr %s\n' "$(cat "$err")"
	printf '  exit   %s\n' "$code"
	case $out$(cat "$err") in *printf*) ;; *) failed=1 ;; esac
	rm -f "$err"
}

printf '%sOne hook, %s:%s\n\n' "$bold" "$hook" "$plain"
sed 's/^/  /' "$hook"
printf '\nEvery agent calls it in its own words, and is answered in its own words.\n'
for mark in tests/hosts/*/*/demo; do # a case with a file `demo` is shown
	dir=${mark%/*} host=${mark#tests/hosts/}
	# shellcheck disable=SC2046 # a list of options
	show "${host%%/*}" "$dir" $(cat "$dir/args" 2>/dev/null)
done
[ "$failed" = 0 ] || {
	echo "demo.sh: an agent was not answered with a denial" >&2
	exit 1
}
printf '\nWhat each agent can do with an answer: build/gaff hosts\n'
