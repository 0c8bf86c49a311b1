#!/bin/sh
# format-on-write.sh - what the agent has written is formatted, if the formatter is there.
#
# The model is told which files look different now, or its next edit would not find its text. A
# formatter that is missing, fails or hangs changes nothing: this never fails a call.
#
# Names, which the model chose, are only ever in quotes; they are absolute, so none is taken for an
# option. Formatters that load code from the project (prettier's plugins) are not in the list.
gaff match tool file_write file_edit || exit 0

said="" i=0
while [ "$i" -lt 20 ] && path=$(gaff get "paths.$i"); do
	i=$((i + 1))
	case $path in
	*.go) set -- gofmt -w ;;
	*.py) set -- black -q ;;
	*.rs) set -- rustfmt -q ;;
	*.c | *.h) set -- clang-format -i ;;
	*.sh) set -- shfmt -w ;;
	*) continue ;;
	esac
	{ [ -f "$path" ] && [ ! -L "$path" ]; } || continue
	before=$(cksum <"$path")
	timeout 10 "$@" "$path" </dev/null >/dev/null 2>&1
	[ "$before" = "$(cksum <"$path")" ] || said="$said$path was formatted: read it before you edit it. "
done
[ -z "$said" ] || exec gaff reply context "$said"
exit 0
