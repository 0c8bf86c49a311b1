#!/bin/sh
# The same with two calls of jq, for Claude Code alone.
case $(jq -r '.tool_input.command // ""') in
*"npm test"*) exec jq -n --arg text "the tests need a database" '{hookSpecificOutput: {hookEventName: "PreToolUse", additionalContext: $text}}' ;;
esac
