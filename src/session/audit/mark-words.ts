/** Marks in words. */

import { BY_HAND, ME } from '../../candidates/marks/labels';
import type { Mark } from '../../candidates/marks/marks';
import { countOf, formatCount } from '../../ui/words';

/** The word of each mark as it stands beside a pair, and the key that sets it. */
export const MARK_WORDS: Readonly<
  Record<Mark, { readonly marked: string; readonly act: string; readonly key: string }>
> = {
  keep: { marked: 'kept', act: 'Keep', key: 'K' },
  drop: { marked: 'dropped', act: 'Drop', key: 'D' },
  'false-negative': { marked: 'false negative', act: 'False negative', key: 'F' },
};

export function changeInWords(mark: Mark | null, pairs: number): string {
  return `${mark === null ? 'No mark' : MARK_WORDS[mark].act}: ${countOf(pairs, 'pair')}`;
}

/** Who set a mark, in words: what it was set with, else the author. */
export function authorInWords(by: string, via: string | undefined): string {
  return via ?? (by === ME ? BY_HAND : by);
}

/** What an import brought: how many labels, whether any is of a loaded pair, how many contradict one that was there. */
export function importedInWords(
  from: string,
  {
    labels,
    ofLoaded,
    contrary,
  }: { readonly labels: number; readonly ofLoaded: boolean; readonly contrary: number },
): string {
  const brought = `Imported ${countOf(labels, 'label')} from ${from}.`;
  if (!ofLoaded) return `${brought} No loaded pair has one yet. They are kept until you load the files.`;
  if (contrary === 0) return brought;
  return (
    `${brought} ${formatCount(contrary)} ${contrary === 1 ? 'differs' : 'differ'} from labels that were there. ` +
    'Your marks count first. A pair with two verdicts counts as “cannot tell”. Of one author the newer label counts.'
  );
}
