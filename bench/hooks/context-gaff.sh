#!/bin/sh
# Two calls of gaff, for any agent.
case $(gaff get command) in
*"npm test"*) exec gaff reply context "the tests need a database" ;;
esac
