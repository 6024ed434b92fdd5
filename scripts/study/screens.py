#!/usr/bin/env python3
"""Screen recordings whose offsets are known: rendered pages at scripted offsets, encoded by ffmpeg.

    screens.py make FOLDER [--seed N] [--count N] [--case NAME] [--small]
    screens.py list [--seed N] [--count N] [--small]
    screens.py fixtures FOLDER

Each case gives FOLDER/NAME.mp4 (or .mkv, .mov, .webm, .gif) and FOLDER/NAME.csv: the presentation time (s) and the offset (device
pixels) of every frame in the video. FOLDER/cases.json describes the cases. Needs Python with numpy and Pillow, and ffmpeg with x264 and x265.

A page is a picture as tall as its content; a frame is the part at an offset of whole device pixels, as a compositor draws it, below a
fixed header and above a fixed footer, with a scroll indicator that appears in motion. Beyond an edge the background shows.
"""

import argparse
import json
import math
import random
import struct
import subprocess
import sys
from pathlib import Path

import numpy
import screen_events
from PIL import Image, ImageDraw, ImageFont

WORDS = (
    "the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were all "
    "her she there would their we him been has when who will no more if out so up said what its about than into them can only other "
    "time new some could these two may first then do any like my now over such our man me even most made after also did many fore "
    "scroll motion offset spring velocity window kernel paper river mountain garden station letter number music window summer"
).split()


def font(size):
    return ImageFont.load_default(size=size)


class Page:
    """The content of a scroll view as one gray picture."""

    def __init__(self, rng, kind, width, height, scale, dark):
        self.rng, self.scale, self.width, self.height = rng, scale, width, height
        self.paper, self.ink = (18, 225) if dark else (250, 30)
        self.soft = 45 if dark else 228
        self.image = Image.new("L", (width, height), self.paper)
        self.draw = ImageDraw.Draw(self.image)
        getattr(self, kind)()
        self.pixels = numpy.asarray(self.image)

    def px(self, points):
        return max(1, round(points * self.scale))

    def words(self, count):
        return " ".join(self.rng.choice(WORDS) for _ in range(count))

    def line(self, x, y, text, size, ink=None):
        self.draw.text((x, y), text, fill=self.ink if ink is None else ink, font=font(self.px(size)))

    def photo(self, box):
        """A texture with the spectrum of photographs, 1/f."""
        left, top, right, bottom = box
        shape = (bottom - top, right - left)
        generator = numpy.random.default_rng(self.rng.randrange(1 << 30))
        spectrum = numpy.fft.rfft2(generator.standard_normal(shape))
        fy, fx = numpy.fft.fftfreq(shape[0])[:, None], numpy.fft.rfftfreq(shape[1])[None, :]
        field = numpy.fft.irfft2(spectrum / numpy.maximum(numpy.hypot(fx, fy), 1 / max(shape)), shape)
        field = (field - field.mean()) / field.std() * 45 + 125
        self.image.paste(Image.fromarray(numpy.clip(field, 0, 255).astype(numpy.uint8)), (left, top))

    def text(self):
        y = self.px(20)
        while y < self.height:
            if self.rng.random() < 0.08:
                self.line(self.px(16), y, self.words(3).title(), 24)
                y += self.px(44)
            for _ in range(self.rng.randint(2, 7)):
                words = self.words(14)
                while self.draw.textlength(words, font=font(self.px(15))) > self.width - self.px(32):
                    words = words.rsplit(" ", 1)[0]
                self.line(self.px(16), y, words, 15)
                y += self.px(21)
            y += self.px(14)

    def photos(self):
        y = 0
        while y < self.height:
            height = self.px(self.rng.randint(140, 320))
            self.photo((0, y, self.width, min(self.height, y + height)))
            y += height + self.px(6)
            self.line(self.px(10), y, self.words(4), 13)
            y += self.px(26)

    def cards(self):
        y = self.px(12)
        while y < self.height:
            height = self.px(self.rng.choice([96, 120, 180]))
            box = (self.px(14), y, self.width - self.px(14), y + height)
            self.draw.rounded_rectangle(box, radius=self.px(12), fill=self.soft)
            side = self.px(64)
            if y + self.px(14) + side < self.height:
                self.photo((self.px(26), y + self.px(14), self.px(26) + side, y + self.px(14) + side))
            self.line(self.px(104), y + self.px(14), self.words(3).title(), 17)
            self.line(self.px(104), y + self.px(42), self.words(4), 13)
            self.line(self.px(104), y + self.px(62), self.words(4), 13)
            y += height + self.px(12)

    def rows(self, numbered):
        row, y = self.px(44), 0
        while y < self.height:
            label = self.words(2).title() if numbered else "Equal row"
            self.line(self.px(16), y + self.px(11), f"{y // row + 1}  {label}" if numbered else label, 17)
            self.line(self.width - self.px(24), y + self.px(11), ">", 17, ink=140)
            self.draw.line((self.px(16), y + row - 1, self.width, y + row - 1), fill=self.soft)
            y += row

    def numbered(self):
        self.rows(True)

    def equal(self):
        self.rows(False)

    def sparse(self):
        """Short lines far apart, and nothing in the last third."""
        y = self.px(30)
        while y < self.height * 2 // 3:
            self.line(self.px(20), y, self.words(3), 16)
            y += self.px(self.rng.randint(60, 170))


class Screen:
    """The picture at an offset: header, content, footer, indicator."""

    def __init__(self, page, width, height, scale, header, footer, dark, indicator):
        self.page, self.width, self.height, self.scale = page, width, height, scale
        self.top, self.bottom = round(header * scale), height - round(footer * scale)
        self.indicator = indicator
        self.paper = page.paper
        frame = Image.new("L", (width, height), 38 if dark else 242)
        draw = ImageDraw.Draw(frame)
        ink = 230 if dark else 20
        draw.text((12 * scale, 6 * scale), "9:41", fill=ink, font=font(round(14 * scale)))
        if header > 30:
            draw.text((width * 0.36, header * scale * 0.5), "All Items", fill=ink, font=font(round(17 * scale)))
        for tab in range(4):
            x = round((tab + 0.5) * width / 4)
            draw.ellipse((x - 9 * scale, self.bottom + 8 * scale, x + 9 * scale, self.bottom + 26 * scale), outline=ink, width=2)
        self.chrome = numpy.asarray(frame)

    @property
    def reach(self):
        return self.page.height - (self.bottom - self.top)

    def frame(self, offset, moving, pixels=None):
        """The picture at an offset; `pixels` is the content, by default the page."""
        pixels = self.page.pixels if pixels is None else pixels
        frame = self.chrome.copy()
        view = self.bottom - self.top
        frame[self.top : self.bottom] = self.paper
        first, last = max(0, offset), min(len(pixels), offset + view)
        if first < last:
            frame[self.top + first - offset : self.top + last - offset] = pixels[first:last]
        if self.indicator and moving:
            length = max(round(30 * self.scale), view * view // self.page.height)
            part = min(1.0, max(0.0, offset / max(1, self.reach)))
            start = self.top + round(part * (view - length))
            width = max(2, round(3 * self.scale))
            frame[start : start + length, self.width - 2 * width : self.width - width] = 128
        return frame


class Motion:
    """Offsets in points at any time: drags, flings of rate 0.998 per ms, bounces, holds."""

    def __init__(self, rng, reach, view, peak):
        self.rng, self.reach, self.view, self.peak = rng, reach, view, peak
        self.pieces, self.end, self.offset = [], 0.0, 0.0

    def add(self, duration, function):
        self.pieces.append((self.end, self.end + duration, function))
        self.end += duration
        self.offset = function(duration)

    def hold(self, duration):
        at = self.offset
        self.add(duration, lambda t: at)

    def drag(self, distance, duration):
        """A finger that starts and ends at rest or, with a fling behind, at the velocity that the fling begins with."""
        start = self.offset
        wobble, phase = self.rng.uniform(0, 0.04) * distance, self.rng.uniform(0, 6.28)

        def at(t):
            u = t / duration
            smooth = u * u * (3 - 2 * u)
            free = start + distance * smooth + wobble * (math.sin(9 * u + phase) - math.sin(phase) * (1 - u) - math.sin(9 + phase) * u)
            return self.banded(free)

        self.add(duration, at)

    def banded(self, free):
        for edge, beyond in ((0, free), (self.reach, free - self.reach)):
            if (edge == 0 and beyond < 0) or (edge > 0 and beyond > 0):
                x = abs(beyond)
                return edge + math.copysign((1 - 1 / (x * 0.55 / self.view + 1)) * self.view, beyond)
        return free

    def fling(self, velocity):
        """A deceleration, and a critically damped bounce where it meets an edge."""
        start, k = self.offset, -1000 * math.log(0.998)
        edge = self.reach if velocity > 0 else 0.0
        crossing = (edge - start) * k / velocity
        stop = math.log(max(abs(velocity) / 3, 1.01)) / k
        if 0 <= crossing < 1 and -math.log(1 - crossing) / k < stop:
            hit = -math.log(1 - crossing) / k
            self.add(hit, lambda t: start + velocity / k * (1 - math.exp(-k * t)))
            self.bounce(edge, velocity * math.exp(-k * hit))
        else:
            self.add(stop, lambda t: start + velocity / k * (1 - math.exp(-k * t)))

    def bounce(self, edge, velocity):
        start, beta = self.offset - edge, 10.9
        self.add(0.9, lambda t: edge + (start + (velocity + beta * start) * t) * math.exp(-beta * t))
        self.offset = edge
        self.hold(0.05)

    def at(self, time):
        for start, end, function in self.pieces:
            if time < end:
                return function(max(0.0, time - start))
        return self.offset

    def script(self, gestures, rest=None, delay=None):
        """Gestures at random; before the last one but one a rest of two seconds, in which something may happen, where a function of its time is given; with
        a delay, s, it happens so long after the finger has left in a fling behind that rest."""
        self.hold(self.rng.uniform(0.2, 0.5))
        for gesture in range(gestures):
            if rest and gesture == gestures - 2:
                self.hold(0.4)
                if delay is None:
                    rest(self.end, self.offset)
                self.hold(1.6)
            up = self.offset > self.reach * 0.75 or (self.offset > self.view * 0.5 and self.rng.random() < 0.35)
            sign = -1 if up else 1
            kind = self.rng.choices(["fling", "drag", "pull"], [6, 2, 2])[0]
            kind = "fling" if delay is not None and gesture == gestures - 2 else kind
            if kind == "drag":
                self.drag(sign * self.rng.uniform(0.1, 0.5) * self.view, self.rng.uniform(0.4, 1.2))
            elif kind == "pull" and (self.offset < 0.3 * self.view or self.offset > self.reach - 0.3 * self.view):
                toward = -1 if self.offset < 0.3 * self.view else 1
                self.drag(toward * self.rng.uniform(0.4, 0.9) * self.view, self.rng.uniform(0.5, 1.0))
                edge = 0.0 if self.offset < 0 else self.reach
                if self.offset < 0 or self.offset > self.reach:
                    self.bounce(edge, 0.0)
            else:
                # At the release of a smooth drag the finger still moves: the drag's second half is left out.
                velocity = sign * math.exp(self.rng.uniform(math.log(250), math.log(self.peak)))
                self.drag(sign * min(0.18 * self.view, abs(velocity) * 0.06), 0.12)
                start = self.end
                self.fling(velocity)
                if delay is not None and gesture == gestures - 2:
                    rest(start + delay, self.at(start + delay))
            self.hold(self.rng.choice([0.0, 0.1, 0.4]))
        self.hold(0.3)


def matroska(width, height, frames):
    """Raw gray frames with times in 0.1 ms as a Matroska stream: what gives ffmpeg times of our own."""

    def size(number):
        return struct.pack(">Q", number | 1 << 56)

    def element(identity, payload):
        return bytes.fromhex(identity) + size(len(payload)) + payload

    def integer(identity, value):
        return element(identity, value.to_bytes(8, "big"))

    yield element("1A45DFA3", element("4282", b"matroska") + integer("4287", 4) + integer("4285", 2))
    yield bytes.fromhex("18538067") + b"\x01\xff\xff\xff\xff\xff\xff\xff"
    yield element("1549A966", integer("2AD7B1", 100_000))
    video = integer("B0", width) + integer("BA", height) + element("2EB524", b"Y800")
    track = integer("D7", 1) + integer("73C5", 1) + integer("83", 1) + element("86", b"V_UNCOMPRESSED") + element("E0", video)
    yield element("1654AE6B", element("AE", track))
    for stamp, frame in frames:
        block = element("A3", b"\x81\x00\x00\x80" + frame.tobytes())
        yield element("1F43B675", integer("E7", stamp) + block)


def stamps(rng, motion, case):
    """Presentation time in 0.1 ms and the time whose offset the frame shows."""
    interval, index, shown = 1 / case["rate"], 0, []
    while index * interval < motion.end:
        time = index * interval
        content = time
        if case["clock"] == "dropped" and rng.random() < 0.06:
            index += rng.choice([1, 1, 2, 3])
            continue
        if case["clock"] == "doubled" and rng.random() < 0.06 and shown:
            content = shown[-1][1]
        if case["clock"] == "variable":
            time += rng.uniform(-0.2, 0.2) * interval if index else 0
            content = time
        shown.append((round(time * 10_000), content))
        index += 1
    return shown


def encode(command, width, height, frames):
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    for piece in matroska(width, height, frames):
        process.stdin.write(piece)
    process.stdin.close()
    if process.wait():
        sys.exit(f"failed: {' '.join(command)}")


def page_of(case, rng):
    """The page of a case; the generator is that of its seed."""
    return Page(rng, case["page"], case["width"], round(case["height"] * case["screens"]), case["scale"], case["dark"])


def make(case, folder):
    """Writes the video of a case and its log; the largest offset at rest, device pixels."""
    rng = random.Random(case["seed"])
    scale, width, height = case["scale"], case["width"], case["height"]
    page = page_of(case, rng)
    screen = Screen(page, width, height, scale, case["header"], case["footer"], case["dark"], case["indicator"])
    motion = Motion(rng, screen.reach / scale, (screen.bottom - screen.top) / scale, case["peak"])
    event = screen_events.Event(rng, case["event"], page, screen) if case.get("event") else None
    motion.script(
        case["gestures"], event and (lambda time, offset: event.begin(time, round(offset * scale))),
        screen_events.DELAY if case.get("event") == "shift" else None)
    shown = stamps(rng, motion, case)
    offsets = [round(motion.at(content) * scale) for _, content in shown]

    def frames():
        moved = -1e9
        for index, ((stamp, content), offset) in enumerate(zip(shown, offsets)):
            if index and offset != offsets[index - 1]:
                moved = stamp
            frame = screen.frame(offset, stamp - moved < 5000, event and event.content(page.pixels, content))
            frame = event.over(frame, content) if event else frame
            if case["turned"]:
                frame = numpy.rot90(frame, -1)
            elif case["sideways"]:
                frame = frame.T
            yield stamp, numpy.ascontiguousarray(frame)

    filters = ["format=yuv420p"]
    if case["half"]:
        filters.insert(0, "crop=floor(iw/4)*4:floor(ih/4)*4:0:0,scale=iw/2:ih/2:flags=area")
    codec = {"x264": ["libx264", "-preset", "veryfast"], "x265": ["libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"],
             "vp9": ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"], "gif": ["gif"]}[case["codec"]]
    if case["codec"] == "gif":
        filters[-1] = "format=gray"
    path = folder / f"{case['name']}.{case['container']}"
    # Recorders that write variable frame times, those of Android, have a fine time base.
    time_base = 90_000 if case["clock"] == "variable" else 1200
    command = ["ffmpeg", "-v", "error", "-y", "-f", "matroska", "-i", "-", "-fps_mode", "passthrough", "-enc_time_base", f"1:{time_base}"]
    command += ["-vf", ",".join(filters), "-c:v", *codec]
    if case["codec"] != "gif":
        command += ["-crf", str(case["crf"]), "-g", "120"]
    if case["container"] in ("mp4", "mov"):
        command += ["-video_track_timescale", str(time_base)]
    size = (height, width) if case["turned"] or case["sideways"] else (width, height)
    encode(command + [str(path)], *size, frames())
    if case["turned"]:
        turned = path.with_suffix(".turned." + case["container"])
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(path), "-c", "copy", "-metadata:s:v:0", "rotate=90", str(turned)], check=True)
        turned.rename(path)
    with open(folder / f"{case['name']}.csv", "w", encoding="ascii") as log:
        log.write("t,y_px\n")
        for (stamp, _), offset in zip(shown, offsets):
            log.write(f"{stamp / 10000},{offset}\n")
    return screen.reach


def cases(seed, count, small):
    """Cases at random; each page, clock and codec comes up alike."""
    rng = random.Random(seed)
    made = []
    for index in range(count):
        pages = ["text", "photos", "cards", "numbered", "equal", "sparse"]
        phone = rng.random()
        if small:
            width, height, scale = 320, 640, 1
        elif phone < 0.35:
            width, height, scale = 1170, 2532, 3
        elif phone < 0.7:
            width, height, scale = 750, 1334, 2
        else:
            width, height, scale = 480, 854, 1.25
        codec = rng.choice(["x264", "x264", "x265"])
        case = {
            "seed": rng.randrange(1 << 30), "page": pages[index % len(pages)], "width": width, "height": height, "scale": scale,
            "dark": rng.random() < 0.4, "header": rng.choice([0, 24, 88]), "footer": rng.choice([0, 0, 49]),
            "indicator": rng.random() < 0.7, "screens": rng.uniform(3, 9), "gestures": 4 if small else rng.randint(5, 8),
            "peak": rng.choice([1500, 4000, 7000]), "rate": rng.choice([30, 60, 60, 120]),
            "clock": rng.choice(["steady", "steady", "variable", "dropped", "doubled"]), "codec": codec,
            "crf": rng.choice([18, 23, 28, 35]), "half": not small and rng.random() < 0.2, "turned": False, "container": "mp4",
        }
        case["sideways"] = index % 12 == 3
        if index % 12 == 7:
            case["turned"], case["half"] = True, False
        if index % 12 == 9:
            case["container"] = rng.choice(["mov", "mkv"])
        case["name"] = f"{index:03d}-{case['page']}-{case['width']}-{case['codec']}-{case['crf']}" + ("-half" if case["half"] else "")
        made.append(case)
    return made


def eventful(seed, count, small):
    """Cases in which something happens beside scrolling; pages whose rows differ."""
    made = [case for case in cases(seed, 3 * count, small) if case["page"] not in ("equal", "sparse")][:count]
    for index, case in enumerate(made):
        case["event"] = screen_events.KINDS[index % len(screen_events.KINDS)]
        case["sideways"], case["half"], case["crf"] = False, False, min(case["crf"], 28)
        case["name"] = f"{index:03d}-{case['event']}-{case['page']}-{case['width']}-{case['codec']}-{case['crf']}"
    return made


def fixtures(folder):
    """The committed clips of the tests: one for each container and difficulty, and pictures that are no scrolling."""
    base = {
        "width": 240, "height": 480, "scale": 0.75, "dark": False, "header": 44, "footer": 0, "indicator": True, "screens": 5,
        "gestures": 3, "peak": 2500, "rate": 60, "clock": "steady", "codec": "x264", "crf": 23, "half": False, "turned": False,
        "sideways": False, "container": "mp4",
    }
    for seed, changes in enumerate([
        {"name": "text-dropped", "page": "text", "clock": "dropped", "footer": 49, "dark": True, "crf": 26, "gestures": 2},
        {"name": "photos-variable", "page": "photos", "clock": "variable", "container": "mkv", "codec": "x265", "rate": 30, "gestures": 1},
        {"name": "cards-half", "page": "cards", "half": True, "width": 480, "height": 960, "scale": 1.5, "peak": 900, "gestures": 1},
        {"name": "numbered-turned", "page": "numbered", "turned": True, "clock": "doubled", "container": "mov"},
        {"name": "sparse-sideways", "page": "sparse", "sideways": True, "rate": 120, "gestures": 2, "peak": 1200},
        {"name": "cards-webm", "page": "cards", "codec": "vp9", "container": "webm", "rate": 30, "gestures": 1, "crf": 35},
        {"name": "numbered-gif", "page": "numbered", "codec": "gif", "container": "gif", "rate": 20, "gestures": 1, "peak": 600, "width": 160, "height": 320, "scale": 0.5},
        {"name": "equal", "page": "equal", "crf": 28, "gestures": 2},
        {"name": "expansion", "page": "numbered", "gestures": 3, "event": "expansion"},
    ]):
        make(base | changes | {"seed": seed + 7000}, folder)
    refused(folder)


def refused(folder):
    """Videos that show no scrolling: a still, a clock, a game, a cut between two pages; and a table, whose lines suit several offsets."""
    rng = random.Random(9)
    width, height = 240, 480
    pages = [Page(rng, kind, width, 2400, 0.75, False).pixels for kind in ("text", "photos")]
    balls = [[rng.uniform(0, width), rng.uniform(0, height), rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(14, 40)] for _ in range(24)]

    def game(_):
        image = Image.new("L", (width, height), 70)
        draw = ImageDraw.Draw(image)
        for ball in balls:
            for axis, limit in ((0, width), (1, height)):
                ball[axis] += ball[axis + 2]
                if not 0 < ball[axis] < limit:
                    ball[axis + 2] = -ball[axis + 2]
            x, y, _, _, r = ball
            draw.ellipse((x - r, y - r, x + r, y + r), fill=round(60 + r * 4), outline=240, width=3)
        return numpy.asarray(image)

    def clock(index):
        image = Image.fromarray(pages[0][:height].copy())
        ImageDraw.Draw(image).rectangle((10, 4, 40, 16), fill=250)
        ImageDraw.Draw(image).text((12, 4), f"{index // 10:03d}", fill=20, font=font(10))
        return numpy.asarray(image)

    def cut(index):
        page = pages[index // 40]
        return page[(index % 40) * 6 : (index % 40) * 6 + height]

    lines = Image.new("L", (width, 2400), 255)
    for y in range(0, 2400, 22):
        ImageDraw.Draw(lines).line((0, y, width, y), fill=214)
        ImageDraw.Draw(lines).text((4, y + 4), str(y // 22 + 1), fill=90, font=font(11))
    for x in range(40, width, 90):
        ImageDraw.Draw(lines).line((x, 0, x, 2400), fill=214)
    lines = numpy.asarray(lines)

    def table(index):
        """Ten notches of a wheel, then a fling."""
        notches, fling = min(10, max(0, (index - 6) // 6)), max(0, index - 72) / 60
        offset = round(66 * notches + 1500 / 2 * (1 - math.exp(-2 * fling)))
        picture = lines[offset : offset + height].copy()
        picture[:40] = 90
        return picture

    for name, count, picture in (
        ("table", 110, table), ("still", 30, lambda _: pages[0][:height]), ("clock", 60, clock), ("game", 60, game), ("cut", 80, cut),
    ):
        command = ["ffmpeg", "-v", "error", "-y", "-f", "matroska", "-i", "-", "-fps_mode", "passthrough", "-pix_fmt", "yuv420p"]
        command += ["-c:v", "libx264", "-preset", "veryfast", "-crf", "26", str(folder / f"{name}.mp4")]
        encode(command, width, height, ((round(i * 10_000 / 60), numpy.ascontiguousarray(picture(i))) for i in range(count)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("verb", choices=["make", "list", "fixtures"])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("."))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--case")
    parser.add_argument("--small", action="store_true")
    arguments = parser.parse_args()
    chosen = [case for case in cases(arguments.seed, arguments.count, arguments.small) if arguments.case in (None, case["name"])]
    if arguments.verb == "list":
        json.dump(chosen, sys.stdout, indent=1)
        return
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.verb == "fixtures":
        fixtures(arguments.folder)
        return
    for case in chosen:
        make(case, arguments.folder)
        print(case["name"], flush=True)
    (arguments.folder / "cases.json").write_text(json.dumps(chosen, indent=1))


if __name__ == "__main__":
    main()
