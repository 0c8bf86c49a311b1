// yaml.mjs - a strict reader for the little of YAML that gaff writes, and for nothing else.
//
// Blocks of maps and lists, two spaces deeper each; texts plain (a letter, "_", "/" or "./" first, and nothing special in them) or in
// double quotes on one line; numbers, true, false and null; {} and [].
const quoted = String.raw`"(?:[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\\["\\nt]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*"`;
const plain = String.raw`(?:\.\/|[A-Za-z_/])[A-Za-z0-9_./ -]*`;
const key = new RegExp(`^(${quoted}|${plain}?):(?: (.+))?$`);

function text(literal) {
  const escapes = { n: '\n', t: '\t', '"': '"', '\\': '\\' };
  return literal.slice(1, -1).replace(/\\(?:x(..)|u(....)|U(........)|(.))/g, (_, x, u, U, c) => c !== undefined ? escapes[c] : String.fromCodePoint(parseInt(x ?? u ?? U, 16)));
}
function scalar(word) {
  if (new RegExp(`^${quoted}$`).test(word)) return text(word);
  if (/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word)) return JSON.parse(word);
  if (word === '{}') return {};
  if (word === '[]') return [];
  if (new RegExp(`^${plain}$`).test(word) && !/^(?:y|n|yes|no|on|off|true|false|null|~)$/i.test(word)) return word;
  throw new Error(`no scalar: ${word}`);
}

export function yaml(source) {
  if (!source.endsWith('\n') || /[\r\t]/.test(source)) throw new Error('no line end, or a tab');
  const lines = source.slice(0, -1).split('\n');
  let at = 0;
  // `first` is what stands behind "- " on a line that was begun.
  function block(indent, first) {
    const take = () => first ?? lines[at]?.slice(indent);
    const isHere = () => first !== undefined || (at < lines.length && lines[at].startsWith(' '.repeat(indent)) && lines[at][indent] !== ' ');
    if (take() === undefined || !isHere()) throw new Error(`line ${at + 1}: ${lines[at]}`);
    if (take().startsWith('- ')) {
      const list = [];
      while (isHere() && take().startsWith('- ')) {
        const rest = take().slice(2);
        first = undefined;
        list.push(rest.startsWith('- ') || key.test(rest) ? block(indent + 2, rest) : (at++, scalar(rest)));
      }
      return list;
    }
    const map = new Map();
    while (isHere()) {
      const found = key.exec(take());
      if (!found) throw new Error(`line ${at + 1}: ${lines[at]}`);
      const name = found[1][0] === '"' ? text(found[1]) : found[1];
      if (map.has(name)) throw new Error(`two members ${name}`);
      first = undefined;
      at++;
      map.set(name, found[2] === undefined ? block(lines[at].search(/[^ ]/)) : scalar(found[2]));
    }
    return Object.fromEntries(map);
  }
  const value = block(0);
  if (at !== lines.length) throw new Error(`line ${at + 1} is left: ${lines[at]}`);
  return value;
}
