/** What of an evaluation stands in a source, in words. */

import type { EvaluationCounts, FoundEvaluation } from '../candidates/outcomes';
import { countOf, listInWords } from '../ui/words';

/** `30 positives and 4 negatives`; empty where there is none. */
export function documentsInWords({
  positives,
  negatives,
}: Pick<EvaluationCounts, 'positives' | 'negatives'>): string {
  return listInWords([
    ...(positives > 0 ? [countOf(positives, 'positive')] : []),
    ...(negatives > 0 ? [countOf(negatives, 'negative')] : []),
  ]);
}

/** Whole sentences about what is nearly, and not quite, of the evaluation. */
export function nearInWords(name: string, { near, nearDocuments }: FoundEvaluation): string[] {
  const documents = documentsInWords(near);
  const parts = [
    ...(near.records > 0 ? [countOf(near.records, 'record')] : []),
    ...(documents === '' ? [] : [documents]),
  ];
  return [
    ...(parts.length === 0
      ? []
      : [
          `${listInWords(parts)} of ${name} have nearly the words of the evaluation. Read them: most are other texts.`,
        ]),
    ...(nearDocuments
      ? []
      : [`${name} has too many passages to look for near copies: only equal ones were found.`]),
  ];
}
