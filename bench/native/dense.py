"""Products of float32 vectors by BLAS, a block at a time, one thread: a JSON file in, processor seconds out."""

import json
import os
import sys
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402: the threads are counted when it is imported

with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
vectors = {
    name: np.fromfile(job[name], dtype=np.float32).reshape(-1, job["dimension"]) for name in ("queries", "passages")
}
queries, passages = vectors["queries"], vectors["passages"]
product = 0.0
for first in range(0, len(queries), 1024):
    began = time.process_time()
    scores = queries[first : first + 1024] @ passages.T
    product += time.process_time() - began
print(json.dumps({"product": product}))
