"""Hostile input that is no table: videos, pictures, results databases, rules, settings, datasets, requests."""

import struct
import subprocess
import tempfile
import zlib

from .case import ROOT, Case
from .inputs import NUMBERS, changed, found

VIDEOS = found(["video"])
VIDEOS = [path for path in VIDEOS if not path.endswith((".csv", ".json"))]
DATASETS = [path for path in found(["nist"]) if path.endswith(".dat")]
LINE = "../traces/gtk4/fling_diagonal.csv"
RULES = b'decelerationRate = "0.998 \xc2\xb1 0.0005"\ndamping = "8...12"\nlike = "ios within 1 pt"\n'
SETTINGS = b'columns = { time = "t", y = "y" }\nframe-rate = 60\nedges = "0...3500"\nlike = "ios"\nlimit = 0.5\n'
STATEMENTS = """SELECT * FROM recordings; SELECT * FROM summary; SELECT * FROM constants; SELECT * FROM failures; SELECT * FROM
    phases; SELECT count(*) FROM fits, fits, fits; SELECT 1 AS a, 2 AS a; SELECT x'00ff', 1e999, -0.0, 'a' || char(0) || 'b';
    SELECT; DROP TABLE content; ATTACH 'x' AS y; PRAGMA integrity_check; PRAGMA journal_mode=DELETE; VACUUM INTO '/dev/full';
    SELECT load_extension('x'); SELECT zeroblob(1e9); SELECT hex(randomblob(100000)); SELECT 1; SELECT 2; -- 1
    """.split(";")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def videos(draw):
    """A damaged video; of the long ones too, which stay whole."""
    path = draw.choice(VIDEOS)
    content = bytearray(read(path))
    for _ in range(draw.choice([1, 2, 8])):
        # Headers are at the beginning or at the end.
        place = draw.choice([draw.randrange(200), draw.randrange(len(content)), len(content) - 1 - draw.randrange(2000)]) % len(content)
        change = draw.randrange(4)
        if change == 0:
            content[place] = draw.randrange(256)
        elif change == 1:
            content[place : place + 4] = struct.pack(">I", draw.choice([0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 65535]))
        elif change == 2:
            del content[place : place + draw.choice([1, 64, 4096])]
        else:
            del content[max(64, place) :]
        if not content:
            content = bytearray(b"\0")
    arguments = draw.choice([
        ["video", "FILE", "--quiet"], ["video", "FILE", "--quiet", "--from", "0.2", "--to", "0.5"], ["check", "FILE"],
        ["fit", "FILE", "--html", "OUT/page.html"], ["batch", "FILE", "--quiet"],
        ["video", "FILE", "--quiet", "--output", "OUT/x.ndjson", "--annotate", "OUT/x.mp4"],
    ])
    return Case("video", arguments, bytes(content), path.rpartition(".")[2])


def png(width, height, pixels):
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")


def pictures(draw):
    """A folder of numbered pictures of a moving pattern, with mistakes."""
    count, side = draw.choice([1, 2, 5, 12]), draw.choice([8, 96])
    rows = [bytes([0]) + bytes(draw.randrange(256) for _ in range(side)) for _ in range(side + 10 * count)]
    files = {}
    for index in range(count):
        begin = index * draw.choice([0, 3, 7])
        content = png(side, side, b"".join(rows[begin : begin + side]))
        if draw.random() < 0.1:
            content = changed(content, draw)
        if draw.random() < 0.03:
            content = png(draw.choice([1, 60_000, 2**31 - 1]), side, b"".join(rows[:side]))
        files[draw.choice([f"frame-{index:04}.png"] * 30 + [f"{index}{'9' * 30}.png", "a.png"])] = content
    step = draw.choice([1 / 60, 1 / 60, 1e300, 1e-300, 1e12])
    times = "".join(f"{index * step!r}\n" for index in range(count))
    if draw.random() < 0.2:
        times = changed(times.encode(), draw).decode("latin-1")
    if draw.random() < 0.9:
        files["times.txt"] = times.encode()
    arguments = draw.choice([["video", "FILE", "--quiet"], ["video", "FILE", "--quiet", "--frame-rate", draw.choice(NUMBERS[:20])]])
    return Case("pictures", arguments, files, "")


class Store:
    """The bytes of a results database, made once."""

    content = None

    @classmethod
    def bytes(cls, binary):
        if cls.content is None:
            with tempfile.TemporaryDirectory() as folder:
                path = f"{folder}/s.sqlite"
                batch = [binary, "batch", f"{ROOT}/Fixtures/traces/gtk4", "--store", path, "--quiet"]
                subprocess.run(batch, stderr=subprocess.DEVNULL, check=False)
                cls.content = read(path)
        return cls.content


def stores(draw, binary):
    content = bytearray(Store.bytes(binary))
    if draw.random() < 0.6:
        for _ in range(draw.choice([1, 4, 64])):
            place = draw.choice([draw.randrange(100), draw.randrange(len(content))])
            content[place : place + 1] = bytes([draw.randrange(256)])
        if draw.random() < 0.2:
            del content[draw.randrange(len(content)) :]
    format = ["--format", draw.choice(["text", "json", "csv", "ndjson"])]
    arguments = draw.choice([
        ["query", "FILE", draw.choice(STATEMENTS).strip() or "SELECT 1", *format],
        ["query", "FILE", draw.choice(STATEMENTS).strip() or "SELECT 1", *format],
        ["query", "FILE", "--export"],
        ["batch", LINE, "--store", "FILE", "--quiet"],
        ["batch", LINE, "--store", "FILE", "--html", "OUT/page.html", "--group-by", "device", "--quiet"],
    ])
    return Case("store", arguments, bytes(content), "sqlite")


def texts(draw):
    """Rules, settings and NIST's datasets with mistakes, and words of the command line."""
    words = [draw.choice(NUMBERS) for _ in range(4)]
    return draw.choice([
        lambda: Case("rules", ["expect", "FILE", LINE], changed(RULES, draw), "toml"),
        lambda: Case("settings", ["fit", LINE, "--config", "FILE"], changed(SETTINGS, draw), "toml"),
        lambda: Case("settings", ["compare", "--like", "ios", LINE, "--config", "FILE"], changed(SETTINGS, draw), "toml"),
        lambda: Case("dataset", ["certify", "FILE"], changed(read(draw.choice(DATASETS)), draw), "dat"),
        lambda: Case("words", ["convert", f"decelerationRate={words[0]}", "--velocity", words[1]], b""),
        lambda: Case("words", ["convert", f"response={words[0]}", f"bounce={words[1]}", "--displacement", words[2]], b""),
        lambda: Case("words", ["convert", f"coefficient={words[0]}", f"dimension={words[1]}"], b""),
        lambda: Case("words", ["project", "--velocity", words[0], "--deceleration-rate", words[1]], b""),
        lambda: Case("words", ["fit", LINE, "--fix", f"rest={words[0]}", "--model", "bounce", "--from", words[1]], b""),
        lambda: Case("words", ["segment", LINE, "--edge", f"{words[0]}...{words[1]}", "--confidence", words[2]], b""),
        lambda: Case("words", ["identify", LINE, "--frame-rate", words[0]], b""),
        lambda: Case("words", ["engines", draw.choice(["ios", "x" * 100_000, words[0]])], b""),
    ])()


def gestures(draw):
    """The bodies of posts to the server of `record`, each on a line of its own in base64."""
    header = b'{"format": "scrolltrace", "version": 1, "gestureKind": "fling"}\n'
    rows = b"".join(b'{"t":%.4f,"y":%.2f}\n' % (index / 60, 500 * (1 - 0.97**index)) for index in range(40))
    return Case("gestures", ["record", "--quiet", "--output", "OUT/x.ndjson"], changed(header + rows, draw), "ndjson")


def posted(draw):
    return draw.choice([gestures, texts, texts])(draw)

