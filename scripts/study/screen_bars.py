#!/usr/bin/env python3
"""Judges what became of the frames of screen recordings by the bars of docs/video.md.

    screen_bars.py RESULTS … [--speed FILE]

RESULTS are what screen_judge.py keeps (results.ndjson), so that a study can be measured in parts; FILE is what `screen_speed.py --results`
wrote. Prints the bars by condition, a Markdown table; exits 1 where one is missed.
"""

import argparse
import json
import math
import sys
from pathlib import Path
from typing import NamedTuple


def deviation(results):
    """The root mean square of the errors of marked frames, pixels of the video."""
    return math.sqrt(sum(result["squares"] for result in results) / max(1, sum(result["marked"] for result in results)))


class Bar(NamedTuple):
    """A bar of docs/video.md under one condition."""

    name: str
    condition: str
    asked: str
    measured: str
    met: bool | None
    """None where nothing is asked for, or nothing was measured."""


def condition(case):
    return f"crf {case['crf']}" + (", halved" if case["half"] else "")


def bars(rows):
    """The bars of docs/video.md by crf and size, then those of all videos."""
    read = [(case, result) for case, result in rows if not result["refused"]]
    for name in sorted({condition(case) for case, _ in rows}):
        group = [(case, result) for case, result in read if condition(case) == name]
        frames = sum(result["frames"] for _, result in group)
        wrong = sum(result["wrong"] for _, result in group)
        yield Bar("wrong without a mark", name, "0", f"{wrong} of {frames}", wrong == 0 if frames else None)
        yield exact(group, name)
        if any(result["marked"] for _, result in group):
            error = deviation([result for _, result in group])
            yield Bar("rms error of marked frames", name, "≤ 0.5 px", f"{error:.2f} px", error <= 0.5)
            marked = sum(result["marked"] for _, result in group)
            share = sum(result["within"] for _, result in group) / marked
            # Of normal errors 68 % are within a standard deviation.
            yield Bar("marked frames within their standard deviation", name, "≥ 68 %", f"{100 * share:.1f} % of {marked}", share >= 0.68)
    # Coarser ones miss this bar: neighbouring frames err alike there, which the log's standard error knows nothing of.
    for name, asked, chosen in (("to crf 28, halved ones to crf 23", "≥ 90 %", is_fine), ("others", "–", lambda case: not is_fine(case))):
        differences = [value for case, result in read if chosen(case) for value in result["constants"]]
        within = sum(value <= 1 for value in differences)
        if differences:
            met = within >= 0.9 * len(differences) if asked != "–" else None
            yield Bar("decay constants within a standard error of the log's", name, asked, f"{within} of {len(differences)}", met)
    refused = [case["name"] for case, result in rows if result["refused"] and not is_ambiguous(case, result)]
    yield Bar("refused, but for equal rows called ambiguous", "all", "0", " ".join(refused) or "0", not refused)
    if not read:
        yield Bar("videos read", "all", "≥ 1", "0", False)


def exact(group, name):
    """The bar of the share of exact frames; frames of nearly empty screens, which sparse pages have, are left out."""
    results = [result for case, result in group if case["page"] != "sparse"]
    frames, share = sum(result["frames"] for result in results), sum(result["exact"] for result in results)
    level = {"crf 18": 0.995, "crf 23": 0.995, "crf 18, halved": 0.995, "crf 23, halved": 0.995, "crf 28": 0.9}.get(name)
    measured = f"{100 * share / frames:.2f} %" if frames else "–"
    return Bar("exact", name, f"≥ {100 * level:g} %" if level else "–", measured, share >= level * frames if level and frames else None)


def is_fine(case):
    return case["crf"] <= (23 if case["half"] else 28)


def is_ambiguous(case, result):
    return case["page"] == "equal" and result["refused"].startswith("ambiguous")


def table(found):
    """The bars as a Markdown table; a last line names those that are missed."""
    lines = ["| bar | videos | asked for | measured | |", "|---|---|---:|---:|---|"]
    states = {True: "met", False: "MISSED", None: "no bar"}
    lines += [f"| {bar.name} | {bar.condition} | {bar.asked} | {bar.measured} | {states[bar.met]} |" for bar in found]
    failures = [f"{bar.name}, {bar.condition}" for bar in found if bar.met is False]
    return "\n".join(lines + ["", f"bars missed: {len(failures)}: {'; '.join(failures)}" if failures else "all bars are met"])


def speed_bars(rows):
    """The bars of speed and memory, from what screen_speed.py measured."""
    for row in rows:
        condition, alone, memory = f"1170 × 2532, 60 Hz, {row['page']}, {row['length']:.0f} s", row["length"] / row["processor"], row["memory"]
        yield Bar("speed of scrollfit on one core, beside FFmpeg", condition, "≥ 3 × real time", f"{alone:.1f} ×", alone >= 3)
        yield Bar("memory of scrollfit", condition, "≤ 200 MiB", f"{memory:.0f} MiB", memory <= 200)


def judge(rows, speeds):
    """Prints the table of the bars; the status of the process."""
    found = list(bars(rows)) + list(speed_bars(speeds))
    print("\n" + table(found))
    return 1 if any(bar.met is False for bar in found) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("results", type=Path, nargs="+")
    parser.add_argument("--speed", type=Path)
    arguments = parser.parse_args()
    rows = [json.loads(line) for path in arguments.results for line in path.read_text(encoding="utf-8").splitlines()]
    sys.exit(judge(rows, json.loads(arguments.speed.read_text()) if arguments.speed else []))


if __name__ == "__main__":
    main()
