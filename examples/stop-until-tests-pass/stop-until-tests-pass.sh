#!/bin/sh
# stop-until-tests-pass.sh - the agent is not done before the tests pass.
#
# Runs $TEST_COMMAND (else `make test`) in the project for at most $TEST_SECONDS (else 40: agents
# wait a minute for a hook), and refuses the stop with the end of what it printed. Once: the agent
# tells when it goes on because of a refusal, and refusing that again could keep it busy for ever.
# Set both in the hook's "env": hooks inherit no command from an agent.
gaff match stop_hook_active true && exit 0
project=$(gaff get project_dir) && cd "$project" || exit 1

# The last line is ours, and ours alone: a pipe would lose how the tests ended.
tail=$({
	timeout -k 1 "${TEST_SECONDS:-40}" sh -c "${TEST_COMMAND:-make test}" </dev/null 2>&1
	printf '\nexit %d' $?
} | tail -n 40 | cut -c 1-200)
case $tail in
*'exit 0') exit 0 ;;
*'exit 124' | *'exit 137') why='The tests do not end in time' ;;
*) why='The tests do not pass' ;;
esac
exec gaff reply deny "$why. The end of what they print:
${tail%?exit *}"
