#!/usr/bin/env python3
"""Polynomials of degree 1 to 3 by least squares in exact fractions: coefficients, standard errors, sum of squares.

Every number of a set is a double, and stands for what it is exactly. Only square roots are rounded, in 50 digits.
Writes Fixtures/reference/polynomial.json.
"""
import json
import os
from fractions import Fraction

import mpmath as mp

mp.mp.dps = 50
NIST = os.path.join(os.path.dirname(__file__), "..", "..", "Fixtures", "nist", "linear")
OUT = os.path.join(os.path.dirname(__file__), "..", "..", "Fixtures", "reference", "polynomial.json")


def noise(i):
    """Between -0.5 and 0.5, in 1/1024."""
    return ((i * i * 7919 + i * 104729) % 1021 - 510) / 1024


def solve(matrix, right):
    """Gauss and Jordan's elimination; the matrix is positive definite, so no pivot is 0."""
    size = len(matrix)
    rows = [list(row) + list(values) for row, values in zip(matrix, right)]
    for j in range(size):
        rows[j] = [value / rows[j][j] for value in rows[j]]
        for i in range(size):
            if i != j:
                factor = rows[i][j]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[j])]
    return [row[size:] for row in rows]


def root(fraction):
    return float(mp.sqrt(mp.mpf(fraction.numerator) / mp.mpf(fraction.denominator)))


def fit(degree, x, y):
    terms = degree + 1
    xs, ys = [Fraction(v) for v in x], [Fraction(v) for v in y]
    powers = [sum(v**k for v in xs) for k in range(2 * degree + 1)]
    right = [sum(v**k * w for v, w in zip(xs, ys)) for k in range(terms)]
    gram = [[powers[i + j] for j in range(terms)] for i in range(terms)]
    unit = [[Fraction(int(i == j)) for j in range(terms)] + [right[i]] for i in range(terms)]
    solved = solve(gram, unit)
    c = [row[-1] for row in solved]
    squares = sum((w - sum(a * v**k for k, a in enumerate(c))) ** 2 for v, w in zip(xs, ys))
    free = len(x) - terms
    errors = [root(squares / free * solved[k][k]) if free else None for k in range(terms)]
    return {"coefficients": [float(a) for a in c], "standardErrors": errors, "sumOfSquares": float(squares)}


def certified(name):
    """x and y of a set of NIST's."""
    with open(os.path.join(NIST, name + ".dat"), encoding="utf-8") as file:
        rows = [line.split() for line in file.readlines()[60:]]
    return name, [float(row[1]) for row in rows if row], [float(row[0]) for row in rows if row]


def sets():
    """Name, x, y."""
    yield certified("Norris")
    yield certified("Pontius")
    frames = [i / 60 for i in range(60)]
    bent = [(3 * i - i * i / 50) / 2 + noise(i) for i in range(60)]
    yield "four samples", [0.0, 0.1, 0.25, 0.3], [1.5, 2.25, 8.0, 7.5]
    yield "even frames", frames, bent
    yield "from one million on", [1e6 + t for t in frames], bent
    yield "stamps in ns", [1.7e18 + 16_666_880.0 * i for i in range(60)], bent
    yield "far observations", frames, [1e9 + v for v in bent]
    yield "clustered", [1 + i * 2.0**-20 for i in range(30)] + [i / 2 for i in range(10)], bent[:40]
    yield "one far point", [i / 1024 for i in range(20)] + [8.0], bent[:21]
    yield "large numbers", [t * 1e30 for t in frames], [v * 1e40 for v in bent]
    yield "small numbers", [t * 1e-30 for t in frames], [v * 1e-40 for v in bent]
    yield "on both sides", [t - 0.5 for t in frames], [v - 20 for v in bent]
    yield "no order", [((i * 37) % 61) / 8 for i in range(61)], [noise(7 * i) for i in range(61)]
    yield "nearly exact", frames, [(2 + t * (30 - 7 * t)) + noise(i) * 2.0**-30 for i, t in enumerate(frames)]
    yield "2,000 samples", [i / 64 for i in range(2000)], [(i % 97) + 100 * noise(i) for i in range(2000)]


def main():
    found = []
    for name, x, y in sets():
        found.append({"name": name, "x": x, "y": y, "fits": [fit(degree, x, y) for degree in (1, 2, 3)]})
    with open(OUT, "w", encoding="utf-8") as file:
        file.write('{"sets": [\n' + ",\n".join(json.dumps(one) for one in found) + "\n]}\n")


main()
