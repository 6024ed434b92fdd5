"""Fits over every labelled range of the recorded engines, and the adequacy rule judged on rows with known answers.

t is the double t_i - t_from, as any program in doubles sees it. "Exact" recordings then keep residuals of 1e-15 to
1e-13 px at the minimum: the rounding of their own digits.
"""
import csv
import json

import mpmath as mp

import bounce as ios
import inference
import laws
import series as data
from leastsquares import fit, scan

SLACK = 1e-6  # s, on both ends of a range
SIGNIFICANT = mp.mpf("0.01")
FAILS, NEAR = mp.mpf("0.006"), mp.mpf("0.001")  # excess of travel
LEAST_DEGREES = 8
# Close enough together that the lowest one lies in the valley of the global minimum: a bounce has several.
RATES = [mp.mpf(2) ** (mp.mpf(k) / 4) for k in range(-12, 25)]

NAMES = {
    "deceleration": ["initialOffset", "initialVelocity", "decayConstant"],
    "bounce": ["displacement", "initialVelocity", "damping"],
    "polynomial:2": ["c0", "c1", "c2"]}


def samples(file, axis, start, end):
    """(times from the first sample used, offsets, the file's grid on that axis)."""
    with open(data.TRACES / file, newline="") as text:
        table = list(csv.DictReader(text))
    used = [(float(row["t"]), float(row[axis])) for row in table if start - SLACK <= float(row["t"]) <= end + SLACK]
    times = [mp.mpf(t - used[0][0]) for t, _ in used]
    return times, [mp.mpf(y) for _, y in used], data.grid([row[axis] for row in table])


def fitted(law, times, offsets, edge):
    if law == "deceleration":
        return fit(laws.deceleration, [(times, offsets)], scan(laws.deceleration, [(times, offsets)], RATES))
    if law == "bounce":
        moved = [y - edge for y in offsets]
        return fit(laws.bounce, [(times, moved)], scan(laws.bounce, [(times, moved)], RATES))
    return fit(laws.polynomial(2), [(times, offsets)])


def adequacy(best, offsets, grid):
    """The rule: structure = min(1, 2 min(p of runs, p of lag 1)), excess over the grid's floor, three thresholds.

    `exact` says that the residuals are below the data's resolution, 1e-9 of the largest offset. `verdictIfExactHolds`
    lets that decide before the degrees of freedom are counted: an exact recording of seven samples then holds.
    """
    travel = max(offsets) - min(offsets)
    floor = (grid or 0) / mp.sqrt(12)
    excess = mp.sqrt(max(0, best.rms ** 2 - floor ** 2))
    runs, lag = inference.runs(best.residuals), inference.lag_one(best.residuals)
    defined = [p for p in (runs["p"], lag["p"]) if p is not None]
    structure = min(mp.mpf(1), 2 * min(defined))
    exact = best.rms <= mp.mpf("1e-9") * max(abs(y) for y in offsets)
    share = excess / travel
    if best.degrees < LEAST_DEGREES:
        verdict = "undecided"
    elif structure < SIGNIFICANT and share > FAILS:
        verdict = "fails"
    elif structure < SIGNIFICANT and share > NEAR:
        verdict = "near"
    else:
        verdict = "holds"
    return {
        "verdict": verdict, "verdictIfExactHolds": "holds" if exact else verdict, "exact": exact, "structure": structure, "excess": excess, "excessOfTravel": share,
        "floor": floor, "travel": travel, "rmsOfTravel": best.rms / travel, "runs": runs,
        "runsExactP": inference.runs_exact(best.residuals), "lagOne": lag,
        "durbinWatson": inference.durbin_watson(best.residuals)}


def described(law, times, offsets, grid, edge):
    best = fitted(law, times, offsets, edge)
    result = {
        "law": law, "rest": edge if law == "bounce" else None, "grid": grid,
        **inference.reported(best, NAMES[law]), "residuals": inference.summary(best),
        "selection": inference.selection(best, offsets, grid or 0),
        "adequacy": adequacy(best, offsets, grid)}
    if law == "polynomial:2":
        c1, c2 = best.parameters[1:]
        result["constantDeceleration"] = -2 * c2 * mp.sign(c1)
    return result


def segments():
    with open(data.TRACES / "manifest.json") as file:
        manifest = json.load(file)
    for trace in manifest["traces"]:
        for segment in trace["segments"]:
            expect = segment.get("expect")
            if not expect:
                continue
            axis = expect["axis"]
            times, offsets, grid = samples(trace["file"], axis, segment["t0"], segment["t1"])
            edge = mp.mpf(segment["edge"]) if "edge" in segment else None
            entry = {
                "file": trace["file"], "axis": axis, "kind": segment["kind"], "from": segment["t0"],
                "to": segment["t1"], "expected": expect, "fits": [described(expect["law"], times, offsets, grid, edge)]}
            if "decelerationAdequacy" in expect:
                entry["fits"].append(described("deceleration", times, offsets, grid, edge))
            if edge is not None:
                free = fit(laws.bounce_free_rest, [(times, offsets)], [entry["fits"][0]["parameters"]["damping"]["value"]])
                entry["restFree"] = inference.reported(free, ["rest", *NAMES["bounce"]])["parameters"]
            yield entry


def agrees(entry):
    """Whether the manifest's value and verdicts come out."""
    expect, first = entry["expected"], entry["fits"][0]
    found = first.get("constantDeceleration") or first["parameters"].get(expect.get("parameter"), {}).get("value")
    return {
        "value": None if "value" not in expect else
        bool(abs(found - expect["value"]) <= expect["relativeTolerance"] * abs(expect["value"])),
        "verdict": first["adequacy"]["verdict"] == expect["adequacy"],
        "verdictIfExactHolds": first["adequacy"]["verdictIfExactHolds"] == expect["adequacy"],
        "decelerationVerdict": None if "decelerationAdequacy" not in expect else
        entry["fits"][1]["adequacy"]["verdict"] == expect["decelerationAdequacy"]}


def recorded_bounces():
    """The iOS series, rest fixed at the baseline: the law must hold."""
    for name, entry in ios.recordings().items():
        _, best, _ = ios.separate(entry, ios.INTERVALS["0.0167"])
        verdict = adequacy(best, [mp.mpf(y) for y in entry["offsets"]], entry["grid"])
        yield {"series": name, "must": "holds", "right": verdict["verdict"] == "holds", "adequacy": verdict}


def main():
    found = list(segments())
    for entry in found:
        entry["agrees"] = agrees(entry)
    data.write("traces.json", {"segments": found, "iosBounces": list(recorded_bounces())})


if __name__ == "__main__":
    main()
