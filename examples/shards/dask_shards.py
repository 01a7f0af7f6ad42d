"""Shards through Dask distributed, one task a shard. A worker that dies loses its tasks to the others.

    python3 examples/shards/dask_shards.py tcp://HOST:8786 OUT SHARD... -- --reference bm25,dense

The shards and OUT lie where every worker reaches them. What stands after -- goes to every task of the pass score.
"""

import pathlib
import subprocess
import sys

from distributed import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]


def negscope(script, *arguments):
    """Runs one command of Negscope; what it says on a failure becomes the task's error."""
    command = ["node", str(ROOT / "scripts" / f"{script}.mjs"), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr or done.stdout)
    return done.stdout


def main(scheduler, out, *rest):
    end = rest.index("--") if "--" in rest else len(rest)
    shards, options = [pathlib.Path(shard).resolve() for shard in rest[:end]], rest[end + 1 :]
    out = pathlib.Path(out).resolve()
    client = Client(scheduler)

    def run(calls):
        client.gather([client.submit(negscope, *call, retries=3, pure=False) for call in calls])

    table = out / "idf.table"
    texts = [out / f"{shard.name}.idf" for shard in shards]
    sums = [out / f"{shard.name}.sums" for shard in shards]
    run([("partial", "idf", shard, "--out", part) for shard, part in zip(shards, texts)])
    negscope("merge", *texts, "--out", table)
    run([("partial", "score", shard, "--idf", table, "--out", part, *options) for shard, part in zip(shards, sums)])
    print(negscope("merge", *sums, "--idf", table, "--report", out / "report.json"))


if __name__ == "__main__":
    main(*sys.argv[1:])
