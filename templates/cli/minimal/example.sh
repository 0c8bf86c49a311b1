#!/bin/sh
# example - a hook that gets words and no JSON: gaff wrap gh --args --hook "$PWD/example.sh"
#
#	example.sh pre gh repo list     before it runs; another exit code than 0 keeps it from running,
#	                                and what is said on stderr is why
#	example.sh post gh repo list    afterwards, with its exit code in $GAFF_EXIT_CODE

phase=$1
shift 2 # what is left is what gh gets

case $phase in
pre)
	case "$1 $2" in
	'repo delete')
		echo "gh repo delete cannot be undone: do it in the browser" >&2
		exit 1
		;;
	esac
	;;
post)
	[ "$GAFF_EXIT_CODE" = 0 ] || echo "gh ended with $GAFF_EXIT_CODE; is it logged in? gh auth status" >&2
	;;
esac
