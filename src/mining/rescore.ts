/** A miner's candidates under a cross-encoder's scores: the pool stays the miner's; scores, positives' too, and order change. */

import type { Sliced } from '../scoring/sliced';
import { BLOCK_QUERIES } from '../simd/cosines';
import type { MiningCorpus } from './corpus';
import { withoutExcluded, type RecordFacts, type Searcher } from './mine';
import { searchDepth, type MiningOptions } from './options';
import { bestWithTies, type Ranked } from './top';

/** Scores no further apart are ties: what devices make of one pair differs by less. */
const SCORE_TIE = 1e-6;

/** Scores of passages for the queries of records. */
export class PairScores {
  private readonly scores = new Map<number, Map<number, number>>();

  /** NaN where it is not there. */
  of(record: number, passage: number): number {
    return this.scores.get(record)?.get(passage) ?? NaN;
  }

  set(record: number, passage: number, score: number): void {
    const own = this.scores.get(record) ?? new Map<number, number>();
    this.scores.set(record, own.set(passage, score));
  }

  /** Of some pairs those without a score, each once. */
  lacking(pairs: Iterable<RecordPassage>): RecordPassage[] {
    const seen = new Set<string>();
    const lacking: RecordPassage[] = [];
    for (const pair of pairs) {
      const key = `${pair.record} ${pair.passage}`;
      if (seen.has(key) || !Number.isNaN(this.of(pair.record, pair.passage))) continue;
      seen.add(key);
      lacking.push(pair);
    }
    return lacking;
  }
}

/** A record's query with a passage, by their places. */
export interface RecordPassage {
  readonly record: number;
  readonly passage: number;
}

/** The candidates of every record that are scored. Yields the share done. */
export function* pooled(
  { records, texts }: MiningCorpus,
  facts: RecordFacts,
  searcher: Searcher,
  options: MiningOptions,
): Sliced<Ranked[]> {
  const pool: Ranked[] = [];
  const { mostPositives } = facts;
  for (let first = 0; first < records.length; first += BLOCK_QUERIES) {
    const count = Math.min(BLOCK_QUERIES, records.length - first);
    const batch = Array.from({ length: count }, (_, i) => first + i);
    for (const [i, found] of searcher.search(batch, searchDepth(options, mostPositives)).entries()) {
      const about = facts.of(first + i, [], options.exclude_copies);
      pool.push(
        withoutExcluded(found, first + i, about, searcher, options, { size: texts.length, mostPositives }),
      );
    }
    yield (first + count) / records.length;
  }
  return pool;
}

/** Pools under other scores. A passage that has none is asked for: it is in `wanted` then, and its score NaN. */
export class RescoredPool implements Searcher {
  readonly wanted: RecordPassage[] = [];

  constructor(
    private readonly miner: Searcher,
    private readonly pool: readonly Ranked[],
    private readonly scores: PairScores,
  ) {}

  search(records: readonly number[], k: number): readonly Ranked[] {
    return records.map((record) => {
      const { passages } = this.pool[record];
      return bestWithTies(passages, this.scoresOf(record, passages), k, SCORE_TIE);
    });
  }

  scoresOf(record: number, passages: ArrayLike<number>): Float64Array {
    return Float64Array.from(passages, (passage) => {
      const score = this.scores.of(record, passage);
      if (Number.isNaN(score)) this.wanted.push({ record, passage });
      return score;
    });
  }

  canSearch(record: number): boolean {
    return this.miner.canSearch(record);
  }
}
