#!/bin/sh
# fuzz.sh [SECONDS] - every fuzz target for so long, from the recorded payloads as seeds.
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-60}
passed=0 failed=0
seeds=build/fuzz/seeds
mkdir -p $seeds/json $seeds/decode $seeds/patch $seeds/words
i=0
for file in tests/hosts/*/*/stdin.json; do
	i=$((i + 1))
	cp "$file" "$seeds/json/$i"
	# host and dialect by the first byte, exit code by the second
	{
		printf '%b%b' "\\0$(printf %o $((i % 256)))" "\\0$(printf %o $((i % 3)))"
		cat "$file"
		printf '\377{"decision":"deny","reason":"r","context":"c","updated_input":{"command":"ls","path":"x"}}'
	} >"$seeds/decode/$i"
done
printf '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Add File: c\n+z\n*** End Patch\n' >$seeds/patch/1
printf '%s' "gh issue create --title 'it'\\''s' --body \"a b\" c\\ d" >$seeds/words/1
for target in json decode patch words; do
	mkdir -p build/fuzz/corpus-$target
	if build/fuzz/fuzz_$target -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
		-artifact_prefix=build/fuzz/crash-$target- build/fuzz/corpus-$target $seeds/$target >build/fuzz/$target.log 2>&1; then
		passed=$((passed + 1))
		echo "ok   $target: $(sed -nE 's/^stat::number_of_executed_units: *//p' build/fuzz/$target.log) runs in $seconds s, no finding"
	else
		failed=$((failed + 1))
		tail -n 30 build/fuzz/$target.log
		echo "FAIL $target: build/fuzz/$target.log"
	fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$failed" = 0 ]
