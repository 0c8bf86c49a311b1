import json
import sys

event = json.load(sys.stdin)
if event["tool_name"] == "Bash" and event["tool_input"]["command"] == "never":
    sys.exit(2)
