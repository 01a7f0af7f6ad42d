/** What reading a file found, in words. */

import type { FileCounts } from '../../../candidates/outcomes';
import type { Result } from '../../../report/result';
import { countOf, formatCount, formatPercent } from '../../../ui/words';

type Remark = readonly [of: 'source' | 'file', key: keyof FileCounts, noun: string, what: string];

/** Those of the file are the same for all its sources. */
const REMARKS: readonly Remark[] = [
  ['source', 'duplicateNegativesRemoved', 'duplicate negative', 'removed'],
  ['source', 'blankNegativesRemoved', 'blank negative', 'removed'],
  ['source', 'excludedNegatives', 'negative', 'excluded by the file’s scores (−∞)'],
  ['source', 'furtherPositivesIgnored', 'further positive', 'ignored'],
  ['source', 'positivesNotFound', 'positive', 'of the judgements not in the corpus'],
  ['file', 'merged', 'line', 'joined by query and positive'],
  ['file', 'repeated', 'repeated line', ''],
  ['file', 'leftOut', 'record', 'left out by the sample'],
  ['source', 'normalisedRecords', 'record', 'brought to unit norm'],
  ['source', 'recordsOfKnownPositives', 'record', 'with known positives only as negatives'],
  ['source', 'missingScores', 'record', 'with a missing score'],
  ['source', 'duplicateQueryIds', 'record', 'with the query id of an earlier one'],
];

/** `1 duplicate negative removed, 2 repeated lines`. @param of what: of a source, of its file, or of both where it is left out */
export function remarksOf(counts: FileCounts, of?: Remark[0]): string {
  return REMARKS.flatMap(([whose, key, noun, what]) =>
    counts[key] > 0 && (of ?? whose) === whose ? [`${countOf(counts[key], noun)} ${what}`.trimEnd()] : [],
  ).join(', ');
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
