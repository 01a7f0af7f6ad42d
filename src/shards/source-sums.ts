/** The sums of one source over its records so far. Sums of shards add up to those of the whole file. */

import { lexicalCoverage } from '../lexical/coverage';
import { CompensatedSum, type SumParts } from '../scoring/compensated';
import { pairGeometry } from '../scoring/gates';
import { isColumn, type UnitKind } from '../scoring/groups';
import { accumulateInformation, residual, squareMatrix, type UpperTriangle } from '../scoring/information';
import { traceTerm } from '../scoring/means';
import { emptyGates, gatesOfPair } from '../scoring/pair-gates';
import { emptyColumns, offsetsOf, pairRange, type PairColumns } from '../scoring/pairs';
import {
  FIRST_PAIRS,
  pairRows,
  StatisticSums,
  type PairRow,
  type StatisticParts,
} from '../scoring/statistics';
import { WEIGHTINGS, type Gating, type WeightingId } from '../scoring/weightings';
import type { Columns } from './columns';
import { HASH_WORDS, QueryTable } from './query-table';
import type { EmbeddedRecord } from './reading';
import type { SharedIdf, TextHasher } from './words';

/** Pairs that are summed together. */
const BLOCK_PAIRS = 256;

/** Under which temperature and weightings sums are made. `weightings` has the chosen one. */
export interface SumSettings extends Gating {
  readonly weightings: readonly WeightingId[];
  /** What counts as one where a variance is estimated (`scoring/groups.ts`). */
  readonly group: UnitKind;
}

/** The part of the sums that is written as JSON. */
export interface SourceSumsParts {
  readonly dimension: number;
  readonly statistics: StatisticParts;
  /** Σ w over pairs with a residual, by weighting. */
  readonly traces: readonly SumParts[];
  readonly same_text: number;
  /** The first pairs of each of the first shards. */
  readonly first_pairs: readonly FirstPairs[];
}

interface FirstPairs {
  readonly shard: number;
  readonly rows: readonly PairRow[];
}

export class SourceSums {
  readonly statistics: StatisticSums;
  /** By weighting: Σ w r rᵀ. */
  readonly matrices: readonly UpperTriangle[];
  private readonly traces: readonly CompensatedSum[];
  /** Pairs whose negative is the positive's text. */
  sameText = 0;
  private firstPairs: FirstPairs[] = [];
  private waiting: EmbeddedRecord[] = [];
  private waitingPairs = 0;
  /** Records of the shard under way that were summed. */
  private place = 0;

  constructor(
    readonly dimension: number,
    private readonly settings: SumSettings,
    readonly queries = new QueryTable(),
  ) {
    this.statistics = new StatisticSums(settings);
    this.matrices = settings.weightings.map(() => squareMatrix(dimension));
    this.traces = settings.weightings.map(() => new CompensatedSum());
  }

  /** N so far. */
  get pairs(): number {
    return this.statistics.pairs;
  }

  /** Adds records of one shard, some at a time; {@link endShard} adds the last ones. */
  add(records: readonly EmbeddedRecord[], shard: number, idf: SharedIdf, hasher: TextHasher): void {
    for (const record of records) {
      this.waiting.push(record);
      this.waitingPairs += record.negatives.length;
      if (this.waitingPairs >= BLOCK_PAIRS) this.flush(shard, idf, hasher);
    }
  }

  endShard(shard: number, idf: SharedIdf, hasher: TextHasher): void {
    this.flush(shard, idf, hasher);
    this.place = 0;
  }

  /** Adds the sums of other shards. @param shardOf the place of each of their shards among all */
  addSums(other: SourceSums, shardOf: readonly number[]): void {
    this.statistics.addParts(other.statistics.parts());
    this.queries.addTable(other.queries, shardOf);
    this.matrices.forEach((sum, w) => {
      const theirs = other.matrices[w] as UpperTriangle;
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (theirs[i] as number);
    });
    this.traces.forEach((trace, w) => trace.addParts((other.traces[w] as CompensatedSum).parts));
    this.sameText += other.sameText;
    const theirs = other.firstPairs.map(({ shard, rows }) => ({ shard: shardOf[shard] as number, rows }));
    this.keepFirst(theirs);
  }

  /** tr Î under a weighting: (1/N) Σ w over pairs with a residual. */
  trace(weighting: number): number {
    return (this.traces[weighting] as CompensatedSum).value / this.pairs;
  }

  /** The first pairs in file order. */
  firstRows(): PairRow[] {
    return this.firstPairs.flatMap(({ rows }) => rows).slice(0, FIRST_PAIRS);
  }

  write(columns: Columns, name: string): SourceSumsParts {
    this.queries.write(columns, `${name} query`);
    this.settings.weightings.forEach((id, w) => {
      columns.set(`${name} matrix ${id}`, packed(this.matrices[w] as UpperTriangle, this.dimension));
    });
    return {
      dimension: this.dimension,
      statistics: this.statistics.parts(),
      traces: this.traces.map(({ parts }) => parts),
      same_text: this.sameText,
      first_pairs: this.firstPairs,
    };
  }

  /** Sums as {@link write} wrote them. */
  static read(columns: Columns, name: string, settings: SumSettings, parts: SourceSumsParts): SourceSums {
    const queries = QueryTable.read(columns, `${name} query`);
    const sums = new SourceSums(parts.dimension, settings, queries);
    sums.statistics.addParts(parts.statistics);
    settings.weightings.forEach((id, w) => {
      unpack(columns.f64(`${name} matrix ${id}`), sums.matrices[w] as UpperTriangle, parts.dimension);
      (sums.traces[w] as CompensatedSum).addParts(parts.traces[w] as SumParts);
    });
    sums.sameText += parts.same_text;
    sums.keepFirst(parts.first_pairs);
    return sums;
  }

  private flush(shard: number, idf: SharedIdf, hasher: TextHasher): void {
    const records = this.waiting;
    if (records.length === 0) return;
    const columns = pairColumns(records, idf);
    const hashesOf = (texts: readonly string[]) => {
      const hashes = new Uint32Array(texts.length * HASH_WORDS);
      texts.forEach((text, i) => hasher.write(text, hashes.subarray(i * HASH_WORDS, (i + 1) * HASH_WORDS)));
      return hashes;
    };
    const queries = hashesOf(records.map(({ query }) => query));
    const { group } = this.settings;
    const shared = records.map((record) => (isColumn(group) ? (record.group ?? '') : record.positive));
    const gated = this.statistics.add(columns);
    this.queries.addRecords(gated, queries, group === 'query' ? null : hashesOf(shared), shard, this.place);
    this.addMatrices(records, columns);
    this.sameText += records.reduce(
      (sum, { positive, negatives }) => sum + negatives.filter((negative) => negative === positive).length,
      0,
    );
    this.keepFirst([{ shard, rows: pairRows(gated, FIRST_PAIRS) }]);
    this.place += records.length;
    this.waiting = [];
    this.waitingPairs = 0;
  }

  private addMatrices(records: readonly EmbeddedRecord[], columns: PairColumns): void {
    const { dimension: d } = this;
    const { weightings, tau } = this.settings;
    const pairs = columns.margin.length;
    const residuals = new Float64Array(pairs * d);
    const weights = weightings.map(() => new Float64Array(pairs));
    const gates = emptyGates(tau);
    records.forEach(({ embeddings }, record) => {
      const { start, end } = pairRange(columns.offsets, record);
      for (let pair = start; pair < end; pair++) {
        const negative = embeddings.negatives[pair - start] as Float64Array;
        residual(embeddings.positive, negative, columns.distance[pair] as number, residuals, pair * d);
        gatesOfPair(columns, pair, tau, gates);
        weightings.forEach((id, w) => {
          const weight = WEIGHTINGS[id].weight(gates);
          (weights[w] as Float64Array)[pair] = weight;
          (this.traces[w] as CompensatedSum).add(traceTerm(weight, gates.distance));
        });
      }
    });
    this.matrices.forEach((sum, w) =>
      accumulateInformation(sum, residuals, weights[w] as Float64Array, pairs, d),
    );
  }

  /** Keeps the first pairs of the first shards, as many as a report shows. */
  private keepFirst(found: readonly FirstPairs[]): void {
    const byShard = new Map<number, readonly PairRow[]>();
    for (const { shard, rows } of [...this.firstPairs, ...found]) {
      byShard.set(shard, [...(byShard.get(shard) ?? []), ...rows].slice(0, FIRST_PAIRS));
    }
    let kept = 0;
    this.firstPairs = [...byShard]
      .sort(([a], [b]) => a - b)
      .filter(([, rows]) => (kept += rows.length) - rows.length < FIRST_PAIRS)
      .map(([shard, rows]) => ({ shard, rows }));
  }
}

/** m, l, ‖v⁺ − v⁻‖ and C of all pairs of some records. */
function pairColumns(records: readonly EmbeddedRecord[], idf: SharedIdf): PairColumns {
  const columns = emptyColumns(offsetsOf(records.map(({ negatives }) => negatives.length)));
  const geometry = { margin: 0, locality: 0, distance: 0 };
  records.forEach(({ query, negatives, embeddings }, record) => {
    const words = idf.idsOf(query);
    const { start } = pairRange(columns.offsets, record);
    negatives.forEach((negative, k) => {
      pairGeometry(embeddings.query, embeddings.positive, embeddings.negatives[k] as Float64Array, geometry);
      columns.margin[start + k] = geometry.margin;
      columns.locality[start + k] = geometry.locality;
      columns.distance[start + k] = geometry.distance;
      columns.coverage[start + k] = lexicalCoverage(words, idf.idsOf(negative), idf);
    });
  });
  return columns;
}

/** The upper triangle row by row. */
function packed(matrix: UpperTriangle, dimension: number): Float64Array<ArrayBuffer> {
  const triangle = new Float64Array((dimension * (dimension + 1)) / 2);
  let to = 0;
  for (let row = 0; row < dimension; row++) {
    triangle.set(matrix.subarray(row * dimension + row, (row + 1) * dimension), to);
    to += dimension - row;
  }
  return triangle;
}

function unpack(triangle: Float64Array, matrix: UpperTriangle, dimension: number): void {
  let from = 0;
  for (let row = 0; row < dimension; row++) {
    matrix.set(triangle.subarray(from, from + dimension - row), row * dimension + row);
    from += dimension - row;
  }
}
