#!/usr/bin/env python3
"""SciPy's curve_fit on the benchmark's models: scipy_peer.py MODEL FILE [ROUNDS] [COUNT].

Analytic Jacobians, parameter tolerance 1e-10. Prints the fits per second of each round as JSON.
"""
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


def start(model, t, y):
    velocity = (y[3] - y[0]) / (t[3] - t[0])
    if model == "decel":
        return y[0], velocity, 2
    if model == "bounce":
        return y[-1], y[0] - y[-1], velocity + 10 * (y[0] - y[-1]), 10
    if model == "bounce-phase":
        second = velocity + 10 * y[0]
        return second * np.exp(10 * y[0] / second), 10, y[0] / second
    return 0.55, 600


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
