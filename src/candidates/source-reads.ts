import type { Float64, Int32, List } from 'apache-arrow';

import { copyDoubleLists } from './arrow';
import type { Connection } from './database';
import type { SourceEmbeddings, SourceStructure } from './types';

/** Records asked for at a time where embeddings come along. */
const EMBEDDING_RECORDS = 2_000;

/** The records of one source as ids, in file order. */
export async function readStructure(connection: Connection, source: number): Promise<SourceStructure> {
  const records = await connection.query<{ query: Int32; positive: Int32; k: Int32 }>(`
    SELECT query, positive, k::INTEGER AS k
    FROM records JOIN (SELECT record, count(*) AS k FROM negatives WHERE source = ${source} GROUP BY record) USING (record)
    WHERE source = ${source} ORDER BY record`);
  const negatives = await connection.query<{ passage: Int32 }>(
    `SELECT passage FROM negatives WHERE source = ${source} ORDER BY record, position`,
  );
  const counts = own(records.getChild('k')?.toArray());
  const offsets = new Int32Array(counts.length + 1);
  counts.forEach((k, record) => (offsets[record + 1] = (offsets[record] as number) + k));
  return {
    id: source,
    queries: own(records.getChild('query')?.toArray()),
    positives: own(records.getChild('positive')?.toArray()),
    offsets,
    negatives: own(negatives.getChild('passage')?.toArray()),
  };
}

/** Embeddings of one source, whose counts and dimension are known, row-major in file order. */
export async function readEmbeddings(
  connection: Connection,
  source: number,
  size: { readonly records: number; readonly pairs: number; readonly dimension: number },
): Promise<SourceEmbeddings> {
  const { records, pairs, dimension } = size;
  const queries = new Float64Array(records * dimension);
  const positives = new Float64Array(records * dimension);
  const negatives = new Float64Array(pairs * dimension);
  let recordEnd = 0;
  let pairEnd = 0;
  for (let from = 0; from < records; from += EMBEDDING_RECORDS) {
    const range = `source = ${source} AND record >= ${from} AND record < ${from + EMBEDDING_RECORDS}`;
    const head = await connection.query<{ query: List<Float64>; positive: List<Float64> }>(
      `SELECT query_embedding AS query, positive_embedding AS positive FROM records WHERE ${range} ORDER BY record`,
    );
    const tail = await connection.query<{ embedding: List<Float64> }>(
      `SELECT embedding FROM negatives WHERE ${range} ORDER BY record, position`,
    );
    copyDoubleLists(head.getChild('query')?.data ?? [], queries, recordEnd);
    recordEnd = copyDoubleLists(head.getChild('positive')?.data ?? [], positives, recordEnd);
    pairEnd = copyDoubleLists(tail.getChild('embedding')?.data ?? [], negatives, pairEnd);
  }
  if (recordEnd !== queries.length || pairEnd !== negatives.length) {
    throw new Error(
      `source ${source}: ${pairEnd} numbers of embeddings were read, ${negatives.length} were stored`,
    );
  }
  return { dimension, queries, positives, negatives };
}

/** A copy with a buffer of its own, which can be transferred. */
function own(values: Int32Array | undefined): Int32Array {
  return Int32Array.from(values ?? []);
}
