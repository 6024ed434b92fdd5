#!/usr/bin/env python3
"""Names flings of engines whose curve no segment has, and a hand's stops, without a recorded finger.

    python3 scripts/study/flings.py SCROLLFIT --count 100 --seed 1

Each recording has one gesture between rests: a finger that gains speed and lets go, then the
engine's fling; or a finger that stops. The curves follow the engines' sources and share no code
with the program. A fling counts as found where one phase of that name covers 80 % of it, from
the release until a point is left; a stop of a hand counts as taken for a fling where such a
phase covers half of it.
"""

import argparse
import json
import math
import random
import subprocess
import tempfile
from pathlib import Path

GRIDS = (1.0, 1 / 2, 1 / 3)  # pt
RATES = (60.0, 120.0)  # Hz
SPEEDS = (400.0, 5000.0)  # pt/s, even in its logarithm
CLOCKS = ("exact", "0.3 ms", "whole ms", "drops")
DROPPED = 0.03  # frames that are not recorded
GRAVITY = 9.80665 * 39.37 * 160 * 0.84  # pt/s^2, at 160 pt an inch
FRICTION = 0.015
DECELERATION_RATE = math.log(0.78) / math.log(0.9)


def spline_rows():
    """The rows of OverScroller.SplineOverScroller, by its bisection."""

    def bezier(x, first, second):
        return 3 * x * (1 - x) * ((1 - x) * first + x * second) + x**3

    rows, low = [], 0.0
    for row in range(100):
        high = 1.0
        while True:
            x = low + (high - low) / 2
            time = bezier(x, 0.175, 0.35)
            if abs(time - row / 100) < 1e-5:
                break
            low, high = (low, x) if time > row / 100 else (x, high)
        rows.append(bezier(x, 0.5, 1.0))
    return rows + [1.0]


SPLINE = spline_rows()


def android(speed):
    """AOSP, OverScroller: whole milliseconds, whole points."""
    reference = FRICTION * GRAVITY / 0.35
    duration = int(1000 * (speed / reference) ** (1 / (DECELERATION_RATE - 1))) / 1000
    distance = int(FRICTION * GRAVITY * math.exp(DECELERATION_RATE / (DECELERATION_RATE - 1) * math.log(speed / reference)))

    def way(time):
        position = 100 * min(time / duration, 1)
        row = min(int(position), 99)
        return distance * (SPLINE[row] + (position - row) * (SPLINE[row + 1] - SPLINE[row]))

    return way, duration


def power(speed, exponent, unit):
    duration = (speed / unit) ** (1 / (exponent - 1))
    return lambda time: speed * duration / exponent * (1 - max(0, 1 - time / duration) ** exponent), duration


def flutter(speed):
    """Flutter, ClampingScrollSimulation."""
    reference = FRICTION * GRAVITY / 0.35
    unit = reference * (DECELERATION_RATE * 0.35) ** -(DECELERATION_RATE - 1)
    return power(speed, DECELERATION_RATE, unit)


def appkit(speed):
    """ListViewKit's replica of AppKit."""
    return power(speed, 4.0, 4000.0)


def chromium(speed):
    """Chromium, FlingCurve: position over time by exp(-3.7 t) and a drift of -172 pt/s."""
    decay, drift = 3.7, 172.0
    duration = math.log((speed + drift) / drift) / decay

    def way(time):
        time = min(time, duration)
        return (speed + drift) * (1 - math.exp(-decay * time)) / decay - drift * time

    return way, duration


ENGINES = {"Android": android, "Flutter Android": flutter, "AppKit": appkit, "Chromium, expcurve": chromium}


def stroke(generator, travel, duration):
    """A hand's way from rest to rest, its speed a beta function."""
    rise, fall = generator.uniform(0.4, 1.6), generator.uniform(0.6, 2.5)
    ways = [0.0]
    for step in range(2000):
        share = (step + 0.5) / 2000
        ways.append(ways[-1] + share**rise * (1 - share) ** fall)
    return lambda time: travel * ways[int(2000 * min(max(time / duration, 0), 1))] / ways[-1]


def recording(generator, kind, clock):
    """The times, the offsets, and the true begin and end of what is to be found."""
    rate, grid = generator.choice(RATES), generator.choice(GRIDS)
    sign, rest = generator.choice((-1, 1)), generator.uniform(0.3, 0.8)
    if kind == "hand":
        duration = generator.uniform(0.25, 0.9)
        moved = stroke(generator, generator.uniform(60, 900), duration)
        begin, end = rest, rest + duration
    else:
        speed = math.exp(generator.uniform(*map(math.log, SPEEDS)))
        drag, rise = generator.uniform(0.08, 0.3), generator.uniform(0.5, 1.5)
        way, duration = ENGINES[kind](speed)
        pulled = speed * drag / (rise + 1)

        def moved(time):
            return pulled * max(0, min(time / drag, 1)) ** (rise + 1) + (way(time - drag) if time > drag else 0)

        begin, end = rest + drag, rest + drag + duration
    start, phase = generator.uniform(-3000, 3000), generator.random() / rate
    times, offsets = [], []
    for frame in range(int((end + 0.8) * rate)):
        time = phase + frame / rate
        if clock == "drops" and generator.random() < DROPPED:
            continue
        noise = generator.gauss(0, 0.0003) if clock == "0.3 ms" else 0
        times.append(round(time + noise, 3 if clock == "whole ms" else 6))
        offsets.append(round((start + sign * moved(time - rest)) / grid) * grid)
    settled = max((time for time in times if begin < time < end and abs(moved(time - rest) - moved(end - rest)) > 1), default=end)
    return times, offsets, begin, settled


def covered(phases, first, begin, end):
    """The longest share of a time that one phase called a fling covers."""
    shares = [
        (min(end, first + phase["to"]) - max(begin, first + phase["from"])) / (end - begin)
        for phase in phases
        if phase["kind"] == "deceleration"
    ]
    return max([0.0] + shares)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scrollfit")
    parser.add_argument("--count", type=int, default=100, help="recordings of each kind and clock")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("| % found | " + " | ".join(CLOCKS) + " |\n|---|" + "---:|" * len(CLOCKS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "recording.csv"
        for kind in [*ENGINES, "hand"]:
            cells = []
            for clock in CLOCKS:
                count = 0
                for index in range(arguments.count):
                    generator = random.Random(f"{arguments.seed} {kind} {clock} {index}")
                    times, offsets, begin, end = recording(generator, kind, clock)
                    rows = "".join(f"{t!r},{y:.6f}\n" for t, y in zip(times, offsets))
                    path.write_text("t,y\n" + rows)
                    found = subprocess.run(
                        [arguments.scrollfit, "segment", path, "--format", "json"], capture_output=True, text=True, check=True)
                    phases = json.loads(found.stdout)["recordings"][0]["phases"]
                    share = covered(phases, times[0], begin, end)
                    count += share >= (0.5 if kind == "hand" else 0.8)
                cells.append(f"{100 * count / arguments.count:.0f}")
            print(f"| {kind} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
