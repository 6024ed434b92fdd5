"""Records Chromium's scrolling under Xvfb.

Needs Debian's chromium, xvfb and libxtst6, and websockets (PyPI):

    python3 scripts/recording/chromium.py [NAME ...]

Touches go through the DevTools protocol (Input.dispatchTouchEvent), wheel and keys through XTest, program requests
through Runtime.evaluate. The offset is the page's scrollY, whole px, read in each animation frame.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

from websockets.sync import client as websockets

import browser
import common
import gestures as g

SMOOTH = "scrollTo({top: %d, behavior: 'smooth'})"
SMOOTH_BY = "scrollBy({top: 300, behavior: 'smooth'})"
# name: (start offset, gesture, description)
GESTURES: dict[str, tuple[float, g.Gesture, str]] = {
    "second_swipe_in_glide": (2000, g.second_swipe, g.TEXTS[g.second_swipe]),
    "catch_and_reverse": (3000, g.catch_reverse, g.TEXTS[g.catch_reverse]),
    "slow_drag": (1000, g.slow_drag, g.TEXTS[g.slow_drag]),
    "held_drag": (1000, g.held_drag, g.TEXTS[g.held_drag]),
    "wheel_steps": (1000, g.wheel(*[(1, 0.1, 5, 0.8)] * 3), "three wheel notches down, 0.8 s apart"),
    "wheel_burst": (1000, g.wheel((10, 0.05, 5, 1.5)), "10 wheel notches down, 50 ms apart"),
    "page_down": (1000, g.keys("Next", 3, 0.8), "Page Down three times, 0.83 s apart"),
    "arrow_key_held": (1000, g.keys("Down", 1, 0.8, 1.2), "arrow key down, held for 1.2 s (X repeats it)"),
    "home_key": (6000, g.keys("Home", 1, 1.5), "Home from an offset of 6000 px"),
    "scroll_into_view": (
        1000, g.programmatic((1.5, ("target.scrollIntoView({behavior: 'smooth', block: 'center'})",))),
        "scrollIntoView with behavior smooth, block center"),
    "scroll_to_replaced": (
        1000, g.programmatic((0.25, (SMOOTH % 4000,)), (1.5, (SMOOTH % 1500,))),
        "smooth scrollTo 4000, replaced after 0.25 s by a smooth scrollTo 1500"),
    "scroll_by_repeated": (
        1000, g.programmatic(*[(wait, (SMOOTH_BY,)) for wait in (0.15, 0.15, 0.15, 1.0)]),
        "smooth scrollBy 300 four times, 0.15 s apart, in the running animation"),
    "snap_mandatory": (1000, g.fling, "scroll-snap-type y mandatory with stops every 500 px, " + g.TEXTS[g.fling]),
}


def page_address(port: int) -> str:
    """Returns the DevTools address of the page, once the browser answers."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=5) as answer:
                pages = [page for page in json.load(answer) if page["type"] == "page"]
            if pages:
                return pages[0]["webSocketDebuggerUrl"]
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit("the browser does not answer")


class Tab:
    """A DevTools connection to the page."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.number = 0

    def send(self, method: str, **parameters: Any) -> int:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        return self.number

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = self.send(method, **parameters)
        while True:
            answer = json.loads(self.socket.recv(timeout=20))
            if answer.get("id") == number:
                return answer.get("result", {})

    def evaluate(self, text: str) -> Any:
        return self.call("Runtime.evaluate", expression=text, returnByValue=True)["result"].get("value")


class TouchHand(common.Hand):
    """A hand whose finger is a DevTools touch; wheel and keys stay XTest's."""

    def __init__(self, session: common.Session, tab: Tab) -> None:
        super().__init__(session)
        self.tab = tab
        self.is_down = False

    def _touch(self, kind: str) -> float:
        points = [] if kind == "touchEnd" else [{"x": self.position[0], "y": self.position[1]}]
        now = time.monotonic()
        self.tab.send("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        return now

    def place(self, x: float, y: float) -> float:
        if not self.is_down:
            return super().place(x, y)
        self.position = (x, y)
        return self._touch("touchMove")

    def down(self, x: float, y: float) -> None:
        self.position = (x, y)
        self.is_down = True
        self.pressed_at = self._touch("touchStart")

    def up(self) -> None:
        self.is_down = False
        self.session.label("touch", self.pressed_at, self._touch("touchEnd"), common.TOUCH_HOW, axis="both")


@contextlib.contextmanager
def opened(address: str, width: int, height: int, *options: str) -> Iterator[Tab]:
    """A window of Chromium with a page, and the DevTools connection to it."""
    port = 9200 + os.getpid() % 700
    with contextlib.ExitStack() as stack:
        profile = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        process = subprocess.Popen(
            ["chromium", "--no-sandbox", f"--user-data-dir={profile}", f"--remote-debugging-port={port}",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-sync",
             "--touch-events=enabled", "--window-position=0,0", f"--window-size={width},{height}", f"--app={address}", *options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield Tab(stack.enter_context(websockets.connect(page_address(port), max_size=None, proxy=None)))
        finally:
            process.terminate()
            process.wait()


def record(name: str) -> None:
    start, gesture, description = GESTURES[name]
    address = browser.serve() + ("?snap" if name.startswith("snap") else "")
    session = common.Session()
    with opened(address, 500, 800) as tab:
        hand = TouchHand(session, tab)
        time.sleep(2.5)
        version = tab.call("Browser.getVersion")["product"]
        tab.evaluate(f"scrollTo({{top: {start}, behavior: 'instant'}})")
        hand.place(g.MIDDLE, 350)
        hand.focus()
        time.sleep(0.7)
        offset, uncertainty = browser.clock_offset(tab.evaluate)
        tab.evaluate("start()")
        time.sleep(0.5)
        gesture(hand, lambda *texts: tab.send("Runtime.evaluate", expression=texts[0]))
        time.sleep(0.4)
        tab.evaluate("running = false")
        width, height = tab.evaluate("[innerWidth, innerHeight]")
        browser.collect(session, tab.evaluate, offset, None if name.startswith("snap") else {})
    bottom = browser.CONTENT - height
    common.write(session, f"chromium/{name}.csv", {
        "engine": "chromium", "version": version, "gesture": description,
        "truth": {
            "deceleration": {
                "model": "cubic bezier of time (the default on Linux): no exponential",
                "source": "as chromium/fling_fast_forward.csv in manifest.json"},
            "scroll": {"model": "wheel, keys and programs: eased scroll animations, no physics"}},
        "content_size": [400, browser.CONTENT], "viewport": [float(width), float(height)],
        "bounds": {"x": [0, 0], "y": [0, bottom]}, "value": "window.scrollX, window.scrollY (whole px)",
        "label_uncertainty_s": round(uncertainty, 6)},
        "performance.now() when scrollY was read, in requestAnimationFrame, shifted to the driver's monotonic clock")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", help="record one gesture in this process (used by the script itself)")
    parser.add_argument("names", nargs="*", help="recordings to make (default: all)")
    options = parser.parse_args()
    if options.one:
        record(options.one)
    else:
        common.run_each(GESTURES, options.names)


if __name__ == "__main__":
    main()
