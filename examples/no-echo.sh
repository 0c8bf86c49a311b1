#!/bin/sh
# A whole hook: it denies shell commands that start with echo, on every agent.
# The event comes on stdin as one line of JSON. Exit 2 blocks, and stderr says why.
case $(cat) in
*'"tool":"shell"'*'"command":"echo '*)
	echo "use printf instead of echo" >&2
	exit 2
	;;
esac
