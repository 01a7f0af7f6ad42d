/** The ranking as a table in the order of the page: CSV for programs, Markdown and LaTeX for readers. */

import { FURTHER_COLUMNS, GATE_COLUMNS, SIZE_COLUMNS, type FigureColumn } from './columns';
import { csvOf, latexOf, latexText, markdownLine, markdownOf, tableOf, type Column } from './data-table';
import { GATES } from '../scoring/pair-gates';
import { rankingOf, type RankedSource } from './ranking';
import type { Report } from './result';
import { rankInWords } from './verdict';
import { cautions } from './verdict-words';
import type { DataTable } from '../ui/table';
import {
  countUnits,
  firstNegatives,
  formatCount,
  formatMean,
  formatPercent,
  listInWords,
  told,
} from '../ui/words';

/** Decimals of every score and share in the CSV; the report has full precision. */
const DECIMALS = 6;

export function tableCsv(report: Report): string {
  const rows = rankingOf(report).groups.flatMap((group) => group.rows);
  const caution = cautions(report).join(' ');
  const references = report.audit.reference.join(', ');
  const share = (value: number | null | undefined) => value?.toFixed(DECIMALS);
  const figures = (columns: readonly FigureColumn[]) =>
    columns.flatMap(({ csv, value, format, counted }): Column<RankedSource>[] => {
      if (!csv) return [];
      const [title, ofCount] = csv;
      return [
        [title, (row) => (format === formatCount ? value(row) : share(value(row)))],
        ...(ofCount && counted ? [[ofCount, counted] as const] : []),
      ];
    });
  const table = tableOf(rows, [
    ['rank from', ({ rank }) => rank?.from],
    ['rank to', ({ rank }) => rank?.to],
    ['source', ({ name }) => name],
    ['setting', ({ setting }) => setting],
    ['no rank because', ({ verdict }) => verdict?.unranked],
    ['ECI', ({ eci }) => share(eci)],
    ['ECI 95% low', ({ interval }) => share(interval?.low)],
    ['ECI 95% high', ({ interval }) => share(interval?.high)],
    ...figures(GATE_COLUMNS),
    ['copies of the positive', ({ figures }) => figures?.file_counts.negatives_equal_positive],
    ...figures(SIZE_COLUMNS),
    ['rejected records', ({ figures }) => figures?.rejected],
    ...figures(FURTHER_COLUMNS),
    ['findings', ({ verdict }) => verdict?.findings.map(({ id }) => id).join('; ')],
    ['reading', ({ verdict }) => verdict?.reading],
    ['random passages', () => share(report.yardstick?.eci)],
    ['tau', () => report.settings.tau],
    ['weighting', () => report.settings.weighting],
    ['references', () => references],
    ['encoder', () => report.encoder.name],
    ['caution', () => caution],
  ]);
  // Without the mark Excel takes UTF-8 for another encoding.
  return `\ufeff${csvOf(table)}`;
}

/** Columns of a table to be read, one precision each. */
const PRINTED: readonly Column<RankedSource>[] = [
  ['rank', ({ rank }) => rankInWords(rank)],
  ['source', ({ name }) => name],
  ['ECI', ({ eci }) => eci?.toFixed(4)],
  ['95 %', ({ interval }) => (interval ? `${formatMean(interval.low)}–${formatMean(interval.high)}` : '–')],
  ...GATES.map(({ id, sign }): Column<RankedSource> => [
    `mean ${sign}`,
    ({ figures }) => figures && formatMean(figures[`mean_${id}`]),
  ]),
  ['inverted', ({ figures }) => figures && formatPercent(figures.inversion_rate, 2)],
  ['pairs', ({ figures }) => figures && formatCount(figures.negatives)],
];

/** The ranking to be read, in the order of the page; a source without a rank comes last in its setting. */
function printed(report: Report, more: readonly Column<RankedSource>[] = []): DataTable {
  const { groups } = rankingOf(report);
  const setting: Column<RankedSource> = ['setting', (row) => row.setting];
  return tableOf(
    groups.flatMap(({ rows }) => rows),
    [...PRINTED, ...(groups.length > 1 ? [setting] : []), ...more],
  );
}

/** The same with the reading of each source. */
export function readTable(report: Report): DataTable {
  return printed(report, [['reading', ({ verdict }) => verdict?.reading]]);
}

/** The ranking as a GitHub table under the headline, with the reading of each source. */
export function tableMarkdown(report: Report): string {
  const table = markdownOf(readTable(report));
  return [...aboveOf(report).map(markdownLine), '', table].join('\n');
}

/** The ranking as a `tabular`; headline and conditions stand above it as comments. */
export function tableLatex(report: Report): string {
  return [...aboveOf(report).map((line) => `% ${latexText(line)}`), latexOf(printed(report))].join('\n');
}

/** What stands above a table. */
function aboveOf(report: Report): string[] {
  return [report.verdict.headline, ...conditionsOf(report), ...cautions(report)];
}

/** Encoder, τ, queries, references, version: whole sentences. */
export function conditionsOf(report: Report): string[] {
  const { encoder, device, settings, certainty, audit, negscope, sources } = report;
  const pairs = Object.values(sources).reduce((sum, { negatives }) => sum + negatives, 0);
  const { entered, reference_left: left } = audit;
  const first = firstNegatives(settings.negatives);
  const ran = device.kind === 'native' ? ` (${device.reason})` : '';
  return told([
    `Encoder ${encoder.name}${ran}, τ = ${settings.tau}, weighting ${settings.weighting}, n = ${formatCount(certainty.queries_used)} queries and ${formatCount(pairs)} pairs.`,
    first !== null && `Scored: ${first}.`,
    left.length > 0 && `References: ${listInWords([...left])}.`,
    entered && 'The range was entered by hand.',
    `Intervals are ${formatPercent(certainty.level, 0)}, over ${countUnits(certainty.units.count, certainty.units.kind)}. Negscope ${negscope.version}.`,
  ]);
}
