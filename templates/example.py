#!/usr/bin/env -S python3 -I
"""example - keep agents from writing files that hold secrets, and tell them when a session starts.

The event comes on stdin, as one JSON object. What is printed is the answer, as another one, and
the agent gets that in its own words. To print nothing is to have no opinion.
"""

import fnmatch
import json
import os
import sys

SECRET = (".env", ".env.*")


def session_start(event):
    return {"context": "Files called .env hold secrets. Leave them to the user."}


def before_tool_execute(event):
    # every file that the call touches: a patch may have many
    for path in event.get("paths", []):
        name = os.path.basename(path)
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in SECRET):
            return {"decision": "deny", "reason": name + " holds secrets: ask the user to change it"}
    return None


HANDLERS = {
    "session_start": session_start,
    "before_tool_execute": before_tool_execute,
}


def main():
    event = json.load(sys.stdin.buffer)
    handler = HANDLERS.get(event["event"])
    answer = handler(event) if handler else None
    if answer:
        json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
