#!/usr/bin/env python3
"""Records a page that Chromium scrolls as a video, with the offset that the browser gives for each of its pictures.

    chromium_screens.py FILE.mp4 FILE.csv [--seed N] [--size 320x560] [--crf N]

The pictures are the frames of the DevTools screencast of a headless Chromium; their metadata hold the time and the scroll offset. Needs
Debian's chromium, ffmpeg with x264, and Python with numpy, Pillow and websockets.
"""

import argparse
import base64
import io
import json
import random
import subprocess
import tempfile
import time
import urllib.request

import numpy
import screens
from PIL import Image
from websockets.sync import client as websockets

STYLE = (
    "body{margin:0;font:15px/1.5 sans-serif;background:#fafafa} header{position:sticky;top:0;background:#fff;padding:10px;"
    "border-bottom:1px solid #ccc;font-weight:bold} section{margin:12px;padding:12px;background:#fff;border-radius:10px;"
    "box-shadow:0 1px 4px #0003} h2{margin:0;font-size:18px}"
)


def page(seed):
    rng = random.Random(seed)

    def words(count):
        return " ".join(rng.choice(screens.WORDS) for _ in range(count))

    sections = "".join(
        f"<section><h2>{words(3).title()}</h2><p>{words(rng.randint(8, 40))}</p></section>" for _ in range(60))
    return f"<!doctype html><meta name=viewport content='width=device-width'><style>{STYLE}</style><header>Library</header>{sections}"


class Tab:
    """A DevTools connection that keeps the frames of the screencast."""

    def __init__(self, socket):
        self.socket, self.number, self.frames = socket, 0, []

    def send(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        return self.number

    def wait(self, number=None, seconds=30.0):
        """Takes messages until the answer to a call, or for a time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                message = json.loads(self.socket.recv(timeout=left))
            except TimeoutError:
                return
            if message.get("method") == "Page.screencastFrame":
                self.frames.append(message["params"])
                self.send("Page.screencastFrameAck", sessionId=message["params"]["sessionId"])
            if number is not None and message.get("id") == number:
                return

    def call(self, method, **parameters):
        self.wait(self.send(method, **parameters))

    def swipe(self, x, y, distance, duration):
        """A finger that moves steadily and is lifted in motion."""
        steps = round(duration * 60)
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for step in range(1, steps + 1):
            self.wait(seconds=1 / 60)
            self.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y + distance * step / steps}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def recorded(seed, width, height):
    """The frames of the screencast while three swipes scroll the page."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as profile:
        command = ["chromium", "--headless=new", "--no-sandbox", "--remote-debugging-port=9337", "--hide-scrollbars", "--disable-gpu"]
        command += [f"--user-data-dir={profile}", f"--window-size={width},{height}", "about:blank"]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            # Lasts as long as the browser.
            tab = Tab(websockets.connect(address(), max_size=1 << 26).__enter__())
            tab.call("Page.enable")
            tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
            tab.call("Emulation.setTouchEmulationEnabled", enabled=True)
            source = base64.b64encode(page(seed).encode()).decode()
            tab.call("Page.navigate", url="data:text/html;base64," + source)
            tab.wait(seconds=1)
            tab.call("Page.startScreencast", format="png", everyNthFrame=1)
            tab.wait(seconds=0.5)
            for distance in (-0.6, -0.5, 0.5):
                tab.swipe(width // 2, height * (0.85 if distance < 0 else 0.2), distance * height, rng.uniform(0.15, 0.4))
                tab.wait(seconds=1.5)
            return tab.frames
        finally:
            browser.terminate()
            browser.wait()


def address():
    for _ in range(100):
        try:
            with urllib.request.urlopen("http://127.0.0.1:9337/json", timeout=5) as answer:
                found = [entry for entry in json.load(answer) if entry["type"] == "page"]
            if found:
                return found[0]["webSocketDebuggerUrl"]
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit("the browser does not answer")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("video")
    parser.add_argument("log")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default="320x560")
    parser.add_argument("--crf", default="23")
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    frames = sorted(recorded(arguments.seed, width, height), key=lambda frame: frame["metadata"]["timestamp"])
    start = frames[0]["metadata"]["timestamp"]
    pictures, rows = [], []
    for frame in frames:
        stamp = round((frame["metadata"]["timestamp"] - start) * 10_000)
        if rows and stamp <= rows[-1][0]:
            continue
        picture = Image.open(io.BytesIO(base64.b64decode(frame["data"]))).convert("L")
        pictures.append(numpy.ascontiguousarray(numpy.asarray(picture)[: height // 2 * 2, : width // 2 * 2]))
        rows.append((stamp, frame["metadata"]["scrollOffsetY"]))
    command = ["ffmpeg", "-v", "error", "-y", "-f", "matroska", "-i", "-", "-fps_mode", "passthrough", "-enc_time_base", "1:1200"]
    command += ["-video_track_timescale", "1200", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-crf", arguments.crf]
    shape = pictures[0].shape
    screens.encode(command + [arguments.video], shape[1], shape[0], ((stamp, picture) for (stamp, _), picture in zip(rows, pictures)))
    with open(arguments.log, "w", encoding="ascii") as log:
        log.write("t,y_px\n")
        for stamp, offset in rows:
            log.write(f"{stamp / 10000},{offset:g}\n")


if __name__ == "__main__":
    main()
