"""Minima of NIST's nonlinear sets in 50-digit arithmetic, from the decimals of the files."""
import json
import pathlib

import mpmath as mp

mp.mp.dps = 60
ROOT = pathlib.Path(__file__).resolve().parents[2] / "Fixtures"


def rational(b, x):
    return (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1 + x * (b[4] + x * (b[5] + x * b[6])))


MODELS = {
    "Misra1d": lambda b, x: b[0] * b[1] * x / (1 + b[1] * x),
    "MGH09": lambda b, x: b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]),
    "Thurber": rational,
    "Lanczos1": lambda b, x: b[0] * mp.exp(-b[1] * x) + b[2] * mp.exp(-b[3] * x) + b[4] * mp.exp(-b[5] * x),
}


def read(name):
    lines = (ROOT / "nist" / "nonlinear" / f"{name}.dat").read_text().split("\n")
    certified = [line.split("=")[1].split() for line in lines[:60] if "=" in line]
    certified = [mp.mpf(words[2]) for words in certified if len(words) == 4]
    rows = [list(map(mp.mpf, line.split())) for line in lines[60:] if line.strip()]
    return certified, rows


def linearized(model, b, rows):
    """r and J by differences of 1e-20: good to 40 digits."""
    r = mp.matrix([model(b, x) - y for y, x in rows])
    jacobian = mp.matrix(len(rows), len(b))
    for j in range(len(b)):
        step = mp.mpf(10) ** -20 * abs(b[j])
        ahead, behind = list(b), list(b)
        ahead[j] += step
        behind[j] -= step
        for i, (_, x) in enumerate(rows):
            jacobian[i, j] = (model(ahead, x) - model(behind, x)) / (2 * step)
    return r, jacobian


def minimum(name):
    b, rows = read(name)
    model = MODELS[name]
    for _ in range(200):
        r, jacobian = linearized(model, b, rows)
        step = mp.lu_solve(jacobian.T * jacobian, -(jacobian.T * r))
        b = [value + change for value, change in zip(b, step)]
        if max(abs(change / value) for value, change in zip(b, step)) < mp.mpf(10) ** -36:
            break
    r, jacobian = linearized(model, b, rows)
    total = mp.fsum(value * value for value in r)
    inverse = (jacobian.T * jacobian) ** -1
    variance = total / (len(rows) - len(b))
    return {
        "parameters": [mp.nstr(value, 32) for value in b],
        "standardDeviations": [mp.nstr(mp.sqrt(variance * inverse[j, j]), 20) for j in range(len(b))],
        "sumOfSquares": mp.nstr(total, 32),
    }


if __name__ == "__main__":
    result = {name: minimum(name) for name in MODELS}
    (ROOT / "reference" / "nonlinear.json").write_text(json.dumps(result, indent=1) + "\n")
