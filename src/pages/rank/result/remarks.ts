/** What reading a file found, in words. */

import type { FileCounts } from '../../../candidates/outcomes';
import type { Result } from '../../../report/result';
import { countOf, formatCount, formatPercent } from '../../../ui/words';

type Remark = readonly [keyof FileCounts, string, string];

/** Of a source's own records. */
const OF_SOURCE: readonly Remark[] = [
  ['duplicateNegativesRemoved', 'duplicate negative', 'removed'],
  ['blankNegativesRemoved', 'blank negative', 'removed'],
  ['excludedNegatives', 'negative', 'excluded by the file’s scores (−∞)'],
  ['furtherPositivesIgnored', 'further positive', 'ignored'],
  ['positivesNotFound', 'positive', 'of the judgements not in the corpus'],
];

/** Of the file: the same for all its sources. */
const OF_FILE: readonly Remark[] = [
  ['merged', 'line', 'joined by query and positive'],
  ['repeated', 'repeated line', ''],
  ['leftOut', 'record', 'left out by the sample'],
];

/** Of a source's records that were loaded but may be wrong. */
const OF_SOURCE_TOO: readonly Remark[] = [
  ['normalisedRecords', 'record', 'brought to unit norm'],
  ['recordsOfKnownPositives', 'record', 'with known positives only as negatives'],
  ['missingScores', 'record', 'with a missing score'],
  ['duplicateQueryIds', 'record', 'with the query id of an earlier one'],
];

/** Remarks on a source that shares its file with others. */
export function sourceRemarks(counts: FileCounts): string[] {
  return [...inWords(counts, OF_SOURCE), ...inWords(counts, OF_SOURCE_TOO)];
}

/** Remarks on a file with several sources, from the counts of any of them. */
export function fileRemarks(counts: FileCounts): string[] {
  return inWords(counts, OF_FILE);
}

/** Remarks on a file that is one source. */
export function allRemarks(counts: FileCounts): string[] {
  return [...inWords(counts, OF_SOURCE), ...fileRemarks(counts), ...inWords(counts, OF_SOURCE_TOO)];
}

function inWords(counts: FileCounts, remarks: readonly Remark[]): string[] {
  return remarks.flatMap(([key, noun, what]) =>
    counts[key] > 0 ? [`${countOf(counts[key], noun)} ${what}`.trimEnd()] : [],
  );
}

/** `121 negatives equal the positive`; empty where none does. */
export function copiesRemark({ negativesEqualPositive: count }: FileCounts): string {
  if (count === 0) return '';
  return `${countOf(count, 'negative')} ${count === 1 ? 'equals' : 'equal'} the positive`;
}

/** `97 of 812 texts (11.9 %) are longer than 128 tokens.`, and what follows; empty where none is. */
export function cutInWords({ encoder, cost }: Pick<Result, 'encoder' | 'cost'>): string {
  const { texts, cut_texts: cut = 0 } = cost;
  if (cut === 0 || !('settings' in encoder)) return '';
  const read = formatCount(encoder.settings.max_tokens);
  const share = `${formatCount(cut)} of ${countOf(texts, 'text')} (${formatPercent(cut / texts)})`;
  const longer = `${share} ${cut === 1 ? 'is' : 'are'} longer than ${read} tokens`;
  return `${longer}. The encoder read only their first ${read}.`;
}
