/** A source that is made of existing queries and passages: its rows in the tables, and what the page hears of it. */

import { CandidatesError } from '../errors';
import type { MadeSourceRequest } from '../faces';
import type { LoadedSource } from '../outcomes';
import { integerRange, integers } from './arrow';
import type { Connection } from './database';
import type { SourceChecks } from './source-checks';

/** What is known of a made source once its rows are there. */
export interface MadeRows {
  /** Pairs whose negative is the positive of its own record. */
  readonly negativesEqualPositive: number;
  /** Median number of negatives per record. */
  readonly medianK: number;
  /** Length of its embeddings; null where not every text of it has one in the sources it was made of. */
  readonly dimension: number | null;
}

const STAGED = [
  'CREATE TABLE made_records(record INTEGER, query INTEGER, positive INTEGER)',
  'CREATE TABLE made_negatives(record INTEGER, position INTEGER, passage INTEGER)',
];

/**
 * Writes the rows of a made source, inside a transaction of the caller's. Query ids, and embeddings where all sources
 * it is made of give them, are those of the first record or pair that has the text.
 * @param source key of the source
 * @param dimension length of the embeddings that all sources of `request.from` give; null where one gives none
 * @throws MadeSourceError where the request does not make records; the transaction is then to be rolled back
 */
export async function writeMadeSource(
  connection: Connection,
  source: number,
  request: MadeSourceRequest,
  dimension: number | null,
): Promise<MadeRows> {
  const columns = madeColumns(request);
  for (const statement of STAGED) await connection.query(statement);
  await connection.insert('made_records', columns.records);
  await connection.insert('made_negatives', columns.negatives);
  await checkIds(connection, request.name);
  await copyRows(connection, source, request.from, dimension !== null);
  const figures = await connection.query(
    `SELECT median(k) AS k, sum(known)::INTEGER AS known, sum(missing)::INTEGER AS missing FROM (
       SELECT count(*) AS k, count_if(n.known_positive) AS known,
         count_if(n.embedding IS NULL OR r.query_embedding IS NULL OR r.positive_embedding IS NULL) AS missing
       FROM negatives n JOIN records r USING (source, record) WHERE source = ${source} GROUP BY record)`,
  );
  const figure = (name: string): number => Number(figures.getChild(name)?.get(0));
  if (dimension !== null && figure('missing') > 0) await forgetEmbeddings(connection, source);
  for (const table of ['made_records', 'made_negatives']) await connection.query(`DROP TABLE ${table}`);
  return {
    negativesEqualPositive: figure('known'),
    medianK: figure('k'),
    dimension: figure('missing') > 0 ? null : dimension,
  };
}

/** @throws MadeSourceError */
function madeColumns({ name, queries, positives, offsets, negatives }: MadeSourceRequest) {
  const records = queries.length;
  if (records === 0)
    throw new CandidatesError('MadeSourceError', { source: name, fault: 'it has no record' });
  if (positives.length !== records || offsets.length !== records + 1) {
    throw new CandidatesError('MadeSourceError', {
      source: name,
      fault: `${records} queries came with ${positives.length} positives and ${offsets.length} offsets`,
    });
  }
  if (offsets[0] !== 0 || offsets[records] !== negatives.length) {
    throw new CandidatesError('MadeSourceError', {
      source: name,
      fault: `its offsets do not end at its ${negatives.length} negatives`,
    });
  }
  const recordOf = new Int32Array(negatives.length);
  const positions = new Int32Array(negatives.length);
  for (let record = 0; record < records; record += 1) {
    const [from, to] = [offsets[record] as number, offsets[record + 1] as number];
    if (to <= from)
      throw new CandidatesError('MadeSourceError', {
        source: name,
        fault: `record ${record + 1} has no negative`,
      });
    for (let pair = from; pair < to; pair += 1) {
      recordOf[pair] = record;
      positions[pair] = pair - from;
    }
  }
  return {
    records: [
      integerRange('record', 0, queries.length),
      integers('query', queries),
      integers('positive', positives),
    ],
    negatives: [
      integers('record', recordOf),
      integers('position', positions),
      integers('passage', negatives),
    ],
  };
}

/** @throws MadeSourceError for ids that have no text */
async function checkIds(connection: Connection, name: string): Promise<void> {
  const found = await connection.query(
    `SELECT (SELECT count(*) FROM made_records ANTI JOIN queries USING (query))::INTEGER AS queries,
       (SELECT count(*) FROM (SELECT positive AS passage FROM made_records UNION ALL SELECT passage FROM made_negatives)
          ANTI JOIN passages USING (passage))::INTEGER AS passages`,
  );
  const faults = [
    ['queries', 'of its queries are not loaded'],
    ['passages', 'of its passages are not loaded'],
  ] as const;
  for (const [column, words] of faults) {
    const count = Number(found.getChild(column)?.get(0));
    if (count > 0) throw new CandidatesError('MadeSourceError', { source: name, fault: `${count} ${words}` });
  }
}

async function copyRows(
  connection: Connection,
  source: number,
  from: readonly number[],
  embedded: boolean,
): Promise<void> {
  const parents = `source IN (${from.length > 0 ? from.join() : 'NULL'})`;
  const given = embedded
    ? `SELECT passage, any_value(embedding) AS embedding FROM (
         SELECT passage, embedding FROM negatives WHERE ${parents}
         UNION ALL SELECT positive, positive_embedding FROM records WHERE ${parents}) GROUP BY passage`
    : 'SELECT NULL::INTEGER AS passage, NULL::DOUBLE[] AS embedding WHERE false';
  await connection.query(
    `INSERT INTO records
     SELECT ${source}, m.record, m.record + 1, q.query_id, m.query, m.positive,
       ${embedded ? 'q.embedding' : 'NULL'}, p.embedding
     FROM made_records m
     LEFT JOIN (SELECT query, any_value(query_id) AS query_id, any_value(query_embedding) AS embedding
       FROM records WHERE ${parents} GROUP BY query) q USING (query)
     LEFT JOIN (${given}) p ON p.passage = m.positive
     ORDER BY m.record`,
  );
  await connection.query(
    `INSERT INTO negatives
     SELECT ${source}, n.record, n.position, n.passage, NULL, n.position, n.passage = m.positive, p.embedding
     FROM made_negatives n JOIN made_records m USING (record)
     LEFT JOIN (${given}) p USING (passage)
     ORDER BY n.record, n.position`,
  );
}

/** A source has the embeddings of all its records or none. */
async function forgetEmbeddings(connection: Connection, source: number): Promise<void> {
  await connection.query(
    `UPDATE records SET query_embedding = NULL, positive_embedding = NULL WHERE source = ${source}`,
  );
  await connection.query(`UPDATE negatives SET embedding = NULL WHERE source = ${source}`);
}

/**
 * A source that was made, as the page hears of it. Its entries are its records: each was read and loaded.
 * @param rows what the store found in them
 */
export function madeSource(
  id: number,
  name: string,
  { from, by, queries, negatives }: MadeSourceRequest,
  rows: MadeRows,
  { recordsOfKnownPositives, duplicateQueryIds }: SourceChecks,
): LoadedSource {
  const records = queries.length;
  return {
    id,
    origin: { kind: 'made', from: [...from], by },
    name,
    label: null,
    file: name,
    bytes: 0,
    format: by,
    placeKind: 'record',
    counts: {
      read: records,
      loaded: records,
      merged: 0,
      leftOut: 0,
      rejected: 0,
      blankLines: 0,
      records,
      pairs: negatives.length,
      blankNegativesRemoved: 0,
      duplicateNegativesRemoved: 0,
      furtherPositivesIgnored: 0,
      positivesNotFound: 0,
      normalisedRecords: 0,
      negativesEqualPositive: rows.negativesEqualPositive,
      negativeScores: 0,
      missingScores: 0,
      recordsOfKnownPositives,
      duplicateQueryIds,
    },
    medianK: rows.medianK,
    dimension: rows.dimension,
    signs: [],
  };
}
