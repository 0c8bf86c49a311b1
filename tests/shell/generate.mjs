// generate.mjs - random command lines of the grammar of bash, the same for the same seed.

export function generator(seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = n => Math.floor(random() * n), chance = p => random() < p, pick = list => list[below(list.length)];
  const times = (min, max, make) => Array.from({ length: min + below(max - min + 1) }, make);

  let depth = 0, bodies = [], inBackticks = false;
  const deeper = make => {
    depth++;
    const text = make();
    depth--;
    return text;
  };
  const isDeep = () => depth > 3;

  const names = ['x', 'y', 'dir', '_a1', 'HOME'];
  const plain = ['git', 'reset', '--hard', 'a', 'b.c', '-rf', '/tmp/x', 'if', 'then', 'do', '1', 'x=1', 'a=b=c', '%s', '+x', 'a:b', '@', '^', 'done', 'in', '!', 'a!', '-', ',', 'a#b', 'é', 'esac', 'a]b', '0x1f'];
  const commands = ['git', 'rm', 'echo', 'ls', './run.sh', '[', 'test', 'cd', 'make', 'a', '/bin/sh', ':', '.', 'sudo', 'iffy', 'do_it', 'time1'];

  // ---- words ----

  const parameter = () => pick([
    () => `$${pick(names)}`, () => `\${${pick(names)}}`, () => pick(['$1', '$@', '$?', '$$', '$#', '$*', '$!', '$-', '${10}', '${@}', '${#}']),
    () => `\${${pick(names)}${pick([':-', '-', ':=', ':+', ':?', '%', '%%', '#', '##'])}${isDeep() ? 'd' : deeper(() => pick([word, () => 'a b', () => '', () => '"q q"']))()}}`,
    () => `\${#${pick(names)}}`, () => `\${!${pick(names)}}`, () => `\${${pick(names)}/${pick(['/', '', '#', '%'])}a/b}`, () => `\${${pick(names)}:1:2}`,
    () => `\${${pick(names)}[${pick(['0', '@', '*', '$i'])}]}`, () => `\${${pick(names)}${pick(['^^', ',,', '^', ','])}}`, () => `\${${pick(names)}@Q}`,
  ])();

  function inner(open, close) {
    const outer = bodies;
    bodies = [];
    let text = deeper(() => list(pick([1, 1, 1, 2])));
    if (bodies.length || chance(0.05)) text += chance(0.2) ? comment() : newline();
    bodies = outer;
    return `${open}${/^\(/.test(text) ? ' ' : ''}${text}${pick(['', '', ' '])}${close}`;
  }

  function backticks() {
    const outer = bodies;
    bodies = [];
    inBackticks = true;
    const text = deeper(() => times(1, 3, () => pick([() => pick(commands), () => pick(names), () => "'q'", () => '\\$x', () => '$y', () => '-x'])()).join(' '));
    inBackticks = false;
    bodies = outer;
    return `\`${text}\``;
  }

  const arithmetic = () => {
    const one = () => pick([() => '1', () => 'x', () => `$${pick(names)}`, () => '(x + 2)', () => isDeep() ? '3' : inner('$(', ')')])();
    return times(1, 3, one).join(pick([' + ', '*', ' - ', ' % ']));
  };

  const substitution = () => isDeep() ? parameter() : pick([parameter, parameter, () => inner('$(', ')'), () => `$((${arithmetic()}))`, () => inBackticks ? '$z' : backticks()])();

  const quoted = () => `"${times(0, 3, () => pick([() => 'a b', () => pick(['\\"', '\\$', '\\\\', '\\n', "'", ';', '|', '#', '*', '~', '{a,b}', '\n', '\\\n', '(', ')', '<', '!']), substitution])()).join('')}"`;
  const single = () => `'${times(0, 2, () => pick(['a b', '"', '$x', '\\', ';', '#', '`', '\n', '$(', '*', '~/']))}'`.replaceAll(',', '');
  const escapes = () => `$'${times(0, 3, () => pick(['a', ' ', '\\n', '\\t', '\\x41', '\\101', '\\u00e9', '\\\'', '\\\\', '"', '\\e', '\\cA', '$x', '\\q'])).join('')}'`;
  const brace = () => pick([() => '{a,b}', () => '{1..3}', () => '{a..e..2}', () => '{01..10..3}', () => '{,x}', () => `{a,${isDeep() ? 'z' : deeper(brace)}}`, () => '{}', () => '{a}', () => '{a,', () => '{1..70}', () => '{-2..1}', () => `{"a b",$x}`])();

  const piece = () => pick([
    () => pick(plain), () => pick(plain), quoted, single, substitution, substitution, () => pick(['\\ ', '\\"', '\\$', '\\\\', '\\;', '\\a', '\\|', '\\\n', '\\#', '\\*']), escapes, brace,
    () => pick(['*', '?', '[a-z]', '[!x]*', '*.c', '**/']), () => pick(['@(a|b)', '!(x)', '+(a|b c)', '?(y)', '*(z)'])])();
  const word = () => {
    const text = (chance(0.06) ? pick(['~', '~/x', '~root']) : '') + times(1, pick([1, 1, 1, 2, 3]), piece).join('');
    return /^[#(!{]/.test(text) && !/^\{[^ ]/.test(text) ? `a${text}` : text;
  };
  const argument = () => !isDeep() && chance(0.05) ? inner(pick(['<(', '>(']), ')') : word();

  // ---- commands ----

  const newline = () => {
    const text = `\n${bodies.join('')}`;
    bodies = [];
    return text;
  };
  const blank = () => pick([' ', ' ', ' ', ' ', '  ', '\t', ' \\\n ']);

  function here() {
    const name = pick(['EOF', 'A', '_B', 'x-y']), isQuoted = chance(0.4), dash = chance(0.3) ? '-' : '';
    const lines = times(0, 3, () => (dash && chance(0.5) ? '\t' : '') + pick([() => 'text', () => 'rm -rf /', () => '"open', () => "it's", () => '', () => `a ${parameter()} b`, () => '\\$x \\a', () => '# no', () => isQuoted ? '$(' : substitution()])());
    bodies.push([...lines, (dash && chance(0.5) ? '\t' : '') + name, ''].join('\n'));
    return `<<${dash}${pick(['', '', ' '])}${isQuoted ? pick([`'${name}'`, `"${name}"`, `\\${name}`]) : name}`;
  }

  const redirect = () => pick([
    () => `>${pick(['', ' '])}${word()}`, () => `<${pick(['', ' '])}f`, () => `>>${word()}`, () => '2>&1', () => '2>/dev/null', () => '&>f', () => '&>>f', () => '>&2', () => '<&3', () => '>|f', () => '3<>f', () => '{fd}>f',
    () => `<<<${pick(['', ' '])}${word()}`, () => '>&-', () => inBackticks ? '>f' : here(), () => `< ${isDeep() ? 'f' : inner('<(', ')')}`])();
  const assign = () => pick([
    () => `${pick(names)}=${pick([word, () => '', () => '~/a:~b', quoted])()}`.replace(/=(?=[(])/, '=a'), () => `${pick(names)}+=${word()}`.replace(/=(?=[(])/, '=a'), () => `${pick(names)}=(${times(0, 3, () => `${pick(['', '', '[x]='])}a${word()}`).join(bodies.length ? ' ' : pick([' ', '\n']))})`,
    () => `${pick(names)}[${pick(['0', '$i', 'x'])}]=${word()}`])();

  function simple() {
    const assigns = chance(0.2) ? times(1, 2, assign) : [];
    const hasArray = assigns.some(a => /^\w+(=\(|\[)/.test(a)); // which only stand alone
    const rest = assigns.length && (hasArray || chance(0.4)) ? [] : [chance(0.85) ? pick(commands) : word(), ...times(0, 4, () => chance(0.12) ? redirect() : argument())];
    if (chance(0.04)) return `${pick(['declare', 'export', 'local', 'readonly'])} ${pick(['', '-x ', '-a '])}${pick(names)}=${word()}`.replace(/=(?=[(])/, '=a');
    const first = chance(0.04) ? [redirect()] : [];
    return [...assigns, ...first, ...rest].reduce((text, next) => text ? text + blank() + next : next, '') || 'a';
  }

  const separator = () => chance(0.3) ? newline() : pick(['; ', ';', ' ; ']);
  const comment = () => ` # ${pick(["it's", '$(', ')', '"', 'done'])}${newline()}`;
  const body = () => `${list(pick([1, 1, 2]))}${chance(0.05) ? comment() : separator()}`;
  const start = () => chance(0.3) ? newline() : ' ';

  const test = () => `[[ ${pick([() => `${word()} == ${word()}`, () => `-f ${word()}`, () => `$x =~ ^(a|b)+$`, () => `a < b`, () => `-n "$x" && ! ( -z ${quoted()} || $y -eq 1 )`])()} ]]`;

  const compound = () => pick([
    () => `(${start()}${body()})`, () => `{${start()}${body()}}`,
    () => `if ${body()}then${start()}${body()}${chance(0.3) ? `elif ${body()}then ${body()}` : ''}${chance(0.4) ? `else ${body()}` : ''}fi`,
    () => `for ${pick(names)}${chance(0.8) ? ` in ${times(0, 3, argument).join(' ')}` : ''}${separator()}do ${body()}done`,
    () => `for ((i = 0; i < ${arithmetic()}; i++)); do ${body()}done`,
    () => `${pick(['while', 'until'])} ${body()}do ${body()}done`,
    () => `case ${word()} in${start()}${times(0, 3, () => `${pick(['', '('])}${times(1, 2, () => pick(['a', '*', '"b c"', '[0-9]', '-x|--y', 'x*', '$y'])).join(pick(['|', ' | ']))})${start()}${chance(0.8) ? list(1) : ''} ${pick([';;', ';;', ';;', ';&', ';;&'])}${newline()}`).join('')}esac`,
    () => `${pick(['f', 'g_h', 'do-it'])}() ${pick(['{', '{'])} ${body()}}`, () => `function ${pick(['f', 'k'])} { ${body()}}`, () => `((${arithmetic()}))`, test,
    () => `select z in a b; do ${body()}done`, () => `coproc ${pick(commands)} ${times(0, 2, word).join(' ').replaceAll('=', '')}`, () => `coproc N { ${body()}}`])();

  const command = () => isDeep() || chance(0.75) ? simple() : deeper(() => compound() + (chance(0.15) ? ` ${redirect()}` : ''));
  const pipeline = () => (chance(0.06) ? pick(['! ', 'time ', 'time -p ']) : '') + times(1, pick([1, 1, 2, 3]), command).reduce((text, next) => text + (text ? `${pick([' | ', '|', ' |& '])}${chance(0.1) ? newline() : ''}` : '') + next, '');
  function list(n) {
    let text = '';
    for (let i = 0; i < n; i++) {
      if (text) text += pick([() => ' && ', () => ' || ', separator, separator, () => ' & ', () => `${pick([' ', ''])}&&${newline()}`])();
      text += pipeline();
    }
    return text;
  }

  // Something is lost or comes in: most of these no shell takes.
  function spoil(text) {
    for (let i = 1 + below(3); i > 0; i--) {
      const at = below(text.length + 1), piece = pick(['', '', '"', "'", '(', ')', '{', '}', '$', '`', '\\', ';', '&', '|', '<', '>', ' ', '\n', '#', '=', '[', ']', '!', 'done', ' fi ', '$(', '((', '))', '~', ',', '*']);
      text = text.slice(0, at) + piece + text.slice(at + below(3));
    }
    return text;
  }

  return () => {
    depth = 0;
    bodies = [];
    inBackticks = false;
    const text = list(pick([1, 1, 1, 2, 3])) + (chance(0.1) ? comment() : newline());
    return chance(0.15) ? spoil(text) : text;
  };
}
