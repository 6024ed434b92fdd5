"""Recorded iOS bounces: damping by series and shared, tests of equality, the spring, and the articles' search."""
import mpmath as mp
import numpy as np

import inference
import laws
import series as data
from leastsquares import fit, scan

# Between frames, s: the articles' own, and a 60 Hz display's.
INTERVALS = {"0.0167": mp.mpf("0.0167"), "1/60": mp.mpf(1) / 60}


def recordings():
    """Frames, displacement from the baseline, baseline, raw offsets of every series."""
    table = data.rows("ios_bounce_levisonnn.csv")
    found = {}
    for row in table:
        entry = found.setdefault(row["series"], {"frames": [], "offsets": [], "rest": float(row["rest_baseline_pt"])})
        entry["frames"].append(int(row["frame"]))
        entry["offsets"].append(float(row["minus_content_offset_y_pt"]))
    for entry in found.values():
        entry["displacements"] = [mp.mpf(y) - entry["rest"] for y in entry["offsets"]]
        entry["grid"] = data.grid(entry["offsets"])
    return found


def curve(entry, interval):
    return [mp.mpf(f) * interval for f in entry["frames"]], entry["displacements"]


def separate(entry, interval):
    samples = curve(entry, interval)
    ys = [mp.mpf(y) for y in entry["offsets"]]
    start = scan(laws.bounce, [samples], range(2, 40, 2))
    best = fit(laws.bounce, [samples], start)
    article = fit(laws.bounce_article, [samples], best.alpha)
    c1, c2 = article.linear[0]
    delta = article.alpha[0]
    free = fit(laws.bounce_free_rest, [samples], best.alpha)
    spring = fit(laws.spring, [samples], [delta, mp.mpf("1.003")])
    result = {
        "rest": entry["rest"], "grid": entry["grid"],
        **inference.reported(best, ["displacement", "initialVelocity", "damping"]),
        "residuals": inference.summary(best),
        "selection": inference.selection(best, ys, entry["grid"]),
        "article": {
            **{name: inference.estimate(value, error, article.degrees) for name, value, error in
               zip(["c1", "c2", "damping"], article.parameters, article.errors())},
            "phase": c1 / c2, "amplitude": c2 * mp.exp(delta * c1 / c2)},
        "derived": derived_quantities(best),
        "freeRest": {
            **inference.reported(free, ["restAboveBaseline", "displacement", "initialVelocity", "damping"]),
            "residuals": inference.summary(free), "selection": inference.selection(free, ys, entry["grid"])},
        "spring": {
            **inference.reported(spring, ["displacement", "initialVelocity", "naturalFrequency", "dampingRatio"]),
            "residuals": inference.summary(spring), "selection": inference.selection(spring, ys, entry["grid"])}}
    return result, best, spring


def derived_quantities(best):
    """Of (displacement a, initialVelocity v, damping d), tau = a / (v + d a) being the phase."""
    functions = {
        "phase": lambda p: p[0] / (p[1] + p[2] * p[0]),
        "edgeTime": lambda p: -p[0] / (p[1] + p[2] * p[0]),
        "amplitude": lambda p: (p[1] + p[2] * p[0]) * mp.exp(p[2] * p[0] / (p[1] + p[2] * p[0])),
        "farthest": lambda p: (p[1] + p[2] * p[0]) * mp.exp(p[2] * p[0] / (p[1] + p[2] * p[0]) - 1) / p[2],
        "stiffness": lambda p: p[2] ** 2,
        "response": lambda p: 2 * mp.pi / p[2]}
    covariance = best.covariance()
    return {name: inference.derived(f, best.parameters, covariance, best.degrees) for name, f in functions.items()}


def f_test(restricted, full_squares, full_degrees):
    a = restricted.degrees - full_degrees
    f = (restricted.sum_of_squares - full_squares) / a / (full_squares / full_degrees)
    return {"f": f, "degreesOfFreedom": [a, full_degrees], "p": inference.f_upper_tail(f, a, full_degrees)}


def shared(entries, interval, bounces, springs):
    samples = [curve(entry, interval) for entry in entries]
    joint = fit(laws.bounce, samples, bounces[0].alpha)
    joint_spring = fit(laws.spring, samples, [joint.alpha[0], mp.mpf("1.003")])
    errors, spring_errors = joint.errors(), joint_spring.errors()
    residuals, rms = list(joint_spring.residuals), []
    for entry in entries:
        part, residuals = residuals[:len(entry["frames"])], residuals[len(entry["frames"]):]
        rms.append(mp.sqrt(mp.fsum(r * r for r in part) / len(part)))
    total = lambda fits: mp.fsum(f.sum_of_squares for f in fits)
    degrees = lambda fits: sum(f.degrees for f in fits)
    return {
        "damping": inference.estimate(joint.alpha[0], errors[-1], joint.degrees),
        "perSeries": [dict(zip(["displacement", "initialVelocity"], block)) for block in joint.linear],
        "sumOfSquares": joint.sum_of_squares, "degreesOfFreedom": joint.degrees,
        "equalDamping": f_test(joint, total(bounces), degrees(bounces)),
        "spring": {
            "naturalFrequency": inference.estimate(joint_spring.alpha[0], spring_errors[-2], joint_spring.degrees),
            "dampingRatio": inference.estimate(joint_spring.alpha[1], spring_errors[-1], joint_spring.degrees),
            "sumOfSquares": joint_spring.sum_of_squares, "rmsPerSeries": rms,
            "againstCritical": f_test(joint, joint_spring.sum_of_squares, joint_spring.degrees),
            "equalAcrossSeries": f_test(joint_spring, total(springs), degrees(springs))}}


def compass(entry, interval):
    """The articles' search: of the six moves +-1, +-0.01, +-0.001 of (A, delta, phi) the best one, from (0, 0, 0),
    until none lowers the sum of squares. Positions are whole numbers of steps, so no rounding builds up."""
    steps = np.array([1, 100, 1000])  # moves a unit
    t = np.array(entry["frames"]) * float(interval)
    y = np.array([float(v) for v in entry["displacements"]])

    def cost(position):
        a, delta, phi = position / steps
        return float(np.sum((a * (t + phi) * np.exp(-delta * (t + phi)) - y) ** 2))

    moves = [sign * np.eye(3, dtype=int)[i] for i in range(3) for sign in (1, -1)]
    position, count = np.zeros(3, dtype=int), 0
    best = cost(position)
    while True:
        trials = [cost(position + move) for move in moves]
        index = int(np.argmin(trials))
        if not trials[index] < best:
            break
        position, best, count = position + moves[index], trials[index], count + 1
    a, delta, phi = position / steps
    return {"amplitude": a, "damping": delta, "phase": phi, "moves": count, "sumOfSquares": best}


def main():
    found = recordings()
    result = {}
    for label, interval in INTERVALS.items():
        outcome = {name: separate(entry, interval) for name, entry in found.items()}
        result[label] = {
            "interval": interval,
            "series": {name: o[0] for name, o in outcome.items()},
            "joint": shared(found.values(), interval, [o[1] for o in outcome.values()],
                            [o[2] for o in outcome.values()]),
            "compassSearch": {name: compass(entry, interval) for name, entry in found.items()}}
    data.write("bounce.json", result)


if __name__ == "__main__":
    main()
