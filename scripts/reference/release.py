#!/usr/bin/env python3
"""The start of UIScrollView's return after an overscroll drag, in 40-digit decimals: Fixtures/reference/release.json.

Standard library only. Run from anywhere: python3 scripts/reference/release.py

Written from the published description (slint-ui/slint, bounce.rs at 10d22e30, fitted to an iPhone 13 Pro Max with iOS 27): the
content keeps an outward velocity v for 7 ms, any other is ignored; the return then starts with v - s r(d) d, with
r(d) = 5.470122 + 4.825567 d^2/(165.8656^2 + d^2) of the displacement then and s = clamp(1 - (u - 400)/(3000 e^2/(70^2 + e^2)), 0, 1)
of the finger's speed u and the displacement e at the release; s = 1 where v is ignored. A critically damped spring follows.

rates: [d, r]; shares: [e, u, s]; starts: [e, v, u, coasting velocity, d, initial velocity]; motions: {"damping", "start": [e, v, u],
"samples": [[s since the release, displacement]]}. held: the published samples of a held pull of 92 pt as [ms, pt] on the
clock of CADisplayLink.targetTimestamp, where the onset is at 16.8 ms, and of each damping the root mean square of the returns
from rest and with r(d), pt.
"""
import json
import os
from decimal import Decimal, getcontext

getcontext().prec = 40
D = Decimal
ONSET = D("0.007")
HELD = [(17, "92"), (25, "87"), (50, "73"), (100, "50"), (150, "33.667"), (200, "22"), (300, "10")]


def rate(d):
    return D("5.470122") + D("4.825567") * d * d / (D("165.8656") ** 2 + d * d)


def share(e, u):
    if u <= 400:
        return D(1)
    if e == 0:
        return D(0)
    length = 3000 * e * e / (D(4900) + e * e)
    return min(D(1), max(D(0), 1 - (u - 400) / length))


def start(e, v, u):
    kept = v if e * v > 0 else D(0)
    d = e + kept * ONSET
    s = share(e, u) if kept else D(1)
    return kept, d, kept - s * rate(d) * d


def spring(d, v, damping, t):
    return (d + (v + damping * d) * t) * (-damping * t).exp()


def motion(e, v, u, damping, t):
    kept, d, first = start(e, v, u)
    return e + kept * t if t <= ONSET else spring(d, first, damping, t - ONSET)


def root_mean_square(damping, first):
    squares = [(spring(D(92), first, damping, max(D(0), (D(ms) - D("16.8")) / 1000)) - D(y)) ** 2 for ms, y in HELD]
    return (sum(squares) / len(squares)).sqrt()


def numbers(values):
    return [float(v) for v in values]


def main():
    distances = [D(x) for x in ("0", "1e-9", "0.5", "-12.25", "45", "92", "-165.8656", "177.29", "230", "812", "1e6", "-1e80")]
    speeds = [D(x) for x in ("0", "130", "399.5", "400", "400.25", "700", "1289", "2030", "3399", "3400", "1e5")]
    releases = [(D(e), D(v), D(u)) for e, v, u in (
        ("92", "0", "0"), ("-92", "0", "0"), ("0", "0", "0"), ("92", "-600", "1500"), ("-92", "600", "1500"), ("45", "330", "400"),
        ("45", "330", "700.5"), ("-120.5", "-412.75", "1100"), ("230", "640", "2030"), ("60", "1200", "5000"), ("1e6", "30", "800"))]
    times = [D(x) for x in ("0", "0.003", "0.007", "0.0071", "0.02", "0.05", "0.1", "0.3", "0.7")]
    motions = [{"damping": float(damping), "start": numbers((e, v, u)),
                "samples": [numbers((t, motion(e, v, u, damping, t))) for t in times]}
               for damping in (D("10.9"), D("10.67037"), D("8")) for e, v, u in releases]
    held = [{"damping": float(damping), "rest": float(root_mean_square(damping, D(0))),
             "inward": float(root_mean_square(damping, start(D(92), D(0), D(0))[2]))} for damping in (D("10.67037"), D("10.9"))]
    reference = {
        "rates": [numbers((d, rate(d))) for d in distances],
        "shares": [numbers((e, u, share(e, u))) for e in distances for u in speeds],
        "starts": [numbers((e, v, u, *start(e, v, u))) for e, v, u in releases],
        "motions": motions,
        "held": {"samples": [[ms, float(y)] for ms, y in HELD], "rms": held},
    }
    path = os.path.join(os.path.dirname(__file__), "..", "..", "Fixtures", "reference", "release.json")
    with open(path, "w") as file:
        file.write("{\n" + ",\n".join(f'"{key}": {json.dumps(value)}' for key, value in reference.items()) + "\n}\n")
    print(held)


if __name__ == "__main__":
    main()
