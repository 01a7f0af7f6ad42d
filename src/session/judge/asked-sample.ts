/** Size and seed of the sample to judge, from the page's address: `?judge-sample=` and `?judge-seed=`. */

import { JUDGE_SEED, JUDGED_PAIRS, MOST_JUDGED } from '../../judge/sample';
import { formatCount } from '../../ui/words';

/** What is no whole number within its bounds is left out, and said: a sentence each. */
export function askedSample(search: string): {
  readonly size: number;
  readonly seed: number;
  readonly problems: readonly string[];
} {
  const asked = new URLSearchParams(search);
  const problems: string[] = [];
  const read = (name: string, start: number, least: number, most: number): number => {
    const text = asked.get(name);
    if (text === null) return start;
    const value = wholeIn(text, least, most);
    if (value === null) {
      const bounds = `from ${formatCount(least)} to ${formatCount(most)}`;
      problems.push(`“${name}=${text}” was left out: it is a whole number ${bounds}.`);
    }
    return value ?? start;
  };
  const size = read('judge-sample', JUDGED_PAIRS, 1, MOST_JUDGED);
  const seed = read('judge-seed', JUDGE_SEED, 0, 2 ** 32 - 1);
  return { size, seed, problems };
}

/** A whole number within bounds; null for anything else. */
function wholeIn(text: string, least: number, most: number): number | null {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : null;
}
