/** What can be told of a source's negatives without the query: in the report, and in words. */

import { isGivenAway, type Shortcut, type SourceShortcut } from '../shortcuts/shortcuts';
import { formatPercent } from '../ui/words';
import type { ReportShortcut } from './result';

/**
 * Each source against the references, a reference against the other ones.
 * @param isReference whether a source, by its key, is a reference
 */
export function judgeShortcuts(
  found: readonly SourceShortcut[],
  isReference: (source: number) => boolean,
): ReadonlyMap<number, ReportShortcut> {
  const references = found.filter(({ source }) => isReference(source));
  return new Map(
    found.map(({ source, shortcut }) => {
      const others = references.flatMap((each) => (each.source === source ? [] : (each.shortcut ?? [])));
      return [source, shortcut && { ...shortcut, flagged: isGivenAway(shortcut, others) }];
    }),
  );
}

/** AUC of the length alone from which on the length is named. */
const BY_LENGTH = 0.7;

/** `they are 28 % shorter`, `“gives” stands in 1 % of them and in 10 % of the positives`; empty for neither. */
export function giveawayInWords({
  negative_words: own,
  positive_words: theirs,
  length_auc,
  words,
}: Shortcut): string {
  if (length_auc >= BY_LENGTH && own !== theirs && theirs > 0) {
    const share = Math.abs(own - theirs) / theirs;
    return `they are ${formatPercent(share, 0)} ${own < theirs ? 'shorter' : 'longer'}`;
  }
  const [first] = words;
  if (!first) return '';
  const { word, negatives, positives } = first;
  return `“${word}” stands in ${formatPercent(negatives, 0)} of them and in ${formatPercent(positives, 0)} of the positives`;
}
