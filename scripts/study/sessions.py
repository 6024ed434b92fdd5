#!/usr/bin/env python3
"""Generates scroll sessions whose phases are known, one JSON object a line.

    python3 scripts/study/sessions.py --seed 1 --count 1000 > sessions.ndjson

The motions follow the physics of docs/scenarios.md and docs/release.md and share no code with the
Swift simulator. `t` is in seconds since the first record and `y` in points; `truth` lists the
phases by the indexes of their first and last sample. The true times `from` and `to` use the
origin of `t`: with a constant latency they precede the recorded times by that latency. A
critical spring's `damping` is c / (2 m), as is that of a spring with another damping `ratio`.
"""

import argparse
import json
import math
import random
import sys
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterator, List, Optional, Sequence, Tuple

# Recorder
MILLISECOND = 1e-3  # s
MINIMUM_STEP = 1e-6  # s; two records of different frames never have equal times
GRIDS = (1.0, 1 / 2, 1 / 3)  # pt; displays of one, two and three pixels a point
RATES = ("60", "120", "promotion")
# Lower speed limit, pt/s, and refresh rate, Hz, of a display with a variable refresh rate.
PROMOTION_RATES = ((600.0, 120.0), (250.0, 80.0), (80.0, 60.0), (0.0, 48.0))
PROMOTION_DOUBLED_SHARE = 0.03  # frames that the display shows for two intervals
LATENCY_RANGE = (5.0, 40.0)  # ms
SECOND_RECORD_SHARE = 0.3  # frames with two records, in the condition two-per-frame
SECOND_RECORD_DELAY = (0.2, 1.5)  # ms

# Session
MAXIMUM_GESTURES = 3
SINGLE_SHARE = 0.12  # sessions that are one phase and nothing else
DIRECT_SHARE = 0.15  # sessions that begin with the drag
MAXIMUM_DRAWS = 300  # of one gesture, before another kind is drawn
INITIAL_REST = (0.1, 0.6)  # s
BETWEEN_REST = (0.3, 2.0)  # s
FINAL_REST = (0.3, 1.0)  # s
INITIAL_OFFSET = (0.0, 4000.0)  # pt
LOW_EDGE = (-150.0, 0.0)  # pt; where a gesture meets the low edge
EDGE_MARGIN = (200.0, 3000.0)  # pt between the content's path and an edge that it does not meet
EXTREME_STEPS = 200  # at which a segment is compared with the edges
EDGE_TOLERANCE = 0.5  # pt by which a rest at an edge may lie beyond it

# Finger
TABLE_STEP = 2e-3  # s between the tabulated finger positions
NOISE_SHARE = 0.5  # drags with an uneven speed
NOISE_AMPLITUDE = (0.05, 0.15)  # relative to the speed
NOISE_FREQUENCY = (2.0, 6.0)  # Hz
NOISE_TERMS = 3
HOLD_SHARE = 0.2  # drags after a hold without motion
HOLD = (0.1, 0.5)  # s
RISE_EXPONENT = (0.4, 1.6)
FALL_EXPONENT = (0.6, 1.6)
FLING_DRAG = (0.08, 0.4)  # s
HELD_DRAG = (0.25, 0.9)  # s
RELEASE_SPEED = (200.0, 6000.0)  # pt/s
HELD_SPEED = (150.0, 2500.0)  # pt/s, the maximum of a drag that ends held

# Deceleration
RATE_NORMAL = 0.998  # per ms, UIScrollView.DecelerationRate.normal
RATE_FAST = 0.99  # per ms, UIScrollView.DecelerationRate.fast
FREE_DECAY = (0.8, 12.0)  # 1/s
STOP_SPEED = 10.0  # pt/s; UIScrollView ends a fling below it (release.md)
MINIMUM_FLING = 0.15  # s
MAXIMUM_PARABOLA = 5.0  # s
PARABOLA_DECELERATION = (500.0, 5000.0)  # pt/s^2

# Springs and edges
DAMPING = (8.0, 14.0)  # 1/s
DAMPING_RATIO = (0.8, 1.2)
SETTLED = 0.1  # pt; a spring ends when its displacement stays below it
SETTLE_STEP = 1e-3  # s between the displacements that the settling time is read from
MINIMUM_BOUNCE_STEPS = 2.0  # grid steps of the smallest edge bounce that is generated
RETURN_RATE = 6.5  # 1/s; inward velocity per displacement at which UIScrollView starts a return
RETURN_SHARE = 0.3  # held pulls whose return starts with that velocity
BAND_COEFFICIENT = 0.55
BAND_DIMENSION = (600.0, 900.0)  # pt
PULL_TRAVEL = (60.0, 500.0)  # pt of finger travel beyond the edge
PULL_INSIDE = (0.0, 100.0)  # pt between the content and the edge when the pull begins
PULL_HOLD = (0.1, 0.6)  # s
REFRESH_HEIGHT = 60.0  # pt of a refresh indicator
REFRESH_REST = 1.0  # s
REFRESH_EXCESS = 8.0  # pt by which a pull exceeds the indicator, so that a spring follows
SNAP_DISTANCE = (30.0, 400.0)  # pt
SNAP_SPEED = (150.0, 3000.0)  # pt/s

Displacement = Callable[[float], float]
Constants = Dict[str, float]
Range = Tuple[float, float]
TimelineState = Tuple[int, float, float, Dict[int, float], Dict[int, float], str]


class Unsuitable(Exception):
    """A draw that violates a condition of its scenario; another one replaces it."""


# MARK: - Random draws


def uniform(generator: random.Random, limits: Range) -> float:
    return generator.uniform(*limits)


def log_uniform(generator: random.Random, limits: Range) -> float:
    return math.exp(generator.uniform(math.log(limits[0]), math.log(limits[1])))


# MARK: - Motion


class FingerPath:
    """The distance that a finger travels, from its speed by Simpson's rule."""

    def __init__(self, duration: float, speed: Callable[[float], float]) -> None:
        count = max(8, math.ceil(duration / TABLE_STEP))
        self.duration = duration
        self.step = duration / count
        halves = [speed(min(duration, n * self.step / 2)) for n in range(2 * count + 1)]
        self.speeds = halves[::2]
        self.distances = [0.0]
        for n in range(count):
            area = (halves[2 * n] + 4 * halves[2 * n + 1] + halves[2 * n + 2]) * self.step / 6
            self.distances.append(self.distances[-1] + area)

    @property
    def total(self) -> float:
        return self.distances[-1]

    @property
    def final_speed(self) -> float:
        return self.speeds[-1]

    def distance(self, time: float) -> float:
        """Returns the distance at a time by cubic Hermite interpolation."""
        n = min(max(int(time / self.step), 0), len(self.speeds) - 2)
        s = min(max(time / self.step - n, 0.0), 1.0)
        a, b = self.distances[n], self.distances[n + 1]
        slope_a, slope_b = self.speeds[n] * self.step, self.speeds[n + 1] * self.step
        curve = 3 * (b - a) - 2 * slope_a - slope_b
        return a + s * (slope_a + s * (curve + s * (slope_a + slope_b - 2 * (b - a))))

    def time(self, distance: float) -> float:
        """Returns the first time at which a path without reversal reaches a distance."""
        low, high = 0.0, self.duration
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self.distance(middle) < distance else (low, middle)
        return high

    def scaled(self, factor: float) -> "FingerPath":
        """Returns the path with all its distances multiplied by a factor."""
        path = object.__new__(FingerPath)
        path.duration, path.step = self.duration, self.step
        path.speeds = [factor * value for value in self.speeds]
        path.distances = [factor * value for value in self.distances]
        return path


def modulation(generator: random.Random) -> Callable[[float], float]:
    """Returns the factor of a finger's speed over time: 1, or 1 plus a few sinusoids."""
    if generator.random() >= NOISE_SHARE:
        return lambda time: 1.0
    shares = [generator.uniform(0.3, 1) for _ in range(NOISE_TERMS)]
    amplitude = uniform(generator, NOISE_AMPLITUDE) / sum(shares)
    terms = [
        (amplitude * share, math.tau * uniform(generator, NOISE_FREQUENCY),
         generator.uniform(0, math.tau))
        for share in shares
    ]
    return lambda time: 1 + sum(a * math.sin(w * time + phase) for a, w, phase in terms)


def flung_path(generator: random.Random, speed: float) -> FingerPath:
    """Returns a path whose speed rises as u^p to about `speed` at the release."""
    duration, power = uniform(generator, FLING_DRAG), uniform(generator, RISE_EXPONENT)
    factor = modulation(generator)
    return FingerPath(duration, lambda t: speed * (t / duration) ** power * factor(t))


def held_path(generator: random.Random, speed: float, until: float = 1.0) -> FingerPath:
    """Returns a path whose speed rises as u^p and falls as (1 - u)^q; `until` 1 is its end."""
    duration, peak = uniform(generator, HELD_DRAG), generator.uniform(0.3, 0.7)
    rise, fall = uniform(generator, RISE_EXPONENT), uniform(generator, FALL_EXPONENT)
    factor = modulation(generator)

    def profile(time: float) -> float:
        u = time / duration
        share = (u / peak) ** rise if u < peak else max(0.0, (1 - u) / (1 - peak)) ** fall
        return speed * share * factor(time)

    return FingerPath(duration * until, profile)


def opposite_strokes(generator: random.Random, speed: float, flung: bool) -> FingerPath:
    """Returns a stroke that ends held, and at once a stroke back."""
    forth = held_path(generator, speed * generator.uniform(0.5, 1))
    back = (flung_path if flung else held_path)(generator, speed)

    def profile(time: float) -> float:
        if time < forth.duration:
            return -velocity_in(forth, time)
        return velocity_in(back, time - forth.duration)

    return FingerPath(forth.duration + back.duration, profile)


def velocity_in(path: FingerPath, time: float) -> float:
    """Returns the speed at a time by linear interpolation."""
    n = min(max(int(time / path.step), 0), len(path.speeds) - 2)
    s = min(max(time / path.step - n, 0.0), 1.0)
    return path.speeds[n] + s * (path.speeds[n + 1] - path.speeds[n])


def sinusoid(generator: random.Random, speed: float, flung: bool) -> FingerPath:
    """Returns a sinusoidal path; it ends at its greatest speed if flung, at a turn if held."""
    frequency = generator.uniform(0.8, 2.5)
    cycles = 0.75 if flung else generator.choice((1.0, 1.5))
    sign = -1.0 if flung else 1.0  # the last stroke of a flung path is the positive one
    factor = modulation(generator)
    return FingerPath(
        cycles / frequency,
        lambda t: sign * speed * math.sin(math.tau * frequency * t) * factor(t),
    )


def spring(
    displacement: float, velocity: float, damping: float, ratio: float = 1.0
) -> Displacement:
    """Returns the displacement over time of a damped spring; `damping` is c / (2 m)."""
    constant = velocity + damping * displacement
    if ratio == 1:
        return lambda t: math.exp(-damping * t) * (displacement + constant * t)
    natural = damping / ratio
    w = natural * math.sqrt(abs(1 - ratio * ratio))
    cosine, sine = (math.cos, math.sin) if ratio < 1 else (math.cosh, math.sinh)
    return lambda t: math.exp(-damping * t) * (
        displacement * cosine(w * t) + constant * sine(w * t) / w
    )


def settling_time(curve: Displacement, slowest: float, scale: float) -> float:
    """Returns the time after which the displacement stays below `SETTLED`."""
    horizon = (math.log(max(scale, 1) / SETTLED) + 5) / slowest
    for n in range(int(horizon / SETTLE_STEP), 0, -1):
        if abs(curve(n * SETTLE_STEP)) >= SETTLED:
            return (n + 1) * SETTLE_STEP
    raise Unsuitable("a spring that does not move")


def rubber_band(travel: float, dimension: float) -> float:
    """Returns the content's displacement beyond an edge for a finger travel beyond it."""
    return (1 - 1 / (travel * BAND_COEFFICIENT / dimension + 1)) * dimension


def rubber_band_slope(travel: float, dimension: float) -> float:
    return BAND_COEFFICIENT / (travel * BAND_COEFFICIENT / dimension + 1) ** 2


def cosine_ease(u: float) -> float:
    return (1 - math.cos(math.pi * u)) / 2


def cubic_ease(u: float) -> float:
    return 4 * u ** 3 if u < 0.5 else 1 - (2 - 2 * u) ** 3 / 2


def bezier_ease(u: float) -> float:
    """Returns the CSS timing function cubic-bezier(.42, 0, .58, 1), `ease-in-out`."""
    low, high = 0.0, 1.0
    for _ in range(52):
        s = (low + high) / 2
        x = 3 * (1 - s) ** 2 * s * 0.42 + 3 * (1 - s) * s * s * 0.58 + s ** 3
        low, high = (s, high) if x < u else (low, s)
    s = (low + high) / 2
    return 3 * (1 - s) * s * s + s ** 3


EASES: Dict[str, Callable[[float], float]] = {
    "cosine": cosine_ease, "cubic": cubic_ease, "bezier": bezier_ease,
}


# MARK: - Timeline


@dataclass
class Segment:
    """A phase of the content's true motion; `displacement` counts from its beginning."""

    kind: str
    scenario: str
    start: float  # s
    duration: float  # s
    origin: float  # pt
    displacement: Displacement
    model: Optional[str] = None
    constants: Constants = field(default_factory=dict)
    height: Optional[float] = None  # pt, of a bounce
    edge: Optional[float] = None  # pt, of a bounce or rubber band
    beyond: bool = False  # may exceed the edges

    @property
    def end(self) -> float:
        return self.start + self.duration

    def offset(self, time: float) -> float:
        return self.origin + self.displacement(time - self.start)

    def extremes(self) -> Range:
        """Returns the least and greatest offset of evenly spaced times."""
        times = (self.duration * n / EXTREME_STEPS for n in range(EXTREME_STEPS + 1))
        values = [self.origin + self.displacement(time) for time in times]
        return min(values), max(values)


class Timeline:
    """The content's true motion, built one segment after another from offset 0."""

    def __init__(self, generator: random.Random, grid: float) -> None:
        self.generator = generator
        self.grid = grid
        self.segments: List[Segment] = []
        self.time = 0.0
        self.position = 0.0
        self.edges: Dict[int, float] = {}  # by side, -1 or 1; only edges that a gesture meets
        self.reach: Dict[int, float] = {-1: 0.0, 1: 0.0}  # the content's path within the edges
        self.scenario = ""

    def add(
        self, kind: str, duration: float, displacement: Displacement, *,
        model: Optional[str] = None, constants: Optional[Constants] = None,
        height: Optional[float] = None, edge: Optional[float] = None, beyond: bool = False,
        ends_at: Optional[float] = None,
    ) -> None:
        """Appends a segment. `ends_at` is the position after it, where it is known exactly."""
        segment = Segment(
            kind, self.scenario, self.time, duration, self.position, displacement, model,
            constants or {}, height, edge, beyond,
        )
        self.segments.append(segment)
        self.time += duration
        self.position = segment.offset(segment.end) if ends_at is None else ends_at
        if not beyond:
            self.extend((segment.origin,) * 2 if kind == "rest" else segment.extremes())

    def state(self) -> TimelineState:
        """Returns what `restore` needs to remove the segments added after this call."""
        return (len(self.segments), self.time, self.position, dict(self.edges),
                dict(self.reach), self.scenario)

    def restore(self, state: TimelineState) -> None:
        count, self.time, self.position, edges, reach, self.scenario = state
        del self.segments[count:]
        self.edges, self.reach = dict(edges), dict(reach)

    def extend(self, extremes: Range) -> None:
        """Extends the content's path; throws where it crosses an edge."""
        for side, value in zip((-1, 1), extremes):
            self.reach[side] = side * max(side * self.reach[side], side * value)
            edge = self.edges.get(side)
            if edge is not None and side * (value - edge) > EDGE_TOLERANCE:
                raise Unsuitable("the path crosses an edge")

    def pin_edge(self, side: int, position: float) -> None:
        """Sets an edge that a gesture meets; the path so far has to lie inside."""
        if side in self.edges:
            raise Unsuitable("the edge is elsewhere")
        if side * (self.reach[side] - position) > 0:
            raise Unsuitable("the path was beyond this edge")
        self.edges[side] = position

    def rest(self, duration: float, beyond: bool = False) -> None:
        self.add("rest", duration, lambda t: 0.0, beyond=beyond)

    def drag(self, path: FingerPath, side: int) -> float:
        """Appends a drag, 1 of 5 after a hold; returns the signed velocity at its end."""
        if self.segments and self.generator.random() < HOLD_SHARE:
            self.rest(uniform(self.generator, HOLD))
        self.add("drag", path.duration, lambda t: side * path.distance(t))
        return side * path.final_speed

    def decelerate(self, velocity: float, decay: float, duration: float) -> float:
        """Appends an exponential deceleration; returns the velocity at its end."""
        if duration < MINIMUM_FLING:
            raise Unsuitable("a short fling")
        self.add(
            "deceleration", duration, lambda t: -velocity / decay * math.expm1(-decay * t),
            model="exponential", constants={"k": decay},
        )
        return velocity * math.exp(-decay * duration)

    def decelerate_constantly(self, velocity: float, deceleration: float) -> None:
        """Appends a constant deceleration to velocity 0."""
        duration = abs(velocity) / deceleration
        if not MINIMUM_FLING <= duration <= MAXIMUM_PARABOLA:
            raise Unsuitable("a short or endless fling")
        sign = math.copysign(1, velocity)
        self.add(
            "deceleration", duration,
            lambda t: velocity * t - sign * deceleration * t * t / 2,
            model="constant", constants={"deceleration": deceleration},
        )

    def spring_to(
        self, target: float, velocity: float, kind: str, ratio: float = 1.0
    ) -> None:
        """Appends a spring to a target position, at which it ends."""
        damping = uniform(self.generator, DAMPING)
        start = self.position - target
        curve = spring(start, velocity, damping, ratio)
        natural = damping / ratio
        slowest = damping - math.sqrt(max(0.0, damping ** 2 - natural ** 2))
        duration = settling_time(curve, slowest, abs(start) + abs(velocity) / damping)
        constants = {"damping": damping}
        if ratio != 1:
            constants["ratio"] = ratio
        is_bounce = kind == "bounce"
        height = max(abs(curve(duration * n / 400)) for n in range(401)) if is_bounce else None
        self.add(
            kind, duration, lambda t: curve(t) - start,
            model="critical spring" if ratio == 1 else "spring", constants=constants,
            height=height, edge=target if is_bounce else None, beyond=is_bounce, ends_at=target,
        )


# MARK: - Gestures


def side_of(timeline: Timeline) -> int:
    return timeline.generator.choice((-1, 1))


def decay_of(generator: random.Random) -> float:
    """Returns a decay constant, 1/s: 40 % the normal rate, 25 % the fast one, 35 % free."""
    share = generator.random()
    if share < 0.40:
        return -1000 * math.log(RATE_NORMAL)
    if share < 0.65:
        return -1000 * math.log(RATE_FAST)
    return log_uniform(generator, FREE_DECAY)


def fling_duration(velocity: float, decay: float) -> float:
    return max(0.0, math.log(abs(velocity) / STOP_SPEED) / decay)


def drag_to_fling(timeline: Timeline, side: int, limits: Range = RELEASE_SPEED) -> float:
    speed = log_uniform(timeline.generator, limits)
    return timeline.drag(flung_path(timeline.generator, speed), side)


def full_fling(timeline: Timeline, velocity: float) -> None:
    decay = decay_of(timeline.generator)
    timeline.decelerate(velocity, decay, fling_duration(velocity, decay))


def fling(timeline: Timeline) -> None:
    full_fling(timeline, drag_to_fling(timeline, side_of(timeline)))


def interrupted_fling(timeline: Timeline, side: int, limits: Range) -> float:
    """Appends a fling that a touch ends early; returns its velocity at that time."""
    velocity = drag_to_fling(timeline, side, limits)
    decay = decay_of(timeline.generator)
    longest = 0.8 * fling_duration(velocity, decay)
    if longest < MINIMUM_FLING:
        raise Unsuitable("a fling too short to be caught")
    duration = timeline.generator.uniform(MINIMUM_FLING, longest)
    return timeline.decelerate(velocity, decay, duration)


def caught(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    interrupted_fling(timeline, side, RELEASE_SPEED)
    timeline.rest(generator.uniform(0.1, 0.5))
    if generator.random() < 0.5:
        return
    if generator.random() < 0.5:
        held(timeline)
    else:
        fling(timeline)


def second_swipe(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    gain = generator.uniform(1.1, 1.8)
    limits = (RELEASE_SPEED[0], RELEASE_SPEED[1] / 1.8)
    interrupted_fling(timeline, side, limits)
    released = last_release_speed(timeline)
    timeline.rest(generator.uniform(0, 0.04))
    path = flung_path(generator, released * gain)
    timeline.add("drag", path.duration, lambda t: side * path.distance(t))
    full_fling(timeline, side * path.final_speed)


def last_release_speed(timeline: Timeline) -> float:
    """Returns the speed at the beginning of the last segment, a deceleration."""
    segment = timeline.segments[-1]
    return abs(segment.displacement(1e-6)) / 1e-6


def held(timeline: Timeline) -> None:
    speed = log_uniform(timeline.generator, HELD_SPEED)
    timeline.drag(held_path(timeline.generator, speed), side_of(timeline))


def reverse(timeline: Timeline) -> None:
    generator = timeline.generator
    flung = generator.random() < 0.5
    speed = log_uniform(generator, (RELEASE_SPEED[0], 3000.0))
    shape = generator.choice((sinusoid, opposite_strokes))
    velocity = timeline.drag(shape(generator, speed, flung), side_of(timeline))
    if flung:
        full_fling(timeline, velocity)


def edge_bounce(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    velocity = drag_to_fling(timeline, side)
    decay = decay_of(generator)
    longest = 0.8 * fling_duration(velocity, decay)
    if side in timeline.edges:
        share = (timeline.edges[side] - timeline.position) * decay / velocity
        duration = -math.log1p(-share) / decay if 0 < share < 1 else 0.0
    else:
        duration = generator.uniform(MINIMUM_FLING, max(MINIMUM_FLING, longest))
    if not MINIMUM_FLING <= duration <= longest:
        raise Unsuitable("the fling does not meet the edge in time")
    velocity = timeline.decelerate(velocity, decay, duration)
    if side not in timeline.edges:
        timeline.pin_edge(side, timeline.position)
    timeline.spring_to(timeline.edges[side], velocity, "bounce")
    if (timeline.segments[-1].height or 0) < MINIMUM_BOUNCE_STEPS * timeline.grid:
        raise Unsuitable("a bounce below the grid")


def edge_ahead(timeline: Timeline, side: int) -> float:
    """Returns an edge up to 100 pt ahead of the content, set here unless it is known."""
    if side not in timeline.edges:
        inside = uniform(timeline.generator, PULL_INSIDE)
        timeline.pin_edge(side, timeline.position + side * inside)
    edge = timeline.edges[side]
    if side * (edge - timeline.position) > PULL_INSIDE[1]:
        raise Unsuitable("the edge is far away")
    return edge


def pull(timeline: Timeline, side: int, shape: FingerPath, travel: float) -> float:
    """Appends a drag beyond an edge; returns the content's signed velocity at its end."""
    generator = timeline.generator
    edge = edge_ahead(timeline, side)
    if timeline.segments and generator.random() < HOLD_SHARE:
        timeline.rest(uniform(generator, HOLD))
    inside = max(0.0, side * (edge - timeline.position))
    path = shape.scaled((inside + travel) / shape.total)
    dimension = uniform(generator, BAND_DIMENSION)
    crossing = path.time(inside) if inside > 0 else 0.0
    if inside > 0:
        timeline.add("drag", crossing, lambda t: side * path.distance(t), ends_at=edge)
    timeline.add(
        "rubberBand", path.duration - crossing,
        lambda t: side * rubber_band(max(0.0, path.distance(crossing + t) - inside), dimension),
        model="rubber band", edge=edge, beyond=True,
        constants={"coefficient": BAND_COEFFICIENT, "dimension": dimension},
    )
    return side * path.final_speed * rubber_band_slope(path.total - inside, dimension)


def return_velocity(timeline: Timeline, displacement: float) -> float:
    """Returns the velocity that a held pull starts its return with."""
    returns = timeline.generator.random() < RETURN_SHARE
    return -RETURN_RATE * displacement if returns else 0.0


def pull_hold(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    pull(timeline, side, held_path(generator, 1.0), uniform(generator, PULL_TRAVEL))
    timeline.rest(uniform(generator, PULL_HOLD), beyond=True)
    edge = timeline.edges[side]
    velocity = return_velocity(timeline, timeline.position - edge)
    timeline.spring_to(edge, velocity, "bounce")


def released_path(generator: random.Random) -> FingerPath:
    """Returns a path whose finger lifts as it speeds up, as it slows down, or has stopped."""
    share = generator.random()
    if share < 0.3:
        return held_path(generator, 1.0)
    if share < 0.7:
        return held_path(generator, 1.0, until=generator.uniform(0.75, 0.97))
    return flung_path(generator, 1.0)


def pull_release(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    velocity = pull(timeline, side, released_path(generator), uniform(generator, PULL_TRAVEL))
    timeline.spring_to(timeline.edges[side], velocity, "bounce")


def refresh(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    velocity = pull(timeline, side, released_path(generator), uniform(generator, PULL_TRAVEL))
    edge = timeline.edges[side]
    indicator = edge + side * REFRESH_HEIGHT
    if side * (timeline.position - indicator) < REFRESH_EXCESS:
        raise Unsuitable("the pull is too short to refresh")
    timeline.spring_to(indicator, velocity, "bounce")
    timeline.rest(REFRESH_REST, beyond=True)
    timeline.spring_to(edge, 0.0, "bounce")


def snap(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    velocity = drag_to_fling(timeline, side, SNAP_SPEED)
    ratio = 1.0 if generator.random() < 0.5 else uniform(generator, DAMPING_RATIO)
    distance = uniform(generator, SNAP_DISTANCE) * generator.choice((-1, 1))
    timeline.spring_to(timeline.position + distance, velocity, "snap", ratio)


def programmatic(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    name = generator.choice(sorted(EASES))
    ease, duration = EASES[name], generator.uniform(0.25, 0.6)
    distance = side * generator.uniform(200, 3000)
    timeline.add(
        "programmatic", duration, lambda t: distance * ease(min(1.0, t / duration)), model=name,
        constants={"distance": distance, "duration": duration},
    )


def autoscroll(timeline: Timeline) -> None:
    side, generator = side_of(timeline), timeline.generator
    velocity = side * generator.uniform(20, 400)
    timeline.add(
        "constantVelocity", generator.uniform(0.5, 3), lambda t: velocity * t, model="linear",
        constants={"velocity": velocity},
    )


def parabola_fling(timeline: Timeline) -> None:
    velocity = drag_to_fling(timeline, side_of(timeline))
    deceleration = log_uniform(timeline.generator, PARABOLA_DECELERATION)
    timeline.decelerate_constantly(velocity, deceleration)


# Weight of each gesture among those of a session.
GESTURES: Dict[str, Tuple[float, Callable[[Timeline], None]]] = {
    "fling": (22, fling),
    "caught": (8, caught),
    "second-swipe": (6, second_swipe),
    "held": (6, held),
    "reverse": (6, reverse),
    "edge-bounce": (9, edge_bounce),
    "pull-hold": (9, pull_hold),
    "pull-release": (9, pull_release),
    "refresh": (4, refresh),
    "snap": (8, snap),
    "programmatic": (5, programmatic),
    "autoscroll": (4, autoscroll),
    "parabola-fling": (4, parabola_fling),
}
WITHOUT_FINGER = ("programmatic", "autoscroll")


def single_phase(timeline: Timeline) -> None:
    """Appends one motion and nothing else: 60 % exponential, 10 % constant, 30 % a bounce."""
    side, generator = side_of(timeline), timeline.generator
    share = generator.random()
    if share < 0.6:
        full_fling(timeline, side * log_uniform(generator, RELEASE_SPEED))
    elif share < 0.7:
        velocity = side * log_uniform(generator, RELEASE_SPEED)
        deceleration = log_uniform(generator, PARABOLA_DECELERATION)
        timeline.decelerate_constantly(velocity, deceleration)
    else:
        travel = uniform(generator, PULL_TRAVEL)
        height = rubber_band(travel, uniform(generator, BAND_DIMENSION))
        timeline.edges[side] = -side * height
        timeline.spring_to(-side * height, return_velocity(timeline, side * height), "bounce")


def append_gesture(timeline: Timeline, name: str, gesture: Callable[[Timeline], None]) -> bool:
    """Draws a gesture until it is suitable; returns false after `MAXIMUM_DRAWS` draws."""
    state = timeline.state()
    for _ in range(MAXIMUM_DRAWS):
        timeline.scenario = name
        try:
            gesture(timeline)
            return True
        except Unsuitable:
            timeline.restore(state)
    return False


def draw_gesture(timeline: Timeline, with_finger: bool) -> str:
    """Appends a gesture of a drawn kind; returns its name."""
    names = [name for name in GESTURES if not (with_finger and name in WITHOUT_FINGER)]
    weights = [GESTURES[name][0] for name in names]
    while True:
        name = timeline.generator.choices(names, weights)[0]
        if append_gesture(timeline, name, GESTURES[name][1]):
            return name


def gestures_timeline(generator: random.Random, grid: float) -> Tuple[Timeline, List[str]]:
    """Returns a motion of 1 to 3 gestures between rests, and their names."""
    timeline = Timeline(generator, grid)
    is_direct = generator.random() < DIRECT_SHARE
    if not is_direct:
        timeline.rest(uniform(generator, INITIAL_REST))
    names: List[str] = []
    for _ in range(generator.randint(1, MAXIMUM_GESTURES)):
        if names:
            timeline.rest(uniform(generator, BETWEEN_REST))
        names.append(draw_gesture(timeline, is_direct and not names))
    timeline.rest(uniform(generator, FINAL_REST))
    return timeline, names


# MARK: - Frames and records


@dataclass
class Frame:
    time: float  # s, true
    offset: float  # pt, unrounded
    segment: int


@dataclass
class Record:
    time: float  # s, of the recorder's clock
    offset: float  # pt, unrounded
    segment: int


@dataclass(frozen=True)
class Recorder:
    """The imperfections of a recorder."""

    gaussian: float = 0.0  # ms, standard deviation
    lateness: float = 0.0  # ms, mean of an exponential distribution
    rounds_time: bool = False  # to whole ms
    has_latency: bool = False
    repeats: float = 0.0  # share of frames with the previous frame's offset
    drops: float = 0.0  # share of frames without a record
    records_twice: bool = False
    offset_noise: float = 0.0  # pt, standard deviation; such offsets are not rounded


CONDITIONS: Dict[str, Recorder] = {
    "exact": Recorder(),
    "gaussian-0.1": Recorder(gaussian=0.1),
    "gaussian-0.3": Recorder(gaussian=0.3),
    "gaussian-0.5": Recorder(gaussian=0.5),
    "gaussian-1": Recorder(gaussian=1),
    "late-0.5": Recorder(lateness=0.5),
    "late-2": Recorder(lateness=2),
    "integer-ms": Recorder(rounds_time=True),
    "latency": Recorder(gaussian=0.05, has_latency=True),
    "repeats": Recorder(gaussian=0.1, repeats=0.02),
    "drops": Recorder(gaussian=0.1, drops=0.1),
    "two-per-frame": Recorder(gaussian=0.1, records_twice=True),
    "everything": Recorder(gaussian=0.3, repeats=0.01, drops=0.03),
    "noise-0.1": Recorder(gaussian=0.1, offset_noise=0.1),
    "noise-0.5": Recorder(gaussian=0.1, offset_noise=0.5),
}


# Recordings with pixels, to which the bars apply.
USUAL_CONDITIONS = [name for name, recorder in CONDITIONS.items() if not recorder.offset_noise]


def frame_interval(generator: random.Random, rate: str, speed: float) -> float:
    """Returns the time to the next frame, s."""
    if rate != "promotion":
        return 1 / float(rate)
    frequency = next(hertz for limit, hertz in PROMOTION_RATES if speed >= limit)
    factor = 2 if generator.random() < PROMOTION_DOUBLED_SHARE else 1
    return factor / frequency


def frames(generator: random.Random, timeline: Timeline, rate: str) -> List[Frame]:
    """Returns the frames that a display shows of a motion; the first has a random phase."""
    segments, starts = timeline.segments, [segment.start for segment in timeline.segments]
    time = generator.random() * frame_interval(generator, rate, 0.0)
    shown: List[Frame] = []
    while time < timeline.time:
        index = bisect_right(starts, time) - 1
        segment = segments[index]
        offset = segment.offset(time)
        shown.append(Frame(time, offset, index))
        speed = 0.0
        if rate == "promotion" and segment.kind != "rest":
            earlier = max(segment.start, time - MILLISECOND)
            later = earlier + MILLISECOND
            speed = abs(segment.offset(later) - segment.offset(earlier)) / MILLISECOND
        time += frame_interval(generator, rate, speed)
    return shown


def recorded_time(generator: random.Random, recorder: Recorder, time: float) -> float:
    if recorder.gaussian:
        time += generator.gauss(0, recorder.gaussian) * MILLISECOND
    if recorder.lateness:
        time += generator.expovariate(1 / recorder.lateness) * MILLISECOND
    return time


def records(
    generator: random.Random, recorder: Recorder, shown: Sequence[Frame]
) -> List[Record]:
    """Returns the records of frames; those of different frames are at least 1 µs apart."""
    latency = uniform(generator, LATENCY_RANGE) * MILLISECOND if recorder.has_latency else 0.0
    splits_frames = recorder.records_twice and generator.random() < 0.5
    result: List[Record] = []
    previous: Optional[Frame] = None
    for frame in shown:
        if recorder.drops and generator.random() < recorder.drops:
            previous = frame
            continue
        time = recorded_time(generator, recorder, frame.time + latency)
        if result:
            time = max(time, result[-1].time + MINIMUM_STEP)
        offset = frame.offset
        if recorder.repeats and result and generator.random() < recorder.repeats:
            offset = result[-1].offset
        is_double = recorder.records_twice and generator.random() < SECOND_RECORD_SHARE
        if is_double and splits_frames and previous is not None:
            share = generator.uniform(0.1, 0.9)
            partial = previous.offset + share * (offset - previous.offset)
            result.append(Record(time, partial, frame.segment))
        result.append(Record(time, offset, frame.segment))
        if is_double and not splits_frames:
            delay = uniform(generator, SECOND_RECORD_DELAY) * MILLISECOND
            result.append(Record(time + delay, offset, frame.segment))
        previous = frame
    return result


def trimmed(
    generator: random.Random, segments: Sequence[Segment], shown: List[Frame]
) -> List[Frame]:
    """Returns the frames of a single motion and 0 to 3 frames of rest on either side."""
    moving = [n for n, frame in enumerate(shown) if segments[frame.segment].kind != "rest"]
    first = max(0, moving[0] - generator.randint(0, 3))
    return shown[first:moving[-1] + 1 + generator.randint(0, 3)]


# MARK: - Sessions


def place(generator: random.Random, timeline: Timeline) -> Tuple[float, Range]:
    """Returns the shift of all offsets, and both edges after it."""
    low, high = timeline.edges.get(-1), timeline.edges.get(1)
    shift = uniform(generator, INITIAL_OFFSET) if low is None else (
        uniform(generator, LOW_EDGE) - low
    )
    if low is None:
        low = timeline.reach[-1] - uniform(generator, EDGE_MARGIN)
    if high is None:
        high = timeline.reach[1] + uniform(generator, EDGE_MARGIN)
    return shift, (low + shift, high + shift)


def phase_json(segment: Segment, shift: float, grid: float) -> Dict[str, object]:
    constants = dict(segment.constants)
    if segment.edge is not None:
        constants["edge"] = segment.edge + shift
    phase: Dict[str, object] = {
        "kind": segment.kind, "model": segment.model, "scenario": segment.scenario,
        "constants": constants,
    }
    if segment.height is not None:
        phase["height_steps"] = segment.height / grid
    return phase


def truth(
    segments: Sequence[Segment], recorded: Sequence[Record], shift: float, grid: float
) -> List[Dict[str, object]]:
    """Returns the phases that have samples; neighboring rests are one phase."""
    ranges: Dict[int, List[int]] = {}
    for index, record in enumerate(recorded):
        ranges.setdefault(record.segment, [index, index])[1] = index
    phases: List[Dict[str, object]] = []
    origin = recorded[0].time
    previous = -1
    for number, (first, last) in sorted(ranges.items()):
        segment = segments[number]
        between = segments[previous + 1:number + 1]
        if phases and phases[-1]["kind"] == "rest" and all(s.kind == "rest" for s in between):
            phases[-1].update({"last": last, "to": segment.end - origin})
        else:
            phases.append({
                **phase_json(segment, shift, grid), "first": first, "last": last,
                "from": segment.start - origin, "to": segment.end - origin,
            })
        previous = number
    return phases


def recorded_times(recorder: Recorder, recorded: Sequence[Record]) -> List[float]:
    """Returns the times since the first record, s."""
    if recorder.rounds_time:
        whole = [round(record.time / MILLISECOND) for record in recorded]
        return [(value - whole[0]) / 1000 for value in whole]
    return [record.time - recorded[0].time for record in recorded]


def session_timeline(
    generator: random.Random, grid: float, only_single: bool = False
) -> Tuple[Timeline, List[str]]:
    if generator.random() >= SINGLE_SHARE and not only_single:
        return gestures_timeline(generator, grid)
    timeline = Timeline(generator, grid)
    timeline.rest(0.2)
    if not append_gesture(timeline, "single", single_phase):
        raise RuntimeError("no suitable single motion in the allowed number of draws")
    timeline.rest(0.2)
    return timeline, ["single"]


def shown_offset(
    generator: random.Random, recorder: Recorder, offset: float, grid: float
) -> float:
    if recorder.offset_noise:
        return offset + generator.gauss(0, recorder.offset_noise)
    return round(offset / grid) * grid


def session(
    seed: int, condition: str, index: int, only_single: bool = False
) -> Dict[str, object]:
    """Returns one session; it depends on these values alone."""
    generator = random.Random(f"{seed}/{condition}/{index}")
    recorder, grid = CONDITIONS[condition], generator.choice(GRIDS)
    if recorder.offset_noise:
        grid = math.sqrt(12) * recorder.offset_noise  # that errs as much
    rate = generator.choice(RATES)
    timeline, names = session_timeline(generator, grid, only_single)
    shown = frames(generator, timeline, rate)
    if names == ["single"]:
        shown = trimmed(generator, timeline.segments, shown)
    recorded = records(generator, recorder, shown)
    shift, edges = place(generator, timeline)
    return {
        "id": f"{condition}/{index}",
        "condition": condition,
        "scenario": "+".join(names),
        "scenarios": names,
        "rate": rate,
        "grid": grid,
        "t": recorded_times(recorder, recorded),
        "y": [shown_offset(generator, recorder, record.offset + shift, grid) for record in recorded],
        "truth": truth(timeline.segments, recorded, shift, grid),
        "edges_true": list(edges),
    }


def sessions(
    seed: int, count: int, conditions: Sequence[str], only_single: bool = False
) -> Iterator[Dict[str, object]]:
    for condition in conditions:
        for index in range(count):
            yield session(seed, condition, index, only_single)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Generate scroll sessions whose phases are known, as NDJSON."
    )
    parser.add_argument("--seed", type=int, default=1, help="Seed (default: 1).")
    parser.add_argument(
        "--count", type=int, default=100, help="Sessions per condition (default: 100)."
    )
    parser.add_argument(
        "--condition", nargs="+", action="extend", choices=list(CONDITIONS), metavar="NAME",
        help="Recording conditions (default: those with pixels): " + ", ".join(CONDITIONS) + ".",
    )
    parser.add_argument(
        "--single", action="store_true", help="Only sessions that are one motion and nothing else."
    )
    arguments = parser.parse_args()
    conditions = arguments.condition or USUAL_CONDITIONS
    try:
        for item in sessions(arguments.seed, arguments.count, conditions, arguments.single):
            sys.stdout.write(json.dumps(item, separators=(",", ":")) + "\n")
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
