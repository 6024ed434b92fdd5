"""Fits with a noise that is not equal and Gaussian: recorded bounces with noisy times, robust losses, rounded data."""
import numpy as np
import statsmodels.api as sm
from scipy.optimize import least_squares, minimize, minimize_scalar
from scipy.special import log_ndtr

import series as data

INTERVAL = 0.0167


def bounce(d, t):
    e = np.exp(-d * t)
    return np.stack([e, t * e], axis=1)


def fit_bounce(t, y, w, start=10.9):
    """c1, c2, damping of (c1 + c2 t) e^(-damping t), with weights w = 1/sigma."""
    def best(d):
        return np.linalg.lstsq(bounce(d, t) * w[:, None], y * w, rcond=None)[0]
    def residuals(q):
        return (bounce(q[0], t) @ best(q[0]) - y) * w
    d = least_squares(residuals, [start], xtol=1e-15, ftol=1e-15, gtol=1e-15).x[0]
    return np.array([*best(d), d])


def looks(p, t, y):
    c1, c2, d = p
    e = np.exp(-d * t)
    f = (c1 + c2 * t) * e
    return f - y, (c2 - d * (c1 + c2 * t)) * e, np.stack([e, t * e, -t * f], axis=1)


def criterion(kind, s2, b, r, v, jacobian, g2):
    """-2 log likelihood of variances s2 g2 + b v^2."""
    variance = s2 * g2 + b * v * v
    value = np.sum(np.log(variance) + r * r / variance)
    if kind == "ml":
        return value
    w = 1 / np.sqrt(variance)
    q, upper = np.linalg.qr(jacobian * w[:, None])
    return value - np.sum((q.T @ (r * w)) ** 2) + 2 * np.sum(np.log(np.abs(np.diag(upper))))


def components(kind, r, v, jacobian, g2):
    """s^2 >= 1 and s^2 sigma_t^2 >= 0 by a simplex from several starts."""
    unit = np.max(r * r) / np.max(v * v)
    def objective(q):
        return criterion(kind, 1 + q[0] ** 2, q[1] ** 2 * unit, r, v, jacobian, g2)
    best = None
    for start in [(0.1, 0.1), (1, 0.1), (0.1, 1), (1, 1), (2, 0.01)]:
        for _ in range(3):
            found = minimize(objective, start, method="Nelder-Mead", options={"xatol": 1e-12, "fatol": 1e-13, "maxiter": 4000})
            start = found.x
        if best is None or found.fun < best.fun:
            best = found
    s2, b = 1 + best.x[0] ** 2, best.x[1] ** 2 * unit
    return s2, b, best.fun


def recorded(kind, name, numerical=False):
    rows = [row for row in data.rows("ios_bounce_levisonnn.csv") if row["series"] == name]
    t = np.array([float(row["frame"]) for row in rows]) * INTERVAL
    y = np.array([float(row["minus_content_offset_y_pt"]) - float(row["rest_baseline_pt"]) for row in rows])
    g2 = (1 / 3) ** 2 / 12
    p = unweighted = fit_bounce(t, y, np.ones_like(t))
    for _ in range(80):
        r, v, jacobian = looks(p, t, y)
        if numerical:
            v = np.gradient(r + y, t)
        s2, b, value = components(kind, r, v, jacobian, g2)
        w = 1 / np.sqrt(s2 * g2 + b * v * v)
        q = fit_bounce(t, y, w, p[2])
        if np.max(np.abs(q / p - 1)) < 1e-11:
            break
        p = q
    r, v, jacobian = looks(p, t, y)
    _, upper = np.linalg.qr(jacobian * w[:, None])
    errors = np.sqrt(np.sum(np.linalg.inv(upper) ** 2, axis=1))
    return {"unweighted": unweighted.tolist(), "parameters": p.tolist(), "errors": errors.tolist(),
            "scale": float(np.sqrt(s2)), "timing": float(np.sqrt(b / s2)), "minusTwoLogLikelihood": float(value)}


# Observations of a line and of an exponential, with gross errors written into them.
LINE_X = [0.5 * i for i in range(24)]
EXPONENTIAL_X = [0.15 * i for i in range(30)]


def contaminated():
    line = [1.5 - 0.8 * x + 0.1 * np.sin(3.1 * x * x + i) for i, x in enumerate(LINE_X)]
    for i, error in ((3, 4), (11, -7), (17, 12), (20, 3)):
        line[i] += error
    curve = [2 + 9 * np.exp(-1.3 * x) + 0.05 * np.sin(5.3 * x * x + 2 * i) for i, x in enumerate(EXPONENTIAL_X)]
    for i, error in ((2, 5), (9, -3), (10, 6), (22, 4)):
        curve[i] += error
    return np.array(line), np.array(curve)


def robust():
    line, curve = contaminated()
    x = np.array(EXPONENTIAL_X)
    def residuals(p):
        return p[0] + p[1] * np.exp(-p[2] * x) - curve
    def jacobian(p):
        e = np.exp(-p[2] * x)
        return np.stack([np.ones_like(e), e, -p[1] * x * e], axis=1)
    fixed = {}
    for loss, constant in (("soft_l1", 0.2), ("huber", 0.2), ("cauchy", 0.2)):
        found = least_squares(residuals, [2, 9, 1.3], jac=jacobian, loss=loss, f_scale=constant, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=5000)
        fixed[loss] = {"threshold": constant, "parameters": found.x.tolist(), "cost": float(2 * found.cost)}
    design = sm.add_constant(np.array(LINE_X))
    scaled = {}
    for name, norm in (("huber", sm.robust.norms.HuberT(1.345)), ("tukey", sm.robust.norms.TukeyBiweight(4.685))):
        start = None if name != "tukey" else np.array(scaled["huber"]["parameters"])
        found = sm.RLM(line, design, M=norm).fit(
            maxiter=2000, tol=1e-13, scale_est="mad", start_params=start, cov="H1")
        residual = line - design @ found.params
        scaled[name] = {
            "parameters": found.params.tolist(), "scale": float(found.scale), "errors": found.bse.tolist(),
            "weights": found.weights.tolist(),
            "medianOverNormal": float(np.median(np.abs(residual)) / 0.6744897501960817)}
    return {"lineX": LINE_X, "line": line.tolist(), "exponentialX": EXPONENTIAL_X, "exponential": curve.tolist(),
            "fixedScale": fixed, "estimatedScale": scaled}


def log_probability(r, h, s):
    """ln of the normal probability of [r - h, r + h] over s, from the smaller tail."""
    b = np.abs(r)
    upper, lower = log_ndtr(-(b - h) / s), log_ndtr(-(b + h) / s)
    return upper + np.log1p(-np.exp(lower - upper))


def rounded():
    x, q = np.array(EXPONENTIAL_X), 1.0
    exact = 2.2 + 9 * np.exp(-1.3 * x)
    noisy = exact + 0.35 * np.sin(7.7 * np.arange(30) ** 2) * 1.4
    y = np.round(noisy / q) * q
    def loss(p):
        r = p[0] + p[1] * np.exp(-p[2] * x) - y
        return -2 * np.sum(log_probability(r, q / 2, np.exp(p[3])))
    start = [2.2, 9, 1.3, np.log(0.4)]
    for _ in range(10):
        found = minimize(loss, start, method="Nelder-Mead", options={"xatol": 1e-11, "fatol": 1e-13, "maxiter": 20000, "maxfev": 20000})
        start = found.x
    def natural(p):
        return loss([*p[:3], np.log(p[3])])
    best = np.array([*found.x[:3], np.exp(found.x[3])])
    steps = 1e-3 * np.array([1, 1, 0.3, 0.3])
    hessian = np.array([[second(natural, best, i, j, steps) for j in range(4)] for i in range(4)]) / 2
    fixed = minimize(lambda p: loss([*p, np.log(0.25)]), best[:3], method="Nelder-Mead",
                     options={"xatol": 1e-11, "fatol": 1e-13, "maxiter": 20000, "maxfev": 20000})
    return {"x": x.tolist(), "y": y.tolist(), "resolution": q, "parameters": best.tolist(), "loss": float(found.fun),
            "errors": np.sqrt(np.diag(np.linalg.inv(hessian))).tolist(),
            "fixedDeviation": {"deviation": 0.25, "parameters": fixed.x.tolist(), "loss": float(fixed.fun)}}


def second(f, p, i, j, h):
    """d2f/dpi dpj by fourth-order-accurate extrapolation of central differences."""
    def central(scale):
        a, b = np.zeros(4), np.zeros(4)
        a[i], b[j] = h[i] * scale, h[j] * scale
        return (f(p + a + b) - f(p + a - b) - f(p - a + b) + f(p - a - b)) / (4 * a[i] * b[j])
    return (4 * central(1) - central(2)) / 3


def interval_terms():
    """-2 ln(P(r)/P(0)) in 50 digits, over h = half a cell and r, both in standard deviations."""
    mp = data.mp
    def upper(z):
        return mp.erfc(z / mp.sqrt(2)) / 2
    rows = []
    for h in ("1e-6", "0.01", "0.3", "0.99", "1.01", "2.5", "8", "30", "45"):
        for factor in ("1e-9", "1e-3", "0.2", "0.7", "0.99", "1", "1.01", "1.7", "4", "20"):
            a = mp.mpf(float(h))
            for b in {mp.mpf(float(factor)) * a, mp.mpf(float(factor))}:
                b = mp.mpf(float(b))
                with mp.workdps(700):
                    p, p0 = upper(b - a) - upper(b + a), 1 - 2 * upper(a)
                    density = lambda z: mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)
                    row = [a, b, -2 * mp.log(p / p0), (density(b - a) - density(b + a)) / p, (density(b - a) + density(b + a)) / p]
                if row[2] > 1e-280:
                    rows.append(row)
    return sorted(rows)


def main():
    data.write("noise.json", {
        "interval": INTERVAL,
        "bounce": {name: {kind: recorded(kind, name) for kind in ("ml", "reml")} for name in ("1", "2", "3")},
        "bounceByDifferences": recorded("reml", "1", numerical=True),
        "robust": robust(), "rounded": rounded(), "intervalTerms": interval_terms()})


if __name__ == "__main__":
    main()
