#!/bin/sh
# fuzz.sh [SECONDS] - every fuzz target for so long, from the recorded payloads as seeds.
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-60}
passed=0 failed=0
seeds=build/fuzz/seeds
mkdir -p $seeds/json $seeds/json_edit $seeds/decode $seeds/patch $seeds/words $seeds/doc $seeds/yaml $seeds/glob $seeds/regex $seeds/manifest $seeds/match $seeds/toml $seeds/code $seeds/secret $seeds/shell $seeds/programs
i=0
for file in tests/hosts/*/*/stdin.json; do
	i=$((i + 1))
	cp "$file" "$seeds/json/$i"
	cp "$file" "$seeds/json_edit/$i"
	cp "$file" "$seeds/doc/$i.json"
	# host and dialect by the first byte, exit code by the second
	{
		printf '%b%b' "\\0$(printf %o $((i % 256)))" "\\0$(printf %o $((i % 3)))"
		cat "$file"
		printf '\377{"decision":"deny","reason":"r","context":"c","updated_input":{"command":"ls","path":"x"}}'
	} >"$seeds/decode/$i"
done
printf '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Add File: c\n+z\n*** End Patch\n' >$seeds/patch/1
printf '%s' "gh issue create --title 'it'\\''s' --body \"a b\" c\\ d" >$seeds/words/1
printf '// c\n{"a": [1, "//", {"\\u0061": null,},], /* d */ "b": "\\ud83d\\ude00",}' >$seeds/doc/1
# settings, as people write them
printf '\357\273\277// c\r\n{ /* d */\r\n\t"a" /* e */: [1 // f\r\n\t, {}, [ ], ], // g\r\n\t"b": { "c": [{ "d": 1 }] }, "b": {\r\n\t},\r\n\t// h\r\n}' >$seeds/json_edit/1c
printf '{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command"}]}]}}' >$seeds/json_edit/2c
printf '[\n  {\n    "a": [ // x\n    ]\n  }\n  // y\n]\n' >$seeds/json_edit/3c
printf '%%YAML 1.2\n---\na: [1, .5, 0x1F, yes, ~]\n"b": {c: !!str 1, d: ! 2}\ne: |\n  text\n\n  more\nf: >-\n  g\n' >$seeds/yaml/1
printf -- '- a: "\\0\\u00e9"\n  ? b\n- - c\n  - '"'d''e'"'\n- &f 1\n...\n' >$seeds/yaml/2
printf '{src,lib/{a,b}}/**/[!a-c]?\\*.*\0src/x/dé*.c' >$seeds/glob/1
printf '%s\000%s' '(?i)^([a-z_]+|\pL{2,3}?|[^[:alpha:]\d-\x{1F600}])*\b(?P<n>\Q.*\E|(?m:$))' read_file >$seeds/regex/1
# the first two bytes choose what is edited
printf '\000\001a.b = [ 0x1F, -inf, 1979-05-27T07:32:00Z, # c\n  "\\u00e9", \n]\n["c d"]\r\nx = { y.z = 1, w = """\n\\\n""" }\n' >$seeds/toml/1
printf '\000\005[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n\n[[hooks.PreToolUse.hooks]]\ntype = '"'command'"'\n\n[hooks.state."/a:b:0:0"]\ntrusted_hash = "sha256:0"' >$seeds/toml/2
printf '\000\006[hooks]\nStop = [\n  { hooks = [{ type = "command" }] }, # c\n]\nPreToolUse = [] # d' >$seeds/toml/3
# command lines; what they hold is put together anew
# shellcheck disable=SC2016 # nothing is expanded here
{
	printf '%s' 'x=(a "$(b)" [1]=c) y+=~/d:~e z[$i]=1 f "g $h ${i:-j}" <(k) 2>&1 >|l &>>m {n,o{1..3}} @(p|q) [!a-z]? # r' >$seeds/shell/1
	printf 'if a; then b | c |& d; elif ! e; then time -p f; else ((g)) && [[ $h =~ (i|j) ]]; fi & for k in l; do m; done; for ((;;)); { n; }\n' >$seeds/shell/2
	printf 'case $a in (b|c*) d;; e) f;& *) g;;& esac; while h; do i; done < j; f() { k; }; function l { m; }; coproc N (o); select p; do q; done' >$seeds/shell/3
	printf 'cat <<A <<-'"'B'"' "$(c <<D\n$e\nD\n)" <<<f\n$(g) `h \`i\` "j"` \$k\nA\n\tl\n\tB\nm' >$seeds/shell/4
	printf '%s' "echo \$((1+\$(a))) \$((b) ) \$[c] \${ d; } \${!e//f/\"g\"} \${#h[@]} \$'i\\x41\\u00e9\\n\\cA\\0' \$\"j\" \\k ~l" >$seeds/shell/5
}
# the command lines of our own corpus, behind a byte that says for which shell
i=0
cat tests/guard/launchers.jsonl tests/guard/expansion.jsonl tests/guard/interpreters.jsonl | while IFS= read -r line; do
	i=$((i + 1))
	printf '\000%b' "$(printf '%s' "$line" | sed -E 's/.*"command": ?"(([^"\\]|\\.)*)".*/\1/')" >"$seeds/programs/$i"
done
# manifests, right and wrong, with the syntax before them
for file in tests/manifests/*/*.json tests/manifests/*/*.yaml; do
	syntax=0
	[ "${file%.yaml}" = "$file" ] || syntax=1
	{
		printf '%b' "\\00$syntax"
		cat "$file"
	} >"$seeds/manifest/$(echo "$file" | tr / -)"
done
printf '\002{"disable_all_hooks":true,"event_restrictions":{"session_end":"deny"},"capability_restrictions":{"http_handler":"managed_only"}}' >$seeds/manifest/policy
# hooks, each with some payload
i=0
for file in tests/hosts/*/*/stdin.json; do
	i=$((i + 1))
	case $((i % 4)) in
	0) hook='"event":"before_tool_execute","matcher":["shell",{"pattern":"^(mcp__|file_)"}]' ;;
	1) hook='"event":"before_tool_execute","matcher":{"mcp":{"server":"lab","tool":"ping"}}' ;;
	2) hook='"event":"after_tool_execute","paths":["src/**","!**/*.log","~/x"],"matcher":"Edit"' ;;
	3) hook='"event":"claude-code:PreToolUse","matcher":"mcp","blocking":true' ;;
	esac
	{
		printf '%b' "\\0$(printf %o $((i % 256)))"
		printf '{%s,"handler":{"type":"command","command":"%s"}}\377' "$hook" "./a.sh 'b c' \$X/d | e=f"
		cat "$file"
	} >"$seeds/match/$i"
done
# code of interpreters, with the number of the language before it
code() {
	{
		printf '%b' "\\00$1"
		cat
	} >"$seeds/code/$1"
}
code 1 <<'E'
import subprocess as s; c = "git"; s.run([c, f"re{x}set", *a] + "a b".split(), shell=True); exec("open(1)")
E
code 2 <<'E'
my @a = qw(a b); system(@a, "x $y{z} @{[1]}"); open(F, "|-", q{a}); s{a}{b}; print `c` if m/d/
E
code 3 <<'E'
system *%w[a b], "#{`x`}" if y; FileUtils.rm_rf %q(z)
E
code 4 <<'E'
const {exec: e} = require("node:child_process"); e(`a ${b({c: 1})}`); fs.rmSync("x", {recursive: true})
E
code 7 <<'E'
BEGIN { "a" "b" | getline x; print x > "f" ".c"; print | "sort " $1 }
E
# put together here, lest somebody finds a secret in this file
printf 'AK%s ghp%s https://u:%s@h.io password = "%s" .env.* ~/.ssh/id_*' IAZ7QX4MTN2KWP5RJD _wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK k9Xw2Lm 'Tr0ub4dor&3xK9' >$seeds/secret/1
printf -- '-----BEGIN %s KEY-----\nMIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0t\n-----END %s KEY-----' PRIVATE PRIVATE >$seeds/secret/2
# the files say which targets there are, so that none is left out
for file in tests/fuzz/fuzz_*.c; do
	target=$(basename "$file" .c)
	target=${target#fuzz_}
	mkdir -p "build/fuzz/corpus-$target" "$seeds/$target"
	if "build/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
		-artifact_prefix="build/fuzz/crash-$target-" "build/fuzz/corpus-$target" "$seeds/$target" >"build/fuzz/$target.log" 2>&1; then
		passed=$((passed + 1))
		echo "ok   $target: $(sed -nE 's/^stat::number_of_executed_units: *//p' "build/fuzz/$target.log") runs in $seconds s, no finding"
	else
		failed=$((failed + 1))
		tail -n 30 "build/fuzz/$target.log"
		echo "FAIL $target: build/fuzz/$target.log"
	fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$failed" = 0 ]
