"""Shards through Dask distributed or Ray, one task a shard. A worker that dies loses its tasks to the others.

    python3 examples/shards/shards.py dask tcp://HOST:8786 OUT SHARD... -- --reference bm25,dense
    python3 examples/shards/shards.py ray HOST:6379 OUT SHARD... -- --reference bm25,dense

The shards and OUT lie where every worker reaches them. What stands after -- goes to the last merge.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def negscope(command, *arguments):
    """Runs one command of Negscope; what it says on a failure becomes the task's error."""
    line = ["node", str(ROOT / "scripts" / "negscope.mjs"), command, *map(str, arguments)]
    done = subprocess.run(line, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr or done.stdout)
    return done.stdout


def through_dask(address):
    from distributed import Client

    client = Client(address)
    return lambda calls: client.gather([client.submit(negscope, *call, retries=3, pure=False) for call in calls])


def through_ray(address):
    import ray

    ray.init(address=address)
    task = ray.remote(max_retries=3)(negscope)
    return lambda calls: ray.get([task.remote(*call) for call in calls])


def main(engine, address, out, *rest):
    end = rest.index("--") if "--" in rest else len(rest)
    shards, options = [pathlib.Path(shard).resolve() for shard in rest[:end]], rest[end + 1 :]
    out = pathlib.Path(out).resolve()
    run = {"dask": through_dask, "ray": through_ray}[engine](address)
    table = out / "idf.table"
    texts = [out / f"{shard.name}.idf" for shard in shards]
    sums = [out / f"{shard.name}.sums" for shard in shards]
    run([("partial", "idf", shard, "--out", part) for shard, part in zip(shards, texts)])
    negscope("merge", *texts, "--out", table)
    run([("partial", "score", shard, "--idf", table, "--out", part) for shard, part in zip(shards, sums)])
    print(negscope("merge", *sums, "--idf", table, "--report", out / "report.json", *options))


if __name__ == "__main__":
    main(*sys.argv[1:])
