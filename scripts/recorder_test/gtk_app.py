"""A tall window of GTK 3 or 4 that is flung by the pointer while its recorder runs: gtk_app.py VERSION RECORDER OUTPUT

Run with the system's Python on an X server. The pointer is a touchscreen to GTK, as in scripts/recording/gtk.py.
"""
import ctypes
import importlib.util
import os
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "recording"))
import common
import gestures

WIDTH, HEIGHT, CONTENT = 400, 700, 8000

version, recorder_file, output = int(sys.argv[1]), sys.argv[2], sys.argv[3]
os.environ.update(GDK_BACKEND="x11", GTK_TEST_TOUCHSCREEN="1", GSK_RENDERER="cairo", NO_AT_BRIDGE="1")
import gi

gi.require_version("Gtk", f"{version}.0")
gi.require_version("Gdk", f"{version}.0")
from gi.repository import GLib, Gtk

if version == 4:
    ctypes.CDLL("libgtk-4.so.1").gtk_set_debug_flags(1 << 11)
    Gtk.init()
    window = Gtk.Window(decorated=False)
else:
    window = Gtk.Window(type=Gtk.WindowType.TOPLEVEL, decorated=False)
scrolled, area = Gtk.ScrolledWindow(), Gtk.DrawingArea()
area.set_size_request(WIDTH, CONTENT)
window.set_default_size(WIDTH, HEIGHT)
if version == 4:
    scrolled.set_child(area)
    window.set_child(scrolled)
    window.present()
else:
    scrolled.add(area)
    window.add(scrolled)
    window.show_all()

spec = importlib.util.spec_from_file_location("gtk_recorder", recorder_file)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
loop = GLib.MainLoop()


def begin():
    recorder = module.ScrollRecorder(scrolled, output)
    hand = common.Hand(common.Session())

    def end():
        recorder.stop()
        loop.quit()

    def perform():
        hand.place(gestures.MIDDLE, 350)
        time.sleep(0.6)
        gestures.second_swipe(hand, lambda: None)
        GLib.idle_add(area.set_size_request, WIDTH, CONTENT + 1000)
        time.sleep(0.3)
        GLib.idle_add(end)

    threading.Thread(target=perform, daemon=True).start()
    return False


GLib.timeout_add(600, begin)
loop.run()
