#!/usr/bin/env python3
"""NumPy's polyfit of degree 2, with covariance: numpy_peer.py FILE [ROUNDS] [COUNT].

Prints the fits per second of each round as JSON.
"""
import sys

import numpy as np
from rounds import measure

measure(lambda t, y: np.polyfit(t, y, 2, cov=True), *sys.argv[1:])
