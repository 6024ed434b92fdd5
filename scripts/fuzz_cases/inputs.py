"""Hostile recordings and scenarios, drawn from a generator of random numbers."""

import gzip
import math
import os

from .case import ROOT, Case

MODELS = """deceleration deceleration-stop deceleration-drift power-deceleration constant-deceleration bounce spring
    rubber-band projection polynomial:1 polynomial:2 polynomial:5 polynomial:12 auto""".split()
ESTIMATORS = """auto variable-projection levenberg-marquardt gradient-descent compass-search linear
    compass-search-articles""".split()
NOISE, INTERVALS = "none grid interval estimated".split(), "wald profile bootstrap bootstrap-cases".split()
LOSSES = "linear softL1 huber cauchy tukey".split()
OPTIONS = [("--estimator", ESTIMATORS), ("--noise", NOISE), ("--intervals", INTERVALS), ("--loss", LOSSES)]
UNITS = "s ms us ns".split()
NUMBERS = """0 -0 1 -1 0.1 1e-9 1e-308 5e-324 1e15 1e16 1e100 1e154 1e200 1e300 1.7976931348623157e308 1e309 -1e308
    9007199254740993 18446744073709551616 nan inf -inf 0x1p3 1_000 1,5 ١٢""".split()
TOKENS = [b"\0", b"\r", b"\n\n", b",", b";", b"\t", b'"', b"'", b"{", b"}", b"[", b"]", b"[[", b":", b"#", b"\\",
    b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\x1b[31m", b"=cmd|calc!A1", b"null", b"1e999", b"\\u0000"]
HEADERS = ["t,y", "time_ms,offset", "t;x;y", "frame,y", "t,y,finger_y", "timestamp,dy", "t,y,series", "t\ty"]


def found(folders, limit=1 << 20):
    """The fixtures in folders."""
    paths = []
    for folder in folders:
        for path, _, names in sorted(os.walk(f"{ROOT}/Fixtures/{folder}")):
            paths += [f"{path}/{name}" for name in sorted(names) if not name.endswith(".md")]
    return [path for path in paths if os.path.getsize(path) < limit]


FIXTURES = found(["data", "formats", "scenarios", "traces"])


def changed(content, draw):
    """Bytes with a few mistakes; of long ones, the beginning and a part."""
    content = bytearray(content)
    if len(content) > 40_000:
        begin = draw.randrange(len(content) - 20_000)
        content = content[:2000] + content[begin : begin + 18_000]
    for _ in range(draw.choice([1, 1, 2, 4, 16])):
        place = draw.randrange(len(content) + 1)
        length = draw.choice([1, 2, 8, 64, 512])
        change = draw.randrange(7)
        if change == 0:
            content[place : place + 1] = bytes([draw.randrange(256)])
        elif change == 1:
            del content[place : place + length]
        elif change == 2:
            content[place:place] = content[place : place + length] * draw.choice([1, 2, 50])
        elif change == 3:
            content[place:place] = draw.choice(TOKENS)
        elif change == 4:
            content[place:place] = draw.choice(NUMBERS).encode()
        elif change == 5:
            del content[place:]
        else:
            lines = content.split(b"\n")
            draw.shuffle(lines)
            content = bytearray(b"\n".join(lines))
    return bytes(content)


def mutated(draw):
    path = draw.choice(FIXTURES)
    with open(path, "rb") as file:
        content = changed(file.read(), draw)
    ending = path.rpartition(".")[2]
    if ending == "toml":
        return Case("mutation", ["simulate", "FILE"], content, ending)
    format = ["--format", draw.choice(["json", "text", "csv", "markdown"])]
    arguments = draw.choice([
        ["fit", "FILE", *format],
        ["fit", "FILE", *format],
        ["fit", "FILE", "--html", "OUT/page.html", "--svg", "OUT/figure.svg"],
        ["segment", "FILE", *format],
        ["identify", "FILE", *format],
        ["check", "FILE", *format],
        ["compare", "FILE", "../traces/gtk4/fling_diagonal.csv", *format],
        ["compare", "FILE", "FILE", "--html", "OUT/page.html"],
        ["expect", "rules.toml", "FILE", "--junit", "OUT/junit.xml"],
        ["tune", "--like", "ios", "--model", "deceleration", "FILE", *format],
        ["init", "FILE", "--config", "OUT/scrollfit.toml"],
        ["batch", "FILE", "--quiet"],
        ["batch", "FILE", "--store", "OUT/s.sqlite", "--html", "OUT/page.html", "--pages", "--quiet"],
        ["project", "--data", "FILE", *format],
        ["reproduce", "--data", "FILE", *format],
    ])
    if arguments[0] not in ("project", "reproduce") and draw.random() < 0.3:
        arguments.append("--repair")
    return Case("mutation", arguments, content, ending)


def table(rows, header="t,y"):
    return (header + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)).encode()


def extreme(draw):
    count = draw.choice([2, 3, 5, 10, 40])
    step, scale = 10 ** draw.uniform(-320, 300), 10 ** draw.uniform(-320, 300)
    if draw.random() < 0.5:
        step = 10 ** draw.uniform(-12, 8)
    if draw.random() < 0.5:
        scale = 10 ** draw.uniform(-12, 14)
    rows = [(i * step, draw.choice([i, i * i, math.exp(-i), draw.random()]) * scale) for i in range(count)]
    if draw.random() < 0.3:
        rows[draw.randrange(count)] = (draw.choice(NUMBERS), draw.choice(NUMBERS))
    arguments = draw.choice([
        ["fit", "FILE"], ["fit", "FILE"], ["segment", "FILE"], ["identify", "FILE"], ["batch", "FILE", "--quiet"],
        ["check", "FILE"], ["compare", "--like", "ios", "FILE"], ["expect", "rules.toml", "FILE"],
        ["init", "FILE", "--config", "OUT/scrollfit.toml"], ["tune", "--like", "ios", "--model", "spring", "FILE"],
        ["fit", "FILE", "--html", "OUT/page.html", "--plot", "OUT/figure.pdf"],
    ])
    if arguments[0] in ("fit", "batch") and draw.random() < 0.7:
        arguments += ["--model", draw.choice(MODELS)]
    if arguments[0] != "batch" and draw.random() < 0.3:
        arguments += ["--time-unit", draw.choice(UNITS)]
    return Case("extreme numbers", arguments, table(rows, draw.choice(HEADERS[:2])))


def recording(draw):
    """The samples of a motion with noise, losses of frames and a grid."""
    count, rate = draw.choice([5, 8, 15, 30, 60, 90]), draw.choice([30, 60, 120])
    kind, noise, grid = draw.randrange(5), draw.choice([0, 0.1, 3, 50]), draw.choice([0, 1, 1 / 3])
    k, v = draw.uniform(0.5, 12), draw.uniform(-4000, 4000)
    rows = []
    for index in range(count):
        if draw.random() < draw.choice([0, 0.1]):
            continue
        t = index / rate
        y = [v * (1 - math.exp(-k * t)) / k, 90 * math.exp(-k * t) * (1 + k * t), v * t - 900 * t * t,
             100 * math.sin(k * t * 3), draw.gauss(0, 100)][kind]
        y += draw.gauss(0, noise)
        rows.append((f"{t:.6f}", round(y / grid) * grid if grid else y))
    return rows


def grid(draw):
    arguments = ["fit", "FILE", "--model", draw.choice(MODELS), "--format", "json"]
    for option, values in OPTIONS:
        if draw.random() < 0.6:
            arguments += [option, draw.choice(values)]
    return Case("grid of options", bounded(arguments), table(recording(draw)))


def bounded(arguments):
    """A bootstrap has as many fits as it is told to have."""
    bootstrap = any(word.startswith("bootstrap") for word in arguments)
    return arguments + ["--replicates", "100"] if bootstrap else arguments


def bomb(draw):
    size = draw.choice([10, 1000, 100_000])
    scenario = draw.choice(["duration", "at", "hold"])
    value = draw.choice(["1e9", "1e300", "1e-300", "0", "-1", "nan", "1e6"])
    constant = draw.choice(["bounceDamping", "snapDamping", "tableInterval", "stopVelocity", "decelerationRate",
                            "settlingDistance", "rubberBandCoefficient"])
    fling = "[[gestures]]\nvelocity = { y = 9000 }\n"
    three = table([(0, 1), (1, 2), (2, 4)])
    few, some = min(size, 2000), min(size, 50_000)

    def simulated(text):
        return Case("bomb", ["simulate", "FILE"], text if isinstance(text, bytes) else text.encode(), "toml")

    def fitted(content, *options, ending="csv"):
        return Case("bomb", ["fit", "FILE", *options], content, ending)

    return draw.choice([
        lambda: simulated(b"[" + b".".join([b"a"] * size) + b"]\n"),
        lambda: simulated(b"a = " + b"[" * size),
        lambda: simulated(b"[[gestures]]\n" * size),
        lambda: simulated("".join(f"[[gestures]]\nat = {i * 0.01}\nvelocity = {{ y = 900 }}\n" for i in range(few))),
        lambda: simulated(f"{fling}{scenario} = {value}\n"),
        lambda: simulated(f"[constants]\n{constant} = {value}\n{fling}"),
        lambda: simulated(f"[recording]\nframeRate = {value}\ndrops = 0.5\n"),
        lambda: Case("bomb", ["simulate", "FILE", "--sweep", f"frame-rate={value},{size}"], fling.encode(), "toml"),
        lambda: Case("bomb", ["simulate", "--sweep", f"frame-rate=30,{size}", "--formula", f"v = {value}*v", "--formula",
                              "x = x + v*h"], b""),
        lambda: fitted(b"{" + b'"a":{' * size, ending="json"),
        lambda: fitted(b"[" * size, ending="json"),
        lambda: fitted((",".join(f"c{i}" for i in range(size)) + "\n").encode()),
        lambda: fitted(table([(f"s{i}", 0, i) for i in range(size)], "series,t,y")),
        lambda: fitted(b"t,y\n0," + b"1" * size * 10 + b"\n1,2\n"),
        lambda: fitted(gzip.compress(b"t,y\n" + b"0,1\n" * size * 20, mtime=0), "--model", "polynomial:2", ending="gz"),
        lambda: fitted(three, "--formula", "y = " + "(" * some + "t"),
        lambda: fitted(three, "--formula", "y = a" + "+a" * some),
        lambda: fitted(three, "--formula", "y = " + "+".join(f"a{i}*t^{i}" for i in range(min(size, 5000)))),
        lambda: fitted(three, "--formula", "y = " + "exp(" * min(size, 100) + "a*t" + ")" * min(size, 100)),
        lambda: Case("bomb", ["batch", "FILE", "--quiet"], b'{"t":[0,1],"y":[0,1]}\n' * min(size, 1000), "ndjson"),
        lambda: Case("bomb", ["segment", "FILE"], table([(i / 60, 0) for i in range(few)])),
        lambda: Case("bomb", ["expect", "FILE", "../bad/five-samples.csv"], b'like = "ios"\n' * few, "toml"),
        lambda: Case("bomb", ["tune", "--like", "ios", "--formula", "x = " + "+".join(f"v0*a{i}*t" for i in range(few))], b""),
    ])()
