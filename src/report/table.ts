/** The ranking table as CSV and as Markdown. */

import Papa from 'papaparse';

import type { Report, ReportSource } from './types';
import { encoderCaution } from './verdict-words';

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
  { title: 'caution', value: (_s, report) => reportCaution(report) ?? '' },
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

function reportCaution({ encoder }: Report): string | null {
  return 'untrained' in encoder ? encoderCaution(encoder) : null;
}

/** Rows in ranking order, figures at full precision. */
function rows(report: Report): (string | number)[][] {
  return report.ranking.map((name) => {
    const source = report.sources[name] as ReportSource;
    return COLUMNS.map((column) => column.value(source, report, name));
  });
}

/** RFC 4180, with a header; a text that a spreadsheet would run as a formula is quoted with an apostrophe. */
export function tableCsv(report: Report): string {
  const table = Papa.unparse(
    { fields: COLUMNS.map((c) => c.title), data: rows(report) },
    { newline: '\n', escapeFormulae: /^[=+\-@\t\r]/ },
  );
  return `${table}\n`;
}

/** A GitHub table under the headline; figures to five significant digits. */
export function tableMarkdown(report: Report): string {
  const cell = (value: string | number) => (typeof value === 'number' ? shortNumber(value) : plain(value));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return (
    [
      ...[report.verdict.headline, reportCaution(report) ?? ''].filter(Boolean).map(plain),
      '',
      line(COLUMNS.map((c) => c.title)),
      line(COLUMNS.map(() => '---')),
      ...rows(report).map((row) => line(row.map(cell))),
    ].join('\n') + '\n'
  );
}

/** Text that Markdown shows as it is, on one line. */
function plain(text: string): string {
  return text.replace(/[\\|]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}

function shortNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
}
