#!/usr/bin/env python3
"""SciPy's curve_fit on the benchmark's models: scipy_peer.py MODEL FILE [ROUNDS] [COUNT].

Analytic Jacobians, initial values from the samples as in starts.h, parameter tolerance 1e-10. Prints the fits per second of each round as JSON.
"""
import math
import sys

import numpy as np
from rounds import measure
from scipy.optimize import curve_fit


def deceleration(t, x, v, k):
    return x + v * -np.expm1(-k * t) / k


def deceleration_slopes(t, x, v, k):
    e = np.exp(-k * t)
    u = (1 - e) / k
    return np.column_stack((np.ones_like(t), u, v * (t * e - u) / k))


def bounce(t, rest, a, b, d):
    return rest + (a + b * t) * np.exp(-d * t)


def bounce_slopes(t, rest, a, b, d):
    e = np.exp(-d * t)
    return np.column_stack((np.ones_like(t), e, t * e, -t * (a + b * t) * e))


def phase(t, c, d, p):
    return c * (t + p) * np.exp(-d * (t + p))


def phase_slopes(t, c, d, p):
    s = t + p
    e = np.exp(-d * s)
    return np.column_stack((s * e, -c * s * s * e, c * (1 - d * s) * e))


def rubber(x, c, d):
    return c * x / (1 + c * x / d)


def rubber_slopes(x, c, d):
    q = 1 / (1 + c * x / d)
    return np.column_stack((x * q * q, (c * x * q / d) ** 2))


def decay(t, y):
    middle, last = (len(t) - 1) // 2, len(t) - 1
    half = t[middle] - t[0]
    early = y[middle] - y[0]
    late = (y[last] - y[middle]) * half / (t[last] - t[middle])
    k = math.log(early / late) / half if late != 0 and early / late > 1 else 2
    return y[0], early * k / (1 - math.exp(-k * half)), k


def damping(t, y, velocity):
    area = np.trapezoid(y, t)
    root = y[0] * y[0] + area * velocity
    d = (y[0] + math.copysign(math.sqrt(root), area)) / area if root >= 0 and area != 0 else 0
    return d if 1 < d < 100 else 10


def band(x, y):
    middle, last = (len(x) - 1) // 2, len(x) - 1
    slope = x[last] / y[last] - x[middle] / y[middle]
    d = (x[last] - x[middle]) / slope if slope > 0 else 0
    inverse = x[middle] / y[middle] - x[middle] / d if d > 0 else 0
    return (1 / inverse, d) if inverse > 0 else (0.55, 600)


def start(model, t, y):
    if model == "decel":
        return decay(t, y)
    if model == "rubber":
        return band(t, y)
    velocity = (y[3] - y[0]) / (t[3] - t[0])
    rest = y[-1] if model == "bounce" else 0
    d = damping(t, y - rest, velocity)
    second = velocity + d * (y[0] - rest)
    if model == "bounce":
        return rest, y[0] - rest, second, d
    return second * math.exp(d * y[0] / second), d, y[0] / second


CURVES = {
    "decel": (deceleration, deceleration_slopes),
    "bounce": (bounce, bounce_slopes),
    "bounce-phase": (phase, phase_slopes),
    "rubber": (rubber, rubber_slopes),
}


def main():
    model = sys.argv[1]
    curve, slopes = CURVES[model]

    def fit(t, y):
        try:
            curve_fit(curve, t, y, p0=start(model, t, y), jac=slopes, method="lm", xtol=1e-10)
        except RuntimeError:
            pass

    measure(fit, *sys.argv[2:])


main()
