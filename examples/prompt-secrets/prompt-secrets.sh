#!/bin/sh
# prompt-secrets.sh - a prompt with a key in it is not sent.
#
# What a key looks like is known to the built-in guard; this is how a script of yours asks it, and
# says something of its own beside. A key that the guard does not know passes.
answer=$(gaff guard secrets) || exit
[ -n "$answer" ] || exit 0
exec gaff reply deny 'The prompt has a key in it. Leave it out, or name a variable that holds it.' \
	--user-message 'Nothing was sent. If the key was real, it is in your scrollback now: change it.'
