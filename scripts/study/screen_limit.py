#!/usr/bin/env python3
"""Where the pictures of a strongly compressed video lie: scripts/study/screen_limit.py SCROLLFIT FOLDER [--seed N] [--crf N] [--half] [--count N]

Compares each decoded frame with better references than a reader of the video has, by the sum of squares over what scrolls, at the true offset and up to
four device pixels beside it: the page's own pixels, and a mosaic, the mean of the frames before at their true offsets (of videos at full size). Beside the
share of frames that are nearest at the true offset is what `scrollfit video` found: frames that it gives without a mark, and those whose offset, rounded to
device pixels, is the true one. By the distance of the frame from its neighbors, device pixels.

The videos are those of screens.py of the seed and crf but for equal rows, whose offsets are ambiguous, and turned and sideways ones; --count of them with four
gestures each, made in FOLDER and deleted again. Needs Python with numpy and Pillow, and ffmpeg with x264 and x265.
"""

import argparse
import random
import subprocess
from collections import defaultdict
from pathlib import Path

import numpy

import screen_judge
import screens

REACH = 4
# The rows of a mosaic that must have been seen before, as a part of the picture.
LEAST_SEEN = 0.4
# The weight of the frames before in a mosaic at most.
MOST_FRAMES = 7
PACES = (("at rest or less than one a frame", 0), ("1", 1), ("2 to 5", 2), ("6 and more", 6))


class Content:
    """What scrolls in the pictures of a case, by its page."""

    def __init__(self, case):
        self.case, self.half = case, case["half"]
        page = screens.page_of(case, random.Random(case["seed"]))
        height, scale = case["height"], case["scale"]
        self.margin = height + 50
        self.rows = page.height + 2 * self.margin
        self.pixels = numpy.full((self.rows, case["width"]), page.paper, numpy.float32)
        self.pixels[self.margin : self.margin + page.height] = page.pixels
        # Without the scroll indicator; even numbers, as the decoded picture has them.
        self.width = (case["width"] - round(12 * scale)) // 4 * 4
        self.top = (round(case["header"] * scale) + 1) // 2 * 2
        self.bottom = (height - round(case["footer"] * scale)) // 4 * 4

    def crop(self, frame):
        unit = 2 if self.half else 1
        return frame[self.top // unit : self.bottom // unit, : self.width // unit].astype(numpy.float32)

    def range(self, offset):
        """The rows of the page that a picture at an offset shows."""
        # `top` may be one row below the header.
        first = self.margin + offset + self.top - round(self.case["header"] * self.case["scale"])
        return slice(first, first + self.bottom - self.top)

    def picture(self, offset):
        part = self.pixels[self.range(offset), : self.width]
        return (part[::2, ::2] + part[1::2, ::2] + part[::2, 1::2] + part[1::2, 1::2]) / 4 if self.half else part


class Mosaic:
    """The mean of the frames so far at their true offsets."""

    def __init__(self, content):
        self.content = content
        self.sums = numpy.zeros((content.rows, content.width), numpy.float32)
        self.weights = numpy.zeros((content.rows, 1), numpy.float32)

    def nearest(self, picture, offset):
        """The displacement from the true offset at which the mosaic is nearest to a picture; None where too little of it was seen."""
        ranges = [self.content.range(offset + shift) for shift in range(-REACH, REACH + 1)]
        seen = numpy.logical_and.reduce([self.weights[rows, 0] > 0 for rows in ranges])
        if seen.mean() < LEAST_SEEN:
            return None
        return int(numpy.argmin([((picture[seen] - self.sums[rows][seen]) ** 2).sum() for rows in ranges])) - REACH

    def add(self, picture, offset):
        rows = self.content.range(offset)
        weights = numpy.minimum(self.weights[rows], MOST_FRAMES)
        self.sums[rows] = (self.sums[rows] * weights + picture) / (weights + 1)
        self.weights[rows] = weights + 1


def decoded(video, width, height):
    command = ["ffmpeg", "-v", "error", "-i", str(video), "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        while len(data := process.stdout.read(width * height)) == width * height:
            yield numpy.frombuffer(data, numpy.uint8).reshape(height, width)


def measured(binary, folder, case):
    """Of each frame its pace, and whether page, mosaic, and recording have the true offset; None where they have none."""
    screens.make(case, folder)
    video = folder / f"{case['name']}.{case['container']}"
    times, offsets = screen_judge.truth(folder / f"{case['name']}.csv")
    offsets = [int(offset) for offset in offsets]
    run = subprocess.run([binary, "video", str(video), "--quiet"], capture_output=True, text=True, check=False)
    found = {}
    if run.returncode == 0:
        found = {index: (error, isMarked) for index, error, isMarked in screen_judge.errors(run.stdout, case, times, offsets)}
    content = Content(case)
    mosaic = None if case["half"] else Mosaic(content)
    size = (case["width"] // 4 * 2, case["height"] // 4 * 2) if case["half"] else (case["width"], case["height"])
    least = 0.25 if case["half"] else 0.5
    for index, frame in enumerate(decoded(video, *size)):
        offset, picture = offsets[index], content.crop(frame)
        squares = [((picture - content.picture(offset + shift)) ** 2).sum() for shift in range(-REACH, REACH + 1)]
        steps = [abs(offset - offsets[near]) for near in (index - 1, index + 1) if 0 <= near < len(offsets)]
        error, isMarked = found.get(index, (None, False))
        yield {
            "pace": min(steps), "page": int(numpy.argmin(squares)) == REACH,
            "mosaic": mosaic and (None if (shift := mosaic.nearest(picture, offset)) is None else shift == 0),
            "exact": error == 0 and not isMarked, "rounded": None if error is None else abs(error) <= least,
            "wrong": error not in (None, 0) and not isMarked, "marked": abs(error) if isMarked else None,
        }
        if mosaic:
            mosaic.add(picture, offset)
    for path in folder.glob(case["name"] + ".*"):
        path.unlink()


def share(frames, key):
    values = [frame[key] for frame in frames if frame[key] is not None]
    return f"{100 * sum(values) / len(values):.1f} %" if values else "–"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("binary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=5151500)
    parser.add_argument("--crf", type=int, default=35)
    parser.add_argument("--half", action="store_true", help="videos of half the size")
    parser.add_argument("--count", type=int, default=8)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    cases = [case for case in screens.cases(arguments.seed, 36, False)
             if case["page"] != "equal" and not case["sideways"] and not case["turned"] and case["width"] < 1000][: arguments.count]
    groups = defaultdict(list)
    for case in cases:
        name = f"{case['name'][:3]}-{case['page']}"
        case |= {"name": name, "crf": arguments.crf, "half": arguments.half, "gestures": 4, "container": "mp4"}
        for frame in measured(arguments.binary, arguments.folder, case):
            groups[pace(frame)].append(frame)
        print(f"{case['name']} {case['codec']}: {sum(map(len, groups.values()))} frames so far", flush=True)
    print("| px a frame | frames | nearest to the page at the true offset | to the mosaic | exact | true when rounded | wrong |\n|---|" + "---:|" * 6)
    every = [frame for group in groups.values() for frame in group]
    for name, group in [(name, groups[name]) for name, _ in PACES] + [("all", every)]:
        print(f"| {name} | {len(group)} | " + " | ".join(share(group, key) for key in ("page", "mosaic", "exact", "rounded", "wrong")) + " |")
    marked = [frame["marked"] for frame in every if frame["marked"] is not None]
    if marked:
        within = [100 * sum(error <= limit for error in marked) / len(marked) for limit in (0.5, 1)]
        print(f"\n{len(marked)} marked: rms error {numpy.sqrt(numpy.mean(numpy.square(marked))):.2f} px of the video, {within[0]:.1f} % within 0.5, {within[1]:.1f} % within 1")


def pace(frame):
    return [name for name, least in PACES if frame["pace"] >= least][-1]


if __name__ == "__main__":
    main()
