"""Simulated recordings, a line each, the same ones each time."""

import json
import math
import os
import random
import sys


def recording(index, generator, named=True):
    """A deceleration on a screen of three pixels a point; `named` says its law."""
    velocity, decay = generator.uniform(500, 3000), generator.uniform(1.9, 2.3)
    times = [step / 120 for step in range(generator.randrange(60, 200))]
    offsets = [round(3 * velocity * -math.expm1(-decay * t) / decay) / 3 for t in times]
    return {"id": f"g{index}"} | ({"model": "decel"} if named else {}) | {"t": times, "y": offsets}


def write_plain(path, count):
    """A file of recordings that all name their law."""
    generator = random.Random(1)
    with open(path, "w") as file:
        for index in range(count):
            file.write(json.dumps(recording(index, generator)) + "\n")


def write_odd(folder, count):
    """Three files of recordings, among them lines that are none: they are counted as well."""
    os.mkdir(folder)
    generator = random.Random(1)
    odd = [
        b"",
        b"# a comment",
        b"{a line that is none",
        b'{"id": "short", "t": [0, 1], "y": [1]}',
        b"\xff\xfe no UTF-8",
        b"  \t",
    ]
    files = [open(f"{folder}/part-{number}.ndjson", "wb") for number in range(3)]
    for index in range(count):
        file = files[index * len(files) // count]
        # Where a line does not name its law, laws are weighed, which takes a hundred times longer.
        line = json.dumps(recording(index, generator, named=index % 60 != 59)).encode()
        file.write(line + (b"\r\n" if index % 7 == 3 else b"\n"))
        if index % 20 == 11:
            file.write(odd[index // 20 % len(odd)] + b"\n")
    for file in files:
        file.close()


def write_parquet(folder, lines):
    """The lines that are objects as rows of two files, whose groups of rows can be read apart; those lines."""
    import pyarrow
    import pyarrow.parquet

    kept = []
    for line in lines.splitlines(keepends=True):
        try:
            kept.append((line, json.loads(line)))
        except ValueError:
            pass
    os.mkdir(folder)
    half = len(kept) // 2
    for number, part in enumerate((kept[:half], kept[half:])):
        table = pyarrow.Table.from_pylist([row for _, row in part])
        pyarrow.parquet.write_table(table, f"{folder}/part-{number}.parquet", row_group_size=40)
    return b"".join(line for line, _ in kept)


def write_bad(path, count):
    """Recordings two of which bring the program of `write_frail` down or to a halt; their line numbers."""
    generator = random.Random(2)
    names = {5: "ends", count // 2: "halts"}
    with open(path, "w") as file:
        for index in range(count):
            file.write(json.dumps(recording(index, generator) | {"id": names.get(index, f"g{index}")}) + "\n")
    return {name: index + 1 for index, name in names.items()}


def write_frail(path, binary):
    """A program that is scrollfit until it meets a recording named `ends` or `halts`."""
    with open(path, "w") as file:
        file.write(
            f"""#!{sys.executable}
import os, signal, subprocess, sys, time
if "--stdin-ndjson" not in sys.argv:
    os.execv({binary!r}, [{binary!r}, *sys.argv[1:]])
scrollfit = subprocess.Popen([{binary!r}, *sys.argv[1:]], stdin=subprocess.PIPE)
for line in sys.stdin.buffer:
    if b'"ends"' in line:
        os.kill(os.getpid(), signal.SIGILL)
    if b'"halts"' in line:
        time.sleep(3600)
    scrollfit.stdin.write(line)
scrollfit.stdin.close()
sys.exit(scrollfit.wait())
"""
        )
    os.chmod(path, 0o755)
