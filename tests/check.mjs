// check.mjs - what every suite counts, compares and says. ONLY=regex runs the tests whose names match; SAMPLE=6 runs
// a sixth of them, always the same one, and spread over all agents.
const count = { passed: 0, failed: 0, skipped: 0 };
const only = new RegExp(process.env.ONLY ?? ''), share = Number(process.env.SAMPLE ?? 1);
const show = value => JSON.stringify(value)?.slice(0, 900);

function fail(name, error) {
  count.failed++;
  console.log(`FAIL ${name}: ${error.message.slice(0, 1500)}`);
}

export const wants = name => only.test(name), isWhole = !process.env.ONLY && share === 1; // all tests are run

// By the name, so that a test stays where it is when others come (FNV-1a, and its bits mixed: the last ones are poor).
export function isSampled(name) {
  let hash = 2166136261;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  return (hash ^ hash >>> 15) % share === 0;
}

// A body that returns a promise is waited for by whoever waits for the test.
export function test(name, body) {
  if (!wants(name) || !isSampled(name)) return undefined;
  try {
    const promise = body();
    if (typeof promise?.then === 'function') return promise.then(() => { count.passed++; }, error => fail(name, error));
    count.passed++;
  } catch (error) {
    fail(name, error);
  }
  return undefined;
}
export function skip(name, why) {
  count.skipped++;
  console.log(`SKIP ${name}: ${why}`);
}
export function is(got, want, what = 'value') {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what} is ${show(got)}, not ${show(want)}`);
}
export function ok(cond, what) {
  if (!cond) throw new Error(typeof what === 'string' ? what : show(what));
}

// The line that scripts/test.sh and tests/mutate.mjs read, and the end.
export function finish(suite, more = '') {
  console.log(`${suite}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}${more}`);
  process.exit(count.failed ? 1 : 0);
}
