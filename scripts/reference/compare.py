#!/usr/bin/env python3
"""Comparisons of two sets of fitted motions, by SciPy.

    python3 scripts/reference/compare.py > Fixtures/reference/compare.json

Each case has the constants of every motion of both sides with their errors (and the correlation of two constants), and what
follows: means (restricted maximum likelihood by direct maximisation, errors of Hartung, Knapp, Sidik and Jonkman, q >= 1), Welch's
test, the smallest detectable difference, and for each standard gesture the difference of the motions, its bounds and verdict,
and how many motions a side would need. Motions are written out from the laws themselves: travel = v/k (1 - e^(-kt)),
((1 + dt) x0 + v t) e^(-dt), c f d/(d + c f). A release beyond the edge starts with the inward velocity of a held pull
(release.py).

`power` has the share of verdicts in 20,000 simulated experiments at a required number.
"""
import json
import math

import numpy as np
from scipy import optimize, stats

from release import rate

ALPHA, POWER, LIMIT, STEPS = 0.05, 0.8, 0.5, 240


def summary(values, errors, freedom):
    """Mean, standard error, spread, degrees of freedom."""
    y, s = np.array(values), np.array(errors)
    k = len(y)
    if k == 1:
        return y[0], s[0], None, math.inf if freedom is None else freedom
    scale = max(np.ptp(y), s.max())

    def loss(u):
        v = s**2 + (u * scale) ** 2
        w = 1 / v
        m = (w * y).sum() / w.sum()
        return (np.log(v).sum() + math.log(w.sum()) + (w * (y - m) ** 2).sum()) / 2

    starts = [loss(u) for u in np.linspace(0, 3, 3001)]
    at = int(np.argmin(starts)) / 1000
    best = optimize.minimize_scalar(loss, bounds=(max(0, at - 2e-3), at + 2e-3), method="bounded", options={"xatol": 1e-12})
    tau = 0.0 if starts[0] <= best.fun else best.x * scale
    w = 1 / (s**2 + tau**2)
    m = (w * y).sum() / w.sum()
    q = max(1, (w * (y - m) ** 2).sum() / (k - 1))
    return m, math.sqrt(q / w.sum()), tau, k - 1


def welch(va, na, vb, nb):
    v = va + vb
    inverse = (va / v) ** 2 / na + (vb / v) ** 2 / nb
    return math.sqrt(v), 1 / inverse if inverse > 0 else math.inf


def fling(v):
    def motion(theta, t):
        (k,) = theta
        return np.append(v / k * -np.expm1(-k * t), v / k)
    def settled(theta):
        return max(0, math.log(v / (theta[0] * 0.5)) / theta[0])
    return motion, settled


def bounce(x, v):
    def displacement(d, t):
        return (x + (v + d * x) * t) * np.exp(-d * t)
    def settled(theta):
        (d,) = theta
        turn = v / (d * (v + d * x))
        high = turn + 1
        while displacement(d, high) > 0.5:
            high += 1
        return optimize.brentq(lambda t: displacement(d, t) - 0.5, turn, high, xtol=1e-15, rtol=1e-14)
    return lambda theta, t: displacement(theta[0], t), settled


def pull(f):
    return (lambda theta, t: theta[0] * t * theta[1] / (theta[1] + theta[0] * t)), (lambda theta: f)


GESTURES = {
    "deceleration": [(f"fling at {v} pt/s", *fling(v)) for v in (500, 1000, 2000, 4000)],
    "bounce": [(f"edge hit at {v} pt/s", *bounce(0, v)) for v in (500, 1000, 2000, 4000)]
    + [(f"release {x} pt beyond the edge", *bounce(x, -x * float(rate(x)))) for x in (50, 100, 200)],
    "rubberBand": [(f"overscroll drag by {f} pt", *pull(f)) for f in (50, 100, 200, 400)],
}


def t_upper(nu, q):
    return stats.norm.isf(q) if math.isinf(nu) else stats.t.isf(q, nu)


def cdf(nu, x):
    return stats.norm.cdf(x) if math.isinf(nu) else stats.t.cdf(x, nu)


def lower_quantile(nu, p, phases):
    if p == 1:
        return t_upper(nu, ALPHA / 2 / phases)
    return math.sqrt(stats.chi2.isf(ALPHA / phases, p) if math.isinf(nu) else p * stats.f.isf(ALPHA / phases, p, nu))


def variances(motion, theta, errors, correlation, t):
    """Half the difference of the motions displaced to both sides, over the principal axes of the correlations."""
    if len(theta) == 1:
        columns = [np.array([errors[0]])]
    else:
        columns = [np.array([errors[0], errors[1]]) * math.sqrt((1 + correlation) / 2),
                   np.array([errors[0], -errors[1]]) * math.sqrt((1 - correlation) / 2)]
    return sum(((motion(theta + c, t) - motion(theta - c, t)) / 2) ** 2 for c in columns)


def power_at(n, d, misfit, p, phases, a, b):
    grown = [(v, nu) if n <= count else (v * count / n, n - 1) for v, count, nu in (a, b)]
    s, nu = welch(*grown[0], *grown[1])
    size = abs(d)
    if size < LIMIT - misfit:
        c = t_upper(nu, ALPHA)
        return max(0, cdf(nu, (LIMIT - misfit - size) / s - c) - (1 - cdf(nu, (LIMIT - misfit + size) / s - c)))
    if size > LIMIT + misfit:
        return cdf(nu, (size - LIMIT - misfit) / s - lower_quantile(nu, p, phases))
    return 0


def needed(*arguments):
    for n in range(2, 10001):
        if power_at(n, *arguments) >= POWER:
            return n
    return None


def correlation(side, columns):
    """Of the means of two constants: the errors' by the fits, the spreads' by the estimates less the errors."""
    of_errors = sum(m.get("correlation", 0) for m in side) / len(side)
    if len(columns) == 1:
        return of_errors
    tau = np.array([c[2] or 0 for c in columns])
    y = np.array([m["values"] for m in side])
    v = np.array([m["errors"] for m in side]) ** 2 + tau**2
    error = np.sqrt(np.maximum(0, 1 / (1 / v).mean(0) - tau**2))
    errors = of_errors * error.prod()
    spreads = 0.0
    if tau.min() > 0:
        w = 1 / np.sqrt(v.prod(1))
        means = np.array([c[0] for c in columns])
        covariance = (w * (y - means).prod(1)).sum() / w.sum() * len(side) / (len(side) - 1)
        spreads = float(np.clip(covariance - errors, -tau.prod(), tau.prod()))
    return (errors + spreads) / np.hypot(error, tau).prod()


def compare(phase, names, a, b, phases):
    sides = []
    for side in (a, b):
        columns = [summary([m["values"][i] for m in side], [m["errors"][i] for m in side], side[0]["freedom"]) for i in range(len(names))]
        sides.append({
            "mean": np.array([c[0] for c in columns]), "error": np.array([c[1] for c in columns]), "spread": [c[2] for c in columns],
            "freedom": columns[0][3], "count": len(side), "misfit": math.sqrt(sum(m["misfit"] ** 2 for m in side) / len(side)),
            "correlation": correlation(side, columns)})
    constants = []
    for i, name in enumerate(names):
        s, nu = welch(sides[0]["error"][i] ** 2, sides[0]["freedom"], sides[1]["error"][i] ** 2, sides[1]["freedom"])
        d = sides[1]["mean"][i] - sides[0]["mean"][i]
        reach = t_upper(nu, ALPHA / 2) * s
        constants.append({
            "name": name, "a": [sides[0]["mean"][i], sides[0]["error"][i], sides[0]["spread"][i]],
            "b": [sides[1]["mean"][i], sides[1]["error"][i], sides[1]["spread"][i]], "difference": d, "interval": [d - reach, d + reach],
            "pValue": 2 * (1 - cdf(nu, abs(d) / s)) if abs(d) / s < 5 else 2 * t_tail(nu, abs(d) / s),
            "detectable": (t_upper(nu, ALPHA / 2) + t_upper(nu, 1 - POWER)) * s, "freedom": nu})
    gestures = []
    for name, motion, settled in GESTURES[phase]:
        times = [settled(side["mean"]) for side in sides]
        t = np.linspace(0, max(times), STEPS + 1)
        paths = [motion(side["mean"], t) for side in sides]
        spreads = [variances(motion, side["mean"], side["error"], side["correlation"], t) for side in sides]
        d, s = paths[1] - paths[0], np.sqrt(spreads[0] + spreads[1])
        widest = int(np.argmax(s))
        _, nu = welch(spreads[0][widest], sides[0]["freedom"], spreads[1][widest], sides[1]["freedom"])
        misfit = sum(side["misfit"] * np.ptp(path) for side, path in zip(sides, paths))
        up, down = t_upper(nu, ALPHA), lower_quantile(nu, len(names), phases)
        high = (np.abs(d) + up * s).max() + misfit
        low = max(0, (np.abs(d) - down * s).max() - misfit)
        verdict = "different" if low > LIMIT else "same" if high <= LIMIT else "undecided"
        largest, uncertain = int(np.argmax(np.abs(d))), int(np.argmax(np.abs(d) + up * s))
        at = largest if abs(d[largest]) > LIMIT else uncertain
        pair = [(spreads[i][at], sides[i]["count"], sides[i]["freedom"]) for i in (0, 1)]
        gestures.append({
            "name": name, "largest": abs(d[largest]), "final": 0.0 if phase == "bounce" else d[-1], "low": low, "high": high, "misfit": misfit,
            "detectable": (t_upper(nu, ALPHA / 2) + t_upper(nu, 1 - POWER)) * s[widest],
            "settling": None if phase == "rubberBand" else times, "verdict": verdict,
            "needed": needed(d[at], misfit, len(names), phases, *pair) if verdict == "undecided" else None})
    return {"phase": phase, "law": LAWS[phase], "phases": phases, "names": names, "motionsA": a, "motionsB": b, "constants": constants, "gestures": gestures}


LAWS = {"deceleration": "deceleration", "bounce": "bounce", "rubberBand": "rubber-band"}


def t_tail(nu, x):
    return stats.norm.sf(x) if math.isinf(nu) else stats.t.sf(x, nu)


def motions(rng, count, centre, error, spread, correlation=None, misfit=0.0, freedom=None):
    drawn = []
    for _ in range(count):
        own = [e * rng.uniform(0.7, 1.4) for e in error]
        values = [c + math.hypot(o, s) * rng.standard_normal() for c, o, s in zip(centre, own, spread)]
        drawn.append({"values": values, "errors": own, "misfit": misfit, "freedom": freedom}
                     | ({} if correlation is None else {"correlation": correlation * rng.uniform(0.95, 1.05)}))
    return drawn


def simulated_power(rng, n, d, s1):
    """How often n motions a side show a difference d of values with standard deviation s1 to be within the limit, or beyond."""
    a = rng.normal(0, s1, (20000, n))
    b = rng.normal(d, s1, (20000, n))
    size = np.abs(b.mean(1) - a.mean(1))
    va, vb = a.var(1, ddof=1) / n, b.var(1, ddof=1) / n
    s = np.sqrt(va + vb)
    nu = (va + vb) ** 2 / (va**2 + vb**2) * (n - 1)
    if abs(d) < LIMIT:
        return float((size + stats.t.isf(ALPHA, nu) * s <= LIMIT).mean())
    return float((size - stats.t.isf(ALPHA / 2, nu) * s > LIMIT).mean())


def power_rows(rng):
    rows = []
    for d, s1 in ((0.0, 0.6), (0.2, 0.4), (0.35, 0.3), (1.0, 0.5), (0.8, 0.45)):
        # Planned from a pilot of 5 motions a side.
        n = needed(d, 0.0, 1, 1, (s1**2 / 5, 5, 4), (s1**2 / 5, 5, 4))
        rows.append({"difference": d, "deviation": s1, "needed": n, "share": simulated_power(rng, n, d, s1)})
    return rows


def main():
    rng = np.random.default_rng(20261121)
    cases = [
        compare("deceleration", ["decayConstant"], motions(rng, 5, [2.002], [3e-5], [0]), motions(rng, 7, [2.00202], [4e-5], [2e-5]), 1),
        compare("deceleration", ["decayConstant"], motions(rng, 4, [2.002], [0.002], [0.004]), motions(rng, 3, [2.004], [0.003], [0]), 3),
        compare("deceleration", ["decayConstant"], motions(rng, 6, [2.002], [0.001], [0]), motions(rng, 3, [2.102], [0.001], [0.002]), 2),
        compare("deceleration", ["decayConstant"], motions(rng, 1, [2.002], [2e-5], [0], freedom=150.0), motions(rng, 1, [2.00203], [3e-5], [0], freedom=90.0, misfit=5e-5), 1),
        compare("bounce", ["damping"], motions(rng, 5, [10.9], [0.02], [0.01]), motions(rng, 2, [10.93], [0.02], [0]), 1),
        compare("bounce", ["damping"], motions(rng, 3, [10.9], [0.02], [0]), motions(rng, 3, [12.5], [0.03], [0]), 2),
        compare("rubberBand", ["coefficient", "dimension"], motions(rng, 3, [0.55, 812], [3e-4, 3], [0, 0], -0.9),
                motions(rng, 4, [0.551, 810], [4e-4, 4], [1e-3, 2], -0.92), 1),
        compare("rubberBand", ["coefficient", "dimension"], motions(rng, 3, [0.55, 812], [3e-4, 3], [0, 0], -0.9),
                motions(rng, 4, [0.50, 812], [4e-4, 4], [0, 0], -0.92), 2),
    ]
    print(json.dumps({"alpha": ALPHA, "limit": LIMIT, "cases": cases, "power": power_rows(rng)}, indent=1,
                     default=lambda x: x.item()).replace("Infinity", "null"))


main()
