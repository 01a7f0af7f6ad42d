/** What is said of a mining on page and terminal: of its input, its source and a language model's replies. */

import { excerptOf } from '../candidates/fault';
import { countOf, formatCount, formatPercent, told } from '../ui/words';
import type { CardMethod, MiningCard } from './card';
import { NEAR_TEXT, type NearCopies } from './copies';
import { counted, INPUT_COUNTS, type CorpusCounts } from './corpus';
import { SUMS, type MiningCounts } from './mine';
import { RULES, type Rule } from './options';
import { leakOf, splitOf, type ReadFile, type ReadInput } from './read';

/** What was read, without its texts. */
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

/** How many passages are nearly a positive, and examples; empty where there are none. */
export function copiesNotes({ passages, examples }: NearCopies): string[] {
  if (passages === 0) return [];
  return [
    `${copiesInWords(passages)}. --exclude-copies ${NEAR_TEXT} leaves them out as negatives of its query, none keeps them.`,
    ...examples.map(
      ({ positive, passage }) => `  positive: ${excerptOf(positive)}\n  passage:  ${excerptOf(passage)}`,
    ),
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

/** Which queries got nothing, a sentence for each reason without its full stop. */
export function emptyNotes({ counts }: Pick<CardMethod, 'counts'>): string[] {
  return Object.entries(counts.empty_because).map(([reason, count]) => {
    const queries = countOf(count, 'query', 'queries');
    if (reason === 'no_candidates') return `${queries} found no candidate`;
    return `${queries} got no negative: ${reason} dropped every candidate`;
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
