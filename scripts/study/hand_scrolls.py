#!/usr/bin/env python3
"""Counts the verdicts of `fit --like`, `compare --like` or `expect` on sessions without touches in which a hand scrolls too.

    python3 scripts/study/hand_scrolls.py SCROLLFIT --count 40 --seed 1 --verb compare

A session has four to seven flings of one engine between rests, and none, one or two scrolls by a hand that
does not fling: it moves evenly, with a tremor, and stops within a frame or some, or it slows down to a stop
as hands do. The curves are those of flings.py; they share no code with the program. Flings are also made by
a changed app, all of them or the fastest alone: those must not be taken for the engine's. Times are exact,
noisy, in whole milliseconds, or of a recorder that repeats and drops frames.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import random
import subprocess
import tempfile
from pathlib import Path

import flings

MARKS = {"same": "✓", "undecided": "?", "different": "✗"}
CLOCKS = ("exact", "0.5 ms", "whole ms", "repeats and drops")


def exponential(decay):
    def fling(speed):
        return lambda time: speed / decay * (1 - math.exp(-decay * time)), math.log(speed / 0.2) / decay

    return fling


def changed(engine, factor):
    """An engine that slows down faster: its velocity falls as after factor times as long."""

    def fling(speed):
        way, duration = engine(speed)
        return lambda time: way(factor * time) / factor, duration / factor

    return fling


ENGINES = {
    "UIScrollView": exponential(-1000 * math.log(0.998)),
    "Android": flings.android,
    "Flutter Android": flings.flutter,
    "Chromium, expcurve": flings.chromium,
}
# Flings of the engine, of a changed app, and of one of which the fastest alone is changed; scrolls by a hand.
CONDITIONS = {
    "no hand": (1.0, 1.0, 0),
    "one scroll by a hand": (1.0, 1.0, 1),
    "two scrolls by a hand": (1.0, 1.0, 2),
    "changed by a quarter": (1.25, 1.25, 0),
    "changed by a quarter, one by a hand": (1.25, 1.25, 1),
    "changed by a quarter, two by a hand": (1.25, 1.25, 2),
    "the fastest changed by a half": (1.0, 1.5, 0),
    "the fastest changed by a half, one by a hand": (1.0, 1.5, 1),
}


def dragged(generator):
    """A hand's way without a fling, and how long it takes."""
    if generator.random() < 0.5:
        duration = generator.uniform(0.25, 0.9)
        return flings.stroke(generator, generator.uniform(60, 900), duration), duration
    # At a speed that changes little, up to a stop.
    duration, speed = generator.uniform(0.25, 0.8), math.exp(generator.uniform(math.log(150), math.log(1200)))
    drift, period = generator.uniform(-0.3, 0.3), generator.uniform(0.1, 0.3)
    rise, stop, tremor = generator.uniform(0.02, 0.08), generator.uniform(0.005, 0.06), generator.uniform(0, 0.1)
    ways, steps = [0.0], 2000
    for step in range(steps):
        time = (step + 0.5) * duration / steps
        even = 1 + drift * time / duration + tremor * math.sin(2 * math.pi * time / period)
        ways.append(ways[-1] + speed * duration / steps * even * min(1, time / rise, (duration - time) / stop))
    return lambda time: ways[int(steps * min(max(time / duration, 0), 1))], duration


def flung(generator, engine, speed):
    """A finger that gains speed, and the engine's fling from there."""
    drag, rise = generator.uniform(0.08, 0.3), generator.uniform(0.5, 1.5)
    way, duration = engine(speed)
    pulled = speed * drag / (rise + 1)

    def moved(time):
        return pulled * max(0, min(time / drag, 1)) ** (rise + 1) + (way(min(time - drag, duration)) if time > drag else 0)

    return moved, drag + duration


def session(generator, engine, condition, clock):
    """The times and offsets of a session."""
    factor, fastest, hands = CONDITIONS[condition]
    speeds = [math.exp(generator.uniform(math.log(400), math.log(4000))) for _ in range(generator.randint(4, 7))]
    gestures = [
        flung(generator, changed(ENGINES[engine], fastest if speed == max(speeds) else factor), speed) for speed in speeds]
    for _ in range(hands):
        gestures.insert(generator.randint(0, len(gestures)), dragged(generator))
    rate, grid = generator.choice(flings.RATES), generator.choice(flings.GRIDS)
    parts, begin, origin = [], generator.uniform(0.3, 0.8), generator.uniform(-3000, 3000)
    for moved, duration in gestures:
        sign = generator.choice((-1, 1))
        parts.append((begin, duration, sign, moved))
        begin += duration + generator.uniform(0.5, 1.2)

    def offset(time):
        return origin + sum(sign * moved(min(time - start, duration)) for start, duration, sign, moved in parts if time > start)

    phase, times, offsets = generator.random() / rate, [], []
    for frame in range(int(begin * rate)):
        time = phase + frame / rate
        shown = round(offset(time) / grid) * grid
        if clock == "repeats and drops":
            if generator.random() < 0.03:
                continue
            if offsets and generator.random() < 0.03:
                shown = offsets[-1]
        noise = generator.gauss(0, 0.0005) if clock == "0.5 ms" else 0
        times.append(round(time + noise, 3 if clock == "whole ms" else 6))
        offsets.append(shown)
    return times, offsets


def judged(scrollfit, verb, engine, path):
    """The verdict of a verb on a recording, - for none, and its report."""
    if verb == "fit":
        command = ["fit", path, "--quiet", "--like", engine]
    elif verb == "compare":
        command = ["compare", "--like", engine, path, "--format", "json"]
    else:
        rules = path.with_suffix(".toml")
        rules.write_text(f'like = "{engine}"\n')
        command = ["expect", rules, path, "--format", "json"]
    run = subprocess.run([scrollfit, *command], capture_output=True, text=True, check=False)
    if verb == "fit":
        mark = next((mark for mark in MARKS.values() if f": {mark} " in run.stdout), "-")
        return mark, f"{run.stdout.strip()}{run.stderr.strip()}"
    report = json.loads(run.stdout or "{}")
    rule = report.get("rules", [report])[0]
    return MARKS.get(rule.get("verdict"), "-"), rule.get("sentence", run.stderr.strip())


def verdict(scrollfit, verb, folder, engine, condition, clock, seed, index):
    generator = random.Random(f"{seed} {engine} {condition} {clock} {index}")
    path = Path(folder) / f"{engine} {condition} {clock} {index}.csv"
    times, offsets = session(generator, engine, condition, clock)
    path.write_text("t,y\n" + "".join(f"{t!r},{y:.6f}\n" for t, y in zip(times, offsets)))
    mark, report = judged(scrollfit, verb, engine, path)
    return mark, f"{condition} | {clock} | {index} | {mark} | {report}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scrollfit")
    parser.add_argument("--count", type=int, default=10, help="sessions of each engine, condition and clock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verb", choices=("fit", "compare", "expect"), default="fit")
    parser.add_argument("--engine", choices=ENGINES, action="append")
    parser.add_argument("--keep", help="folder for the sessions and a list of the verdicts")
    arguments = parser.parse_args()
    print("| engine | session | ✓ | ? | ✗ | - |\n|---|---|---:|---:|---:|---:|")
    lines = []
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = arguments.keep or temporary
        Path(folder).mkdir(exist_ok=True)
        for engine in arguments.engine or ENGINES:
            for condition in CONDITIONS:
                jobs = [
                    pool.submit(verdict, arguments.scrollfit, arguments.verb, folder, engine, condition, clock, arguments.seed, index)
                    for clock in CLOCKS for index in range(arguments.count)]
                found = [job.result() for job in jobs]
                marks = collections.Counter(mark for mark, _ in found)
                lines += [line for _, line in found]
                print(f"| {engine} | {condition} | " + " | ".join(str(marks[mark]) for mark in "✓?✗-") + " |", flush=True)
        if arguments.keep:
            (Path(folder) / "verdicts.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
