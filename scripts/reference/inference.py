"""Statistics of residuals and of estimates, as the toolkit defines them."""
import mpmath as mp

LEVEL = mp.mpf("0.95")


def normal_two_sided(z):
    return mp.erfc(abs(z) / mp.sqrt(2))


def t_cdf(t, nu):
    tail = mp.betainc(mp.mpf(nu) / 2, mp.mpf(1) / 2, 0, nu / (nu + mp.mpf(t) ** 2), regularized=True) / 2
    return 1 - tail if t > 0 else tail


def t_quantile(p, nu):
    """p > 1/2, by bisection of the upper tail."""
    tail = lambda t: mp.betainc(mp.mpf(nu) / 2, mp.mpf(1) / 2, 0, nu / (nu + t ** 2), regularized=True) / 2
    low, high = mp.mpf(0), mp.mpf(1)
    while tail(high) > 1 - p:
        high *= 2
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle) > 1 - p else (low, middle)
    return (low + high) / 2


def f_upper_tail(f, a, b):
    return mp.betainc(mp.mpf(b) / 2, mp.mpf(a) / 2, 0, b / (b + a * mp.mpf(f)), regularized=True)


def estimate(value, error, degrees):
    """A value with its standard error and 95 % t interval."""
    half = t_quantile((1 + LEVEL) / 2, degrees) * error
    return {"value": value, "standardError": error, "interval": [value - half, value + half]}


def derived(function, at, covariance, degrees):
    """A function of the parameters with its error by the delta method."""
    h = mp.mpf(10) ** -17
    gradient = []
    for i, p in enumerate(at):
        step = h * max(abs(p), 1)
        high, low = list(at), list(at)
        high[i] += step
        low[i] -= step
        gradient.append((function(high) - function(low)) / (2 * step))
    n = len(at)
    variance = mp.fsum(gradient[i] * covariance[i, j] * gradient[j] for i in range(n) for j in range(n))
    return estimate(function(at), mp.sqrt(variance), degrees)


def durbin_watson(residuals):
    return (mp.fsum((b - a) ** 2 for a, b in zip(residuals, residuals[1:]))
            / mp.fsum(r * r for r in residuals))


def lag_one(residuals):
    """r1 = sum e_i e_(i-1) / sum e_i^2 and its two-sided p by z = r1 sqrt(n)."""
    r1 = mp.fsum(a * b for a, b in zip(residuals, residuals[1:])) / mp.fsum(r * r for r in residuals)
    z = r1 * mp.sqrt(len(residuals))
    return {"r1": r1, "z": z, "p": normal_two_sided(z)}


def runs(residuals):
    """Wald-Wolfowitz runs of signs (a zero counts as positive): z and two-sided normal p."""
    signs = [r >= 0 for r in residuals]
    positive = sum(signs)
    negative = len(signs) - positive
    count = 1 + sum(a != b for a, b in zip(signs, signs[1:]))
    if positive == 0 or negative == 0:
        return {"count": count, "positive": positive, "negative": negative, "z": None, "p": None}
    n = positive + negative
    mean = mp.mpf(2 * positive * negative) / n + 1
    variance = (mean - 1) * (mean - 2) / (n - 1)
    z = (count - mean) / mp.sqrt(variance)
    return {"count": count, "positive": positive, "negative": negative, "z": z, "p": normal_two_sided(z)}


def runs_exact(residuals):
    """Two-sided exact p: twice the smaller tail of the number of runs given the numbers of signs, at most 1."""
    test = runs(residuals)
    a, b, observed = test["positive"], test["negative"], test["count"]
    if a == 0 or b == 0:
        return None
    total = mp.binomial(a + b, a)

    def probability(r):
        k = r // 2
        if r % 2 == 0:
            return 2 * mp.binomial(a - 1, k - 1) * mp.binomial(b - 1, k - 1) / total
        return (mp.binomial(a - 1, k) * mp.binomial(b - 1, k - 1)
                + mp.binomial(a - 1, k - 1) * mp.binomial(b - 1, k)) / total

    lower = mp.fsum(probability(r) for r in range(2, observed + 1))
    upper = mp.fsum(probability(r) for r in range(observed, a + b + 1))
    return min(mp.mpf(1), 2 * min(lower, upper))


def selection(fit, ys, resolution=None):
    """AICc, BIC and centred R^2; SS/n is floored at q^2/12 + e^2, e = 1e-9 of the largest offset."""
    n, p = fit.count, len(fit.parameters)
    mean_square = fit.sum_of_squares / n
    if resolution is not None:
        e = mp.mpf("1e-9") * max(abs(y) for y in ys)
        mean_square = max(mean_square, mp.mpf(resolution) ** 2 / 12 + e ** 2)
    mean = mp.fsum(ys) / n
    deviance = n * mp.log(mean_square)
    return {
        "aicc": deviance + 2 * p + mp.mpf(2 * p * (p + 1)) / (n - p - 1) if n - p - 1 > 0 else None,
        "bic": deviance + p * mp.log(n),
        "rSquared": 1 - fit.sum_of_squares / mp.fsum((y - mean) ** 2 for y in ys)}


def summary(fit):
    return {
        "count": fit.count, "degreesOfFreedom": fit.degrees, "sumOfSquares": fit.sum_of_squares, "rms": fit.rms,
        "maximum": max(abs(r) for r in fit.residuals), "durbinWatson": durbin_watson(fit.residuals),
        "runs": runs(fit.residuals)}


def reported(fit, names):
    """Parameters in the model's order with errors and intervals, and their correlations."""
    covariance, errors = fit.covariance(), fit.errors()
    count = len(names)
    return {
        "parameters": {
            name: estimate(value, error, fit.degrees)
            for name, value, error in zip(names, fit.parameters, errors)},
        "correlation": [
            [covariance[i, j] / (errors[i] * errors[j]) if i != j else mp.mpf(1) for j in range(count)]
            for i in range(count)]}
