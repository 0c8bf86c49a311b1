// reporter.mjs - one line for each scenario as it ends, and the counts at the end.
const short = error => `${error?.cause?.message ?? error?.message ?? error}`.replace(/\n\n?[+-] actual[\s\S]*/, '');

export default async function* reporter(source) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  let cannot = 0;
  for await (const { type, data } of source) {
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    if (type !== 'test:pass' && type !== 'test:fail' || data.details?.type === 'suite') continue;
    const why = typeof data.skip === 'string' ? data.skip : typeof data.todo === 'string' ? data.todo : '';
    if (why.startsWith('n/a: ')) {
      cannot++;
      yield `n/a  ${data.name}: ${data.todo && type === 'test:pass' ? `it can now (${why.slice(5)})` : why.slice(5)}\n`;
    } else if (data.skip) {
      count.skipped++;
      yield `SKIP ${data.name}: ${why}\n`;
    } else if (type === 'test:pass') {
      count.passed++;
      yield `ok   ${data.name}\n`;
    } else {
      count.failed++;
      yield `FAIL ${data.name}: ${short(data.details.error)}\n`;
    }
  }
  if (cannot) yield `n/a: ${cannot}, which these agents cannot do; the reasons are in docs/agents.md\n`;
  yield `e2e: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`;
}
