#!/usr/bin/env python3
"""Residuals of recordings whose law is known to hold or to fail, for the tests of the adequacy rule.

    python3 scripts/reference/adequacy.py DATA TRACES > Fixtures/reference/adequacy.json

DATA is the folder of ios_bounce_levisonnn.csv, TRACES the folder of the engines' recordings with manifest.json. Each law
has two linear coefficients and a rate, or is a parabola; Gauss-Newton with 40 digits on the QR of the full Jacobian. The
floor is grid/sqrt(12). The statistics beside the residuals are computed here too, independently of the package: the runs
test by counting with exact integers, the Durbin-Watson p-value with scipy's beta distribution.
"""
import csv
import json
import sys
from math import comb

import numpy
from mpmath import exp, expm1, matrix, mp, mpf, qr_solve, sqrt
from scipy.stats import beta

mp.dps = 40
DATA, TRACES = sys.argv[1:]
ENGINES = json.load(open(f"{TRACES}/manifest.json"))["traces"]


def basis(law, k, t):
    """The two columns at t and their derivatives by k."""
    if law == "deceleration":
        return [1, -expm1(-k * t) / k], [0, (t * k * exp(-k * t) + expm1(-k * t)) / k**2]
    return [exp(-k * t), t * exp(-k * t)], [-t * exp(-k * t), -t * t * exp(-k * t)]


def least_squares(rows, y):
    return qr_solve(matrix(rows), matrix(y))[0]


def residuals(law, t, y, k):
    if law == "parabola":
        rows = [[1, s, s * s] for s in t]
        c = least_squares(rows, y)
        return [v - sum(a * b for a, b in zip(row, c)) for row, v in zip(rows, y)]
    k = mpf(k)
    for _ in range(100):
        both = [basis(law, k, s) for s in t]
        c = least_squares([columns for columns, _ in both], y)
        left = [v - columns[0] * c[0] - columns[1] * c[1] for (columns, _), v in zip(both, y)]
        rows = [[*columns, d[0] * c[0] + d[1] * c[1]] for columns, d in both]
        step = least_squares(rows, left)[2]
        k += max(min(step, k / 2), -k / 2)
        if abs(step) < mpf("1e-28") * k:
            return left
    raise ValueError("no convergence")


def runs(e):
    signs = [v > 0 for v in e if v != 0]
    p, q = signs.count(True), signs.count(False)
    r = 1 + sum(a != b for a, b in zip(signs, signs[1:]))
    n, total = p + q, comb(p + q, p)

    def ways(r):
        k = r // 2
        if r % 2 == 0:
            return 2 * comb(p - 1, k - 1) * comb(q - 1, k - 1)
        return comb(p - 1, k) * comb(q - 1, k - 1) + comb(p - 1, k - 1) * comb(q - 1, k)

    tail = min(sum(map(ways, range(2, r + 1))), sum(map(ways, range(r, n + 1))))
    z = (r - 1 - 2 * p * q / n) / (2 * p * q * (2 * p * q - n) / (n * n * (n - 1))) ** 0.5
    return r, z, float(min(1, 2 * mpf(tail) / total))


def durbin_watson(e, parameters):
    e = numpy.array([float(v / max(map(abs, e))) for v in e])
    n = len(e)
    d = (numpy.diff(e) ** 2).sum() / (e**2).sum()
    eigenvalues = 2 * (1 - numpy.cos(numpy.pi * numpy.arange(parameters, n) / n)) / 4
    free, mean = n - parameters, eigenvalues.mean()
    variance = 2 * (free * (eigenvalues**2).sum() - eigenvalues.sum() ** 2) / (free**2 * (free + 2))
    spread = mean * (1 - mean) / variance - 1
    law = beta(mean * spread, (1 - mean) * spread)
    return d, min(1, 2 * min(law.cdf(d / 4), law.sf(d / 4)))


rows = []


def add(name, law, t, y, start, grid, expected, parameters=3):
    t = [s - t[0] for s in t]
    e = residuals(law, t, y, start)
    (r, z, p), (d, serial) = runs(e), durbin_watson(e, parameters)
    rows.append({
        "name": name, "law": law, "floor": grid / 12**0.5, "travel": float(max(y) - min(y)),
        "largest": float(max(map(abs, y))), "degreesOfFreedom": len(e) - parameters, "expected": expected,
        "rms": float(sqrt(sum(v * v for v in e) / len(e))), "durbinWatson": d, "serialP": serial, "runs": r, "runsZ": z,
        "runsP": p, "residuals": [float(mp.nstr(v, 6)) for v in e]})


bounces = list(csv.DictReader(open(f"{DATA}/ios_bounce_levisonnn.csv")))
for series, scale in ("1", 3), ("2", 2), ("3", 2):
    of = [row for row in bounces if row["series"] == series]
    t = [mpf("0.0167") * int(row["frame"]) for row in of]
    y = [mpf(row["minus_content_offset_y_pt"]) - mpf(row["rest_baseline_pt"]) for row in of]
    add(f"iOS bounce series {series}", "bounce", t, y, 10, 1 / scale, "holds")

for trace in ENGINES:
    file = trace["file"]
    samples = list(csv.DictReader(open(f"{TRACES}/{file}")))
    for segment in trace["segments"]:
        claim = segment.get("expect")
        if claim is None:
            continue
        at = [row for row in samples if segment["t0"] - 1e-6 <= float(row["t"]) <= segment["t1"] + 1e-6]
        t, y = [mpf(row["t"]) for row in at], [mpf(row[claim["axis"]]) for row in at]
        whole = all(v == int(v) for v in y)
        if segment["kind"] == "bounce":
            y = [v - mpf(segment["edge"]) for v in y]
        name = f"{file} {claim['axis']} {segment['kind']}"
        if claim["law"] == "polynomial:2":
            add(name, "parabola", t, y, None, whole, claim["adequacy"])
            add(name, "deceleration", t, y, 2, whole, claim["decelerationAdequacy"])
        else:
            start = claim.get("value") or {"expcurve": 4, "fling_fast": 1.6, "edge_end": 13}[
                next(key for key in ("expcurve", "fling_fast", "edge_end") if key in file)]
            add(name, claim["law"], t, y, start, whole, claim["adequacy"])

print('{"source": "scripts/reference/adequacy.py",\n "rows": [\n'
      + ",\n".join("  " + json.dumps(row) for row in rows) + "\n ]}")
