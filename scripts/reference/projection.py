"""Recorded flings: distance = K (|v| - v_stop) against Apple's formula and the log formula. K in ms, v in pt/ms."""
import mpmath as mp

import inference
import laws
import series as data
from leastsquares import fit


def flings():
    """(label, rate, speeds in pt/ms, distances in pt) of every recorded table."""
    ios = data.rows("ios265_sim_target_offsets.csv")
    for rate in ("0.998", "0.99"):
        chosen = [row for row in ios if row["deceleration_rate"] == rate]
        yield ("ios265-" + rate, mp.mpf(rate),
               [abs(data.exact(row["release_velocity_pt_per_ms"])) for row in chosen],
               [abs(data.exact(row["target_content_offset_pt"]) - data.exact(row["release_offset_pt"]))
                for row in chosen])
    article = data.rows("decel_damping_article.csv")
    yield ("damping-article", mp.mpf("0.998"),
           [data.exact(row["release_velocity_pt_per_ms"]) for row in article],
           [data.exact(row["distance_pt"]) for row in article])


def regression(rate, speeds, distances):
    line = fit(laws.polynomial(1), [(speeds, distances)])
    origin = fit(laws.polynomial_through_zero(1), [(speeds, distances)])
    covariance, errors = line.covariance(), line.errors()
    b, slope = line.parameters
    formulas = {"apple": rate / (1 - rate), "log": -1 / mp.log(rate)}
    stop = lambda p: -1000 * p[0] / p[1]
    return {
        "rate": rate, "count": line.count, "degreesOfFreedom": line.degrees,
        "slope": inference.estimate(slope, errors[1], line.degrees),
        "intercept": inference.estimate(b, errors[0], line.degrees),
        "stopVelocity": inference.derived(stop, line.parameters, covariance, line.degrees),
        "decelerationRate": inference.derived(lambda p: mp.exp(-1 / p[1]), line.parameters, covariance, line.degrees),
        "decayConstant": inference.derived(lambda p: 1000 / p[1], line.parameters, covariance, line.degrees),
        "residuals": line.residuals, "sumOfSquares": line.sum_of_squares,
        "slopeThroughOrigin": inference.estimate(origin.parameters[0], origin.errors()[0], origin.degrees),
        "residualsThroughOrigin": origin.residuals,
        "rmsThroughOrigin": origin.rms,
        "formulas": {
            name: {"expected": value, "z": (slope - value) / errors[1],
                   "missWithoutStop": [value * v - d for v, d in zip(speeds, distances)],
                   "missAtStop10": [value * (v - mp.mpf("0.01")) - d for v, d in zip(speeds, distances)]}
            for name, value in formulas.items()}}


def formulas():
    """Both formulas in pt per pt/ms and their difference, from the decimals of the rate."""
    table = []
    for text in ("0.998", "0.99", "0.95", "0.9", "0.5"):
        rate = mp.mpf(text)
        apple, log = rate / (1 - rate), -1 / mp.log(rate)
        table.append({"rate": rate, "decayConstant": -1000 * mp.log(rate), "apple": apple, "log": log,
                      "difference": log - apple, "relative": (apple - log) / log})
    return table


def main():
    data.write("projection.json", {
        "table": formulas(),
        "regressions": {label: regression(rate, v, d) for label, rate, v, d in flings()}})


if __name__ == "__main__":
    main()
