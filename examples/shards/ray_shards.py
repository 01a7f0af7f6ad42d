"""Partial sums through Ray Data, one row a shard. Written by its documentation; not run by us.

    python3 examples/shards/ray_shards.py OUT SHARD...
"""

import pathlib
import subprocess
import sys

import ray

ROOT = pathlib.Path(__file__).resolve().parents[2]


def negscope(script, *arguments):
    subprocess.run(["node", str(ROOT / "scripts" / f"{script}.mjs"), *map(str, arguments)], check=True)


def main(out, *shards):
    out = pathlib.Path(out)

    def idf(row):
        negscope("partial", "idf", row["shard"], "--out", out / f"idf-{row['number']}.json")
        return row

    def score(row):
        negscope("partial", "score", row["shard"], "--idf", out / "idf.json", "--out", out / f"part-{row['number']}.json")
        return row

    rows = [{"number": number, "shard": shard} for number, shard in enumerate(shards)]
    data = ray.data.from_items(rows, override_num_blocks=len(rows))
    done = data.map(idf).take_all()
    negscope("merge", *[out / f"idf-{row['number']}.json" for row in done], "--out", out / "idf.json")
    done = data.map(score).take_all()
    negscope("merge", *[out / f"part-{row['number']}.json" for row in done], "--report", out / "report.json")


if __name__ == "__main__":
    main(*sys.argv[1:])
