#!/usr/bin/env python3
"""Writes simulated traces of one model as NDJSON: generate.py MODEL [COUNT] [SEED] > FILE.

Deceleration has 60 to 240 samples, a bounce 40 to 90 (rest free, or about 0 as `bounce-phase`), a rubber band
20 to 100 of finger travel, a parabola as many as its name says, `quadratic-4`; offsets lie on a grid of 1/3 pt, times are off by up to 5 % of a frame.
"""
import json
import math
import random
import sys


def times(draw, count, rate):
    return [round((i + (draw.uniform(-0.05, 0.05) if i else 0)) / rate, 6) for i in range(count)]


def deceleration(draw):
    count, rate = draw.randint(60, 240), draw.choice([60, 120])
    k = -1000 * math.log(draw.uniform(0.990, 0.9985)) if rate == 120 else draw.uniform(1.5, 4)
    start, velocity = draw.uniform(-500, 3000), draw.choice([-1, 1]) * draw.uniform(300, 6000)
    return times(draw, count, rate), lambda t: start - velocity * math.expm1(-k * t) / k


def bounce_curve(draw):
    count, rate = draw.randint(40, 90), draw.choice([60, 120])
    damping = draw.uniform(8, 14)
    displacement, velocity = draw.uniform(20, 150), draw.uniform(-500, 3000)
    second = velocity + damping * displacement
    return times(draw, count, rate), lambda t: (displacement + second * t) * math.exp(-damping * t)


def bounce(draw):
    t, curve = bounce_curve(draw)
    rest, sign = draw.uniform(0, 2000), draw.choice([-1, 1])
    return t, lambda t: rest + sign * curve(t)


def rubber(draw):
    count, reach = draw.randint(20, 100), draw.uniform(150, 900)
    c, d = draw.uniform(0.3, 0.8), draw.uniform(300, 1000)
    travel = sorted(round(draw.uniform(0, reach), 3) for _ in range(count))
    return travel, lambda x: c * x / (1 + c * x / d)


def parabola(count):
    def drawn(draw):
        start, velocity, half = draw.uniform(-500, 3000), draw.uniform(-3000, 3000), draw.uniform(-2000, 2000)
        return times(draw, count, 60), lambda t: start + velocity * t + half * t * t

    return drawn


MODELS = {
    "decel": deceleration,
    "bounce": bounce,
    "bounce-phase": bounce_curve,
    "rubber": rubber,
    "quadratic-4": parabola(4),
    "quadratic-10000": parabola(10_000),
}


def main():
    model = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    for index in range(count):
        t, curve = MODELS[model](draw)
        y = [round(round(3 * curve(x)) / 3, 6) for x in t]
        line = {"id": f"{model}-{index}", "model": model.rstrip("-0123456789"), "t": t, "y": y}
        print(json.dumps(line, separators=(",", ":")))


main()
