"""Records GtkScrolledWindow of GTK 3 and GTK 4 under Xvfb.

Needs Debian's python3-gi, gir1.2-gtk-3.0, gir1.2-gtk-4.0, xvfb and libxtst6. Run with the system's Python:

    nice -n -5 /usr/bin/python3 scripts/recording/gtk.py --version 4 [NAME ...]

The pointer is a touchscreen to GTK (GTK 3: GTK_TEST_TOUCHSCREEN; GTK 4: gtk_set_debug_flags). Offsets are the
widget's unclamped values, read with ctypes from its private data in the frame clock's after-paint signal.
"""
from __future__ import annotations

import argparse
import ctypes
import os
import threading
import time
from typing import Any

import common
import gestures as g

WIDTH, HEIGHT, CONTENT = 400, 700, 8000
END = float(CONTENT - HEIGHT)
CLOCK = "time.monotonic() when the offset was read, in the frame clock's after-paint signal"
# Offset in bytes of GtkKineticScrolling *vscrolling from unclamped_vadj_value in the private data.
KINETIC_OFFSET = {3: -120, 4: -80}
SOURCE = {3: "gtk+-3.24.38", 4: "gtk-4.8.3"}
LINES = {3: (179, 180), 4: (184, 185)}


class Widget:
    """A scrolled window with its private values."""

    def __init__(self, major: int) -> None:
        import gi
        gi.require_version("Gtk", f"{major}.0")
        gi.require_version("Gdk", f"{major}.0")
        from gi.repository import GLib, Gtk
        self.major, self.glib, self.gtk = major, GLib, Gtk
        if major == 4:
            ctypes.CDLL("libgtk-4.so.1").gtk_set_debug_flags(1 << 11)
            Gtk.init()
            self.window = Gtk.Window(decorated=False)
        else:
            self.window = Gtk.Window(type=Gtk.WindowType.TOPLEVEL, decorated=False)
        self.scrolled = Gtk.ScrolledWindow()
        self.scrolled.set_kinetic_scrolling(True)
        area = Gtk.DrawingArea()
        area.set_size_request(WIDTH, CONTENT)
        self.window.set_default_size(WIDTH, HEIGHT)
        if major == 4:
            area.set_can_focus(True)
            area.set_focusable(True)
            self.scrolled.set_child(area)
            self.window.set_child(self.scrolled)
            self.window.present()
        else:
            area.set_can_focus(True)
            self.scrolled.add(area)
            self.window.add(self.scrolled)
            self.window.show_all()
        self.area = area
        self.adjustment = self.scrolled.get_vadjustment()
        self.version = ".".join(
            str(getattr(Gtk, f"get_{part}_version")()) for part in ("major", "minor", "micro"))

    def find_values(self, start: float) -> None:
        """Sets the offset, and finds the unclamped value in the private data by setting two values."""
        gobject = ctypes.CDLL("libgobject-2.0.so.0")
        gobject.g_type_from_name.restype = ctypes.c_size_t
        gobject.g_type_instance_get_private.restype = ctypes.c_void_p
        kind = gobject.g_type_from_name(b"GtkScrolledWindow")
        private = gobject.g_type_instance_get_private(
            ctypes.c_void_p(hash(self.scrolled)), ctypes.c_size_t(kind))
        doubles = (ctypes.c_double * 120).from_address(private)
        found = set(range(120))
        for value in (123.456, start):
            self.adjustment.set_value(value)
            found &= {i for i in found if doubles[i] == value}
        if len(found) != 1:
            raise SystemExit(f"the unclamped value was not found: {found}")
        address = private + 8 * found.pop()
        self.unclamped = ctypes.c_double.from_address(address)
        self.kinetic = ctypes.c_void_p.from_address(address + KINETIC_OFFSET[self.major])
        self.timer = ctypes.c_uint.from_address(address - 28)

    def phase(self) -> str:
        """The phase of the widget's kinetic scrolling: the first field of its private structure."""
        if not self.kinetic.value or not self.timer.value:
            return ""
        return {0: "deceleration", 1: "bounce"}.get(ctypes.c_int.from_address(self.kinetic.value).value, "")


def keys(name: str, count: int, pause: float) -> g.Gesture:
    def gesture(hand: common.Hand, ask: g.Ask) -> None:
        hand.focus()
        ask()
        time.sleep(0.4)
        for _ in range(count):
            pressed, _ = hand.key(name)
            hand.session.label(
                "programmatic", pressed, pressed + 0.2,
                "from the key press over the 200 ms of GTK's own animation (ANIMATION_DURATION)", key=name)
            time.sleep(pause)
        time.sleep(0.3)
    return gesture


WHEEL_HOW = "from the first notch to a frame after the last: the toolkit sets the value at once"
# name: (start offset, gesture, description)
GESTURES: dict[str, tuple[float, g.Gesture, str]] = {
    "second_swipe_in_glide": (1000, g.second_swipe, g.TEXTS[g.second_swipe]),
    "catch_and_reverse": (1500, g.catch_reverse, g.TEXTS[g.catch_reverse]),
    "slow_drag": (1000, g.slow_drag, g.TEXTS[g.slow_drag]),
    "held_drag": (1000, g.held_drag, g.TEXTS[g.held_drag]),
    "pull_end_back": (END - 30, g.pull_end_back, g.TEXTS[g.pull_end_back]),
    "pull_end_release": (END - 30, g.pull_end_release, g.TEXTS[g.pull_end_release] + ": the content springs back"),
    "catch_in_bounce": (END - 500, g.catch_in_bounce, g.TEXTS[g.catch_in_bounce]),
    "wheel_steps": (
        1000, g.wheel(*[(1, 0.1, button, 0.4) for button in (5, 5, 5, 4)], how=WHEEL_HOW),
        "three wheel notches down and one up, 0.4 s apart"),
    "wheel_burst": (
        1000, g.wheel((12, 0.045, 5, 0.5), (6, 0.03, 4, 0.5), how=WHEEL_HOW),
        "12 wheel notches down 45 ms apart, then 6 up 30 ms apart"),
    "page_down": (1000, keys("Next", 3, 0.5), "Page Down three times, 0.5 s apart"),
    "arrow_keys": (1000, keys("Control_L+Down", 5, 0.22), "Control and arrow key down five times, 0.25 s apart"),
}


def truth(major: int) -> dict[str, Any]:
    friction, overshoot = LINES[major]
    file = f"{SOURCE[major]} gtk/gtkscrolledwindow.c"
    return {
        "deceleration": {
            "model": "exponential", "k_per_s": 4.0, "source": f"{file}:{friction} DECELERATION_FRICTION 4"},
        "bounce": {
            "model": "critically damped (A+Bt)exp(-delta*t) about the edge", "delta_per_s": 10.0,
            "source": f"{file}:{overshoot} OVERSHOOT_FRICTION 20, delta = friction/2"},
        "drag": {"model": "1:1 with the finger, clamped to the content plus 100 px either side; no rubber band"},
        "wheel": {"model": "a step of page_size^(2/3) px at once"},
        "programmatic": {"model": "ease-out cubic over 200 ms", "source": f"{file} ANIMATION_DURATION 200"}}


def record(major: int, name: str) -> None:
    start, gesture, description = GESTURES[name]
    session = common.Session()
    widget = Widget(major)
    hand = common.Hand(session)
    loop = widget.glib.MainLoop()

    def after_paint(clock: Any) -> None:
        now = time.monotonic()
        session.sample(now, 0.0, widget.unclamped.value, widget.phase(), now - clock.get_frame_time() / 1e6)

    def perform() -> None:
        hand.place(g.MIDDLE, 350)
        time.sleep(0.6)
        gesture(hand, lambda: widget.glib.idle_add(lambda: widget.area.grab_focus() and False))
        widget.glib.idle_add(loop.quit)

    def begin() -> bool:
        widget.find_values(start)
        widget.scrolled.add_tick_callback(lambda *_: True)
        widget.scrolled.get_frame_clock().connect("after-paint", after_paint)
        threading.Thread(target=perform, daemon=True).start()
        return False

    widget.glib.timeout_add(600, begin)
    loop.run()
    session.end_labels([])
    session.label_phases(
        {"deceleration": {"claim": {"law": "deceleration", "axis": "y", "parameter": "decayConstant", "value": 4.0}},
         "bounce": {"claim": {"law": "bounce", "axis": "y", "parameter": "damping", "value": 10.0}, "edge": END}},
        "the widget's own kinetic phase (private structure)")
    common.write(session, f"gtk{major}/{name}.csv", {
        "engine": f"gtk{major}", "version": widget.version, "gesture": description, "truth": truth(major),
        "content_size": [WIDTH, CONTENT], "viewport": [float(WIDTH), float(HEIGHT)],
        "bounds": {"x": [0.0, 0.0], "y": [0.0, END]},
        "value": "the widget's unclamped position (private field; includes overshoot)"}, CLOCK)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", type=int, choices=[3, 4], default=4)
    parser.add_argument("--one", help="record one gesture in this process (used by the script itself)")
    parser.add_argument("names", nargs="*", help="recordings to make (default: all)")
    options = parser.parse_args()
    os.environ.update(GDK_BACKEND="x11", GTK_TEST_TOUCHSCREEN="1", GSK_RENDERER="cairo", NO_AT_BRIDGE="1")
    if options.one:
        record(options.version, options.one)
    else:
        common.run_each(GESTURES, options.names, ["--version", str(options.version)])


if __name__ == "__main__":
    main()
