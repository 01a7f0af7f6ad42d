/**
 * Can a source's negatives be told from its positives without the query? If so, a model may learn that and ignore the
 * query. A linear classifier over surface features, judged on queries and passages that it has not seen.
 */

import type { Sliced } from '../scoring/sliced';
import { aucOverUnits, type Auc, type ScoredFold } from './auc';
import { trained } from './classifier';
import { giveawaysInSlices, type Giveaways } from './giveaways';
import type { Surface } from './surface';

export const FOLDS = 5;

/** With fewer sampling units there are no folds to speak of. */
const LEAST_UNITS = 10;

/** Items looked at: the first units of the seeded order that have so many in all. */
export const MOST_ITEMS = 20_000;

/** Passages of a source in their roles, a row each; rows of one sampling unit stand together. */
export interface RoleRows {
  /** The unit of each row, from 0. */
  readonly unit: Int32Array;
  readonly passage: Int32Array;
  /** 1: a negative, 0: the positive. */
  readonly isNegative: Uint8Array;
  readonly units: number;
}

export interface Shortcut extends Auc, Giveaways {
  readonly units: number;
  /** AUC of the number of words alone, at least one half. */
  readonly length_auc: number;
}

/** A source with what was found; null with too few units. */
export interface SourceShortcut {
  /** Key of the source. */
  readonly source: number;
  readonly shortcut: Shortcut | null;
}

/**
 * Cross-validated over five folds of units. What is tested is left out of training as a passage: a positive of one query is
 * a negative of another, and would otherwise be known by heart in the wrong role.
 * @param fold of each unit, from 0 to 4
 * @returns null with too few units to say anything
 */
export function* shortcutInSlices(
  { unit, passage, isNegative, units }: RoleRows,
  fold: Int32Array,
  surfaces: (passage: number) => Surface,
  seed: number,
): Sliced<Shortcut | null> {
  if (units < LEAST_UNITS) return null;
  const folds: ScoredFold[] = [];
  const lengths: ScoredFold[] = [];
  for (let k = 0; k < FOLDS; k++) {
    const isTested = (row: number) => fold[unit[row]] === k;
    const tested = [...unit.keys()].filter(isTested);
    const seen = new Set(tested.map((row) => passage[row]));
    const training = [...unit.keys()].filter((row) => !isTested(row) && !seen.has(passage[row]));
    const kinds = new Set(training.map((row) => isNegative[row]));
    if (tested.length === 0 || kinds.size < 2) continue;
    const score = trained(
      training.map((row) => ({ surface: surfaces(passage[row]), isNegative: isNegative[row] === 1 })),
      seed,
    );
    const scored = (of: (surface: Surface) => number): ScoredFold => ({
      scores: Float64Array.from(tested, (row) => of(surfaces(passage[row]))),
      isNegative: Uint8Array.from(tested, (row) => isNegative[row]),
      unit: Int32Array.from(tested, (row) => unit[row]),
    });
    folds.push(scored(score));
    lengths.push(scored(({ words }) => words.length));
    yield (k + 1) / (FOLDS + 1);
  }
  if (folds.length === 0) return null;
  const { auc: byLength } = aucOverUnits(lengths, units, seed);
  const words = giveawaysInSlices(
    [...passage.keys()].map((row) => ({
      unit: unit[row],
      passage: passage[row],
      surface: surfaces(passage[row]),
      isNegative: isNegative[row] === 1,
    })),
    seed,
  );
  let found = words.next();
  for (; found.done !== true; found = words.next()) yield (FOLDS + found.value) / (FOLDS + 1);
  return {
    ...aucOverUnits(folds, units, seed),
    units,
    length_auc: Math.max(byLength, 1 - byLength),
    ...found.value,
  };
}

/**
 * Whether a source is given away: its interval lies above the largest AUC of the references and above one half.
 * @returns null without references: there is nothing to compare with
 */
export function isGivenAway({ low }: Auc, references: readonly Auc[]): boolean | null {
  return references.length === 0 ? null : low > Math.max(0.5, ...references.map(({ auc }) => auc));
}
