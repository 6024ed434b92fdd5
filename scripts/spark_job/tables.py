"""What the fits say as tables: a recording a row, an estimate a row."""

import itertools

from pyspark.sql import Window
from pyspark.sql import functions as F

# Lines that share a count when the results are numbered.
CHUNK = 10_000
ESTIMATE = (
    "name STRING, unit STRING, value STRING, standardError DOUBLE, interval ARRAY<DOUBLE>, fixed BOOLEAN"
)
LINE = f"""index BIGINT, series STRING, contentHash STRING, status STRING, error STRING, line BIGINT,
    fits ARRAY<STRUCT<axis STRING, phase STRING, model STRING, adequacy STRUCT<verdict STRING>,
        termination STRUCT<converged BOOLEAN>,
        parameters ARRAY<STRUCT<{ESTIMATE}>>, derived ARRAY<STRUCT<{ESTIMATE}>>>>"""


def numbered(spark, rows):
    """The lines of output as the single machine writes them: with the index, counted over all recordings."""
    chunks = rows.withColumn("chunk", F.floor(F.col("line") / CHUNK))
    counts = sorted(chunks.groupBy("chunk").count().collect())
    ends = itertools.accumulate(count for _, count in counts)
    before = spark.createDataFrame(
        [(chunk, end - count) for (chunk, count), end in zip(counts, ends)], "chunk BIGINT, before BIGINT"
    )
    within = F.row_number().over(Window.partitionBy("chunk").orderBy("line", "part")) - 1
    index = chunks.withColumn("within", within).join(F.broadcast(before), "chunk")
    text = F.concat(F.lit('{"index": '), F.col("before") + F.col("within"), F.lit(", "), F.col("rest"))
    return index.select("part", text.alias("result"))


def results(spark, rows):
    """A recording a row, of the rows that the fits have written."""
    told = numbered(spark, rows).withColumn("of", F.from_json("result", LINE))
    return told.select(
        "of.index",
        "of.line",
        "part",
        "of.series",
        F.col("of.contentHash").alias("content_hash"),
        "of.status",
        "of.error",
        "result",
    )


def constants(told):
    """An estimate a row, with the columns of a store's view `constants`."""
    recording = ["index", "line", "part", "series"]
    fits = told.select(*recording, F.posexplode(F.from_json("result", LINE)["fits"]).alias("fit", "of"))

    def kind(name, word):
        return F.transform(f"of.{name}", lambda e: F.struct(F.lit(word).alias("kind"), e.alias("e")))

    estimates = F.concat(kind("parameters", "parameter"), kind("derived", "derived"))
    # Null for a word, which a cast refuses where Spark keeps to ANSI's SQL, as it does from version 4 on.
    value = F.expr("try_cast(one.e.value AS DOUBLE)")
    return fits.select("*", F.posexplode(estimates).alias("ordinal", "one")).select(
        *recording,
        "fit",
        "ordinal",
        "of.axis",
        "of.phase",
        "of.model",
        "of.adequacy.verdict",
        "of.termination.converged",
        "one.kind",
        "one.e.name",
        "one.e.unit",
        value.alias("value"),
        F.when(value.isNull(), F.col("one.e.value")).alias("word"),
        F.col("one.e.standardError").alias("standard_error"),
        F.col("one.e.interval")[0].alias("low"),
        F.col("one.e.interval")[1].alias("high"),
        F.coalesce("one.e.fixed", F.lit(False)).alias("fixed"),
    )
