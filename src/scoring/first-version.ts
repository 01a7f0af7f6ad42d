/**
 * The metric of the paper's first version (arXiv 2603.20990 v1), which later versions replaced: here a baseline.
 *
 * Its abstract: an “Information Capacity”, logarithmic in the size of the set, times a “Discriminative Efficiency”, the
 * harmonic balance of “Signal Magnitude (Hardness)” and “Safety (Max-Margin)”, which strictly penalizes unsafe negatives. It
 * gives no formula. Chosen here: the set is a record's; the positive counts in it, as in the bound of InfoNCE; hardness is
 * the mean cosine to the query and safety the positive's lead over the hardest negative, each 0 where it is below.
 */

import { cosineToQuery } from './cosines';
import { pairRange, type PairColumns } from './pairs';

/** Mean over the records of log(1 + K)·2HS/(H + S). */
export function firstVersionScore(columns: PairColumns): number {
  const records = columns.offsets.length - 1;
  let sum = 0;
  for (let record = 0; record < records; record++) {
    const { start, end } = pairRange(columns.offsets, record);
    sum += Math.log1p(end - start) * harmonicMean(hardness(columns, start, end), safety(columns, start, end));
  }
  return sum / records;
}

/** H = (1/K) Σ max(0, u·v⁻) over the pairs [start, end) of a record. */
function hardness({ locality, distance }: PairColumns, start: number, end: number): number {
  let sum = 0;
  for (let pair = start; pair < end; pair++)
    sum += Math.max(0, cosineToQuery(locality[pair], distance[pair]));
  return sum / (end - start);
}

/** S = max(0, min m) over the pairs [start, end) of a record: 0 where any negative is inverted. */
function safety({ margin }: PairColumns, start: number, end: number): number {
  let least = Infinity;
  for (let pair = start; pair < end; pair++) least = Math.min(least, margin[pair]);
  return Math.max(0, least);
}

/** 2ab/(a + b); 0 where both are. */
function harmonicMean(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}
