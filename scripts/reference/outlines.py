#!/usr/bin/env python3
"""Writes the outlines of the characters that figures for print are lettered with: scripts/reference/outlines.py FONT > glyphs.txt

FONT is LiberationSans-Regular.ttf 2.1.5 (Debian's fonts-liberation2), whose widths are those of Helvetica; read by fontTools (PyPI).
A line a character: its code point, its width, its outline in the commands of SVG, in units of 1/2048 of the size, y upward.
"""
import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100)] + [ord(c) for c in "−–—‘’“”…•ΔΣΩαβγδεζηθκλμνπρστφχψω→≤≥≈≠∞√⅓⅔′″‰"]


class Outline(BasePen):
    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.commands = []

    def add(self, letter, *points):
        self.commands.append(letter + " ".join(str(round(value)) for point in points for value in point))

    def _moveTo(self, point):
        self.add("M", point)

    def _lineTo(self, point):
        self.add("L", point)

    def _qCurveToOne(self, control, point):
        self.add("Q", control, point)

    def _closePath(self):
        self.add("Z")


font = TTFont(sys.argv[1])
assert font["head"].unitsPerEm == 2048
glyphs, names = font.getGlyphSet(), font.getBestCmap()
print("# Outlines of a part of Liberation Sans 2.1.5, made by scripts/reference/outlines.py. SIL Open Font License 1.1; see OFL.txt.")
for code in CHARACTERS:
    if code not in names:
        continue
    pen = Outline(glyphs)
    glyphs[names[code]].draw(pen)
    print(f"{code:04X} {glyphs[names[code]].width} {''.join(pen.commands)}".rstrip())
