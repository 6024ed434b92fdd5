"""Fits the labelled ranges of manifest-2.json and writes what the fits find, and what a fit must find, into it.

    python3 scripts/recording/check.py

Needs numpy and scipy. A range with a `claim` (the law and constant of the toolkit's source) is fitted by least squares:
one rate by a search, the linear coefficients by projection. The claim becomes `expect` where the constant is confirmed
within 5 %, and null elsewhere; `fit` keeps the numbers either way. The adequacy verdict is the rule of
scripts/reference/traces.py; a borderline one is not expected. A second run leaves the manifest as it is.
"""
from __future__ import annotations

import csv
import json
import math
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.stats import norm

import common

MINIMUM_SAMPLES = 15
TOLERANCES = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08)


def samples(trace: dict[str, Any], segment: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    with open(common.TRACES / trace["file"], newline="") as text:
        rows = [(float(row["t"]), float(row["y"])) for row in csv.DictReader(text)]
    kept = np.array([row for row in rows if segment["t0"] - 1e-6 <= row[0] <= segment["t1"] + 1e-6])
    if len(kept) == 0:
        return np.empty(0), np.empty(0)
    return kept[:, 0] - kept[0, 0], kept[:, 1]


def project(columns: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    coefficients, *_ = np.linalg.lstsq(columns, y, rcond=None)
    return coefficients, y - columns @ coefficients


def fitted(law: str, t: np.ndarray, y: np.ndarray, edge: float | None) -> tuple[float, float, np.ndarray]:
    """Returns the constant, its standard error and the residuals of a law of three parameters."""
    if law == "polynomial:2":
        columns = np.stack([t ** 0, t, t ** 2], 1)
        coefficients, residuals = project(columns, y)
        variance = float(np.sum(residuals ** 2)) / (len(t) - 3) * np.linalg.inv(columns.T @ columns)[2, 2]
        return float(-2 * coefficients[2] * math.copysign(1, coefficients[1])), 2 * math.sqrt(variance), residuals

    def residuals_at(logarithm: float) -> np.ndarray:
        decay = np.exp(-math.exp(logarithm) * t)
        if law == "deceleration":
            return project(np.stack([t ** 0, decay], 1), y)[1]
        return project(np.stack([decay, t * decay], 1), y - edge)[1]

    grid = np.linspace(math.log(0.3), math.log(80), 120)
    costs = [float(np.sum(residuals_at(value) ** 2)) for value in grid]
    best = int(np.argmin(costs))
    found = minimize_scalar(
        lambda value: float(np.sum(residuals_at(value) ** 2)),
        bounds=(grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]), method="bounded",
        options={"xatol": 1e-12})
    residuals = residuals_at(found.x)
    variance = float(np.sum(residuals ** 2)) / (len(t) - 3)
    # Projected residuals: their derivative in the logarithm of the rate is the Jacobian of the reduced problem.
    slope = (residuals_at(found.x + 1e-4) - residuals_at(found.x - 1e-4)) / 2e-4
    error = math.sqrt(variance / float(np.sum(slope ** 2))) * math.exp(found.x)
    return math.exp(found.x), error, residuals


def structure(residuals: np.ndarray) -> float:
    """The p-value of residual pattern: twice the smaller of the runs test's and the lag-one test's."""
    n = len(residuals)
    total = float(np.sum(residuals ** 2))
    if total == 0:
        return 1.0
    lag = float(np.sum(residuals[1:] * residuals[:-1])) / total * math.sqrt(n)
    values = [2 * norm.sf(abs(lag))]
    signs = residuals >= 0
    positive = int(signs.sum())
    if 0 < positive < n:
        count = 1 + int(np.sum(signs[1:] != signs[:-1]))
        mean = 2 * positive * (n - positive) / n + 1
        values.append(2 * norm.sf(abs(count - mean) / math.sqrt((mean - 1) * (mean - 2) / (n - 1))))
    return min(1.0, 2 * min(values))


def verdict(residuals: np.ndarray, y: np.ndarray, grid: float) -> str:
    if len(y) - 3 < 8:
        return "undecided"
    excess = math.sqrt(max(0.0, float(np.mean(residuals ** 2)) - grid ** 2 / 12))
    share = excess / float(np.ptp(y))
    if structure(residuals) >= 0.01:
        return "holds"
    return "fails" if share > 0.006 else "near" if share > 0.001 else "holds"


def is_borderline(residuals: np.ndarray, y: np.ndarray) -> bool:
    """Whether a small change of the residuals changes the verdict: then none is expected."""
    share = float(np.sqrt(np.mean(residuals ** 2)) / np.ptp(y))
    near_threshold = any(0.7 < share / threshold < 1.4 for threshold in (0.001, 0.006))
    pattern = structure(residuals)
    return 0.002 < pattern < 0.05 and share > 0.0007 or pattern <= 0.05 and near_threshold


def is_whole(trace: dict[str, Any]) -> bool:
    with open(common.TRACES / trace["file"], newline="") as text:
        return all(float(row["y"]).is_integer() for row in csv.DictReader(text))


def check(trace: dict[str, Any], segment: dict[str, Any]) -> None:
    claim = segment.get("claim")
    if not claim:
        return
    t, y = samples(trace, segment)
    edge = segment.get("edge", segment.get("target"))
    segment["expect"] = None
    is_program = segment["kind"] == "programmatic"
    start = 0.0
    if is_program and len(t):  # the animation starts some frames after the request
        first = max(int(np.argmax(y != y[0])) - 1, 0)
        start, t, y = float(t[first]), t[first:] - t[first], y[first:]
    if len(t) < MINIMUM_SAMPLES or np.ptp(y) < 8:
        segment.pop("fit", None)
        return
    value, error, residuals = fitted(claim["law"], t, y, edge)
    expected = claim["value"]
    if trace["engine"] == "kivy":
        step = float(np.mean(np.diff(t)))
        expected = round(-math.log(1 - 0.05 / 0.017 * step) / step, 4)
    difference = abs(value / expected - 1)
    adequacy = verdict(residuals, y, 1.0 if is_whole(trace) else 0.0)
    segment["fit"] = {
        "samples": len(t), "value": round(value, 6), "standard_error": round(error, 6),
        "rms": round(float(np.sqrt(np.mean(residuals ** 2))), 6),
        "residual_pattern_p": float(f"{structure(residuals):.3g}"), "adequacy": adequacy,
        "method": "scripts/recording/check.py, least squares"}
    if is_program:
        segment["fit"] |= {"law": claim["law"], "parameter": claim["parameter"], "source_value": expected,
                           "seconds_after_request": round(start, 6)}
    tolerance = next((one for one in TOLERANCES if one >= max(1.5 * difference, difference + 2 * error / value)), None)
    if not is_program and difference < 0.05 and tolerance and adequacy in ("holds", "near"):
        segment["expect"] = {**claim, "value": expected, "relativeTolerance": tolerance}
        if not is_borderline(residuals, y):
            segment["expect"]["adequacy"] = adequacy
        if edge is not None:
            segment["expect"]["rest"] = "fixed at the edge (manifest bounds)"
    print(f"{trace['file']:42} {segment['kind']:12} {segment['t0']:6.2f} {segment['t1']:6.2f} n {len(t):4} "
          f"{claim['law']:13} {value:10.4f} for {expected:10.4f} rms {segment['fit']['rms']:9.4f} "
          f"of {float(np.ptp(y)):7.1f} {adequacy:9} {'expected' if segment['expect'] else 'null'}")


def main() -> None:
    manifest = json.loads(common.MANIFEST.read_text())
    for trace in manifest["traces"]:
        for segment in trace["segments"]:
            check(trace, segment)
    common.MANIFEST.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
