#!/usr/bin/env node
// example - a hook around a program that has none of its own: gaff wrap gh --hook "$PWD/example.mjs"
//
// It is asked before the program runs, and told afterwards. The call comes on stdin:
// {"cli":"gh","args":["repo","list"],"cwd":"/home/me","phase":"pre"}, and with "phase":"post" also
// "exit_code". What is printed is the answer; to print nothing is to have no opinion.
import { readFileSync } from 'node:fs';

const phases = {
  pre({ args }) {
    if (args[0] === 'repo' && args[1] === 'delete') return { decision: 'deny', reason: 'gh repo delete cannot be undone: do it in the browser' };
  },

  post({ exit_code: code = 0 }) {
    if (code !== 0) console.error(`gh ended with ${code}; is it logged in? gh auth status`);
  },
};

const call = JSON.parse(readFileSync(0, 'utf8'));
const answer = phases[call.phase](call);
if (answer) console.log(JSON.stringify(answer));
