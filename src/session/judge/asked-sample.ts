/** Size and seed of the sample to judge, from the page's address: `?judge-sample=` and `?judge-seed=`. */

import { JUDGE_SEED, JUDGED_PAIRS, MOST_JUDGED } from '../../judge/sample';

/** What is no whole number within its bounds is ignored. */
export function askedSample(search: string): { readonly size: number; readonly seed: number } {
  const asked = new URLSearchParams(search);
  return {
    size: wholeIn(asked.get('judge-sample'), 1, MOST_JUDGED) ?? JUDGED_PAIRS,
    seed: wholeIn(asked.get('judge-seed'), 0, 2 ** 32 - 1) ?? JUDGE_SEED,
  };
}

/** A whole number within bounds; null for anything else. */
function wholeIn(text: string | null, least: number, most: number): number | null {
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : null;
}
