/** Tells from a file's first bytes how its entries are cut. */

import { CandidatesError } from '../errors';
import { LIMITS } from '../limits';
import type { Container } from '../reading';
import { isParquet, ParquetEntries } from './parquet/rows';
import { ByteEntries } from './byte-entries';
import { ColumnsReader } from './columns';
import type { EntryReader, EntrySource } from './entries';
import { readBytes } from './file-bytes';
import { fileHead, type FileHead } from './head';
import { nestedListStart, type IsNumbers } from './json';
import { JsonArrayReader } from './json-array';
import { JsonEntryReader } from './json-entries';
import { isJsonHits, JsonHitsReader } from './json-hits';
import { LineReader } from './lines';
import { cellsOf, headerNames, TableReader, type Header } from './table-rows';
import { isBlank } from './utf8';

const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;

/** Rows of a table that are looked at to tell its delimiter and whether it has a header. */
const SNIFFED_ROWS = 50;

/** Bytes of an object that tell whether it holds objects of numbers. */
const SHOWN_HEAD = 4096;

/** Share of a headless table's first rows that must have as many cells as the first one. */
const FITTING_SHARE = 0.8;

/** What opening a file asks of whoever knows the formats. */
export interface FormatKnowledge {
  /** Key under which a JSON file that is one object holds its records. */
  readonly nestedList: string;
  readonly isNumbers: IsNumbers;
  /** Whether lines are columns with blanks between them. */
  isColumnsFile(lines: readonly string[]): boolean;
  /** Whether a table's first row, trimmed and in lower case, names the columns of the rows under it. */
  isHeader(names: readonly string[], rows: readonly (readonly string[])[]): boolean;
}

/** How a table's rows are cut. */
export interface TableShape {
  readonly delimiter: string;
  readonly header: Header;
}

/** A file whose container is known. */
export interface OpenFile {
  readonly file: File;
  /** Whether the file is packed. */
  readonly gzip: boolean;
  readonly container: Container;
  /** Null where the container is no CSV or TSV. */
  readonly table: TableShape | null;
  /** Names of the columns of a table with a header, null for others. */
  readonly header: readonly string[] | null;
  /** All entries, from the start; a new reading for every call. */
  entries(): EntrySource;
}

/**
 * Tells from a file's first bytes how to read it. JSONL and JSON arrays are told apart by content, whatever the
 * extension.
 * @throws those of {@link fileHead}, UnknownFormatError for a table that cannot be told apart, TooManyColumnsError
 */
export async function openFile(
  file: File,
  knowledge: FormatKnowledge,
  signal: AbortSignal,
): Promise<OpenFile> {
  const magic = await readBytes(file, 0, 8);
  if (isParquet(magic)) {
    const entries = () => new ParquetEntries(file);
    return { file, gzip: false, container: 'Parquet', table: null, header: null, entries };
  }
  const gzip = magic[0] === 0x1f && magic[1] === 0x8b;
  const head = await fileHead(file, gzip, signal);
  const { isNumbers, nestedList } = knowledge;
  const first = nextNonBlank(head.text, 0);
  const opening = head.text[first];
  const elements = (wrapped: boolean) => (start: number) =>
    new JsonEntryReader('element', new JsonArrayReader(wrapped, start), isNumbers);
  if (opening === OPEN_LIST && opensArray(head.text, first)) {
    return opened(file, gzip, 'JSON array', head.mark, elements(false));
  }
  const nested = opening === OPEN_OBJECT ? nestedListStart(head.text, nestedList) : null;
  if (nested !== null) return opened(file, gzip, 'JSON object', head.mark + nested, elements(true));
  if (
    opening === OPEN_OBJECT &&
    isJsonHits(new TextDecoder().decode(head.text.subarray(first, first + SHOWN_HEAD)))
  ) {
    return opened(file, gzip, 'JSON object', head.mark, () => new JsonHitsReader(file.name));
  }
  if (opening !== OPEN_LIST && opening !== OPEN_OBJECT) {
    const table = openTable(file, gzip, knowledge, head);
    if (table !== null) return table;
  }
  const lines = (start: number) => new JsonEntryReader('line', new LineReader(start), isNumbers);
  return opened(file, gzip, 'JSONL', head.mark, lines);
}

/**
 * A file of text.
 * @param skip bytes of the content before the first entry
 * @param reader of the content from an offset on
 */
function opened(
  file: File,
  gzip: boolean,
  container: Container,
  skip: number,
  reader: (start: number) => EntryReader,
  table: TableShape | null = null,
  header: readonly string[] | null = null,
): OpenFile {
  const entries = () => new ByteEntries(file, gzip, reader(skip), skip);
  return { file, gzip, container, table, header, entries };
}

/** `[` followed by an object, or an array that is empty: not a line of JSONL. */
function opensArray(text: Uint8Array, bracket: number): boolean {
  const next = nextNonBlank(text, bracket + 1);
  if (text[next] === OPEN_OBJECT) return true;
  return text[next] === CLOSE_LIST && nextNonBlank(text, next + 1) === text.length;
}

/** Index of the first byte from `from` on that is not blank; the length where there is none. */
function nextNonBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at] as number)) at += 1;
  return at;
}

/** A file of rows: with blanks between columns, or CSV or TSV. Null for one that does not look like it. */
function openTable(file: File, gzip: boolean, knowledge: FormatKnowledge, head: FileHead): OpenFile | null {
  const lines = linesOf(head);
  if (knowledge.isColumnsFile(lines)) {
    const width = commonWidth(lines);
    if (width > LIMITS.columns)
      throw new CandidatesError('TooManyColumnsError', { file: file.name, found: width });
    return opened(file, gzip, 'columns', head.mark, (start) => new ColumnsReader(width, start));
  }
  const extension = /\.(csv|tsv|tab)(\.gz)?$/i.exec(file.name)?.[1]?.toLowerCase() ?? null;
  const delimiters = extension === 'tsv' || extension === 'tab' ? ['\t', ',', ';'] : [',', '\t', ';'];
  const tables = delimiters.map((delimiter) => ({ delimiter, rows: rowsOf(head, delimiter) }));
  for (const { delimiter, rows } of tables) {
    const [names, ...others] = rows;
    if (names === undefined || names.length < 2) continue;
    if (knowledge.isHeader(headerNames(names), others))
      return tableOf(file, gzip, head, delimiter, names, names.length);
  }
  for (const { delimiter, rows } of tables) {
    const width = rows[0]?.length ?? 0;
    // Commas stand in running text too: without a header only the extension tells that they part cells.
    const parts = delimiter === '\t' || extension === 'csv';
    const fitting = rows.filter((row) => row.length === width).length;
    if (parts && width >= 2 && fitting >= FITTING_SHARE * rows.length) {
      return tableOf(file, gzip, head, delimiter, null, width);
    }
  }
  if (extension === null || lines.length === 0) return null;
  const cells = (tables[0]?.rows[0] ?? []).map((cell) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell));
  throw new CandidatesError('UnknownFormatError', {
    file: file.name,
    found: `The first row is no header that fits, and the rows do not all have as many cells; its cells are: ${cells.join(' | ')}.`,
    expected: [
      'a table whose first row names its columns',
      'a table without header whose rows have one length',
    ],
    advice:
      'Name the columns in the first row, each name once, and put cells that hold the separator in quotes.',
  });
}

/** @param width columns @throws UnknownFormatError where a name comes twice; TooManyColumnsError */
function tableOf(
  file: File,
  gzip: boolean,
  head: FileHead,
  delimiter: string,
  cells: readonly string[] | null,
  width: number,
): OpenFile {
  const container = delimiter === '\t' ? 'TSV' : 'CSV';
  const header: Header = cells === null ? 'none' : 'first';
  const names = cells === null ? null : headerNames(cells);
  if (width > LIMITS.columns)
    throw new CandidatesError('TooManyColumnsError', { file: file.name, found: width });
  const twice = names?.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new CandidatesError('UnknownFormatError', {
      file: file.name,
      found: `The header has the column \`${twice.slice(0, 40)}\` twice.`,
      expected: ['a table whose first row names each column once'],
      advice: 'Rename one of the columns.',
    });
  }
  const reader = (start: number) => new TableReader(delimiter, header, start);
  return opened(file, gzip, container, head.mark, reader, { delimiter, header }, names);
}

/** The first lines that are not blank; the last one of a cut head is left out. */
function linesOf({ text, whole }: FileHead): string[] {
  const reader = new LineReader();
  const lines = [...reader.push(text), ...(whole ? reader.finish() : [])];
  return lines
    .map((line) => line.text)
    .filter((line) => line.trim() !== '')
    .slice(0, SNIFFED_ROWS);
}

/** The cells of the first rows that can be read. */
function rowsOf({ text, whole }: FileHead, delimiter: string): string[][] {
  const reader = new TableReader(delimiter, 'none');
  const rows: string[][] = [];
  for (const entries of [reader.push(text), whole ? reader.finish() : []]) {
    for (const { text: row } of entries) {
      if (rows.length === SNIFFED_ROWS) return rows;
      const cells = cellsOf(row, delimiter);
      if (cells !== null) rows.push([...cells]);
    }
  }
  return rows;
}

/** The number of columns that most lines have. */
function commonWidth(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const width = line.trim().split(/\s+/).length;
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 0;
}
