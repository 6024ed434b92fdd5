#!/usr/bin/env python3
"""Reference values of a batch's report: quantiles, modified z-scores, a weighted line over positions and over days,
and joint values of several recordings. Needs NumPy and SciPy.

    scripts/reference/batch.py > Fixtures/reference/batch.json
"""
import json

import numpy as np
from scipy import optimize, stats

generator = np.random.default_rng(20261121)
count = 23
values = np.round(2.1 + 0.07 * generator.standard_normal(count) + 0.004 * np.arange(count), 4)
values[5] = 3.4
errors = np.round(generator.uniform(0.01, 0.2, count), 4)
spread = 0.05


def line(abscissas):
    """Slope, its standard error and the p-value of none, weighed by 1/(s² + τ²)."""
    root = 1 / np.sqrt(errors**2 + spread**2)
    design = np.column_stack([np.ones(count), abscissas]) * root[:, None]
    solution, residual, _, _ = np.linalg.lstsq(design, values * root, rcond=None)
    error = float(np.sqrt(residual[0] / (count - 2) * np.linalg.inv(design.T @ design)[1, 1]))
    return {"slope": float(solution[1]), "standardError": error,
            "pValue": float(2 * stats.t.sf(abs(solution[1] / error), count - 2))}


def deceleration(own, shared, t):
    return own[0] + own[1] * -np.expm1(-shared[0] * t) / shared[0]


def rubber_band(own, shared, x):
    c, d = shared
    return c * x * d / (d + c * x)


def minimum(residuals, start):
    found = optimize.least_squares(residuals, start, x_scale=np.abs(start) + 1e-3, xtol=1e-15, ftol=1e-15, gtol=1e-15)
    return found.x, 2 * found.cost, found.jac


def joint(law, recordings, owns, shared, names):
    """One value of each of `names` for all recordings: value, standard error, F test; and the same from separate fits."""
    p, q, k = len(owns[0]), len(shared), len(recordings)
    n = sum(len(t) for t, _ in recordings)

    def cost(held, start):
        """All recordings with the shared parameters in `held` and the others each one's own."""
        free = [i for i in range(q) if i not in held]

        def residuals(point):
            common, rest = point[:len(held)], point[len(held):].reshape(k, p + len(free))
            parts = []
            for (t, y), own in zip(recordings, rest):
                values = np.empty(q)
                values[held], values[free] = common, own[p:]
                parts.append(y - law(own[:p], values, t))
            return np.concatenate(parts)

        rest = np.concatenate([np.concatenate([own, np.array(start)[free]]) for own in owns])
        point, total, jacobian = minimum(residuals, np.concatenate([np.array(start)[held], rest]))
        return point, total, jacobian, len(point)

    point, total, jacobian, parameters = cost(list(range(q)), shared)
    triangle = np.linalg.qr(jacobian, mode="r")
    inverse = np.linalg.inv(triangle)
    covariance = inverse @ inverse.T * total / (n - parameters)
    separate = []
    for (t, y), own in zip(recordings, owns):
        one, rest, slopes = minimum(lambda point: y - law(point[:p], point[p:], t), np.concatenate([own, shared]))
        inner = np.linalg.inv(np.linalg.qr(slopes, mode="r"))
        variances = np.diag(inner @ inner.T) * rest / (len(t) - len(one))
        separate.append((one[p:], np.sqrt(variances[p:])))
    found = []
    for i, name in enumerate(names):
        _, larger, _, more = cost([j for j in range(q) if j != i], shared)
        ratio = (total - larger) / (more - parameters) / (larger / (n - more))
        y, s = np.array([v[i] for v, _ in separate]), np.array([e[i] for _, e in separate])
        mean = np.sum(y / s**2) / np.sum(1 / s**2)
        heterogeneity = float(np.sum((y - mean)**2 / s**2))
        found.append({
            "name": name, "value": float(point[i]), "standardError": float(np.sqrt(covariance[i, i])),
            "statistic": float(ratio), "degreesOfFreedom": [more - parameters, n - more],
            "pValue": float(stats.f.sf(ratio, more - parameters, n - more)),
            "separate": {"value": float(mean), "standardError": float(np.sum(1 / s**2)**-0.5),
                         "statistic": heterogeneity, "pValue": float(stats.chi2.sf(heterogeneity, k - 1))}})
    return {"recordings": [{"t": t.tolist(), "y": y.tolist()} for t, y in recordings], "constants": found}


times = np.arange(40) / 60
glides = [(times, np.round(deceleration([10.0, v], [k], times) + 0.4 * generator.standard_normal(40), 4))
          for v, k in [(900.0, 2.1), (1400.0, 2.13), (2300.0, 2.11), (650.0, 2.09)]]
travel = np.linspace(20, 700, 35)
pulls = [(travel * f, np.round(rubber_band([], [c, 800.0], travel * f) + 0.5 * generator.standard_normal(35), 4))
         for f, c in [(1.0, 0.55), (1.3, 0.552), (0.9, 0.549)]]
days = np.cumsum(np.round(generator.uniform(0.1, 3, count), 3))
median = np.median(values)
scores = 0.6745 * np.abs(values - median) / np.median(np.abs(values - median))
print(json.dumps({
    "values": values.tolist(), "errors": errors.tolist(), "spread": spread,
    "quantiles": np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95]).tolist(),
    "drift": line(np.arange(count, dtype=float)), "days": days.tolist(), "driftOverDays": line(days),
    "outliers": [[int(i), float(scores[i])] for i in np.argsort(-scores) if scores[i] > 3.5],
    "deceleration": joint(deceleration, glides, [[10.0, 1000.0]] * 4, [2.1], ["decayConstant"]),
    "rubberBand": joint(rubber_band, pulls, [[]] * 3, [0.55, 800.0], ["coefficient", "dimension"]),
}, indent=2))
