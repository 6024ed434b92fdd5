#!/usr/bin/env python3
"""Measures the time and the memory that `scrollfit video` needs for a screen of 1170 × 2532 pixels at 60 Hz (Linux).

    screen_speed.py SCROLLFIT FOLDER [--gestures N …] [--pages NAME …] [--results FILE]

Makes a video of each page for each number of gestures, reads it, and prints a row of a Markdown table: its length, the speed by the
clock, the seconds of the processor that the program and FFmpeg each took, the speed of the program alone, and the largest memory of both.
Pages of which many displacements suit, such as equal rows, take the longest.
"""

import argparse
import itertools
import json
import os
import subprocess
import time
from pathlib import Path

import screens

CASE = {
    "seed": 1, "width": 1170, "height": 2532, "scale": 3, "dark": False, "header": 88, "footer": 49, "indicator": True, "screens": 6,
    "peak": 4000, "rate": 60, "clock": "steady", "codec": "x264", "crf": 23, "half": False, "turned": False, "sideways": False, "container": "mp4",
}


# The status of `scrollfit video` for a video that it refuses once it has read it, as those of equal rows.
REFUSED = 1


def usage(process):
    """Seconds of the processor and the largest resident memory, MiB, of a process until now; None where it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()
        status = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(status["VmHWM"].split()[0]) / 1024
    except (OSError, KeyError):
        return None


def measured(command):
    """Seconds by the clock, and the usage of a command and of its child."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    seen = {}
    while process.poll() is None:
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        except OSError:
            children = []
        for role, number in [("own", process.pid)] + [("child", int(child)) for child in children]:
            seen[role] = usage(number) or seen.get(role)
        time.sleep(0.02)
    if process.returncode not in (0, REFUSED):
        raise SystemExit(f"failed: {' '.join(command)}")
    return time.monotonic() - start, seen["own"], seen["child"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("binary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gestures", type=int, nargs="+", default=[6])
    parser.add_argument("--pages", nargs="+", default=["text", "photos", "cards", "numbered", "equal", "sparse"])
    parser.add_argument("--results", type=Path, metavar="FILE", help="also write the rows as JSON, for screen_bars.py")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    print("| page | length | times real time | processor, scrollfit | times real time alone | processor, FFmpeg | memory, scrollfit | memory, FFmpeg |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    rows = []
    for page, gestures in itertools.product(arguments.pages, arguments.gestures):
        screens.make(CASE | {"name": page, "page": page, "gestures": gestures}, arguments.folder)
        length = float((arguments.folder / f"{page}.csv").read_text().splitlines()[-1].split(",")[0])
        elapsed, (own, memory), (decoder, decoding) = measured([arguments.binary, "video", str(arguments.folder / f"{page}.mp4"), "--quiet"])
        print(f"| {page} | {length:.1f} s | {length / elapsed:.1f} | {own:.1f} s | {length / own:.1f} | {decoder:.1f} s | {memory:.0f} MiB | {decoding:.0f} MiB |", flush=True)
        rows.append({"page": page, "length": length, "processor": own, "memory": memory})
    if arguments.results:
        arguments.results.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
