"""Records Kivy's ScrollView under Xvfb.

Needs Kivy (PyPI), xvfb, libxtst6 and Mesa's software OpenGL (Debian's libgl1-mesa-dri):

    python3 scripts/recording/kivyscroll.py [NAME ...]

The pointer is the mouse, which Kivy takes for a touch. The offset is read after each frame (Window.on_flip).
"""
from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from typing import Any

import common
import gestures as g

WIDTH, HEIGHT, CONTENT = 400, 700, 8000
END = float(CONTENT - HEIGHT)
PROGRAMS = ("animate", "scroll_to")  # how the names of recordings without a finger begin
# name: (start offset, gesture, description)
GESTURES: dict[str, tuple[float, g.Gesture, str]] = {
    "second_swipe_in_glide": (1000, g.second_swipe, g.TEXTS[g.second_swipe]),
    "catch_and_reverse": (1500, g.catch_reverse, g.TEXTS[g.catch_reverse]),
    "slow_drag": (1000, g.slow_drag, g.TEXTS[g.slow_drag]),
    "held_drag": (1000, g.held_drag, g.TEXTS[g.held_drag]),
    "pull_start_return": (0, g.pull_start, g.TEXTS[g.pull_start] + ": the content returns"),
    "catch_in_bounce": (
        END - 500, g.catch_in_bounce,
        g.TEXTS[g.catch_in_bounce]
        + ": Kivy releases a still touch after 0.25 s, so the return starts before the finger is lifted"),
    "wheel_steps": (
        1000, g.wheel(*[(1, 0.1, 5, 0.4)] * 3, how="from the notch to a frame after it: the value is set at once"),
        "three wheel notches down, 0.4 s apart (smooth_scroll_end unset)"),
    "wheel_smooth": (
        1000, g.wheel((5, 0.08, 5, 3.0)),
        "five wheel notches down, 80 ms apart, with smooth_scroll_end = 10: each adds velocity"),
    "animate_in_out_quad": (
        1000, g.programmatic((1.0, ("animate", 2500, 0.8, "in_out_quad"))),
        "Animation of scroll_y by 1500 px in 0.8 s, in_out_quad"),
    "animate_out_bounce": (
        1000, g.programmatic((1.4, ("animate", 1800, 1.2, "out_bounce"))),
        "Animation of scroll_y by 800 px in 1.2 s, out_bounce: bounces of an easing, not of an edge"),
    "scroll_to_widget": (
        1000, g.programmatic((0.6, ("scroll_to", 12))), "ScrollView.scroll_to of a child (0.2 s, out_quad)"),
}


def record(name: str) -> None:
    sys.argv[1:] = []
    from kivy.config import Config
    for key, value in {"width": WIDTH, "height": HEIGHT, "position": "custom", "left": 0, "top": 0, "borderless": 1,
                       "maxfps": 60, "vsync": 0}.items():
        Config.set("graphics", key, str(value))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    import kivy
    from kivy.animation import Animation
    from kivy.base import runTouchApp, stopTouchApp
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.uix.gridlayout import GridLayout
    from kivy.uix.scrollview import ScrollView
    from kivy.uix.widget import Widget

    start, gesture, description = GESTURES[name]
    session = common.Session()
    hand = common.Hand(session)
    grid = GridLayout(cols=1, size_hint_y=None, height=CONTENT)
    for _ in range(40):
        grid.add_widget(Widget(size_hint_y=None, height=CONTENT / 40))
    view = ScrollView(do_scroll_x=False, bar_width=0)
    if name == "wheel_smooth":
        view.smooth_scroll_end = 10
    view.add_widget(grid)
    animations: list[Animation] = []

    def ask(*arguments: Any) -> None:
        Clock.schedule_once(lambda _: perform(*arguments))

    def perform(verb: str, *values: Any) -> None:
        if verb == "animate":
            offset, seconds, curve = values
            animations.append(Animation(scroll_y=1 - offset / END, d=seconds, t=curve))
            animations[-1].start(view)
        else:
            view.scroll_to(grid.children[-1 - values[0]])

    def phase(y: float) -> str:
        effect = view.effect_y
        if effect.is_manual:
            return "dragging"
        if any("scroll_y" in animation.animated_properties for animation in Animation._instances):
            return "animation"
        if name.startswith(PROGRAMS) or (abs(effect.velocity) <= effect.min_velocity and effect.overscroll == 0):
            return ""
        return "before" if y < 0 else "beyond" if y > END else "deceleration"

    def read(*_: Any) -> None:
        y = (1 - view.scroll_y) * END
        session.sample(time.monotonic(), 0.0, y, phase(y))

    def run() -> None:
        hand.place(g.MIDDLE, 350)
        time.sleep(0.6)
        gesture(hand, ask)
        Clock.schedule_once(lambda _: stopTouchApp())

    def begin(_: float) -> None:
        view.scroll_y = 1 - start / END
        Clock.schedule_interval(lambda _: Window.canvas.ask_update(), 0)
        Window.bind(on_flip=read)
        threading.Thread(target=run, daemon=True).start()

    Clock.schedule_once(begin, 1.0)
    runTouchApp(view)
    session.end_labels([] if name == "wheel_steps" else None)
    claim = {"law": "deceleration", "axis": "y", "parameter": "decayConstant", "value": 3.016}
    kinds: dict[str, dict[str, Any]] = {
        "deceleration": {"claim": claim}, "before": {"kind": "return", "edge": 0.0},
        "beyond": {"kind": "bounce", "edge": END}}
    if name.startswith("wheel"):
        kinds = {}
    session.label_phases(kinds, "effect_y.is_manual, velocity and overscroll", touch_ends=False)
    if name == "wheel_smooth":
        wheel = session.labels[0]
        session.label(
            "deceleration", wheel["notches"][-1] + 2 / 60, wheel["t1"],
            "two frames after the last notch until effect_y.velocity is below min_velocity", claim=claim)
    common.write(session, f"kivy/{name}.csv", {
        "engine": "kivy", "version": kivy.__version__, "gesture": description,
        "truth": {
            "deceleration": {
                "model": "exponential, stepped per frame: v -= v*friction*dt/std_dt; x += v*dt", "k_per_s": 2.941176,
                "source": "kivy/effects/kinetic.py friction 0.05, std_dt 0.017; explicit Euler, so the effective rate "
                "is -ln(1 - 2.941*dt)/dt (3.016 at 60 Hz)"},
            "bounce": {
                "model": "damped spring stepped per frame, not scaled by dt; stops dead when it re-crosses the edge",
                "source": "kivy/effects/dampedscroll.py edge_damping 0.25, spring_constant 2.0"},
            "drag": {"model": "1:1 inside; past the edge each step is divided by 1+|overscroll|/200"}},
        "content_size": [WIDTH, CONTENT], "viewport": [float(WIDTH), float(HEIGHT)],
        "bounds": {"x": [0, 0], "y": [0, END]}, "value": "(1 - scroll_y) times the scrollable height"},
        "time.monotonic() when scroll_y was read, in Window.on_flip")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", help="record one gesture in this process (used by the script itself)")
    parser.add_argument("names", nargs="*", help="recordings to make (default: all)")
    options = parser.parse_args()
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1", KIVY_HOME="/tmp/recording-kivy")
    if options.one:
        record(options.one)
    else:
        common.run_each(GESTURES, options.names)


if __name__ == "__main__":
    main()
