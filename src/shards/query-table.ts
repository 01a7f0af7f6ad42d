/** What each query adds to one source: all that intervals over queries are made of, by the hash of its text. */

import { isInverted } from '../scoring/edges';
import { isNearPositive } from '../scoring/near-positive';
import { traceTerm } from '../scoring/means';
import type { GatedPairs } from '../scoring/gated-pairs';
import { byGate, GATE_IDS } from '../scoring/pair-gates';
import { pairRange, type PairColumns } from '../scoring/pairs';
import type { Columns } from './columns';

/** Words of a text's hash. */
export const HASH_WORDS = 4;

/** Whole numbers of a query: its first shard and its place there, then counts. */
const COUNTS = ['shard', 'place', 'records', 'pairs', 'inverted', 'near'] as const;

/** Sums of a query over its pairs: w where there is a residual, and the gates. */
const SUMS = ['trace', ...GATE_IDS] as const;

type Counts = Record<(typeof COUNTS)[number], number>;
type Sums = Record<(typeof SUMS)[number], number>;

export interface QueryRow extends Counts, Sums {
  /** The hash as a text. */
  readonly key: string;
}

export class QueryTable {
  private readonly rows = new Map<string, QueryRow>();
  /** By query: its positives, or its values of the column of units, by their hashes. Queries that share one are one unit. */
  private readonly shared = new Map<string, Set<string>>();

  get size(): number {
    return this.rows.size;
  }

  /** In the order of their first records. */
  ordered(): QueryRow[] {
    return [...this.rows.values()].sort((a, b) => a.shard - b.shard || a.place - b.place);
  }

  /**
   * Adds records.
   * @param hashes four words for each record's query
   * @param values four words for what each record's query may share; null where each query is a unit by itself
   * @param shard of all records, and the place of the first one in it
   */
  addRecords(
    pairs: GatedPairs<PairColumns>,
    hashes: Uint32Array,
    values: Uint32Array | null,
    shard: number,
    place: number,
  ): void {
    const { columns } = pairs;
    for (let record = 0; record < columns.offsets.length - 1; record++) {
      const row = this.rowOf(keyAt(hashes, record), shard, place + record);
      if (values) this.link(row.key, keyAt(values, record));
      const { start, end } = pairRange(columns.offsets, record);
      for (let pair = start; pair < end; pair++) {
        const distance = columns.distance[pair] as number;
        row.trace += traceTerm(pairs.weight[pair] as number, distance);
        for (const id of GATE_IDS) row[id] += pairs[id][pair] as number;
        row.inverted += Number(isInverted(columns.margin[pair] as number));
        row.near += Number(isNearPositive(distance));
      }
      row.records += 1;
      row.pairs += end - start;
    }
  }

  /** Adds the rows of other shards. @param shardOf the place of each of their shards among all */
  addTable(other: QueryTable, shardOf: readonly number[]): void {
    for (const [query, value] of other.links()) this.link(query, value);
    for (const theirs of other.rows.values()) {
      const shard = shardOf[theirs.shard] as number;
      const row = this.rowOf(theirs.key, shard, theirs.place);
      if (shard < row.shard || (shard === row.shard && theirs.place < row.place)) {
        row.shard = shard;
        row.place = theirs.place;
      }
      for (const name of ['records', 'pairs', 'inverted', 'near', ...SUMS] as const)
        row[name] += theirs[name];
    }
  }

  /** Each query with each thing that it may share. */
  links(): [query: string, value: string][] {
    return [...this.shared].flatMap(([query, of]) =>
      [...of].map((value): [string, string] => [query, value]),
    );
  }

  private link(query: string, value: string): void {
    const known = this.shared.get(query);
    if (known) known.add(value);
    else this.shared.set(query, new Set([value]));
  }

  write(columns: Columns, name: string): void {
    const links = this.links();
    [`${name} linked`, `${name} shared`].forEach((column, side) => {
      const linked = new Uint32Array(links.length * HASH_WORDS);
      links.forEach((link, i) => linked.set(wordsOf(link[side] as string), i * HASH_WORDS));
      columns.set(column, linked);
    });
    const rows = this.ordered();
    const words = new Uint32Array(rows.length * HASH_WORDS);
    rows.forEach(({ key }, i) => words.set(wordsOf(key), i * HASH_WORDS));
    columns.set(`${name} hash`, words);
    for (const count of COUNTS)
      columns.set(
        `${name} ${count}`,
        Uint32Array.from(rows, (row) => row[count]),
      );
    for (const sum of SUMS)
      columns.set(
        `${name} ${sum}`,
        Float64Array.from(rows, (row) => row[sum]),
      );
  }

  static read(columns: Columns, name: string): QueryTable {
    const table = new QueryTable();
    const words = columns.u32(`${name} hash`);
    const counts = COUNTS.map((count) => [count, columns.u32(`${name} ${count}`)] as const);
    const sums = SUMS.map((sum) => [sum, columns.f64(`${name} ${sum}`)] as const);
    for (let i = 0; i < words.length / HASH_WORDS; i++) {
      const row = Object.fromEntries([...counts, ...sums].map(([key, column]) => [key, column[i]]));
      const key = keyAt(words, i);
      table.rows.set(key, { key, ...(row as Counts & Sums) });
    }
    const [linked, shared] = [columns.u32(`${name} linked`), columns.u32(`${name} shared`)];
    for (let i = 0; i < linked.length / HASH_WORDS; i++) table.link(keyAt(linked, i), keyAt(shared, i));
    return table;
  }

  private rowOf(key: string, shard: number, place: number): QueryRow {
    const known = this.rows.get(key);
    if (known) return known;
    const row = {
      key,
      shard,
      place,
      records: 0,
      pairs: 0,
      inverted: 0,
      near: 0,
      trace: 0,
      ...byGate(() => 0),
    };
    this.rows.set(key, row);
    return row;
  }
}

function keyAt(words: Uint32Array, index: number): string {
  return words.subarray(index * HASH_WORDS, (index + 1) * HASH_WORDS).join(' ');
}

function wordsOf(key: string): number[] {
  return key.split(' ').map(Number);
}
