#!/usr/bin/env python3
"""Records one motion in the three ways of docs/recording.md: three_ways.py SCROLLFIT FOLDER

Chromium shows the page of `scrollfit record` under Xvfb and is flung by touches over DevTools. The display is captured as `screen.mp4` (a closed
app), the recorder of `scrollfit logger --for web` runs in the page and gives `logger.ndjson` (an own app), and the page itself posts
`record.ndjson` (a web page). Needs Debian's chromium, xvfb, and ffmpeg with x264.
"""

import importlib.machinery
import os
import re
import subprocess
import sys
import time
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent
sys.path.append(str(SCRIPTS))
from page_test.browser import Browser  # noqa: E402

from page_test.touches import swipe  # noqa: E402

page = importlib.machinery.SourceFileLoader("test_record", str(SCRIPTS / "test-record")).load_module()
DISPLAY = ":97"
WIDTH, HEIGHT = 400, 640
# The page's own stripes look alike: rows of text that differ are drawn over them.
TEXT = """(() => {
  const words = "scroll motion offset spring velocity window kernel paper river mountain garden station letter number music summer".split(" ");
  const text = document.body.appendChild(document.createElement("div"));
  text.style = "position: absolute; inset: 0 0 auto 90px; pointer-events: none; font: 13px/22px sans-serif; white-space: pre; overflow: hidden";
  let seed = 1;
  const next = count => (seed = seed * 48271 % 2147483647) % count;
  const line = () => Array.from({length: 2 + next(5)}, () => words[next(words.length)]).join(" ");
  text.textContent = Array.from({length: Math.floor(document.body.scrollHeight / 22)}, line).join("\\n");
})()"""


def capture(file):
    """Each picture has the time at which it was taken; one that equals the picture before is none."""
    return subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "x11grab", "-framerate", "120", "-video_size", f"{WIDTH}x{HEIGHT}", "-draw_mouse", "0", "-i", DISPLAY,
         "-vf", "mpdecimate=hi=1:lo=1:frac=0:max=12,format=gray,format=yuv420p", "-fps_mode", "passthrough", "-enc_time_base", "1:90000", "-c:v", "libx264", "-preset", "slow", "-crf", "24",
         "-video_track_timescale", "90000", str(file)], stdin=subprocess.PIPE)


def main():
    binary, folder = sys.argv[1], Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nocursor"], stderr=subprocess.DEVNULL)
    os.environ["DISPLAY"] = DISPLAY
    time.sleep(1)
    recorder = page.Recorder(binary, folder / "record.ndjson")
    browser = Browser("chromium", folder / "profile", more=["--kiosk", "--window-position=0,0", f"--window-size={WIDTH},{HEIGHT}"], is_headless=False)
    try:
        browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        browser.events = []
        browser.call("Page.navigate", url=recorder.address)
        browser.wait("Page.loadEventFired")
        time.sleep(1)
        logger = subprocess.run([binary, "logger", "--for", "web"], check=True, capture_output=True, text=True).stdout
        browser.ask(TEXT)
        browser.ask(re.sub(r"\bconst scrolltrace =", "window.scrolltrace =", logger))
        screen = capture(folder / "screen.mp4")
        time.sleep(1)
        for distance, frames in ((250, 8),):
            swipe(browser, distance, frames, start=560)
            page.rest(browser)
            time.sleep(0.6)
        screen.communicate(b"q", timeout=30)
        browser.ask("scrolltrace.stop()")
        time.sleep(2)
        next(folder.glob("scroll-*.ndjson")).rename(folder / "logger.ndjson")
        browser.ask("byId('finish').click()")
        print(recorder.end())
    finally:
        browser.close()
        recorder.process.terminate()
        server.terminate()


if __name__ == "__main__":
    main()
