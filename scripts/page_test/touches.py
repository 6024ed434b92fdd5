"""Swipes of one finger by the DevTools protocol, and the check of the finger's travel in what was recorded of them."""
import shutil
import time


def chromium():
    """The name of a headless Chromium in the search path; None where there is none."""
    return next((name for name in ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell") if shutil.which(name)), None)


def swipe(browser, distance, frames, start=650):
    """One finger upward by `distance` px. The events have the times of 60 Hz, whatever delays the machine adds."""
    begin = time.time()

    def touch(kind, step):
        points = [] if kind == "touchEnd" else [{"x": 200, "y": start - distance * step / frames}]
        time.sleep(max(0, begin + step / 60 - time.time()))
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points, timestamp=begin + step / 60)

    touch("touchStart", 0)
    for step in range(1, frames + 1):
        touch("touchMove", step)
    touch("touchEnd", frames)


def velocities(samples, start, distance):
    """The finger's velocity between neighboring samples, (t, travel), that both lie inside of a swipe of `distance` px from the travel `start` on, px/s."""
    return [(after[1] - before[1]) / (after[0] - before[0]) for before, after in zip(samples, samples[1:])
            if before[1] > start and after[1] < start + distance]
