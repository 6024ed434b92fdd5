#!/usr/bin/env python3
"""Compares the gains that `scrollfit check` promises with those of recordings that have what it asks for.

    python3 scripts/study/check_gains.py SCROLLFIT --count 60 --seed 1

Flings x(t) = x0 + v/k (1 - e^(-kt)) at 60 Hz in thirds of a point, after a rest and a finger that moves at v; they share no code with the
program. Three questions, each asked of the errors that estimates truly have over all recordings:

velocity  two flings at v and 1.2 v; the error promised for the slope of k over log2 v with a fling at 4 v, and that of recordings with one
clock     a fling whose times err by 1 ms (--clock recorded); the factor promised for exact times, and that of the estimates' errors
release   the finger's velocity by a line through its last 100 ms, at 60 Hz and at 120 Hz
"""

import argparse
import json
import math
import random
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

GRID = 1 / 3  # pt
RATE = 60.0  # Hz
JITTER = 0.001  # s
REST, DRAG = 0.3, 0.25  # s


def recording(rng, velocity, constant, jitter=0.0, rate=RATE):
    """A rest, a finger at the velocity, the fling to its end: the lines of a scrolltrace, and the finger's samples."""
    phase = rng.random() / rate
    start, origin = REST + DRAG, rng.uniform(0, 1)
    end = start + math.log(velocity / 5) / constant + 0.4
    lines = ['{"format":"scrolltrace","version":1,"scale":3}']
    finger = []
    for index in range(int(end * rate)):
        time = index / rate + phase
        travel = velocity * min(max(time - REST, 0), DRAG)
        glide = velocity / constant * (1 - math.exp(-constant * max(0, time - start)))
        pulled = round(travel / GRID) * GRID
        offset = round((origin + travel + glide) / GRID) * GRID
        state = "idle" if time < REST else "dragging" if time < start else "decelerating"
        if state == "dragging":
            finger.append((time, pulled))
        recorded = time + (rng.gauss(0, jitter) if jitter else 0) + 1
        lines.append(json.dumps({"t": recorded, "y": offset, "py": pulled, "state": state}))
    return lines, finger


def run(binary, verb, lines, *options):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "recording.ndjson"
        file.write_text("\n".join(lines) + "\n")
        done = subprocess.run([binary, verb, str(file), "--format", "json", *options], capture_output=True, text=True, check=False)
        return json.loads(done.stdout) if done.stdout else None


def item(report, subject):
    found = next(item for item in report["recordings"][0]["items"] if item["subject"] == subject)
    return f"{found['finding']} {found['advice'] or ''}"


def constants(report):
    """(velocity, decay constant, its error) of each fling that is fitted by the model of the simulation."""
    found = []
    for fit in (report or {"fits": []})["fits"]:
        values = {value["name"]: value for value in fit["parameters"]}
        if fit["model"] == "deceleration" and values["decayConstant"]["standardError"]:
            found.append((values["initialVelocity"]["value"], values["decayConstant"]["value"], values["decayConstant"]["standardError"]))
    return found


def slope(points):
    """The weighted line of k over log2 v."""
    weights = [1 / error**2 for _, _, error in points]
    places = [math.log2(abs(velocity)) for velocity, _, _ in points]
    mean = sum(w * x for w, x in zip(weights, places)) / sum(weights)
    scatter = sum(w * (x - mean) ** 2 for w, x in zip(weights, places))
    return sum(w * (x - mean) * k for w, x, (_, k, _) in zip(weights, places, points)) / scatter


def rms(values):
    return math.sqrt(statistics.fmean(value * value for value in values)) if values else math.nan


def velocity_gain(binary, rng, count):
    promised, errors, skipped = [], [], 0
    for _ in range(count):
        constant, velocity = rng.uniform(1.5, 4), rng.uniform(250, 700)
        two = recording(rng, velocity, constant)[0] + recording(rng, 1.2 * velocity, constant)[0]
        text = item(run(binary, "check", two), "velocityDependence")
        match = re.search(r"doubling of the velocity is known to ± ([\d.e-]+) 1/s instead of", text)
        three = constants(run(binary, "fit", two + recording(rng, 4 * velocity, constant)[0]))
        if not match or len(three) != 3:
            skipped += 1
            continue
        promised.append(float(match[1]))
        errors.append(slope(three) / promised[-1])
    print(f"velocity: {len(errors)} recordings, {skipped} without an answer; slope of k over log2 v, true 0: error/promised, rms {rms(errors):.2f}")


def clock_gain(binary, rng, count):
    factors, late, exact, skipped = [], [], [], 0
    for _ in range(count):
        constant, velocity = rng.uniform(1.5, 4), rng.uniform(1500, 4000)
        state = rng.getstate()
        jittered = recording(rng, velocity, constant, JITTER)[0]
        rng.setstate(state)
        text = item(run(binary, "check", jittered, "--clock", "recorded"), "clock")
        match = re.search(r"the error of decayConstant is ([\d.]+) times smaller", text)
        pair = [constants(run(binary, "fit", lines, "--clock", "recorded")) for lines in (jittered, recording(rng, velocity, constant)[0])]
        if not match or any(len(found) != 1 for found in pair):
            skipped += 1
            continue
        factors.append(float(match[1]))
        late.append(pair[0][0][1] / constant - 1)
        exact.append(pair[1][0][1] / constant - 1)
    print(f"clock: {len(factors)} recordings, {skipped} without an answer; promised {statistics.median(factors or [math.nan]):.2f} (median), "
          f"relative errors of k, rms: {rms(late):.2e} with 1 ms, {rms(exact):.2e} with exact times, {rms(late) / rms(exact):.2f} times")


def line(samples):
    mean = statistics.fmean(time for time, _ in samples)
    return sum((time - mean) * y for time, y in samples) / sum((time - mean) ** 2 for time, _ in samples)


def release_gain(binary, rng, count):
    now, then, errors, faster = [], [], [], []
    for _ in range(count):
        constant, velocity = rng.uniform(1.5, 4), rng.uniform(300, 2000)
        lines, finger = recording(rng, velocity, constant)
        match = re.search(r"known to ± ([\d.e-]+) pt/s, at twice the rate to ± ([\d.e-]+)", item(run(binary, "check", lines), "release"))
        if not match:
            continue
        now.append(float(match[1]))
        then.append(float(match[2]))
        errors.append(line(finger[-7:]) - velocity)
        faster.append(line(recording(rng, velocity, constant, rate=2 * RATE)[1][-13:]) - velocity)
    print(f"release: {len(now)} recordings; promised {statistics.median(now or [math.nan]):.3g} pt/s, true rms {rms(errors):.3g}; at twice the rate "
          f"promised {statistics.median(then or [math.nan]):.3g}, true rms {rms(faster):.3g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for gain in (velocity_gain, clock_gain, release_gain):
        gain(options.binary, random.Random(options.seed), options.count)


if __name__ == "__main__":
    main()
