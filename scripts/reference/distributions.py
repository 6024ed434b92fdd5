"""Quantiles and tails of the t, F, chi-squared and normal distributions at hard corners.

SciPy gives the start of a quantile's Newton iteration; the answer is mpmath's, to 45 digits before rounding.
Probabilities are decimals: a test must take the double nearest to them, which moves a quantile by less than 1e-15.
"""
import mpmath as mp
import scipy.stats

import series as data

mp.mp.dps = 60
DEGREES = ["1", "2", "3", "7.5", "30", "1000", "1000000"]
# Lower-tail probabilities as decimals; those near 1 are also given as upper tails so that nothing is lost.
TAILS = ["1e-10", "1e-6", "0.001", "0.025", "0.3", "0.5"]


def root(tail, density, sign, target, start):
    """x with tail(x) = target by Newton on log(tail); sign is +1 for a lower tail, -1 for an upper one."""
    x = mp.mpf(start)
    for _ in range(60):
        value = tail(x)
        step = (mp.log(target) - mp.log(value)) * value / density(x) * sign
        x = x + step if x + step > 0 else x / 2
        if abs(step) < mp.mpf(10) ** -45 * x:
            return x
    raise RuntimeError(f"no quantile from {start}")


def normal():
    tail = lambda x: mp.erfc(x / mp.sqrt(2)) / 2
    quantiles = []
    for text in TAILS:
        p = mp.mpf(text)
        x = mp.mpf(0) if p == 0.5 else mp.sqrt(2) * mp.erfinv(1 - 2 * p)
        quantiles.append({"upperTail": p, "x": x})
    points = ["-38", "-10", "-1.5", "1e-8", "0.5", "1.959963984540054", "6", "30"]
    return {"quantiles": quantiles,
            "cdf": [{"x": mp.mpf(x), "lower": tail(-mp.mpf(float(x))), "upper": tail(mp.mpf(float(x)))} for x in points]}


def t_tail(x, nu):
    return mp.betainc(nu / 2, mp.mpf(1) / 2, 0, nu / (nu + x * x), regularized=True) / 2


def t_density(x, nu):
    return (1 + x * x / nu) ** (-(nu + 1) / 2) / (mp.sqrt(nu) * mp.beta(nu / 2, mp.mpf(1) / 2))


def f_tail(x, a, b):
    return mp.betainc(b / 2, a / 2, 0, b / (b + a * x), regularized=True)


def f_lower(x, a, b):
    return mp.betainc(a / 2, b / 2, 0, a * x / (b + a * x), regularized=True)


def f_density(x, a, b):
    return (a / b) ** (a / 2) * x ** (a / 2 - 1) * (1 + a * x / b) ** (-(a + b) / 2) / mp.beta(a / 2, b / 2)


def chi_density(x, nu):
    return mp.exp((nu / 2 - 1) * mp.log(x) - x / 2 - nu / 2 * mp.log(2) - mp.loggamma(nu / 2))


def chi_lower(x, nu):
    """By the power series of the incomplete gamma function, whose terms are all positive."""
    n, half = nu / 2, x / 2
    term = total = 1 / n
    while term > total * mp.eps or n < half:
        n += 1
        term *= half / n
        total += term
    return total * mp.exp(nu / 2 * mp.log(half) - half - mp.loggamma(nu / 2))


def chi_tail(x, nu):
    """Near the middle 1 - lower, which loses at most 30 digits there; far out Legendre's continued fraction."""
    if x < nu + 10 * mp.sqrt(2 * nu) + 30:
        with mp.workdps(100):
            return 1 - chi_lower(x, nu)
    a, half = nu / 2, x / 2
    fraction = mp.mpf(0)
    for n in range(4000, 0, -1):
        fraction = n * (n - a) / (half + 2 * n + 1 - a - fraction)
    return mp.exp(a * mp.log(half) - half - mp.loggamma(a)) / (half + 1 - a - fraction)


def t():
    quantiles, cdf = [], []
    for nu in map(mp.mpf, DEGREES):
        for text in TAILS[:-1]:
            p = mp.mpf(text)
            start = scipy.stats.t.isf(float(p), float(nu))
            x = root(lambda x: t_tail(x, nu), lambda x: t_density(x, nu), -1, p, start)
            quantiles.append({"degreesOfFreedom": nu, "upperTail": p, "x": x})
        for text in ("1e-9", "0.1", "2.5", "40", "1e6"):
            x = mp.mpf(float(text))
            cdf.append({"degreesOfFreedom": nu, "x": x, "upper": t_tail(x, nu)})
    return {"quantiles": quantiles, "cdf": cdf}


def both_tails(names, distribution, tail, lower, density, degrees, points):
    """Quantiles at both ends, and both tails at points."""
    quantiles, cdf = [], []
    for nus in degrees:
        label = dict(zip(names, nus))
        floats = [float(nu) for nu in nus]
        for text in TAILS:
            p = mp.mpf(text)
            for key, function, sign, start in (("upperTail", tail, -1, distribution.isf(float(p), *floats)),
                                               ("lowerTail", lower, 1, distribution.ppf(float(p), *floats))):
                x = root(lambda x: function(x, *nus), lambda x: density(x, *nus), sign, p, start)
                quantiles.append({**label, key: p, "x": x})
        for x in points(*nus):
            cdf.append({**label, "x": x, "lower": lower(x, *nus), "upper": tail(x, *nus)})
    return {"quantiles": quantiles, "cdf": cdf}


def main():
    degrees = [(mp.mpf(d),) for d in DEGREES]
    pairs = [(mp.mpf(a), mp.mpf(b)) for a in ("1", "2", "7.5", "30") for b in ("1", "3", "30", "1000")]
    data.write("distributions.json", {
        "normal": normal(),
        "t": t(),
        "f": both_tails(("numerator", "denominator"), scipy.stats.f, f_tail, f_lower, f_density, pairs,
                        lambda a, b: [mp.mpf(float(x)) for x in ("1e-6", "0.7", "3", "50", "1e4")]),
        "chiSquared": both_tails(
            ("degreesOfFreedom",), scipy.stats.chi2, chi_tail, chi_lower, chi_density, degrees,
            lambda nu: [mp.mpf(float(nu * mp.mpf(x))) for x in ("0.001", "0.5", "1", "1.25", "8")])})


if __name__ == "__main__":
    main()
