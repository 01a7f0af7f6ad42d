/** What is said of a mining on page and terminal: of its input, its source and a language model's replies. */

import type { CorpusCounts } from '../mining/corpus';
import { NEAR_TEXT, type NearCopies } from '../mining/copies';
import type { CardMethod, MiningCard } from '../mining/card';
import type { MiningCounts } from '../mining/mine';
import { RULES, type Rule } from '../mining/options';
import { excerptOf } from '../candidates/fault';
import { countOf, formatCount, formatPercent } from '../ui/words';
import type { ReplyCounts } from './llm';
import type { SourceRequest } from './miner';
import type { ReadFile } from './evaluation';
import type { ReadInput } from './read';

/** What was read, without its texts. */
export interface InputSummary {
  readonly files: readonly ReadFile[];
  readonly counts: CorpusCounts;
  /** What was left out, a sentence or line each, without full stops. */
  readonly notes: readonly string[];
  readonly first: { readonly query: string; readonly positive: string };
  readonly copies: NearCopies;
}

export function summaryOf(input: ReadInput, copies: NearCopies): InputSummary {
  const { records, texts, counts } = input.corpus;
  const [first] = records;
  return {
    files: input.files,
    counts,
    notes: inputNotes(input),
    first: { query: first?.query ?? '', positive: texts[first?.positives[0] ?? -1] ?? '' },
    copies,
  };
}

/** What was left out of the input, and what else is to be known of it before mining, a line each. */
export function inputNotes({
  corpus: { counts, exampleOfTwoTexts, evaluation },
  evaluationQueries,
  files,
  rejects,
  settings,
}: ReadInput): string[] {
  const queries = (count: number) => countOf(count, 'query', 'queries');
  const avoids = files.some(({ words }) => words === 'evaluation');
  return [
    ...(avoids
      ? [`${countOf(evaluation.size, 'passage')} relevant for the evaluation, never negatives`]
      : []),
    ...counted([
      [counts.blank_passages, (count) => `${countOf(count, 'blank passage')} left out`],
      [counts.repeated_passages, (count) => `${countOf(count, 'repeated passage')}: each text counts once`],
      [
        counts.ids_with_two_texts,
        (count) =>
          `${countOf(count, 'passage')} under an id with another text, such as ${exampleOfTwoTexts ?? ''}: the first counts`,
      ],
      [
        counts.positives_added,
        (count) => `${countOf(count, 'positive')} added to the corpus, which lacked them`,
      ],
      [
        counts.passages_left_out,
        (count) =>
          `${countOf(count, 'passage')} not drawn into the sample (seed ${settings.sample?.seed ?? ''})`,
      ],
      [counts.blank_queries, (count) => `${countOf(count, 'blank query', 'blank queries')} left out`],
      [
        counts.repeated_queries,
        (count) => `${queries(count)} under an id that came before: the first counts`,
      ],
      [
        counts.joined_rows,
        (count) => `${countOf(count, 'row')} joined to a record with the same id and query`,
      ],
      [counts.queries_without_positive, (count) => `${queries(count)} without a positive, not mined for`],
      [
        counts.unknown_queries,
        (count) => `${countOf(count, 'judged query', 'judged queries')} that no file has`,
      ],
      [counts.unknown_positives, (count) => `${countOf(count, 'judged document')} that no corpus has`],
      [
        evaluationQueries,
        (count) =>
          `${queries(count)} of the evaluation among those that are mined for: training on them leaks it`,
      ],
    ]),
    ...files
      .filter(({ rejected }) => rejected > 0)
      .map(
        ({ name, read, rejected }) => `${name}: ${formatCount(rejected)} of ${formatCount(read)} rejected`,
      ),
    ...rejects.map(({ file, placeKind, place, message }) => `${file}, ${placeKind} ${place}: ${message}`),
  ];
}

/** How many passages are nearly a positive, what a mining makes of them, and examples; empty where there are none. */
export function copiesNotes({ passages, examples }: NearCopies, asked: readonly SourceRequest[]): string[] {
  if (passages === 0) return [];
  const isKept = asked.some(({ parts }) => parts.some(({ options }) => options.exclude_copies === null));
  return [
    `${copiesInWords(passages)}. ${
      isKept
        ? `They may become negatives of its query; --exclude copies:${NEAR_TEXT} leaves them out.`
        : 'They are left out as negatives of its query; --exclude none keeps them.'
    }`,
    ...examples.map(
      ({ positive, passage }) => `  positive: ${excerptOf(positive)}\n  passage:  ${excerptOf(passage)}`,
    ),
  ];
}

/** `12 passages are nearly the same as a positive: at least 80 % of their words`. */
export function copiesInWords(passages: number): string {
  const are = passages === 1 ? 'is' : 'are';
  return `${countOf(passages, 'passage')} ${are} nearly the same as a positive: ${formatPercent(NEAR_TEXT, 0)} of the words or more`;
}

/** What was left out of a language model's answers. */
export function leftOutNotes({ records_without_reply, left_out }: ReplyCounts): string[] {
  const why = Object.entries(left_out)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason} ${formatCount(count)}`);
  return [
    ...counted([
      [records_without_reply, (count) => `${countOf(count, 'record')} without an answer that can be used`],
    ]),
    ...(why.length > 0 ? [`Negatives left out: ${why.join(', ')}`] : []),
  ];
}

/** What became of the candidates that were looked at; only what counted any. */
export function ruleCounts({ rules }: MiningCounts): { readonly rule: Rule; readonly count: number }[] {
  return RULES.map((rule) => ({ rule, count: rules[rule] })).filter(({ count }) => count > 0);
}

/** What is to be said of a mining beside its rules. */
export function partNotes({ counts, options }: CardMethod): string[] {
  const asked = formatCount(options.num_negatives);
  const others = counted([
    [counts.short, (count) => `${countOf(count, 'record')} with fewer than ${asked}`],
    [counts.dropped, (count) => `${countOf(count, 'short record')} dropped`],
    [counts.filled, (count) => `${countOf(count, 'random passage')} filled in`],
    [counts.ties, (count) => `${countOf(count, 'equal score')}, kept in corpus order`],
    [
      counts.queries_without_words,
      (count) => `${countOf(count, 'query', 'queries')} without a word of the corpus`,
    ],
    [
      counts.negative_positive_scores,
      (count) => `${countOf(count, 'record')} with a positive scored below 0`,
    ],
    [
      counts.first_above_positives,
      (count) => `${countOf(count, 'record')} whose first negative scores above every positive`,
    ],
    [
      counts.depth_above_corpus ? counts.depth : 0,
      (count) => `${formatCount(count)} candidates asked for, more than the corpus has`,
    ],
  ]);
  return [...emptyNotes({ counts }), ...others];
}

/** The rules that a deeper search may get round. */
const LIMITS: ReadonlySet<string> = new Set<Rule>([
  'absolute_margin',
  'relative_margin',
  'max_score',
  'near_copy',
]);

/** Which queries got nothing, and what helps, a sentence for each reason. */
export function emptyNotes({ counts }: Pick<CardMethod, 'counts'>): string[] {
  return Object.entries(counts.empty_because).map(([reason, count]) => {
    if (reason === 'no_candidates') return `${countOf(count, 'query', 'queries')} found no candidate.`;
    const lost = `${countOf(count, 'query', 'queries')} lost all candidates to ${reason}.`;
    if (LIMITS.has(reason) && !counts.depth_above_corpus) {
      return `${lost} Search deeper: range_max above ${formatCount(counts.depth)}.`;
    }
    return reason === 'range_min' ? `${lost} Lower it: the search ends before.` : lost;
  });
}

/** What is to be said of a whole source. */
export function sourceNotes({ union, output }: MiningCard): string[] {
  return [
    ...(union === null
      ? []
      : [
          `${formatCount(union.shared)} negatives found by more than one, ${formatCount(union.not_in_all)} records not in all`,
        ]),
    ...counted([
      [output.left_out, (count) => `${countOf(count, 'record')} left out: the form has no row for them`],
    ]),
  ];
}

function counted(notes: readonly (readonly [number, (count: number) => string])[]): string[] {
  return notes.flatMap(([count, words]) => (count > 0 ? [words(count)] : []));
}
