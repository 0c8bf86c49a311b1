#!/bin/sh
# bench.sh - what a call of gaff costs. With --gate only the counts, held against bench/budget.
cd "$(dirname "$0")/.." || exit 1
gaff=build/gaff
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" # the record of these calls goes there
mkdir "$HOME"
export CLAUDE_PROJECT_DIR=/home/dev/proj # Claude Code sets it for every hook; payloads have it as their cwd

# A payload of 1 KB and one of 10 MB, in the shape of recorded ones.
node -e '
const fs = require("fs"), dir = process.argv[1];
const read = name => JSON.parse(fs.readFileSync("tests/hosts/claude-code/" + name + "/stdin.json", "utf8"));
const small = read("PreToolUse.Bash"), big = read("PostToolUse.Bash");
small.tool_input.command += " " + "x".repeat(1023 - JSON.stringify(small).length);
fs.writeFileSync(dir + "/small.json", JSON.stringify(small) + "\n");
const line = "src/main.c:120:\tif (strcmp(name, \"value\") == 0) /* \u00e9 */\n";
big.tool_response.stdout = line.repeat(Math.ceil(10.5e6 / Buffer.byteLength(JSON.stringify(line))));
fs.writeFileSync(dir + "/big.json", JSON.stringify(big) + "\n");
fs.mkdirSync(dir + "/home/app");
const usual = { ...read("PreToolUse.Bash"), cwd: dir + "/home/app" };
usual.tool_input = { command: "cd packages/web && npm ci && npm test -- --watch=false 2>&1 | tail -50", description: "Run the tests" };
fs.writeFileSync(dir + "/usual.json", JSON.stringify(usual) + "\n");' "$work"

# In an environment of few variables: the C library looks at each of them when a program starts.
count_instructions() {
	env -i HOME="$HOME" PATH="$PATH" CLAUDE_PROJECT_DIR="$CLAUDE_PROJECT_DIR" valgrind --tool=callgrind --callgrind-out-file="$work/callgrind" "$@" <"${payload:-$work/small.json}" 2>&1 >/dev/null |
		sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}
count_syscalls() {
	strace -o "$work/strace" "$@" <"$work/small.json" >/dev/null
	grep -vc '^+++' "$work/strace"
}
$gaff run --host claude-code <"$work/small.json" # the first makes the folder of the record
instructions=$(count_instructions $gaff run --host claude-code --event PreToolUse)
syscalls=$(count_syscalls $gaff run --host claude-code --event PreToolUse)
peak=$(build/starts 5 "$work/small.json" gaff $gaff run --host claude-code | awk '/^gaff/ { print $6 }')
echo "no opinion on a payload of $(wc -c <"$work/small.json") bytes: $instructions instructions, $syscalls system calls, peak $peak kB"

# A hook of its own that is built with libgaff.
c_hook=$(count_instructions build/protect --host claude-code --event PreToolUse)
c_hook_percent=$((c_hook * 100 / instructions))
echo "a hook in C that has no opinion on it: $c_hook instructions, $c_hook_percent % of gaff run"

# A hundred hooks that are not meant for this call, most of them on the same event, told by everything that can tell them.
mkdir -p "$HOME/.config/gaff"
chmod 700 "$HOME/.config/gaff"
node -e '
const kinds = [{ event: "session_end" }, { matcher: "web_search" }, { matcher: { pattern: "^(Edit|Write|file_edit)$" } }, { matcher: "NotebookEdit" }, { paths: ["**/.env"] }];
const hooks = Array.from({ length: 100 }, (_, i) => ({ name: "hook " + i, event: "before_tool_execute", ...kinds[i % kinds.length],
  blocking: true, handler: { type: "command", command: "./check-" + i + ".sh", timeout: 10 } }));
console.log(JSON.stringify({ spec: "hooks/1.0", hooks }, null, 2));' >"$HOME/.config/gaff/hooks.json"
chmod 600 "$HOME/.config/gaff/hooks.json"
first=$(count_instructions $gaff run --host claude-code --event PreToolUse)
hundred=$(count_instructions $gaff run --host claude-code --event PreToolUse)
rm -r "$HOME/.config/gaff"
hundred_percent=$((hundred * 100 / instructions))
echo "with 100 hooks that do not match: $hundred instructions, $hundred_percent % of none; $first when the manifest is new"

# One hook on the command line, as gaff convert --runtime writes it, that is not meant for this call.
inline=$(count_instructions $gaff run --host claude-code --event PreToolUse --dialect cursor --deadline 32 --inline \
	'{"spec":"hooks/1.0","hooks":[{"name":"check","event":"before_tool_execute","matcher":"file_write","blocking":true,"handler":{"type":"command","command":"./check.sh --all","timeout":30}}]}')
echo "with one hook that does not match, by --inline: $inline instructions"

# What a fresh install does with a command that agents run all day.
$gaff init --user >/dev/null || exit 1
payload=$work/usual.json
CLAUDE_PROJECT_DIR=$HOME/app
if ! sed 's/npm ci/git reset --hard/' "$payload" | $gaff run --host claude-code 2>/dev/null | grep -q '"deny"'; then
	echo "bench: the guards of gaff init do not guard"
	exit 1
fi
$gaff run --host claude-code <"$payload" # the first compiles the manifest
guarded=$(count_instructions $gaff run --host claude-code --event PreToolUse)
payload=
CLAUDE_PROJECT_DIR=/home/dev/proj
rm -r "$HOME/.config/gaff"
echo "with the guards of gaff init, on a usual command: $guarded instructions"

# A conversion of 1,000 hooks.
node bench/convert.mjs job "$work/convert"
payload=$work/convert/.claude/settings.json
converted=$(count_instructions $gaff convert --from claude-code --to cursor --json)
payload=
echo "1,000 hooks of Claude Code for Cursor: $converted instructions"

if [ "${1:-}" = --gate ]; then
	status=0
	while read -r what most; do
		case $what in
		instructions) got=$instructions ;; syscalls) got=$syscalls ;; peak_kb) got=$peak ;; hundred_percent) got=$hundred_percent ;; guarded_instructions) got=$guarded ;; inline_instructions) got=$inline ;; c_hook_percent) got=$c_hook_percent ;; convert_instructions) got=$converted ;; *) continue ;;
		esac
		[ -n "$got" ] && [ "$got" -le "$most" ] && continue
		echo "bench: $what is $got, and may be $most at most (bench/budget)"
		status=1
	done <bench/budget
	exit $status
fi
true_instructions=$(count_instructions /bin/true)
echo "/bin/true: $true_instructions instructions, $(count_syscalls /bin/true) system calls"
echo "with the guards of gaff init: $((guarded * 100 / true_instructions)) % of the instructions of /bin/true"

echo
echo "A call, start to end, ${ROUNDS:-400} rounds, interleaved:"
build/starts "${ROUNDS:-400}" "$work/small.json" /bin/true /bin/true \
	:: "gaff run" $gaff run --host claude-code --event PreToolUse \
	:: "gaff run -- true" $gaff run --host claude-code --event PreToolUse -- /bin/true \
	:: "sh" sh -c 'exit 0'
echo
echo "The same hook in other languages, ${SLOW_ROUNDS:-40} rounds:"
build/starts "${SLOW_ROUNDS:-40}" "$work/small.json" /bin/true /bin/true \
	:: "gaff run" $gaff run --host claude-code --event PreToolUse \
	:: "bash + jq" bench/hooks/noop.sh :: python3 python3 bench/hooks/noop.py :: node node bench/hooks/noop.js
mkdir "$work/bin"
ln -s "$PWD/$gaff" "$work/bin/gaff"
echo
echo "A hook that adds context to a command, and one that looks at it, ${SLOW_ROUNDS:-40} rounds:"
PATH=$work/bin:$PATH build/starts "${SLOW_ROUNDS:-40}" "$work/usual.json" /bin/true /bin/true \
	:: "sh, gaff get + reply" bench/hooks/context-gaff.sh :: "sh, jq + jq" bench/hooks/context-jq.sh \
	:: "C, libgaff" build/protect --host claude-code
echo
echo "A PostToolUse payload of $(wc -c <"$work/big.json") bytes, ${SLOW_ROUNDS:-40} rounds:"
build/starts "${SLOW_ROUNDS:-40}" "$work/big.json" "gaff run" $gaff run --host claude-code :: "jq -c ." jq -c .

# The same conversion beside a peer's, which reads and writes the files of a folder.
rulesync=$(node bench/convert.mjs install)
gaff_file=$PWD/$gaff starts_file=$PWD/build/starts
echo
echo "1,000 hooks of Claude Code for Cursor, 15 rounds; gaff may take 50 times as long as /bin/true:"
(
	cd "$work/convert" || exit
	set -- "$starts_file" 15 .claude/settings.json /bin/true /bin/true :: "gaff convert" "$gaff_file" convert --from claude-code --to cursor --out gaff.json --force
	[ -n "$rulesync" ] && set -- "$@" :: "rulesync convert" node "$rulesync" convert --from claudecode --to cursor --features hooks --silent
	"$@" 2>/dev/null
)
if [ -n "$rulesync" ]; then
	node bench/convert.mjs idle "$work/convert"
else
	echo "rulesync: skipped, the npm registry cannot be reached"
fi

# The guards beside those of a peer, on the same call and on the same cases.
peer=$(node bench/peer.mjs install)
if [ -z "$peer" ]; then
	echo "cc-safety-net: skipped, the npm registry cannot be reached"
	exit 0
fi
$gaff init --user >/dev/null
echo
echo "The guards of gaff init and cc-safety-net on a usual command, ${SLOW_ROUNDS:-40} rounds:"
build/starts "${SLOW_ROUNDS:-40}" "$work/usual.json" /bin/true /bin/true \
	:: "gaff run" $gaff run --host claude-code --event PreToolUse \
	:: "cc-safety-net" node "$peer" hook --claude-code
echo
echo "What both say to the cases of tests/guard:"
node bench/peer.mjs verdicts
