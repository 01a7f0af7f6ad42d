/** Marks in words. */

import type { Mark } from '../../candidates/marks/marks';
import { countOf } from '../../ui/words';

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

/** `Note: 1 pair`, as the words of what can be undone; of no note where one was taken away. */
export function noteInWords(note: string, pairs: number): string {
  return `${note === '' ? 'No note' : 'Note'}: ${countOf(pairs, 'pair')}`;
}

/** `Drop: 61 pairs`, as the words of what can be undone. */
export function changeInWords(mark: Mark | null, pairs: number): string {
  return `${mark === null ? 'No mark' : MARK_WORDS[mark].act}: ${countOf(pairs, 'pair')}`;
}
