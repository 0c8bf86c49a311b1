#!/bin/sh
# The same with two calls of jq, for Claude Code alone.
case $(jq -r '.tool_input.command // ""') in
*"push --force"*)
	jq -n --arg reason "not by force" '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $reason}}'
	echo "not by force" >&2
	exit 2
	;;
esac
