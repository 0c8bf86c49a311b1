#!/bin/sh
# annotation-validator.sh - a data class without its annotation is not written.
#
# Classes in app/Data are exported to TypeScript when they have #[TypeScript]; one without it is
# missing in the front end, and nobody notices before that breaks. It looks at whole files, at
# edits and at every part of a patch. It does not see what a shell command writes.
gaff match --not path '**/app/Data/**/*.php' && exit 0

newline='
'
has_class() {
	case $newline$1 in
	*"${newline}class "* | *'final class '* | *'readonly class '*) return 0 ;;
	esac
	return 1
}

# What an edit leaves alone may have both, so it counts what the edit brings or takes away.
check() { # BEFORE AFTER
	case $2 in *'#[TypeScript'*) return ;; esac
	case $1 in
	*'#[TypeScript'*) ;;
	*) { has_class "$2" && ! has_class "$1"; } || return ;;
	esac
	exec gaff reply deny 'Classes in app/Data need #[TypeScript] in front of them. Write the file again with it.'
}

content=$(gaff get --default '' content) || exit
check '' "$content"
i=0
while after=$(gaff get "tool_input.edits.$i.new"); do
	before=$(gaff get --default '' "tool_input.edits.$i.old") || exit
	check "$before" "$after"
	i=$((i + 1))
done
