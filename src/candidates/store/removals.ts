/** The table `removed`: the pairs that a cleaned file loses, and what follows for its entries. */

import type { Float64, Int32, Utf8 } from 'apache-arrow';

import type { LeftRecords, RemovalReason, RemovedPairs } from '../api';
import { doubles, integerRange, integers, same } from './arrow';
import type { Connection } from './database';
import type { Texts } from './texts';

/** In the place of a text's index: the whole entry stays or goes. */
export const KEEP = -1;
export const DROP = -2;

/** What happens to entries of a file: one row for each text that goes, ascending by place and text. */
export interface EntryRemovals {
  readonly places: Int32Array;
  /** 0-based index among the texts of the entry, all lists of a draft one after the other; or {@link KEEP}, {@link DROP}. */
  readonly texts: Int32Array;
  /** 1 for each text that moves to the positives. */
  readonly moved: Int32Array;
}

/** Queries by their texts, and by their ids where a file has these in place of texts. */
export interface QuerySet {
  readonly texts: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/** One pair that goes. Record and position count from 1. */
export interface RemovedRow {
  /** Line, element or row of the negative. */
  readonly place: number;
  /** Name of the source. */
  readonly source: string;
  readonly record: number;
  readonly queryId: string | null;
  readonly position: number;
  /** Index of the reason. */
  readonly reason: number;
  /** NaN where the pair was not scored. */
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  /** The first {@link EXCERPT} characters. */
  readonly negative: string;
}

const EXCERPT = 200;
/** Rows whose texts are asked for at a time. */
const BATCH_ROWS = 5_000;

const PAIR = 'USING (source, record, position)';
const RECORD = 'USING (source, record)';
const PLACE = 'coalesce(n.place, r.place) AS place';

/** For one cleaned file at a time: {@link fill}, then read, then {@link drop}. */
export class RemovalTable {
  /** @param passages of all sources */
  constructor(
    private readonly connection: Connection,
    private readonly passages: Texts,
  ) {}

  /** @throws StoreInsertError, StoreFullError */
  async fill(removed: readonly RemovedPairs[], reasons: readonly RemovalReason[]): Promise<void> {
    await this.connection.query(
      `CREATE OR REPLACE TABLE removed(row INTEGER, source INTEGER, record INTEGER, position INTEGER, reason INTEGER,
         moved INTEGER, rho DOUBLE, eta DOUBLE, psi DOUBLE)`,
    );
    let row = 0;
    for (const { source, records, positions, reasons: places, rho, eta, psi } of removed) {
      if (records.length === 0) continue;
      await this.connection.insert('removed', [
        integerRange('row', row, records.length),
        same('source', source, records.length),
        integers('record', records),
        integers('position', positions),
        integers('reason', places),
        integers(
          'moved',
          places.map((place) => Number(reasons[place]?.relabelled === true)),
        ),
        doubles('rho', rho),
        doubles('eta', eta),
        doubles('psi', psi),
      ]);
      row += records.length;
    }
  }

  async drop(): Promise<void> {
    await this.connection.query('DROP TABLE IF EXISTS removed');
  }

  /** The first pair that its source does not have; null where there is none. `record` counts from 0. */
  async unknownPair(): Promise<{ source: number; record: number } | null> {
    const found = await this.connection.query<{ source: Int32; record: Int32 }>(
      `SELECT source, record FROM removed ANTI JOIN negatives ${PAIR} ORDER BY row LIMIT 1`,
    );
    const pair = found.get(0);
    return pair === null ? null : { source: pair.source, record: pair.record };
  }

  /** Number of records that keep no negative. */
  async emptiedRecords(sources: readonly number[]): Promise<number> {
    return this.connection.count(
      `(SELECT 1 FROM negatives LEFT JOIN removed ${PAIR} WHERE source IN (${sources.join()})
        GROUP BY source, record HAVING count(removed.row) = count(*))`,
    );
  }

  /** The records of some sources that stay, by their negatives and the copies of these. */
  async left(sources: readonly number[]): Promise<LeftRecords[]> {
    const stays = `ANTI JOIN removed ${PAIR} WHERE source IN (${sources.join()}) GROUP BY source, record`;
    const found = await this.connection.query<Record<'source' | 'k' | 'copies' | 'records', Int32>>(
      `SELECT source, k, coalesce(copies, 0)::INTEGER AS copies, count(*)::INTEGER AS records
         FROM (SELECT source, record, count(*)::INTEGER AS k FROM negatives ${stays})
         LEFT JOIN (SELECT source, record, count(*)::INTEGER AS copies FROM copies ${stays}) ${RECORD}
        GROUP BY ALL ORDER BY source, k, copies`,
    );
    return found.toArray().map((row) => row.toJSON());
  }

  /** The texts that go, with their copies, and the rejects. */
  removals(file: number, reject: typeof KEEP | typeof DROP): Promise<EntryRemovals> {
    return this.entries(
      `SELECT ${PLACE}, n.idx, moved FROM removed JOIN negatives n ${PAIR} JOIN records r ${RECORD}
       UNION ALL SELECT c.place, c.idx, 0 FROM removed JOIN copies c ${PAIR}`,
      file,
      reject,
    );
  }

  /** For a run: the hits that stay, with their copies, and the rejects. */
  hits(file: number, reject: typeof KEEP | typeof DROP, sources: readonly number[]): Promise<EntryRemovals> {
    const stays = `ANTI JOIN removed ${PAIR} WHERE source IN (${sources.join()})`;
    return this.entries(
      `SELECT ${PLACE}, ${KEEP} AS idx, 0 AS moved FROM negatives n JOIN records r ${RECORD} ${stays}
       UNION ALL SELECT place, ${KEEP}, 0 FROM copies ${stays}`,
      file,
      reject,
    );
  }

  /** All queries of some sources, or those that keep no negative in any of them. */
  async queries(sources: readonly number[], which: 'all' | 'emptied'): Promise<QuerySet> {
    const ofSources = `source IN (${sources.join()})`;
    const emptied = `r.query NOT IN (SELECT query FROM records JOIN negatives ${RECORD} ANTI JOIN removed ${PAIR}
      WHERE ${ofSources})`;
    const found = await this.connection.query<{ text: Utf8; query_id: Utf8 }>(
      `SELECT q.text, r.query_id FROM records r JOIN queries q USING (query)
       WHERE r.${ofSources} ${which === 'emptied' ? `AND ${emptied}` : ''}`,
    );
    const ids = new Set<string | null>(found.getChild('query_id'));
    ids.delete(null);
    return { texts: new Set(found.getChild('text') as Iterable<string>), ids: ids as Set<string> };
  }

  /** All pairs that go, in the given order. */
  async *rows(): AsyncGenerator<RemovedRow[]> {
    const found = await this.connection.query<{
      place: Int32;
      source: Utf8;
      record: Int32;
      queryId: Utf8;
      position: Int32;
      reason: Int32;
      rho: Float64;
      eta: Float64;
      psi: Float64;
      passage: Int32;
    }>(
      `SELECT ${PLACE}, name AS source, record + 1 AS record, query_id AS "queryId", position + 1 AS position, reason,
         rho, eta, psi, passage
       FROM removed JOIN negatives n ${PAIR} JOIN records r ${RECORD} JOIN sources USING (source) ORDER BY row`,
    );
    for (let from = 0; from < found.numRows; from += BATCH_ROWS) {
      const batch = found.slice(from, from + BATCH_ROWS);
      const passages = Int32Array.from(batch.getChild('passage') ?? []);
      const textOf = (i: number) => this.passages.text(passages[i] as number, EXCERPT) as string;
      yield batch.toArray().map((row, i) => ({ ...row.toJSON(), negative: textOf(i) }));
    }
  }

  private async entries(
    sql: string,
    file: number,
    reject: typeof KEEP | typeof DROP,
  ): Promise<EntryRemovals> {
    const found = await this.connection.query<{ place: Int32; idx: Int32; moved: Int32 }>(
      `${sql} UNION ALL SELECT place, ${reject}, 0 FROM rejects WHERE file_id = ${file} ORDER BY place, idx`,
    );
    return {
      places: found.getChild('place')?.toArray() ?? new Int32Array(0),
      texts: found.getChild('idx')?.toArray() ?? new Int32Array(0),
      moved: found.getChild('moved')?.toArray() ?? new Int32Array(0),
    };
  }
}
