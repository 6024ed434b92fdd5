"""Reads the repository's recordings and writes reference values: paths, columns, grids, JSON."""
import csv
import json
import math
from pathlib import Path

import mpmath as mp

mp.mp.dps = 50

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "Fixtures" / "data"
TRACES = ROOT / "Fixtures" / "traces"
OUTPUT = ROOT / "Fixtures" / "reference"


def rows(name):
    """The rows of a data file as dictionaries of text."""
    with open(DATA / name, newline="") as file:
        return list(csv.DictReader(file))


def exact(value):
    """The double that a reader makes of a number, as an exact multi-precision number."""
    return mp.mpf(float(value))


def grid(values, tolerance=1e-4):
    """The coarsest pixel grid 1, 1/2, 1/3, 1/4 or 1/60 that holds every value; None for none.

    The tolerance allows for grids written with four decimals (0.3333).
    """
    numbers = [float(v) for v in values]
    for parts in (1, 2, 3, 4, 60):
        if all(abs(v * parts - round(v * parts)) <= tolerance * parts for v in numbers):
            return 1 / parts
    return None


def plain(value):
    """JSON-ready: multi-precision numbers rounded once, to the nearest double; nothing non-finite."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, mp.mpf):
        value = float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def write(name, content):
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with open(OUTPUT / name, "w") as file:
        json.dump(plain(content), file, indent=1, ensure_ascii=False)
        file.write("\n")
