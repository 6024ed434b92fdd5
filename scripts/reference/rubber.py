"""Rubber bands: the law and its rivals on the recorded iOS drag and on the habr article's four points."""
import mpmath as mp

import inference
import laws
import series as data
from leastsquares import fit, scan


def both_free(samples, candidates):
    best = fit(laws.rubber_band, [samples], scan(laws.rubber_band, [samples], candidates))
    # (d, kappa) -> (c, d)
    covariance = best.covariance()
    return best, {
        "coefficient": inference.derived(lambda p: p[0] * p[1], best.parameters, covariance, best.degrees),
        "dimension": inference.derived(lambda p: p[0], best.parameters, covariance, best.degrees),
        "correlation": correlation(best)}


def correlation(best):
    """Of c = d kappa and d, by the chain rule."""
    m = best.covariance()
    d, kappa = best.parameters
    cross = kappa * m[0, 0] + d * m[0, 1]
    variance = kappa ** 2 * m[0, 0] + 2 * d * kappa * m[0, 1] + d ** 2 * m[1, 1]
    return cross / mp.sqrt(variance * m[0, 0])


def dimension_known(samples, dimension):
    """c alone in y = c d x / (d + c x): the root of the gradient of the sum of squares."""
    xs, ys = samples
    model = lambda c, x: c * dimension * x / (dimension + c * x)
    slope = lambda c, x: dimension ** 2 * x / (dimension + c * x) ** 2
    gradient = lambda c: mp.fsum((model(c, x) - y) * slope(c, x) for x, y in zip(xs, ys))
    c = mp.findroot(gradient, (mp.mpf("0.5"), mp.mpf("0.6")), tol=mp.mpf(10) ** -60, maxsteps=200)
    residuals = [y - model(c, x) for x, y in zip(xs, ys)]
    squares = mp.fsum(r * r for r in residuals)
    degrees = len(xs) - 1
    error = mp.sqrt(squares / degrees / mp.fsum(slope(c, x) ** 2 for x in xs))
    return c, residuals, squares, inference.estimate(c, error, degrees)


def quadratics(samples):
    found = {}
    for name, law, names in (("quadratic", laws.polynomial(2), ["c0", "c1", "c2"]),
                             ("quadraticThroughZero", laws.polynomial_through_zero(2), ["c1", "c2"])):
        best = fit(law, [samples])
        found[name] = {**inference.reported(best, names), "sumOfSquares": best.sum_of_squares, "rms": best.rms,
                       "maximum": max(abs(r) for r in best.residuals), "residuals": best.residuals,
                       "selection": inference.selection(best, samples[1])}
    return found


def plain_aicc(squares, n, p):
    return n * mp.log(squares / n) + 2 * p + mp.mpf(2 * p * (p + 1)) / (n - p - 1)


def recorded():
    table = data.rows("ios265_sim_rubberband_drag.csv")
    xs = [data.exact(row["pan_translation_y_pt"]) for row in table]
    ys = [data.exact(row["overscroll_pt"]) for row in table]
    samples = (xs, ys)
    dimension = mp.mpf(681.6667)
    c, residuals, squares, known = dimension_known(samples, dimension)
    free, both = both_free(samples, [mp.mpf(k) / 10000 for k in range(2, 30)])
    line = fit(laws.exponential_and_line, [samples], [mp.mpf("0.002")])
    polynomials = {n: fit(laws.polynomial(n), [samples]) for n in range(1, 5)}
    return {
        "grid": data.grid(ys),
        "dimensionKnown": {"dimension": dimension, "coefficient": known, "sumOfSquares": squares,
                           "rms": mp.sqrt(squares / len(xs)), "maximum": max(abs(r) for r in residuals)},
        "bothFree": {**both, "sumOfSquares": free.sum_of_squares, "rms": free.rms,
                     "residuals": inference.summary(free)},
        **quadratics(samples),
        "aicc": {
            "dimensionKnown": plain_aicc(squares, len(xs), 1), "bothFree": plain_aicc(free.sum_of_squares, len(xs), 2),
            "exponentialAndLine": plain_aicc(line.sum_of_squares, len(xs), 3),
            **{f"polynomial:{n}": plain_aicc(p.sum_of_squares, len(xs), n + 1) for n, p in polynomials.items()}}}


def article():
    table = data.rows("rubberband_habr_article.csv")
    xs = [data.exact(row["finger_pt"]) for row in table]
    ys = [data.exact(row["offset_pt"]) for row in table]
    samples = (xs, ys)
    _, residuals, squares, known = dimension_known(samples, mp.mpf(812))
    free, both = both_free(samples, [mp.mpf(k) / 10000 for k in range(2, 30)])
    found = quadratics(samples)
    c0, c1, c2 = fit(laws.polynomial(2), [samples]).parameters
    c, d = mp.mpf("0.55"), mp.mpf(812)
    law = lambda x: c * d * x / (d + c * x)
    difference = lambda x: c0 + c1 * x + c2 * x * x - law(x)
    # The ends, and where the difference is level: c1 + 2 c2 x = c d^2 / (d + c x)^2.
    level = mp.polyroots([2 * c2 * c * c, c1 * c * c + 4 * c2 * c * d, 2 * c1 * c * d + 2 * c2 * d * d,
                          c1 * d * d - c * d * d], maxsteps=500, extraprec=500)
    places = [mp.mpf(0), mp.mpf(1500)] + [x.real for x in level if abs(x.imag) < 1e-20 and 0 < x.real < 1500]
    worst = max(places, key=lambda x: abs(difference(x)))
    return {
        "dimensionKnown": {"dimension": 812, "coefficient": known, "sumOfSquares": squares},
        "bothFree": {**both, "sumOfSquares": free.sum_of_squares},
        **found,
        "lawAtArticleConstants": [law(x) for x in xs],
        "quadraticTurnsAt": -c1 / (2 * c2),
        "largestDifference": {"value": abs(difference(worst)), "at": worst,
                              "candidates": [{"at": x, "difference": difference(x)} for x in sorted(places)]}}


def main():
    data.write("rubber.json", {"ios265": recorded(), "habr": article()})


if __name__ == "__main__":
    main()
