#!/usr/bin/env python3
"""What a number of two doubles must be: high the nearest double, low the double nearest to the rest.

`decimals`: every number of NIST's linear sets, and corners: many digits, halfway between two doubles, the ends of the
range. `operations`: sums, products, quotients, powers and roots of the decimals' exact values. Everything is computed in
fractions; doubles are written in hexadecimal, which a reader takes exactly.
"""
import json
from fractions import Fraction
from math import isqrt

from series import OUTPUT, ROOT

CORNERS = [
    "0", "-0", "0.000", "0e99", "1", "-1", "+1", ".5", "5.", "-.25", "10.07E0", ".11019", "-0.358191792925910E-01",
    "234289", "0.1", "-0.1", "1e22", "1e23", "1e-23", "1e45", "1e46", "1e-46", "1e100", "-1e-100", "1.7e308",
    "1e-280", "4e-300", "2.5e-323", "1e-400", "1.7976931348623157e308",
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899",
    "2718281828459045235360287471352662497757247093699959574966967627724076630353",
    "0.000000000000000000000000000000000000000000000000000000000123456789012345678901234567890123",
    "123456789012345678901234567890123456789012345678901234567890e-40",
    "9007199254740993", "9007199254740992.99999999999999", "1.00000000000000011102230246251565404236316680908203125",
    "0.1000000000000000055511151231257827", "999999999999999999999999999999", "1000000000000000000000000000001e-15",
    "00012.3400", "1E+05", "1e-05", "123456789e-400",
]
PAIRS = [
    ("0.1", "0.2"), ("1e20", "-99999999999999999999.99999999"), ("3.14159265358979323846264338327950288", "-1e-10"),
    ("1", "3"), ("-2", "7e100"), ("1.000000000000000000000000001", "-1"), ("5e-30", "12345.678901234567890123456789"),
    ("2", "1e-150"), ("6.860120914", "-6.860120913999999999999999"), ("1e150", "1e150"),
]


def halves(value):
    high = float(value)
    return [high.hex(), float(value - Fraction(high)).hex()]


def root(value):
    """√value to 60 digits: of the fraction's numerator and denominator times 10^(2k)."""
    numerator = value.numerator * value.denominator * 10 ** 120
    return Fraction(isqrt(numerator), value.denominator * 10 ** 60)


def operation(first, second):
    # What the two texts become is itself rounded: the operands are the sums of their halves.
    a, b = (sum(Fraction(float.fromhex(half)) for half in halves(Fraction(text))) for text in (first, second))
    return {"a": halves(a), "b": halves(b), "sum": halves(a + b), "difference": halves(a - b), "product": halves(a * b),
            "quotient": halves(a / b), "root": halves(root(abs(a))),
            "seventh": halves(a ** 7) if 1e-40 < abs(a) < 1e40 else None}


def number(text):
    try:
        float(text)
        return text[0] in "-+.0123456789"
    except ValueError:
        return False


texts = set()
for path in sorted((ROOT / "Fixtures" / "nist" / "linear").glob("*.dat")):
    for line in path.read_text().splitlines()[30:]:
        texts.update(word for word in line.split() if number(word))
decimals = [{"text": text, "halves": halves(Fraction(text))} for text in CORNERS + sorted(texts - set(CORNERS))]
with open(OUTPUT / "doubledouble.json", "w") as file:
    lines = {"decimals": decimals, "operations": [operation(*pair) for pair in PAIRS]}
    file.write("{" + ",\n".join(
        f'"{key}": [\n' + ",\n".join(json.dumps(entry) for entry in entries) + "\n]" for key, entries in lines.items()))
    file.write("}\n")
