"""Records QScroller on a widget under Xvfb.

Needs PySide6-Essentials (PyPI), xvfb, libxtst6 and Qt's xcb libraries (Debian's libxcb-cursor0 among them):

    python3 scripts/recording/qscroller.py [NAME ...]

The pointer is the mouse (LeftMouseButtonGesture). The position of the last QScrollEvent is read every 16 ms by a
precise timer.
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

# name: (start offset, gesture, description)
GESTURES: dict[str, tuple[float, g.Gesture, str]] = {
    "second_swipe_in_glide": (1000, g.second_swipe, g.TEXTS[g.second_swipe]),
    "catch_and_reverse": (2500, g.catch_reverse, g.TEXTS[g.catch_reverse]),
    "slow_drag": (1000, g.slow_drag, g.TEXTS[g.slow_drag]),
    "pull_start_return": (0, g.pull_start, g.TEXTS[g.pull_start] + ": the content returns"),
    "catch_in_bounce": (END - 500, g.catch_in_bounce, g.TEXTS[g.catch_in_bounce]),
    "scroll_to": (1000, g.programmatic((1.0, ("scrollTo", 2500, 600))), "QScroller.scrollTo 1500 px further in 600 ms"),
    "scroll_to_replaced": (
        1000, g.programmatic((0.3, ("scrollTo", 3000, 700)), (1.0, ("scrollTo", 1400, 700))),
        "QScroller.scrollTo 3000 in 700 ms, replaced after 0.3 s by scrollTo 1400"),
    "ensure_visible": (
        1000, g.programmatic((1.2, ("ensureVisible", 4000, 900))),
        "QScroller.ensureVisible of a far rectangle in 900 ms"),
    "snap_positions": (1000, g.fling, g.TEXTS[g.fling] + " with snap positions every 350 px"),
}


def record(name: str) -> None:
    from PySide6 import QtCore, QtWidgets
    start, gesture, description = GESTURES[name]
    app = QtWidgets.QApplication([])
    session = common.Session()
    hand = common.Hand(session)
    kind = QtCore.QEvent.Type

    class View(QtWidgets.QWidget):
        position, beyond = QtCore.QPointF(0, start), QtCore.QPointF()
        asked = QtCore.Signal(list)

        def read(self) -> None:
            state = QtWidgets.QScroller.scroller(self).state()
            value = self.position + self.beyond
            place = "before" if value.y() < 0 else "beyond" if value.y() > END else "scrolling"
            session.sample(time.monotonic(), value.x(), value.y(), {
                "Dragging": "dragging", "Scrolling": place}.get(state.name, ""))

        def event(self, event: Any) -> bool:
            if event.type() == kind.ScrollPrepare:
                event.setViewportSize(QtCore.QSizeF(WIDTH, HEIGHT))
                event.setContentPosRange(QtCore.QRectF(0, 0, 0, END))
                event.setContentPos(self.position)
                event.accept()
                return True
            if event.type() == kind.Scroll:
                self.position, self.beyond = event.contentPos(), event.overshootDistance()
                event.accept()
                return True
            if event.type() in (kind.MouseButtonPress, kind.MouseMove, kind.MouseButtonRelease):
                event.accept()
                return True
            return super().event(event)

        def perform(self, arguments: list[Any]) -> None:
            handle = QtWidgets.QScroller.scroller(self)
            if arguments[0] == "scrollTo":
                handle.scrollTo(QtCore.QPointF(0, arguments[1]), arguments[2])
            else:
                handle.ensureVisible(QtCore.QRectF(0, arguments[1], WIDTH, 100), 0, 50, arguments[2])

    view = View()
    view.asked.connect(view.perform)
    view.setWindowFlag(QtCore.Qt.WindowType.FramelessWindowHint)
    view.setGeometry(0, 0, WIDTH, HEIGHT)
    view.show()
    QtWidgets.QScroller.grabGesture(view, QtWidgets.QScroller.ScrollerGestureType.LeftMouseButtonGesture)
    handle = QtWidgets.QScroller.scroller(view)
    if name == "snap_positions":
        handle.setSnapPositionsY(0.0, 350.0)
    metric = QtWidgets.QScrollerProperties.ScrollMetric
    factor = handle.scrollerProperties().scrollMetric(metric.DecelerationFactor) * handle.pixelPerMeter().y()
    timer = QtCore.QTimer(timerType=QtCore.Qt.TimerType.PreciseTimer, interval=16)
    timer.timeout.connect(view.read)

    def run() -> None:
        hand.place(g.MIDDLE, 350)
        time.sleep(0.6)
        gesture(hand, lambda *arguments: view.asked.emit(list(arguments)))
        QtCore.QMetaObject.invokeMethod(app, "quit", QtCore.Qt.ConnectionType.QueuedConnection)

    def begin() -> None:
        timer.start()
        threading.Thread(target=run, daemon=True).start()

    QtCore.QTimer.singleShot(500, begin)
    app.exec()
    fling_law = {
        "law": "polynomial:2", "axis": "y", "parameter": "-2*c2 in the direction of motion", "value": round(factor, 3)}
    kinds: dict[str, dict[str, Any]] = {
        "scrolling": {"kind": "deceleration", "claim": fling_law},
        "before": {"kind": "return", "edge": 0.0}, "beyond": {"kind": "bounce", "edge": END}}
    if name == "snap_positions":
        kinds = {"scrolling": {"kind": "snap"}}
    elif name.startswith(("scroll_to", "ensure")):
        kinds = {}
    session.end_labels()
    session.label_phases(kinds, "QScroller.state Scrolling, and the content's bounds")
    common.write(session, f"qscroller/{name}.csv", {
        "engine": "qscroller", "version": QtCore.qVersion(), "gesture": description,
        "truth": {
            "deceleration": {
                "model": "constant deceleration", "a_px_per_s2": factor,
                "source": "QScrollerProperties DecelerationFactor x pixelPerMeter, OutQuad curve"},
            "bounce": {"model": "easing, not a spring: OutQuad back over 0.7*OvershootScrollTime"},
            "drag": {
                "model": "1:1 inside; past the edge overshootDistance follows the finger 1:1 but for the first px (as "
                "measured here, although OvershootDragResistanceFactor reads 0.5)"}},
        "content_size": [WIDTH, CONTENT], "viewport": [float(WIDTH), float(HEIGHT)],
        "bounds": {"x": [0, 0], "y": [0, END]}, "value": "contentPos + overshootDistance of the last QScrollEvent"},
        "time.monotonic() when the last QScrollEvent's position was read, by a precise timer of 16 ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", help="record one gesture in this process (used by the script itself)")
    parser.add_argument("names", nargs="*", help="recordings to make (default: all)")
    options = parser.parse_args()
    os.environ.update(QT_QPA_PLATFORM="xcb")
    if options.one:
        record(options.one)
    else:
        common.run_each(GESTURES, options.names)


if __name__ == "__main__":
    main()
