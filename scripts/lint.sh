#!/bin/sh
# lint.sh - format, direction of includes, warnings as errors, cppcheck, shellcheck.
cd "$(dirname "$0")/.." || exit 1
failed=0
fail() {
	echo "lint: $*"
	failed=1
}

# One formatter is the authority: the one of Debian 12.
find include src tests bench examples templates -name '*.[ch]' -exec clang-format --dry-run --Werror {} + || fail "run 'make fmt'"

sources=$(find src -name '*.[ch]' | sort)

# base < text < model < agents < {manifest, config} < {convert, guard, log} < run < {install, wrap, testing, lib, start} < doctor < cli
rank() {
	case $1 in
	base) echo 1 ;; text) echo 2 ;; model) echo 3 ;; agents) echo 4 ;; manifest | config) echo 5 ;;
	convert | guard | log) echo 6 ;; run) echo 7 ;; install | wrap | testing | lib | start | helpers) echo 8 ;;
	doctor) echo 9 ;; cli) echo 10 ;; *) echo 0 ;;
	esac
}
for file in $sources; do
	room=${file#src/}
	room=${room%%/*}
	# shellcheck disable=SC2013 # words without spaces
	for included in $(sed -nE 's/^#include "([a-z]+)\/.*/\1/p' "$file" | sort -u); do
		[ "$(rank "$included")" = 0 ] && fail "$file includes $included/, which is no room"
		if [ "$(rank "$included")" -gt "$(rank "$room")" ] ||
			{ [ "$(rank "$included")" = "$(rank "$room")" ] && [ "$included" != "$room" ]; }; then
			fail "$file includes $included/: includes point from cli down to base"
		fi
	done
done

# What differs by system is in one place.
grep -rnE --include='*.[ch]' '^[[:space:]]*#.*(__APPLE__|__MACH__|__linux|__unix|__GLIBC__|__FreeBSD__|_WIN32)' \
	src include tests bench examples templates | grep -v '^src/base/os_' &&
	fail "a file asks for the system: that is for src/base/os_*"

# How an agent writes the names of MCP tools is read in one place; rows say it.
grep -rnE --include='*.[ch]' '(->|\.)(mcp_(prefix|joint|joint_too|for_hyphen|for_others)\>)|GAFF_H_MCP_(SERVER_LAST|LOWERCASE)' src |
	grep -vE '^src/agents/(rows/|mcp\.[ch]:|schema\.h:)' &&
	fail "a file reads how an agent writes MCP names: src/agents/mcp.h says it"

# What one agent does is a row of it: elsewhere no id of an agent is quoted. These are about that
# agent alone, or have programs and variables that are called like one.
ids=$(sed -nE 's/.*\.id = SV_INIT\("([a-z-]+)"\).*/\1/p' src/agents/rows/*.c | grep -vx cli | sort -u | paste -sd '|')
grep -rnE --include='*.[ch]' "^[^*]*\"($ids)\"" src |
	grep -vE '^src/(agents/rows/[^:]*|agents/plugins/plugin_variables\.c|guard/rows/options_rows\.c|guard/guards/secret_reads\.c|cli/cmd_init\.c|start/new\.h):' &&
	fail "a file goes by the id of an agent: that is for its row"

# They are members of one archive, and some programs for archives keep one of a name.
# shellcheck disable=SC2046,SC2086 # words without spaces
for name in $(basename -a $(echo "$sources" | grep '\.c$' | grep -v '^src/\(cli\|helpers\)/') | sort | uniq -d); do
	fail "two files are called $name"
done

# One tag, one meaning: what a header defines is defined nowhere else.
tags() {
	sed -nE 's/^(struct|enum|union) ([a-z_0-9]+) \{.*/\1 \2/p' "$@" | sort
}
# shellcheck disable=SC2046,SC2086 # words without spaces
tags $sources | uniq -d >build/tags.twice
# shellcheck disable=SC2046 # words without spaces
for tag in $(tags $(echo "$sources" | grep '\.h$') | uniq | comm -12 - build/tags.twice | tr ' ' '='); do
	fail "$(echo "$tag" | tr '=' ' ') is defined twice"
done

# A folder that nobody can look over wants to be two.
find src -type d | while read -r folder; do
	n=$(find "$folder" -maxdepth 1 -name '*.[ch]' | wc -l)
	[ "$n" -gt 40 ] && echo "$folder has $n files; 40 is the end"
done >build/folders.full
while read -r line; do fail "$line"; done <build/folders.full

# A file that grows past this wants to be two.
for file in $sources tests/unit/*.c; do
	lines=$(wc -l <"$file")
	[ "$lines" -gt 800 ] && fail "$file has $lines lines; 800 is the end"
done

make -s BUILD=build/lint WERROR=1 CFLAGS=-O2 all build/lint/unit build/lint/ask build/lint/append build/lint/js-regex build/lint/convert-batch build/lint/opencode-module build/lint/selects build/lint/toml build/lint/jsonc-edit build/lint/shell-commands || fail "warnings"
for header in $(echo "$sources" | grep '\.h$'); do
	printf '#include "%s"\nextern int unit;\n' "${header#src/}" |
		cc -std=c17 -D_GNU_SOURCE -Iinclude -Isrc -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c - ||
		fail "$header does not stand alone"
done

cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
	--suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches -DGAFF_VERSION='"x"' \
	-DGAFF_DATE='"x"' -DGAFF_LIBEXECDIR='"x"' \
	-D__linux__ -Iinclude -Isrc src || fail cppcheck
find scripts examples templates bench -name '*.sh' -exec shellcheck .ci/run {} + || fail shellcheck

[ "$failed" = 0 ] && echo "lint: clean"
exit "$failed"
