#!/usr/bin/env python3
"""Reference values of every law, by definition and in 120 digits: Fixtures/reference/laws.json.

Needs mpmath 1.3. Run from anywhere: python3 scripts/reference/lawvalues.py

Nothing here shares a formula with the Swift code: springs are sums of complex exponentials of the characteristic
roots, derivatives are taken numerically in 120 digits, settling times and turns are scanned for.

Each case: {"law", "alpha", "x", "basis": [φⱼ], "derivatives": [∂φⱼ/∂α₀…, ∂φⱼ/∂α₁…], "basisScale", "derivativesScale"}.
A scale is |f| + |x ∂f/∂x| + Σ|α ∂f/∂α|: what a relative change of the arguments by 1 changes f by, to first order. No
computation in doubles can promise better than a few roundings of that.
"""
import json
import os

from mpmath import diff, exp, expm1, fabs, log, mp, mpc, mpf, sqrt

mp.dps = 120


def deceleration(k, t):
    return [mpf(1), t if k == 0 else -expm1(-k * t) / k]


def deceleration_stop(k, stop, t):
    return deceleration(k, min(t, stop))


def constant_deceleration(stop_rate, t):
    m = min(t, 1 / stop_rate) if stop_rate > 0 else t
    return [mpf(1), m - stop_rate * m ** 2 / 2]


def deceleration_drift(k, rate, t):
    """The travel of velocity e^(-kt) - rate (1 - e^(-kt))/k up to where it is 0, per unit of initial velocity."""
    m = min(t, log(1 + k / rate) / k) if rate > 0 else t
    travel = -expm1(-k * m) / k
    return [mpf(1), travel - rate * (m - travel) / k]


def power_deceleration(k, bend, t):
    """The travel of velocity (1 - pkt)^(1/p) up to where it is 0, per unit of initial velocity; p = 0 is e^(-kt)."""
    with mp.extradps(200):
        if k == 0:
            return [mpf(1), t]
        if bend == 0:
            return [mpf(1), -expm1(-k * t) / k]
        m = min(t, 1 / (bend * k)) if bend * k > 0 else t
        rest = 1 - bend * k * m
        left = exp((1 + 1 / bend) * log(rest)) if rest > 0 else mpf(0)
        return [mpf(1), (1 - left) / ((1 + bend) * k)]


def spring(w, ratio, t):
    """x″ + 2ζωx′ + ω²x = 0 by its roots. Near a double root they cancel: digits are added for that, and an exact one is
    split by 1e-300 (the motions are even in the split: an error of 1e-600)."""
    with mp.extradps(700 if fabs(ratio - 1) < 1e-3 else 30):
        split = sqrt(mpc(ratio * ratio - 1)) if ratio != 1 else mpf(10) ** -300
        a, b = w * (-ratio + split), w * (-ratio - split)
        ea, eb = exp(a * t), exp(b * t)
        return [mpf(1), ((a * eb - b * ea) / (a - b)).real, ((ea - eb) / (a - b)).real]


def bounce(d, t):
    return [mpf(1), (1 + d * t) * exp(-d * t), t * exp(-d * t)]


def rubber_band(k, x):
    return [x / (1 + k * fabs(x))]


def polynomial(degree):
    return lambda x: [x ** j for j in range(degree + 1)]


def with_scale(f, arguments):
    value = f(*arguments)
    scale = fabs(value)
    for i, argument in enumerate(arguments):
        if argument != 0:
            order = tuple(1 if j == i else 0 for j in range(len(arguments)))
            scale += fabs(argument * diff(f, tuple(arguments), order))
    return float(value), float(scale)


def case(name, law, alpha, x):
    arguments = [mpf(a) for a in alpha] + [mpf(x)]
    columns = len(law(*arguments))
    basis, basis_scale, derivatives, derivatives_scale = [], [], [], []
    for j in range(columns):
        value, scale = with_scale(lambda *p: law(*p)[j], arguments)
        basis.append(value)
        basis_scale.append(scale)
    for i in range(len(alpha)):
        order = tuple(1 if n == i else 0 for n in range(len(arguments)))
        for j in range(columns):
            g = lambda *p: diff(lambda *q: law(*q)[j], tuple(p), order)
            value, scale = with_scale(g, arguments)
            derivatives.append(value)
            derivatives_scale.append(scale)
    return {"law": name, "alpha": [float(a) for a in alpha], "x": float(x), "basis": basis,
            "derivatives": derivatives, "basisScale": basis_scale, "derivativesScale": derivatives_scale}


def cases():
    for k in [2.0020026706730774, 10.05, -0.7, 0.0, 1e-9, -3.7e-6, 57.0]:
        for t in [0.0, 1e-3, 0.0167, 0.41, 1.9, 12.3]:
            yield case("deceleration", deceleration, [k], t)
    for u in [1e-12, 1e-8, 1e-5, 1e-3, 0.1, 0.3, 0.499, 0.5, 0.501, 0.9, 1.7, 6, 36.5, 37.5, 100, 700]:
        for sign in [1, -1]:
            yield case("deceleration", deceleration, [sign * u / 1.3], 1.3)
    for k, stop in [(2.0, 1.1), (9.7, 0.35), (-1.3, 0.8), (1e-9, 0.7), (3.1, 1e-6)]:
        for factor in [0.3, 0.99, 1.01, 4]:
            yield case("deceleration-stop", deceleration_stop, [k, stop], stop * factor)
    for stop_rate in [1500 / 492.13, 0.31, 1e-9, 0.0, -1.7]:
        for t in [0.0, 1e-3, 0.0167, 0.29, 0.37, 2.9, 11.3]:
            yield case("constant-deceleration", constant_deceleration, [stop_rate], t)
    for k, rate in [(3.7, 172 * 3.7 / 1300), (3.7, 1e-9), (0.41, 6.3), (1e-9, 2.3), (1e-4, 1.9), (57.0, 0.2)]:
        for factor in [1e-4, 0.02, 0.3, 0.99, 1.01, 4]:
            yield case("deceleration-drift", deceleration_drift, [k, rate], float(log(1 + mpf(k) / rate) / k) * factor)
    for k in [0.11, 3.7, 11.9]:
        for u in [0.499, 0.501, 1e-3, 3]:
            for rate in [1e-3, 0.0]:
                yield case("deceleration-drift", deceleration_drift, [k, rate], u / k)
    for k, bend in [(2.07, 0.42), (2.07, 1e-9), (2.07, 0.0), (0.31, 1.0), (0.0093, 0.73), (57.0, 0.11), (1.7, 3.1), (-1.3, 0.4)]:
        end = 1 / (bend * abs(k)) if bend * abs(k) > 1e-3 else 3
        for factor in [1e-6, 1e-3, 0.06, 0.22, 0.28, 0.5, 0.93, 0.9999, 1.1]:
            yield case("power-deceleration", power_deceleration, [k, bend], end * factor)
    ratios = [0.0, 0.05, 0.31, 0.86, 1 - 1e-4, 1 - 1e-8, 1 - 1e-12, 1.0, 1 + 1e-12, 1 + 1e-8, 1 + 1e-4, 1.0041,
              1.3, 4.4, 97.0, 1e5]
    for ratio in ratios:
        for w, t in [(10.9, 1e-6), (10.9, 3e-4), (10.9, 0.0167), (10.9, 0.091), (7.3, 0.31), (14.1, 1.27),
                     (3.3, 9.1), (70.0, 10.0)]:
            yield case("spring", spring, [w, ratio], t)
    # Around |s| t² = 1, where the series hands over.
    for ratio in [1 - 1e-6, 1 + 1e-6, 0.5, 2.0]:
        for z in [0.98, 0.999999, 1.000001, 1.02]:
            yield case("spring", spring, [8.7, ratio], float(sqrt(z / fabs(mpf(ratio) ** 2 - 1)) / 8.7))
    for d in [10.9, 3.7, 0.21]:
        for t in [0.0, 1e-5, 0.0167, 0.0917, 0.7, 3.0, 64.0]:
            yield case("bounce", bounce, [d], t)
    for k in [0.0, 1e-9, 0.55 / 812, 0.3]:
        for x in [0.0, 1e-3, 3.3, 500.0, 1500.0, 4e7, -41.0]:
            yield case("rubber-band", rubber_band, [k], x)
    for x in [0.0, 0.37, -2.9, 1500.0]:
        yield case("polynomial:4", polynomial(4), [], x)


def displacement(w, ratio, d, v, t):
    _, release, push = spring(mpf(w), mpf(ratio), mpf(t))
    return d * release + v * push


def bisect(f, low, high):
    sign = f(low) > 0
    for _ in range(75):
        middle = (low + high) / 2
        if (f(middle) > 0) == sign:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def settling(w, ratio, d, v, distance):
    """The last |x| = distance and the largest |x|, on a scan over what the slowest exponential needs to die."""
    mp.dps = 40
    rate = ratio - sqrt(mpf(ratio) ** 2 - 1) if ratio > 1 else mpf(ratio)
    end = (log((fabs(d) + fabs(v) / w + 1) / distance) + 6) * 3 / (w * rate)
    steps = 3000
    times = [end * i / steps for i in range(steps + 1)]
    values = [displacement(w, ratio, d, v, t) for t in times]
    last, outside = mpf(0), [i for i in range(steps + 1) if fabs(values[i]) > distance]
    if outside:
        i = outside[-1]
        last = bisect(lambda t: fabs(displacement(w, ratio, d, v, t)) - distance, times[i], times[i + 1])
    i = max(range(steps + 1), key=lambda i: fabs(values[i]))
    low, high = times[max(i - 1, 0)], times[min(i + 1, steps)]
    for _ in range(120):  # golden enough: thirds
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if fabs(displacement(w, ratio, d, v, a)) < fabs(displacement(w, ratio, d, v, b)):
            low = a
        else:
            high = b
    turned = displacement(w, ratio, d, v, (low + high) / 2)
    farthest = turned if fabs(turned) > fabs(values[0]) else values[0]
    mp.dps = 120
    return {"naturalFrequency": w, "dampingRatio": ratio, "displacement": d, "initialVelocity": v,
            "distance": distance, "settlingTime": float(last), "farthest": float(farthest)}


def settlings():
    for ratio in [0.07, 0.31, 0.86, 1 - 1e-8, 1.0, 1 + 1e-8, 1.3, 4.4]:
        for w, d, v, distance in [(10.9, 0.0, 986.497, 0.5), (7.3, 31.0, -410.0, 0.25), (14.2, -12.5, 0.0, 0.5),
                                  (5.1, 0.3, 1.1, 0.5), (3.9, 0.7, 0.2, 0.5), (9.1, 40.0, 2100.0, 1 / 6)]:
            yield settling(w, ratio, d, v, distance)


if __name__ == "__main__":
    path = os.path.join(os.path.dirname(__file__), "..", "..", "Fixtures", "reference", "laws.json")
    document = {"laws": list(cases()), "settling": list(settlings())}
    lines = []
    for key, rows in document.items():
        body = ",\n".join("  " + json.dumps(row) for row in rows)
        lines.append(f'"{key}": [\n{body}\n]')
    with open(path, "w") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
    print({key: len(rows) for key, rows in document.items()})
