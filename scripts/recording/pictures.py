"""Draws every recording of manifest-2.json with its labels, one PNG each and sheets of twelve.

    python3 scripts/recording/pictures.py FOLDER [PREFIX ...]

Needs matplotlib. A prefix such as gtk4/ selects recordings.
"""
from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import common

COLORS = {
    "touch": "tab:blue", "drag": "tab:cyan", "hold": "tab:purple", "deceleration": "tab:green", "bounce": "tab:red",
    "wheel": "tab:orange", "programmatic": "tab:olive", "snap": "tab:pink", "return": "tab:brown", "rest": "0.6"}


def draw(axes: Any, trace: dict[str, Any]) -> None:
    with open(common.TRACES / trace["file"], newline="") as text:
        rows = [(float(row["t"]), float(row["x"]), float(row["y"])) for row in csv.DictReader(text)]
    times = [row[0] for row in rows]
    for column, marker in ((2, "k.-"), (1, "m.-")):
        values = [row[column] for row in rows]
        if column == 2 or max(values) > min(values):
            axes.plot(times, values, marker, markersize=2, linewidth=0.5)
    for segment in trace["segments"]:
        color = COLORS[segment["kind"]]
        low, high = (0.0, 0.06) if segment["kind"] in ("touch", "drag") else (0.06, 0.12) if segment["kind"] in (
            "hold", "wheel", "programmatic") else (0.12, 0.18)
        axes.axvspan(segment["t0"], segment["t1"], low, high, color=color)
        axes.axvspan(segment["t0"], segment["t1"], color=color, alpha=0.08)
    edges = trace["bounds"]["y"]
    low, high = axes.get_ylim()
    for edge in edges:
        if low - 50 < edge < high + 50:
            axes.axhline(edge, color="red", linewidth=0.5)
    axes.set_title(trace["file"] + "\n" + trace["gesture"][:80], fontsize=7)
    axes.tick_params(labelsize=6)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    prefixes = tuple(sys.argv[2:]) or ("",)
    traces = [
        trace for trace in json.loads(common.MANIFEST.read_text())["traces"] if trace["file"].startswith(prefixes)]
    for trace in traces:
        figure, axes = plt.subplots(figsize=(8, 5))
        draw(axes, trace)
        figure.savefig(folder / trace["file"].replace("/", "-").replace(".csv", ".png"), dpi=80)
        plt.close(figure)
    for sheet in range(0, len(traces), 12):
        figure, grid = plt.subplots(4, 3, figsize=(18, 18))
        for axes, trace in zip(grid.flat, traces[sheet:sheet + 12]):
            draw(axes, trace)
        figure.tight_layout()
        title = (prefixes[0] or "all").strip("/").replace("/", "-")
        figure.savefig(folder / f"sheet-{title}-{sheet // 12 + 1}.png", dpi=75)
        plt.close(figure)


if __name__ == "__main__":
    main()
