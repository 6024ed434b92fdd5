#!/usr/bin/env python3
"""Reference values of the elementary functions in double-double precision, to 90 digits with mpmath.

    python3 scripts/reference/elementary.py

Arguments are sums of two doubles, taken as exact; so are the values, which hold some 32 digits: [high, low]. An entry is
[argument, value], of `power` [base, exponent, value]. Arguments lie on both sides of 0 and of the places where a usual
implementation changes its way, at tiny and large sizes, at irrational points and next to zeros of the function.
"""
import json
from pathlib import Path

from mpmath import mp, mpf, pi

mp.dps = 90


def halves(x):
    high = float(x)
    return [high, float(x - mpf(high))] if mp.isfinite(x) and abs(high) < mpf("1.7e308") else None


def exact(pair):
    return mpf(pair[0]) + mpf(pair[1])


def spread(low, high, count):
    """`count` numbers of sizes from `low` to `high`, irrational, with both halves filled."""
    ratio = (mpf(high) / mpf(low)) ** (mpf(1) / (count - 1))
    return [mpf(low) * ratio**i * (1 + mp.sqrt(2) * mpf(2) ** -60 * (i + 1)) for i in range(count)]


def signed(numbers):
    return [s * x for x in numbers for s in (1, -1)]


ANGLES = (
    [mpf(0)] + signed(spread("1e-25", 1e9, 24)) + [k * pi / 4 for k in range(-5, 7) if k] + [mpf(355), mpf(10) ** 15, mpf(2) ** 51 + 1]
)
SMALL = signed(spread("1e-30", "0.999", 20)) + [1 - mpf(2) ** -e for e in (3, 20, 50, 90)] + [mpf(2) ** -100 - 1, mpf(0)]
EVERY = [mpf(0)] + signed(spread("1e-30", 1e30, 24))
POSITIVE = spread("1e-250", 1e250, 24) + spread("0.5", 2, 16) + [1 + mpf(2) ** -e for e in (10, 40, 80)] + [mpf(10), mpf(1)]
GROWTH = [mpf(0)] + signed(spread("1e-30", 600, 24)) + [mpf("0.34"), mpf("0.36"), mpf("-0.35"), mpf(40), mpf(-41), mpf(700)]

FUNCTIONS = {
    "exp": (mp.exp, GROWTH), "expm1": (mp.expm1, GROWTH),
    "log": (mp.log, POSITIVE), "log10": (mp.log10, POSITIVE),
    "log1p": (mp.log1p, SMALL + spread(1, 1e30, 8)), "sqrt": (mp.sqrt, POSITIVE),
    "sin": (mp.sin, ANGLES), "cos": (mp.cos, ANGLES), "tan": (mp.tan, ANGLES),
    "asin": (mp.asin, SMALL), "acos": (mp.acos, SMALL), "atan": (mp.atan, EVERY),
    "sinh": (mp.sinh, GROWTH), "cosh": (mp.cosh, GROWTH), "tanh": (mp.tanh, GROWTH),
}
BASES = spread("1e-20", 1e20, 12) + [mpf("0.3"), mpf(2), mpf("-1.75"), mpf(-3)]
EXPONENTS = [mpf(e) for e in (-7, -2, -1, 0, 1, 2, 3, 10, 13)]
FRACTIONS = [mpf("0.5"), mpf(1) / 3, mpf("-2.25"), mp.sqrt(3), -1 / mpf("3.7")]


def unary(function, arguments):
    pairs = [halves(x) for x in arguments]
    entries = [[p, halves(function(exact(p)))] for p in pairs]
    return [entry for entry in entries if entry[1] is not None]


def powers():
    cases = [(b, e) for b in BASES for e in EXPONENTS] + [(b, e) for b in BASES if b > 0 for e in FRACTIONS]
    entries = []
    for base, exponent in cases:
        b, e = halves(base), halves(exponent)
        value = halves(exact(b) ** exact(e))
        if value and (value[0] == 0 or abs(value[0]) > 1e-280):
            entries.append([b, e, value])
    return entries


document = {name: unary(*parts) for name, parts in FUNCTIONS.items()}
document["power"] = powers()
lines = [f'  "{name}": [\n    ' + ",\n    ".join(map(json.dumps, entries)) + "\n  ]" for name, entries in document.items()]
with open(Path(__file__).parents[2] / "Fixtures" / "reference" / "elementary.json", "w") as file:
    file.write("{\n" + ",\n".join(lines) + "\n}\n")
