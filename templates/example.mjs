#!/usr/bin/env node
// example - keep agents from writing files that hold secrets, and tell them when a session starts.
//
// The event comes on stdin, as one JSON object. What is printed is the answer, as another one, and
// the agent gets that in its own words. To print nothing is to have no opinion.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const secret = /^\.env(\..*)?$/;

const handlers = {
  session_start() {
    return { context: 'Files called .env hold secrets. Leave them to the user.' };
  },

  before_tool_execute(event) {
    // every file that the call touches: a patch may have many
    const name = (event.paths ?? []).map(path => basename(path)).find(name => secret.test(name));
    if (name) return { decision: 'deny', reason: `${name} holds secrets: ask the user to change it` };
  },
};

const event = JSON.parse(readFileSync(0, 'utf8'));
const answer = handlers[event.event]?.(event);
if (answer) console.log(JSON.stringify(answer));
