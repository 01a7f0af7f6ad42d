/** What is said of a mining on page and terminal: of its input, its source and a language model's replies. */

import { excerptOf } from '../candidates/fault';
import { countOf, formatCount, formatPercent, told } from '../ui/words';
import type { CardMethod, MiningCard, SourceRequest } from './card';
import { NEAR_TEXT, type NearCopies } from './copies';
import { counted, INPUT_COUNTS, type CorpusCounts } from './corpus';
import { SUMS, type MiningCounts } from './mine';
import { RULES, type Rule } from './options';
import { leakOf, splitOf, type ReadFile, type ReadInput } from './read';

export interface InputSummary extends Pick<ReadInput, 'files' | 'refused'> {
  readonly counts: CorpusCounts;
  /** What was left out, a sentence or line each, without full stops. */
  readonly notes: readonly string[];
  readonly first: { readonly query: string; readonly positive: string };
  readonly copies: NearCopies;
}

export function summaryOf(input: ReadInput, copies: NearCopies): InputSummary {
  const { files, refused, corpus } = input;
  const { counts, texts, records } = corpus;
  const [record] = records;
  const first = { query: record?.query ?? '', positive: texts[record?.positives[0] ?? -1] ?? '' };
  return { files, counts, refused, notes: inputNotes(input), first, copies };
}

/** What was left out of the input, and what else is to be known of it before mining, a line each. */
function inputNotes({ corpus, evaluationQueries, files }: ReadInput): string[] {
  const { counts, evaluation } = corpus;
  const isOfEvaluation = ({ words }: ReadFile) => words === 'evaluation';
  return told([
    files.some(isOfEvaluation) &&
      `${countOf(evaluation.size, 'passage')} relevant for the evaluation, never negatives`,
    ...counted(counts, INPUT_COUNTS),
    evaluationQueries > 0 &&
      `${countOf(evaluationQueries, 'query', 'queries')} of the evaluation among those mined for: training leaks the evaluation`,
    ...files.map((file) => {
      const split = isOfEvaluation(file) ? null : splitOf(file.path);
      return split !== null && split !== 'train' && `${file.name}: ${leakOf(split)}`;
    }),
    ...files.flatMap(({ name, read, rejected, reasons }) => [
      rejected > 0 && `${name}: ${formatCount(rejected)} of ${formatCount(read)} rejected`,
      ...reasons,
    ]),
  ]);
}

/** How many passages are nearly a positive, what a mining makes of them, and examples; empty where there are none. */
export function copiesNotes({ passages, examples }: NearCopies, asked: readonly SourceRequest[]): string[] {
  if (passages === 0) return [];
  const isKept = asked.some(({ options }) => options.exclude_copies === null);
  const left = isKept ? `--exclude-copies ${NEAR_TEXT} leaves them out` : 'They are left out';
  return [
    `${copiesInWords(passages)}. ${left} as negatives of its query.`,
    ...examples.map(({ positive, passage }) => {
      // From a few words before the two part.
      const from = positive.split('').findIndex((sign, i) => sign !== passage[i]) - 40;
      const shown = (text: string) => excerptOf(from > 0 ? `…${text.slice(from)}` : text);
      return `  positive: ${shown(positive)}\n  passage:  ${shown(passage)}`;
    }),
  ];
}

/** `12 passages nearly the same as a positive: 80 % of the words or more`. */
export function copiesInWords(passages: number): string {
  return `${countOf(passages, 'passage')} nearly the same as a positive: ${formatPercent(NEAR_TEXT, 0)} of the words or more`;
}

/** What became of the candidates that were looked at; only what counted any. */
export function ruleCounts({ rules }: MiningCounts): { readonly rule: Rule; readonly count: number }[] {
  return RULES.map((rule) => ({ rule, count: rules[rule] })).filter(({ count }) => count > 0);
}

/** What is to be said of a mining beside its rules. */
export function partNotes({ counts, options, encoder }: CardMethod): string[] {
  const asked = formatCount(options.num_negatives);
  const cut = encoder?.cut_texts ?? 0;
  return told([
    ...emptyNotes({ counts }),
    encoder !== null &&
      cut > 0 &&
      `${countOf(cut, 'text')} longer than ${formatCount(encoder.max_tokens)} tokens: only the beginning was compared`,
    ...counted(counts, SUMS).map((note) => note.replace('ASKED', asked)),
  ]);
}

/** Which queries got nothing, and what helps, a sentence for each reason without its full stop. */
export function emptyNotes({ counts: { empty_because, depth } }: Pick<CardMethod, 'counts'>): string[] {
  return Object.entries(empty_because).map(([reason, count]) => {
    const queries = countOf(count, 'query', 'queries');
    if (reason === 'no_candidates') return `${queries} found no candidate`;
    const lost = `${queries} got no negative: ${reason} dropped every candidate`;
    // A deeper search gets round no other rule.
    if (depth === null || !/_margin|max_score|near_copy/.test(reason)) return lost;
    return `${lost}; search deeper: range_max above ${formatCount(depth)}`;
  });
}

/** What is to be said of a whole source. */
export function sourceNotes({ output, written_by }: MiningCard): string[] {
  const lost = output.left_out;
  const ofForm = lost > 0 && `${countOf(lost, 'record')} left out: the form has no row for them`;
  if (written_by === undefined) return told([ofForm]);
  const { models } = written_by;
  const { lines, records, records_without_reply: without, left_out } = written_by.counts;
  const by = models.length > 0 ? `; written by ${models.join(', ')}` : '';
  return told([
    `${countOf(lines, 'answer')} read, ${formatCount(records)} used, ${formatCount(lines - records)} refused${by}`,
    without > 0 && `${countOf(without, 'record')} without an answer that can be used`,
    left_out > 0 &&
      `${countOf(left_out, 'negative')} left out: blank, repeated, the query’s text or a positive’s`,
    ofForm,
  ]);
}
