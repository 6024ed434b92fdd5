"""How often `batch` takes recordings for a mixture: three folders of flings, with keys that have nothing to do with them.

Usage: scripts/study/mixtures.py PROGRAM [SEED] [BATCHES]
"""
import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

# Name, standard deviation of the decay constants, whether the last folder has another engine, recordings in a folder.
CASES = [("one engine, noise alone", 0, False, 8), ("one engine, decay constants spread by 0.01 1/s", 0.01, False, 8),
         ("one engine, decay constants spread by 0.1 1/s", 0.1, False, 8), ("one engine, spread by 0.1 1/s, three in a folder", 0.1, False, 3),
         ("two engines, one in a folder of its own", 0.01, True, 8)]


def recording(rng, decay, index):
    """A fling of 1.5 s at 60 Hz, on a grid of a third of a point, with 0.3 ms of jitter."""
    velocity, times, offsets = rng.uniform(600, 3000), [], []
    for frame in range(90):
        times.append(round(frame / 60 + rng.gauss(0, 0.0003), 6))
        travel = velocity / decay * (1 - math.exp(-decay * frame / 60))
        offsets.append(round(3 * (travel + rng.gauss(0, 0.2))) / 3)
    return json.dumps({"id": f"g{index}", "device": f"d{index % 4}", "os": str(17 + index % 3), "t": times, "y": offsets})


def hints(program, rng, spread, has_two, size):
    """The hints of one batch."""
    with tempfile.TemporaryDirectory() as folder:
        for part in range(3):
            (Path(folder) / f"f{part}").mkdir()
            decay = 3.3 if has_two and part == 2 else 2.002
            lines = [recording(rng, decay + rng.gauss(0, spread), size * part + i) for i in range(size)]
            (Path(folder) / f"f{part}/r.ndjson").write_text("\n".join(lines) + "\n")
        run = subprocess.run([program, "batch", "f0", "f1", "f2", "--model", "deceleration", "--store", "s.sqlite", "--format", "text",
                              "--quiet"], cwd=folder, capture_output=True, text=True, check=True)
        return run.stdout.count("is a mixture")


def main():
    program, seed, count = Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else "11", int((sys.argv + ["50"] * 4)[3])
    for name, spread, has_two, size in CASES:
        rng = random.Random(f"{seed} {name}")
        found = sum(hints(program, rng, spread, has_two, size) > 0 for _ in range(count))
        print(f"{name}: a hint in {found} of {count} batches", flush=True)


if __name__ == "__main__":
    main()
