"""How many digits of NIST's certified values other programs reach.

Runs SciPy, lmfit, numpy, statsmodels and, where a compiler and libgsl-dev are found, GSL on Fixtures/nist;
prints a Markdown table and writes Fixtures/reference/peers-nist.json. Derivatives are finite differences,
which all take by default, or where it says so exact ones (by the complex step); data are doubles, nothing is
random.

For each dataset and start the digits are the lowest log relative error over its parameters (LRE; at most 11
for nonlinear, 15 for linear sets), and separately over its standard deviations and the residual sum of squares. A
run that raises an error has 0. `failures` are runs with less than 4 digits of the parameters, `claimed` those
of them that the program calls a success.
"""
import json
import math
import pathlib
import platform
import re
import shutil
import warnings

import lmfit
import numpy as np
import scipy
import scipy.optimize
import statsmodels
import statsmodels.api

import peers_gsl

ROOT = pathlib.Path(__file__).resolve().parents[2]
NIST = ROOT / "Fixtures" / "nist"
OUTPUT = ROOT / "Fixtures" / "reference" / "peers-nist.json"
FUNCTIONS = {name: getattr(np, name) for name in ("exp", "log", "sqrt", "sin", "cos")}
FUNCTIONS |= {"arctan": np.arctan, "pi": math.pi}


class Dataset:
    """A .dat file: `names`, `starts`, certified values, `columns`, `data`, `y` and the law's `right` side."""

    def __init__(self, path):
        self.name, self.path = path.stem, path
        self.linear = path.parent.name == "linear"
        lines = path.read_text().split("\n")
        first = max(i for i, line in enumerate(lines) if line.startswith("Data:"))
        self.columns = lines[first].split()[1:]
        rows = [[float(field) for field in line.split()] for line in lines[first + 1:] if line.strip()]
        self.data = np.array(rows).T
        number = r"[-+]?[\d.]+(?:E[-+]?\d+)?"
        table = r"^\s*(B\d+)\s+(%s)\s+(%s)\s*$" if self.linear else r"^\s*(b\d+) =" + r"\s+(%s)" * 4
        count = 2 if self.linear else 4
        header = "\n".join(lines[:first])
        found = re.findall(table % ((number,) * count), header, re.M)
        self.names = [row[0] for row in found]
        values = np.array([[float(field) for field in row[1:]] for row in found])
        self.starts = [] if self.linear else [values[:, 0], values[:, 1]]
        self.certified, self.deviations = values[:, -2], values[:, -1]
        pattern = r"Residual\s+\d+\s+(%s)" if self.linear else r"Residual Sum of Squares:\s+(%s)"
        self.sum = float(re.search(pattern % number, header)[1])
        self.y = self.data[0]
        if not self.linear:
            law = re.search(r"^ +(?:y|log\[y\]) +=(.*?)\+ +e *$", header, re.M | re.S)
            self.right = law[1].replace("[", "(").replace("]", ")").replace("\n", " ").strip()
            self.code = compile(self.right, self.name, "eval")
            if re.search(r"^ +log\[y\]", header, re.M):
                self.y = np.log(self.y)
            self.values = FUNCTIONS | dict(zip(self.columns[1:], self.data[1:]))

    def model(self, parameters):
        return eval(self.code, {"__builtins__": {}}, self.values | dict(zip(self.names, parameters)))

    def design(self):
        """The columns of the linear law, powers in doubles."""
        if len(self.columns) > 2:
            return np.column_stack([np.ones_like(self.y), *self.data[1:]])
        first = int(self.names[0][1:])
        return np.column_stack([self.data[1] ** k for k in range(first, first + len(self.names))])

    def digits(self, values, certified):
        limit = 15 if self.linear else 11
        lowest = float(limit)
        if values is None:
            return 0.0
        for value, exact in zip(np.atleast_1d(values), np.atleast_1d(certified)):
            if not np.isfinite(value):
                return 0.0
            if value != exact:
                error = abs(value) if exact == 0 else abs((value - exact) / exact)
                lowest = min(lowest, max(0.0, -math.log10(error)))
        return lowest

    def row(self, start, parameters, deviations, total, success):
        return {
            "dataset": self.name,
            "start": start,
            "parameters": round(self.digits(parameters, self.certified), 3),
            # None where the program has no standard deviations at all.
            "standardDeviations": None if deviations is None and parameters is not None else round(
                self.digits(deviations, self.deviations), 3),
            "sumOfSquares": round(self.digits(total, self.sum), 3),
            "success": bool(success),
        }


def deviations(jacobian, total, dataset):
    """From the Jacobian by singular values, as scipy.optimize.curve_fit does."""
    _, singular, right = np.linalg.svd(jacobian, full_matrices=False)
    kept = singular > np.finfo(float).eps * max(jacobian.shape) * singular[0]
    covariance = (right[kept].T / singular[kept] ** 2) @ right[kept]
    return np.sqrt(np.diag(covariance) * total / (len(dataset.y) - len(dataset.names)))


def curve_fit(dataset, start):
    parameters, covariance, info, _, flag = scipy.optimize.curve_fit(
        lambda x, *p: dataset.model(p), dataset.data[1:], dataset.y, p0=start, method="lm", full_output=True)
    return parameters, np.sqrt(np.diag(covariance)), float(np.sum(info["fvec"] ** 2)), flag in (1, 2, 3, 4)


def least_squares(method, is_exact=False):
    def solve(dataset, start):
        jacobian = {"jac": exact(dataset)} if is_exact else {}
        result = scipy.optimize.least_squares(
            lambda p: dataset.model(p) - dataset.y, start, method=method, **TIGHT, **jacobian)
        total = 2 * result.cost
        return result.x, deviations(result.jac, total, dataset), total, result.success

    return solve


def exact(dataset):
    """The Jacobian by the complex step, Im f(p + ih)/h: exact to rounding."""
    def jacobian(parameters):
        columns = []
        for j in range(len(parameters)):
            shifted = np.array(parameters, dtype=complex)
            shifted[j] += 1e-100j
            columns.append(np.broadcast_to(dataset.model(shifted), dataset.y.shape).imag / 1e-100)
        return np.column_stack(columns)

    return jacobian


TIGHT = {"ftol": 1e-15, "xtol": 1e-15, "gtol": 1e-15, "x_scale": "jac", "max_nfev": 20_000}


def lmfit_default(dataset, start):
    parameters = lmfit.create_params(**{name: float(value) for name, value in zip(dataset.names, start)})
    result = lmfit.minimize(
        lambda p: dataset.model([p[name].value for name in dataset.names]) - dataset.y, parameters)
    errors = [result.params[name].stderr for name in dataset.names]
    return ([result.params[name].value for name in dataset.names],
            [math.nan if error is None else error for error in errors], result.chisqr, result.success)


def polyfit(dataset):
    degree = len(dataset.names) - 1
    parameters, covariance = np.polyfit(dataset.data[1], dataset.y, degree, cov=True)
    residuals = dataset.y - np.polyval(parameters, dataset.data[1])
    return parameters[::-1], np.sqrt(np.diag(covariance))[::-1], float(residuals @ residuals)


def polynomial(dataset):
    fit, (total, *_) = np.polynomial.Polynomial.fit(
        dataset.data[1], dataset.y, len(dataset.names) - 1, full=True)
    return fit.convert().coef, None, float(total[0]) if len(total) else 0.0


def lstsq(dataset):
    design = dataset.design()
    parameters, *_ = np.linalg.lstsq(design, dataset.y)
    residuals = dataset.y - design @ parameters
    total = float(residuals @ residuals)
    return parameters, deviations(design, total, dataset), total


def ols(method):
    def solve(dataset):
        result = statsmodels.api.OLS(dataset.y, dataset.design()).fit(method=method)
        return result.params, result.bse, result.ssr

    return solve


def is_polynomial(dataset):
    return len(dataset.columns) == 2 and dataset.names[0] == "B0"


def every(dataset):
    return True


def nonlinear_rows(datasets, solve):
    rows = []
    for dataset in datasets:
        for index, start in enumerate(dataset.starts):
            try:
                parameters, errors, total, success = solve(dataset, start)
            except Exception:
                parameters, errors, total, success = None, None, None, False
            rows.append(dataset.row(index + 1, parameters, errors, total, success))
    return rows


def linear_rows(datasets, solve, takes):
    rows = []
    for dataset in filter(takes, datasets):
        try:
            parameters, errors, total = solve(dataset)
        except Exception:
            parameters, errors, total = None, None, None
        rows.append(dataset.row(None, parameters, errors, total, parameters is not None))
    return rows


def summary(rows):
    reached = [row["parameters"] for row in rows]
    errors = [row["standardDeviations"] for row in rows if row["standardDeviations"] is not None]
    failed = [row for row in rows if row["parameters"] < 4]
    return {
        "runs": len(rows),
        "average": round(sum(reached) / len(reached), 2),
        "lowest": round(min(reached), 1),
        "failures": len(failed),
        "claimed": sum(row["success"] for row in failed),
        "lowestStandardDeviations": round(min(errors), 1) if errors else None,
        "lowestSumOfSquares": round(min(row["sumOfSquares"] for row in rows), 1),
        "tenDigitsEverywhere": sum(
            min(row["parameters"], row["standardDeviations"] or 0, row["sumOfSquares"]) >= 10
            for row in rows),
    }


def peer(name, version, kind, rows):
    groups = {"start1": 1, "start2": 2} if kind == "nonlinear" else {"all": None}
    summaries = {group: summary([row for row in rows if row["start"] == start])
                 for group, start in groups.items()}
    return {"peer": name, "version": version, "kind": kind, **summaries, "rows": rows}


def gsl(nonlinear, linear):
    """Where a C compiler and GSL are installed."""
    if not (shutil.which("gsl-config") and shutil.which("cc")):
        return []
    return peers_gsl.peers(nonlinear, linear, peer)


def digits(value):
    return "none" if value is None else f"{value:.1f}"


def table(peers):
    """Average / lowest digits of the parameters / failures (those claimed to be successes)."""
    lines = ["| | Start 1 | Start 2 |", "|---|---|---|"]
    for entry in peers:
        if entry["kind"] == "nonlinear":
            cells = [f"{s['average']:.2f} / {s['lowest']:.1f} / {s['failures']} ({s['claimed']})"
                     for s in (entry["start1"], entry["start2"])]
            lines.append(f"| {entry['peer']} | " + " | ".join(cells) + " |")
    lines += ["", "| | sets | parameters | standard deviations | Filip |", "|---|---|---|---|---|"]
    for entry in peers:
        if entry["kind"] == "linear":
            all, filip = entry["all"], [row for row in entry["rows"] if row["dataset"] == "Filip"]
            cell = " / ".join(
                f"{digits(row['parameters'])} / {digits(row['standardDeviations'])}" for row in filip)
            lines.append(f"| {entry['peer']} | {all['runs']} | {all['average']:.2f} / {all['lowest']:.1f} | "
                         f"{digits(all['lowestStandardDeviations'])} | {cell} |")
    return "\n".join(lines)


def written(peers):
    """JSON with a line for each run."""
    blocks = []
    for entry in peers:
        facts = [f'   "{key}": {json.dumps(value)}' for key, value in entry.items() if key != "rows"]
        rows = ",\n".join(f"    {json.dumps(row)}" for row in entry["rows"])
        blocks.append("  {\n" + ",\n".join(facts) + f',\n   "rows": [\n{rows}\n   ]\n  }}')
    python = json.dumps(platform.python_version())
    return f'{{\n "python": {python},\n "peers": [\n' + ",\n".join(blocks) + "\n ]\n}\n"


def main():
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    nonlinear = [Dataset(path) for path in sorted((NIST / "nonlinear").glob("*.dat"))]
    linear = [Dataset(path) for path in sorted((NIST / "linear").glob("*.dat"))]
    on_scipy = f"SciPy {scipy.__version__}"
    on_numpy = f"numpy {np.__version__}"
    on_lmfit = f"lmfit {lmfit.__version__}, {on_scipy}"
    on_statsmodels = f"statsmodels {statsmodels.__version__}, {on_numpy}"
    peers = [
        peer("scipy curve_fit (lm), defaults", on_scipy, "nonlinear", nonlinear_rows(nonlinear, curve_fit)),
        peer("scipy lm, 1e-15", on_scipy, "nonlinear", nonlinear_rows(nonlinear, least_squares("lm"))),
        peer("scipy lm, 1e-15, exact derivatives", on_scipy, "nonlinear",
             nonlinear_rows(nonlinear, least_squares("lm", is_exact=True))),
        peer("scipy trf, 1e-15", on_scipy, "nonlinear", nonlinear_rows(nonlinear, least_squares("trf"))),
        peer("scipy trf, 1e-15, exact derivatives", on_scipy, "nonlinear",
             nonlinear_rows(nonlinear, least_squares("trf", is_exact=True))),
        peer("lmfit, defaults", on_lmfit, "nonlinear", nonlinear_rows(nonlinear, lmfit_default)),
    ]
    for name, version, solve, takes in [
        ("numpy.polyfit", on_numpy, polyfit, is_polynomial),
        ("numpy Polynomial.fit().convert()", on_numpy, polynomial, is_polynomial),
        ("numpy.linalg.lstsq", on_numpy, lstsq, every),
        ("statsmodels OLS pinv, default", on_statsmodels, ols("pinv"), every),
        ("statsmodels OLS qr", on_statsmodels, ols("qr"), every),
    ]:
        peers.append(peer(name, version, "linear", linear_rows(linear, solve, takes)))
    peers += gsl(nonlinear, linear)
    OUTPUT.write_text(written(peers))
    print(table(peers))


if __name__ == "__main__":
    main()
