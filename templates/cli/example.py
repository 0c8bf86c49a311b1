#!/usr/bin/env -S python3 -I
"""example - a hook around a program that has none of its own: gaff wrap gh --hook "$PWD/example.py"

It is asked before the program runs, and told afterwards. The call comes on stdin:
{"cli": "gh", "args": ["repo", "list"], "cwd": "/home/me", "phase": "pre"}, and with "phase": "post"
also "exit_code". What is printed is the answer; to print nothing is to have no opinion.
"""

import json
import sys


def pre(call):
    if call["args"][:2] == ["repo", "delete"]:
        return {"decision": "deny", "reason": "gh repo delete cannot be undone: do it in the browser"}
    return None


def post(call):
    code = call.get("exit_code", 0)
    if code != 0:
        print(f"gh ended with {code}; is it logged in? gh auth status", file=sys.stderr)


def main():
    call = json.load(sys.stdin.buffer)
    answer = {"pre": pre, "post": post}[call["phase"]](call)
    if answer:
        json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
