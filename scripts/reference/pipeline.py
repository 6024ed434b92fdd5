#!/usr/bin/env python3
"""Writes Fixtures/reference/pipeline.json: what a build reports of named ranges of shipped recordings, for the builds after it.

    scripts/reference/pipeline.py SCROLLFIT > Fixtures/reference/pipeline.json

A program that is made faster has to report the same numbers: the test compares with a billionth of the standard errors.
The values are those of the build that is named in `build`; write them again only where a change of the numbers is meant.
"""
import json
import pathlib
import subprocess
import sys

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "Fixtures"
LAWS = {"deceleration": ["deceleration", "deceleration-stop", "polynomial:2"], "bounce": ["bounce", "spring"]}


def ranges():
    """File, its options, axis, law and range."""
    for segment in json.loads((FIXTURES / "reference/traces.json").read_text())["segments"]:
        for law in LAWS[segment["kind"]]:
            yield "traces/" + segment["file"], [], segment["axis"], law, segment["from"], segment["to"]
    yield "data/ios_bounce_levisonnn.csv", ["--frame-rate", "60"], "y", "bounce", None, None
    yield "data/ios265_sim_rubberband_drag.csv", [], "y", "rubber-band", None, None


def reported(binary, file, options, axis, law, start, end):
    command = [binary, "fit", FIXTURES / file, *options, "--axis", axis, "--model", law, "--format", "json"]
    for option, value in (("--from", start), ("--to", end)):
        command += [option, repr(value)] if value is not None else []
    done = subprocess.run(command, capture_output=True, text=True)
    if done.stdout == "":
        sys.exit(done.stderr)
    return json.loads(done.stdout)["fits"]


def main():
    binary = sys.argv[1]
    version = subprocess.run([binary, "--version"], capture_output=True, text=True).stdout.strip()
    fits = []
    for file, options, axis, law, start, end in ranges():
        for fit in reported(binary, file, options, axis, law, start, end):
            keys = ("name", "value", "standardError", "interval")
            numbers = [number for number in fit["parameters"] + fit["derived"] if number["standardError"]]
            estimates = [{key: number[key] for key in keys} for number in numbers]
            fits.append({"file": file, "series": fit["series"], "axis": axis, "model": law, "from": start, "to": end,
                         "estimates": estimates})
    print(json.dumps({"build": version, "fits": fits}, indent=1))


main()
