/** Tables of figures from columns; as CSV, as Markdown and as LaTeX. */

import Papa from 'papaparse';

import { FORMULA, shownName } from '../candidates/names';
import { shownCell, type Cell, type DataTable, type TableFormat } from '../ui/table';

/** A title, and the cell of a row. */
export type Column<Row> = readonly [title: string, cell: (row: Row, place: number) => Cell | undefined];

/** Cells that are undefined are empty. */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): DataTable {
  return {
    columns: columns.map(([title]) => title),
    rows: rows.map((row, place) => columns.map(([, cell]) => cell(row, place) ?? null)),
  };
}

/** Columns for each source, in their order. */
export function perSource<Row>(
  sources: readonly { readonly name: string }[],
  columns: (name: string, place: number) => readonly Column<Row>[],
): Column<Row>[] {
  return sources.flatMap(({ name }, place) => columns(name, place));
}

/** What every table can be saved as. */
export const TABLE_FORMATS: readonly TableFormat[] = [
  { name: 'CSV', ending: 'csv', type: 'text/csv', write: csvOf },
  { name: 'Markdown', ending: 'md', type: 'text/markdown', write: markdownOf },
  { name: 'LaTeX', ending: 'tex', type: 'text/x-tex', write: latexOf },
];

/** RFC 4180, with a header; a text that a spreadsheet would run as a formula is quoted with an apostrophe. */
export function csvOf({ columns, rows }: DataTable): string {
  const table = Papa.unparse(
    { fields: [...columns], data: rows.map((row) => [...row]) },
    { newline: '\n', escapeFormulae: FORMULA },
  );
  return `${table}\n`;
}

/** A GitHub table; figures to five significant digits. */
export function markdownOf({ columns, rows }: DataTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) => line(row.map((cell) => markdownText(shownCell(cell)))));
  return [line(columns.map(markdownText)), line(columns.map(() => '---')), ...body].join('\n') + '\n';
}

/** A `tabular` with the rules of the package booktabs; figures to five significant digits, right-aligned. */
export function latexOf({ columns, rows }: DataTable): string {
  const isNumeric = (column: number) => rows.some((row) => typeof row[column] === 'number');
  const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;
  return (
    [
      `\\begin{tabular}{${columns.map((_, column) => (isNumeric(column) ? 'r' : 'l')).join('')}}`,
      '\\toprule',
      line(columns.map(latexText)),
      '\\midrule',
      ...rows.map((row) => line(row.map((cell) => latexText(shownCell(cell))))),
      '\\bottomrule',
      '\\end{tabular}',
    ].join('\n') + '\n'
  );
}

/**
 * Text that Markdown shows as it is, on one line: it ends no cell and makes no markup and no link. An underscore inside a
 * word is no markup and stays.
 */
function markdownText(text: string): string {
  return shownName(text.replace(/[\r\n]+/g, ' '))
    .replace(/[\\|`*[\]<>~&$]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

/** The same as a line of its own: it begins no heading and no list either. */
export function markdownLine(text: string): string {
  return markdownText(text).replace(
    /^(\d*)([#+.)-])(?=#* )/,
    (_start, number: string, sign: string) => `${number}\\${sign}`,
  );
}

/** What LaTeX would take for a command, written so that it shows; Greek letters and ‖ as mathematics. */
const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  ρ: '$\\rho$',
  η: '$\\eta$',
  ψ: '$\\psi$',
  τ: '$\\tau$',
  λ: '$\\lambda$',
  δ: '$\\delta$',
  '‖': '$\\|$',
  '□': '?',
  '²': '$^2$',
  '−': '$-$',
  '<': '$<$',
  '>': '$>$',
};

/** Text that LaTeX prints as it is, on one line. */
export function latexText(text: string): string {
  return [...shownName(text.replace(/[\r\n]+/g, ' '))].map((letter) => LATEX[letter] ?? letter).join('');
}
