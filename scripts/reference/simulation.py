#!/usr/bin/env python3
"""Scroll views moved by scenarios, in 40-digit decimals: Fixtures/reference/simulation.json.

Standard library only. Run from anywhere: python3 scripts/reference/simulation.py

Written from the articles alone: drag 1:1, rubber band (1 - 1/(x c/d + 1)) d beyond an edge, release inside
x0 + v0 (1 - e^(-kt))/k with k = -1000 ln(rate) up to an edge or the stop, a critically damped spring from an edge or
from beyond it, a touch that freezes, snapping to the anchor nearest to the projection, hand-over by m1/m2. After a release beyond
an edge the spring starts as release.py computes it, 7 ms later; a glide carries at most 5000 pt/s into it. A release inside
starts with 0.6 v2 + 0.35 v1 + 0.05 v0 of the finger's velocities between the frames of 240 Hz, at least 10 pt/s, where
|0.8 v1 + 0.2 v0| >= 250 pt/s (the same source); else the content rests. A held finger lets go without velocity. Springs end where
|displacement| stays within the settling distance, glides at the stop velocity or that near to their destination.

Each case: {"name", "scenario" (as a scenario's JSON), "views": [{axis: {"pieces": [[kind, from, to]], "samples": [[t, x, v]]}}]};
the last piece's end is null. Samples avoid the joints, where a velocity may jump.
"""
import json
import os
from decimal import Decimal, getcontext

from release import ONSET, start

getcontext().prec = 40
D = Decimal
INFINITY = D("Infinity")

CONSTANTS = {"decelerationRate": 0.998, "bounceDamping": 10.9, "snapDamping": 14.0, "rubberBandCoefficient": 0.55,
             "stopVelocity": 10.0, "settlingDistance": 0.5, "tableInterval": None}


class Piece:
    def __init__(self, kind, start, value, velocity):
        self.kind, self.start, self.value, self.velocity = kind, start, value, velocity


class View:
    """One axis."""

    def __init__(self, offset, low, high, dimension, constants, hands_over):
        self.low, self.high, self.dimension, self.hands_over = low, high, dimension, hands_over
        self.rate = D(constants["decelerationRate"])
        self.bounce = D(constants["bounceDamping"])
        self.snap = D(constants["snapDamping"])
        self.c = D(constants["rubberBandCoefficient"])
        self.stop = D(constants["stopVelocity"])
        self.near = D(constants["settlingDistance"])
        self.table = None if constants["tableInterval"] is None else D(constants["tableInterval"])
        self.pieces, self.impacts = [], []
        self.rest(D(0), offset)

    @property
    def k(self):
        return -1000 * self.rate.ln()

    def at(self, t):
        return [p for p in self.pieces if p.start <= t][-1]

    def x(self, t):
        return self.at(t).value(t)

    def v(self, t):
        return self.at(t).velocity(t)

    def add(self, piece):
        self.pieces = [p for p in self.pieces if p.start < piece.start] + [piece]

    def rest(self, t, offset):
        """Content that rests there already goes on resting."""
        now = [p for p in self.pieces if p.start <= t]
        if now and now[-1].kind == "rest" and now[-1].value(t) == offset:
            self.pieces = now
        else:
            self.add(Piece("rest", t, lambda _: offset, lambda _: D(0)))

    def bend(self, x):
        """Where content stands whose finger would have it at x."""
        edge = min(max(x, self.low), self.high)
        beyond = abs(x - edge)
        held = (1 - 1 / (beyond * self.c / self.dimension + 1)) * self.dimension
        return edge + held * (1 if x > edge else -1)

    def unbend(self, y):
        edge = min(max(y, self.low), self.high)
        held = abs(y - edge)
        # y = (1 - 1/(xc/d + 1)) d  <=>  x = (1/(1 - y/d) - 1) d/c
        beyond = (1 / (1 - held / self.dimension) - 1) * self.dimension / self.c
        return edge + beyond * (1 if y > edge else -1)

    def drag(self, t0, duration, velocity, acceleration, hold):
        free, first, end = self.unbend(self.x(t0)), velocity - acceleration * duration, t0 + duration
        self.impacts = [i for i in self.impacts if i[0] <= t0]
        self.rest(t0, self.x(t0))
        if velocity == 0 and acceleration == 0:
            return end + hold, D(0)

        def travel(t):
            return free + first * (t - t0) + acceleration * (t - t0) ** 2 / 2

        def value(t):
            return self.bend(travel(t))

        def slope(t):
            beyond = abs(travel(t) - min(max(travel(t), self.low), self.high))
            factor = D(1) if beyond == 0 else self.c / (1 + beyond * self.c / self.dimension) ** 2
            return (first + acceleration * (t - t0)) * factor

        cuts = {t0}
        for edge in (self.low, self.high):
            for t in crossings(free - edge, first, acceleration / 2):
                if 0 < t < duration:
                    cuts.add(t0 + t)
        cuts = sorted(cuts) + [end]
        for a, b in zip(cuts, cuts[1:]):
            middle = travel((a + b) / 2)
            self.add(Piece("drag" if self.low <= middle <= self.high else "rubberBand", a, value, slope))
        if hold > 0:
            self.rest(end, value(end))
            return end + hold, D(0)
        return end, velocity

    def release(self, t, velocity, launch):
        """The finger lets go: what it held beyond an edge goes on for 7 ms, at the velocity that the content had outward."""
        x = self.x(t)
        if self.low <= x <= self.high:
            return self.glide(t, x, launch)
        edge = min(max(x, self.low), self.high)
        # dy/dx = c/(1 + xc/d)^2 of y = (1 - 1/(xc/d + 1)) d is c (1 - y/d)^2.
        slope = self.c * (1 - abs(x - edge) / self.dimension) ** 2
        kept, displacement, first = start(x - edge, slope * velocity, abs(velocity))
        held = self.at(t)
        if held.kind != "rest" or kept:
            before, speed = held.value, held.velocity
            self.pieces = [p for p in self.pieces if p.start < held.start]
            self.pieces.append(Piece(held.kind, held.start, lambda s: before(s) if s <= t else x + kept * (s - t),
                                     lambda s: speed(s) if s <= t else kept))
        self.spring("bounce", t + ONSET, edge + displacement, edge, first, self.bounce, self.table)

    def take_over(self, t, velocity):
        """Another view's velocity."""
        x = self.x(t)
        if self.low <= x <= self.high:
            self.glide(t, x, velocity)
        else:
            self.spring("bounce", t, x, min(max(x, self.low), self.high), velocity, self.bounce, self.table)

    def glide(self, t, x, v):
        k, edge = self.k, self.low if v < 0 else self.high
        ends = [D(0) if abs(v) <= self.stop else (abs(v) / self.stop).ln() / k,
                D(0) if abs(v) / k <= self.near else (abs(v) / k / self.near).ln() / k]
        end, hit = min(ends), None
        if v != 0 and edge.is_finite() and 0 <= (edge - x) * k / v < 1:
            hit = -(1 - (edge - x) * k / v).ln() / k
        stop = hit if hit is not None and hit < end else end
        if stop > 0:
            self.add(Piece("deceleration", t, lambda s: x + v * (1 - (-k * (s - t)).exp()) / k,
                           lambda s: v * (-k * (s - t)).exp()))
        if stop == end:
            if end > 0:
                self.rest(t + end, x + v * (1 - (-k * end).exp()) / k)
            else:
                self.rest(t, x)
            return
        left = v * (-k * hit).exp()
        self.impacts.append((t + hit, left))
        if self.hands_over:
            self.rest(t + hit, edge)
        else:
            carried = min(max(left, D(-5000)), D(5000))
            self.spring("bounce", t + hit, edge, edge, carried, self.bounce, self.table)

    def spring(self, kind, t, x, goal, v, damping, table=None):
        d = x - goal

        def y(s):
            return (d + (v + damping * d) * s) * (-damping * s).exp()

        def slope(s):
            return (v + damping * d) * (-damping * s).exp() - damping * y(s)

        settled = last(y, self.near, damping)
        if settled == 0:
            return self.rest(t, goal)
        row = (lambda s: s) if table is None else (lambda s: (s / table).to_integral_value("ROUND_FLOOR") * table)
        self.add(Piece(kind, t, lambda s: goal + y(row(s - t)), lambda s: slope(s - t)))
        self.rest(t + settled, goal)


def launch(gesture, velocity, acceleration):
    """UIScrollView's estimate from the finger at the frames of 240 Hz while it moves."""
    at, duration = D(gesture["at"]), D(gesture["duration"])
    first = velocity - acceleration * duration
    frames = [D(k) / 240 for k in range(int(at * 240), int((at + duration) * 240) + 2)]
    near = D("1e-8")
    times = [at] + [min(t, at + duration) for t in frames if at + near < t <= at + duration + near]
    travel = [first * (t - at) + acceleration * (t - at) ** 2 / 2 for t in times]
    speeds = [(b - a) / (t - s) for a, b, s, t in zip(travel, travel[1:], times, times[1:])][::-1] + [D(0)] * 3
    if abs(D("0.8") * speeds[1] + D("0.2") * speeds[0]) < 250:
        return D(0)
    v = D("0.6") * speeds[2] + D("0.35") * speeds[1] + D("0.05") * speeds[0]
    return v if abs(v) >= 10 else D(10).copy_sign(v)


def crossings(a, b, c):
    """Where a + b t + c t^2 = 0, with what cancels least."""
    if c == 0:
        return [] if b == 0 else [-a / b]
    square = b * b - 4 * a * c
    if square < 0:
        return []
    return [(-b + square.sqrt()) / (2 * c), (-b - square.sqrt()) / (2 * c)]


def last(y, near, damping):
    """The last time at which |y| = near: backwards in steps from where nothing is left, then halves."""
    step = D("0.002") / damping * 10
    t = 60 / damping
    while t > 0 and abs(y(t)) <= near:
        t -= step
    if t <= 0:
        if abs(y(D(0))) <= near:
            return D(0)
        t = D(0)
    low, high = t, t + step
    for _ in range(110):
        middle = (low + high) / 2
        low, high = (middle, high) if abs(y(middle)) > near else (low, middle)
    return (low + high) / 2


def vector(value, default=(0, 0)):
    value = value or {}
    return {"x": D(value.get("x", default[0])), "y": D(value.get("y", default[1]))}


def edges(axis, length, size, insets):
    start, end = ("left", "right") if axis == "x" else ("top", "bottom")
    low = -D(insets.get(start, 0))
    return low, max(low, length + D(insets.get(end, 0)) - size)


def simulate(scenario):
    constants = {**CONSTANTS, **scenario.get("constants", {})}
    viewport = vector(scenario.get("viewport", {"x": 375, "y": 812}))
    content = vector(scenario.get("content", {"x": 375, "y": 10000}))
    following = scenario.get("next")
    views = {}
    for axis in "xy":
        low, high = edges(axis, content[axis], viewport[axis], scenario.get("insets", {}))
        start = vector(scenario["start"])[axis] if "start" in scenario else low
        views[axis] = View(start, low, high, viewport[axis], constants, following is not None)
    for gesture in scenario["gestures"]:
        velocity, acceleration = vector(gesture.get("velocity")), vector(gesture.get("acceleration"))
        released = {axis: views[axis].drag(D(gesture["at"]), D(gesture["duration"]), velocity[axis],
                                           acceleration[axis], D(gesture.get("hold", 0))) for axis in "xy"}
        goal = None
        if scenario.get("anchors"):
            ends = {a: views[a].x(t) + v / views[a].k for a, (t, v) in released.items()}
            goal = min((vector(a) for a in scenario["anchors"]),
                       key=lambda anchor: sum((anchor[a] - ends[a]) ** 2 for a in "xy"))
        for axis, (t, v) in released.items():
            view = views[axis]
            if goal is None:
                view.release(t, v, D(0) if gesture.get("hold") else launch(gesture, velocity[axis], acceleration[axis]))
            else:
                view.spring("snap", t, view.x(t), goal[axis], v, view.snap)
    every = [views]
    if following is not None:
        second = {}
        length = vector(following.get("content", {"x": 375, "y": 10000}))
        for axis in "xy":
            view = View(vector(following.get("start"))[axis], D(0), max(D(0), length[axis] - viewport[axis]),
                        viewport[axis], constants, False)
            for t, v in views[axis].impacts:
                view.rest(t, view.x(t))
                view.take_over(t, v * D(following["massRatio"]))
            second[axis] = view
        every.append(second)
    return every


def sampled(view):
    ends = [p.start for p in view.pieces[1:]] + [view.pieces[-1].start + 1]
    samples = []
    for piece, end in zip(view.pieces, ends):
        for share in ("0.03", "0.37", "0.81"):
            t = D(float(piece.start + (end - piece.start) * D(share)))
            samples.append([float(t), float(view.x(t)), float(view.v(t))])
    pieces = [[p.kind, float(p.start), float(e)] for p, e in zip(view.pieces, ends)]
    pieces[-1][2] = None
    return {"pieces": pieces, "samples": samples}


def gesture(at, duration, y=0.0, x=0.0, ay=0.0, ax=0.0, hold=0.0):
    return {"at": at, "duration": duration, "velocity": {"x": x, "y": y}, "acceleration": {"x": ax, "y": ay},
            "hold": hold}


def cases():
    middle = {"x": 0, "y": 3000.5}
    yield "fling inside", {"start": middle, "gestures": [gesture(0.31, 0.19, y=1512.3, ay=-310.7)]}
    yield "slower than the gate", {"start": middle, "gestures": [gesture(0.31, 0.19, y=249.5)]}
    yield "slowed down before the release", {"start": middle, "gestures": [gesture(0.3, 0.25, y=262.5, ay=-6100)]}
    yield "fast rate", {"start": middle, "constants": {"decelerationRate": 0.99, "stopVelocity": 0.7},
                        "gestures": [gesture(0.31, 0.19, y=-1512.3, ay=2100.1)]}
    yield "edge at the end", {"content": {"x": 375, "y": 4000}, "start": {"x": 0, "y": 2600.25},
                              "gestures": [gesture(0.2, 0.11, y=2913.7)]}
    yield "edge at the start", {"start": {"x": 0, "y": 311.5}, "insets": {"top": 88, "bottom": 34},
                                "constants": {"bounceDamping": 8.3, "settlingDistance": 0.17},
                                "gestures": [gesture(0.2, 0.11, y=-1913.7, ay=900)]}
    yield "pull let go in motion", {"gestures": [gesture(0.4, 0.35, y=-711.9, ay=210.5)]}
    yield "pull held", {"content": {"x": 375, "y": 2000}, "start": {"x": 0, "y": 1150},
                        "gestures": [gesture(0.4, 0.35, y=711.9, ay=-410.5, hold=0.41)]}
    yield "pull held at the start", {"gestures": [gesture(0.4, 0.35, y=-1711.9, ay=410.5, hold=0.2)]}
    yield "slow pull let go in motion", {"gestures": [gesture(0.3, 0.5, y=-330.25)]}
    yield "fast pull let go in motion", {"constants": {"bounceDamping": 8.0}, "content": {"x": 375, "y": 2000},
                                         "start": {"x": 0, "y": 1150}, "gestures": [gesture(0.4, 0.2, y=3650.5, ay=9000)]}
    # Let go while it moves outward, beyond either edge: the finger's speed fades the inward velocity not at all (below 400 pt/s), in part, or whole.
    for end, side in (("start", -1), ("end", 1)):
        for speed in (390.25, 700.5, 1250.75, 2100.25, 2900.5, 3700.75):
            for inside, duration in ((0.25, 0.14), (40.5, 0.31)):
                yield f"{inside} pt before the {end}, let go beyond it at {speed} pt/s", {
                    "content": {"x": 375, "y": 3812}, "start": {"x": 0, "y": inside if side < 0 else 3000 - inside},
                    "gestures": [gesture(0.1, duration, y=side * speed)]}
    yield "pull let go on its way back", {"gestures": [gesture(0.2, 0.6, y=410.5, ay=2901.25)]}
    yield "caught before its return", {"gestures": [gesture(0.4, 0.35, y=-811.9), gesture(0.7535, 0.2, y=-90.5, hold=0.1)]}
    yield "faster into the edge than a return starts", {"content": {"x": 375, "y": 4000}, "start": {"x": 0, "y": 2600.25},
                                                        "gestures": [gesture(0.2, 0.05, y=6400.5)]}
    yield "out and back under one finger", {"start": {"x": 0, "y": 3.5}, "gestures": [
        gesture(0.4, 0.6, y=1210.3, ay=3503.1)]}
    yield "caught glide, then flung again", {"start": middle, "gestures": [
        gesture(0.1, 0.2, y=2400), gesture(0.9, 0.25, y=-800.3, ay=1500.7)]}
    yield "caught bounce", {"content": {"x": 375, "y": 2000}, "start": {"x": 0, "y": 1000}, "gestures": [
        gesture(0.1, 0.1, y=3100), gesture(0.33, 0.2, y=350.5, ay=90, hold=0.2)]}
    yield "caught before the edge", {"content": {"x": 375, "y": 4000}, "start": {"x": 0, "y": 2000},
                                     "next": {"massRatio": 1.5}, "gestures": [
        gesture(0.1, 0.1, y=2600), gesture(0.4, 0.2, y=-90.5)]}
    yield "both axes", {"content": {"x": 2000, "y": 3000}, "start": {"x": 700, "y": 900}, "gestures": [
        gesture(0.2, 0.2, x=-2311.5, y=1400.1, ax=500, ay=-700)]}
    yield "tabulated bounce", {"constants": {"tableInterval": 0.0167}, "content": {"x": 375, "y": 4000},
                               "start": {"x": 0, "y": 2600.25}, "gestures": [gesture(0.2, 0.11, y=2913.7)]}
    yield "small content", {"content": {"x": 375, "y": 300}, "insets": {"top": 20.5},
                            "gestures": [gesture(0.2, 0.3, y=390.5)]}
    anchors = [{"x": 12, "y": 12}, {"x": 12, "y": 655.5}, {"x": 250, "y": 12}, {"x": 250, "y": 655.5}]
    for name, x, y in [("flung down", 40, 1500), ("flung across", 900, -700.5), ("nearest where it is", 30, 20)]:
        yield "anchors: " + name, {
            "content": {"x": 1000, "y": 2000}, "start": {"x": 12, "y": 12}, "anchors": anchors,
            "gestures": [gesture(0.2, 0.1, x=x, y=y)]}
    yield "nearest to the projection, not to the release", {
        "content": {"x": 1000, "y": 2000}, "start": {"x": 12, "y": 400}, "anchors": anchors,
        "gestures": [gesture(0.2, 0.1, x=0, y=-640)]}
    for ratio in (1.0, 0.4):
        yield f"hand-over at {ratio}", {
            "content": {"x": 375, "y": 4000}, "start": {"x": 0, "y": 2600.25},
            "next": {"massRatio": ratio, "content": {"x": 375, "y": 9000}, "start": {"x": 0, "y": 55.5}},
            "gestures": [gesture(0.2, 0.11, y=2913.7)]}
    yield "two hand-overs", {
        "content": {"x": 375, "y": 4000}, "start": {"x": 0, "y": 2900},
        "next": {"massRatio": 0.8, "content": {"x": 375, "y": 9000}, "start": {"x": 0, "y": 4000}},
        "gestures": [gesture(0.2, 0.1, y=2100), gesture(1.5, 0.1, y=-500, hold=0.3), gesture(2.6, 0.02, y=1900)]}


if __name__ == "__main__":
    path = os.path.join(os.path.dirname(__file__), "..", "..", "Fixtures", "reference", "simulation.json")
    rows = [json.dumps({"name": name, "scenario": scenario,
                        "views": [{axis: sampled(view) for axis, view in views.items()}
                                  for views in simulate(scenario)]}) for name, scenario in cases()]
    with open(path, "w") as file:
        file.write('{"cases": [\n' + ",\n".join(rows) + "\n]}\n")
    print(len(rows), "cases")
