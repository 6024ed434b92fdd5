"""A search for the fit of at most a hundred samples that takes longest."""

import shlex
import time

from .case import Case
from .inputs import MODELS, OPTIONS, bounded, recording, table
from .running import run

# Candidates that are changed further.
KEPT = 12


def begun(draw):
    """A draw of rows and options."""
    options = {option: draw.choice(values) for option, values in OPTIONS if draw.random() < 0.6}
    return recording(draw), draw.choice(MODELS), options


def changed(candidate, draw):
    """A candidate with another row, scale, length or option."""
    rows, model, options = list(candidate[0]), candidate[1], dict(candidate[2])
    for _ in range(draw.choice([1, 1, 2, 5])):
        change = draw.randrange(8)
        place = draw.randrange(len(rows)) if rows else 0
        if change == 0:
            option, values = draw.choice(OPTIONS)
            options[option] = draw.choice(values)
        elif change == 1:
            model = draw.choice(MODELS)
        elif change == 2 and len(rows) > 4:
            del rows[place : place + draw.choice([1, 1, 10])]
        elif change == 3 and len(rows) < 90:
            end, step = float(rows[-1][0]), draw.choice([1 / 120, 1 / 60, 0.1])
            rows += [(f"{end + step * (i + 1):.6f}", draw.gauss(0, 100)) for i in range(draw.choice([1, 5, 20]))]
        elif change == 4:
            scale = draw.choice([1e-3, 0.1, 10, 1e4, -1])
            rows = [(t, y * scale) for t, y in rows]
        elif change == 5:
            scale = draw.choice([0.01, 0.3, 3, 100])
            rows = [(f"{float(t) * scale:.9f}", y) for t, y in rows]
        elif change == 6 and rows:
            rows[place] = (rows[place][0], draw.choice([0, 88, 1e5, draw.gauss(0, 1000), rows[place][1] * 1.01]))
        elif rows:
            rows = [(t, round(y)) for t, y in rows]
    return rows[:100], model, options


def case(candidate):
    rows, model, options = candidate
    words = [word for pair in options.items() for word in pair]
    arguments = ["fit", "FILE", "--model", model, "--format", "json", *words]
    return Case("slowest", bounded(arguments), table(rows))


def slowest(binary, draw, seconds, folder):
    """Climbs for seconds from random candidates; the slowest cases with their seconds, and how many runs that took."""
    kept, runs, ends = [], 0, time.monotonic() + seconds
    while time.monotonic() < ends:
        fresh = runs < 300 or draw.random() < 0.3
        candidate = begun(draw) if fresh else changed(draw.choice(kept)[1], draw)
        outcome = run(binary, case(candidate), folder)
        runs += 1
        kept.append((outcome.seconds, candidate))
        kept.sort(key=lambda pair: -pair[0])
        # One of each model and options, so that the climb does not stay with one.
        seen, others = set(), []
        for pair in kept:
            key = (pair[1][1], tuple(sorted(pair[1][2].items())))
            if key not in seen:
                seen.add(key)
                others.append(pair)
        kept = others[:KEPT]
    return [(took, case(candidate)) for took, candidate in kept], runs


def report(found, runs):
    print(f"{runs} runs; the slowest, s of the processor:")
    for took, one in found:
        print(f"{took:6.2f}  {one.content.count(10) - 1} samples: {shlex.join(one.arguments)}")
