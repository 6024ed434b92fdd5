#!/usr/bin/env python3
"""Recordings with a finger whose flings are engines' own, in estimate and in motion: Fixtures/reference/launches.json.

Run from anywhere: python3 scripts/reference/launches.py

The estimators are those of releases.py, the motions those of engines.py: both are written from the engines' descriptions alone. Finger,
frames and stamps are those of releases.py, with stamps that err by 0.2 ms. A fling starts at its release and ends before the next touch.

sessions: as in releases.json; "name" is the engine's.
"""
import json
import os

import engines
import releases

CONTEXT = {"frameInterval": 1 / 60, "density": 3, "dimension": 812}


def lone_line(samples):
    """Android's and Chromium's: the straight line through two samples, the parabola through more."""
    kept = releases.tracker(samples)
    return releases.steps(kept)[0] if len(kept) == 2 else releases.parabola(samples)


ENGINES = {
    "UIScrollView": releases.ios,
    "Android": lambda samples: max(-8000.0, min(8000.0, lone_line(samples))),
    "Chromium": lone_line,
    "Flutter Android": releases.parabola,
    "Zynga Scroller": releases.ESTIMATORS["Zynga Scroller"],
}


class EngineSession(releases.Session):
    """A session whose content moves by an engine's fling; at rest before the first one."""

    position = None

    def content(self, time):
        return float(self.position(time - self.since)) if self.position else self.offset

    def fling(self, motion, *gesture):
        self.drag(*gesture)
        launch = self.flings[-1][1]
        self.position, _, end = motion(self.offset, launch, CONTEXT)
        # At rest when the next finger comes down: no velocity is carried.
        self.velocity = 0.0
        self.rest(float(end) + 0.3 if end else 3.6)


def session(name, seed):
    made = EngineSession(name, seed, ENGINES[name], deviation=0.0002)
    draw = made.random
    made.rest(0.3)
    for index in range(6):
        speed = (1 if index % 2 == 0 else -1) * 700 * 2.5 ** draw.random()
        made.fling(engines.FLINGS[name][0], speed, draw.uniform(0.18, 0.3), draw.uniform(0.6, 2), draw.uniform(-0.2, 0.7))
    return made


def main():
    sessions = [session(name, seed) for seed, name in enumerate(ENGINES, 11)]
    path = os.path.join(os.path.dirname(__file__), "..", "..", "Fixtures", "reference", "launches.json")
    with open(path, "w") as file:
        file.write(json.dumps({"sessions": [made.json() for made in sessions]}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
