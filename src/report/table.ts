/** The ranking as a table in the order of the page: CSV for programs, Markdown and LaTeX for readers. */

import type { DataTable } from '../ui/table';
import {
  countOf,
  countUnits,
  firstNegatives,
  formatCount,
  formatMean,
  formatPercent,
  listInWords,
  told,
} from '../ui/words';
import { figureColumns, PRINTED } from './columns';
import { csvOf, latexOf, latexText, markdownLine, markdownOf, tableOf, type Column } from './data-table';
import { rankingOf, type RankedSource } from './ranking';
import type { Report } from './result';
import { rankInWords } from './verdict';
import { cautions } from './verdict-words';

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
    ['rejected records', ({ figures }) => figures?.rejected],
    ['findings', ({ verdict }) => verdict?.findings.map(({ id }) => id).join('; ')],
    ['reading', ({ verdict }) => verdict?.reading],
    ...same,
  ]);
  // Without the mark Excel takes UTF-8 for another encoding.
  return `\ufeff${csvOf(table)}`;
}

/** The ranking to be read, in the order of the page; a source without a rank comes last in its setting. */
function printed(report: Report, more: readonly Column<RankedSource>[] = []): DataTable {
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
      ...more,
    ],
  );
}

/** The same with the reading of each source. */
export function readTable(report: Report): DataTable {
  return printed(report, [['reading', ({ verdict }) => verdict?.reading]]);
}

/** The ranking as a GitHub table under the headline, with the reading of each source. */
export function tableMarkdown(report: Report): string {
  return [...aboveOf(report).map(markdownLine), '', markdownOf(readTable(report))].join('\n');
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
  const ran = device.kind === 'native' ? ` (${device.reason})` : '';
  const isSampled = Object.values(sources).some(({ figures_of: of }) => of === 'sample');
  const scored = told([
    settings.sample !== null &&
      isSampled &&
      `a sample of ${countOf(settings.sample, 'record')} of each source`,
    firstNegatives(settings.negatives),
  ]);
  return told([
    `Encoder ${encoder.name}${ran}, τ = ${settings.tau}, weighting ${settings.weighting}, n = ${formatCount(certainty.queries_used)} queries and ${formatCount(pairs)} pairs.`,
    scored.length > 0 && `Scored: ${scored.join(', ')}.`,
    left.length > 0 && `References: ${listInWords([...left])}.`,
    entered && 'The range was entered by hand.',
    `Intervals are ${formatPercent(certainty.level, 0)}, over ${countUnits(certainty.units.count, certainty.units.kind)}. Negscope ${negscope.version}.`,
  ]);
}
