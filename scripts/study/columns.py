#!/usr/bin/env python3
"""Files whose columns have names that mean nothing here, or none: columns.py SCROLLFIT FOLDER SEED [COUNT].

Each is a recording of flings and drags from the laws, at 30 to 120 Hz with noisy times and dropped frames, on a pixel grid or none, that begins at
rest, in a drag or in a fling. Times are in s, ms, µs or ns, from zero, a start of the machine or 1970. It is written as a table (commas, tabs,
semicolons, blanks), as NDJSON or as rows of a JSON document, in any order of columns, with a count of rows, a column that stands still or one
more that moves among them. The columns that `segment` names in its warnings are compared with the true ones; a file with two columns that move has to
be refused.
"""
import argparse
import collections
import json
import math
import pathlib
import random
import re
import subprocess

TIMES = ["Zeit", "moment", "tid", "temps", "czas", "clock", "instant", "when", "tick", "stamp", "aika", "時刻"]
OFFSETS = ["Position", "ort", "plats", "place", "lage", "posizione", "where", "valor", "value", "位置", "dist", "décalage"]
OTHERS = ["foo", "bar", "misc", "col", "aux", "reading", "signal"]
SEPARATORS = {"commas": ",", "tabs": "\t", "semicolons": ";", "blanks": " "}
KINDS = [*SEPARATORS, "rows", "objects"]


def recording(draw):
    """Times in s and offsets."""
    rate = draw.choice([30, 60, 60, 90, 120])
    jitter = draw.choice([0, 3e-4, 1e-3])
    grid = draw.choice([1, 1 / 2, 1 / 3, None])
    offset = draw.choice([0, 0, 500.0])
    time, times, offsets = 0, [], []

    def sample():
        nonlocal time
        time += (2 if draw.random() < 0.02 else 1) / rate
        times.append(time + draw.uniform(-jitter, jitter))
        offsets.append(round(offset / grid) * grid if grid else offset)

    beginning = draw.choice(["rest", "drag", "fling"])
    for gesture in range(draw.randint(1, 4)):
        sign = draw.choice([1, 1, -1]) if gesture else 1
        if gesture or beginning == "rest":
            for _ in range(draw.randint(3, 60)):
                sample()
        if gesture or beginning != "fling":
            for _ in range(draw.randint(4, 20)):
                offset += sign * draw.uniform(1, 12)
                sample()
        velocity, decay, start = sign * draw.uniform(400, 4000), draw.uniform(1, 4), offset
        for frame in range(1, 2 * rate):
            offset = start - velocity / decay * math.expm1(-decay * frame / rate)
            sample()
    return times, offsets


def columns(draw):
    """The texts of each column by its role, in the order of the file."""
    times, offsets = recording(draw)
    unit, origin = draw.choice([1, 1, 1e3, 1e3, 1e6, 1e9]), draw.choice([0, 0, 1.7e9, 12345.678])
    places = 6 if unit == 1 else draw.choice([0, 0, 3])
    found = [
        ("time", [f"{(time + origin) * unit:.{places}f}" for time in times]),
        ("y", [f"{offset:.3f}" for offset in offsets]),
    ]
    if draw.random() < 0.2:
        found.append(("count", [str(row) for row in range(len(times))]))
    if draw.random() < 0.2:
        found.append(("still", ["0"] * len(times)))
    if draw.random() < 0.15:
        steps = [60 * (b - a) for a, b in zip(offsets, offsets[1:])]
        found.append(("other", [f"{step:.2f}" for step in [0, *steps]]))
    if draw.random() < 0.25:
        draw.shuffle(found)
    return found


def written(path, draw, kind, found):
    """Writes a file and returns the names of its columns by role."""
    is_named = kind == "objects" or kind != "rows" and draw.random() < 0.6
    others = draw.sample(OTHERS, 3)
    names = [
        draw.choice(TIMES) if role == "time" else draw.choice(OFFSETS) if role == "y" else others.pop()
        for role, _ in found
    ]
    rows = list(zip(*(column for _, column in found)))
    if kind == "rows":
        text = json.dumps([[float(field) for field in row] for row in rows])
    elif kind == "objects":
        text = "".join(json.dumps(dict(zip(names, map(float, row)))) + "\n" for row in rows)
    else:
        lines = ([names] if is_named else []) + rows
        text = "".join(SEPARATORS[kind].join(line) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")
    shown = names if is_named else [str(place + 1) for place in range(len(names))]
    return dict(zip((role for role, _ in found), shown))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scrollfit")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, nargs="?", default=500)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    options.folder.mkdir(parents=True, exist_ok=True)
    results = collections.Counter()
    for number in range(options.count):
        found = columns(draw)
        kind = draw.choice(KINDS)
        path = options.folder / f"{number}.txt"
        names = written(path, draw, kind, found)
        run = subprocess.run(
            [options.scrollfit, "segment", path, "--format", "json"], capture_output=True, text=True, check=False
        )
        used = {role: name for name, role in re.findall(r"column '(\S*)' is used for (\w+): no name", run.stdout)}
        clarity = "two that move" if "other" in names else "clear"
        if not used:
            result = "refused"
        else:
            result = "right" if used == {"time": names["time"], "y": names["y"]} else "wrong"
        if (clarity, result) not in [("clear", "right"), ("two that move", "refused")]:
            print(f"{path}: {clarity}, {result}: {names}, found {used} {run.stderr.strip()[:120]}")
        results[clarity, result] += 1
    for (clarity, result), count in sorted(results.items()):
        print(f"{clarity:14} {result:8} {count}")


if __name__ == "__main__":
    main()
