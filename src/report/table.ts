/** The ranking as a table: CSV, Markdown, LaTeX. */

import { csvOf, latexOf, latexText, markdownLine, markdownOf, tableOf } from './data-table';
import type { DataTable } from '../ui/table';
import type { Report, ReportSource, ReportVerdict } from './types';
import { judgingEncoder } from './verdict';
import { cautions } from './verdict-words';

interface Row {
  readonly name: string;
  readonly source: ReportSource;
  readonly verdict: ReportVerdict | undefined;
}

const FIGURES = [
  'eci',
  'eci_per_dim',
  'trace',
  'lambda_max',
  'mean_rho',
  'mean_eta',
  'mean_psi',
  'mean_coverage',
  'inversion_rate',
] as const;

/** Rows in ranking order, figures at full precision; columns in the order of the page. */
function rankingTable(report: Report): DataTable {
  const rows = report.ranking.map((name): Row => {
    const verdict = report.verdict.sources[name];
    return { name, source: report.sources[name] as ReportSource, verdict };
  });
  const caution = cautionsOf(report).join(' ');
  return tableOf(rows, [
    ['rank', ({ verdict }) => verdict?.rank ?? ''],
    ['source', ({ name }) => name],
    ['setting', ({ source }) => source.setting],
    ...FIGURES.map((key) => [key, ({ source }: Row) => source[key]] as const),
    ['inverted_pairs', ({ source }) => source.counts.inverted_pairs],
    ['ambiguity', ({ source }) => source.ambiguity],
    ['ambiguous_records', ({ source }) => source.counts.ambiguous_records],
    ['mean_pairwise_loss', ({ source }) => source.mean_pairwise_loss],
    ['mnrl_proxy', ({ source }) => source.mnrl_proxy],
    ['mean_gradient_energy', ({ source }) => source.mean_gradient_energy],
    ['records', ({ source }) => source.records],
    ['negatives', ({ source }) => source.negatives],
    ['rejected', ({ source }) => source.rejected],
    ['flags', (row) => flagCell(row, report)],
    ['reading', ({ verdict }) => verdict?.reading ?? ''],
    ['encoder', () => report.encoder.name],
    ['caution', () => caution],
  ]);
}

/** Flags and signs of a wrong reading; if there is none, what the audit says of the source. */
function flagCell({ name, source, verdict }: Row, { audit }: Report): string {
  const found = [...(audit.flags[name] ?? []), ...(source.reading?.signs ?? []).map(({ code }) => code)];
  return found.length > 0 ? found.join(' ') : (verdict?.standing ?? '').replace('-', ' ');
}

function cautionsOf({ encoder, audit, out_of_date: outOfDate }: Report): string[] {
  const judging = judgingEncoder('bundled' in encoder ? encoder : null);
  return cautions({ encoder: judging, audited: audit.audited, outOfDate });
}

export function tableCsv(report: Report): string {
  return csvOf(rankingTable(report));
}

/** The ranking as a GitHub table under the headline. */
export function tableMarkdown(report: Report): string {
  const above = [report.verdict.headline, ...cautionsOf(report)].map(markdownLine);
  return `${[...above, ''].join('\n')}\n${markdownOf(rankingTable(report))}`;
}

/** Columns that have room on a printed page. */
const PRINTED = [
  'rank',
  'source',
  'eci',
  'trace',
  'mean_rho',
  'mean_eta',
  'mean_psi',
  'inversion_rate',
  'records',
  'negatives',
];

/** The ranking as a LaTeX table of the columns that fit a page, with the headline above and the cautions below. */
export function tableLatex(report: Report): string {
  const { columns, rows } = rankingTable(report);
  const places = PRINTED.map((title) => columns.indexOf(title));
  const pick = <T>(all: readonly T[]) => places.map((place) => all[place] as T);
  const table = latexOf({ columns: pick(columns), rows: rows.map(pick) });
  const { headline } = report.verdict;
  const words = [`Encoder ${report.encoder.name}, τ = ${report.settings.tau}.`, ...cautionsOf(report)];
  return [
    '% Needs the package booktabs.',
    `\\noindent ${latexText(headline)}\\par\\medskip`,
    table.trimEnd(),
    `\\par\\medskip\\noindent{\\footnotesize ${latexText(words.join(' '))}}`,
    '',
  ].join('\n');
}
