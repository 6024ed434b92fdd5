"""Things that happen on a screen beside scrolling: none of them moves the offset.

While the content rests, a row expands or collapses, a strip of pictures is swiped, a sheet or keyboard covers the lower part and leaves again, a picture
arrives late, rows are inserted above all that is seen. While it is flung, a picture arrives late. From the start on, a movie pans in a cell.
"""

import math

import numpy

KINDS = ("expansion", "collapse", "strip", "cover", "late", "shift", "above", "movie")
# The kind that happens in motion, s after the finger has left.
DELAY = 0.25


class Event:
    """What a screen shows of an event that begins at a time, at a part of the view."""

    def __init__(self, rng, kind, page, screen):
        self.kind, self.screen = kind, screen
        view = screen.bottom - screen.top
        self.duration = rng.choice([0.05, 0.2, 0.3, 0.5])
        self.place = round(rng.uniform(0.2, 0.65) * view)
        self.height = round(rng.uniform(0.08, 0.35) * view)
        # Content that the page shows nowhere: its own, mirrored, from another place.
        start = rng.randrange(0, max(1, page.height - self.height))
        self.extra = page.pixels[start : start + self.height, ::-1]
        self.ease = rng.choice([lambda u: u * u * (3 - 2 * u), lambda u: 1 - (1 - u) ** 3, lambda u: u])
        self.back = rng.random() < 0.5
        self.at = self.offset = None
        # A movie plays in a cell from the page's first screen on; what it shows is taller than the cell.
        self.movie = page.pixels[::-1, ::-1]

    def begin(self, time, offset):
        """The event takes place at a time, s, while the content rests at an offset, px."""
        self.at, self.offset = time, offset

    def part(self, time):
        """How far the event has gone, from 0 to 1."""
        return self.ease(min(1.0, max(0.0, (time - self.at) / self.duration)))

    def content(self, pixels, time):
        """The page with the event's traces."""
        if self.kind == "movie":
            pixels = pixels.copy()
            cell = pixels[self.place : self.place + self.height]
            start = round(len(cell) * (1.5 + 1.5 * math.sin(time)))
            cell[:] = self.movie[start : start + len(cell)]
            return pixels
        row = max(0, min(self.offset, len(pixels)) + (0 if self.kind == "above" else self.place))
        part = self.part(time)
        if self.kind in ("expansion", "collapse", "late", "shift", "above"):
            shown = round(self.height * {"expansion": part, "collapse": 1 - part}.get(self.kind, math.ceil(part)))
            return numpy.concatenate([pixels[:row], self.extra[:shown], pixels[row:]])
        if self.kind == "strip":
            pixels = pixels.copy()
            band = pixels[row : row + self.height]
            # A strip twice as wide as the screen, its second half mirrored.
            band[:] = numpy.roll(numpy.concatenate([self.extra[: len(band)], band], 1), round(part * band.shape[1]), 1)[:, : band.shape[1]]
        return pixels

    def over(self, frame, time):
        """The frame with what lies over the content: a cover that rises, and in half of the cases leaves again."""
        if self.kind != "cover":
            return frame
        part = self.part(time) - (self.part(time - self.duration - 0.2) if self.back else 0)
        height = round(self.height * part)
        if height:
            frame = frame.copy()
            frame[self.screen.bottom - height : self.screen.bottom] = self.extra[:height]
        return frame
