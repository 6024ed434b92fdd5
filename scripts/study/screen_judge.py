#!/usr/bin/env python3
"""Compares the offsets that `scrollfit video` finds with those that the videos of screens.py were made of.

    screen_judge.py SCROLLFIT FOLDER [--make SEED COUNT] [--events SEED COUNT] [--small] [--speed FILE]

A frame is exact where its offset, less that of the first exact frame, is the true one in device pixels, and wrong where it is not. A frame
with a standard deviation in the recording (its column `deviation`) is marked: its error is counted by itself. A frame that the recording
has not is left out. One that is off by the length of a jump that a warning names is named. With --make the cases are made one after the other and deleted again; FOLDER/results.ndjson keeps what became of each. With
--events there are more, in which something happens beside scrolling (screen_events.py).
Prints Markdown tables, last that of the bars by condition (screen_bars.py); exits 1 where one is missed.
"""

import argparse
import bisect
import json
import re
import resource
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import screen_bars
import screens


# A jump's length in the warning that names it.
JUMP = re.compile(r"\(by ([0-9.]+) px\)")


def recording(folder, case):
    """The path of what `scrollfit video` wrote of a case: fits read it, so that a video is decoded once."""
    return folder / f"{case['name']}.ndjson"


def truth(path):
    lines = path.read_text(encoding="ascii").splitlines()[1:]
    rows = [tuple(map(float, line.split(","))) for line in lines]
    return [time - rows[0][0] for time, _ in rows], [offset for _, offset in rows]


def judged(binary, folder, case):
    """What became of the frames of a video, or the sentence that it was refused with."""
    video, log = folder / f"{case['name']}.{case['container']}", folder / f"{case['name']}.csv"
    start = time.monotonic()
    run = subprocess.run([binary, "video", str(video), "--quiet"], capture_output=True, text=True, check=False)
    elapsed = time.monotonic() - start
    times, offsets = truth(log)
    result = {"frames": len(times), "exact": 0, "marked": 0, "left out": 0, "wrong": 0, "named": 0, "refused": "", "speed": times[-1] / elapsed}
    result |= {"squares": 0.0, "largest": 0.0, "within": 0, "beyond": sum(not 0 <= offset <= case["reach"] for offset in offsets), "beyondExact": 0}
    if run.returncode:
        result["refused"] = run.stderr.strip().split(": ", 2)[-1]
        return result
    recording(folder, case).write_text(run.stdout, encoding="utf-8")
    found = errors(run.stdout, case, times, offsets)
    # What inserted rows displace as a whole cannot be told from scrolling: a warning names the jump, behind lost frames to a twentieth.
    header = json.loads(run.stdout.split("\n", 1)[0])
    jumps = [float(length) for warning in header.get("warnings", []) for length in JUMP.findall(warning)]
    for index, error, isMarked in found:
        if index is None:
            result["wrong"] += 1
        elif isMarked:
            result["marked"] += 1
            result["squares"] += error**2
            result["largest"] = max(result["largest"], abs(error))
            result["within"] += abs(error) <= 0.5
        else:
            isNamed = any(abs(abs(error) - length) <= max(2, length / 20) for length in jumps)
            result["exact" if error == 0 else "named" if isNamed else "wrong"] += 1
            result["beyondExact"] += error == 0 and not 0 <= offsets[index] <= case["reach"]
    result["left out"] = max(0, len(times) - len(found))
    return result


def errors(text, case, times, offsets):
    """Of each sample of a recording the index of its frame, None for none, its error in pixels of the video, and whether it is marked."""
    header, *samples = [json.loads(line) for line in text.splitlines()]
    origin, axis = header.get("timeOrigin", 0), "x" if case.get("sideways") else "y"
    unit = 2 if case["half"] else 1
    found = [(nearest(times, sample["t"] + origin), sample) for sample in samples]
    # Offsets are since the first frame, which may be left out.
    certain = [(index, sample) for index, sample in found if index is not None and not sample.get("deviation")] or found
    base = offsets[certain[0][0]] / unit - certain[0][1][axis]
    return [(index, 0 if index is None else sample[axis] + base - offsets[index] / unit, bool(sample.get("deviation")))
            for index, sample in found]


def nearest(times, stamp):
    """The index of the time that a stamp belongs to; None where there is none."""
    index = min(
        range(max(0, bisect.bisect(times, stamp) - 1), min(len(times), bisect.bisect(times, stamp) + 1)), key=lambda index: abs(times[index] - stamp))
    return index if abs(times[index] - stamp) < 0.002 else None


def constants(binary, folder, case):
    """Differences of the constants of all decelerations that both the video and the log have, in standard errors."""
    found = []
    log = folder / f"{case['name']}.csv"
    fits = []
    for source in (log, recording(folder, case)):
        run = subprocess.run([binary, "fit", str(source), "--format", "json", "--quiet"], capture_output=True, text=True, check=False)
        fits.append(json.loads(run.stdout).get("fits", []) if run.stdout.startswith("{") else [])
    for own in fits[1]:
        for other in fits[0]:
            if own.get("model") == other.get("model") == "deceleration" and overlap(own, other) > 0.8:
                found.append(difference(own, other))
    return [value for value in found if value is not None]


def overlap(one, other):
    """The part of the time of either phase that belongs to both."""
    shared = min(one["to"], other["to"]) - max(one["from"], other["from"])
    return shared / max(1e-9, max(one["to"], other["to"]) - min(one["from"], other["from"]))


def difference(one, other):
    values = [{p["name"]: p for p in fit["parameters"]}.get("decayConstant") for fit in (one, other)]
    if None in values or not values[1].get("standardError"):
        return None
    return abs(values[0]["value"] - values[1]["value"]) / values[1]["standardError"]


def table(rows, key):
    groups = defaultdict(list)
    for case, result in rows:
        groups[key(case)].append(result)
    lines = []
    for name in sorted(groups, key=str):
        group = groups[name]
        read = [result for result in group if not result["refused"]]
        frames = sum(result["frames"] for result in read)
        parts = {kind: sum(result[kind] for result in read) for kind in ("exact", "marked", "left out", "named", "wrong")}
        shares = " | ".join(f"{100 * part / frames:.2f} %" if frames else "–" for part in parts.values())
        error = f"{screen_bars.deviation(read):.2f} px | {max(result['largest'] for result in read):.1f} px" if parts["marked"] else "– | –"
        lines.append(f"| {name} | {len(group)} | {len(group) - len(read)} | {frames} | {shares} | {error} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("binary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--make", nargs=2, type=int, metavar=("SEED", "COUNT"))
    parser.add_argument("--events", nargs=2, type=int, metavar=("SEED", "COUNT"))
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--speed", type=Path, metavar="FILE", help="what screen_speed.py --results wrote: its bars are in the table")
    arguments = parser.parse_args()
    isMade = arguments.make or arguments.events
    if isMade:
        cases = screens.cases(*arguments.make, arguments.small) if arguments.make else []
        cases += screens.eventful(*arguments.events, arguments.small) if arguments.events else []
        arguments.folder.mkdir(parents=True, exist_ok=True)
    else:
        cases = json.loads((arguments.folder / "cases.json").read_text())
    rows = []
    for case in cases:
        if isMade:
            case["reach"] = screens.make(case, arguments.folder)
        result = judged(arguments.binary, arguments.folder, case)
        result["constants"] = [] if result["refused"] else constants(arguments.binary, arguments.folder, case)
        rows.append((case, result))
        with open(arguments.folder / "results.ndjson", "a", encoding="utf-8") as results:
            results.write(json.dumps([case, result]) + "\n")
        print(case["name"], case["rate"], case["clock"], {key: value for key, value in result.items() if value}, file=sys.stderr, flush=True)
        if isMade:
            for path in arguments.folder.glob(case["name"] + ".*"):
                path.unlink()
    head = "| videos | refused | frames | exact | marked | left out | named | wrong | marked frames' rms error | largest |\n|---|" + "---:|" * 10
    for title, key in (
        ("crf", lambda case: f"{case['crf']}" + (", halved" if case["half"] else "")), ("codec", lambda case: case["codec"]),
        ("rate", lambda case: f"{case['rate']:3} Hz"), ("light", lambda case: "dark" if case["dark"] else "light"),
        ("fixed bars", lambda case: ("header " if case["header"] else "") + ("footer" if case["footer"] else "")), ("page", lambda case: case["page"]), ("clock", lambda case: case["clock"]),
        ("at rest", lambda case: case.get("event", "nothing")),
        ("size", lambda case: f"{case['width']} × {case['height']}" + (" halved" if case["half"] else "")), ("all", lambda _: "all"),
    ):
        print(f"| {title} {head}")
        print("\n".join(table(rows, key)) + "\n")
    read = [result for _, result in rows if not result["refused"]]
    print(f"beyond an edge: {sum(r['beyondExact'] for r in read)} of {sum(r['beyond'] for r in read)} frames are exact\n")
    for clock in sorted({case["clock"] for case, _ in rows}):
        differences = sorted(value for case, result in rows if case["clock"] == clock for value in result["constants"])
        if differences:
            within = sum(value <= 1 for value in differences)
            print(f"{len(differences)} decelerations, {clock}: {within} within a standard error of the log's, largest difference {differences[-1]:.2f}")
    refusals = {case["name"]: result["refused"] for case, result in rows if result["refused"]}
    for name, sentence in refusals.items():
        print(f"- {name}: {re.sub(r'[|]', '/', sentence)}")
    print(f"largest process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MiB")
    sys.exit(screen_bars.judge(rows, json.loads(arguments.speed.read_text()) if arguments.speed else []))


if __name__ == "__main__":
    main()
