#!/usr/bin/env python3
"""Reference values of the normal, Student t, F and chi-squared distributions, to 50 digits with mpmath.

    python3 scripts/reference/distributions.py > Fixtures/reference/distributions.json

Each entry holds the distribution's degrees of freedom, the argument (a double, taken as exact), both tails and the
density, rounded to doubles. Tails come from mpmath's hypergeometric functions where they converge and from quadrature of
the density elsewhere; where both are cheap they are compared here. `quantiles` are solved with findroot.
Entries whose tail is below 1e-300 are left out: doubles lose digits there.
"""
import json
import sys

from mpmath import betainc, erfc, exp, findroot, gammainc, inf, log, loggamma, mp, mpf, pi, quad, sqrt

mp.dps = 50
SMALLEST = mpf("1e-300")
DOF = [0.5, 1, 2, 3, 7.5, 30, 1e3, 1e6]
LARGE = 1000  # from here on the density is integrated


def student_density(nu, t):
    return exp(loggamma((nu + 1) / 2) - loggamma(nu / 2) - (nu + 1) / 2 * mp.log1p(t * t / nu)) / sqrt(pi * nu)


def f_density(a, b, f):
    x = a * f / (a * f + b)
    return exp(loggamma((a + b) / 2) - loggamma(a / 2) - loggamma(b / 2) + a / 2 * log(x) + b / 2 * log(b / (a * f + b))) / f


def chi_density(nu, x):
    return exp(-loggamma(nu / 2) + nu / 2 * log(x / 2) - x / 2) / x


def integral(density, low, width):
    """The integral of a density that falls from `low` on, in pieces over which it falls by e^3 at most at first."""
    fall = log(density(low) / density(low + width / 1000)) / (width / 1000)
    step = min(width, 3 / fall) if fall > 0 else width
    points = [low]
    while density(points[-1]) > mpf("1e-75") * density(low):
        points.append(points[-1] + step)
    # quad stops at an absolute error, so the integrand is brought to size 1.
    return quad(lambda s: density(s) / density(low), points) * density(low)


def close(a, b):
    assert abs(a - b) <= mpf("1e-25") * abs(b), (a, b)


def student(nu, t):
    """(F(t), P(T > t))"""
    size = abs(t)
    if nu < LARGE:
        tail = betainc(nu / 2, mpf(1) / 2, 0, nu / (nu + size * size), regularized=True) / 2
    else:
        tail = integral(lambda s: student_density(nu, s), size, mpf(1))
    return (1 - tail, tail) if t >= 0 else (tail, 1 - tail)


def fisher(a, b, f):
    if max(a, b) < LARGE:
        # Near 1 betainc has lost the argument's digits: take the side whose argument is not.
        x, y = a * f / (a * f + b), b / (a * f + b)
        lower = betainc(a / 2, b / 2, 0, x, regularized=True) if x < 0.9 else None
        upper = betainc(b / 2, a / 2, 0, y, regularized=True) if y < 0.9 else None
        if lower is not None and upper is not None:
            close(lower + upper, 1)
        return (1 - upper if lower is None else lower), (1 - lower if upper is None else upper)
    # In s = ln f the density is smooth and unimodal with falling tails.
    density = lambda s: f_density(a, b, exp(s)) * exp(s)
    width = sqrt(2 / a + 2 / b) * (1 if min(a, b) >= 1 else 2)
    s = log(f)
    if s >= 0:
        upper = integral(density, s, width)
        return 1 - upper, upper
    lower = integral(lambda r: density(-r), -s, width)
    return lower, 1 - lower


def chi(nu, x):
    if nu < LARGE:
        return gammainc(nu / 2, 0, x / 2, regularized=True), gammainc(nu / 2, x / 2, inf, regularized=True)
    density = lambda s: chi_density(nu, exp(s)) * exp(s)
    width = sqrt(2 / nu)
    s = log(x / nu)
    if s >= 0:
        upper = integral(lambda r: density(r + log(nu)), s, width)
        return 1 - upper, upper
    lower = integral(lambda r: density(log(nu) - r), -s, width)
    return lower, 1 - lower


entries = []


def add(name, dof, argument, tails, density):
    lower, upper = tails
    if min(lower, upper) < SMALLEST:
        return
    entries.append(
        {"distribution": name, "degreesOfFreedom": [float(d) for d in dof], "argument": argument,
         "cumulative": float(lower), "upperTail": float(upper), "density": float(density)})


for x in [0, 1e-12, 0.1, 0.5, 0.7, 1, 1.5, 1.96, 2.5, 4, 6, 9, 15, 22.3, 30, 37]:
    for sign in (1, -1):
        z = mpf(sign * x)
        add("normal", [], sign * x, (erfc(-z / sqrt(2)) / 2, erfc(z / sqrt(2)) / 2), exp(-z * z / 2) / sqrt(2 * pi))

TIMES = [1e-12, 1e-3, 0.1, 0.6, 0.999, 1, 1.001, 1.3, 1.8, 2.2, 3, 4.5, 7, 12, 20, 30, 36.5, 60, 150, 1e3, 1e5, 1e9, 1e20,
         1e60, 1e110, 1e140]
for nu in DOF:
    for t in TIMES:
        if nu >= LARGE and t > 60:
            continue
        for sign in (1, -1):
            add("studentT", [nu], sign * t, student(mpf(nu), mpf(sign * t)), student_density(mpf(nu), mpf(t)))
    print("t", nu, file=sys.stderr)

RATIOS = [1e-200, 1e-60, 1e-20, 1e-8, 1e-3, 0.05, 0.4, 0.8, 0.99, 1, 1.01, 1.3, 2, 3.7, 8, 20, 100, 600, 1e5, 1e12, 1e40, 1e150]
for nu in DOF:
    spread = float(sqrt(mpf(2) / nu))
    near = [1 + z * spread for z in (-30, -8, -2, -0.5, 0.5, 2, 8, 30)] if nu >= LARGE else []
    for ratio in RATIOS + near:
        if ratio <= 0 or (nu >= LARGE and abs(ratio - 1) > 40 * spread and ratio < 1e9 and nu > 1e4):
            continue
        if nu >= LARGE and (ratio < 0.02 or ratio > 20):
            continue
        x = ratio * nu
        add("chiSquared", [nu], x, chi(mpf(nu), mpf(x)), chi_density(mpf(nu), mpf(x)))
    print("chi", nu, file=sys.stderr)

PAIRS = [(a, b) for a in DOF for b in DOF if max(a, b) < LARGE] + [
    (1, 1e3), (3, 1e3), (30, 1e3), (1e3, 7.5), (1e3, 1e3), (2, 1e6), (0.5, 1e6), (7.5, 1e6), (1e6, 3), (1e6, 1e6)]
for a, b in PAIRS:
    spread = float(sqrt(mpf(2) / a + mpf(2) / b))
    near = [float(exp(mpf(z * spread))) for z in (-30, -8, -2, -0.5, 0.5, 2, 8, 30)] if min(a, b) >= LARGE else []
    for f in RATIOS + near:
        if max(a, b) >= LARGE and (f < 0.01 or f > 600 or (min(a, b) >= LARGE and abs(float(log(f))) > 40 * spread)):
            continue
        add("fisherF", [a, b], f, fisher(mpf(a), mpf(b), mpf(f)), f_density(mpf(a), mpf(b), mpf(f)))
    print("F", a, b, file=sys.stderr)

quantiles = []


def quantile(name, dof, p, lower, start):
    start = mpf(start)
    # ln F against ln x is nearly straight, and small tails are solved to relative precision.
    x = start * exp(findroot(lambda u: log(lower(start * exp(u))) - log(mpf(p)), mpf(0)))
    quantiles.append({"distribution": name, "degreesOfFreedom": dof, "probability": p, "quantile": float(x)})


for p, start in [(1e-300, -37), (1e-20, -9.26), (1e-6, -4.75), (0.025, -1.96), (0.4, -0.25), (0.6, 0.25), (0.975, 1.96)]:
    quantile("normal", [], p, lambda s: erfc(-s / sqrt(2)) / 2, start)
for nu, p, start in [(0.5, 0.1, -3), (1, 0.025, -12.7), (2, 0.975, 4.3), (7.5, 1e-10, -17), (7.5, 0.9, 1.4), (30, 0.995, 2.75)]:
    quantile("studentT", [nu], p, lambda s: student(mpf(nu), s)[0], start)
for nu, p, start in [(0.5, 0.1, 1e-4), (3, 0.95, 7.8), (30, 0.01, 15), (7.5, 0.5, 6.8)]:
    quantile("chiSquared", [nu], p, lambda s: chi(mpf(nu), s)[0], start)
for a, b, p, start in [(3, 7.5, 0.95, 4.2), (0.5, 2, 0.3, 0.01), (30, 30, 0.01, 0.42), (1, 2, 0.99, 98)]:
    quantile("fisherF", [a, b], p, lambda s: fisher(mpf(a), mpf(b), s)[0], start)

rows = lambda items: "[\n" + ",\n".join("  " + json.dumps(item) for item in items) + "\n ]"
print('{"source": "scripts/reference/distributions.py, mpmath at 50 digits",\n "entries": ' + rows(entries)
      + ',\n "quantiles": ' + rows(quantiles) + "}")
