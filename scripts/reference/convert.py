#!/usr/bin/env python3
"""Reference values for `scrollfit convert`: Fixtures/reference/convert.json.

Needs mpmath 1.3. Run from anywhere: python3 scripts/reference/convert.py

Parametrisations by their definitions in 50 digits. Engines as their own sources step or compute them (docs/convert.md
names the files), followed frame by frame; best constants by scanning and narrowing, not by the Swift code's search.
"""
import json
import math
import os

from mpmath import cos, exp, expm1, log, mp, mpf, pi, sin, sqrt

mp.dps = 50


def decay(k):
    k = mpf(k)
    return {
        "decelerationRate": exp(-k / 1000), "decelerationRatePerFrame": exp(-k / 60),
        "decelerationRatePerSecond": exp(-k), "friction": -expm1(-k / 1000), "decayConstant": k,
        "timeConstant": 1 / k, "halfLife": log(mpf(2)) / k,
    }


def spring(m, w, z):
    m, w, z = mpf(m), mpf(w), mpf(z)
    return {
        "mass": m, "stiffness": m * w ** 2, "dampingCoefficient": 2 * z * sqrt(m * w ** 2 * m), "naturalFrequency": w,
        "frequency": w / (2 * pi), "response": 2 * pi / w, "duration": 2 * pi / w, "dampingRatio": z,
        "bounce": 1 - z if z <= 1 else 1 / z - 1, "damping": z * w,
    }


def floats(values):
    return {name: float(value) for name, value in values.items()}


def narrowed(f, low, high):
    """The least f on a geometric grid of 60 places, five times around the best one."""
    for _ in range(7):
        places = [low * (high / low) ** (i / 60) for i in range(61)]
        best = min(range(61), key=lambda i: f(places[i]))
        low, high = places[max(0, best - 1)], places[min(60, best + 1)]
    return places[best]


def exponential_fling(k, v):
    return lambda t: v * -math.expm1(-k * t) / k


def between(f, g, end, count=4000):
    return max(abs(f(end * i / count) - g(end * i / count)) for i in range(count + 1))


def at_frames(f, offsets, frame):
    return max(abs(f(i * frame) - x) for i, x in enumerate(offsets))


def firefox(friction, v, frame, count):
    """DesktopFlingPhysics::Sample: the velocity first, then the offset by it, both per millisecond."""
    x, v, offsets = 0.0, v / 1000, [0.0]
    for _ in range(count):
        v *= (1 - friction) ** (frame * 1000)
        x += v * frame * 1000
        offsets.append(x)
    return offsets


def reanimated(deceleration, v, frame, count):
    """rigidDecay: the factor's exponent grows with the time since the start; slope factor 0.1, milliseconds."""
    x, offsets = 0.0, [0.0]
    for i in range(1, count + 1):
        v *= math.exp(-(1 - deceleration) * (i * frame * 1000) * 0.1)
        x += v * frame
        offsets.append(x)
    return offsets


def fling(rate, v):
    k = -1000 * math.log(rate)
    end = 2 * math.log(1e6) / k
    frame = 1 / 60
    count = int(end / frame)
    true = exponential_fling(k, v)

    def constant(a):
        return lambda t: v * min(t, v / a) - a * min(t, v / a) ** 2 / 2

    firefox_error = lambda f: at_frames(true, firefox(f, v, frame, count), frame)
    reanimated_error = lambda u: at_frames(true, reanimated(1 - u, v, frame, count), frame)
    qt_error = lambda a: between(true, constant(a), end)
    best_firefox = narrowed(firefox_error, 1e-5, 0.1)
    best_reanimated = narrowed(reanimated_error, 1e-5, 0.1)
    best_qt = narrowed(qt_error, k * v * 0.1, k * v * 3)
    return {
        "rate": rate, "velocity": v,
        "bouncingScrollPhysics": between(true, exponential_fling(-math.log(0.135), v), end),
        "reactNativePasted": between(true, exponential_fling(1000 * (1 - rate), v), end),
        "firefox": {"constant": best_firefox, "error": firefox_error(best_firefox), "sameDecay": firefox_error(1 - rate)},
        "reanimated": {"constant": 1 - best_reanimated, "error": reanimated_error(best_reanimated)},
        "qt": {"constant": best_qt, "error": qt_error(best_qt)},
    }


def spring_motion(w, z, x0, v0):
    """By its roots; digits enough for a double root."""
    w, z = mpf(w), mpf(z)
    if z == 1:
        return lambda t: float((x0 + (v0 + w * x0) * t) * exp(-w * t))
    b = z * w
    if z < 1:
        o = w * sqrt(1 - z * z)
        return lambda t: float(exp(-b * t) * (x0 * cos(o * t) + (v0 + b * x0) / o * sin(o * t)))
    r1, r2 = -b + w * sqrt(z * z - 1), -b - w * sqrt(z * z - 1)
    a = (v0 - r2 * x0) / (r1 - r2)
    return lambda t: float(a * exp(r1 * t) + (x0 - a) * exp(r2 * t))


def returns(w, z, x0):
    true = spring_motion(w, z, x0, 0)
    slow = z * w if z <= 1 else w * (z - math.sqrt(z * z - 1))
    end = 20 / slow
    # SpringAnimation's steps of 16 ms: poles of its matrix [[1 - hS, h(1 - D)], [-S, 1 - D]] where those of the motion are.
    h = mpf(16) / 1000
    if z < 1:
        o = w * sqrt(1 - mpf(z) ** 2)
        total = 2 * exp(-z * w * h) * cos(o * h)
    else:
        root = w * sqrt(mpf(z) ** 2 - 1)
        total = exp((-z * w + root) * h) + exp((-z * w - root) * h)
    d = 1 - exp(-2 * mpf(z) * w * h)
    s = (2 - d - total) / h
    x, v, qt = mpf(x0), mpf(0), 0.0
    for i in range(1, int(end / 0.016)):
        v += s * -x - d * v
        x += v * h
        qt = max(qt, abs(float(x) - true(i * 0.016)))
    critical_error = lambda c: between(true, spring_motion(c, 1, x0, 0), end, 400)
    best = narrowed(critical_error, w / 20, w * 3) if z != 1 else w
    # AxisPhysicsModel: Runge and Kutta in steps of 1/120 s.
    f = lambda p, q: (q, -w * w * p - 2 * z * w * q)
    p, q, step, firefox_error = float(x0), 0.0, 1 / 120, 0.0
    for i in range(1, int(end / step)):
        k1 = f(p, q)
        k2 = f(p + step / 2 * k1[0], q + step / 2 * k1[1])
        k3 = f(p + step / 2 * k2[0], q + step / 2 * k2[1])
        k4 = f(p + step * k3[0], q + step * k3[1])
        p += step / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        q += step / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        firefox_error = max(firefox_error, abs(p - true(i * step)))
    return {
        "naturalFrequency": w, "dampingRatio": z, "displacement": x0,
        "qt": {"spring": float(s), "damping": float(d), "error": qt},
        "critical": {"naturalFrequency": best, "error": critical_error(best)}, "firefox": firefox_error,
    }


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Fixtures", "reference")
    reference = {
        "decays": [floats(decay(k)) for k in ("2.002002670673077", "10.05033585350145", "0.37", "4.2", "153.7")],
        "springs": [
            floats(spring(m, w, z))
            for m, w, z in [("1", "10.9", "1"), ("2.3", "14.14", "0.37"), ("0.5", "14.1421356", "1.1"), ("0.3", "15.8", "1.3")]
        ],
        "flings": [fling(0.998, 1000.0), fling(0.99, 1000.0), fling(0.998, -2700.0 * -1)],
        "returns": [returns(10.9, 1.0, 100.0), returns(12.6, 0.7, 100.0), returns(7.1, 2.1, 100.0)],
    }
    with open(os.path.join(folder, "convert.json"), "w") as file:
        json.dump(reference, file, indent=1)
        file.write("\n")


main()
