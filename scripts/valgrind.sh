#!/bin/sh
# valgrind.sh - payloads of every host through gaff under valgrind, in several dialects.
# SHORT=1 takes a few of each host; all of them take some minutes.
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
log=$(mktemp)
HOME=$(mktemp -d)
export HOME
for host in tests/hosts/*; do
	cases=0
	for dir in "$host"/*; do
		case $dir in *.[0-9]*) continue ;; esac
		[ -f "$dir/stdin.json" ] || continue
		args=$(cat "$dir/args" 2>/dev/null)
		for dialect in canonical claude-code cursor; do
			# shellcheck disable=SC2086 # a list of options
			valgrind -q --error-exitcode=99 --log-file="$log" build/plain/gaff run --host "${host##*/}" $args --dialect $dialect \
				-- sh -c 'cat >/dev/null; echo "{\"decision\":\"deny\",\"reason\":\"r\",\"context\":\"c\",\"updated_input\":{\"path\":\"x\"}}"' \
				<"$dir/stdin.json" >/dev/null 2>&1
			if [ $? = 99 ] || [ -s "$log" ]; then
				failed=$((failed + 1))
				echo "FAIL $dir in $dialect"
				cat "$log"
			else
				passed=$((passed + 1))
			fi
		done
		cases=$((cases + 1))
		[ -n "${SHORT:-}" ] && [ "$cases" = 3 ] && break
	done
done
rm -rf "$log" "$HOME"
echo "valgrind: $passed passed, $failed failed"
[ "$failed" = 0 ]
