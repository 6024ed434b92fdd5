#!/usr/bin/env python3
"""Judges what `fit` says of UIScrollView sessions that were recorded with the finger: scripts/study/touches.py [--binary FILE] [--seed N] [--count N]

Each session has a fling into the content's start, two held pulls beyond it and a fling to rest, by docs/scenarios.md and docs/release.md and
without a line of the Swift simulator. The recorder counts the finger's travel from each touch or goes on, has a slop of 0 or 10 pt, offsets
on a grid of 1, 1/2 or 1/3 pt or off by 0.5 pt (a standard deviation) on none, a display of 60 or 120 Hz, times in µs with noise or in whole ms, two in a hundred frames missing.
A row of the table for each condition: sessions whose phases are the true ones, constants whose interval of 99.73 % (three standard deviations) holds the truth, sessions with an error.
"""
import argparse
import json
import math
import random
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VIEWPORT, CONTENT = 812.0, 4000.0  # pt
TRUTH = {"coefficient": 0.55, "dimension": VIEWPORT, "damping": 10.9, "decayConstant": -1000 * math.log(0.998)}
STOP_SPEED = 10.0  # pt/s
RETURN_DELAY = 0.007  # s from the release of a held pull to its return
TRAVELS = ("from each touch", "goes on")
GRIDS = (1.0, 1 / 2, 1 / 3, None)  # pt; None for noise
NOISE = 0.5  # pt


@dataclass
class Segment:
    kind: str
    end: float  # s
    offset: object  # of the time, pt
    travel: object = None  # of the finger since it came down, of the time, pt; None without a finger
    state: str = "idle"


def band(travel):
    return (1 - 1 / (travel * TRUTH["coefficient"] / VIEWPORT + 1)) * VIEWPORT


def return_speed(displacement):
    square = displacement * displacement
    return (5.470122 + 4.825567 * square / (165.8656**2 + square)) * displacement


class Session:
    """A session as a list of segments, each from the end of the one before."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.slop = self.random.choice((0.0, 10.0))
        self.segments = []
        self.offset, self.time = self.random.uniform(250, 700), 0.0
        self.rest()
        self.fling(-self.random.uniform(2500, 4500))
        for _ in range(2):
            self.pull(self.random.uniform(80, 450))
        self.fling(self.random.uniform(1500, 3500))

    def add(self, kind, duration, offset, travel=None, state="idle"):
        start = self.time
        self.segments.append(Segment(kind, start + duration, lambda t: offset(t - start),
                                     travel and (lambda t: travel(t - start)), state))
        self.time += duration
        self.offset = offset(duration)

    def rest(self):
        at = self.offset
        self.add("rest", self.random.uniform(0.3, 0.8), lambda t: at)

    def touch(self, sense):
        """A finger comes down and moves by the slop, at even speed, before the content follows."""
        at, duration = self.offset, self.random.uniform(0.02, 0.08)
        self.add("rest", duration, lambda t: at, lambda t: sense * self.slop * t / duration, "tracking")

    def fling(self, velocity):
        sense = math.copysign(1, velocity)
        self.touch(sense)
        start, duration, power = self.offset, self.random.uniform(0.06, 0.12), self.random.uniform(0.4, 1.2)
        path = lambda t: velocity * duration / (power + 1) * (t / duration) ** (power + 1)  # noqa: E731
        self.add("drag", duration, lambda t: start + path(t), lambda t: sense * self.slop + path(t), "dragging")
        at, decay = self.offset, TRUTH["decayConstant"]
        glide = lambda t: at - velocity / decay * math.expm1(-decay * t)  # noqa: E731
        if at + velocity / decay < 0:
            hit = -math.log1p(at * decay / velocity) / decay
            speed = velocity * math.exp(-decay * hit)
            self.add("deceleration", hit, glide, state="decelerating")
            self.spring(0.0, speed)
        else:
            self.add("deceleration", math.log(abs(velocity) / STOP_SPEED) / decay, glide, state="decelerating")
        self.rest()

    def spring(self, displacement, velocity):
        damping = TRUTH["damping"]
        slope = velocity + damping * displacement
        curve = lambda t: (displacement + slope * t) * math.exp(-damping * t)  # noqa: E731
        last = max(n for n in range(3000) if abs(curve(n / 1000)) > 0.1) / 1000
        self.add("bounce", last, curve, state="decelerating")
        self.offset = 0.0

    def pull(self, travel):
        """A finger from rest to rest, held beyond the edge and let go."""
        self.touch(-1)
        duration, hold = self.random.uniform(0.3, 0.6), self.random.uniform(0.1, 0.4)
        path = lambda t: travel * (lambda u: u * u * (3 - 2 * u))(min(t / duration, 1))  # noqa: E731
        self.add("rubberBand", duration, lambda t: -band(path(t)), lambda t: -self.slop - path(t), "dragging")
        at = self.offset
        self.add("rest", hold, lambda t: at, lambda t: -self.slop - travel, "dragging")
        self.add("rest", RETURN_DELAY, lambda t: at, state="decelerating")
        self.spring(at, return_speed(-at))
        self.rest()

    def recorded(self, grid, rate, clock, counting, states):
        """The lines of a scrolltrace."""
        header = {"format": "scrolltrace", "version": 1, "viewport": {"width": 375, "height": VIEWPORT},
                  "contentSize": {"width": 375, "height": CONTENT}}
        lines, total, last, stamp, frame, current = [json.dumps(header)], 0.0, 0.0, -math.inf, 0, 0
        while (time := frame / rate) < self.time:
            frame += 1
            if self.random.random() < 0.02 and len(lines) > 1:
                continue
            while self.segments[current].end <= time:
                before = self.segments[current]
                if before.travel and not self.segments[current + 1].travel:
                    total, last = total + before.travel(before.end), before.travel(before.end)
                current += 1
            segment = self.segments[current]
            touched = segment.travel(time) if segment.travel else None
            if counting == "goes on":
                travel = total + (touched or 0.0)
            else:
                travel = last if touched is None else touched
            noted = round(time + self.random.gauss(0, 0.0003), 6) if clock == "noisy µs" else round(time, 3)
            stamp = max(noted, stamp + 1e-6)
            offset = segment.offset(time)
            shown = round(offset / grid) * grid if grid else offset + self.random.gauss(0, NOISE)
            sample = {"t": round(stamp, 6), "y": round(shown, 9), "py": round(travel * 3) / 3}
            if states:
                sample["state"] = segment.state
            lines.append(json.dumps(sample))
        return "\n".join(lines) + "\n"

    def phases(self):
        """The kinds of the phases; neighboring rests are one."""
        kinds = [segment.kind for segment in self.segments]
        return [kind for index, kind in enumerate(kinds) if index == 0 or kinds[index - 1] != kind]


def judged(binary, file, truth):
    """True if the phases are the true ones; of each constant whether its interval holds the truth and its error in standard errors; the status."""
    run = subprocess.run([binary, "fit", str(file), "--axis", "y", "--confidence", "0.9973", "--format", "json"], capture_output=True, text=True)
    if not run.stdout:
        return False, {}, run.returncode
    report = json.loads(run.stdout)
    found = [phase["kind"] for phase in report["recordings"][0]["phases"]]
    errors = {}
    for fit in report["fits"]:
        for parameter in fit["parameters"]:
            true = TRUTH.get(parameter["name"])
            error = parameter.get("standardError")
            if true is not None and error:
                low, high = parameter["interval"]
                errors.setdefault(parameter["name"], []).append((low <= true <= high, (parameter["value"] - true) / error))
    return found == truth, errors, run.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/scrollfit"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=192)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        for index in range(arguments.count):
            session = Session(f"{arguments.seed}/{index}")
            grid, rate, clock = GRIDS[index % 4], (60, 120)[index // 4 % 2], ("noisy µs", "ms")[index // 8 % 2]
            counting, states = TRAVELS[index // 16 % 2], index // 32 % 2 == 0
            file = folder / f"{index:03}.ndjson"
            file.write_text(session.recorded(grid, rate, clock, counting, states))
            rows.append(({"grid": f"{grid:.2g} pt" if grid else "noise", "rate": f"{rate} Hz", "clock": clock, "travel": counting,
                          "states": "states" if states else "no states", "slop": f"slop {session.slop:g} pt"},
                         *judged(arguments.binary, file, session.phases())))
    groups = [("all", rows)]
    for name in rows[0][0]:
        groups += [(value, [row for row in rows if row[0][name] == value]) for value in sorted({row[0][name] for row in rows})]
    print("| sessions | phases true |" + "".join(f" {name} |" for name in TRUTH) + " status 0 |")
    print("|---|---|" + "---|" * len(TRUTH) + "---|")
    for title, group in groups:
        cells = []
        for name in TRUTH:
            errors = [error for row in group for error in row[2].get(name, [])]
            held = sum(isHeld for isHeld, _ in errors)
            cells.append(f"{held} of {len(errors)}, median {statistics.median(error for _, error in errors):+.2f}" if errors else "none")
        print(f"| {title} | {sum(row[1] for row in group)} of {len(group)} | " + " | ".join(cells)
              + f" | {sum(row[3] == 0 for row in group)} |")


if __name__ == "__main__":
    main()
