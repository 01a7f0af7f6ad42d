/** Tables of figures, and how they are written as CSV, Markdown and LaTeX. */

import Papa from 'papaparse';

import { FORMULA, shownName } from '../candidates/names';
import { shownCell, type Cell, type DataTable, type TableFormat } from '../ui/table';

/** A title, and the cell of each row. */
export type Column<Row> = readonly [title: string, cell: (row: Row, place: number) => Cell | undefined];

/** Undefined cells are empty. */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): DataTable {
  return {
    columns: columns.map(([title]) => title),
    rows: rows.map((row, place) => columns.map(([, cell]) => cell(row, place) ?? null)),
  };
}

export const TABLE_FORMATS: readonly TableFormat[] = [
  { name: 'CSV', ending: 'csv', type: 'text/csv', write: csvOf },
  { name: 'Markdown', ending: 'md', type: 'text/markdown', write: markdownOf },
  { name: 'LaTeX', ending: 'tex', type: 'text/x-tex', write: latexOf },
];

/** RFC 4180, with a header. A text that a spreadsheet would run as a formula gets an apostrophe. */
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

const FIGURE = /^[-–−\d.,%\s]*$/;

/** Whether a column holds figures alone. */
export function isFigures({ rows }: DataTable, column: number): boolean {
  return rows.every((row) => FIGURE.test(shownCell(row[column] ?? null)));
}

/**
 * A `tabular` with the rules of the package booktabs; figures to five significant digits, right-aligned. Letters beyond Latin take
 * XeLaTeX or LuaLaTeX.
 */
export function latexOf(table: DataTable): string {
  const { columns, rows } = table;
  const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;
  return (
    [
      `\\begin{tabular}{${columns.map((_, column) => (isFigures(table, column) ? 'r' : 'l')).join('')}}`,
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
 * Text on one line that Markdown shows as it is: it ends no cell and makes no markup or link. An underscore inside a
 * word is no markup and stays.
 */
function markdownText(text: string): string {
  return shownName(text.replace(/[\r\n]+/g, ' '))
    .replace(/[\\|`*[\]<>~&$]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

/** The same for a line of its own, which must begin no heading or list either. */
export function markdownLine(text: string): string {
  return markdownText(text).replace(
    /^(\d*)([#+.)-])(?=#* )/,
    (_start, number: string, sign: string) => `${number}\\${sign}`,
  );
}

/** What LaTeX would take for a command, escaped; Greek letters and ‖ as mathematics. */
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

/** Text on one line that LaTeX prints as it is. */
export function latexText(text: string): string {
  return [...shownName(text.replace(/[\r\n]+/g, ' '))].map((letter) => LATEX[letter] ?? letter).join('');
}
