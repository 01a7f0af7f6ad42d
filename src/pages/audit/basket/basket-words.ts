/** The basket in words. */

import type { BesideList } from '../../../candidates/clean/beside-lists';
import type { CleanedDownload } from '../../../candidates/clean/download';
import { countOf, formatCount, formatPercent, formatScore, listInWords, told } from '../../../ui/words';
import type { OpenShare } from '../../../judge/hypergeometric';
import type { RankedSource } from '../../../report/ranking';

/** Rules beside the marks, each with what it takes, in a list and as a count. */
export const RULES = [
  {
    id: 'evaluation',
    words: 'evaluation data: its queries, and its documents as positives or negatives',
    noun: 'evaluation pair',
  },
  { id: 'blanks', words: 'blank negatives', noun: 'blank' },
  { id: 'repeats', words: 'negatives that stand twice in a record', noun: 'repeat' },
  { id: 'blank-lines', words: 'lines with a blank query or positive', noun: 'line' },
  {
    id: 'other-lines',
    words: 'other lines that gave no record: look first, Negscope may have misread them',
    noun: 'other line',
  },
] as const;

export type RuleId = (typeof RULES)[number]['id'];

export interface LosingSource extends Pick<RankedSource, 'id' | 'name' | 'colour'> {
  /** Pairs that leave, scored or not. */
  readonly removed: number;
  /** Its score with 95 % intervals, as it is and without these pairs. */
  readonly before: Scored;
  /** Null while it is being summed, and where nothing is left of the source. */
  readonly after: Scored | null;
}

interface Scored {
  readonly eci: number;
  readonly interval: { readonly low: number | null; readonly high: number | null } | undefined;
}

/** `To remove from 1 file: 39 dropped, 3 false negatives, 42 blanks and 8 lines.` @param rules those that are on */
export function contentsInWords(
  dropped: number,
  falseNegatives: number,
  rules: readonly { readonly count: number; readonly noun: string }[],
  files: number,
): string {
  const parts = told([
    dropped > 0 && `${formatCount(dropped)} dropped`,
    falseNegatives > 0 && countOf(falseNegatives, 'false negative'),
    ...rules.map(({ count, noun }) => countOf(count, noun)),
  ]);
  if (parts.length === 0) return 'Nothing to remove.';
  return `To remove from ${countOf(files, 'file')}: ${listInWords(parts)}.`;
}

/** `Still answers: about 39 % (29 to 51 %).` */
export function answersLeftInWords({ rate, low, high }: OpenShare): string {
  const span =
    low === null || high === null ? '' : ` (${formatPercent(low, 0)} to ${formatPercent(high, 0)})`;
  return `Still answers: about ${formatPercent(rate, 0)}${span}.`;
}

/** `score 0.3021 (0.2871 to 0.3169)`; without an interval where none is known. */
export function scoreInWords({ eci, interval }: Scored): string {
  const { low = null, high = null } = interval ?? {};
  return `${formatScore(eci)}${low === null || high === null ? '' : ` (${formatScore(low)} to ${formatScore(high)})`}`;
}

/** What was written, and what became of lists beside the negatives. */
export function writtenInWords({
  zipName,
  files,
  pairsRemoved,
  recordsRemoved,
}: Omit<CleanedDownload, 'zip'>): string {
  const removed = listInWords([countOf(pairsRemoved, 'pair'), countOf(recordsRemoved, 'record')]);
  const what = files.length === 1 ? (files[0]?.name ?? '') : countOf(files.length, 'cleaned file');
  const lists = files.flatMap(({ of, beside }) =>
    beside.map((list) => `${files.length === 1 ? '' : `${of}: `}${besideInWords(list)}`),
  );
  return [`${zipName} holds ${what} without ${removed}. Its removed.csv says why.`, ...lists].join(' ');
}

/** `` `tags` is as long as the negatives in 3 of 100 records. It is unchanged. `` */
function besideInWords({ name, isCut, led, alike, records }: BesideList): string {
  if (isCut && alike === records) return `\`${name}\` lost the items of the removed negatives.`;
  const length = `\`${name}\` is ${led ? 'one longer than' : 'as long as'} the negatives`;
  const fate = isCut ? 'There it lost the items of the removed ones.' : 'It is unchanged.';
  return `${length} in ${formatCount(alike)} of ${formatCount(records)} records. ${fate}`;
}
