#!/bin/sh
# Two calls of gaff, for any agent.
case $(gaff get command) in
*"push --force"*) exec gaff reply deny "not by force" ;;
esac
