"""The damping article's table of four bounces: edge velocity, farthest offset and duration."""
import mpmath as mp

import inference
import laws
import series as data
from leastsquares import fit

CLAIMED = mp.mpf("10.9")  # the article's damping, 1/s
HALF_POINT = mp.mpf("0.5")


def main():
    table = data.rows("bounce_damping_article.csv")
    velocities = [data.exact(row["edge_velocity_pt_per_s"]) for row in table]
    farthest = [abs(data.exact(row["farthest_pt"])) for row in table]
    durations = [data.exact(row["duration_s"]) for row in table]

    # farthest = v0 / (E delta): a line through the origin.
    line = fit(laws.polynomial_through_zero(1), [(velocities, farthest)])
    degrees, covariance = line.degrees, line.covariance()
    damping = inference.derived(lambda p: 1 / (mp.e * p[0]), line.parameters, covariance, degrees)
    ratio = inference.derived(lambda p: p[0] * mp.e * CLAIMED, line.parameters, covariance, degrees)

    # At the end of the bounce v0 T e^(-delta T) is left.
    left = [v * t * mp.exp(-CLAIMED * t) for v, t in zip(velocities, durations)]
    mean = mp.fsum(left) / len(left)
    error = mp.sqrt(mp.fsum((x - mean) ** 2 for x in left) / (len(left) - 1) / len(left))

    data.write("article-tables.json", {
        "farthest": {
            "slope": inference.estimate(line.parameters[0], line.errors()[0], degrees),
            "damping": damping, "perRow": [v / (mp.e * y) for v, y in zip(velocities, farthest)],
            "shortAtClaimed": [v / (mp.e * CLAIMED) - y for v, y in zip(velocities, farthest)]},
        "velocityRatio": ratio,
        "leftAtDurations": {"values": left, "mean": inference.estimate(mean, error, len(left) - 1)},
        "dampingFromDurations": from_durations(velocities, durations)})


def from_durations(velocities, durations):
    """Least squares of the durations: T solves v0 T e^(-delta T) = 1/2 beyond the farthest point."""
    def duration(delta, v):
        return -mp.lambertw(-HALF_POINT * delta / v, -1).real / delta

    def slope(delta, v):
        h = mp.mpf(10) ** -17
        return (duration(delta + h, v) - duration(delta - h, v)) / (2 * h)

    gradient = lambda delta: mp.fsum(
        (duration(delta, v) - t) * slope(delta, v) for v, t in zip(velocities, durations))
    delta = mp.findroot(gradient, (mp.mpf("10.8"), mp.mpf("10.9")), tol=mp.mpf(10) ** -50, maxsteps=200)
    residuals = [t - duration(delta, v) for v, t in zip(velocities, durations)]
    degrees = len(durations) - 1
    error = mp.sqrt(mp.fsum(r * r for r in residuals) / degrees / mp.fsum(slope(delta, v) ** 2 for v in velocities))
    return {**inference.estimate(delta, error, degrees), "residuals": residuals}


if __name__ == "__main__":
    main()
