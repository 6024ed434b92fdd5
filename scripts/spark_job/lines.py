"""The lines of the input, each with its number."""

import collections

import pyarrow
from pyspark.sql import functions as F

from .numbering import Numbering


def lines(spark, path, is_parquet, partitions):
    """The lines with their number, from 1, in the order of files by name, as `cat` would give them; and how many
    lines each file has.

    A row of Parquet is the line that Spark's own writer of NDJSON makes of it.
    """
    # The number of a line rests on how files are cut, which must not change when a worker comes or goes.
    spark.conf.set("spark.sql.files.minPartitionNum", partitions)
    if is_parquet:
        rows = spark.read.parquet(path)
        text = F.to_json(F.struct(*[F.col(f"`{name}`") for name in rows.columns]))
    else:
        # The bytes as they are: a line's hash is of all of them, also of what is no UTF-8.
        rows, text = spark.read.option("lineSep", "\n").text(path), F.col("value")
    metadata = F.col("_metadata")
    block = F.struct(metadata["file_path"].alias("file"), metadata["file_block_start"].alias("start"))
    counts = rows.select(block.alias("block")).groupBy("block").count().collect()
    numbering = Numbering((row.block.file, row.block.start, row["count"]) for row in counts)

    def number(batches):
        within = collections.Counter()
        for batch in batches:
            places = zip(batch.column("file").to_pylist(), batch.column("start").to_pylist())
            numbers = numbering.numbers(places, within)
            yield pyarrow.RecordBatch.from_arrays(
                [pyarrow.array(numbers, pyarrow.int64()), batch.column("text")], ["line", "text"]
            )

    placed = rows.select(block.alias("block"), text.cast("binary").alias("text")).select("block.*", "text")
    return placed.mapInArrow(number, "line BIGINT, text BINARY"), dict(numbering.sizes)
