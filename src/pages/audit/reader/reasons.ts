/** Why a pair is here, in sentences from its figures and findings. */

import type { ViewedPair } from '../../../crossfilter/pair-views';
import { isHighCoverage, isInverted } from '../../../scoring/buckets';
import { overlapOf } from '../../../scoring/cosines';
import { formatPercent, formatSigned, listInWords, told } from '../../../ui/words';
import type { FoundId } from '../../../crossfilter/found';
import { FOUND } from '../../../session/audit/finding-words';

/** What has a sentence of its own. */
const TOLD: readonly FoundId[] = ['same_text', 'near_text', 'other_positive', 'near_positive', 'unrelated'];

/** |m| below this is hardly a lead. */
const SMALL_LEAD = 0.03;

export function reasonsOf({ figures, found }: ViewedPair): string[] {
  const { m, eta, C, cos, suspicion } = figures;
  const has = (id: FoundId) => found.includes(id);
  const isCopy = has('same_text');
  const shared = formatPercent(overlapOf(suspicion, cos), 0);
  const lead = `lead m = ${formatSigned(m, 3)}`;
  const others = FOUND.filter(({ id }) => has(id) && !TOLD.includes(id)).map(({ words }) => words);
  return told([
    isCopy
      ? 'It is the positive itself: drop it.'
      : `Suspicion ${suspicion.toFixed(2)}: cosine ${cos.toFixed(3)} to the positive, ${shared} of their words shared.`,
    has('near_text') && 'It has nearly the words of the positive.',
    has('other_positive') && 'This passage is also the positive of another query.',
    isInverted(m) && `The encoder prefers it to the positive: ${lead}.`,
    !isInverted(m) &&
      Math.abs(m) < SMALL_LEAD &&
      !isCopy &&
      `The encoder hardly tells the two apart: ${lead}.`,
    has('near_positive') &&
      !isCopy &&
      'If it answers the query, training on it would teach the encoder to reject the answer.',
    has('unrelated') &&
      'Neither words nor meaning tie it to the query: a random passage, or a query that the encoder cannot read.',
    !has('unrelated') &&
      eta <= 0.25 &&
      `It lies far from the positive: η = ${eta.toFixed(2)}, an easy negative.`,
    isHighCoverage(C) &&
      `It has ${Math.round(100 * C)} % of the query’s words, by weight. That may be why it was mined.`,
    others.length > 0 && `Also found: ${listInWords(others)}.`,
  ]);
}
