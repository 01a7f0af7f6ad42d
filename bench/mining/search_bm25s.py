"""BM25S on the same passages and queries, one thread: a JSON file in, processor seconds out."""

import json
import sys
import time

import bm25s

with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
start = time.process_time()
index = bm25s.BM25()
index.index(bm25s.tokenize(job["passages"], stopwords="en", show_progress=False), show_progress=False)
indexed = time.process_time()
tokens = bm25s.tokenize(job["queries"], stopwords="en", show_progress=False)
index.retrieve(tokens, k=job["k"], show_progress=False, n_threads=0)
searched = time.process_time()
print(json.dumps({"index": indexed - start, "search": searched - indexed}))
