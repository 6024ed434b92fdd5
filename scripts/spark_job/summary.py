"""The summary table: a parameter of a law a row, by sums that are exact."""

import collections
import math


class Moments:
    """Exact sums of doubles as multiples of 2⁻¹⁰⁷⁴, which every double is: neither the order of adding them
    nor the partitioning shows in the result."""

    SCALE = 1 << 1074

    def __init__(self):
        self.rows = self.count = self.sum = self.squares = 0
        self.least, self.largest = math.inf, -math.inf

    def add(self, value):
        self.rows += 1
        if value is None:
            return
        over, under = value.as_integer_ratio()
        scaled = over * (self.SCALE // under)
        self.count += 1
        self.sum += scaled
        self.squares += scaled * scaled
        self.least, self.largest = min(self.least, value), max(self.largest, value)

    def merged(self, other):
        for name in ("rows", "count", "sum", "squares"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.least, self.largest = min(self.least, other.least), max(self.largest, other.largest)
        return self

    def row(self):
        """How many rows, the mean, the sample's standard deviation, least and largest."""
        n = self.count
        if n == 0:
            return self.rows, None, None, None, None
        mean = self.sum / (n * self.SCALE)
        spread = None
        if n > 1:
            spread = math.isqrt((n * self.squares - self.sum**2) // (n * (n - 1))) / self.SCALE
        return self.rows, mean, spread, self.least, self.largest


def summary(spark, estimates):
    """A parameter of a law a row, over all recordings in which the law does not fail."""
    names = ["phase", "model", "name", "unit"]
    chosen = estimates.where("kind = 'parameter' AND NOT fixed AND verdict <> 'fails'").select(
        *names, "value"
    )

    def sums(rows):
        groups = collections.defaultdict(Moments)
        for *key, value in rows:
            groups[tuple(key)].add(value)
        return groups.items()

    groups = chosen.rdd.mapPartitions(sums).reduceByKey(Moments.merged).collect()
    groups.sort(key=lambda group: [str(name) for name in group[0]])
    rows = [key + moments.row() for key, moments in groups]
    columns = (
        "phase STRING, model STRING, name STRING, unit STRING, fits BIGINT, mean DOUBLE, spread DOUBLE, "
        "least DOUBLE, largest DOUBLE"
    )
    return spark.createDataFrame(rows, columns)
