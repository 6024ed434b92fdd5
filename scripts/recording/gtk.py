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
from collections.abc import Callable
from typing import Any

import common

WIDTH, HEIGHT, CONTENT = 400, 700, 8000
END = float(CONTENT - HEIGHT)
MIDDLE = 200.0
CLOCK = "time.monotonic() when the offset was read, in the frame clock's after-paint signal"
GObject_NAME = "libgobject-2.0.so.0"
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
        """Sets the offset, and finds the unclamped value in the private data: two values tell it from others."""
        gobject = ctypes.CDLL(GObject_NAME)
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


def second_swipe(hand: common.Hand, widget: Widget) -> None:
    hand.swipe(MIDDLE, 600, 0, -300, 0.2)
    time.sleep(0.35)
    hand.swipe(MIDDLE, 600, 0, -300, 0.15)
    time.sleep(2.5)


def catch_reverse(hand: common.Hand, widget: Widget) -> None:
    hand.swipe(MIDDLE, 600, 0, -350, 0.16)
    time.sleep(0.4)
    hand.down(MIDDLE, 250)
    hand.hold(0.08)
    hand.drag(0, 300, 0.2)
    hand.up()
    time.sleep(2.0)


def slow_drag(hand: common.Hand, widget: Widget) -> None:
    hand.down(MIDDLE, 550)
    hand.drag(0, -200, 1.6)
    hand.hold(0.3)
    hand.up()
    time.sleep(0.5)


def held_drag(hand: common.Hand, widget: Widget) -> None:
    hand.down(MIDDLE, 600)
    hand.drag(0, -220, 0.3)
    hand.hold(0.6)
    hand.drag(0, 120, 0.25)
    hand.hold(0.4)
    hand.up()
    time.sleep(0.5)


def pull_end_back(hand: common.Hand, widget: Widget) -> None:
    hand.down(MIDDLE, 600)
    hand.drag(0, -130, 0.5)
    hand.hold(0.3)
    hand.drag(0, 110, 0.5)
    hand.hold(0.2)
    hand.up()
    time.sleep(0.6)


def pull_end_release(hand: common.Hand, widget: Widget) -> None:
    hand.down(MIDDLE, 600)
    hand.drag(0, -110, 0.4)
    hand.hold(0.4)
    hand.up()
    time.sleep(1.6)


def catch_in_bounce(hand: common.Hand, widget: Widget) -> None:
    hand.swipe(MIDDLE, 600, 0, -350, 0.18)
    time.sleep(0.3)
    hand.down(MIDDLE, 400)
    hand.hold(0.35)
    hand.up()
    time.sleep(1.4)


def wheel_labels(hand: common.Hand, notches: list[float]) -> None:
    hand.session.label(
        "wheel", notches[0], notches[-1] + 1 / 60,
        "from the first notch to a frame after the last: the toolkit sets the value at once", notches=notches)


def wheel_steps(hand: common.Hand, widget: Widget) -> None:
    for button in (5, 5, 5, 4):
        wheel_labels(hand, hand.wheel(1, 0.1, button))
        time.sleep(0.4)


def wheel_burst(hand: common.Hand, widget: Widget) -> None:
    wheel_labels(hand, hand.wheel(12, 0.045))
    time.sleep(0.5)
    wheel_labels(hand, hand.wheel(6, 0.03, 4))
    time.sleep(0.5)


def keys(name: str, count: int, pause: float) -> Callable[[common.Hand, Widget], None]:
    def gesture(hand: common.Hand, widget: Widget) -> None:
        hand.focus()
        widget.glib.idle_add(lambda: widget.area.grab_focus() and False)
        time.sleep(0.4)
        for _ in range(count):
            pressed, _ = hand.key(name)
            hand.session.label(
                "programmatic", pressed, pressed + 0.2,
                "from the key press over the 200 ms of GTK's own animation (ANIMATION_DURATION)", key=name)
            time.sleep(pause)
        time.sleep(0.3)
    return gesture


# name: (start offset, gesture, description)
GESTURES: dict[str, tuple[float, Callable[[common.Hand, Widget], None], str]] = {
    "second_swipe_in_glide": (1000, second_swipe, "swipe at 1500 px/s, a second one at 2000 px/s 0.35 s later, in the glide"),
    "catch_and_reverse": (1500, catch_reverse, "swipe at 2200 px/s, caught after 0.4 s and swiped back at 1500 px/s"),
    "slow_drag": (1000, slow_drag, "slow drag at 125 px/s, held 0.3 s, lifted: no fling"),
    "held_drag": (1000, held_drag, "drag of 220 px, hold 0.6 s, drag back, hold 0.4 s, lifted: no fling"),
    "pull_end_back": (END - 30, pull_end_back, "drag about 90 px past the end edge, hold 0.3 s, drag back inside, lifted at rest"),
    "pull_end_release": (END - 30, pull_end_release, "drag about 70 px past the end edge, hold 0.4 s, lifted: spring back"),
    "catch_in_bounce": (END - 500, catch_in_bounce, "swipe into the end edge, a finger stops the bounce for 0.35 s"),
    "wheel_steps": (1000, wheel_steps, "three wheel notches down and one up, 0.4 s apart"),
    "wheel_burst": (1000, wheel_burst, "12 wheel notches down 45 ms apart, then 6 up 30 ms apart"),
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
        hand.place(MIDDLE, 350)
        time.sleep(0.6)
        gesture(hand, widget)
        widget.glib.idle_add(loop.quit)

    def begin() -> bool:
        widget.find_values(start)
        widget.scrolled.add_tick_callback(lambda *_: True)
        widget.scrolled.get_frame_clock().connect("after-paint", after_paint)
        threading.Thread(target=perform, daemon=True).start()
        return False

    widget.glib.timeout_add(600, begin)
    loop.run()
    session.label_phases(
        {"deceleration": {}, "bounce": {"edge": END}}, "the widget's own kinetic phase (private structure)")
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
