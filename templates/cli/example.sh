#!/bin/sh
# example - a hook around a program that has none of its own: gaff wrap gh --hook "$PWD/example.sh"
#
# It is asked before the program runs, and told afterwards. 'gaff get FIELD' and 'gaff match' ask
# about the call, 'gaff reply' answers it. To say nothing is to have no opinion.

case $GAFF_EVENT in
before_tool_execute)
	# exit 1 of 'gaff match' is no; more is a mistake, and must not pass for a no
	gaff match command '^gh repo delete( |$)' || exit $(($? > 1))
	exec gaff reply deny "gh repo delete cannot be undone: do it in the browser"
	;;
after_tool_execute)
	code=$(gaff get tool_output) || exit 0
	[ "$code" = 0 ] || echo "gh ended with $code; is it logged in? gh auth status" >&2
	;;
esac
