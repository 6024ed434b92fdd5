"""Helpers shared by the recording drivers: a private X server, XTest input, and the files that a driver writes.

Every time is `time.monotonic()` of the driver's process unless a driver converts a page's clock to it. A driver
collects samples (the time at which an offset was read, the offsets, the toolkit's own phase) and labels (what the
driver did, and when), and `write` cuts them to the motion and adds the file and its manifest entry.
"""
from __future__ import annotations

import ctypes
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TRACES = Path(__file__).resolve().parents[2] / "Fixtures" / "traces"
MANIFEST = TRACES / "manifest-2.json"
MARGIN = 0.2  # s of rest kept before and after the motion
MOVE_INTERVAL = 0.008  # s between two finger positions (125 Hz)
TOUCH_HOW = "time of the injected press and release"


@contextmanager
def x_server(width: int = 1280, height: int = 1024) -> Iterator[None]:
    """Starts Xvfb on a free display and sets DISPLAY to it."""
    readable, writable = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writable), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=[writable], stderr=subprocess.DEVNULL)
    os.close(writable)
    os.environ["DISPLAY"] = ":" + os.read(readable, 16).decode().strip()
    try:
        yield
    finally:
        server.terminate()
        server.wait()


def run_each(names: Iterable[str], requested: list[str], extra: list[str] | None = None) -> None:
    """Runs this script once per recording, each in a process of its own on one X server."""
    with x_server():
        for name in requested or names:
            print(f"== {name}", flush=True)
            command = [sys.executable, sys.argv[0], *(extra or []), "--one", name]
            if subprocess.run(command, timeout=90, check=False).returncode != 0:
                print(f"!! {name} failed", flush=True)


@dataclass
class Session:
    """The samples and labels of one recording."""

    samples: list[tuple[float, float, float]] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    labels: list[dict[str, Any]] = field(default_factory=list)

    def sample(self, t: float, x: float, y: float, phase: str = "", delay: float | None = None) -> None:
        """Adds a sample: the time of reading, the offsets, the toolkit's phase and the time since the frame began."""
        self.samples.append((t, x, y))
        self.phases.append(phase)
        if delay is not None:
            self.delays.append(delay)

    def label(self, kind: str, t0: float, t1: float, how: str, axis: str = "y", **more: Any) -> None:
        self.labels.append({"kind": kind, "axis": axis, "t0": t0, "t1": t1, **more, "how": how})

    def label_until_rest(self, kind: str, t0: float, least: float, limit: float, how: str, **more: Any) -> None:
        """Adds a label that ends where the toolkit reports rest, between two times (see `end_labels`)."""
        self.label(kind, t0, limit, how, **more, least=least)

    def end_labels(self, ends: list[float] | None = None) -> None:
        """Ends the labels that wait for rest at the last of `ends` within them, or the last sample in motion.

        A label without an end within it was interrupted: it keeps its limit.
        """
        for label in self.labels:
            least = label.pop("least", None)
            if least is None:
                continue
            found = ends if ends is not None else [
                row[0] for row, phase in zip(self.samples, self.phases) if phase]
            within = [t for t in found if label["t0"] < t <= label["t1"]]
            if within or not found:
                label["t1"] = max([least, *within])

    def label_phases(
            self, kinds: dict[str, dict[str, Any]], how: str, minimum: int = 3, touch_ends: bool = True) -> None:
        """Labels each run of samples whose phase is a key of `kinds`; a run of fewer samples is skipped.

        A finger that is down ends a run (the motion is free only without one) unless `touch_ends` is false.
        """
        touches = [label for label in self.labels if label["kind"] == "touch" and touch_ends]
        phases = [
            "" if any(touch["t0"] <= row[0] <= touch["t1"] for touch in touches) else phase
            for row, phase in zip(self.samples, self.phases)]
        start = 0
        for i in range(1, len(phases) + 1):
            if i < len(phases) and phases[i] == phases[start]:
                continue
            more = kinds.get(phases[start])
            if more is not None and i - start >= minimum:
                more = dict(more)
                kind = more.pop("kind", phases[start])
                self.label(kind, self.samples[start][0], self.samples[i - 1][0], how, **more)
            start = i


class Hand:
    """Pointer, wheel and keyboard input through the XTest extension, with its labels."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.xtst = ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XStringToKeysym.restype = ctypes.c_ulong
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.position = (0.0, 0.0)
        self.pressed_at = 0.0

    def _flush(self) -> float:
        now = time.monotonic()
        self.x11.XFlush(self.display)
        return now

    def focus(self) -> None:
        """Gives the keyboard focus to the window under the pointer (no window manager runs)."""
        root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        unused, child = ctypes.c_ulong(), ctypes.c_ulong()
        numbers = [ctypes.c_int() for _ in range(4)]
        mask = ctypes.c_uint()
        self.x11.XQueryPointer(
            self.display, root, ctypes.byref(unused), ctypes.byref(child), *map(ctypes.byref, numbers),
            ctypes.byref(mask))
        self.x11.XSetInputFocus(self.display, child, 2, ctypes.c_ulong(0))
        self.x11.XSync(self.display, 0)

    def place(self, x: float, y: float) -> float:
        """Moves the pointer at once."""
        self.position = (x, y)
        self.xtst.XTestFakeMotionEvent(self.display, -1, round(x), round(y), ctypes.c_ulong(0))
        return self._flush()

    def down(self, x: float, y: float) -> None:
        self.place(x, y)
        time.sleep(0.004)
        self.xtst.XTestFakeButtonEvent(self.display, 1, 1, ctypes.c_ulong(0))
        self.pressed_at = self._flush()

    def up(self) -> None:
        self.xtst.XTestFakeButtonEvent(self.display, 1, 0, ctypes.c_ulong(0))
        self.session.label("touch", self.pressed_at, self._flush(), TOUCH_HOW, axis="both")

    def drag(self, dx: float, dy: float, seconds: float) -> None:
        """Moves the pressed pointer at constant velocity, a position every 8 ms."""
        x, y = self.position
        begin = time.monotonic()
        steps = max(1, round(seconds / MOVE_INTERVAL))
        for step in range(1, steps + 1):
            pause = begin + seconds * step / steps - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            self.place(x + dx * step / steps, y + dy * step / steps)

    def hold(self, seconds: float) -> None:
        """Keeps the pressed pointer where it is."""
        begin = time.monotonic()
        time.sleep(seconds)
        self.session.label("hold", begin, time.monotonic(), "the driver keeps the finger down and still", "both")

    def swipe(self, x: float, y: float, dx: float, dy: float, seconds: float) -> None:
        """Puts a finger down, moves it at constant velocity and lifts it in motion."""
        self.down(x, y)
        self.drag(dx, dy, seconds)
        self.up()

    def wheel(self, count: int, interval: float, button: int = 5) -> list[float]:
        """Turns the wheel by notches and returns their times. Button 5 is down, 4 is up."""
        times = []
        begin = time.monotonic()
        for notch in range(count):
            pause = begin + notch * interval - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            for is_press in (1, 0):
                self.xtst.XTestFakeButtonEvent(self.display, button, is_press, ctypes.c_ulong(0))
            times.append(self._flush())
        return times

    def key(self, name: str, hold: float = 0.03) -> tuple[float, float]:
        """Presses and releases a key or a combination such as Control_L+Down, with the times of both."""
        codes = [
            self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(self.x11.XStringToKeysym(part.encode())))
            for part in name.split("+")]
        for code in codes:
            self.xtst.XTestFakeKeyEvent(self.display, code, 1, ctypes.c_ulong(0))
        pressed = self._flush()
        time.sleep(hold)
        for code in reversed(codes):
            self.xtst.XTestFakeKeyEvent(self.display, code, 0, ctypes.c_ulong(0))
        return pressed, self._flush()


def cut(session: Session) -> tuple[list[tuple[float, float, float]], float, float]:
    """Returns the samples from 0.2 s before the motion or the first label to 0.2 s after the last."""
    rows = session.samples
    moved = [i for i in range(1, len(rows)) if rows[i][1:] != rows[i - 1][1:]]
    if not moved:
        raise SystemExit("no motion was recorded")
    first = min([rows[moved[0] - 1][0], *(label["t0"] for label in session.labels)]) - MARGIN
    last = max([rows[moved[-1]][0], *(label["t1"] for label in session.labels)]) + MARGIN
    kept = [row for row in rows if first <= row[0] <= last]
    return kept, kept[0][0], last


def sampling(times: list[float], clock: str, delays: list[float]) -> dict[str, Any]:
    """Describes the recorded clock: its intervals and their scatter, and the delay of reading after a frame began."""
    steps = [round(b - a, 6) for a, b in zip(times, times[1:])]
    median = statistics.median(steps)
    quarters = statistics.quantiles(steps, n=4)
    found: dict[str, Any] = {
        "nominal_hz": round(1 / median), "clock": clock, "mean_dt": round(statistics.fmean(steps), 6),
        "max_dt": max(steps), "samples": len(times), "min_dt": min(steps), "median_dt": round(median, 6),
        "repeated_times": sum(step == 0 for step in steps), "sd_dt": round(statistics.pstdev(steps), 6),
        "iqr_dt": round(quarters[2] - quarters[0], 6)}
    if delays:
        found["read_after_frame"] = {
            "mean": round(statistics.fmean(delays), 6), "sd": round(statistics.pstdev(delays), 6)}
    return found


def write(session: Session, file: str, entry: dict[str, Any], clock: str) -> None:
    """Writes the CSV file and replaces its entry in the manifest."""
    rows, start, _ = cut(session)
    path = TRACES / file
    path.parent.mkdir(exist_ok=True)
    with open(path, "w") as text:
        text.write("t,x,y\n")
        text.writelines(f"{t - start:.6f},{x!r},{y!r}\n" for t, x, y in rows)
    segments: list[dict[str, Any]] = []
    for label in sorted(session.labels, key=lambda label: label["t0"]):
        label = {
            key: [round(t - start, 6) for t in value] if key == "notches" else
            round(value - start, 6) if key in ("t0", "t1") else value for key, value in label.items()}
        if not label.get("claim"):
            label.pop("claim", None)
        if label["kind"] in ("deceleration", "bounce"):
            label.setdefault("expect", None)
        segments.append(label)
    times = [round(t - start, 6) for t, _, _ in rows]
    clean = sampling(times, clock, session.delays)
    full = {"file": file, **entry, "sampling": clean, "segments": segments}
    manifest: dict[str, Any] = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else {
        "what": "scroll recordings of real engines for gestures that manifest.json lacks, made by scripts/recording; "
        "numbers untouched apart from units and a cut to the motion",
        "columns": "t seconds since the first row (the time at which the offset was read), x and y offsets in "
        "logical px (content scrolled towards its end is positive)",
        "license": "our own recordings; no third-party data", "traces": []}
    others = [trace for trace in manifest["traces"] if trace["file"] != file]
    manifest["traces"] = sorted([*others, full], key=lambda trace: trace["file"])
    MANIFEST.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")
    print(f"{file}: {clean['samples']} frames, median {clean['median_dt']}, sd {clean['sd_dt']}, "
          f"y {min(r[2] for r in rows):.1f} to {max(r[2] for r in rows):.1f}, "
          + ", ".join(f"{s['kind']} {s['t0']:.2f}-{s['t1']:.2f}" for s in segments), flush=True)
