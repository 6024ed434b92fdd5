#!/usr/bin/env python3
"""Recordings whose clocks are read late or scatter, with the true times of their frames: Fixtures/reference/frames.json.

Run from anywhere: python3 scripts/reference/frames.py

Motions and clocks are those of scripts/study/sessions.py. The first samples of a session are kept. "frames" are the times at which the
display showed them, s on the recorder's clock; of the last recording there are none: its content moves by the times that are recorded.
"""
import json
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/study"))
import sessions  # noqa: E402

LENGTH = 400
FASTEST = 2500  # pt/s that a session reaches at least, at the slowest rate
SLOWEST_RATE = 60  # Hz
GRID = 1 / 3
# condition, rate, whether the content moves by the recorded times
CASES = [
    ("late-2", "60", False), ("late-2", "120", False), ("late-2", "promotion", False), ("late-0.5", "promotion", False),
    ("gaussian-1", "60", False), ("integer-ms", "120", False), ("everything", "60", False), ("late-2", "60", True),
]


def recording(index, condition, rate, moves_late):
    generator = random.Random(f"frames/{index}")
    recorder = sessions.CONDITIONS[condition]
    shown = []
    # Fast content shows what a clock does.
    while not any(abs(after.offset - before.offset) > FASTEST / SLOWEST_RATE for before, after in zip(shown, shown[1:])):
        timeline, _ = sessions.gestures_timeline(generator, GRID)
        shown = sessions.frames(generator, timeline, rate)[:LENGTH]
    kept, times = [], []
    for frame in shown:
        if recorder.drops and generator.random() < recorder.drops:
            continue
        time = sessions.recorded_time(generator, recorder, frame.time)
        times.append(max(time, times[-1] + sessions.MINIMUM_STEP) if times else time)
        kept.append(frame)
    if recorder.rounds_time:
        times = [round(time * 1000) / 1000 for time in times]
    offsets = [frame.offset for frame in kept]
    if moves_late:
        starts = [segment.start for segment in timeline.segments]
        offsets = [timeline.segments[sessions.bisect_right(starts, time) - 1].offset(time) for time in times]
    result = {
        "name": f"{condition}, {rate}" + (", content moves by the recorded times" if moves_late else ""),
        "t": [round(time - times[0], 9) for time in times],
        "y": [round(round(offset / GRID) * GRID, 6) for offset in offsets],
    }
    if not moves_late:
        result["frames"] = [round(frame.time - times[0], 9) for frame in kept]
    return result


def main():
    recordings = [recording(index, *case) for index, case in enumerate(CASES)]
    (ROOT / "Fixtures/reference/frames.json").write_text(json.dumps({"recordings": recordings}) + "\n")


if __name__ == "__main__":
    main()
