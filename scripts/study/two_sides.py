#!/usr/bin/env python3
"""Counts the verdicts of `compare A B` on two sessions of one engine, and on one of a changed app beside it.

    python3 scripts/study/two_sides.py SCROLLFIT --count 4 --seed 1

Both sides are sessions of hand_scrolls.py, each with its own flings, display and pixels: no motion of one has the
velocity of one of the other. A gate must pass the unchanged app, of an engine of the catalogue or of another one, and stop the changed one. The curves follow the
engines' sources and share no code with the program.
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
import hand_scrolls

# How much faster the flings slow down on each side, and the fastest of them.
CONDITIONS = {
    "unchanged": ((1.0, 1.0), (1.0, 1.0)),
    "unchanged, of other constants": ((1.25, 1.25), (1.25, 1.25)),
    "changed by a twentieth": ((1.0, 1.0), (1.05, 1.05)),
    "changed by a quarter": ((1.0, 1.0), (1.25, 1.25)),
    "the fastest changed by a half": ((1.0, 1.0), (1.0, 1.5)),
}
MARKS = {"same": "✓", "undecided": "?", "different": "✗"}


def constant(deceleration):
    """Qt Flickable: a constant deceleration."""

    def fling(speed):
        duration = speed / deceleration
        return lambda time: speed * min(time, duration) - deceleration * min(time, duration) ** 2 / 2, duration

    return fling


def bezier(speed):
    """Chromium, PhysicsBasedFlingCurve, on a screen of 96 px an inch, in a viewport of 812 px."""
    duration = min(speed / 2300, 2.0)
    distance = min(speed**2 / (2 * 2.7559e-5 * 96e6), 3 * 812)
    slope = speed * duration / distance
    first = (0.2, 0.2 * slope) if 0.2 * slope < 1 else (1 / slope, 1.0)

    def cubic(share, one, two):
        return 3 * share * (1 - share) * ((1 - share) * one + share * two) + share**3

    def way(time):
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if cubic(middle, first[0], 0.55) < time / duration else (low, middle)
        return distance * cubic(low, first[1], 1.0)

    return way, duration


def better_scroll(speed):
    """better-scroll 2: as far as a constant deceleration leads, along 1 + (u - 1)^5."""
    duration, distance = min(2.5, 2 * speed / 1500), speed**2 / 1500
    return lambda time: distance * (1 + (min(time / duration, 1) - 1) ** 5), duration


def stopping(decay, stop):
    """Firefox: an exponential deceleration that stops at a speed."""

    def fling(speed):
        duration = math.log(speed / stop) / decay
        return lambda time: speed / decay * (1 - math.exp(-decay * min(time, duration))), duration

    return fling


ENGINES = hand_scrolls.ENGINES | {
    "AppKit": flings.appkit,
    "Qt Flickable": constant(1500.0),
    "Chromium": bezier,
    "better-scroll 2": better_scroll,
    "Firefox": stopping(-1000 * math.log(0.998), 10.0),
}


def written(path, generator, engine, condition, clock):
    times, offsets = hand_scrolls.session(generator, engine, condition, clock)
    path.write_text("t,y\n" + "".join(f"{t!r},{y:.6f}\n" for t, y in zip(times, offsets)))


def verdict(scrollfit, folder, engine, condition, clock, seed, index):
    paths = []
    for side in "AB":
        generator = random.Random(f"{seed} {engine} {condition} {clock} {index} {side}")
        paths.append(Path(folder) / f"{engine} {condition} {clock} {index} {side}.csv")
        written(paths[-1], generator, engine, f"{condition} {side}", clock)
    run = subprocess.run([scrollfit, "compare", *paths, "--format", "json"], capture_output=True, text=True, check=False)
    report = json.loads(run.stdout or "{}")
    (Path(folder) / f"{engine} {condition} {clock} {index}.json").write_text(run.stdout or run.stderr)
    return MARKS.get(report.get("verdict"), "-"), clock


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scrollfit")
    parser.add_argument("--count", type=int, default=4, help="pairs of each engine, condition and clock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=ENGINES, action="append")
    parser.add_argument("--condition", choices=CONDITIONS, action="append")
    parser.add_argument("--hands", type=int, default=0, help="scrolls by a hand on each side")
    parser.add_argument("--by-clock", action="store_true", help="a row for each clock")
    parser.add_argument("--keep", help="folder for the sessions and the reports")
    arguments = parser.parse_args()
    hand_scrolls.ENGINES.update(ENGINES)
    for condition, sides in CONDITIONS.items():
        for side, factors in zip("AB", sides):
            hand_scrolls.CONDITIONS[f"{condition} {side}"] = (*factors, arguments.hands)
    print("| engine | B | ✓ | ? | ✗ | - |\n|---|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = arguments.keep or temporary
        Path(folder).mkdir(exist_ok=True)
        for engine in arguments.engine or ENGINES:
            for condition in arguments.condition or CONDITIONS:
                jobs = [
                    pool.submit(verdict, arguments.scrollfit, folder, engine, condition, clock, arguments.seed, index)
                    for clock in hand_scrolls.CLOCKS for index in range(arguments.count)]
                found = [job.result() for job in jobs]
                for clock in hand_scrolls.CLOCKS if arguments.by_clock else (None,):
                    marks = collections.Counter(mark for mark, own in found if clock in (None, own))
                    name = condition + (f", {clock}" if clock else "")
                    print(f"| {engine} | {name} | " + " | ".join(str(marks[mark]) for mark in "✓?✗-") + " |", flush=True)


if __name__ == "__main__":
    main()
