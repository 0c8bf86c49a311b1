#!/bin/sh
# example - keep agents from writing files that hold secrets.
#
# Which calls it is asked about is said in hooks.json, so that there is nothing to read here.
# Exit code 2 blocks the call, and what is said on stderr is why; 0 is no opinion.

echo "files called .env hold secrets: ask the user to change them" >&2
exit 2
