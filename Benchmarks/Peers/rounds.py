"""How fast a Python peer fits the benchmark's traces."""
import json
import time

import numpy as np


def measure(fit, path, rounds=3, count=1000):
    """Fits the first traces of a file in rounds; prints the fits per second of each as JSON."""
    traces = []
    with open(path, encoding="utf-8") as file:
        for line, _ in zip(file, range(int(count))):
            trace = json.loads(line)
            traces.append((np.array(trace["t"]), np.array(trace["y"])))
    speeds = []
    for _ in range(int(rounds)):
        begin = time.perf_counter()
        for t, y in traces:
            fit(t, y)
        speeds.append(round(len(traces) / (time.perf_counter() - begin)))
    print(json.dumps(speeds))
