// shfmt.mjs - the simple commands of a command line as shfmt reads it, in the form of tests/shell/commands.c.
import { spawn } from 'node:child_process';

// The tree of `shfmt -tojson`, or the message with which it refuses the text.
export const parse = text => new Promise((resolve, reject) => {
  const child = spawn('shfmt', ['-ln', 'bash', '-tojson'], { stdio: ['pipe', 'pipe', 'pipe'] }), out = [], err = [];
  child.stdout.on('data', d => out.push(d));
  child.stderr.on('data', d => err.push(d));
  child.on('error', reject);
  child.stdin.on('error', () => {});
  child.on('close', code => resolve(code ? { refused: Buffer.concat(err).toString() } : { tree: JSON.parse(Buffer.concat(out)) }));
  child.stdin.end(text);
});

// {1..3} as {1,2,3}: shfmt leaves braces as they are written.
function sequence(whole, from, to, step) {
  const isLetter = /^[A-Za-z]$/.test(from), isNumber = /^[-+]?\d{1,9}$/.test(from) && /^[-+]?\d{1,9}$/.test(to);
  if (!(isLetter && /^[A-Za-z]$/.test(to)) && !isNumber) return whole;
  const a = isLetter ? from.charCodeAt() : Number(from), b = isLetter ? to.charCodeAt() : Number(to), by = Math.abs(Number(step ?? 1)) || 1;
  if (Math.floor(Math.abs(b - a) / by) + 1 > 64) return whole;
  const width = isNumber && [from, to].some(x => /^[-+]?0\d/.test(x)) ? Math.max(...[from, to].filter(x => /^[-+]?0\d/.test(x)).map(x => x.length)) : 0, items = [];
  for (let i = a; a <= b ? i <= b : i >= b; i += a <= b ? by : -by) items.push(isLetter ? String.fromCharCode(i) : (i < 0 ? '-' : '') + String(Math.abs(i)).padStart(width - (i < 0), '0'));
  return `{${items.join(',')}}`;
}

const bytes = n => n === 0 ? null : Buffer.from([n]);
const letters = { a: 7, b: 8, e: 27, E: 27, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92, "'": 39, '"': 34, '?': 63 };

// What $'...' stands for; a NUL ends it.
function ansi(raw) {
  const out = [];
  for (let i = 0; i < raw.length;) {
    const rest = raw.slice(i), m = /^\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x\{([0-9a-fA-F]+)\}?|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c(\\\\|[^]))/.exec(rest);
    if (!m) {
      out.push(Buffer.from(raw[i++]));
      continue;
    }
    i += m[0].length;
    const [, letter, octal, long, hex, u4, u8, control] = m;
    const piece = letter ? bytes(letters[letter]) : octal ? bytes(parseInt(octal, 8) & 255) : long ? bytes(parseInt(long.slice(-2), 16)) : hex ? bytes(parseInt(hex, 16))
      : control ? bytes(control === '?' ? 127 : control.charCodeAt() & 31) : parseInt(u4 ?? u8, 16) ? Buffer.from(String.fromCodePoint(parseInt(u4 ?? u8, 16))) : null;
    if (!piece) break;
    out.push(piece);
  }
  return Buffer.concat(out).toString();
}

export function simpleCommands(tree, text) {
  const source = Buffer.from(text), found = [];
  const slice = (from, to) => source.subarray(from.Offset, to.Offset).toString();

  const unquoted = s => s.replace(/\\(\n?)([^]?)/g, (all, newline, c) => newline ? c : c === '' ? '\\' : c);
  const inQuotes = s => s.replace(/\\([$`"\\\n])/g, (all, c) => c === '\n' ? '' : c);
  const inBody = s => s.replace(/\\([$`\\\n])/g, (all, c) => c === '\n' ? '' : c);

  function part(p, literal) {
    switch (p.Type) {
      case 'Lit': return literal(p.Value);
      case 'SglQuoted': return p.Dollar ? ansi(p.Value ?? '') : p.Value ?? '';
      case 'DblQuoted': return (p.Parts ?? []).map(q => part(q, inQuotes)).join('');
      case 'ParamExp': return `\${${p.Param?.Value ?? ''}}`;
      case 'CmdSubst': return '$()';
      case 'ProcSubst': return `${source.subarray(p.Pos.Offset, p.Pos.Offset + 1)}()`;
      case 'ArithmExp': return '$(())';
      case 'ExtGlob': return slice(p.Pos, p.End);
      default: throw new Error(`a part ${p.Type}`);
    }
  }
  const braces = s => s.replace(/\{([^{},.\s\\]+)\.\.([^{},.\s\\]+)(?:\.\.([-+]?\d+))?\}/g, sequence);
  const word = (w, isValue) => (w?.Parts ?? []).map(p => part(p, s => unquoted(isValue ? s : braces(s)))).join('');

  // what is substituted in arithmetic, an index
  function substituted(x) {
    if (x === null || typeof x !== 'object') return '';
    if (Array.isArray(x)) return x.map(substituted).join('');
    if (['ParamExp', 'CmdSubst', 'ArithmExp'].includes(x.Type)) return part(x);
    return Object.values(x).map(substituted).join('');
  }

  function assign(a) {
    const name = `${a.Name.Value}${a.Append ? '+=' : '='}`;
    if (a.Array) return name + (a.Array.Elems ?? []).map(e => `${e.Index ? `[${slice(e.Index.Pos, e.Index.End)}]=` : ''}${word(e.Value)} `).join('');
    if (!a.Index) return name + word(a.Value, true);
    const index = substituted(a.Index);
    return `${name}${word(a.Value, true)} ${index ? `${index} ` : ''}`;
  }

  function redirect(r) {
    const op = /^(<<<|<<-|&>>|<<|<>|<&|>>|>\||>&|&>|<|>)/.exec(source.subarray(r.OpPos.Offset).toString().replaceAll('\\\n', ''))[0];
    const fd = r.N ? (r.N.Value.startsWith('{') ? '10' : String(Number(r.N.Value))) : op[0] === '<' ? '0' : '1';
    if (op === '<<' || op === '<<-') {
      const isQuoted = r.Word.Parts.some(p => p.Type !== 'Lit' || /\\[^\n]/.test(p.Value)), parts = r.Hdoc?.Parts ?? [];
      let body = parts.map(p => part(p, s => isQuoted ? s : inBody(s))).join('');
      if (op === '<<-') body = body.replace(/^\t+/gm, '');
      return `${fd}<<${body}`;
    }
    const target = word(r.Word);
    return `${fd}${op === '>|' ? '>' : op === '>&' && !/^(\d*-?)$/.test(target) ? '&>' : op}${target}`;
  }

  function declaration(a, simple) {
    if (a.Array) simple.assigns.push(assign(a));
    else if (a.Naked) simple.words.push(a.Name ? a.Name.Value : word(a.Value));
    else simple.words.push(`${a.Name.Value}${a.Index ? slice(a.Name.End, a.Index.End) + ']' : ''}${a.Append ? '+=' : '='}${word(a.Value)}`);
  }

  function statement(s) {
    const simple = { assigns: [], words: [], redirects: (s.Redirs ?? []).map(redirect) };
    if (s.Cmd?.Type === 'CallExpr') {
      simple.assigns = (s.Cmd.Assigns ?? []).map(assign);
      simple.words = (s.Cmd.Args ?? []).map(w => word(w));
    } else if (s.Cmd?.Type === 'DeclClause') {
      simple.words.push(s.Cmd.Variant.Value);
      for (const a of s.Cmd.Args ?? []) declaration(a, simple);
    } else if (s.Cmd || !simple.redirects.length) {
      return;
    }
    found.push(simple);
  }

  function visit(x) {
    if (x === null || typeof x !== 'object') return;
    if (Array.isArray(x)) return x.forEach(visit);
    // Only in front of a compound command this is a name; `coproc a b` runs a.
    if (x.Type === 'CoprocClause' && x.Name) {
      let first = x.Stmt;
      while (first.Cmd?.Type === 'BinaryCmd') first = first.Cmd.X;
      first.Cmd ??= { Type: 'CallExpr' };
      if (first.Cmd.Type === 'CallExpr') (first.Cmd.Args ??= []).unshift(x.Name);
    }
    if (!x.Type && x.Position && (x.Cmd || x.Redirs)) statement(x); // what is false or empty is not in the JSON
    Object.values(x).forEach(visit);
  }
  visit(tree);
  return found;
}
