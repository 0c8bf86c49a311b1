#!/bin/sh
# example - keep agents from writing files that hold secrets, and tell them when a session starts.
#
# 'gaff get FIELD' and 'gaff match' ask about the event, 'gaff reply' answers it; the agent gets
# that in its own words. To say nothing is to have no opinion. See 'gaff help get', 'match', 'reply'.

case $GAFF_EVENT in
session_start)
	exec gaff reply context "Files called .env hold secrets. Leave them to the user."
	;;
before_tool_execute)
	# exit 1 of 'gaff match' is no; more is a mistake, and must not pass for a no
	gaff match path '**/.env' '**/.env.*' || exit $(($? > 1))
	exec gaff reply deny "files called .env hold secrets: ask the user to change them"
	;;
esac
