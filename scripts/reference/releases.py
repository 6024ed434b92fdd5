#!/usr/bin/env python3
"""Recordings with a finger whose flings start with the velocity of a known estimator: Fixtures/reference/releases.json.

Standard library only. Run from anywhere: python3 scripts/reference/releases.py

Written from the descriptions of the estimators alone. A finger moves with v(s) = V s^a (1 - b s^4), s = t/T; the engine gets its position,
on thirds of a point, at each frame of a display of 60 Hz whose frames come within 1 ms of their time. The content follows by the
latency and glides from the release with k = 10 1/s. Recorded are the finger at those frames and the offsets on thirds of a point, with
stamps that err by 0.3 ms (one standard deviation) and are rounded to 0.1 ms; some frames are missing in one session,
and the stamps of another are late by exponential delays of 1.2 ms on average.

sessions: {"name", "latency" s, "times", "offsets", "finger", "down" (1 where the finger is down), "isEnded" (true where the
recorder also notes the releases), "flings": [[release, velocity, velocity before]]}. predictions: of the gestures of the first session, unrounded stamps, {"times", "positions", "release"} and the
launch velocity by each estimator's name.
"""
import json
import math
import os
import random

DECAY = 10.0


def steps(samples):
    """Velocities between successive samples, newest first."""
    return [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(samples, samples[1:])][::-1]


def weighted(weights, samples):
    return sum(w * v for w, v in zip(weights, steps(samples)))


def tracker(samples, horizon=0.1, gap=0.04, count=20):
    kept = [samples[-1]]
    for sample in samples[-2::-1]:
        if len(kept) == count or kept[-1][0] - sample[0] > gap or samples[-1][0] - sample[0] > horizon + 1e-9:
            break
        kept.append(sample)
    return kept[::-1]


def solve(matrix, right):
    """Gauss' elimination with pivots."""
    n = len(right)
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def parabola(samples):
    kept = tracker(samples)
    if len(kept) < 3:
        return 0.0
    unit = 0.05
    t = [(s[0] - kept[-1][0]) / unit for s in kept]
    y = [s[1] - kept[-1][1] for s in kept]
    sums = [sum(x ** p for x in t) for p in range(5)]
    right = [sum(v * x ** p for x, v in zip(t, y)) for p in range(3)]
    return solve([[sums[i + j] for j in range(3)] for i in range(3)], right)[1] / unit


def impulse(samples):
    kept = tracker(samples)
    if len(kept) < 3:
        return 0.0
    work, first = 0.0, True
    for v in steps(kept)[::-1]:
        before = math.copysign(math.sqrt(2 * abs(work)), work)
        work += (v - before) * abs(v)
        if first:
            work, first = work / 2, False
    return math.copysign(math.sqrt(2 * abs(work)), work)


def mean(samples, horizon=0.1, count=10 ** 9):
    kept = tracker(samples, horizon, math.inf, count)
    return (kept[-1][1] - kept[0][1]) / (kept[-1][0] - kept[0][0]) if len(kept) > 1 else 0.0


def ios(samples):
    v = steps(samples) + [0.0, 0.0]
    if abs(0.2 * v[0] + 0.8 * v[1]) < 250:
        return 0.0
    launch = weighted([0.05, 0.35, 0.6], samples)
    return math.copysign(max(10.0, abs(launch)), launch)


def flutter(samples):
    return weighted([0.05, 0.35, 0.6], samples)


ESTIMATORS = {
    "UIScrollView": ios,
    "Flutter iOS": flutter,
    "Flutter macOS": lambda s: weighted([0.2, 0.65, 0.15], s),
    "Flutter Android": parabola,
    "Jetpack Compose, impulse": impulse,
    "Avalonia, last two samples": lambda s: steps(s)[0],
    "Slint": lambda s: mean(s, math.inf, 5),
    "Qt Flickable": lambda s: max(-2500.0, min(2500.0, weighted([0, 0.5, 0.5], s))),
    "Zynga Scroller": lambda s: mean(s) if abs(mean(s)) >= 60 else 0.0,
    "Leaflet": lambda s: mean(s, 0.05),
}


def carried(velocity):
    return math.copysign(min(0.000816 * abs(velocity) ** 1.967, 40000), velocity)


class Session:
    def __init__(self, name, seed, estimator, latency=0.0, momentum=None, drops=0.0, ends=True, rate=60, deviation=0.0003, digits=4, late=0.0):
        self.ends, self.rate, self.deviation, self.digits, self.late = ends, rate, deviation, digits, late
        self.random = random.Random(seed)
        self.name, self.estimator, self.latency, self.momentum, self.drops = name, estimator, latency, momentum, drops
        self.frame, self.clock = 0, 0.0
        self.rows, self.flings, self.gestures = [], [], []
        self.offset, self.velocity, self.since = 0.0, 0.0, 0.0

    def content(self, time):
        return self.offset + self.velocity / DECAY * -math.expm1(-DECAY * (time - self.since))

    def frames(self, until):
        while self.frame / self.rate < until:
            yield self.frame / self.rate + self.random.uniform(-0.001, 0.001)
            self.frame += 1

    def record(self, time, finger, down, offset):
        if self.random.random() >= self.drops or not self.rows:
            delay = self.random.expovariate(1 / self.late) if self.late else self.random.gauss(0, self.deviation)
            stamp = round(time + delay, self.digits)
            if self.late and self.rows:
                stamp = max(stamp, round(self.rows[-1][0] + 10 ** -self.digits, self.digits))
            self.rows.append((stamp, round(3 * offset) / 3, finger, down))

    def rest(self, duration):
        end = self.clock + duration
        for time in self.frames(end):
            self.record(time, self.rows[-1][2] if self.rows else 0.0, 0, self.content(time))
        self.clock = end

    def drag(self, speed, duration, power, bend):
        start, end = self.clock, self.clock + duration
        base = self.content(start)
        before = self.velocity * math.exp(-DECAY * (start - self.since))

        def travel(time):
            s = min(1.0, max(0.0, (time - start) / duration))
            return speed * duration * (s ** (power + 1) / (power + 1) - bend * s ** (power + 5) / (power + 5))

        samples = []
        for time in self.frames(end):
            position = round(3 * travel(time)) / 3
            samples.append((time, position))
            self.record(time, position, 1, base + travel(time - self.latency))
        moved = [s for i, s in enumerate(samples) if i == 0 or s[1] != samples[i - 1][1]]
        self.gestures.append({"times": [s[0] for s in moved], "positions": [s[1] for s in moved], "release": end})
        launch = self.estimator(moved)
        if launch and self.momentum and before * launch > 0:
            launch += self.momentum(before)
        self.offset, self.velocity, self.since = base + travel(end - self.latency), launch, end
        self.flings.append([end, launch, before])
        self.clock = end

    def json(self):
        origin = self.rows[0][0]
        return {
            "name": self.name, "latency": self.latency, "isEnded": self.ends,
            "times": [round(row[0] - origin, self.digits) for row in self.rows],
            "offsets": [round(row[1], 6) for row in self.rows], "finger": [round(row[2], 6) for row in self.rows],
            "down": [row[3] for row in self.rows],
            "flings": [[round(end - origin, 6), velocity, before] for end, velocity, before in self.flings],
        }


def session(name, seed, estimator, shape=None, slow=0, repeated=0, **options):
    made = Session(name, seed, estimator, **options)
    draw = made.random
    made.rest(0.3)
    for index in range(9 + repeated):
        side = 1 if draw.random() < 0.6 or index >= 9 else -1
        speed, duration = side * 700 * 6 ** draw.random(), draw.uniform(0.16, 0.3)
        power, bend = shape or (draw.uniform(0.6, 2), draw.uniform(-0.2, 0.7))
        made.drag(speed, duration, power, bend)
        made.rest(0.18 if repeated and index >= 8 else 0.9)
    made.rest(0.8)
    for _ in range(slow):
        made.drag(draw.uniform(80, 180), 0.25, 0.5, 0.0)
        made.rest(0.5)
    return made


def main():
    sessions = [
        session("UIScrollView", 1, ios, slow=3, latency=0.0125),
        session("parabola", 2, parabola),
        session("mean", 3, ESTIMATORS["Zynga Scroller"], drops=0.02, latency=0.021, ends=False),
        session("impulse", 4, impulse),
        session("carried", 5, flutter, repeated=8, momentum=carried),
        session("none", 6, lambda s: 1.4 * steps(s)[0] + math.copysign(250, steps(s)[0])),
        session("alike", 7, flutter, shape=(0.0, 0.0)),
        session("late", 8, flutter, latency=0.0125, late=0.0012),
    ]
    predictions = [
        {**gesture, "velocities": {name: estimate([tuple(s) for s in zip(gesture["times"], gesture["positions"])])
                                   for name, estimate in ESTIMATORS.items()}}
        for gesture in sessions[0].gestures[:6]]
    reference = {"sessions": [made.json() for made in sessions], "predictions": predictions}
    path = os.path.join(os.path.dirname(__file__), "..", "..", "Fixtures", "reference", "releases.json")
    with open(path, "w") as file:
        file.write(json.dumps(reference, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
