#!/usr/bin/env python3
"""TOML against tomllib: who accepts what, the values, and every edit.

    toml.py DRIVER      COUNT=500 files, SEED=1

Files are made at random: most are TOML, some are broken by a byte, keys collide. What tomllib says
of a file, gaff has to say. An edit has to do what it does to the dict of tomllib and nothing else,
and what is added and removed again has to leave the very bytes.
"""
import copy
import json
import math
import os
import pathlib
import random
import subprocess
import sys

try:
    import tomllib
except ImportError:
    print("toml: skipped, Python has no tomllib before 3.11")
    sys.exit(0)

UNSUPPORTED, NOENT = -3, -1
BOM = b"\xef\xbb\xbf"

KEYS = ["a", "b", "c", "hooks", "x-1", "_", "1", "true", '"a"', "'b'", '"q.q"', '""', "'é\\'", '"\\u0061"', "1.5",
        '"\\t\\"\\U0001F600"', "PreToolUse", "'#'", "inf", "2020-01-01"]
SCALARS = [
    "true", "false", "0", "-0", "+0", "1", "-17", "+99", "1_000", "0xDEAD_beef", "0o755", "0b1101_0110", "0x0",
    "9223372036854775807", "-9223372036854775808", "123456789012345678901234567890", "0xffffffffffffffffff", "1.0",
    "+1.5", "-0.01", "-0.0", "5e+22", "1e06", "-2E-2", "6.626e-34", "224_617.445_991", "1e1_0", "1e999", "inf", "-inf",
    "+inf", "nan", "-nan", "+nan", "1979-05-27T07:32:00Z", "1979-05-27T00:32:00-07:00", "1979-05-27 07:32:00.999999z",
    "1979-05-27t07:32:00.1234567", "1979-05-27", "07:32:00", "00:32:00.5", "2000-02-29", "23:59:59+00:00",
    '""', "''", '"""a"""', "'''a'''", '"x\\ty\\"\\\\\\b\\f\\n\\r"', '"\\u00e9\\U0001F600\\u0000"', "'C:\\x'", '"é😀\x80"',
    '"""\nline\nline"""', "'''\nraw \\n\n'''", '"""a \\\n   b"""', '"""a \\  \n\n \t c\\n"""', '"""""two quotes"""""',
    "''''one'''", "'''''two'''''", '"""\\""""', '""""""', "''''''", '"# no"', '"""a""b"""', '"tab\there"',
    '"""\n\n"""', '"""[t]\nk = 1\n"""', "'''\n[[hooks]]\n\n[t]\n'''",
]
WRONG = [
    "", "tru", "True", "01", "1_", "_1", "1__0", "0x", "0x_1", "0xG", "+0x1", "0b2", "0o8", "1.", ".5", "1.e5", "1e", "1._5",
    "00.5", "+", "infx", "1979-13-01", "1979-02-30", "1979-02-29", "0000-01-01", "24:00:00", "00:60:00", "00:00:60", "07:32",
    "1979-05-27T07:32", "1979-05-27T07:32:00+24:00", "1979-05-27T07:32:00+0700", "1979-5-27", "07:32:00.", '"', "'", '"""', "'''",
    '"\\x41"', '"\\e"', '"\\u12"', '"\\ud800"', '"\\U00110000"', '"\n"', "'\n'", '"a\\ b"', '"""a \\ b"""', "''''''''''", '""""""""""',
    '"\x00"', '"\x7f"', "'\x1f'", '"""\x0b"""', "[1 2]", "[,]", "[1,,2]", "[1", "{", "{a=1,}", "{a=1 b=2}", "{,}", "{a}", "{a=1,\nb=2}",
    "{a=1,a=2}", "{a={},a.b=1}", "{a.b=1,a=2}", "{a=[],a.b=1}", "1 2", "\r", "a", "[1]]", "1#\x01", '"\r"', '"""\r"""', "1979-05-27 7",
]
FILES = [
    "", "\n", " ", "\t\n ", "#", "# c", "# c\n", "#\r\n", "#\r", "\r", "\r\r\n", "a=1\r\nb=2", "a=1\rb=2", "=1", "a", "a=", "a.=1", ".a=1", "a..b=1", "a b=1",
    '"""a"""=1', "[", "[]", "[a", "[a]]", "[[a]", "[[a] ]", "[ [a]]", "[a]b", "[a] # c", "[a.]", "[.a]", "[ a . 'b' . \"c\" ]", "[[ a ]]", "[a]\n[a]", "[a]\n[b]\n[a]",
    "[a]\n[a.b]\n[a]", "[a.b]\n[a]", "[a.b]\n[a]\nb=1", "[a.b]\n[a]\nb.c=1", "[a.b.c]\n[a]\nb.d=1", "[a.b.c]\n[a]\nb.d=1\n[a.b]",
    "[a]\nb.c=1\n[a.b]", "[a]\nb.c=1\n[a.b.d]", "[a]\nb.c=1\n[a.b.c]", "[a]\nb.c=1\n[[a.b]]", "a.b=1\na.c=2", "a.b=1\n[a]", "a.b=1\n[a.c]", "a.b=1\n[[a.c]]", "a.b=1\n[x]\n[a.b]",
    "a=1\n[a]", "a=1\na.b=2", "a={}\na.b=1", "a={}\n[a]", "a={}\n[a.b]", "a={}\n[[a.b]]", "a=[]\n[[a]]", "a=[{}]\n[[a]]", "a=[{}]\n[a.b]", "a=[{}]\n[a]",
    "[[a]]\n[a]", "[a]\n[[a]]", "[[a]]\n[[a]]\n[a.b]\n[[a]]\n[a.b]", "[[a]]\n[a.b]\n[a.b]", "[a.b]\n[[a]]", "[[a.b]]\n[a]\nc=1", "[[a.b]]\n[a]\nb.c=1", "[[a]]\nb.c=1\n[[a]]\nb.c=1",
    "[[a]]\nb={}\n[[a]]\n[a.b]", "[[a]]\nb={}\n[a.b]", "[[a]]\n[[a.b]]\n[[a]]\n[[a.b]]\nx=1", "[[a]]\n[a.b.c]\n[[a.b.c]]", "a.b.c=1\na.b=2", "a.b={}\na.b.c=1", "a=1\na=1", "a=1\n'a'=1",
    "a=[1,\n#c\n2 # d\n,\n]", "a=[\n]", "a=[#]\n]", "a={b=[1,\n2]}", "a={b='''\n'''}", "a={ b.c = 1, b.d = 2 }", "a = 1 # \x01", "# \x7f", "# é", "\ufeff", "\ufeffa=1", "\ufeff\ufeff", "a='\ufeff'",
]


class Gaff:
    def __init__(self, driver):
        self.process = subprocess.Popen([driver], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, do, text, **more):
        line = json.dumps({"do": do, "text": text.hex(), **more}) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        answer = self.process.stdout.readline().decode()
        if answer.startswith("OK "):
            return answer[3:-1], 0
        if not answer.startswith("NO "):
            raise SystemExit(f"the driver died of {line}")
        return answer[3:-1], int(answer[3:].split()[0])

    def edit(self, do, text, path, **more):
        answer, rc = self.ask(do, text, path=path, **more)
        return (bytes.fromhex(answer), 0) if rc == 0 else (answer, rc)


def load(text):
    """The dict, or None when it is no TOML."""
    try:
        return tomllib.loads(text.removeprefix(BOM).decode())
    except (ValueError, RecursionError):
        return None


def same(toml, got, ordered=True):
    """Does JSON (or other TOML) say what tomllib says?"""
    if isinstance(toml, dict):
        return (isinstance(got, dict) and toml.keys() == got.keys() and (not ordered or list(toml) == list(got))
                and all(same(toml[k], got[k], ordered) for k in toml))
    if isinstance(toml, list):
        return isinstance(got, list) and len(toml) == len(got) and all(map(lambda x, y: same(x, y, ordered), toml, got))
    if isinstance(toml, float):
        if isinstance(got, str):
            got = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}.get(got)
        return isinstance(got, float) and (toml == got and math.copysign(1, toml) == math.copysign(1, got) or toml != toml and got != got)
    if isinstance(toml, (str, int)):
        return type(toml) is type(got) and toml == got
    if isinstance(got, str):
        got = tomllib.loads("x = " + got)["x"]
    return type(toml) is type(got) and toml == got


class Maker:
    """One file, from its own seed."""

    def __init__(self, rng):
        self.rng = rng
        self.newline = "\r\n" if rng.random() < 0.25 else "\n"
        self.unique = rng.random() < 0.75
        self.names = 0
        self.wrong = 0 if rng.random() < 0.85 else 0.05

    def space(self):
        return self.rng.choice(["", "", " ", " ", "  ", "\t"])

    def key_part(self):
        if self.unique and self.rng.random() < 0.6:
            self.names += 1
            return self.rng.choice([f"k{self.names}", f'"k {self.names}"', f"'k.{self.names}'"])
        return self.rng.choice(KEYS)

    def key(self, most=3):
        n = self.rng.choice([1, 1, 1, 1, 2, most])
        return f"{self.space()}.{self.space()}".join(self.key_part() for _ in range(n))

    def comment(self):
        return self.rng.choice(["# c", "#", "# é ] } \" '''", "#[x]", "# a = 1"])

    def blank(self):
        out = self.space()
        while self.rng.random() < 0.35:
            out += (self.comment() if self.rng.random() < 0.4 else "") + self.newline + self.space()
        return out

    def value(self, depth=0):
        roll = self.rng.random()
        if self.rng.random() < self.wrong:
            return self.rng.choice(WRONG)
        if depth < 4 and roll < 0.18:
            items = [self.blank() + self.value(depth + 1) + self.blank() for _ in range(self.rng.randrange(4))]
            tail = "," + self.blank() if items and self.rng.random() < 0.4 else self.blank() if not items else ""
            return "[" + ",".join(items) + tail + "]"
        if depth < 4 and roll < 0.36:
            n = self.rng.randrange(4)
            pairs = [f"{self.space()}{self.key(2)}{self.space()}={self.space()}{self.value(depth + 1)}{self.space()}" for _ in range(n)]
            return "{" + (",".join(pairs) or self.space()) + "}"
        return self.rng.choice(SCALARS).replace("\n", self.newline)

    def line(self):
        roll = self.rng.random()
        if roll < 0.12:
            return self.space()
        if roll < 0.2:
            return self.space() + self.comment()
        end = self.space() + (self.comment() if self.rng.random() < 0.15 else "")
        if roll < 0.32:
            return f"{self.space()}[{self.space()}{self.key()}{self.space()}]{end}"
        if roll < 0.44:
            return f"{self.space()}[[{self.space()}{self.key()}{self.space()}]]{end}"
        return f"{self.space()}{self.key(2)}{self.space()}={self.space()}{self.value()}{end}"

    def file(self):
        lines = [self.line() for _ in range(self.rng.randrange(12))]
        text = self.newline.join(lines)
        if self.rng.random() < 0.7 and text:
            text += self.newline
        raw = text.encode()
        if self.rng.random() < 0.05:
            raw = raw.replace(b"\r\n", b"\n", 1)
        if self.rng.random() < 0.2 and raw:
            at = self.rng.randrange(len(raw))
            raw = raw[:at] + self.rng.choice([b"", b"\x00", b"\xff", b"\r", b"\n", b'"', b"'", b"[", b"]", b"=", b".", b"{", b"}", b",", b"#", b"\\", b"_", b"1", b" "]) + raw[at + self.rng.randrange(2):]
        return (BOM if self.rng.random() < 0.1 else b"") + raw

    def json(self, depth=0):
        """A value to put in."""
        roll = self.rng.random()
        if depth < 3 and roll < 0.15:
            return [self.json(depth + 1) for _ in range(self.rng.randrange(3))]
        if depth < 3 and roll < 0.3:
            return {self.rng.choice(["type", "a b", "é", "", "x.y", "n\n"]): self.json(depth + 1) for _ in range(self.rng.randrange(3))}
        return self.rng.choice([True, False, 0, -5, 9223372036854775807, 1.5, -2e300, "", "text", "a\"b\\c\n\t\r\u0000\u007f", "é😀", "'''", '"""', "# no", "2020-01-01"])

    def element(self):
        element = {"matcher": "^Bash$", "v": self.json()}
        if self.rng.random() < 0.6:
            element["hooks"] = [{"type": "command", "command": 'a "b"', "n": self.json()} for _ in range(self.rng.randrange(1, 3))]
        if self.rng.random() < 0.3:
            element["timeout"] = 5
        return element if self.rng.random() < 0.95 else {}


class Check:
    def __init__(self, gaff):
        self.gaff = gaff
        self.failed = self.valid = self.edits = self.refused = 0

    def fail(self, text, *what):
        self.failed += 1
        if self.failed <= 10:
            print("FAIL", *what)
            print("     ", text)

    def read(self, text):
        toml = load(text)
        answer, rc = self.gaff.ask("read", text)
        if (toml is None) != (rc != 0):
            self.fail(text, "gaff says", answer, "and tomllib", toml)
        elif toml is not None and not same(toml, json.loads(answer)):
            self.fail(text, "gaff reads", answer, "and tomllib", toml)
        return toml if rc == 0 else None

    def paths(self, toml, prefix=()):
        """All that a path can lead to, with its value."""
        for key, value in toml.items():
            yield [*prefix, key], value
            if isinstance(value, dict):
                yield from self.paths(value, (*prefix, key))

    def way(self, toml, path):
        """'there', 'new', or 'blocked' by what is no table."""
        for key in path:
            if not isinstance(toml, dict):
                return "blocked"
            if key not in toml:
                return "new"
            toml = toml[key]
        return "there"

    def done(self, text, got, rc, wants, what, may_refuse=False):
        """The edit has to have given one of these, or may have been refused."""
        self.edits += 1
        if rc:
            self.refused += 1
            if rc != UNSUPPORTED or not may_refuse:
                self.fail(text, what, "was refused:", got)
            return False
        toml = load(got)
        if toml is None or not any(same(want, toml, False) for want in wants):
            self.fail(text, what, "gave", got, "wanted", wants[0])
            return False
        return True

    def back(self, text, got, rc, what):
        if rc or got != text:
            self.fail(text, what, "does not give the bytes back:", got)

    def set(self, text, toml, path, value):
        what = f"set {path} {value!r}"
        way = self.way(toml, path)
        got, rc = self.gaff.edit("set", text, path, value=value)
        if way == "blocked":
            if rc != UNSUPPORTED:
                self.fail(text, what, "was not refused")
            return
        want = copy.deepcopy(toml)
        table = want
        for key in path[:-1]:
            table = table.setdefault(key, {})
        was = table.get(path[-1])
        table[path[-1]] = value
        if not self.done(text, got, rc, [want], what, isinstance(was, (dict, list))):
            return
        if way == "new":
            got, rc = self.gaff.edit("remove", got, path)
            if not rc and got != text:
                got, rc = self.gaff.edit("remove", got, path[:-1])
            self.back(text, got, rc, what)

    def append(self, text, toml, path, element):
        what = f"append {path} {element!r}"
        way = self.way(toml, path)
        got, rc = self.gaff.edit("append", text, path, value=element)
        want = copy.deepcopy(toml)
        table = want
        if way != "blocked":
            for key in path[:-1]:
                table = table.setdefault(key, {})
            where = table.setdefault(path[-1], [])
        if way == "blocked" or not isinstance(where, list):
            if rc != UNSUPPORTED:
                self.fail(text, what, "was not refused")
            return
        where.append(element)
        if self.done(text, got, rc, [want], what):
            got, rc = self.gaff.edit("remove_at", got, path, i=len(where) - 1)
            self.back(text, got, rc, what)

    def without(self, toml, path, i=None):
        """What may be left: with empty tables on the way, or without."""
        want = copy.deepcopy(toml)
        tables = [want]
        for key in path[:-1]:
            tables.append(tables[-1][key])
        wants = []
        if i is not None:
            del tables[-1][path[-1]][i]
            wants.append(copy.deepcopy(want))
            if tables[-1][path[-1]]:
                return wants
        del tables[-1][path[-1]]
        wants.append(copy.deepcopy(want))
        for n in range(len(path) - 2, -1, -1):
            if tables[n + 1]:
                break
            del tables[n][path[n]]
            wants.append(copy.deepcopy(want))
        return wants

    def is_part(self, got, toml):
        return got == toml or isinstance(got, dict) and isinstance(toml, dict) and all(k in toml and self.is_part(got[k], toml[k]) for k in got)

    def remove(self, text, toml, path, value):
        what = f"remove {path}"
        got, rc = self.gaff.edit("remove", text, path)
        wants = self.without(toml, path)
        if isinstance(value, dict) and not rc:
            left = load(got)
            for key in path:
                left = left.get(key) if isinstance(left, dict) else None
            if left is not None:
                want = copy.deepcopy(toml)
                table = want
                for key in path[:-1]:
                    table = table[key]
                table[path[-1]] = left
                wants.append(want)
                if got == text or not self.is_part(json.loads(json.dumps(left, default=str)), json.loads(json.dumps(value, default=str))):
                    self.fail(text, what, "left", left)
        if self.done(text, got, rc, wants, what, isinstance(value, (dict, list))):
            self.only_less(text, got, what)

    def remove_at(self, text, toml, path, value, i):
        what = f"remove_at {path} {i}"
        got, rc = self.gaff.edit("remove_at", text, path, i=i)
        if i >= len(value):
            if rc != NOENT:
                self.fail(text, what, "is", got)
        elif self.done(text, got, rc, self.without(toml, path, i), what):
            self.only_less(text, got, what)

    def only_less(self, text, got, what):
        rest = iter(text)
        if not all(c in rest for c in got):
            self.fail(text, what, "is not only less:", got)

    def file(self, text, maker):
        toml = self.read(text)
        if toml is None:
            return
        self.valid += 1
        rng = maker.rng
        there = list(self.paths(toml))
        tables = [[]] + [path for path, value in there if isinstance(value, dict)]
        odd = ["new", "/abs/path/hooks.json:pre_tool_use:0:0", "", "é", "a\nb"]
        for _ in range(3):
            self.set(text, toml, [*rng.choice(tables), rng.choice(odd)], maker.json())
            self.append(text, toml, [*rng.choice(tables), rng.choice(odd)], maker.element())
        self.set(text, toml, [*rng.choice(tables), "hooks", "state", rng.choice(odd), "trusted_hash"], "sha256:00")
        self.append(text, toml, [*rng.choice(tables), "hooks", "PreToolUse"], maker.element())
        if not there:
            return
        for path, value in rng.sample(there, min(4, len(there))):
            self.set(text, toml, path, maker.json())
            self.remove(text, toml, path, value)
            self.set(text, toml, [*path, "deeper"], maker.json())
        for path, value in there:
            if isinstance(value, list):
                self.append(text, toml, path, maker.element())
                self.remove_at(text, toml, path, value, rng.randrange(len(value) + 1))


def main():
    count, seed = int(os.environ.get("COUNT", 500)), int(os.environ.get("SEED", 1))
    check = Check(Gaff(sys.argv[1]))
    maker = Maker(random.Random(0))
    fixed = [text.encode() for text in FILES] + [f"x = {value}\ny = [{value}]\n".encode() for value in SCALARS + WRONG]
    fixed += [f"x = {value}{end}".encode() for value in SCALARS + WRONG for end in ("", " # c", " 1")]
    cases = pathlib.Path(__file__).parent.parent / "install"  # what 'gaff install' is tried on
    fixed += [file.read_bytes() for file in sorted(cases.glob("*/*/before.toml"))]
    for text in fixed:
        check.file(text, maker)
    for i in range(count):
        maker = Maker(random.Random(seed * 1000003 + i))
        check.file(maker.file(), maker)
    print(f"toml: {len(fixed)} files as they are written and {count} at random, {check.valid} of them TOML; "
          f"{check.edits} edits, {check.refused} refused; {check.failed} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
