/**
 * Can a source's negatives be told from its positives without the query? If so, a model may learn that and ignore the
 * query. A linear classifier over surface features, judged on queries and passages that it has not seen.
 */

import type { Sliced } from '../scoring/sliced';
import { aucOverQueries, type Auc, type ScoredFold } from './auc';
import { trained } from './classifier';
import { giveaways, type Giveaways } from './giveaways';
import type { Surface } from './surface';

export const FOLDS = 5;

/** With fewer queries there are no folds to speak of. */
const LEAST_QUERIES = 10;

/** Items looked at: the first queries of the seeded order that have so many in all. */
export const MOST_ITEMS = 20_000;

/** Passages of a source in their roles, a row each; rows of one query stand together. */
export interface RoleRows {
  /** The query of each row, from 0. */
  readonly query: Int32Array;
  readonly passage: Int32Array;
  /** 1: a negative, 0: the positive. */
  readonly isNegative: Uint8Array;
  readonly queries: number;
}

export interface Shortcut extends Auc, Giveaways {
  readonly queries: number;
  /** AUC of the number of words alone, at least one half. */
  readonly length_auc: number;
}

/** A source with what was found; null with too few queries. */
export interface SourceShortcut {
  /** Key of the source. */
  readonly source: number;
  readonly shortcut: Shortcut | null;
}

/**
 * Cross-validated over five folds of queries. What is tested is left out of training as a passage: a positive of one query is
 * a negative of another, and would otherwise be known by heart in the wrong role.
 * @param fold of each query, from 0 to 4
 * @returns null with too few queries to say anything
 */
export function* shortcutInSlices(
  { query, passage, isNegative, queries }: RoleRows,
  fold: Int32Array,
  surfaces: (passage: number) => Surface,
  seed: number,
): Sliced<Shortcut | null> {
  if (queries < LEAST_QUERIES) return null;
  const folds: ScoredFold[] = [];
  const lengths: ScoredFold[] = [];
  for (let k = 0; k < FOLDS; k++) {
    const isTested = (row: number) => fold[query[row]] === k;
    const tested = [...query.keys()].filter(isTested);
    const seen = new Set(tested.map((row) => passage[row]));
    const training = [...query.keys()].filter((row) => !isTested(row) && !seen.has(passage[row]));
    const kinds = new Set(training.map((row) => isNegative[row]));
    if (tested.length === 0 || kinds.size < 2) continue;
    const score = trained(
      training.map((row) => ({ surface: surfaces(passage[row]), isNegative: isNegative[row] === 1 })),
      seed,
    );
    const scored = (of: (surface: Surface) => number): ScoredFold => ({
      scores: Float64Array.from(tested, (row) => of(surfaces(passage[row]))),
      isNegative: Uint8Array.from(tested, (row) => isNegative[row]),
      query: Int32Array.from(tested, (row) => query[row]),
    });
    folds.push(scored(score));
    lengths.push(scored(({ words }) => words.length));
    yield (k + 1) / (FOLDS + 1);
  }
  if (folds.length === 0) return null;
  const { auc: byLength } = aucOverQueries(lengths, queries, seed);
  return {
    ...aucOverQueries(folds, queries, seed),
    queries,
    length_auc: Math.max(byLength, 1 - byLength),
    ...giveaways(
      [...passage.keys()].map((row) => ({
        surface: surfaces(passage[row]),
        isNegative: isNegative[row] === 1,
      })),
    ),
  };
}

/** Whether a source is given away: its interval lies above the largest AUC of the references and above one half. */
export function isGivenAway({ low }: Auc, references: readonly Auc[]): boolean {
  return references.length > 0 && low > Math.max(0.5, ...references.map(({ auc }) => auc));
}
