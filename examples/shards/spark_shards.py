"""Partial sums through Spark, one task a shard. Written by its documentation; not run by us.

    spark-submit examples/shards/spark_shards.py OUT SHARD...
"""

import pathlib
import subprocess
import sys

from pyspark.sql import SparkSession

ROOT = pathlib.Path(__file__).resolve().parents[2]


def partial(*arguments):
    subprocess.run(["node", str(ROOT / "scripts" / "partial.mjs"), *map(str, arguments)], check=True)


def merge(*arguments):
    subprocess.run(["node", str(ROOT / "scripts" / "merge.mjs"), *map(str, arguments)], check=True)


def main(out, *shards):
    out = pathlib.Path(out)
    numbered = list(enumerate(shards))
    context = SparkSession.builder.appName("negscope").getOrCreate().sparkContext

    def idf(rows):
        for number, shard in rows:
            partial("idf", shard, "--out", out / f"idf-{number}.json")
            yield number

    def score(rows):
        for number, shard in rows:
            partial("score", shard, "--idf", out / "idf.json", "--out", out / f"part-{number}.json")
            yield number

    rows = context.parallelize(numbered, len(numbered))
    done = rows.mapPartitions(idf).collect()
    merge(*[out / f"idf-{number}.json" for number in done], "--out", out / "idf.json")
    done = rows.mapPartitions(score).collect()
    merge(*[out / f"part-{number}.json" for number in done], "--report", out / "report.json")


if __name__ == "__main__":
    main(*sys.argv[1:])
