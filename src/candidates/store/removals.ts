/** The table `removed`: the pairs that a cleaned file loses, and what follows for its entries. */

import type { Int32, Utf8 } from 'apache-arrow';

import type { LeftRecords, RemovalReason, RemovedPairs } from '../api';
import { integerRange, integers, same } from './arrow';
import type { Connection } from './database';
import type { Texts } from './texts';

/** In the place of a text's index: the whole entry. */
export const WHOLE = -1;

/** An entry stays or goes; a text goes, or moves to the positives. */
const STAYS = 0;
export const GOES = 1;
export const MOVES = 2;

/** What happens to entries of a file: one row for each entry that stays or goes and each text that goes, ascending. */
export interface EntryFates {
  readonly places: Int32Array;
  /** 0-based index among the texts of the entry, all lists of a draft one after the other; or {@link WHOLE}. */
  readonly texts: Int32Array;
  readonly fates: Int32Array;
}

/** Queries by their texts, and by their ids where a file has these in place of texts. */
export interface QuerySet {
  readonly texts: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/** What the store knows of a pair that goes. */
export interface RemovedRow {
  /** Line, element or row of the negative. */
  readonly place: number;
  readonly queryId: string | null;
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
      'CREATE OR REPLACE TABLE removed(row INTEGER, source INTEGER, record INTEGER, position INTEGER, moved INTEGER)',
    );
    let row = 0;
    for (const { source, records, positions, reasons: places } of removed) {
      if (records.length === 0) continue;
      await this.connection.insert('removed', [
        integerRange('row', row, records.length),
        same('source', source, records.length),
        integers('record', records),
        integers('position', positions),
        integers(
          'moved',
          places.map((place) => Number(reasons[place]?.relabelled === true)),
        ),
      ]);
      row += records.length;
    }
  }

  async drop(): Promise<void> {
    await this.connection.query('DROP TABLE IF EXISTS removed');
  }

  /** The first pair that none of some sources has; null where there is none. `record` counts from 0. */
  async unknownPair(sources: readonly number[]): Promise<{ source: number; record: number } | null> {
    const found = await this.connection.query<{ source: Int32; record: Int32 }>(
      `SELECT source, record FROM removed ANTI JOIN (FROM negatives WHERE source IN (${sources.join()})) ${PAIR}
       ORDER BY row LIMIT 1`,
    );
    return found.get(0)?.toJSON() ?? null;
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

  /**
   * What becomes of the rejects, and of the texts that go, with their copies; of a run, of the hits that stay.
   * @param sources all of the file
   */
  async fates(
    file: number,
    sources: readonly number[],
    isRun: boolean,
    withoutRejects: boolean,
  ): Promise<EntryFates> {
    const stays = `ANTI JOIN removed ${PAIR} WHERE source IN (${sources.join()})`;
    const hits = `SELECT ${PLACE}, ${WHOLE} AS idx, ${STAYS} AS fate FROM negatives n JOIN records r ${RECORD} ${stays}
      UNION ALL SELECT place, ${WHOLE}, ${STAYS} FROM copies ${stays}`;
    const texts = `SELECT ${PLACE}, n.idx, if(moved, ${MOVES}, ${GOES}) AS fate
      FROM removed JOIN negatives n ${PAIR} JOIN records r ${RECORD}
      UNION ALL SELECT c.place, c.idx, ${GOES} FROM removed JOIN copies c ${PAIR}`;
    const found = await this.connection.query<Record<'place' | 'idx' | 'fate', Int32>>(
      `${isRun ? hits : texts}
       UNION ALL SELECT place, ${WHOLE}, ${withoutRejects ? GOES : STAYS} FROM rejects WHERE file_id = ${file}
       ORDER BY place, idx`,
    );
    const column = (name: 'place' | 'idx' | 'fate'): Int32Array =>
      found.getChild(name)?.toArray() ?? new Int32Array(0);
    return { places: column('place'), texts: column('idx'), fates: column('fate') };
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

  /** All pairs that go, in the order in which they were filled in. */
  async *rows(): AsyncGenerator<RemovedRow> {
    const found = await this.connection.query<{ place: Int32; queryId: Utf8; passage: Int32 }>(
      `SELECT ${PLACE}, query_id AS "queryId", passage
       FROM removed JOIN negatives n ${PAIR} JOIN records r ${RECORD} ORDER BY row`,
    );
    for (let from = 0; from < found.numRows; from += BATCH_ROWS) {
      const batch = found.slice(from, from + BATCH_ROWS);
      const passages = Int32Array.from(batch.getChild('passage') ?? []);
      for (const [i, row] of batch.toArray().entries()) {
        const negative = this.passages.text(passages[i] as number, EXCERPT) as string;
        yield { ...row.toJSON(), negative };
      }
    }
  }
}
