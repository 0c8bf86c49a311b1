
# The agent starts the program that is called as the event is: a copy of this one goes under the name of each event
# above. Its commands are run one after another, each with the payload on stdin. One answer is printed: the first that
# cancels, else the last. Exit 2 cancels, and stderr says why.
event=${0##*/}
event=$(printf %s "${event%%.*}" | tr '[:upper:]' '[:lower:]')
payload=$(cat)
errors=$(mktemp 2>/dev/null) || errors=/dev/null
trap '[ "$errors" = /dev/null ] || rm -f "$errors"' EXIT
trap 'exit 1' HUP INT TERM
answer= is_cancelled=

# As the inside of a string of JSON.
quoted() { LC_ALL=C tr '\000-\037\177' ' ' | LC_ALL=C sed 's/[\\"]/\\&/g'; }

cancels() {
	case $(printf %s "$1" | tr -d ' \t\r\n') in
	*'"cancel":true'*) return 0 ;;
	*) return 1 ;;
	esac
}

run() {
	if [ "$errors" = /dev/null ]; then
		said=$(printf '%s\n' "$payload" | sh -c "$1")
		code=$? why='a hook has blocked it'
	else
		said=$(printf '%s\n' "$payload" | sh -c "$1" 2>"$errors")
		code=$? why=$(quoted <"$errors")
		cat "$errors" >&2
	fi
	if [ "$code" = 2 ] && ! cancels "$said"; then
		said=$(printf '{"cancel":true,"errorMessage":"%s"}' "$why")
	fi
	if [ -n "$said" ] && [ -z "$is_cancelled" ]; then
		answer=$said
		if cancels "$said"; then is_cancelled=yes; fi
	fi
}

hooks "$event"
if [ -n "$answer" ]; then printf '%s\n' "$answer"; fi
exit 0
