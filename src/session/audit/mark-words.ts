/** Marks in words. */

import { BY_HAND, ME, type Label } from '../../candidates/marks/labels';
import type { Mark } from '../../candidates/marks/marks';
import type { Verdict } from '../../judge/verdicts';
import { countOf, formatCount, listInWords } from '../../ui/words';
import { pairsIn, type PairPlaces } from '../../scoring/pairs';

/** The word of each mark as it stands beside a pair, and the key that sets it. */
export const MARK_WORDS: Readonly<
  Record<Mark, { readonly marked: string; readonly act: string; readonly key: string }>
> = {
  keep: { marked: 'kept', act: 'Keep', key: 'K' },
  drop: { marked: 'dropped', act: 'Drop', key: 'D' },
  'false-negative': { marked: 'false negative', act: 'False negative', key: 'F' },
};

/** What was said of a pair: its mark, what its judges say, and that it has a note. */
export function saidInWords(mark: Mark | null, note: string, verdict: Verdict | null): string[] {
  return [
    ...(mark === null ? [] : [MARK_WORDS[mark].marked]),
    ...(verdict === null ? [] : [`judged: ${verdict}`]),
    ...(note === '' ? [] : ['note']),
  ];
}

/** Such as `Note: 1 pair`: what can be undone; of no note where one was taken away. */
export function noteInWords(note: string, pairs: readonly PairPlaces[]): string {
  return `${note === '' ? 'No note' : 'Note'}: ${pairsInWords(pairs)}`;
}

/** Such as `Drop: 61 pairs`. */
export function changeInWords(mark: Mark | null, pairs: number): string {
  return `${mark === null ? 'No mark' : MARK_WORDS[mark].act}: ${countOf(pairs, 'pair')}`;
}

/** Who set a mark, in words: what it was set with, else the author. */
export function authorInWords(by: string, via: string | undefined): string {
  return via ?? (by === ME ? BY_HAND : by);
}

/**
 * Whether a mark may have been set because of a verdict: all but those of a filter that looks at no label. A mark without a
 * kind may: then its judged answers stay in the sample, and the rate of the rest is not taken for too low.
 */
export function mayFollowVerdicts({ kind }: Pick<Label, 'kind'>): boolean {
  return kind !== 'filter';
}

/** Such as `3 pairs have your mark: left as they are.` */
export function leftInWords(pairs: number): string {
  return `${countOf(pairs, 'pair')} ${pairs === 1 ? 'has your mark: left as it is.' : 'have your mark: left as they are.'}`;
}

/** Who set the marks of judged answers. */
export function judgedBy(judges: readonly string[]): string {
  return `judged by ${listInWords(judges)}`;
}

/** Such as `False negative: 59 judged answers`. */
export function answersInWords(count: number): string {
  return `${MARK_WORDS['false-negative'].act}: ${countOf(count, 'judged answer')}`;
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
  const brought = `${countOf(labels, 'label')} from ${from}`;
  if (!ofLoaded) return `${brought}; none is of a pair that is loaded. Kept all the same.`;
  if (contrary === 0) return `${brought}; none contradicts what was there.`;
  return (
    `${brought}; ${formatCount(contrary)} ${contrary === 1 ? 'contradicts' : 'contradict'} what was there. ` +
    'Your marks count first. Of verdicts that differ the pair counts as “cannot tell”. Of one author the newer label counts.'
  );
}

function pairsInWords(pairs: readonly PairPlaces[]): string {
  return countOf(pairsIn(pairs), 'pair');
}
