/** Why a pair is here, in sentences from its figures and findings. */

import type { ViewedPair } from '../../../crossfilter/pair-views';
import { isHighCoverage, isInverted } from '../../../scoring/buckets';
import { overlapOf } from '../../../scoring/cosines';
import { capitalised, countInWords, formatPercent, formatSigned, listInWords } from '../../../ui/words';
import type { FoundId } from '../../../crossfilter/found';
import { FOUND } from '../../../session/audit/finding-words';
import type { DifferingWords } from './differing-words';

/** What has a sentence of its own. */
const TOLD: readonly FoundId[] = ['same_text', 'near_text', 'other_positive', 'near_positive', 'unrelated'];

/** |m| below this is hardly a lead. */
const SMALL_LEAD = 0.03;

/** Such as `Suspicion 0.71: cosine 0.915 to the positive, 51 % of their words shared.`: it is the mean of both. */
function suspicionInWords({ figures: { cos, suspicion } }: Pick<ViewedPair, 'figures'>): string {
  const shared = formatPercent(overlapOf(suspicion, cos), 0);
  return `Suspicion ${suspicion.toFixed(2)}: cosine ${cos.toFixed(3)} to the positive, ${shared} of their words shared.`;
}

/** @param difference between positive and negative; null if they have little in common */
export function reasonsOf({ figures, found }: ViewedPair, difference: DifferingWords | null): string[] {
  const has = (id: FoundId) => found.includes(id);
  const reasons: string[] = [];
  if (has('same_text')) {
    reasons.push('It is the positive itself: drop it.');
  } else {
    reasons.push(suspicionInWords({ figures }) + wordsApart(difference));
  }
  if (has('near_text') && difference === null) reasons.push('It has nearly the words of the positive.');
  if (has('other_positive')) {
    reasons.push('This passage is also the positive of another query.');
  }
  const m = formatSigned(figures.m, 3);
  if (isInverted(figures.m)) {
    reasons.push(`The encoder prefers it to the positive: lead m = ${m}.`);
  } else if (Math.abs(figures.m) < SMALL_LEAD && !has('same_text')) {
    reasons.push(`The encoder hardly tells the two apart: lead m = ${m}.`);
  }
  if (has('near_positive') && !has('same_text')) {
    reasons.push('If it answers the query, training on it would teach the encoder to reject the answer.');
  }
  if (has('unrelated')) {
    reasons.push(
      'Neither words nor meaning tie it to the query: a random passage, or a query that the encoder cannot read.',
    );
  } else if (figures.eta <= 0.25) {
    reasons.push(`It lies far from the positive: η = ${figures.eta.toFixed(2)}, an easy negative.`);
  }
  if (isHighCoverage(figures.C)) {
    reasons.push(
      `It has ${Math.round(100 * figures.C)} % of the query’s words, by weight. That may be why it was mined.`,
    );
  }
  const others = FOUND.filter(({ id }) => has(id) && !TOLD.includes(id)).map(({ words }) => words);
  if (others.length > 0) reasons.push(`Also found: ${listInWords(others)}.`);
  return reasons;
}

function wordsApart(difference: DifferingWords | null): string {
  if (difference === null) return '';
  const count = Math.max(difference.first.size, difference.second.size);
  if (count === 0) return ' The words are the same; only signs or spaces differ.';
  return ` ${capitalised(countInWords(count))} ${count === 1 ? 'word differs' : 'words differ'}.`;
}
