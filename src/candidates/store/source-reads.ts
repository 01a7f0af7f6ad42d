/** Reads what a source's file gives beside its texts: units, embeddings, scores. */

import type { Float64, List, Utf8 } from 'apache-arrow';

import { copyDoubleLists } from './arrow';
import type { Connection } from './database';
import type { FileScores, SourceEmbeddings } from '../api';

/** Records read at a time with their embeddings. */
const EMBEDDING_RECORDS = 2_000;
/** Pairs read at a time, about: DuckDB needs as much again to sort them. */
const PAIRS_PER_QUERY = 1_000_000;

/** Conditions that cut the records of a source into parts of `step`. */
function* rangesOf(source: number, records: number, step: number): Generator<string> {
  for (let from = 0; from < records; from += step) {
    yield `source = ${source} AND record >= ${from} AND record < ${from + step}`;
  }
}

/** The value of the column of units in each record, in file order. */
export async function readGroups(connection: Connection, source: number): Promise<(string | null)[]> {
  const found = await connection.query<{ group_value: Utf8 }>(
    `SELECT group_value FROM records WHERE source = ${source} ORDER BY record`,
  );
  return Array.from(found.getChild('group_value') ?? []);
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
  for (const range of rangesOf(source, records, EMBEDDING_RECORDS)) {
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

/** The file's scores of one source, whose counts are known and which has them, in file order. */
export async function readScores(
  connection: Connection,
  source: number,
  { records, pairs }: { readonly records: number; readonly pairs: number },
): Promise<Pick<FileScores, 'positives' | 'negatives'>> {
  const positives = new Float64Array(records);
  const negatives = new Float64Array(pairs);
  let recordEnd = 0;
  let pairEnd = 0;
  for (const range of rangesOf(source, records, Math.ceil((PAIRS_PER_QUERY * records) / pairs))) {
    const head = await connection.query<{ score: Float64 }>(
      `SELECT positive_score AS score FROM records WHERE ${range} ORDER BY record`,
    );
    const tail = await connection.query<{ score: Float64 }>(
      `SELECT score FROM negatives WHERE ${range} ORDER BY record, position`,
    );
    positives.set(head.getChild('score')?.toArray() ?? [], recordEnd);
    negatives.set(tail.getChild('score')?.toArray() ?? [], pairEnd);
    recordEnd += head.numRows;
    pairEnd += tail.numRows;
  }
  return { positives, negatives };
}
