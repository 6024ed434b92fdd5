#!/usr/bin/env python3
"""Writes a long recording: a session of gestures a minute, at rest between them, at 120 Hz.

    python3 Benchmarks/day.py SAMPLES > day.csv

The gestures are those of scripts/study/sessions.py with exact times, their
frames 1/120 s apart whatever they were; 10,000,000 samples are a day (206 MB).
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts" / "study"))
from sessions import sessions  # noqa: E402

RATE = 120
MINUTE = 60 * RATE


def main() -> None:
    count = int(sys.argv[1])
    print("t,y")
    written, shift = 0, 0.0
    for session in sessions(1, count // MINUTE + 1, ["exact"]):
        offsets = session["y"]
        shift -= offsets[0]
        lines = [offset + shift for offset in offsets]
        lines += [lines[-1]] * max(0, MINUTE - len(lines))
        for offset in lines[: count - written]:
            print(f"{written / RATE:.6f},{offset:.6g}")
            written += 1
        shift = lines[-1]
        if written == count:
            return


if __name__ == "__main__":
    main()
