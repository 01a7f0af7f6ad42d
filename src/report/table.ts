/** The ranking as a table: CSV, Markdown, LaTeX. */

import { cautions } from './cautions';
import { csvOf, latexOf, latexText, markdownLine, markdownOf } from './data-table';
import type { DataTable } from '../ui/table';
import type { Report, ReportSource } from './types';
import { judgingEncoder } from './verdict';

interface Column {
  readonly title: string;
  readonly value: (source: ReportSource, report: Report, name: string) => string | number;
}

/** Columns of the table, in the order of the page. */
const COLUMNS: readonly Column[] = [
  { title: 'rank', value: (_s, report, name) => report.verdict.sources[name]?.rank ?? '' },
  { title: 'source', value: (_s, _report, name) => name },
  { title: 'setting', value: (s) => s.setting },
  { title: 'eci', value: (s) => s.eci },
  { title: 'eci_per_dim', value: (s) => s.eci_per_dim },
  { title: 'trace', value: (s) => s.trace },
  { title: 'lambda_max', value: (s) => s.lambda_max },
  { title: 'mean_rho', value: (s) => s.mean_rho },
  { title: 'mean_eta', value: (s) => s.mean_eta },
  { title: 'mean_psi', value: (s) => s.mean_psi },
  { title: 'mean_coverage', value: (s) => s.mean_coverage },
  { title: 'inversion_rate', value: (s) => s.inversion_rate },
  { title: 'inverted_pairs', value: (s) => s.counts.inverted_pairs },
  { title: 'ambiguity', value: (s) => s.ambiguity },
  { title: 'ambiguous_records', value: (s) => s.counts.ambiguous_records },
  { title: 'mean_pairwise_loss', value: (s) => s.mean_pairwise_loss },
  { title: 'mnrl_proxy', value: (s) => s.mnrl_proxy },
  { title: 'mean_gradient_energy', value: (s) => s.mean_gradient_energy },
  { title: 'records', value: (s) => s.records },
  { title: 'negatives', value: (s) => s.negatives },
  { title: 'rejected', value: (s) => s.rejected },
  { title: 'flags', value: flagCell },
  { title: 'reading', value: (_s, report, name) => report.verdict.sources[name]?.reading ?? '' },
  { title: 'encoder', value: (_s, report) => report.encoder.name },
  { title: 'caution', value: (_s, report) => cautionsOf(report).join(' ') },
];

/** Flags and signs of a wrong reading; where there is none, what the audit says of the source. */
function flagCell(source: ReportSource, report: Report, name: string): string {
  const found = [
    ...(report.audit.flags[name] ?? []),
    ...(source.reading?.signs ?? []).map(({ code }) => code),
  ];
  return found.length > 0
    ? found.join(' ')
    : (report.verdict.sources[name]?.standing ?? '').replace('-', ' ');
}

function cautionsOf({ encoder, audit, out_of_date: outOfDate }: Report): string[] {
  const judging = judgingEncoder('untrained' in encoder ? encoder : null);
  return cautions({ encoder: judging, audited: audit.audited, outOfDate });
}

/** Rows in ranking order, figures at full precision. */
function rankingTable(report: Report): DataTable {
  return {
    columns: COLUMNS.map(({ title }) => title),
    rows: report.ranking.map((name) => {
      const source = report.sources[name] as ReportSource;
      return COLUMNS.map((column) => column.value(source, report, name));
    }),
  };
}

/** The ranking as CSV. */
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

/** The ranking as a LaTeX table of the columns that have room on a page, under the headline and over the cautions. */
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
