#!/usr/bin/env python3
"""NumPy's polyfit of degree 2, with covariance: numpy_peer.py FILE [ROUNDS] [COUNT].

Prints the fits per second of each round as JSON.
"""
import json
import sys
import time

import numpy as np


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    traces = []
    with open(sys.argv[1], encoding="utf-8") as file:
        for line, _ in zip(file, range(count)):
            trace = json.loads(line)
            traces.append((np.array(trace["t"]), np.array(trace["y"])))
    speeds = []
    for _ in range(rounds):
        begin = time.perf_counter()
        for t, y in traces:
            np.polyfit(t, y, 2, cov=True)
        speeds.append(round(len(traces) / (time.perf_counter() - begin)))
    print(json.dumps(speeds))


main()
