/** Whether lines are TREC's columns, and whether a table's first row names its columns. */

import type { JsonObject } from '../fault';
import { isIdColumn, isNumber, medianLength, mostly } from './columns';
import type { Hint } from './format';
import { isJudgementRow, isRunRow } from './hits';
import { roleOf } from './names';
import { fitsNames } from './recognise';

/** One to three short words, as columns are named. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*( [\p{L}\p{N}_.-]+){0,2}$/u;
const LONGEST_NAME = 40;
/** How pandas writes its index: under no name, or under the name of its place. */
const PANDAS_INDEX = /^(unnamed: \d+)?$/i;
const NUMBERS = /\d+/g;

/** Texts under a name of several words are this many times longer than it. */
const LONGER = 3;

const SEEN_LINES = 50;

/**
 * Whether lines are TREC's, with white space between columns: a run (`qid Q0 docid rank score tag`), judgements
 * (`qid 0 docid relevance`), or three columns (`qid docid number`) with blanks between them. Blank lines do not matter;
 * nearly all of the first 50 others must fit.
 */
export function isColumnsFile(lines: readonly string[]): boolean {
  const seen = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, SEEN_LINES);
  const fits = (holds: (row: readonly string[], line: string) => boolean): boolean =>
    mostly(seen, (line) => holds(line.split(/\s+/), line));
  // Tabs and commas are those of tables.
  const isShortRow = (row: readonly string[], line: string): boolean =>
    row.length === 3 && isNumber(row[2]) && !/[\t,]/.test(line);
  return fits(isRunRow) || fits(isJudgementRow) || fits(isShortRow);
}

/**
 * Whether the first row of a table is a header.
 * @param names its cells, as column names
 * @param rows the first rows under it
 * @param path path of the file in its folder, or its name
 */
export function headerFits(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  path: string,
): boolean {
  if (names.every((name) => !/\p{L}/u.test(name))) return false;
  const samples = rows.map((cells) => underNames(names, cells));
  const blank = Object.fromEntries(names.map((name) => [name, '']));
  const hint: Hint = { path, container: 'CSV', named: true, samples: rows.length > 0 ? samples : [blank] };
  if (fitsNames(blank, hint)) return true;
  return areNames(names) && looksDifferent(names, samples);
}

function underNames(names: readonly string[], cells: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
}

/** Different words; only the first one may be blank, as pandas writes its index. */
function areNames(names: readonly string[]): boolean {
  if (new Set(names).size < names.length) return false;
  return names.every((name, index) => isName(name) || (index === 0 && PANDAS_INDEX.test(name)));
}

function isName(cell: string): boolean {
  return cell.length <= LONGEST_NAME && NAME.test(cell);
}

/** Whether the rows differ in kind from the first one: texts or numbers under words. */
function looksDifferent(names: readonly string[], rows: readonly JsonObject[]): boolean {
  if (rows.length === 0) return false;
  const columns = names.map((name) => ({ name, cells: cellsOf(name, rows) }));
  if (columns.some(({ name, cells }) => isOneOf(name, cells, rows))) return false;
  if (names.filter(isUsual).length >= 2) return true;
  const spaced = columns.filter(({ name }) => name.includes(' ') && !PANDAS_INDEX.test(name));
  if (!spaced.every(({ name, cells }) => medianLength(cells) >= LONGER * name.length)) return false;
  return columns.some(({ cells }) => cells.length > 0 && cells.filter(isName).length < cells.length / 2);
}

/** Whether a first cell is like the cells under it: the same text, or a similar id. */
function isOneOf(name: string, cells: readonly string[], rows: readonly JsonObject[]): boolean {
  if (PANDAS_INDEX.test(name)) return false;
  if (cells.some((cell) => cell.toLowerCase() === name.toLowerCase())) return true;
  if (!/\d/.test(name)) return false;
  const pattern = name.toLowerCase().replace(NUMBERS, '#');
  // `a1` over `42` is a name over numbers.
  const alike = isIdColumn(name, rows) && cells.some((cell) => /\p{L}/u.test(cell));
  return alike || cells.some((cell) => cell.toLowerCase().replace(NUMBERS, '#') === pattern);
}

function cellsOf(name: string, rows: readonly JsonObject[]): string[] {
  return rows.map((row) => String(row[name]).trim()).filter((cell) => cell !== '');
}

/** Whether columns of candidate or companion files have such names. */
function isUsual(name: string): boolean {
  const { role, ids } = roleOf(name);
  return name !== '' && (ids || (role !== 'aside' && role !== 'unknown'));
}
