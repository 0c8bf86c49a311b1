#!/bin/sh
# test.sh - every suite, on the program and beside it with sanitizers, two at a time; ends with the sum of them all.
# Of the large suites a sixth is run with sanitizers (SAMPLE=1: all of it).
cd "$(dirname "$0")/.." || exit 1

suite() { # NAME COMMAND...
	name=$1
	log=$WORK/$(printf '%s' "$name" | tr -c '[:lower:]' _)
	shift
	start=$(date +%s)
	"$@" >"$log" 2>&1
	code=$?
	took=$(($(date +%s) - start))
	line=$(grep -E '^[a-z ]+: [0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
	p=$(printf '%s' "$line" | sed -nE 's/.* ([0-9]+) passed.*/\1/p')
	f=$(printf '%s' "$line" | sed -nE 's/.* ([0-9]+) failed.*/\1/p')
	if [ "$code" != 0 ] || [ "${p:-0}" = 0 ]; then
		cat "$log"
		[ "${f:-0}" = 0 ] && f=1 # it died, or counted nothing
	fi
	echo "${p:-0} ${f:-0}" >>"$WORK/counts"
	printf '%-28s %s passed, %s failed, %s s\n' "$name" "${p:-0}" "${f:-0}" "$took"
}

# The longest first, so that none is left alone at the end.
large='golden engine install fire explain cli doctor authoring/shell convert/roundtrip convert/hostile'
small='unit convert/matrix convert/property guard/corpus guard/grid guard
convert/semantics convert/module convert/matching convert/vectors convert/conformance convert
manifest payload http audit rules home plugin plugins ship library jsregex
seeds/000-hook-contract seeds/001-capability-matrix seeds/002-tool-reference seeds/003-helper-contracts seeds/004-interchange-format seeds/suite'
# These wait more than they work, so they have a lane of their own. What most of them try they try with programs
# that are not the sanitized one: hooks, pages, what a new hook is made of.
waiting='plain run
sanitized run
plain trust
plain authoring/examples
plain authoring/new
plain wrap
plain terminal
sanitized terminal
sanitized wrap
plain authoring/test
sanitized authoring/test
plain docs
plain documents'

one() { # plain|sanitized|strict SUITE
	name=$2
	share=${SAMPLE:-6}
	unset SAMPLE
	if [ "$1" = sanitized ]; then
		export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1
		export GAFF="$PWD/build/asan/gaff" NO_ULIMIT=1 SLOW=4
		case " $large run wrap authoring/test " in
		*" $2 "*) export SAMPLE="$share" ;;
		esac
		name="$2, sanitized"
	fi
	if [ "$1" = strict ]; then
		export GAFF="$PWD/build/ub/gaff" SAMPLE="$share"
		name="$2, strict"
	fi
	case $1$2 in
	plainunit) suite "$name" build/unit ;;
	sanitizedunit) suite "$name" build/asan/unit ;;
	strictunit) suite "$name" build/ub/unit ;;
	plaindocuments) suite "$name" sh scripts/check-docs.sh ;;
	*) suite "$name" node "tests/$2.mjs" ;;
	esac
}

jobs() {
	for name in $large $small; do
		echo "sanitized $name"
		echo "plain $name"
	done
	[ -x build/ub/unit ] || return 0 # without clang
	for name in unit golden engine rules guard/corpus; do
		echo "strict $name"
	done
}

if [ $# = 2 ]; then
	one "$@"
	exit 0
fi
WORK=$(mktemp -d)
export WORK
trap 'rm -rf "$WORK"' EXIT
: >"$WORK/counts"
echo "$waiting" | xargs -L 1 sh scripts/test.sh &
jobs | xargs -P 2 -L 1 sh scripts/test.sh
wait
# every one has counted
awk -v want="$({ jobs; echo "$waiting"; } | wc -l)" '{ p += $1; f += $2 } END { printf "\n%d passed, %d failed\n", p, f; exit f || !p || NR != want }' "$WORK/counts"
