/** Marks in words. */

import type { Mark } from '../../candidates/marks/marks';
import { countOf, formatCount } from '../../ui/words';
import type { PairPlaces } from '../../scoring/pairs';

/** The word of each mark as it stands beside a pair, and the key that sets it. */
export const MARK_WORDS: Readonly<
  Record<Mark, { readonly marked: string; readonly act: string; readonly key: string }>
> = {
  keep: { marked: 'kept', act: 'Keep', key: 'K' },
  drop: { marked: 'dropped', act: 'Drop', key: 'D' },
  'false-negative': { marked: 'false negative', act: 'False negative', key: 'F' },
};

/** What was said of a pair: its mark, and that it has a note. */
export function saidInWords(mark: Mark | null, note: string): string[] {
  return [...(mark === null ? [] : [MARK_WORDS[mark].marked]), ...(note === '' ? [] : ['note'])];
}

/** Such as `Note: 1 pair`: what can be undone; of no note where one was taken away. */
export function noteInWords(note: string, pairs: readonly PairPlaces[]): string {
  return `${note === '' ? 'No note' : 'Note'}: ${pairsInWords(pairs)}`;
}

/** Such as `Drop: 61 pairs`. */
export function changeInWords(mark: Mark | null, pairs: readonly PairPlaces[]): string {
  return `${mark === null ? 'No mark' : MARK_WORDS[mark].act}: ${pairsInWords(pairs)}`;
}

/** What an import brought. @param contrary labels that contradict one that was there */
export function importedInWords(from: string, labels: number, contrary: number): string {
  const brought = `${countOf(labels, 'label')} from ${from}`;
  if (contrary === 0) return `${brought}; none contradicts what was there.`;
  return (
    `${brought}; ${formatCount(contrary)} ${contrary === 1 ? 'contradicts' : 'contradict'} what was there. ` +
    'Yours count first; of one author the newer label counts.'
  );
}

function pairsInWords(pairs: readonly PairPlaces[]): string {
  return countOf(
    pairs.reduce((sum, { records }) => sum + records.length, 0),
    'pair',
  );
}
