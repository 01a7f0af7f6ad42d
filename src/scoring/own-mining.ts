/**
 * Whether a source was mined by the encoder that judges it. A miner's own mistakes lie where it puts the answer, so it
 * scores them low; another encoder need not. Two signs: its negatives are the encoder's nearest passages, and they
 * stand in the order of nearness (docs/AUDIT.md has both on real files).
 */

import { spearman } from './correlation';

/** Figures of a source, means over the records looked at. */
export interface OwnMining {
  readonly records: number;
  /** Share of negatives among the K nearest passages of the run to their query, K as in the record. */
  readonly overlap: number;
  /** The share that random passages would have. */
  readonly chance: number;
  /** Share of records with every negative among them. */
  readonly exact: number;
  /** Spearman's ρ of place in the record and nearness to the query; null where no record has three negatives. */
  readonly order: number | null;
  readonly flagged: boolean;
}

/** What one record shows. */
export interface RecordMining {
  /** Negatives among the K nearest. */
  readonly near: number;
  readonly negatives: number;
  readonly order: number | null;
}

/** Fewer records tell nothing. */
export const FEWEST_RECORDS = 20;

/** Of TREC-DL and XQuAD, potion-base-2M's own file has .82; no other file has more than .59 beside others. */
const MOST_OVERLAP = 0.7;

/** Its own file has .75; no other one has more than .38, also where it is the only source. */
const MOST_ORDER = 0.6;

/** Records that hold the nearest passages and nothing else: other files alone have up to .29. */
const MOST_EXACT = 0.6;

/** Fewest negatives that have an order. */
const FEWEST_ORDERED = 3;

/**
 * @param negatives cosines of a record's negatives to its query, in their order
 * @param pool cosines of all passages of the run; −∞ for the record's positive, which is no candidate
 */
export function recordMining(negatives: readonly number[], pool: Float64Array): RecordMining {
  const places = negatives.map((_, place) => -place);
  return {
    near: negatives.filter((cosine) => countAbove(cosine, pool) < negatives.length).length,
    negatives: negatives.length,
    order: negatives.length < FEWEST_ORDERED ? null : spearman(places, negatives),
  };
}

function countAbove(least: number, values: Float64Array): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > least) count++;
  return count;
}

/** @param passages of the run, by which chance is told; null for too few records */
export function ownMining(records: readonly RecordMining[], passages: number): OwnMining | null {
  if (records.length < FEWEST_RECORDS) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ordered = records.flatMap(({ order }) => (order === null ? [] : [order]));
  const overlap = mean(records.map(({ near, negatives }) => near / negatives));
  const exact = mean(records.map(({ near, negatives }) => Number(near === negatives)));
  const order = ordered.length === 0 ? null : mean(ordered);
  return {
    records: records.length,
    overlap,
    chance: mean(records.map(({ negatives }) => Math.min(1, negatives / passages))),
    exact,
    order,
    flagged: overlap >= MOST_OVERLAP && (exact >= MOST_EXACT || (order ?? 0) >= MOST_ORDER),
  };
}
