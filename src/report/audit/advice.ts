/** What the audit's figures mean for training: whether to train, what stands in the way, and what to do next. */

import { isEnough } from '../../judge/rates';
import { countOf, formatPercent, listInWords } from '../../ui/words';
import { giveawayInWords } from '../shortcuts';
import type { Finding } from '../result';
import type { AuditedSource, AuditReport } from './types';

export interface Advice {
  readonly headline: string;
  readonly inTheWay: readonly string[];
  readonly next: readonly string[];
}

/** A share of answers with its interval. */
interface Known {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** A source without a finding that stands in the way, with what of its pairs answers once it is cleaned; null: not known. */
interface Usable {
  readonly name: string;
  readonly left: Known | null;
}

/**
 * "Train" stands only where no finding stands in the way of a source and the interval of its answers ends below the user's
 * limit.
 */
export function adviceOf(report: AuditReport): Advice {
  const all = Object.entries(report.sources);
  const usable = all
    .filter(([, source]) => standing(source).length === 0)
    .map(([name, source]): Usable => ({ name, left: answersLeft(report, name, source) }));
  const known = usable.flatMap(({ name, left }) => (left === null ? [] : [{ name, ...left }]));
  const above = known.filter(({ high }) => high >= report.answers_at_most).sort((a, b) => b.rate - a.rate);
  const outside = all.filter(([, source]) => standing(source).length > 0).map(([name]) => name);
  return {
    headline: headlineOf(report, usable, above, filesInWords(report.sources, usable, outside)),
    inTheWay: inTheWay(report, usable, above),
    next: nextSteps(report, usable, above, outside),
  };
}

/**
 * Findings of a source that forbid to train on it as it will be saved. Judged answers are told by what is left of them; what a
 * user looked at and set aside is no obstacle.
 */
function standing({ found, decided }: Pick<AuditedSource, 'found' | 'decided'>): Finding[] {
  return found.filter(
    ({ id, severity, set_aside: aside }) =>
      (severity === 'stop' || severity === 'train') &&
      !aside &&
      id !== 'answers' &&
      !decided?.out.includes(id),
  );
}

/** The share of answers among the pairs that stay; null without a judged rate that has an interval. */
export function answersLeft(
  { false_negatives }: Pick<AuditReport, 'false_negatives'>,
  name: string,
  { decided }: Pick<AuditedSource, 'decided'>,
): Known | null {
  const found = decided === null ? false_negatives?.sources[name] : decided.answers_left;
  const { rate = null, low = null, high = null } = found ?? {};
  return rate === null || low === null || high === null ? null : { rate, low, high };
}

function headlineOf(
  { answers_at_most: most, false_negatives, sources }: AuditReport,
  usable: readonly Usable[],
  above: readonly (Known & { readonly name: string })[],
  files: string,
): string {
  if (usable.length === 0) return `Do not train on ${files}: ${listInWords(obstacles(sources))}.`;
  const sure = above.filter(({ name, low }) => {
    const { judged = Infinity, pairs = Infinity } = false_negatives?.sources[name] ?? {};
    return low > most && isEnough(judged, pairs);
  });
  if (sure.length > 0) {
    const rates = sure.map(({ rate }) => rate);
    const [least, greatest] = [Math.min(...rates), Math.max(...rates)].map((rate) => formatPercent(rate, 0));
    const about = least === greatest ? greatest : `${least} to ${greatest}`;
    return `Do not train on ${files} yet: about ${about} of the negatives of ${listInWords(sure.map(({ name }) => name))} answer their query.`;
  }
  const [first] = above;
  if (first) {
    return `Too early to train on ${files}: up to ${formatPercent(first.high, 0)} of the negatives of ${first.name} may answer their query.`;
  }
  const unknown = usable.flatMap(({ name, left }) => (left === null ? name : []));
  if (unknown.length > 0) {
    const nothing = (false_negatives?.judged ?? 0) === 0;
    return `Whether to train on ${files} is not known: ${nothing ? 'no pair was judged' : `too few pairs of ${listInWords(unknown)} were judged`}.`;
  }
  const greatest = Math.max(...usable.map(({ left }) => left?.high ?? 0));
  return `Train on ${files}: at most ${formatPercent(greatest, 0)} of their negatives answer the query.`;
}

/** `these files`; where not all can be trained on, `the cleaned files of bm25`. */
function filesInWords(
  sources: AuditReport['sources'],
  usable: readonly Usable[],
  outside: readonly string[],
): string {
  const cleaned = cleans(sources);
  if (outside.length === 0 || usable.length === 0) return cleaned ? 'the cleaned files' : 'these files';
  return `the ${cleaned ? 'cleaned ' : ''}files of ${listInWords(usable.map(({ name }) => name))}`;
}

function inTheWay(
  report: AuditReport,
  usable: readonly Usable[],
  above: readonly (Known & { readonly name: string })[],
): string[] {
  const { answers_at_most: most, shortcuts } = report;
  const limit = formatPercent(most, 0);
  const unknown = usable.flatMap(({ name, left }) => (left === null ? name : []));
  const ends = above.map(
    ({ name, low, high }) => `${name} ${formatPercent(low, 0)} to ${formatPercent(high, 0)}`,
  );
  return [
    ...Object.values(report.sources).flatMap((source) => standing(source).map(({ sentence }) => sentence)),
    ...(above.length > 0
      ? [`Answers that are left, against your limit of ${limit}: ${ends.join(', ')}.`]
      : []),
    ...(unknown.length > 0 ? [`How many negatives of ${listInWords(unknown)} answer is not known.`] : []),
    ...Object.entries(shortcuts ?? {}).flatMap(([name, found]) => {
      if (found === null || !found.flagged) return [];
      const why = giveawayInWords(found);
      return [
        `${name} can be told from its positives without the query (AUC ${found.auc.toFixed(3)})${why === '' ? '' : `: ${why}`}.`,
      ];
    }),
  ];
}

/** `leaky has 121 copies of the positive`, the largest of each source. */
function obstacles(sources: AuditReport['sources']): string[] {
  return Object.entries(sources).flatMap(([name, source]) => {
    const [first] = standing(source);
    return first ? [`${name} ${first.id === 'misread' ? '' : 'has '}${first.words}`] : [];
  });
}

function nextSteps(
  report: AuditReport,
  usable: readonly Usable[],
  above: readonly { readonly name: string }[],
  outside: readonly string[],
): string[] {
  const { answers_at_most: most, false_negatives, sources, pairs, pairs_in_all } = report;
  const limit = formatPercent(most, 0);
  const open = pairs.filter(({ findings, mark }) => mark === null && findings.includes('same_text')).length;
  const judged = false_negatives?.judged ?? 0;
  const left = (false_negatives?.sample ?? 0) - judged;
  const isKnown = usable.length > 0 && usable.every((source) => source.left !== null);
  return [
    ...(open > 0
      ? [
          `Drop ${pairs.length < pairs_in_all ? 'at least ' : ''}${countOf(open, 'copy', 'copies')} of a positive that ${open === 1 ? 'has' : 'have'} no mark.`,
        ]
      : []),
    ...(judged === 0
      ? ['Judge 200 pairs: each source then has a rate of answers.']
      : left > 0
        ? [`Judge the other ${countOf(left, 'pair')} of the sample.`]
        : []),
    ...(above.length > 0
      ? [
          `Have a judge read more pairs, most suspicious first: ${above.map(({ name }) => name).join(', then ')}.`,
          'Drop what answers, save again, and judge a fresh sample.',
          `Train when every source that you use ends below ${limit}.`,
        ]
      : []),
    ...(outside.length > 0
      ? [`Leave out ${listInWords(outside)}, or drop what was found and save again.`]
      : []),
    ...(isKnown && above.length === 0
      ? [
          `Train on the ${cleans(sources) ? 'cleaned files' : 'files'} of ${listInWords(usable.map(({ name }) => name))}.`,
        ]
      : []),
  ];
}

function cleans(sources: AuditReport['sources']): boolean {
  return Object.values(sources).some(({ decided }) => (decided?.removed ?? 0) > 0);
}
