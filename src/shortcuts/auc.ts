/** How well a score tells two kinds apart, with an interval over sampling units. */

import { seededRandom } from '../scoring/random';

const RESAMPLES = 400;

/** The 0.975 quantile of Student's t with 1, 2, 3 and 4 degrees of freedom. */
const STUDENT_975 = [12.706204736432102, 4.302652729911275, 3.182446305284263, 2.7764451051977987];

/** Items of one fold: their scores may be compared with each other. */
export interface ScoredFold {
  readonly scores: Float64Array;
  readonly isNegative: Uint8Array;
  /** The unit of each item, from 0. */
  readonly unit: Int32Array;
}

export interface Auc {
  readonly auc: number;
  /** 95 %: from units drawn anew and from the spread of the folds. */
  readonly low: number;
  readonly high: number;
}

/**
 * The chance that a negative scores above a positive of its fold, ties counting half: concordant pairs over all pairs,
 * summed over the folds. Units drawn anew, all of whose items come or go together, leave out that another training set
 * gives another classifier and that units share passages; the spread of the folds has it in: ± t s / √folds with
 * Student's t at 95 %. Both add in squares.
 */
export function aucOverUnits(folds: readonly ScoredFold[], units: number, seed: number): Auc {
  const sorted = folds.map((fold) => ({
    ...fold,
    order: Int32Array.from(fold.scores, (_, i) => i).sort((a, b) => fold.scores[a] - fold.scores[b]),
  }));
  const weighted = (weights: Float64Array) => {
    const sums = { concordant: 0, pairs: 0 };
    for (const fold of sorted) addConcordance(fold, weights, sums);
    return sums.concordant / sums.pairs;
  };
  const random = seededRandom(seed);
  const drawn = Float64Array.from({ length: RESAMPLES }, () => {
    const weights = new Float64Array(units);
    for (let i = 0; i < units; i++) weights[Math.floor(random() * units)] += 1;
    return weighted(weights);
  }).sort();
  const all = new Float64Array(units).fill(1);
  const auc = weighted(all);
  const half = halfOfFolds(
    sorted.map((fold) => {
      const sums = { concordant: 0, pairs: 0 };
      addConcordance(fold, all, sums);
      return sums.concordant / sums.pairs;
    }),
  );
  return {
    auc,
    low: Math.max(0, auc - Math.hypot(auc - drawn[Math.floor(0.025 * RESAMPLES)], half)),
    high: Math.min(1, auc + Math.hypot(drawn[Math.ceil(0.975 * RESAMPLES) - 1] - auc, half)),
  };
}

/** t s / √n of the folds that have pairs; nothing for fewer than two. */
function halfOfFolds(aucs: readonly number[]): number {
  const known = aucs.filter((auc) => !Number.isNaN(auc));
  const n = known.length;
  if (n < 2) return 0;
  const mean = known.reduce((sum, auc) => sum + auc, 0) / n;
  const variance = known.reduce((sum, auc) => sum + (auc - mean) ** 2, 0) / (n - 1);
  return (STUDENT_975[n - 2] as number) * Math.sqrt(variance / n);
}

function addConcordance(
  { scores, isNegative, unit, order }: ScoredFold & { readonly order: Int32Array },
  weights: Float64Array,
  sums: { concordant: number; pairs: number },
): void {
  let positives = 0;
  let negatives = 0;
  for (let from = 0; from < order.length;) {
    let [tiedPositives, tiedNegatives] = [0, 0];
    let to = from;
    for (; to < order.length && scores[order[to]] === scores[order[from]]; to++) {
      const weight = weights[unit[order[to]]];
      if (isNegative[order[to]] === 1) tiedNegatives += weight;
      else tiedPositives += weight;
    }
    sums.concordant += tiedNegatives * (positives + tiedPositives / 2);
    positives += tiedPositives;
    negatives += tiedNegatives;
    from = to;
  }
  sums.pairs += positives * negatives;
}
