#!/usr/bin/env python3
"""Compares two builds of scrollfit on what users run: pipeline.py SCROLLFIT REFERENCE FOLDER [--rounds 5].

Both builds take turns on the same input, so that other work on the machine strikes both alike; a time is processor time, of
all processes of a command, the median of the rounds, and a ratio the median of the rounds' ratios. Allocations are those of one
run, counted by a library that is loaded before the C library's, where there is a C compiler. The folder keeps the inputs.
"""
import argparse
import json
import mmap
import os
import pathlib
import resource
import shutil
import statistics
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent / "Fixtures"
TRACES = 1000
GLIDES = 300
WINDOWS = 100


def generated(folder, model, count):
    path = folder / f"{model}-{count}.ndjson"
    if not path.exists():
        part = path.with_suffix(".part")
        with open(part, "wb") as file:
            subprocess.run([sys.executable, HERE / "Peers/generate.py", model, str(count)], check=True, stdout=file)
        part.rename(path)
    return path


def sessions():
    with open(FIXTURES / "reference/sessions.ndjson", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def written(folder, name, times, offsets):
    path = folder / name
    rows = "".join(f"{t:.6f},{y!r}\n" for t, y in zip(times, offsets))
    path.write_text("t,y\n" + rows, encoding="utf-8")
    return path


def glide(folder):
    trace = json.loads(generated(folder, "decel", TRACES).open().readline())
    return written(folder, "glide.csv", trace["t"], trace["y"])


def session(folder):
    nearest = min(sessions(), key=lambda session: abs(len(session["t"]) - 340))
    return written(folder, "session.csv", nearest["t"], nearest["y"])


def dense(folder):
    """Sessions one after another, each beginning where the one before it ends."""
    times, offsets = [], []
    for session in sessions() * 8:
        if len(times) >= 16_000:
            break
        begin, level = (times[-1] + 1 / 60, offsets[-1] - session["y"][0]) if times else (0, 0)
        times += [begin + t - session["t"][0] for t in session["t"]]
        offsets += [level + y for y in session["y"]]
    return written(folder, "dense.csv", times[:16_000], offsets[:16_000])


def lines(folder, name, traces):
    path = folder / name
    path.write_text("".join(json.dumps(trace) + "\n" for trace in traces), encoding="utf-8")
    return path


def glides(folder):
    """Traces of the named ones, without what names their model."""
    with open(generated(folder, "decel", TRACES), encoding="utf-8") as file:
        traces = [json.loads(file.readline()) for _ in range(GLIDES)]
    return lines(folder, "glides.ndjson", [{"t": trace["t"], "y": trace["y"]} for trace in traces])


def windows(folder):
    """Recordings of 340 samples: windows of the sessions, a window beginning 100 samples after the one before it."""
    length = 340
    cut = [
        {key: session[key][begin:begin + length] for key in ("t", "y")}
        for session in sessions()
        for begin in range(0, len(session["t"]) - length + 1, 100)
    ]
    return lines(folder, "windows.ndjson", cut[:WINDOWS])


def simulated(folder, binary, name, *arguments):
    """The session of the README, without its true phases."""
    path = folder / name
    if not path.exists():
        scenario = FIXTURES / "scenarios/session.toml"
        command = [binary, "simulate", scenario, "--strip-truth", *arguments, "--output", path]
        subprocess.run(command, check=True)
    return path


def jobs(folder, binary):
    """For each job its name, the number of its recordings, and its arguments; `{store}` is a file that is not there."""
    named = generated(folder, "decel", TRACES)
    page = ["--store", "{store}", "--html", "{store}.html"]
    return [
        ("named traces, JSON", TRACES, ["batch", named, "--model", "deceleration"]),
        ("named traces, --store", TRACES, ["batch", named, "--model", "deceleration", "--store", "{store}"]),
        ("page of 10,000 named traces", 1,
         ["batch", generated(folder, "decel", 10_000), "--model", "deceleration", *page]),
        ("glides without a model, batch", GLIDES, ["batch", glides(folder)]),
        ("sessions of 340 samples, batch", WINDOWS, ["batch", windows(folder)]),
        ("unnamed glide", 1, ["fit", glide(folder)]),
        ("session of 340 samples", 1, ["fit", session(folder)]),
        ("segment, 16,000 samples", 1, ["segment", dense(folder)]),
        ("identify, 340 samples", 1, ["identify", session(folder)]),
        ("identify, the README's session", 1,
         ["identify", simulated(folder, binary, "session.ndjson", "--strip-touch")]),
        ("identify, the same with the finger", 1, ["identify", simulated(folder, binary, "touched.ndjson")]),
        ("fit, the same with the finger", 1, ["fit", simulated(folder, binary, "touched.ndjson")]),
        ("start-up", 1, ["--version"]),
    ]


def processor_time():
    """Of all processes that have been waited for, s."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds(binary, arguments, folder, jobs, environment=None):
    """The processor time of a command and of all that it starts."""
    store = folder / "pipeline.sqlite"
    for path in folder.glob(store.name + "*"):
        path.unlink()
    command = [binary] + [str(argument).replace("{store}", str(store)) for argument in arguments]
    if arguments[0] == "batch":
        command += ["--jobs", str(jobs), "--quiet"]
    before = processor_time()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    after = processor_time()
    # Some recordings of a batch may fail; a command that is refused does no work.
    if done.returncode in (64, 66, 70) or done.returncode < 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode()}")
    return after - before


def counter(folder):
    """The library that counts allocations; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("clang")
    library = folder / "allocations.so"
    if compiler is None:
        return None
    source = HERE / "allocations.c"
    command = [compiler, "-O2", "-shared", "-fPIC", source, "-o", library]
    return library if subprocess.run(command, capture_output=True).returncode == 0 else None


def allocations(binary, arguments, folder, library):
    """The number of blocks that a command and all that it starts have asked for."""
    path = folder / "allocations"
    path.write_bytes(bytes(8))
    environment = os.environ | {"LD_PRELOAD": str(library), "ALLOCATION_COUNT": str(path)}
    seconds(binary, arguments, folder, 1, environment)
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ) as memory:
        return struct.unpack("q", memory)[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("reference")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1, help="recordings of a batch that are fitted at once")
    parser.add_argument("--only", help="run the jobs whose name has this")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    library = counter(options.folder)
    builds = [os.path.abspath(options.binary), os.path.abspath(options.reference)]
    print("| job | this build | reference | ratio | allocations | reference |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, count, arguments in jobs(options.folder, builds[0]):
        if options.only and options.only not in name:
            continue
        times = [[], []]
        for _ in range(options.rounds):
            for own, build in zip(times, builds):
                own.append(1e3 * seconds(build, arguments, options.folder, options.jobs) / count)
        ratio = statistics.median(second / max(first, 1e-9) for first, second in zip(*times))
        counts = [
            f"{allocations(build, arguments, options.folder, library) / count:,.0f}" if library else ""
            for build in builds
        ]
        medians = [f"{statistics.median(own):.3f} ms" for own in times]
        print(f"| {name} | {medians[0]} | {medians[1]} | {ratio:.2f} | {counts[0]} | {counts[1]} |", flush=True)


main()
