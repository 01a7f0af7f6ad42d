/** Counts over all records of a source. */

import type { Int32, Utf8 } from 'apache-arrow';

import type { Meeting } from '../../scoring/batches';
import { boilerplateLimit } from '../../scoring/file-findings';
import type { PairPlaces } from '../../scoring/pairs';
import { FEWEST_QUERIES } from '../../scoring/ranking';
import { EXAMPLE_LENGTH, type CheckExample, type CheckFound, type FoundBoilerplate } from '../outcomes';
import type { Connection } from './database';

/** How often the most frequent text stands in a source: records for queries and positives, pairs for negatives. */
export interface Repeats {
  readonly query: number;
  readonly positive: number;
  readonly negative: number;
}

/** Counts over all records of a source. */
export interface SourceChecks {
  /** Records all of whose negatives are known positives: of the record, or of another one with the same query. */
  readonly recordsOfKnownPositives: number;
  /** Records whose query id an earlier record has. */
  readonly duplicateQueryIds: number;
  readonly repeats: Repeats;
  readonly meetings: readonly Meeting[];
  readonly preflight: CheckedRecords;
}

/** What the checks before a run find in the records. */
export interface CheckedRecords {
  /** Records whose query id an earlier record has for another query, or with the same positive; null where none has an id. */
  readonly ids: CheckFound | null;
  /** Negatives that are a positive of their record, or of another one with the same query. */
  readonly positives: CheckFound;
  /** Copies of a negative in its record. */
  readonly repeats: CheckFound;
  readonly boilerplate: FoundBoilerplate;
}

/** @param connection the one that writes the source: it is not committed yet */
export async function checkSource(connection: Connection, source: number): Promise<SourceChecks> {
  const known = await connection.query(
    `SELECT (count(*) FILTER (known = k))::INTEGER AS records, coalesce(sum(known), 0)::INTEGER AS negatives,
            (min(record) FILTER (known > 0))::INTEGER AS first
       FROM (${knownPositives(source)})`,
  );
  const number = (column: string): number => Number(known.getChild(column)?.get(0));
  const counted = await connection.query(
    `SELECT count(query_id)::INTEGER AS ids, (count(query_id) - count(DISTINCT query_id))::INTEGER AS again,
            (SELECT count(*)::INTEGER FROM copies WHERE source = ${source}) AS copies
       FROM records WHERE source = ${source}`,
  );
  const [ids, duplicateQueryIds, copies] = ['ids', 'again', 'copies'].map((column) =>
    Number(counted.getChild(column)?.get(0)),
  ) as [number, number, number];
  const found = async (count: number, example: string): Promise<CheckFound> => ({
    count,
    example: count === 0 ? null : await exampleOf(connection, source, example),
  });
  return {
    recordsOfKnownPositives: number('records'),
    duplicateQueryIds,
    repeats: {
      query: await mostOf(connection, 'records', 'query', source),
      positive: await mostOf(connection, 'records', 'positive', source),
      negative: await mostOf(connection, 'negatives', 'passage', source),
    },
    meetings: await meetingsOf(connection, source),
    preflight: {
      boilerplate: await boilerplateCheck(connection, source),
      ids: ids === 0 ? null : await idCheck(connection, source, duplicateQueryIds),
      positives: await found(
        number('negatives'),
        `SELECT ${number('first')} AS record, (
           SELECT text FROM passages WHERE passage = (
             SELECT arg_min(n.passage, n.position) FROM ${knownNegatives(source)} AND n.record = ${number('first')}
               AND ${IS_KNOWN})) AS text`,
      ),
      repeats: await found(
        copies,
        `SELECT c.record, (SELECT text FROM passages WHERE passage = n.passage) AS text
           FROM copies c JOIN negatives n USING (source, record, position)
          WHERE c.source = ${source} ORDER BY c.record, c.position LIMIT 1`,
      ),
    },
  };
}

/** The negatives of a source that are a positive of their record, or of another one with the same query. */
export function knownPositivesOf(connection: Connection, source: number): Promise<PairPlaces> {
  return placesOf(connection, source, `${knownNegatives(source)} AND ${IS_KNOWN}`);
}

/** The negatives of a source that are one text of far too many queries. */
export async function boilerplatePairs(connection: Connection, source: number): Promise<PairPlaces> {
  const texts = `SELECT passage FROM (${await boilerplateTexts(connection, source)})`;
  return placesOf(connection, source, `negatives n WHERE source = ${source} AND passage IN (${texts})`);
}

/** @param from `FROM … WHERE`, with negatives as `n` */
async function placesOf(connection: Connection, source: number, from: string): Promise<PairPlaces> {
  const found = await connection.query<{ record: Int32; position: Int32 }>(
    `SELECT n.record, n.position FROM ${from} ORDER BY n.record, n.position`,
  );
  return {
    source,
    records: Int32Array.from(found.getChild('record')?.toArray() ?? []),
    positions: Int32Array.from(found.getChild('position')?.toArray() ?? []),
  };
}

/** Of a row of {@link knownNegatives}. */
const IS_KNOWN = '(n.known_positive OR p.positive IS NOT NULL)';

/** The negatives of a source with the positives of its records that have the same query, as `FROM … WHERE`. */
function knownNegatives(source: number): string {
  return `negatives n JOIN records r ON r.source = n.source AND r.record = n.record
       LEFT JOIN (SELECT DISTINCT query, positive FROM records WHERE source = ${source}) p
         ON p.query = r.query AND p.positive = n.passage
       WHERE n.source = ${source} AND r.source = ${source}`;
}

/** By record: how many negatives it has, and how many of them are known positives. */
function knownPositives(source: number): string {
  return `SELECT n.record, count(*) AS k, count(*) FILTER ${IS_KNOWN} AS known
            FROM ${knownNegatives(source)} GROUP BY n.record`;
}

/** Texts of a source that are a negative of far too many queries, with their pairs and queries, as a statement. */
async function boilerplateTexts(connection: Connection, source: number): Promise<string> {
  const counted = await connection.query(
    `SELECT count(*)::INTEGER AS pairs, count(DISTINCT passage)::INTEGER AS negatives,
            (SELECT count(DISTINCT query)::INTEGER FROM records WHERE source = ${source}) AS queries
       FROM negatives WHERE source = ${source}`,
  );
  const [queries, pairs, negatives] = ['queries', 'pairs', 'negatives'].map((column) =>
    Number(counted.getChild(column)?.get(0)),
  ) as [number, number, number];
  const most = boilerplateLimit(queries, pairs, Math.max(1, negatives));
  return `SELECT n.passage, count(*)::INTEGER AS pairs, min(n.record)::INTEGER AS record
            FROM negatives n JOIN records r ON r.source = n.source AND r.record = n.record
           WHERE n.source = ${source} AND n.passage IN (
             SELECT passage FROM negatives WHERE source = ${source} GROUP BY passage HAVING count(*) > ${most})
           GROUP BY n.passage HAVING count(DISTINCT r.query) > ${most}`;
}

/** Texts of an example. */
const SHOWN_TEXTS = 5;

async function boilerplateCheck(connection: Connection, source: number): Promise<FoundBoilerplate> {
  const texts = await boilerplateTexts(connection, source);
  const count = await countOf(connection, `SELECT coalesce(sum(pairs), 0)::INTEGER AS n FROM (${texts})`);
  const ordered = `(${texts}) b JOIN passages USING (passage) ORDER BY pairs DESC, passage`;
  const found = await connection.query<{ text: Utf8; pairs: Int32 }>(
    `SELECT left(text, ${EXAMPLE_LENGTH}) AS text, pairs FROM ${ordered} LIMIT ${SHOWN_TEXTS}`,
  );
  const first = `SELECT b.record, text FROM ${ordered} LIMIT 1`;
  return {
    count,
    example: count === 0 ? null : await exampleOf(connection, source, first),
    texts: found.toArray().map(({ text, pairs }) => {
      return { as: 'negative', text, evaluation: null, exact: true, count: pairs };
    }),
    shuffled: await isShuffled(connection, source),
  };
}

/**
 * Whether each record has a negative that is a positive of another query, as where positives were shuffled. A source whose
 * positives are shared by two queries and more has a small corpus, where that means nothing.
 */
async function isShuffled(connection: Connection, source: number): Promise<boolean> {
  const positives = `SELECT positive, min(query) AS first, max(query) AS last FROM records WHERE source = ${source} GROUP BY positive`;
  const holds = `SELECT DISTINCT r.record FROM negatives n JOIN records r ON r.source = n.source AND r.record = n.record
      JOIN (${positives}) p ON p.positive = n.passage
     WHERE n.source = ${source} AND (p.first <> r.query OR p.last <> r.query)`;
  const counted = await connection.query<Record<'records' | 'queries' | 'positives' | 'holding', Int32>>(
    `SELECT count(*)::INTEGER AS records, count(DISTINCT query)::INTEGER AS queries,
            count(DISTINCT positive)::INTEGER AS positives, (SELECT count(*)::INTEGER FROM (${holds})) AS holding
       FROM records WHERE source = ${source}`,
  );
  const row = counted.get(0);
  if (row === null || row.queries < FEWEST_QUERIES) return false;
  return row.holding === row.records && 2 * row.positives > row.queries;
}

/** The records of a source by the other records whose positive is one of their query. */
async function meetingsOf(connection: Connection, source: number): Promise<Meeting[]> {
  const found = await connection.query<{ others: Int32; records: Int32 }>(
    `SELECT others, count(*)::INTEGER AS records
       FROM records JOIN (
         SELECT query, (sum(times) - 1)::INTEGER AS others
           FROM (SELECT DISTINCT query, positive FROM records WHERE source = ${source})
           JOIN (SELECT positive, count(*) AS times FROM records WHERE source = ${source} GROUP BY positive) USING (positive)
          GROUP BY query) USING (query)
      WHERE source = ${source} GROUP BY others ORDER BY others`,
  );
  return found.toArray().map(({ others, records }) => ({ others, records }));
}

/** Query ids of more than one query, or that stand twice with a positive. @param duplicates ids that stand twice */
async function idCheck(connection: Connection, source: number, duplicates: number): Promise<CheckFound> {
  if (duplicates === 0) return { count: 0, example: null };
  const again = `SELECT record, query_id FROM (
      SELECT record, query_id, query, first_value(query) OVER (PARTITION BY query_id ORDER BY record) AS first_query,
             row_number() OVER (PARTITION BY query_id, positive ORDER BY record) AS nth
        FROM records WHERE source = ${source} AND query_id IS NOT NULL)
     WHERE query <> first_query OR nth > 1`;
  const count = await countOf(connection, `SELECT count(*)::INTEGER AS n FROM (${again})`);
  const example = `SELECT record, query_id AS text FROM (${again}) ORDER BY record LIMIT 1`;
  return { count, example: count === 0 ? null : await exampleOf(connection, source, example) };
}

/** @param example statement with the number of a record, and a text */
async function exampleOf(
  connection: Connection,
  source: number,
  example: string,
): Promise<CheckExample | null> {
  const rows = await connection.query(
    `SELECT r.place, left(q.text, ${EXAMPLE_LENGTH}) AS query, left(e.text, ${EXAMPLE_LENGTH}) AS text
       FROM (${example}) e JOIN records r ON r.source = ${source} AND r.record = e.record
       JOIN queries q ON q.query = r.query`,
  );
  const row = rows.get(0)?.toJSON() as { place: number; query: string; text: string | null } | undefined;
  return row === undefined ? null : { place: Number(row.place), query: row.query, text: row.text };
}

async function countOf(connection: Connection, sql: string): Promise<number> {
  return Number((await connection.query(sql)).getChild('n')?.get(0));
}

/** How often the most frequent text of a column stands in it. */
async function mostOf(
  connection: Connection,
  table: string,
  column: string,
  source: number,
): Promise<number> {
  return countOf(
    connection,
    `SELECT coalesce(max(n), 0)::INTEGER AS n
       FROM (SELECT count(*) AS n FROM ${table} WHERE source = ${source} GROUP BY ${column})`,
  );
}
