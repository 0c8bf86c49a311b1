#!/bin/sh
# demo.sh - a real payload of every agent through one hook: what goes in, what comes out.
cd "$(dirname "$0")/.." || exit 1
bold='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
	bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
fi
hook=examples/no-echo.sh
failed=0

show() { # HOST CASE
	dir=tests/hosts/$1/$2
	err=$(mktemp)
	printf '\n%s%s%s  (%s)\n' "$bold" "$1" "$plain" "$(cat "$dir/from")"
	printf '%s  in     %s%s\n' "$dim" "$(cat "$dir/stdin.json")" "$plain"
	printf '  run    gaff run --host %s -- %s\n' "$1" "$hook"
	out=$(build/gaff run --host "$1" -- "$hook" <"$dir/stdin.json" 2>"$err")
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
show claude-code PreToolUse.Bash
show codex PreToolUse
show cursor base-004-beforeShellExecution
show generic Shell.echo
[ "$failed" = 0 ] || {
	echo "demo.sh: an agent was not answered with a denial" >&2
	exit 1
}
printf '\nWhat each agent can do with an answer: build/gaff hosts\n'
