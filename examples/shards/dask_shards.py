"""Partial sums through Dask distributed, one task a shard.

    dask-scheduler &  dask-worker tcp://HOST:8786 --nthreads 1 &  …
    python3 examples/shards/dask_shards.py --scheduler tcp://HOST:8786 --out OUT --reference bm25,dense SHARD...

The shards and OUT lie where every worker reaches them. A worker that dies loses its tasks to the others: a part is
written under another name first and renamed, so what it left behind is whole or absent.
"""

import argparse
import pathlib
import subprocess
import time

from distributed import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]


def negscope(script, *arguments):
    """Runs one command of Negscope; what it says on a failure becomes the task's error."""
    command = ["node", str(ROOT / "scripts" / f"{script}.mjs"), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr or done.stdout)
    return done.stdout


def idf(shard, out):
    negscope("partial", "idf", shard, "--out", out)
    return out


def score(shard, table, out, options):
    negscope("partial", "score", shard, "--idf", table, "--out", out, *options)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scheduler", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--reference")
    parser.add_argument("--weightings", default="all")
    parser.add_argument("shards", nargs="+", type=pathlib.Path)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    options = ["--weightings", given.weightings]
    if given.reference:
        options += ["--reference", given.reference]
    shards = [shard.resolve() for shard in given.shards]
    names = [shard.name.replace(".", "-") for shard in shards]
    with Client(given.scheduler) as client:
        begin = time.time()
        tasks = [client.submit(idf, s, given.out / f"idf-{n}.json", retries=3, pure=False) for s, n in zip(shards, names)]
        table = given.out / "idf.json"
        negscope("merge", *client.gather(tasks), "--out", table)
        print(f"idf: {time.time() - begin:.1f} s")
        tasks = [
            client.submit(score, s, table, given.out / f"part-{n}.json", options, retries=3, pure=False)
            for s, n in zip(shards, names)
        ]
        parts = client.gather(tasks)
        print(f"score: {time.time() - begin:.1f} s")
    print(negscope("merge", *parts, "--report", given.out / "report.json"))
    print(f"all: {time.time() - begin:.1f} s")


if __name__ == "__main__":
    main()
