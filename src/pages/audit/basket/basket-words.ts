/** The basket in words. */

import type { BesideList } from '../../../candidates/clean/beside-lists';
import type { CleanedDownload } from '../../../candidates/clean/download';
import { countOf, formatCount, formatPercent, formatScore, listInWords } from '../../../ui/words';
import type { OpenShare } from '../../../judge/hypergeometric';
import type { RankedSource } from '../../../report/ranking';

/** Rules beside the marks, each with what it takes. */
export type RuleId = 'evaluation' | 'blanks' | 'repeats' | 'blank-lines' | 'other-lines';

export const RULE_WORDS: Readonly<Record<RuleId, string>> = {
  evaluation: 'evaluation data: its queries, and its documents as positives or negatives',
  blanks: 'blank negatives',
  repeats: 'negatives that stand twice in a record',
  'blank-lines': 'lines with a blank query or positive',
  'other-lines': 'other lines that gave no record: look first, Negscope may have misread them',
};

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

/**
 * `To remove from 1 file: 39 dropped, 3 false negatives, 42 blanks and 8 lines.`
 * @param taken what each rule that is on takes
 */
export function contentsInWords(
  dropped: number,
  falseNegatives: number,
  taken: Readonly<Partial<Record<RuleId, number>>>,
  files: number,
): string {
  const { evaluation = 0, blanks = 0, repeats = 0 } = taken;
  const lines = (taken['blank-lines'] ?? 0) + (taken['other-lines'] ?? 0);
  const parts = [
    dropped > 0 && `${formatCount(dropped)} dropped`,
    falseNegatives > 0 && countOf(falseNegatives, 'false negative'),
    evaluation > 0 && `${countOf(evaluation, 'pair')} of the evaluation`,
    blanks > 0 && countOf(blanks, 'blank'),
    repeats > 0 && countOf(repeats, 'repeat'),
    lines > 0 && countOf(lines, 'line'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'Nothing to remove.';
  return `To remove from ${countOf(files, 'file')}: ${listInWords(parts)}.`;
}

/** `Still answers: about 39 % (29 to 51 %).` */
export function answersLeftInWords({ rate, low, high }: OpenShare): string {
  const span =
    low === null || high === null ? '' : ` (${formatPercent(low, 0)} to ${formatPercent(high, 0)})`;
  return `Still answers: about ${formatPercent(rate, 0)}${span}.`;
}

/** `score 0.302 → 0.304`, or only the first while the second is not known. */
export function scoreInWords({ before, after }: Pick<LosingSource, 'before' | 'after'>): string {
  return after === null
    ? `score ${formatScore(before.eci)}`
    : `score ${formatScore(before.eci)} → ${formatScore(after.eci)}`;
}

/** `95 %: 0.2871 to 0.3169, then 0.2902 to 0.3178`; nothing where no interval is known. */
export function intervalsInWords({ before, after }: Pick<LosingSource, 'before' | 'after'>): string {
  const known = [before, after].flatMap((state) => {
    const { low = null, high = null } = state?.interval ?? {};
    return low === null || high === null ? [] : `${formatScore(low)} to ${formatScore(high)}`;
  });
  return known.length === 0 ? '' : `95\u00a0%: ${known.join(', then ')}`;
}

/** `no record loses all its negatives`. */
export function emptiedInWords(records: number): string {
  if (records === 0) return 'no record loses all its negatives';
  return records === 1
    ? '1 record loses all its negatives and goes'
    : `${countOf(records, 'record')} lose all their negatives and go`;
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
