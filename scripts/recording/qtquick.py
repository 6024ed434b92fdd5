"""Records Qt Quick's Flickable and ListView under Xvfb.

Needs PySide6-Essentials (PyPI), xvfb, libxtst6 and Qt's xcb libraries (Debian's libxcb-cursor0 among them):

    python3 scripts/recording/qtquick.py [NAME ...]

The pointer is the mouse, which a Flickable drags by default. Offsets are read after each frame
(QQuickWindow.frameSwapped) of the software renderer; an animated rectangle keeps frames coming.
"""
from __future__ import annotations

import argparse
import os
import threading
import time
from typing import Any

import common
import gestures as g

WIDTH, HEIGHT, CONTENT = 400, 700, 8000
END = float(CONTENT - HEIGHT)

QML = """
import QtQuick
Window {
  id: window; width: 400; height: 700; x: 0; y: 0; visible: true; flags: Qt.FramelessWindowHint
  property alias view: %(view)s
  property real tick: 0
  NumberAnimation on tick { from: 0; to: 1; duration: 1000; loops: Animation.Infinite }
  Rectangle { width: 2; height: 2; x: window.tick * 2; color: "gray"; z: 1 }
  %(element)s
  NumberAnimation { id: move; target: window.view; property: "contentY" }
  property alias moving: move.running
  function animate(to, duration, curve) {
    move.stop(); move.to = to; move.duration = duration; move.easing.type = curve; move.start()
  }
}
"""
FLICKABLE = """Flickable {
    id: flickable; objectName: "view"; anchors.fill: parent; contentWidth: 400; contentHeight: 8000
    Repeater {
      model: 40
      Rectangle { y: index * 200; width: 400; height: 198; color: index % 2 ? "#ddd" : "#bbb" } } }"""
LIST = """ListView {
    id: list; objectName: "view"; anchors.fill: parent; model: 40; cacheBuffer: 8000; snapMode: ListView.SnapToItem
    delegate: Rectangle { width: 400; height: 200; color: index % 2 ? "#ddd" : "#bbb" } }"""

IN_OUT_QUAD, OUT_CUBIC = 3, 6  # QEasingCurve.Type
# name: (start offset, gesture, description)
GESTURES: dict[str, tuple[float, g.Gesture, str]] = {
    "second_swipe_in_glide": (1000, g.second_swipe, g.TEXTS[g.second_swipe]),
    "catch_and_reverse": (1500, g.catch_reverse, g.TEXTS[g.catch_reverse]),
    "slow_drag": (1000, g.slow_drag, g.TEXTS[g.slow_drag]),
    "held_drag": (1000, g.held_drag, g.TEXTS[g.held_drag]),
    "pull_start_return": (0, g.pull_start, g.TEXTS[g.pull_start] + ": the content returns"),
    "press_in_bounce": (
        END - 500, g.catch_in_bounce, g.TEXTS[g.catch_in_bounce] + ": the press does not stop the return"),
    "wheel_steps": (1000, g.wheel(*[(1, 0.1, 5, 0.9)] * 3), "three wheel notches down, 0.9 s apart"),
    "wheel_burst": (1000, g.wheel((8, 0.06, 5, 2.5)), "8 wheel notches down, 60 ms apart"),
    "animate_in_out_quad": (
        1000, g.programmatic((1.0, ("animate", 2500, 800, IN_OUT_QUAD))),
        "NumberAnimation of contentY by 1500 px in 800 ms, InOutQuad"),
    "animate_interrupted": (
        1000, g.programmatic((0.35, ("animate", 3000, 700, OUT_CUBIC)), (0.9, ("animate", 1500, 700, OUT_CUBIC))),
        "NumberAnimation of contentY to 3000, OutCubic 700 ms, replaced after 0.35 s by one to 1500"),
    "flick_by_program": (
        1000, g.programmatic((2.5, ("flick", 0, -1800))), "Flickable.flick(0, -1800) by the program: no finger"),
    "list_snap": (1000, g.fling, "ListView with SnapToItem (200 px items), " + g.TEXTS[g.fling]),
}


def record(name: str) -> None:
    from PySide6 import QtCore, QtGui, QtQml
    start, gesture, description = GESTURES[name]
    app = QtGui.QGuiApplication([])
    session = common.Session()
    hand = common.Hand(session)
    engine = QtQml.QQmlApplicationEngine()
    is_list = name == "list_snap"
    engine.loadData((QML % {
        "view": "list" if is_list else "flickable", "element": LIST if is_list else FLICKABLE}).encode())
    window: Any = engine.rootObjects()[0]
    view: Any = window.findChild(QtCore.QObject, "view")
    meta = QtCore.QMetaObject

    class Relay(QtCore.QObject):
        asked = QtCore.Signal(list)

    relay = Relay()
    decelerations = f"{view.property('flickDeceleration'):g}"

    def perform(arguments: list[Any]) -> None:
        target = window if arguments[0] == "animate" else view
        values = [QtCore.Q_ARG("QVariant", value) for value in arguments[1:]]
        if arguments[0] == "flick":
            values = [QtCore.Q_ARG("double", float(value)) for value in arguments[1:]]
        meta.invokeMethod(target, arguments[0], *values)

    relay.asked.connect(perform)

    def phase(y: float) -> str:
        if view.property("dragging"):
            return "dragging"
        if view.property("flicking"):
            return "before" if y < 0 else "beyond" if y > END else "flicking"
        if view.property("moving"):
            return "before" if y < 0 else "beyond" if y > END else "moving"
        return "animation" if window.property("moving") else ""

    def read() -> None:
        y = view.property("contentY")
        session.sample(time.monotonic(), float(view.property("contentX")), float(y), phase(y))

    def run() -> None:
        hand.place(g.MIDDLE, 350)
        time.sleep(0.6)
        gesture(hand, lambda *arguments: relay.asked.emit(list(arguments)))
        meta.invokeMethod(app, "quit", QtCore.Qt.ConnectionType.QueuedConnection)

    def begin() -> None:
        view.setProperty("contentY", start)
        window.frameSwapped.connect(read)
        threading.Thread(target=run, daemon=True).start()

    QtCore.QTimer.singleShot(700, begin)
    app.exec()
    fling_law = {"law": "polynomial:2", "axis": "y", "parameter": "-2*c2 in the direction of motion", "value": 1500.0}
    kinds: dict[str, dict[str, Any]] = {
        "flicking": {"kind": "deceleration", "claim": fling_law}, "before": {"kind": "return", "edge": 0.0},
        "beyond": {"kind": "bounce", "edge": END}}
    if is_list:
        kinds = {"flicking": {"kind": "snap"}, "moving": {"kind": "snap"}}
    elif name.startswith(("wheel", "animate")):
        kinds = {}
    session.end_labels()
    session.label_phases(kinds, "the item's dragging, flicking and moving properties, and the content's bounds",
                         touch_ends=name != "press_in_bounce")
    common.write(session, f"qtquick/{name}.csv", {
        "engine": "qtquick", "version": QtCore.qVersion(), "gesture": description,
        "truth": {
            "deceleration": {
                "model": "constant deceleration", "a_px_per_s2": float(decelerations),
                "source": "Flickable.flickDeceleration as read from the running item; QQuickFlickablePrivate::flick "
                "adjusts it per flick so that the distance is a whole number of px"},
            "bounce": {
                "model": "not a spring: harder deceleration past the edge, then an eased return (400 ms)"},
            "drag": {"model": "1:1 inside; past the edge half the finger's distance (linear)"}},
        "content_size": [WIDTH, CONTENT], "viewport": [float(WIDTH), float(HEIGHT)],
        "bounds": {"x": [0, 0], "y": [0, END]}, "value": "contentX, contentY"},
        "time.monotonic() when contentY was read, in QQuickWindow.frameSwapped")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", help="record one gesture in this process (used by the script itself)")
    parser.add_argument("names", nargs="*", help="recordings to make (default: all)")
    options = parser.parse_args()
    os.environ.update(QT_QPA_PLATFORM="xcb", QT_QUICK_BACKEND="software", QSG_RENDER_LOOP="basic")
    if options.one:
        record(options.one)
    else:
        common.run_each(GESTURES, options.names)


if __name__ == "__main__":
    main()
