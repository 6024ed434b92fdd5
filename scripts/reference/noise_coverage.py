"""How often 95 % intervals of decelerations with noisy times on a pixel grid hold the truth, by estimator of the noise.

Offsets x0 + v0 (1 - e^(-kt))/k are read at t + e, e normal of `timing` seconds, and rounded to the grid; the fit sees t.
"""
import numpy as np
from scipy.stats import t as student

import series as data

FRAMES, DECAY, COUNT, SEED = 150, 2.002, 2000, 20170
GRID = 1 / 3
CONDITIONS = {  # timing noise s, Gaussian noise of the offsets pt, grid pt
    "gridOnly": (0, 0, GRID), "timing0.3ms": (3e-4, 0, GRID), "timing1ms": (1e-3, 0, GRID), "gaussian1pt": (0, 1, GRID)}


def curve(p, t):
    """Offsets, slopes and Jacobian by (x0, v0, k): arrays of simulations x frames."""
    v, k = p[:, 1:2], p[:, 2:3]
    e, u = np.exp(-k * t), -np.expm1(-k * t) / k
    jacobian = np.stack([np.ones_like(e), u, v * (t * e - u) / k], axis=2)
    return p[:, :1] + v * u, v * e, jacobian


def fit(p, t, y, w):
    """Gauss-Newton with weights w = 1/sigma, from p."""
    for _ in range(12):
        f, _, jacobian = curve(p, t)
        q, r = np.linalg.qr(jacobian * w[:, :, None])
        p = p + np.linalg.solve(r, np.einsum("bij,bi->bj", q, (y - f) * w)[:, :, None])[:, :, 0]
    return p


def likelihood(kind, logs, r, d, jacobian, g2):
    """-2 log likelihood and the profiled a = s^2 g^2 at ratios e^logs."""
    n, m = r.shape[1], jacobian.shape[2]
    w2 = 1 / (1 + np.exp(logs)[:, None] * d)
    w = np.sqrt(w2)
    q, upper = np.linalg.qr(jacobian * w[:, :, None])
    rw = r * w
    if kind == "reml":
        rw = rw - np.einsum("bij,bj->bi", q, np.einsum("bij,bi->bj", q, rw))
    squares = np.sum(rw * rw, axis=1)
    a = np.maximum(g2, squares / (n - m))
    if kind == "reml":
        determinant = 2 * np.sum(np.log(np.abs(np.diagonal(upper, axis1=1, axis2=2))), axis=1)
        return (n - m) * np.log(a) - np.sum(np.log(w2), axis=1) + squares / a + determinant, a
    return n * np.log(a) - np.sum(np.log(w2), axis=1) + squares / a, a


def components(kind, r, v, jacobian, g2):
    """sigma_i and sigma_t of every simulation: a grid of log ratios, then golden section about its best."""
    largest = np.max(v * v, axis=1, keepdims=True)
    d = v * v / largest
    scales = np.linspace(-12, 16, 29)
    values = np.array([likelihood(kind, np.full(len(r), x), r, d, jacobian, g2)[0] for x in scales])
    best = scales[np.argmin(values, axis=0)]
    low, high, golden = best - 1, best + 1, (5 ** .5 - 1) / 2
    for _ in range(24):
        a, b = high - golden * (high - low), low + golden * (high - low)
        left = likelihood(kind, a, r, d, jacobian, g2)[0] < likelihood(kind, b, r, d, jacobian, g2)[0]
        low, high = np.where(left, low, a), np.where(left, b, high)
    logs = (low + high) / 2
    value, a = likelihood(kind, logs, r, d, jacobian, g2)
    none, a0 = likelihood(kind, np.full(len(r), -700.), r, d, jacobian, g2)
    zero = none <= value
    ratio, a = np.where(zero, 0, np.exp(logs)), np.where(zero, a0, a)
    return np.sqrt(a[:, None] * (1 + ratio[:, None] * d)), np.sqrt(ratio * g2 / largest[:, 0])


def simulate(count, timing, offset, grid, random):
    truth = np.stack([random.uniform(-1, 1, count), random.uniform(1000, 5000, count), np.full(count, DECAY)], axis=1)
    t = np.arange(FRAMES)[None, :] / 60
    y = curve(truth, t + timing * random.standard_normal((count, FRAMES)))[0]
    y = np.round((y + offset * random.standard_normal(y.shape)) / grid) * grid
    return truth, t, y


def covered(p, truth, t, sigma, variance):
    w = 1 / sigma
    _, r = np.linalg.qr(curve(p, t)[2] * w[:, :, None])
    errors = np.sqrt(variance[:, None] * np.sum(np.linalg.inv(r) ** 2, axis=2))
    reach = student.ppf(0.975, FRAMES - 3)
    return dict(zip(["x0", "v0", "k"], np.mean(np.abs(p - truth) <= reach * errors, axis=0).tolist()))


def experiment(count, timing, offset, grid, random):
    truth, t, y = simulate(count, timing, offset, grid, random)
    g2 = grid * grid / 12
    ones = np.ones_like(y)
    flat = fit(truth, t, y, ones)
    squares = np.sum((curve(flat, t)[0] - y) ** 2, axis=1)
    result = {
        "gridKnown": covered(flat, truth, t, ones, np.full(count, g2)),
        "unweighted": covered(flat, truth, t, ones, squares / (FRAMES - 3))}
    for kind in ("ml", "reml"):
        p = flat
        for _ in range(10):
            f, v, jacobian = curve(p, t)
            sigma, timed = components(kind, f - y, v, jacobian, g2)
            p = fit(p, t, y, 1 / sigma)
        result[kind] = {
            **covered(p, truth, t, sigma, np.ones(count)), "meanTiming": float(np.mean(timed)),
            "timingZero": float(np.mean(timed == 0)), "deviationOfDecay": float(np.std(p[:, 2]))}
    return result


def main():
    random = np.random.default_rng(SEED)
    data.write("noise-coverage.json", {
        "frames": FRAMES, "decay": DECAY, "count": COUNT, "grid": GRID,
        **{name: experiment(COUNT, *condition, random) for name, condition in CONDITIONS.items()}})


if __name__ == "__main__":
    main()
