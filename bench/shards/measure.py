"""Seconds and memory of shards through Dask distributed, for docs/SCALE.md; and whether the report is that of one process.

    node bench/shards/make.mjs SHARDS --pairs 1200000
    python3 bench/shards/measure.py SHARDS OUT --workers 1,2,3

Each number of workers gets a cluster of its own on this machine, one thread a worker, and runs
examples/shards/dask_shards.py over all shards. "peak" is the largest resident set of any one process.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import time

from distributed import Client, LocalCluster

ROOT = pathlib.Path(__file__).resolve().parents[2]
MIB = 1024


def used_by_children():
    """MiB of the largest process that this worker started, and the processor seconds of all of them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_maxrss / MIB, used.ru_utime + used.ru_stime


def run(command):
    """Seconds, processor seconds and peak MiB of a command and what it started; ends the measurement where it fails."""
    begin = time.time()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    said = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(map(str, command))} failed.\n{said}")
    return said, time.time() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / MIB


def node(script, *arguments):
    return run(["node", str(ROOT / "scripts" / f"{script}.mjs"), *map(str, arguments)])


def one_process(shards, out):
    """All shards in one process a pass."""
    out.mkdir(parents=True, exist_ok=True)
    steps = [
        ("partial", "idf", *shards, "--out", out / "idf-1.json"),
        ("merge", out / "idf-1.json", "--out", out / "idf.json"),
        ("partial", "score", *shards, "--idf", out / "idf.json", "--weightings", "full", "--out", out / "part-1.json"),
        ("merge", out / "part-1.json", "--report", out / "report.json"),
    ]
    for step in steps:
        _, seconds, processor, peak = node(*step)
        name = step[1] if step[0] == "partial" else "merge"
        print(f"one process: {name}: {seconds:.1f} s, {processor:.1f} s of processor, peak {peak:.0f} MiB", flush=True)


def through_dask(shards, out, workers):
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        command = [sys.executable, str(ROOT / "examples/shards/dask_shards.py"), "--scheduler", cluster.scheduler_address]
        said, seconds, _, peak = run([*command, "--out", str(out), "--weightings", "full", *map(str, shards)])
        used = client.run(used_by_children).values()
    peaks = ", ".join(f"{each:.0f}" for each, _ in used)
    processor = sum(each for _, each in used)
    times = ", ".join(line for line in said.splitlines() if line.startswith(("idf:", "score:", "all:")))
    print(f"{workers} workers: {seconds:.1f} s ({times}), {processor:.1f} s of processor; peak MiB a worker {peaks}, of the merges {peak:.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--workers", default="1,2,3")
    parser.add_argument("--no-one", action="store_true", help="leave the one process out")
    given = parser.parse_args()
    shards = sorted(given.shards.resolve().glob("*.parquet"))
    out = given.out.resolve()
    print(f"{len(shards)} shards, {sum(shard.stat().st_size for shard in shards) / 2**30:.2f} GiB", flush=True)
    if not given.no_one:
        one_process(shards, out / "one")
    for workers in map(int, given.workers.split(",")):
        folder = out / str(workers)
        through_dask(shards, folder, workers)
        compare = ["node", str(ROOT / "scripts/compare-reports.mjs"), str(out / "one/report.json"), str(folder / "report.json")]
        print(subprocess.run(compare, capture_output=True, text=True).stdout, flush=True)


if __name__ == "__main__":
    main()
