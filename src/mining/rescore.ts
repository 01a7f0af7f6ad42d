/** A miner's candidates under a cross-encoder's scores: the pool stays the miner's; scores, positives' too, and order change. */

import type { PairScores } from '../judge/pair-scores';
import type { Sliced } from '../scoring/sliced';
import type { MiningCorpus } from './corpus';
import { searchAll, type RecordFacts, type Searcher } from './mine';
import type { MiningOptions } from './options';
import { bestWithTies, type Ranked } from './search/top';

/** Scores no further apart are ties: what devices make of one pair differs by less. */
const SCORE_TIE = 1e-6;

/** A record's query with a passage, by their places. */
export interface RecordPassage {
  readonly record: number;
  readonly passage: number;
}

export function placesKey({ record, passage }: RecordPassage): string {
  return `${record} ${passage}`;
}

/** The candidates of every record that are scored. Yields the share done. */
export function* pooled(
  corpus: MiningCorpus,
  facts: RecordFacts,
  searcher: Searcher,
  options: MiningOptions,
): Sliced<Ranked[]> {
  const pool: Ranked[] = [];
  yield* searchAll(corpus, facts, searcher, options, (candidates) => pool.push(candidates));
  return pool;
}

/** Pools under other scores. A passage that has none is asked for: it is in `wanted` then, and its score NaN. */
export class RescoredPool implements Searcher {
  readonly wanted: RecordPassage[] = [];

  constructor(
    private readonly miner: Searcher,
    private readonly pool: readonly Ranked[],
    private readonly scores: PairScores<RecordPassage>,
  ) {}

  search(records: readonly number[], k: number): readonly Ranked[] {
    return records.map((record) => {
      const { passages } = this.pool[record] as Ranked;
      return bestWithTies(passages, this.scoresOf(record, passages), k, SCORE_TIE);
    });
  }

  scoresOf(record: number, passages: ArrayLike<number>): Float64Array {
    return Float64Array.from(passages, (passage) => {
      const score = this.scores.of({ record, passage });
      if (Number.isNaN(score)) this.wanted.push({ record, passage });
      return score;
    });
  }

  canSearch(record: number): boolean {
    return this.miner.canSearch(record);
  }
}
