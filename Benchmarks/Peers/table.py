#!/usr/bin/env python3
"""Prints how fast the fused kernels fit beside the peers that are installed: table.py SCROLLFIT_BENCHMARK FOLDER.

The programs take turns on the same traces, so that what else the machine does strikes all alike; each one's speed
is the median of its rounds. The folder holds the data, made by generate.py, and the compiled peers.
"""
import importlib.util
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = ["decel", "bounce", "bounce-phase", "rubber"]
# Parabolas by number of points, and of how many of them there are.
PARABOLAS = {"4": 20_000, "10000": 100}
TURNS = 3


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def compiled(folder, name, *flags):
    """The program of a peer; None where its library is not there."""
    program = os.path.join(folder, name)
    source = os.path.join(HERE, name + ".cpp")
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    command = [compiler, "-O3", "-march=native", "-std=c++17", source, "-o", program, *flags]
    return program if subprocess.run(command, capture_output=True).returncode == 0 else None


def peers(folder):
    """For each peer that is installed its name and what runs it."""
    found = []
    tiny = compiled(folder, "tiny_solver", "-I/usr/include/eigen3", "-lmvec", "-lm")
    if tiny:
        found.append(("Ceres TinySolver", lambda model, data: output(tiny, model, data, "1")))
    gsl = compiled(folder, "gsl", "-lgsl", "-lgslcblas")
    if gsl:
        found.append(("GSL nlinear", lambda model, data: output(gsl, model, data, "1")))
    if importlib.util.find_spec("scipy"):
        script = os.path.join(HERE, "scipy_peer.py")
        command = (sys.executable, script)
        found.append(("SciPy curve_fit", lambda model, data: output(*command, model, data, "1", "500")))
    return found


def linear_peers(folder):
    """The same for parabolas."""
    found = []
    gsl = compiled(folder, "gsl_linear", "-lgsl", "-lgslcblas")
    if gsl:
        found.append(("GSL multifit_linear", lambda data: output(gsl, data, "1")))
    if importlib.util.find_spec("numpy"):
        script = os.path.join(HERE, "numpy_peer.py")
        found.append(("NumPy polyfit", lambda data: output(sys.executable, script, data, "1")))
    return found


def print_parabolas(benchmark, folder):
    others = linear_peers(folder)
    files = {count: data(folder, "quadratic-" + count, many) for count, many in PARABOLAS.items()}
    own = {count: [] for count in PARABOLAS}
    speeds = {name: {count: [] for count in PARABOLAS} for name, _ in others}
    for _ in range(TURNS):
        for count in PARABOLAS:
            own[count] += json.loads(output(benchmark, files[count]))["models"][0]["rounds"]
            for name, run in others:
                speeds[name][count] += json.loads(run(files[count]))
    medians = {count: statistics.median(own[count]) for count in PARABOLAS}
    print("\n| quadratic fit | " + " | ".join(f"{int(count):,} points" for count in PARABOLAS) + " |")
    print("|---" * (len(PARABOLAS) + 1) + "|")
    print("| scrollfit, µs a fit | " + " | ".join(f"{1e6 / medians[c]:.2f}" for c in PARABOLAS) + " |")
    for name, _ in others:
        ratios = [medians[c] / statistics.median(speeds[name][c]) for c in PARABOLAS]
        print(f"| times as fast as {name} | " + " | ".join(f"{ratio:,.1f}" for ratio in ratios) + " |")


def data(folder, model, count=20_000):
    path = os.path.join(folder, model + ".ndjson")
    if not os.path.exists(path):
        with open(path + ".part", "w", encoding="utf-8") as file:
            generator = os.path.join(HERE, "generate.py")
            subprocess.run([sys.executable, generator, model, str(count)], check=True, stdout=file)
        os.rename(path + ".part", path)
    return path


def processor():
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":")[1].strip()
    return platform.processor() or platform.machine()


def main():
    benchmark, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    others = peers(folder)
    files = {model: data(folder, model) for model in MODELS}
    speeds = {name: {model: [] for model in MODELS} for name, _ in others}
    own = {model: [] for model in MODELS}
    left = {}
    whole = {1: [], 2: []}
    path = ""
    for _ in range(TURNS):
        for model in MODELS:
            report = json.loads(output(benchmark, files[model]))
            path = report["path"]
            own[model] += report["models"][0]["rounds"]
            left[model] = report["models"][0]["plain"]
            for name, run in others:
                speeds[name][model] += json.loads(run(model, files[model]))
        for jobs, seconds in whole.items():
            fits = os.path.join(folder, "fits.ndjson")
            report = json.loads(output(benchmark, files["decel"], "--params", fits, "--jobs", str(jobs)))
            seconds.append(report["wholeProcessSeconds"])
    print(f"{processor()}, {path}, one thread, data in memory, 20,000 traces a model\n")
    print("| | " + " | ".join(MODELS) + " |")
    print("|---" * (len(MODELS) + 1) + "|")
    medians = {model: statistics.median(own[model]) for model in MODELS}
    print("| scrollfit, 1000 fits/s | " + " | ".join(f"{medians[m] / 1000:,.0f}" for m in MODELS) + " |")
    print("| left to the plain path | " + " | ".join(str(left[m]) for m in MODELS) + " |")
    for name, _ in others:
        ratios = [medians[m] / statistics.median(speeds[name][m]) for m in MODELS]
        print(f"| times as fast as {name} | " + " | ".join(f"{ratio:,.1f}" for ratio in ratios) + " |")
    size = os.path.getsize(files["decel"]) / 1e6
    for jobs, seconds in whole.items():
        what = f"decel, {size:.0f} MB of NDJSON to written fits, {jobs} thread(s)"
        print(f"\nWhole process, {what}: {min(seconds):.3f} s")
    print_parabolas(benchmark, folder)


main()
