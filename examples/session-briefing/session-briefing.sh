#!/bin/sh
# session-briefing.sh - a session begins with where the work stands: branch, changes, notes.
#
# All of it is the project's own text, and whoever wrote it talks to the model by it. So it is cut,
# NOTES.md is read only as a file (a link would bring in whatever it points to), and git is told to
# start nothing that the project configures.
project=$(gaff get project_dir) && cd "$project" || exit 0

git() { GIT_OPTIONAL_LOCKS=0 command git -c core.fsmonitor=false -c core.hooksPath=/dev/null "$@" 2>/dev/null; }
branch=$(git branch --show-current | head -c 200)
changes=$(git status --short | head -n 30)
notes=
[ -f NOTES.md ] && [ ! -L NOTES.md ] && notes=$(head -c 4000 NOTES.md)

set --
[ -z "$branch" ] || set -- --env "BRIEFING_BRANCH=$branch" --context "Branch: $branch. Not committed:
${changes:-nothing}"
[ -z "$notes" ] || set -- "$@" --context "NOTES.md says:
$notes"
[ $# = 0 ] || exec gaff reply none "$@"
