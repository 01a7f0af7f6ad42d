"""Embeds the texts of a shard by sentence-transformers and writes what `npm run partial` reads. Not run by us.

    python3 examples/shards/embed.py MODEL IN.jsonl OUT.parquet

IN holds JSON lines of query, positive and negatives; OUT the same with embeddings of norm 1 in float16.
"""

import json
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from sentence_transformers import SentenceTransformer

# Rows of a row group: a reader holds one in memory.
GROUP = 1000


def main(name, source, target):
    model = SentenceTransformer(name)
    width = model.get_sentence_embedding_dimension()
    vector = pa.list_(pa.float16(), width)
    columns = [("query", pa.string()), ("positive", pa.string()), ("negatives", pa.list_(pa.string()))]
    vectors = [("query_embedding", vector), ("positive_embedding", vector), ("negative_embeddings", pa.list_(vector))]
    schema = pa.schema(columns + vectors)

    def embedded(texts):
        return list(model.encode(texts, normalize_embeddings=True).astype(np.float16))

    def write(writer, records):
        queries = embedded([record["query"] for record in records])
        positives = embedded([record["positive"] for record in records])
        negatives = embedded([text for record in records for text in record["negatives"]])
        rows, at = [], 0
        for record, query, positive in zip(records, queries, positives):
            count = len(record["negatives"])
            rows.append({
                **{key: record[key] for key in ("query", "positive", "negatives")},
                "query_embedding": query,
                "positive_embedding": positive,
                "negative_embeddings": negatives[at : at + count],
            })
            at += count
        writer.write_table(pa.Table.from_pylist(rows, schema=schema))

    with open(source, encoding="utf-8") as lines, pq.ParquetWriter(target, schema) as writer:
        records = []
        for line in lines:
            records.append(json.loads(line))
            if len(records) == GROUP:
                write(writer, records)
                records = []
        if records:
            write(writer, records)


if __name__ == "__main__":
    main(*sys.argv[1:])
