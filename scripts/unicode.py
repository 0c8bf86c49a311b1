#!/usr/bin/env python3
"""unicode.py [DIR] > src/text/regex/unicode_tables.c - the tables of regular expressions, from the
files of the Unicode database (Debian: package unicode-data, which is also what libre2 is made of).
"""
import sys
from os.path import join

folder = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode"
END = 0x110000


def rows(name):
    with open(join(folder, name), encoding="utf-8") as file:
        for line in file:
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) > 1:
                yield fields


def span(text):
    first, _, last = text.partition("..")
    return int(first, 16), int(last or first, 16)


def wrapped(words):
    line = "\t"
    for word in words:
        if len(line) + len(word) > 150:
            yield line.rstrip()
            line = "\t"
        line += word + " "
    yield line.rstrip()


def runs(values, number):
    """Code points from which on a value holds, with the number of that value in the low byte."""
    for code in range(END):
        if code == 0 or values[code] != values[code - 1]:
            yield f"{code << 8 | number[values[code]]:#x},"


categories = ["Cn"] * END
first = 0
for fields in rows("UnicodeData.txt"):
    code = int(fields[0], 16)
    if not fields[1].endswith(", Last>"):
        first = code
    for c in range(first, code + 1):
        categories[c] = fields[2]

scripts = [""] * END
for fields in rows("Scripts.txt"):
    lo, hi = span(fields[0])
    scripts[lo : hi + 1] = [fields[1]] * (hi + 1 - lo)

orbits = {}
for code, status, to, *_ in rows("CaseFolding.txt"):
    if status in "CS":
        orbits.setdefault(int(to, 16), {int(to, 16)}).add(int(code, 16))
after = {}
for orbit in map(sorted, orbits.values()):
    after.update(zip(orbit, orbit[1:] + orbit[:1]))

folds = []  # [lo, hi, delta], with delta 0 for neighbours that are pairs
for code in sorted(after):
    delta = after[code] - code
    lo, hi, way = folds[-1] if folds and folds[-1][1] == code - 1 else (0, 0, None)
    if way == delta and delta != 1:
        folds[-1][1] = code
    elif way == 1 and lo == hi and delta == -1:
        folds[-1][1:] = [code, 0]
    elif way == 0 and (code - lo) % 2 == 0 and delta == 1 and after.get(code + 1) == code:
        folds[-1][1] = code
    elif way == 0 and (code - lo) % 2 == 1 and delta == -1:
        folds[-1][1] = code
    else:
        folds.append([code, code, delta])

with open(join(folder, "Scripts.txt"), encoding="utf-8") as file:
    version = file.readline().strip("# \n")
category_names = ["Cn"] + sorted(set(categories) - {"Cn"})
script_names = [""] + sorted(set(scripts) - {""})
number = {name: i for i, name in enumerate(category_names)}
script_number = {name: i for i, name in enumerate(script_names)}
lines = [
    f"/* Made by scripts/unicode.py from the Unicode database ({version}). */",
    '#include "text/unicode.h"',
    "",
    "/* clang-format off */",
    "const char gaff_unicode_category_names[][3] = {",
    *wrapped(f'"{name}",' for name in category_names),
    "};",
    "",
    "const char *const gaff_unicode_script_names[] = {",
    *wrapped(f'"{name}",' for name in script_names),
    "};",
    "",
    "const uint32_t gaff_unicode_categories[] = {",
    *wrapped([*runs(categories, number), f"{END << 8:#x},"]),
    "};",
    "",
    "const uint32_t gaff_unicode_scripts[] = {",
    *wrapped([*runs(scripts, script_number), f"{END << 8:#x},"]),
    "};",
    "",
    "const struct unicode_fold gaff_unicode_folds[] = {",
    *wrapped(f"{{{lo:#x},{hi:#x},{delta}}}," for lo, hi, delta in folds),
    "};",
    f"const unsigned gaff_unicode_category_count = {len(category_names)};",
    f"const unsigned gaff_unicode_script_count = {len(script_names)};",
    f"const unsigned gaff_unicode_fold_count = {len(folds)};",
    "/* clang-format on */",
]
assert len(category_names) < 256 and len(script_names) < 256
print("\n".join(lines))
