#!/usr/bin/env python3
"""Judges the velocity estimators that `fit` names on simulated sessions of engines: scripts/study/engine_releases.py [--binary FILE] [--seed N]

Every engine of the catalogue that has a fling and an estimator, at 60 and 120 Hz: nine gestures each whose fingers speed up or slow down, one of them
held; offsets on 1/3 pt, stamps exact or with 0.2 ms of noise in turn. A table: is the engine's own estimator named, alone or with how many,
and the root mean square of observed less predicted, pt/s.
"""
import argparse
import json
import random
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The engine, its estimator, and whether the scenario names that.
ENGINES = [
    ("UIScrollView", "UIScrollView"), ("UIScrollView, fast", "UIScrollView"), ("Flutter iOS", "Flutter iOS"),
    ("Flutter macOS", "Flutter macOS"), ("Flutter Android", "Flutter Android"), ("Android", "Android"),
    ("Jetpack Compose, exponentialDecay", "Jetpack Compose"), ("Chromium", "Chromium"), ("Chromium, expcurve", "Chromium"),
    ("Avalonia", "Avalonia"), ("Avalonia, iOS trackpad", "Avalonia"), ("Slint", "Slint"), ("Qt Flickable", "Qt Flickable"),
    ("Zynga Scroller", "Zynga Scroller"), ("Leaflet", "Leaflet"), ("OpenLayers", "OpenLayers"),
    ("Framer Motion, drag", "Framer Motion, drag"), ("kitty", "kitty"), ("Pebble OS", "Pebble OS"),
    ("Android", "Jetpack Compose"), ("Android", "Jetpack Compose, impulse"), ("iScroll", "Avalonia, last two samples"),
]


def scenario(engine, estimator, seed, rate):
    draw, time, gestures = random.Random(seed), 0.4, []
    for index in range(9):
        side = 1 if index % 2 == 0 else -1
        velocity = side * (draw.uniform(280, 420) if index == 8 else draw.uniform(500, 2600))
        acceleration, duration = draw.choice([-1, 1]) * draw.uniform(1000, 6000), draw.uniform(0.2, 0.34)
        # A finger that does not turn, and is not faster than fingers are.
        first = velocity - acceleration * duration
        if abs(first) > 3500 or first * side < 0:
            acceleration *= -0.3
        if (velocity - acceleration * duration) * side < 0:
            acceleration = 0
        hold = 0.3 if index == 4 else 0
        gestures.append({"at": round(time, 4), "duration": round(duration, 4), "velocity": {"x": 0, "y": round(velocity, 1)},
                         "acceleration": {"x": 0, "y": round(acceleration, 1)}, "hold": hold})
        time += duration + hold + draw.uniform(4.2, 5.5)
    noise = 0.0002 if seed // 2 % 2 else 0
    return {"content": {"x": 375, "y": 60000}, "start": {"x": 0, "y": 30000}, "engine": engine, "estimator": estimator,
            "gestures": gestures, "duration": round(time, 3),
            "recording": {"frameRate": rate, "clockNoise": noise, "grid": 1 / 3, "seed": seed}}


def report(binary, folder, made):
    file, recording = folder / "scenario.json", folder / "session.ndjson"
    file.write_text(json.dumps(made))
    subprocess.run([binary, "simulate", str(file), "--strip-truth", "--output", str(recording), "--force"], check=True)
    run = subprocess.run([binary, "fit", str(recording), "--format", "json"], capture_output=True, text=True)
    reports = [each for each in json.loads(run.stdout)["releases"] if each["axis"] == "y"]
    return reports[0] if reports else {"estimators": [], "adequate": None}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/scrollfit"))
    parser.add_argument("--seed", type=int, default=100)
    arguments = parser.parse_args()
    print("| engine, estimator | Hz | stamps | own estimator | named | rms of it, pt/s | best, pt/s |\n|---|---|---|---|---|---|---|")
    counts = [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        for index, (engine, estimator) in enumerate(ENGINES):
            for rate in (60, 120):
                seed = 2 * (arguments.seed + index) + (rate == 120)
                made = scenario(engine, estimator, seed, rate)
                found = report(arguments.binary, Path(folder), made)
                rows = found["estimators"]
                names = [row["estimator"] for row in rows if row["indistinguishable"]]
                own = next((row["rms"] for row in rows if row["estimator"] == estimator), float("nan"))
                verdict = "none ranked" if not rows else "none of the catalogue" if not found["adequate"] else \
                    "alone" if names == [estimator] else "among them" if estimator in names else "another"
                counts[0] += verdict in ("alone", "among them")
                counts[1] += 1
                title = engine if engine.startswith(estimator) else f"{engine}; {estimator}"
                stamps = "0.2 ms" if made["recording"]["clockNoise"] else "exact"
                best = rows[0]["rms"] if rows else float("nan")
                print(f"| {title} | {rate} | {stamps} | {verdict} | {len(names)} | {own:.2f} | {best:.2f} |", flush=True)
    print(f"\n{counts[0]} of {counts[1]} name the engine's estimator.")


if __name__ == "__main__":
    main()
