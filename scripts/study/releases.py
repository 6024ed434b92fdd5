#!/usr/bin/env python3
"""Judges the velocity estimators that `fit` names on fresh sessions of scripts/reference/releases.py: scripts/study/releases.py [--binary FILE] [--seed N]

Ten estimators, displays of 60 and 120 Hz, five clocks: 100 sessions; those with an even seed note their releases, so that sets with an even and an odd
first seed complement each other. A table by clock and rate, by noted releases and by estimator: in how many sessions the true estimator is named, and
how many are named.
"""
import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "reference"))

import releases  # noqa: E402

CLOCKS = {"exact": {"deviation": 0.0, "digits": 9}, "0.3 ms": {}, "integer ms": {"deviation": 0.0, "digits": 3},
          "late by 1 ms": {"late": 0.001}, "late by 2 ms": {"late": 0.002}}


def scrolltrace(session):
    made = session.json()
    lines = ['{"format":"scrolltrace","version":1}']
    for index, time in enumerate(made["times"]):
        sample = {"t": time, "y": made["offsets"][index]}
        if made["down"][index]:
            sample |= {"py": made["finger"][index], "state": "dragging"}
        lines.append(json.dumps(sample))
    if made["isEnded"]:
        lines += [json.dumps({"t": fling[0], "event": "willEndDragging"}) for fling in made["flings"]]
    return "\n".join(lines) + "\n"


def named(binary, file):
    """The names of the estimators that a recording does not tell from the best one; empty where none are ranked."""
    run = subprocess.run([binary, "fit", str(file), "--format", "json"], capture_output=True, text=True)
    reports = json.loads(run.stdout).get("releases") or [{}] if run.stdout else [{}]
    estimators = reports[0].get("estimators") or []
    return [row["estimator"] for row in estimators if row["indistinguishable"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/scrollfit"))
    parser.add_argument("--seed", type=int, default=1000)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "session.ndjson"
        for clock, options in CLOCKS.items():
            for rate in (60, 120):
                for estimator, estimate in releases.ESTIMATORS.items():
                    seed = arguments.seed + len(rows)
                    made = releases.session(estimator, seed, estimate, ends=seed % 2 == 0, rate=rate, **options)
                    file.write_text(scrolltrace(made))
                    names = named(arguments.binary, file)
                    rows.append((clock, rate, estimator, names, seed % 2 == 0))
                    print(f"{seed} {clock}, {rate} Hz, {estimator}: {', '.join(names) or 'none'}", file=sys.stderr)
    print("| sessions | true estimator named | named, median (most) |\n|---|---|---|")
    groups = [(f"{clock}, {rate} Hz", [row for row in rows if row[:2] == (clock, rate)]) for clock in CLOCKS for rate in (60, 120)]
    groups += [(f"releases {title}", [row for row in rows if row[4] == noted]) for title, noted in (("noted", True), ("not noted", False))]
    groups += [(name, [row for row in rows if row[2] == name]) for name in releases.ESTIMATORS]
    for title, group in groups + [("all", rows)]:
        hits = sum(row[2] in row[3] for row in group)
        counts = [len(row[3]) for row in group]
        print(f"| {title} | {hits} of {len(group)} | {statistics.median(counts):g} ({max(counts)}) |")


if __name__ == "__main__":
    main()
