/** The ranking as a table in the order of the page: CSV for programs, Markdown and LaTeX for readers. */

import type { SourceFigures } from '../engine/result';
import { BUCKETS } from '../scoring/buckets';
import { GATES } from '../scoring/pair-gates';
import type { Column as TableColumn, DataTable } from '../ui/table';
import {
  countOf,
  countUnits,
  firstNegatives,
  formatCount,
  formatMean,
  formatPercent,
  formatScore,
  listInWords,
  told,
} from '../ui/words';
import { csvOf, latexOf, latexText, markdownLine, markdownOf, tableOf, type Column } from './data-table';
import { rankingOf, type RankedSource } from './ranking';
import type { Report, Result } from './result';
import { cautions, rankInWords } from './verdict-words';

/** A figure of a source: of the page's table, the CSV and the printed tables. A new figure is one line here. */
interface FigureColumn extends TableColumn<RankedSource> {
  readonly value: (row: RankedSource) => number | null;
  readonly format: (value: number) => string;
}

function figure(
  title: string,
  meaning: string,
  value: (figures: SourceFigures) => number,
  format: (value: number) => string,
  count?: (figures: SourceFigures) => number,
): FigureColumn {
  return {
    title,
    meaning,
    value: ({ figures }) => figures && value(figures),
    format,
    ...(count && { counted: ({ figures }: RankedSource) => figures && count(figures) }),
  };
}

const PRINTED: readonly FigureColumn[] = [
  ...GATES.map(({ id, sign, words }) =>
    figure(`mean ${sign}`, `Mean ${words} ${sign}`, (f) => f[`mean_${id}`], formatMean),
  ),
  figure(
    'inverted',
    'Inversion rate: share of pairs whose negative is nearer the query than the positive',
    (f) => f.inversion_rate,
    formatPercent,
    (f) => f.counts.inverted_pairs,
  ),
  figure('pairs', 'Pairs scored, N', (f) => f.negatives, formatCount),
];

const FURTHER: readonly FigureColumn[] = [
  figure('records', 'Records scored', (f) => f.records, formatCount),
  figure(
    'ambiguous',
    'Ambiguity: share of records with any inverted negative',
    (f) => f.ambiguity,
    formatPercent,
    (f) => f.counts.ambiguous_records,
  ),
  figure('mean C', 'Mean lexical coverage C', (f) => f.mean_coverage, formatMean),
  figure(
    'MNRL proxy',
    'Mean softmax loss of a record’s positive against all its negatives',
    (f) => f.mnrl_proxy,
    formatScore,
  ),
  figure('pair loss', 'Mean pairwise loss −log ρ', (f) => f.mean_pairwise_loss, formatScore),
  figure('gradient', 'Mean gradient energy', (f) => f.mean_gradient_energy, formatScore),
  figure('ECI / d', 'ECI per dimension', (f) => f.eci_per_dim, formatScore),
  figure('trace', 'Trace of the information matrix', (f) => f.trace, formatScore),
  figure('λ max', 'Largest eigenvalue of the information matrix', (f) => f.lambda_max, formatScore),
  ...BUCKETS.map(({ id, words, rule }) =>
    figure(
      `bucket: ${words}`,
      `Share of pairs with ${rule}`,
      (f) => f.buckets[id],
      formatPercent,
      (f) => f.counts.buckets[id],
    ),
  ),
];

/** All figures of a result; shares of pairs are null where nobody looked for them. */
export function figureColumns({ audit: { pairs } }: Pick<Result, 'audit'>): FigureColumn[] {
  const share = (title: string, key: 'near_positive' | 'unrelated'): FigureColumn => ({
    title,
    meaning: `Share of pairs: ${title}`,
    value: ({ name }) => {
      const { [key]: count = null, pairs: all = NaN } = pairs[name] ?? {};
      return count === null ? null : count / all;
    },
    format: formatPercent,
    counted: ({ name }) => pairs[name]?.[key],
  });
  const ofPairs = [share('near the positive', 'near_positive'), share('like random', 'unrelated')];
  return [...PRINTED, ...FURTHER, ...ofPairs];
}

const READING: Column<RankedSource> = ['reading', ({ verdict }) => verdict?.reading];

/** All figures at full precision, with how many each rate counts, and in each row what they were ranked under. */
export function tableCsv(report: Report): string {
  const rows = rankingOf(report).groups.flatMap((group) => group.rows);
  const same: Column<RankedSource>[] = Object.entries({
    'random passages': report.yardstick?.eci,
    τ: report.settings.tau,
    weighting: report.settings.weighting,
    references: report.audit.reference.join(', '),
    encoder: report.encoder.name,
    caution: cautions(report).join(' '),
  }).map(([title, value]) => [title, () => value]);
  const table = tableOf(rows, [
    ['rank from', ({ rank }) => rank?.from],
    ['rank to', ({ rank }) => rank?.to],
    ['source', ({ name }) => name],
    ['setting', ({ setting }) => setting],
    ['no rank because', ({ verdict }) => verdict?.unranked],
    ['ECI', ({ eci }) => eci],
    ['ECI 95 % low', ({ interval }) => interval?.low],
    ['ECI 95 % high', ({ interval }) => interval?.high],
    ...figureColumns(report).flatMap(({ title, value, counted }): Column<RankedSource>[] => [
      [title, value],
      ...(counted ? [[`${title}: count`, counted] as const] : []),
    ]),
    ['rejected records', ({ figures }) => figures?.file_counts.rejected],
    ['findings', ({ verdict }) => verdict?.findings.map(({ id }) => id).join('; ')],
    READING,
    ...same,
  ]);
  // Without the mark Excel takes UTF-8 for another encoding.
  return `\ufeff${csvOf(table)}`;
}

/** The ranking to be read, in the order of the page; a source without a rank comes last in its setting. */
export function readTable(report: Report, last = [READING]): DataTable {
  const { groups } = rankingOf(report);
  const setting: Column<RankedSource> = ['setting', (row) => row.setting];
  return tableOf(
    groups.flatMap(({ rows }) => rows),
    [
      ['rank', ({ rank }) => rankInWords(rank)],
      ['source', ({ name }) => name],
      ['ECI', ({ eci }) => eci?.toFixed(4)],
      [
        '95 %',
        ({ interval }) => (interval ? `${formatMean(interval.low)}–${formatMean(interval.high)}` : '–'),
      ],
      ...PRINTED.map(({ title, value, format }): Column<RankedSource> => [
        title,
        (row) => format(value(row) ?? NaN),
      ]),
      ...(groups.length > 1 ? [setting] : []),
      ...last,
    ],
  );
}

/** The ranking as a GitHub table under the headline, with the reading of each source. */
export function tableMarkdown(report: Report): string {
  return [...aboveOf(report).map(markdownLine), '', markdownOf(readTable(report))].join('\n');
}

/** The ranking as a `tabular`; headline and conditions stand above it as comments. */
export function tableLatex(report: Report): string {
  const table = latexOf(readTable(report, []));
  return [...aboveOf(report).map((line) => `% ${latexText(line)}`), table].join('\n');
}

function aboveOf(report: Report): string[] {
  return [report.verdict.headline, ...conditionsOf(report), ...cautions(report)];
}

/** Encoder, τ, queries, references, version: whole sentences. */
export function conditionsOf(report: Report): string[] {
  const { encoder, device, settings, certainty, audit, negscope, sources } = report;
  const pairs = Object.values(sources).reduce((sum, { negatives }) => sum + negatives, 0);
  const { entered, reference_left: left } = audit;
  const ran = device.kind === 'native' ? ` (${device.reason})` : '';
  const { sample, negatives } = settings;
  const isSampled = Object.values(sources).some(({ records, file_counts: of }) => records < of.records);
  const scored = told([
    sample !== null && isSampled && `a sample of ${countOf(sample, 'record')} of each source`,
    firstNegatives(negatives),
  ]);
  return told([
    `Encoder ${encoder.name}${ran}, τ = ${settings.tau}, weighting ${settings.weighting}, n = ${formatCount(certainty.queries_used)} queries and ${formatCount(pairs)} pairs.`,
    scored.length > 0 && `Scored: ${scored.join(', ')}.`,
    left.length > 0 && `References: ${listInWords([...left])}.`,
    entered && 'The range was entered by hand.',
    `Intervals are ${formatPercent(certainty.level, 0)}, over ${countUnits(certainty.units.count, certainty.units.kind)}. Negscope ${negscope.version}.`,
  ]);
}
