"""BM25S on passages and queries, a line each in two files, one thread: processor seconds and bytes of the index's arrays out."""

import json
import sys
import time

import bm25s

passages, queries = (open(path, encoding="utf-8").read().splitlines() for path in sys.argv[1:3])
start = time.process_time()
index = bm25s.BM25()
index.index(bm25s.tokenize(passages, stopwords="en", show_progress=False), show_progress=False)
indexed = time.process_time()
tokens = bm25s.tokenize(queries, stopwords="en", show_progress=False)
index.retrieve(tokens, k=int(sys.argv[3]), show_progress=False, n_threads=0)
searched = time.process_time()
size = sum(getattr(array, "nbytes", 0) for array in index.scores.values())
print(json.dumps({"index": indexed - start, "search": searched - indexed, "bytes": size}))
