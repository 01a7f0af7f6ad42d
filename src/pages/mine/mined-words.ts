/** What a mining counted, in words. */

import type { ReplyCounts } from '../../miner/llm';
import type { CardMethod } from '../../mining/card';
import type { MiningCounts } from '../../mining/mine';
import { RULES, type Rule } from '../../mining/select';
import { countOf, formatCount } from '../../ui/words';

/** What was left out of a language model's answers. */
export function leftOutNotes({ records_without_reply: without, left_out }: ReplyCounts): string[] {
  const why = Object.entries(left_out)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason} ${formatCount(count)}`);
  return [
    ...(without > 0 ? [`${countOf(without, 'record')} without an answer that can be used`] : []),
    ...(why.length > 0 ? [`Negatives left out: ${why.join(', ')}`] : []),
  ];
}

/** What became of the candidates that were looked at; only what counted any. */
export function ruleCounts({ rules }: MiningCounts): { readonly rule: Rule; readonly count: number }[] {
  return RULES.map((rule) => ({ rule, count: rules[rule] })).filter(({ count }) => count > 0);
}

/** What is to be said of a mining beside its rules. */
export function partNotes({ counts, options }: CardMethod): string[] {
  const why = Object.entries(counts.empty_because).map(
    ([reason, count]) => `${reason} ${formatCount(count)}`,
  );
  const said: readonly [number, string][] = [
    [
      counts.short,
      `${countOf(counts.short, 'record')} with fewer than ${formatCount(options.num_negatives)}`,
    ],
    [counts.empty, `${countOf(counts.empty, 'record')} empty (${why.join(', ')})`],
    [counts.dropped, `${countOf(counts.dropped, 'short record')} dropped`],
    [counts.filled, `${countOf(counts.filled, 'random passage')} filled in`],
    [counts.ties, `${countOf(counts.ties, 'candidate')} tied, in the order of documents`],
    [
      counts.queries_without_words,
      `${countOf(counts.queries_without_words, 'query', 'queries')} without a word of the corpus`,
    ],
    [
      counts.negative_positive_scores,
      `${countOf(counts.negative_positive_scores, 'record')} with a positive scored below 0`,
    ],
  ];
  const notes = said.filter(([count]) => count > 0).map(([, words]) => words);
  if (counts.depth_above_corpus) {
    notes.push(`${formatCount(counts.depth)} candidates asked for, more than the corpus has`);
  }
  return notes;
}
