#!/usr/bin/env python3
"""Reference values of a batch's report: quantiles, modified z-scores and a weighted line. Needs NumPy and SciPy.

    scripts/reference/batch.py > Fixtures/reference/batch.json
"""
import json

import numpy as np
from scipy import stats

generator = np.random.default_rng(20261121)
count = 23
values = np.round(2.1 + 0.07 * generator.standard_normal(count) + 0.004 * np.arange(count), 4)
values[5] = 3.4
errors = np.round(generator.uniform(0.01, 0.2, count), 4)
spread = 0.05

positions = np.arange(count, dtype=float)
root = 1 / np.sqrt(errors**2 + spread**2)
design = np.column_stack([np.ones(count), positions]) * root[:, None]
solution, residual, _, _ = np.linalg.lstsq(design, values * root, rcond=None)
variance = residual[0] / (count - 2) * np.linalg.inv(design.T @ design)[1, 1]
error = float(np.sqrt(variance))
median = np.median(values)
scores = 0.6745 * np.abs(values - median) / np.median(np.abs(values - median))
print(json.dumps({
    "values": values.tolist(), "errors": errors.tolist(), "spread": spread,
    "quantiles": np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95]).tolist(),
    "slope": float(solution[1]), "standardError": error,
    "pValue": float(2 * stats.t.sf(abs(solution[1] / error), count - 2)),
    "outliers": [[int(i), float(scores[i])] for i in np.argsort(-scores) if scores[i] > 3.5],
}, indent=2))
