#!/usr/bin/env python3
"""Measures whether the time of a verb is linear in the samples: shapes.py SCROLLFIT FOLDER [--verbs segment,fit] [--sizes …].

Eight shapes at 120 Hz, each at three sizes, four times as many samples each time. A time is processor time of the whole
command, the lowest of the rounds, without that of a recording of 20 samples, which is its start. A time in proportion to the
samples has the growth 1: the growth is log(time ratio) / log(sample ratio) of the two larger sizes. The folder keeps the inputs.
"""
import argparse
import math
import pathlib
import random
import resource
import subprocess

RATE = 120


def shapes():
    """For each shape its name and the offsets (pt) of `count` samples."""

    def walk(count):
        generator, offset, offsets = random.Random(2), 0.0, []
        for _ in range(count):
            offset += generator.gauss(0, 2)
            offsets.append(offset)
        return offsets

    def noise(count, spread):
        generator = random.Random(1)
        return [generator.gauss(0, spread) for _ in range(count)]

    def glides(count):
        """Glides of 240 samples, one from the end of the other."""
        return [
            1200 * (index // 240) + 1200 * -math.expm1(-2 * (index % 240) / RATE) for index in range(count)
        ]

    return {
        "straight line": lambda count: [3.0 * index for index in range(count)],
        "rest with noise": lambda count: [round(3 * x) / 3 for x in noise(count, 0.5)],
        "white noise": lambda count: noise(count, 100),
        "random walk": walk,
        "stairs": lambda count: [100.0 * (index // 60) for index in range(count)],
        "saw-tooth": lambda count: [5.0 * (index % 100) for index in range(count)],
        "sine": lambda count: [1000 * math.sin(index / 50) for index in range(count)],
        "glides": glides,
    }


def written(folder, name, offsets):
    path = folder / f"{name.replace(' ', '-')}-{len(offsets)}.csv"
    path.write_text(
        "t,y\n" + "".join(f"{index / RATE:.6f},{y:.4f}\n" for index, y in enumerate(offsets)), encoding="utf-8"
    )
    return path


def seconds(binary, verb, path, rounds):
    """The processor time of a verb, the lowest of the rounds."""

    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    times = []
    for _ in range(rounds):
        before = used()
        status = subprocess.run(
            [binary, verb, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ).returncode
        times.append(used() - before)
        # 1: a verb may find nothing to fit in a shape; it has looked for it.
        if status not in (0, 1, 2):
            raise SystemExit(f"{verb} {path} ends with {status}")
    return min(times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--verbs", default="segment,fit")
    parser.add_argument("--sizes", default="800,3200,12800")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    sizes = [int(size) for size in options.sizes.split(",")]
    for verb in options.verbs.split(","):
        start = seconds(options.binary, verb, written(options.folder, "line", [3.0 * i for i in range(20)]), 5)
        print(f"\n| {verb} | " + " | ".join(f"{size:,} samples" for size in sizes) + " | growth |")
        print("|---" + "|---:" * (len(sizes) + 1) + "|")
        for name, offsets in shapes().items():
            times = [
                max(1e-3, seconds(options.binary, verb, written(options.folder, name, offsets(size)), options.rounds) - start)
                for size in sizes
            ]
            growth = math.log(times[-1] / times[-2]) / math.log(sizes[-1] / sizes[-2])
            print(f"| {name} | " + " | ".join(f"{time:.2f} s" for time in times) + f" | {growth:.2f} |", flush=True)


main()
