# scrolltrace recorder for Gtk.ScrolledWindow (GTK 3 and 4, Python)
# Use: from gtk_recorder import ScrollRecorder; recorder = ScrollRecorder(scrolled_window) once the window is shown, and recorder.stop()
#   at the end. An app in another language makes the same calls: gtk_widget_add_tick_callback, gdk_frame_clock_get_frame_time.
# File: scroll-….ndjson in the current folder, or the second argument; its path is printed. Then: scrollfit fit scroll-….ndjson
# Clock: t is the frame clock's frame time, which GTK's own kinetic scrolling is computed for. An adjustment has no insets, and no glow or
#   bounce beyond an edge. Fingers are recorded by GTK 4; wheels and touchpads are not.
# Checked: run with GTK 3 and GTK 4 under Xvfb, flung by the pointer; touches untested.
import json, os, platform, time
from gi.repository import Gdk, GLib, Gtk


class ScrollRecorder:
    def __init__(self, window, path=None):
        self.window, self.finger, self.travel, self.state, self.still, self.last, self.layout = window, None, 0.0, "idle", 0, None, None
        self.path = os.path.abspath(path or f"scroll-{int(time.time())}.ndjson")
        self.file = open(self.path, "w", buffering=1)
        print(f"scrolltrace: recording to {self.path}", flush=True)
        # In GTK 3 the window's own gestures take the touches before anything else sees them.
        if Gtk.get_major_version() >= 4:
            controller = Gtk.EventControllerLegacy(propagation_phase=Gtk.PropagationPhase.CAPTURE)
            controller.connect("event", lambda _, event: self.touched(event, event.get_event_type()))
            window.add_controller(controller)
        self.tick = window.add_tick_callback(self.frame)

    def touched(self, event, kind):
        if kind in (Gdk.EventType.TOUCH_BEGIN, Gdk.EventType.TOUCH_UPDATE):
            y = event.get_position()[-1]
            self.travel += 0 if self.finger is None else self.finger - y
            self.state, self.finger = "tracking" if self.finger is None else self.state, y
        elif kind in (Gdk.EventType.TOUCH_END, Gdk.EventType.TOUCH_CANCEL):
            self.state, self.finger = "decelerating" if self.state == "dragging" else "idle", None
        return False

    def frame(self, _, clock):
        t, across, down = clock.get_frame_time() / 1e6, self.window.get_hadjustment(), self.window.get_vadjustment()
        layout = {"viewport": {"width": across.get_page_size(), "height": down.get_page_size()},
                  "contentSize": {"width": across.get_upper(), "height": down.get_upper()}}
        # The layout is in the header, and in an event where it changes.
        if self.layout is None:
            self.write({"format": "scrolltrace", "version": 1, "device": platform.node(), "os": platform.platform(),
                        "scale": self.window.get_scale_factor(), **layout})
        elif layout != self.layout:
            self.write({"t": t, "event": "layout", **layout})
        offset = (across.get_value(), down.get_value())
        self.still = self.still + 1 if offset == self.last else 0
        self.last, self.layout = offset, layout
        # Motion by wheel, touchpad, keys or program stays idle, as in UIScrollView.
        if self.state == "tracking" and self.still == 0:
            self.state = "dragging"
        elif self.state == "decelerating" and self.still > 5:
            self.state = "idle"
        self.write({"t": t, "x": offset[0], "y": offset[1], "py": self.travel, "state": self.state})
        return GLib.SOURCE_CONTINUE

    def write(self, line):
        self.file.write(json.dumps(line) + "\n")

    def stop(self):
        self.window.remove_tick_callback(self.tick)
        self.file.close()
