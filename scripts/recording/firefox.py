"""Records Firefox's scrolling under Xvfb.

Needs Debian's firefox-esr, xvfb and libxtst6 (no geckodriver: the driver speaks Marionette itself):

    python3 scripts/recording/firefox.py [NAME ...]

Touches are native touch points (windowUtils.sendNativeTouchPoint in the browser's own context), which pass through
the compositor's scrolling as a screen's do; wheel and keys go through XTest, program requests through Marionette. The
offset is the page's scrollY, read in each animation frame.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import browser
import common
import gestures as g

SMOOTH = "scrollTo({top: %d, behavior: 'smooth'})"
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
    "smooth_scroll_to": (1000, g.programmatic((1.5, (SMOOTH % 3000,))), "smooth scrollTo 3000"),
    "scroll_to_replaced": (
        1000, g.programmatic((0.25, (SMOOTH % 4000,)), (1.5, (SMOOTH % 1500,))),
        "smooth scrollTo 4000, replaced after 0.25 s by a smooth scrollTo 1500"),
    "scroll_into_view": (
        1000, g.programmatic((1.5, ("target.scrollIntoView({behavior: 'smooth', block: 'center'})",))),
        "scrollIntoView with behavior smooth, block center"),
    "snap_mandatory": (1000, g.fling, "scroll-snap-type y mandatory with stops every 500 px, " + g.TEXTS[g.fling]),
}
PREFERENCES: dict[str, Any] = {
    "privacy.reduceTimerPrecision": False, "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False, "app.update.enabled": False,
    "browser.startup.homepage": "about:blank", "dom.w3c_touch_events.enabled": 1, "remote.log.level": "Error"}
READ = [
    "apz.fling_friction", "layout.css.scroll-behavior.spring-constant", "layout.css.scroll-behavior.damping-ratio",
    "general.smoothScroll.msdPhysics.enabled", "general.smoothScroll.mouseWheel.durationMaxMS",
    "general.smoothScroll.pages.durationMaxMS"]
CONTACT, REMOVE = 1 << 1, 1 << 2  # nsIDOMWindowUtils.TOUCH_CONTACT, TOUCH_REMOVE


class Marionette:
    """A connection to the browser's own automation server."""

    def __init__(self, port: int) -> None:
        for _ in range(200):
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
                break
            except OSError:
                time.sleep(0.1)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.number = 0
        self._receive()
        self.call("WebDriver:NewSession", {})

    def _receive(self) -> Any:
        digits = b""
        while (byte := self.socket.recv(1)) != b":":
            digits += byte
        data = b""
        while len(data) < int(digits):
            data += self.socket.recv(int(digits) - len(data))
        return json.loads(data)

    def call(self, command: str, parameters: dict[str, Any]) -> Any:
        self.number += 1
        data = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self._receive()
        if error:
            raise SystemExit(f"{command}: {error['message']}")
        return result

    def evaluate(self, text: str, *arguments: Any) -> Any:
        return self.call("WebDriver:ExecuteScript", {
            "script": text, "args": list(arguments), "sandbox": None, "newSandbox": False})["value"]

    def context(self, name: str) -> None:
        self.call("Marionette:SetContext", {"value": name})


class TouchHand(common.Hand):
    """A hand whose finger is a native touch point; the connection must be in the chrome context then."""

    def __init__(self, session: common.Session, marionette: Marionette) -> None:
        super().__init__(session)
        self.marionette = marionette
        self.is_down = False
        self.origin = (0.0, 0.0)

    def _touch(self, state: int) -> float:
        x, y = (value + origin for value, origin in zip(self.position, self.origin))
        now = time.monotonic()
        self.marionette.evaluate(
            "window.windowUtils.sendNativeTouchPoint(1, arguments[0], arguments[1], arguments[2], 1, 90)",
            state, round(x), round(y))
        return now

    def place(self, x: float, y: float) -> float:
        if not self.is_down:
            return super().place(x, y)
        self.position = (x, y)
        return self._touch(CONTACT)

    def down(self, x: float, y: float) -> None:
        self.position = (x, y)
        self.is_down = True
        self.pressed_at = self._touch(CONTACT)

    def up(self) -> None:
        self.is_down = False
        self.session.label("touch", self.pressed_at, self._touch(REMOVE), common.TOUCH_HOW, axis="both")


def record(name: str) -> None:
    start, gesture, description = GESTURES[name]
    address = browser.serve() + ("?snap" if name.startswith("snap") else "")
    session = common.Session()
    port = 9900 + os.getpid() % 700
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in {
            **PREFERENCES, "marionette.port": port}.items()]
        Path(profile, "user.js").write_text("\n".join(lines))
        process = subprocess.Popen(
            ["firefox-esr", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile,
             "--width", "500", "--height", "900"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "MOZ_ENABLE_WAYLAND": "0", "MOZ_USE_XINPUT2": "1", "HOME": profile})
        try:
            client = Marionette(port)
            hand = TouchHand(session, client)
            client.call("WebDriver:Navigate", {"url": address})
            time.sleep(2.0)

            def evaluate(text: str) -> Any:
                return client.evaluate(f"return window.eval({json.dumps(text)})")

            client.context("chrome")
            version = client.evaluate("return Services.appinfo.version")
            preferences = client.evaluate(
                "const {prefs} = Services; const read = {32: 'getCharPref', 64: 'getIntPref', 128: 'getBoolPref'};"
                "return Object.fromEntries(arguments[0].filter(name => prefs.getPrefType(name)).map("
                "name => [name, prefs[read[prefs.getPrefType(name)]](name)]))", READ)
            client.context("content")
            hand.origin = tuple(evaluate("[mozInnerScreenX, mozInnerScreenY]"))
            evaluate(f"scrollTo({{top: {start}, behavior: 'instant'}})")
            hand.place(hand.origin[0] + g.MIDDLE, hand.origin[1] + 350)
            hand.focus()
            time.sleep(0.7)
            offset, uncertainty = browser.clock_offset(evaluate)
            evaluate("start()")
            time.sleep(0.5)
            is_touch = gesture in g.TEXTS
            if is_touch:
                client.context("chrome")
            gesture(hand, lambda *texts: evaluate(texts[0] + "; 0"))
            time.sleep(0.4)
            client.context("content")
            evaluate("running = false")
            width, height = evaluate("[innerWidth, innerHeight]")
            claim = {"law": "deceleration", "axis": "y", "parameter": "decayConstant", "value": 2.002003}
            browser.collect(session, evaluate, offset, None if name.startswith("snap") else claim)
            for label in session.labels:
                if found := re.search(r"scrollTo\({top: (\d+)", label.get("request", "")):
                    label["target"] = float(found[1])
                    label["claim"] = {"law": "bounce", "axis": "y", "parameter": "damping", "value": 15.811388}
        finally:
            process.terminate()
            process.wait()
    common.write(session, f"firefox/{name}.csv", {
        "engine": "firefox", "version": version, "gesture": description,
        "truth": {
            "deceleration": {
                "model": "exponential", "rate_per_ms": 0.998, "k_per_s": 2.002003,
                "source": "apz.fling_friction as read from the running browser; DesktopFlingPhysics.h"},
            "scroll": {
                "model": "programs: a critically damped spring about the target (AxisPhysicsMSDModel); wheel and keys: "
                "eased animations", "source": "layout.css.scroll-behavior.spring-constant, damping-ratio"},
            "prefs": preferences},
        "content_size": [400, browser.CONTENT], "viewport": [float(width), float(height)],
        "bounds": {"x": [0, 0], "y": [0, browser.CONTENT - height]}, "value": "window.scrollX, window.scrollY",
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
