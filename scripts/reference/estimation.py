#!/usr/bin/env python3
"""Profile intervals, bands, bootstrap intervals and random effects, to 50 digits with mpmath.

    python3 scripts/reference/estimation.py > Fixtures/reference/estimation.json

profiles: limits at 95 % of Misra1a and BoxBOD (NIST) and of a saturating curve sampled far below its
half-saturation; `null` where the sum of squares stays below the threshold however far the parameter goes.
bands: half-widths of Misra1a's curve and of a further observation.
accelerated: BCa intervals and jackknife accelerations of a mean, its replicates being given numbers.
randomEffects: REML by maximising the restricted likelihood itself; the log risk ratios of 13 trials of the BCG vaccine
(G. Colditz et al., JAMA 271, 1994; tau^2 = 0.3132, mean -0.7145, Q = 152.23 in W. Viechtbauer, J. Stat. Softw. 36,
2010), and small sets with one or two precise values.
"""
import json
import pathlib

from mpmath import betainc, diff, erf, erfinv, exp, expm1, findroot, inf, log, matrix, mp, mpf, sqrt

mp.dps = 50
NIST = pathlib.Path(__file__).resolve().parents[2] / "Fixtures/nist/nonlinear"


def student_quantile(nu, share):
    def upper(t):
        return betainc(mpf(nu) / 2, mpf(1) / 2, 0, nu / (nu + t * t), regularized=True) / 2
    return findroot(lambda t: log(upper(t)) - log(1 - mpf(share)), (mpf("1.5"), mpf(4)), solver="anderson")


def fisher_quantile(a, b, share):
    def upper(f):
        return betainc(mpf(b) / 2, mpf(a) / 2, 0, b / (b + a * f), regularized=True)
    return findroot(lambda f: log(upper(f)) - log(1 - mpf(share)), (mpf(1), mpf(6)), solver="anderson")


def stationary(function, start):
    """Where a function of a positive number has its minimum near `start`."""
    size = function(start)
    return start * exp(findroot(lambda u: diff(lambda w: function(start * exp(w)) / size, u), mpf(0), tol=mpf("1e-60")))


def nist(name):
    lines = (NIST / f"{name}.dat").read_text().splitlines()[60:]
    rows = [[mpf(word) for word in line.split()] for line in lines if line.split()]
    return [row[1] for row in rows], [row[0] for row in rows]


def saturating(rate, x):
    """1 − exp(−rate x)"""
    return -expm1(-rate * x)


def hyperbola(half, x):
    return x / (half + x)


class Curve:
    """amplitude · shape(rate, x): linear in its first parameter."""

    def __init__(self, shape, x, y, start):
        self.shape, self.x, self.y = shape, x, y
        self.rate = stationary(self.cost_of_rate, start)
        self.amplitude = self.best(self.rate)
        self.minimum = self.cost(self.amplitude, self.rate)

    def cost(self, amplitude, rate):
        return sum((y - amplitude * self.shape(rate, x)) ** 2 for x, y in zip(self.x, self.y))

    def best(self, rate):
        columns = [self.shape(rate, x) for x in self.x]
        return sum(c * y for c, y in zip(columns, self.y)) / sum(c * c for c in columns)

    def cost_of_rate(self, rate):
        return self.cost(self.best(rate), rate)

    def cost_of_amplitude(self, amplitude, start):
        """The least over rate, followed from `start`; also where it is."""
        rate = stationary(lambda r: self.cost(amplitude, r), start)
        return self.cost(amplitude, rate), rate

    def threshold(self):
        nu = len(self.y) - 2
        return self.minimum * (1 + student_quantile(nu, "0.975") ** 2 / nu)

    def limits_of_rate(self, brackets):
        return [b and findroot(lambda r: self.cost_of_rate(r) / self.threshold() - 1, b, solver="anderson") for b in brackets]

    def limits_of_amplitude(self, directions):
        return [d and self.follow_amplitude(d) for d in directions]

    def follow_amplitude(self, direction):
        step = self.amplitude * direction / 400
        inside, rate = self.amplitude, self.rate
        while True:
            cost, next_rate = self.cost_of_amplitude(inside + step, rate)
            if cost > self.threshold():
                break
            inside, rate = inside + step, next_rate
            assert abs(inside) < 1e3 * abs(self.amplitude)
        start = rate
        return findroot(
            lambda a: self.cost_of_amplitude(a, start)[0] / self.threshold() - 1, (inside, inside + step), solver="anderson")

    def bands(self, xs):
        gradient = lambda x: [self.shape(self.rate, x), self.amplitude * diff(lambda r: self.shape(r, x), self.rate)]
        rows = matrix([gradient(x) for x in self.x])
        inverse = (rows.T * rows) ** -1
        nu = len(self.y) - 2
        s2 = self.minimum / nu
        t = student_quantile(nu, "0.975")
        f = fisher_quantile(2, nu, "0.95")
        out = []
        for x in map(mpf, xs):
            a = matrix(gradient(x))
            variance = s2 * (a.T * inverse * a)[0]
            out.append({"x": x, "gradient": list(a), "pointwise": t * sqrt(variance),
                        "simultaneous": sqrt(2 * f * variance), "prediction": t * sqrt(variance + s2)})
        return out


def around(rate, *factors):
    """Brackets between two multiples of a rate each; None for a side without a limit."""
    return [pair and tuple(rate * mpf(factor) for factor in pair) for pair in factors]


def profile(name, curve, amplitude, rate):
    return {"name": name, "x": curve.x, "y": curve.y, "estimates": [curve.amplitude, curve.rate],
            "sumOfSquares": curve.minimum, "limits": [curve.limits_of_amplitude(amplitude), curve.limits_of_rate(rate)]}


def normal_cdf(z):
    return (1 + erf(z / sqrt(mpf(2)))) / 2


def normal_quantile(p):
    return sqrt(mpf(2)) * erfinv(2 * p - 1)


def accelerated(replicates, estimate, acceleration, share):
    b = len(replicates)
    below = mpf(sum(r < estimate for r in replicates)) + mpf(sum(r == estimate for r in replicates)) / 2
    z0 = normal_quantile(below / b)
    ordered = sorted(replicates)
    ends = []
    for side in ((1 - share) / 2, (1 + share) / 2):
        z = z0 + normal_quantile(side)
        place = normal_cdf(z0 + z / (1 - acceleration * z)) * (b + 1)
        index = int(place)
        ends.append(ordered[index - 1] + (place - index) * (ordered[index] - ordered[index - 1]))
    return ends


def jackknife(values):
    n = len(values)
    means = [(sum(values) - v) / (n - 1) for v in values]
    centre = sum(means) / n
    d = [centre - m for m in means]
    return sum(x ** 3 for x in d) / (6 * sum(x ** 2 for x in d) ** mpf("1.5"))


def restricted(y, v, tau2):
    w = [1 / (vi + tau2) for vi in v]
    mean = sum(wi * yi for wi, yi in zip(w, y)) / sum(w)
    q = sum(wi * (yi - mean) ** 2 for wi, yi in zip(w, y))
    return mean, sum(w), q, -(sum(log(vi + tau2) for vi in v) + log(sum(w)) + q) / 2


def random_effects(name, y, s):
    k = len(y)
    v = [si * si for si in s]
    likelihood = lambda t: restricted(y, v, t)[3]
    top = (max(y) - min(y)) ** 2
    grid = [top * mpf(2) ** (mpf(-i) / 4) for i in range(160)]
    best = max(grid, key=likelihood)
    tau2 = mpf(0)
    if best != grid[-1]:
        tau2 = best * exp(findroot(lambda u: diff(lambda w: likelihood(best * exp(w)), u), mpf(0), tol=mpf("1e-60")))
        assert likelihood(tau2) >= likelihood(best)
    mean, weight, q, _ = restricted(y, v, tau2)
    error = sqrt(max(1, q / (k - 1)) / weight)
    t = student_quantile(k - 1, "0.975")
    cochran = restricted(y, v, mpf(0))[2]
    return {"name": name, "values": y, "standardErrors": s, "mean": mean, "standardError": error, "spread": sqrt(tau2),
            "heterogeneity": cochran, "pValue": chi_upper(k - 1, cochran),
            "inconsistency": max(mpf(0), 1 - (k - 1) / cochran), "interval": [mean - t * error, mean + t * error]}


def chi_upper(nu, x):
    return mp.gammainc(mpf(nu) / 2, x / 2, inf, regularized=True)


BCG = [(4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619), (33, 5036, 47, 5761),
       (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892), (29, 7470, 45, 7232), (17, 1699, 65, 1600),
       (186, 50448, 141, 27197), (5, 2493, 3, 2338), (27, 16886, 29, 17825)]


def bcg():
    y, s = [], []
    for a, b, c, d in BCG:
        a, b, c, d = map(mpf, (a, b, c, d))
        y.append(mpf(float(log(a / (a + b)) - log(c / (c + d)))))
        s.append(mpf(float(sqrt(1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)))))
    result = random_effects("BCG", y, s)
    assert abs(result["spread"] ** 2 - mpf("0.3132")) < mpf("5e-5"), result["spread"] ** 2
    assert abs(result["mean"] + mpf("0.7145")) < mpf("5e-5"), result["mean"]
    assert abs(result["heterogeneity"] - mpf("152.2330")) < mpf("5e-5"), result["heterogeneity"]
    return result


def doubles(numbers):
    """The numbers as the doubles that a program reading them has."""
    return [mpf(float(n)) for n in numbers]


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, (str, int)) else float(value)


def main():
    misra = Curve(saturating, *nist("Misra1a"), mpf("0.00055"))
    box = Curve(saturating, *nist("BoxBOD"), mpf("0.547"))
    low = Curve(hyperbola, doubles([0.5, 1, 1.5, 2, 2.5, 3]),
                doubles([0.061, 0.104, 0.171, 0.197, 0.262, 0.289]), mpf(10))
    replicates = doubles([(37 * i % 199) ** 2 / 4000 for i in range(199)])
    values = doubles([1.25, 0.5, 3.75, 8.5, 2.25, 1.75, 0.25, 4.5])
    estimate, acceleration = mpf(3), jackknife(values)
    result = {
        "source": "scripts/reference/estimation.py, mpmath at 50 digits",
        "profiles": [
            profile("Misra1a", misra, (-1, 1), around(misra.rate, ("0.97", "0.98"), ("1.02", "1.03"))),
            profile("BoxBOD", box, (-1, 1), around(box.rate, ("0.6", "0.7"), ("1.5", "1.9"))),
            profile("hyperbola", low, (-1, None), around(low.rate, ("0.3", "0.5"), None)),
        ],
        "bands": misra.bands([0, 50, 300, 760, 2000]),
        "accelerated": {"replicates": replicates, "estimate": estimate, "values": values, "acceleration": acceleration,
                        "interval": accelerated(replicates, estimate, acceleration, mpf("0.9"))},
        "randomEffects": [
            bcg(),
            random_effects("alike", doubles([10.9, 10.88, 10.93, 10.91]), doubles([0.05, 0.04, 0.06, 0.05])),
            random_effects("one precise", doubles([1.5, 2.5, 1.25, 4.0, 3.0]), doubles([0.001, 0.5, 0.75, 1.0, 0.25])),
            random_effects("two precise", doubles([2e-6, 2.5e-6, 3e-6]), doubles([1e-9, 2e-9, 1e-6])),
        ],
    }
    # What is called unbounded: the cost at the far end is below the threshold.
    assert low.cost_of_rate(mpf(10) ** 12) < low.threshold()
    print(json.dumps(plain(result), indent=1))


main()
