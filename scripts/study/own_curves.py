#!/usr/bin/env python3
"""Counts how often the constants of engines' own curves lie within 1.96 standard errors: own_curves.py SCROLLFIT SEED COUNT [ENGINE ...]

Flings of Chromium and Android and returns of Kivy 2 are drawn here from the engines' formulas, as recorders give them: noisy clocks and clocks of
whole milliseconds, offsets rounded to device pixels, dropped and repeated frames. Each is fitted by `scrollfit fit --like ENGINE`, which finds the
phases itself. A row is a constant under one condition: the recordings in which the tool has it, the share that holds the truth, the median of the
errors in standard errors, and the median standard error.
"""

import math
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GRAVITY = 9.80665 * 39.37 * 0.84  # inch/s2 times the friction of the look, OverScroller.java
DENSITY = 3
TRUTH = {
    "duration deceleration": 2300, "distance deceleration": 2.7559e-5 * 96e6, "fling friction": 0.015, "bounce friction": 0.05 / 0.017,
    "edge damping": 0.25, "spring constant": 2, "softness": 200}
REST, DRAG = 0.25, 0.16


def bezier(x1, y1, x2, y2, time):
    low, high = 0.0, 1.0
    for _ in range(60):
        s = (low + high) / 2
        if 3 * x1 * s * (1 - s) ** 2 + 3 * x2 * s * s * (1 - s) + s ** 3 < time:
            low = s
        else:
            high = s
    return 3 * y1 * s * (1 - s) ** 2 + 3 * y2 * s * s * (1 - s) + s ** 3


def chromium(speed):
    """physics_based_fling_curve.cc"""
    duration, distance = speed / 2300, speed * speed / (2 * TRUTH["distance deceleration"])
    slope = speed * duration / distance
    x1, y1 = (0.2, 0.2 * slope) if 0.2 * slope < 1 else (1 / slope, 1.0)
    return lambda t: distance * bezier(x1, y1, 0.55, 1.0, t / duration) if t < duration else distance


def spline():
    """The table of OverScroller.java."""
    table, low = [], 0.0
    for row in range(100):
        high = 1.0
        while True:
            x = low + (high - low) / 2
            time = 3 * x * (1 - x) * ((1 - x) * 0.175 + x * 0.35) + x ** 3
            if abs(time - row / 100) < 1e-5:
                break
            low, high = (low, x) if time > row / 100 else (x, high)
        table.append(3 * x * (1 - x) * ((1 - x) * 0.5 + x) + x ** 3)
    return table + [1.0]


SPLINE = spline()


def android(speed):
    """OverScroller.java: whole milliseconds, whole pixels."""
    scale, power = 0.015 * GRAVITY * DENSITY * 160, math.log(0.78) / math.log(0.9)
    share = math.log(0.35 * speed * DENSITY / scale)
    duration, distance = int(1000 * math.exp(share / (power - 1))), int(scale * math.exp(power / (power - 1) * share))

    def offset(t):
        if int(1000 * t) >= duration:
            return distance / DENSITY
        part = int(1000 * t) / duration
        row = int(100 * part)
        return round(distance * (SPLINE[row] + (100 * part - row) * (SPLINE[row + 1] - SPLINE[row]))) / DENSITY
    return offset


def fling(rng, free, speed, duration, rate, jitter=0.0, whole=False, grid=0.0, dropped=0.0, repeated=0.0):
    """Rest, a finger that gains speed, the fling and rest."""
    def drag(t):
        return speed * DRAG * ((t / DRAG) ** 3 - 0.5 * (t / DRAG) ** 4)
    rows, before, release = [], None, REST + DRAG
    for frame in range(int((release + duration + 0.4) * rate)):
        t = frame / rate
        y = 0.0 if t < REST else drag(t - REST) if t < release else drag(DRAG) + free(t - release)
        y = round(y / grid) * grid if grid else y
        moves = REST < t < release + duration
        shown = before if moves and before is not None and rng.random() < repeated else y
        before = y
        stamp = t + (rng.gauss(0, jitter) if jitter else 0)
        stamp = math.floor(stamp * 1000) / 1000 if whole else stamp
        if not (moves and rng.random() < dropped):
            rows.append((stamp, shown))
    return increasing(sorted(rows))


def kivy(rng, speed, rate, late=1e-4, uneven=True, whole=False, grid=0.0):
    """kinetic.py and dampedscroll.py: a fling into an edge, stepped by frames that are read a little after they began."""
    end, rows = 1000.0, []
    start = end - 120 - speed * 0.1
    rows += [(frame / rate, start) for frame in range(int(0.25 * rate))]
    rows += [(rows[-1][0] + (frame + 1) / rate, start + speed * 0.1 * (frame + 1) / int(0.1 * rate)) for frame in range(int(0.1 * rate))]
    (t, y), beyond, velocity, still = rows[-1], 0.0, speed, 0
    while still < 0.4 * rate:
        step = 1 / rate
        if uneven:
            chance = rng.random()
            step *= (1.3 if chance < 0.15 else 1.6 if chance < 0.2 else 1) * (1 + 0.03 * rng.gauss(0, 1))
        t += step
        if still or abs(velocity) <= 0.5 and beyond == 0:
            still += 1
        else:
            force = velocity * 0.05 * step / 0.017
            if abs(beyond) > 0.5:
                force += velocity * 0.25 + beyond * 2.0
            else:
                beyond = 0.0
            returns = beyond > 0 and velocity < 0
            velocity -= force
            y += velocity * step / (1 + abs(beyond) / 200)
            if returns and y < end:
                y, velocity, beyond, still = end, 0.0, 0.0, 1
            else:
                beyond = max(0.0, y - end)
        rows.append((t, y))
    stamps = [t + abs(rng.gauss(0, late)) for t, _ in rows]
    return increasing([
        (math.floor(stamp * 1000) / 1000 if whole else stamp, round(y / grid) * grid if grid else y) for stamp, (_, y) in zip(stamps, rows)])


def increasing(rows):
    kept = []
    for row in rows:
        if not kept or row[0] > kept[-1][0]:
            kept.append(row)
    return kept


FLINGS = {
    "60 Hz, 1 px": {"rate": 60, "grid": 1.0},
    "60 Hz, jitter 1 ms, 1 px": {"rate": 60, "grid": 1.0, "jitter": 1e-3},
    "60 Hz, whole ms, 1/3 px": {"rate": 60, "grid": 1 / 3, "whole": True},
    "60 Hz, whole ms, 1/2 px, 3 % dropped, 3 % repeated": {"rate": 60, "grid": 0.5, "whole": True, "dropped": 0.03, "repeated": 0.03},
    "120 Hz, jitter 0.5 ms, not rounded": {"rate": 120, "jitter": 5e-4},
}
RETURNS = {
    "60 Hz, read 0.1 ms late": {"rate": 60}, "77 Hz, read 0.3 ms late": {"rate": 77, "late": 3e-4},
    "60 Hz, whole ms": {"rate": 60, "whole": True, "late": 0.0}, "60 Hz, even frames": {"rate": 60, "uneven": False, "late": 0.0},
    "60 Hz, read 0.1 ms late, 1/2 px": {"rate": 60, "grid": 0.5},
}


def draw(engine, rng, condition):
    if engine == "Kivy 2":
        return kivy(rng, rng.uniform(800, 3000), **condition)
    speed = math.exp(rng.uniform(math.log(600), math.log(3500)))
    if engine == "Chromium":
        return fling(rng, chromium(speed), speed, speed / 2300, **condition)
    return fling(rng, android(speed), speed, 2.5, **condition)


def fitted(binary, rows, engine):
    """The constants of the short report: name, value and standard error."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "drawn.csv"
        head = f"# scale: {DENSITY}\n" if engine == "Android" else ""
        file.write_text(head + "t,y\n" + "".join(f"{t:.7f},{y:.10g}\n" for t, y in rows))
        text = subprocess.run([binary, "fit", str(file), "--like", engine], capture_output=True, text=True).stdout
    for line in text.splitlines():
        row = re.match(r"  (\S.*?\S)\s{2,}([\d.e+-]+) ± ([\d.e+-]+)(?: \S+)?\s{2,}(\S.*)$", line)
        name = row and next((name for name in TRUTH if row[1].split(" at ")[0].endswith(name)), None)
        if name and "another" not in row[4]:
            yield name, float(row[2]), float(row[3])


def main():
    binary, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for engine in sys.argv[4:] or ["Chromium", "Android", "Kivy 2"]:
        for condition, values in (RETURNS if engine == "Kivy 2" else FLINGS).items():
            rng = random.Random(f"{seed} {engine} {condition}")
            found = {}
            for _ in range(count):
                for name, value, error in fitted(binary, draw(engine, rng, values), engine):
                    found.setdefault(name, []).append((abs(value - TRUTH[name]) / error, error / TRUTH[name]))
            for name, scores in found.items():
                held = sum(z <= 1.96 for z, _ in scores) / len(scores)
                middle = [sorted(column)[len(scores) // 2] for column in zip(*scores)]
                print(f"| {engine} | {condition} | {name} | {len(scores)} of {count} | {100 * held:.0f} % | {middle[0]:.2f} | {100 * middle[1]:.2g} % |", flush=True)


if __name__ == "__main__":
    main()
