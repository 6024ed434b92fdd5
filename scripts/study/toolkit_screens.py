#!/usr/bin/env python3
"""Records a list that GTK 4, Qt Quick or Chromium scrolls as a video, with the offset of each of its pictures.

    /usr/bin/python3 scripts/study/toolkit_screens.py gtk|qt|chromium FILE.mp4 FILE.csv [--seed N] [--crf N]

The program runs under Xvfb; FFmpeg captures the display. GTK and Qt are flung by a pointer and draw the number of each frame as black and
white cells below the list, in the same frame as the list; their log has the offset by that number. Chromium is flung by touches over DevTools
and scrolls on another thread than a page's program runs on: there a column of the page itself has in each of its rows the row's number as
cells, and the number of the uppermost row that is seen is the offset. The cells are cut off the video.
Needs Debian's xvfb, libxtst6, ffmpeg with x264, python3-numpy, python3-pil and python3-gi-cairo with gir1.2-gtk-4.0, or python3-pyqt6.qtquick
with qml6-module-qtquick-window, or chromium and websockets (PyPI).
"""

import argparse
import base64
import ctypes
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy
import screens

sys.path.append(str(Path(__file__).resolve().parent.parent / "recording"))
import common  # noqa: E402

WIDTH, HEIGHT, STRIP = 320, 480, 16
BITS = 16
# The width of Chromium's column of numbers.
RULER = 4 * BITS
ITEMS = 80


def texts(seed):
    """A title and a line of text for each item of the list."""
    rng = random.Random(seed)

    def words(count):
        return " ".join(rng.choice(screens.WORDS) for _ in range(count))

    return [(words(rng.randint(1, 3)).title(), words(rng.randint(4, 9))) for _ in range(ITEMS)]


def cells(number):
    """The number's 15 bits and their parity."""
    return [number >> bit & 1 for bit in range(BITS - 1)] + [number.bit_count() & 1]


def number_of(strip):
    """The number that the cells of a picture hold; None where their parity is wrong."""
    width = strip.shape[1] // BITS
    bits = [int(strip[STRIP // 2, cell * width + width // 2] > 127) for cell in range(BITS)]
    return sum(bit << place for place, bit in enumerate(bits[:-1])) if sum(bits) % 2 == 0 else None


def perform(hand, after, first=(400, -220, 0.18), rest=1.3):
    """Two flings forward, the first from a place by a distance within a time, one back that is caught, and a drag."""
    time.sleep(0.4)
    start, distance, seconds = first
    hand.swipe(WIDTH / 2, start, 0, distance, seconds)
    time.sleep(rest)
    hand.swipe(WIDTH / 2, 380, 0, -150, 0.2)
    time.sleep(1.0)
    hand.swipe(WIDTH / 2, 120, 0, 240, 0.17)
    time.sleep(0.4)
    hand.down(WIDTH / 2, 200)
    time.sleep(0.15)
    hand.drag(0, -90, 0.4)
    time.sleep(0.1)
    hand.up()
    time.sleep(0.4)
    after()


class Log:
    """The offset in each frame by its number."""

    def __init__(self):
        self.offsets = []

    def add(self, offset):
        self.offsets.append(offset)
        return len(self.offsets) - 1

    def write(self, path):
        Path(path).write_text(json.dumps(self.offsets))


def run_gtk(seed, path):
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk

    # The pointer is a touchscreen: GTK_DEBUG_TOUCHSCREEN.
    ctypes.CDLL("libgtk-4.so.1").gtk_set_debug_flags(1 << 11)
    Gtk.init()
    Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", True)
    log, loop = Log(), GLib.MainLoop()
    rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for title, text in texts(seed):
        row = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin_start=12, margin_end=12, margin_top=8, margin_bottom=8)
        for markup in (f"<b>{title}</b>", text):
            row.append(Gtk.Label(label=markup, use_markup=True, xalign=0, wrap=True, max_width_chars=30))
        rows.append(row)
        rows.append(Gtk.Separator())
    scrolled = Gtk.ScrolledWindow(vexpand=True, kinetic_scrolling=True, hscrollbar_policy=Gtk.PolicyType.NEVER)
    scrolled.set_child(rows)
    adjustment = scrolled.get_vadjustment()
    strip = Gtk.DrawingArea(content_height=STRIP)

    def draw(_, context, width, height):
        for place, bit in enumerate(cells(log.add(adjustment.get_value()))):
            context.set_source_rgb(bit, bit, bit)
            context.rectangle(place * width / BITS, 0, width / BITS, height)
            context.fill()

    strip.set_draw_func(draw)
    whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    whole.append(scrolled)
    whole.append(strip)
    window = Gtk.Window(decorated=False, child=whole)
    window.set_default_size(WIDTH, HEIGHT + STRIP)
    window.present()

    def begin():
        strip.add_tick_callback(lambda *_: strip.queue_draw() or True)
        hand = common.Hand(common.Session())
        threading.Thread(target=perform, args=(hand, lambda: GLib.idle_add(loop.quit)), daemon=True).start()
        return False

    GLib.timeout_add(800, begin)
    loop.run()
    log.write(path)


QML = """
import QtQuick
Window {
  id: window; width: %(width)d; height: %(whole)d; x: 0; y: 0; visible: true; flags: Qt.FramelessWindowHint
  property int number: 0
  property var cells: []
  Flickable {
    id: flickable; objectName: "view"; width: parent.width; height: %(height)d; clip: true; pixelAligned: true
    contentHeight: column.height
    Column {
      id: column; width: parent.width
      Repeater {
        model: %(items)s
        Item {
          required property var modelData
          width: column.width; height: texts.height + 21
          Column {
            id: texts; x: 12; y: 10; width: parent.width - 24
            Text { text: modelData[0]; font.bold: true; font.pixelSize: 15; color: "#1a3f8f" }
            Text { text: modelData[1]; font.pixelSize: 14; width: texts.width; wrapMode: Text.Wrap }
          }
          Rectangle { anchors.bottom: parent.bottom; width: parent.width; height: 1; color: "#ccc" }
        }
      }
    }
  }
  Row {
    y: %(height)d
    Repeater { model: %(bits)d; Rectangle { width: window.width / %(bits)d; height: %(strip)d; color: window.cells[index] ? "white" : "black" } }
  }
}
"""


def run_qt(seed, path):
    from PyQt6 import QtCore, QtGui, QtQml

    app = QtGui.QGuiApplication([])
    engine = QtQml.QQmlApplicationEngine()
    items = json.dumps(texts(seed))
    values = {"width": WIDTH, "height": HEIGHT, "whole": HEIGHT + STRIP, "strip": STRIP, "bits": BITS, "items": items}
    engine.loadData((QML % values).encode())
    window = engine.rootObjects()[0]
    view = window.findChild(QtCore.QObject, "view")
    log = Log()

    # Behind the animations of a frame and before its items are drawn.
    def number():
        window.setProperty("cells", cells(log.add(view.property("contentY"))))
        window.update()

    window.afterAnimating.connect(number)
    hand = common.Hand(common.Session())

    def begin():
        window.update()
        threading.Thread(
            target=perform,
            args=(hand, lambda: QtCore.QMetaObject.invokeMethod(app, "quit", QtCore.Qt.ConnectionType.QueuedConnection)),
            daemon=True).start()

    QtCore.QTimer.singleShot(800, begin)
    app.exec()
    log.write(path)


STYLE = (
    "html{scrollbar-width:none} body{margin:0;padding-left:%dpx;font:15px/1.5 sans-serif;background:#fafafa} canvas{position:absolute;left:0;top:0}"
    "section{margin:12px;padding:12px;background:#fff;border-radius:10px;box-shadow:0 1px 4px #0003} h2{margin:0;font-size:18px}"
)
# Each row of the column holds its number, as the strips of other toolkits hold the frame's.
RULERS = """
const canvas = document.createElement('canvas'), width = %d, bits = %d
canvas.width = width; canvas.height = Math.min(document.body.scrollHeight, 16000)
const context = canvas.getContext('2d')
for (let row = 0; row < canvas.height; row++) {
  let parity = 0
  for (let bit = 0; bit < bits; bit++) {
    const value = bit < bits - 1 ? row >> bit & 1 : parity
    parity ^= value
    context.fillStyle = value ? '#fff' : '#000'
    context.fillRect(bit * width / bits, row, width / bits, 1)
  }
}
document.body.append(canvas)
"""


def run_chromium(seed, path):
    import chromium

    sections = "".join(f"<section><h2>{title}</h2><p>{text}</p></section>" for title, text in texts(seed))
    page = f"<!doctype html><meta name=viewport content='width=device-width'><style>{STYLE % RULER}</style>{sections}"
    page += f"<script>{RULERS % (RULER, BITS)}</script>"
    address = "data:text/html;base64," + base64.b64encode(page.encode()).decode()
    width, height = screen("chromium")
    with chromium.opened(address, width, height, "--kiosk") as tab:
        # A phone has no scroll bars, and a window at least 500 px.
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
        tab.call("Emulation.setTouchEmulationEnabled", enabled=True)
        time.sleep(1.5)
        # Fast: the constants of Chromium's curve show in long flings.
        perform(chromium.TouchHand(common.Session(), tab), lambda: None, first=(420, -335, 0.13), rest=1.9)
    Log().write(path)


def ruler_offset(ruler):
    """The number that the uppermost rows of a picture's column of numbers agree on; None where they do not."""
    starts = {number - row for row in range(8) if (number := number_of(numpy.repeat(ruler[row:row + 1], STRIP, axis=0))) is not None}
    return starts.pop() if len(starts) == 1 else None


def captured(toolkit, seed, folder):
    """Times, s, pictures and offsets by the numbers of the frames."""
    video, log = f"{folder}/capture.mkv", f"{folder}/log.json"
    environment = {
        "gtk": {"GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "NO_AT_BRIDGE": "1"},
        "qt": {"QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software", "QSG_RENDER_LOOP": "basic"},
        "chromium": {},
    }[toolkit]
    width, height = screen(toolkit)
    with common.x_server(width, height):
        program = subprocess.Popen(
            [sys.executable, __file__, toolkit, "", log, "--seed", str(seed), "--program"], env={**os.environ, **environment})
        # The first frames show the program without an offset: the start is cut.
        time.sleep(0.5)
        grab = ["-f", "x11grab", "-draw_mouse", "0", "-framerate", "60", "-video_size", f"{width}x{height}"]
        capture = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-y", *grab, "-i", os.environ["DISPLAY"], "-pix_fmt", "gray", "-c:v", "ffv1", "-fps_mode", "passthrough",
             video], stdin=subprocess.PIPE)
        program.wait()
        capture.communicate(b"q")
    probe = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", video]
    times = [float(line.split(",")[0]) for line in subprocess.run(probe, check=True, capture_output=True, text=True).stdout.split()]
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", video, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"], check=True,
        capture_output=True).stdout
    pictures = numpy.frombuffer(raw, numpy.uint8).reshape(-1, height, width)
    return times, pictures, json.loads(Path(log).read_text())


def screen(toolkit):
    return (WIDTH + RULER, HEIGHT) if toolkit == "chromium" else (WIDTH, HEIGHT + STRIP)


def read(toolkit, picture, offsets):
    """The picture without its cells, and its offset; None where the cells hold nothing."""
    if toolkit == "chromium":
        return picture[:, RULER:], ruler_offset(picture[:, :RULER])
    number = number_of(picture[HEIGHT:])
    # Before the first frame and after the last the cells hold nothing.
    return picture[:HEIGHT], offsets[number] if number is not None and 0 < number < len(offsets) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("toolkit", choices=["gtk", "qt", "chromium"])
    parser.add_argument("video")
    parser.add_argument("log")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--crf", default="23")
    parser.add_argument("--program", action="store_true", help="run the program that scrolls (used by the script itself)")
    arguments = parser.parse_args()
    if arguments.program:
        {"gtk": run_gtk, "qt": run_qt, "chromium": run_chromium}[arguments.toolkit](arguments.seed, arguments.log)
        return
    with tempfile.TemporaryDirectory() as folder:
        times, pictures, offsets = captured(arguments.toolkit, arguments.seed, folder)
    rows, start = [], None
    for moment, picture in zip(times, pictures):
        shown, offset = read(arguments.toolkit, picture, offsets)
        if offset is None:
            continue
        start = moment if start is None else start
        stamp = round((moment - start) * 10_000)
        # A grab that was late has the time of the next one.
        if not rows or stamp > rows[-1][0]:
            rows.append((stamp, shown, offset))
    command = ["ffmpeg", "-v", "error", "-y", "-f", "matroska", "-i", "-", "-fps_mode", "passthrough", "-enc_time_base", "1:1200"]
    command += ["-video_track_timescale", "1200", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryslow", "-g", "600"]
    command += ["-crf", arguments.crf, arguments.video]
    screens.encode(command, WIDTH, HEIGHT, ((stamp, numpy.ascontiguousarray(picture)) for stamp, picture, _ in rows))
    with open(arguments.log, "w", encoding="ascii") as log:
        log.write("t,y_px\n")
        log.writelines(f"{stamp / 10000},{offset:g}\n" for stamp, _, offset in rows)


if __name__ == "__main__":
    main()
