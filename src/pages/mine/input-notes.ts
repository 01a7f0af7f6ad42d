/** What was left out of the input, in words. */

import type { InputSummary } from '../../miner/host';
import { countOf } from '../../ui/words';

export function inputNotes({ counts, exampleOfTwoTexts, rejects }: InputSummary): string[] {
  const counted: readonly [number, string][] = [
    [counts.blank_passages, `${countOf(counts.blank_passages, 'blank passage')} left out`],
    [
      counts.repeated_passages,
      `${countOf(counts.repeated_passages, 'repeated passage')}: each text counts once`,
    ],
    [
      counts.ids_with_two_texts,
      `${countOf(counts.ids_with_two_texts, 'passage')} under an id with another text, such as ${exampleOfTwoTexts ?? ''}: the first counts`,
    ],
    [
      counts.positives_added,
      `${countOf(counts.positives_added, 'positive')} added to the corpus, which lacked them`,
    ],
    [counts.passages_left_out, `${countOf(counts.passages_left_out, 'passage')} not drawn into the sample`],
    [counts.blank_queries, `${countOf(counts.blank_queries, 'blank query', 'blank queries')} left out`],
    [
      counts.repeated_queries,
      `${countOf(counts.repeated_queries, 'query', 'queries')} under an id that came before: the first counts`,
    ],
    [
      counts.queries_without_positive,
      `${countOf(counts.queries_without_positive, 'query', 'queries')} without a positive, not mined for`,
    ],
    [
      counts.unknown_queries,
      `${countOf(counts.unknown_queries, 'judged query', 'judged queries')} that no file has`,
    ],
    [counts.unknown_positives, `${countOf(counts.unknown_positives, 'judged document')} that no corpus has`],
  ];
  return [...counted.filter(([count]) => count > 0).map(([, words]) => words), ...rejects];
}
