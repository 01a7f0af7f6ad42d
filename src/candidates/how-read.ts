/** How a file was read, in words, for page and terminal: which field as what, and what was counted beside. */

import { countOf, listInWords } from '../ui/words';
import type { FileCounts } from './outcomes';
import type { FieldRoles } from './reading';

const BY: Readonly<Record<FieldRoles['by'], string>> = {
  format: 'by its format',
  names: 'by its names',
  order: 'by the order of its columns',
  user: 'as you said',
};

/** `Read by its names: query from question, positive from answer, negatives from neg; left alone: id.` */
export function rolesInWords(roles: FieldRoles): string {
  const { by, query, positive, negatives, titles, label, id, relevant, leftAlone } = roles;
  const parts = [
    `query from ${query}`,
    `positive from ${positive}`,
    `negatives from ${listInWords([...negatives])}`,
    ...(titles.length > 0 ? [`titles from ${listInWords([...titles])}`] : []),
    ...(label === null ? [] : [`label from ${label}`]),
    ...(relevant === null ? [] : [`relevant from grade ${relevant}`]),
    ...(id === null ? [] : [`id from ${id}`]),
  ];
  const rest = leftAlone.length === 0 ? '' : `; left alone: ${leftAlone.join(', ')}`;
  return `Read ${BY[by]}: ${parts.join(', ')}${rest}.`;
}

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
