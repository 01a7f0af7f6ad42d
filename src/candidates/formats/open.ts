/** Tells from a file's first bytes how its entries are cut. */

import { arrowEntries, isArrow } from '../read/arrow';
import type { EntryReader, EntrySource } from '../read/entries';
import { byteEntries, readBytes } from '../read/file-bytes';
import { fileHead, isGzip, notData, type FileHead } from '../read/head';
import { begun, byteCharacters, parseRecord, type Member } from '../read/json';
import { JsonArrayReader } from '../read/json-array';
import { INDEX, isJsonHits, JsonObjectReader, type ObjectOf } from '../read/json-object';
import { columnLines, jsonLines, LineReader, textLines } from '../read/lines';
import { isOneValue } from '../read/one-value';
import { isParquet, parquetEntries } from '../read/parquet/rows';
import { cellsOf } from '../read/row-cells';
import { headerNames, TableReader, type Header } from '../read/table-rows';
import { isBlank } from '../read/utf8';
import { formatCount } from '../../ui/words';
import { CandidatesError, notCandidates } from '../errors';
import { Fault, isObject, shortened } from '../fault';
import { LIMITS } from '../limits';
import type { LoadOptions } from '../reading';
import type { Container } from './catalogue';
import { headerFits, isColumnsFile } from './header';
import { isIdLike, isNumber, isProse } from './columns';
import { isOfNegatives, isTelling, roleOf } from './names';
import { hasText } from './passages';

const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;

/** Rows of a table that are looked at to tell its delimiter and whether it has a header. */
const SNIFFED_ROWS = 50;

/** Bytes of an object that tell whether it holds objects of numbers. */
const SHOWN_HEAD = 4096;

/** Key under which a JSON file that is one object holds its records: NeMo's training files do. */
const NESTED_LIST = 'data';

/** Share of the first rows that must be as long as the first one, in a table without header. */
const FITTING_SHARE = 0.8;

export interface TableShape {
  readonly delimiter: string;
  readonly header: Header;
}

export interface OpenFile {
  readonly file: File;
  readonly gzip: boolean;
  readonly container: Container;
  /** Null unless the container is CSV or TSV. */
  readonly table: TableShape | null;
  /** Column names of a table with a header; else null. */
  readonly header: readonly string[] | null;
  /** Fields whose texts are lists, which the entries have in their place (`packed-lists.ts`). */
  readonly packed?: readonly string[];
  /** The file is held whole and its entries have no place in it: it cannot be copied in part. */
  readonly isHeld?: boolean;
  /** All entries; each call begins a new reading. */
  entries(): EntrySource;
}

export type OpenOptions = Pick<LoadOptions, 'path' | 'header'>;

/**
 * Tells from a file's first bytes how to read it. JSONL and JSON arrays are recognised by content, not by
 * extension.
 * @throws those of {@link fileHead}, UnknownFormatError for a table of unknown layout, TooManyColumnsError
 */
export async function openFile(file: File, options: OpenOptions, signal: AbortSignal): Promise<OpenFile> {
  const magic = await readBytes(file, 0, 8);
  const ofValues = { file, gzip: false, table: null, header: null } as const;
  if (isParquet(magic)) return { ...ofValues, container: 'Parquet', entries: parquetEntries(file) };
  if (isArrow(magic)) return { ...ofValues, container: 'Arrow', entries: arrowEntries(file) };
  const gzip = await isGzip(file);
  const head = await fileHead(file, gzip, signal);
  const opening = head.text[0];
  const isOne = () => isOneValue(file, gzip, head.mark + head.blanks, signal);
  if (opening === OPEN_LIST && (opensArray(head.text) || (opensLists(head.text) && (await isOne())))) {
    return opened(file, gzip, 'JSON array', head.mark, (start) => new JsonArrayReader(false, start));
  }
  if (opening === OPEN_LIST && holdsStrings(head) && (await isOne())) {
    const texts = (start: number) =>
      new JsonArrayReader(false, start, (text) => parseRecord(`{"text":${text}}`));
    return opened(file, gzip, 'JSON array', head.mark, texts);
  }
  if (opening === OPEN_OBJECT) {
    const members = begun(head.text) ?? [];
    if (members.some(({ key }) => key === 'added_tokens')) throw notData(file, 'the tokenizer of a model');
    const shown = byteCharacters.decode(head.text);
    const isWide = WIDE.test(shown);
    const list = listOfRecords(file, head.text, members, isWide);
    if (list !== undefined && (isWide || (await isOne()))) {
      const skip = head.mark + head.blanks + list.start;
      return opened(file, gzip, 'JSON object', skip, (start) => new JsonArrayReader(true, start));
    }
    const of = objectOf(head, members, options.path) ?? (isWide ? 'record' : null);
    if (of === 'record' && MANY_WIDE.test(shown)) throw notCandidates(file.name, SEVERAL);
    if (of !== null && (of === 'hits' || isWide || (await isOne()))) {
      const held = opened(file, gzip, 'JSON object', head.mark, () => new JsonObjectReader(file.name, of));
      return { ...held, isHeld: true };
    }
  } else if (opening !== OPEN_LIST) {
    const table = openTable(file, gzip, options, withoutComments(head));
    if (table !== null) return table;
  }
  return opened(file, gzip, 'JSONL', head.mark, jsonLines);
}

/** What the object holds that a file begins with, where it is held whole; else null. */
function objectOf({ text }: FileHead, members: readonly Member[], path: string): ObjectOf | null {
  const head = new TextDecoder().decode(text);
  const [first] = members;
  if (PANDAS.test(head)) return 'columns';
  if (INDEX.includes(first?.key ?? '') && text[first?.start ?? 0] === OPEN_OBJECT) return 'index';
  const seen = members
    .filter(({ isWhole }) => isWhole)
    .slice(0, SEEN_MEMBERS)
    .map(({ key, start, end }) => ({ name: key ?? '', value: valueIn(text.subarray(start, end)) }));
  if (seen.length === members.length && areColumns(seen)) return 'columns';
  if (isJsonHits(head.slice(0, SHOWN_HEAD))) return 'hits';
  if (seen.length < 2) return null;
  if (seen.every(({ value }) => isRecord(value))) return 'texts';
  // Lists of ids may be relevant documents too: the file's name tells.
  if (isOfNegatives(path) && seen.every(({ value }) => Array.isArray(value) && value.every(isIdLike)))
    return 'mined';
  return holdTexts(seen) ? 'texts' : null;
}

/** How pandas writes a table by default: an object for each column, with a value for each row. */
const PANDAS = /^\s*\{\s*"[^"\\]+"\s*:\s*\{\s*"0"\s*:\s*["[{]/;

/** Fewest rows that tell columns from one record of lists. */
const FEWEST_ROWS = 3;

/** Whether members are lists of one length, or objects as pandas writes them, under names of a record. */
function areColumns(members: readonly { readonly name: string; readonly value: unknown }[]): boolean {
  const rows = new Set(
    members.map(({ value }) => (typeof value === 'object' ? Object.keys(value ?? {}) : []).join()),
  );
  const [keys = ''] = rows;
  const isCounted = keys !== '' && keys.split(',').every((key, index) => key === String(index));
  const isEnough = members.some(({ value }) => isObject(value)) || keys.split(',').length >= FEWEST_ROWS;
  // A run has a number for each document.
  if (members.every(({ value }) => isObject(value) && Object.values(value).every(isNumber))) return false;
  return rows.size === 1 && isCounted && isEnough && members.some(({ name }) => isOfRecord({ key: name }));
}

/** Whether a value is a record with a text or a list under a name that tells. */
function isRecord(value: unknown): boolean {
  const isFilled = (field: unknown) => isProse(field) || (typeof field === 'object' && field !== null);
  return (
    isObject(value) && Object.entries(value).some(([key, field]) => isOfRecord({ key }) && isFilled(field))
  );
}

/** Members of an object that are looked at, and fewest whose names are taken for ids whatever they say. */
const SEEN_MEMBERS = 50;
const MANY_MEMBERS = 20;

/** Whether members are texts, or objects with one, and their names may be ids. */
function holdTexts(members: readonly { readonly name: string; readonly value: unknown }[]): boolean {
  const isMany = members.length >= MANY_MEMBERS;
  const isId = (name: string): boolean => {
    if (!isIdLike(name)) return false;
    return /\d/.test(name) ? isMany || roleOf(name).role === 'unknown' : isMany && !/[._]/.test(name);
  };
  const areIds = members.every(({ name }) => isId(name));
  if (!areIds || members.some(({ name }) => isOfRecord({ key: name }) && !/\d/.test(name))) return false;
  const isText = ({ value }: { readonly value: unknown }): boolean =>
    typeof value === 'string' ||
    (isObject(value) && hasText(value) && !Object.keys(value).some((key) => isOfRecord({ key })));
  return members.every(isText) && members.some(({ value }) => isObject(value) || isProse(value));
}

function valueIn(json: Uint8Array): unknown {
  const value = parseRecord(`{"value":${new TextDecoder().decode(json)}}`);
  return value instanceof Fault ? null : value['value'];
}

/** An object parted over lines before its first key, as tools write for people to read. */
const WIDE = /^\{[^\S\n]*\n\s*"/;
/** The end of such an object with another one behind it: no JSON. */
const MANY_WIDE = /\n\}\s*\{/;
const SEVERAL =
  'JSON objects over several lines, one after the other: write one record a line, or all in a JSON array';

/**
 * The list of records in the object that a file begins with: the first list whose objects have the names of a record, else
 * that under {@link NESTED_LIST}, else any in an object that is no line. Undefined where it has none, or is itself a record.
 * @throws NotCandidatesError for several lists of records
 */
function listOfRecords(
  file: File,
  text: Uint8Array,
  members: readonly Member[],
  isWide: boolean,
): Member | undefined {
  if (members.some(isOfRecord)) return undefined;
  const lists = members.filter(
    ({ start }) => text[start] === OPEN_LIST && text[nextNonBlank(text, start + 1)] === OPEN_OBJECT,
  );
  const namesIn = ({ start }: Member): string[] =>
    (begun(text.subarray(text.indexOf(OPEN_OBJECT, start))) ?? [])
      .filter(isOfRecord)
      .map(({ key }) => key ?? '');
  const [first, ...others] = lists.filter((list) => namesIn(list).length > 0);
  const names = first === undefined ? [] : namesIn(first);
  const second = others.find((list) => names.every((name) => namesIn(list).includes(name)));
  if (first !== undefined && second !== undefined)
    throw notCandidates(
      file.name,
      `lists of records under \`${first.key}\` and \`${second.key}\`: save each as a file of its own`,
    );
  return first ?? lists.find(({ key }) => key === NESTED_LIST) ?? (isWide ? lists[0] : undefined);
}

/** Whether a field's name is surely that of a query, a positive or negatives. */
function isOfRecord({ key }: Pick<Member, 'key'>): boolean {
  return isTelling(key ?? '', ['query', 'positive', 'negative']);
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
  const entries = () => byteEntries(file, gzip, reader(skip), skip);
  return { file, gzip, container, table, header, entries };
}

/** A file of lines, each a text under `text`. */
export function openLines(file: File, gzip: boolean): OpenFile {
  return opened(file, gzip, 'columns', 0, textLines);
}

/** `[` followed by an object, or an array that is empty: not a line of JSONL. */
function opensArray(text: Uint8Array): boolean {
  const next = nextNonBlank(text, 1);
  if (text[next] === OPEN_OBJECT) return true;
  return text[next] === CLOSE_LIST && nextNonBlank(text, next + 1) === text.length;
}

/** `[` followed by `[`: rows of a JSON array, or a line that is a list of lists. */
function opensLists(text: Uint8Array): boolean {
  return text[nextNonBlank(text, 1)] === OPEN_LIST;
}

/** Whether a list holds texts, each under `text`: over several lines, or so many that it is no record. */
function holdsStrings({ text }: FileHead): boolean {
  const head = new TextDecoder().decode(text);
  const [opening] = /^\[\s*"/.exec(head) ?? [];
  return opening !== undefined && (opening.includes('\n') || (begun(text) ?? []).length > MANY_MEMBERS);
}

/** Index of the first byte from `from` on that is not blank, or the length. */
function nextNonBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at] as number)) at += 1;
  return at;
}

/** A file's head without the first lines that begin with `#` and have other cells than the line under them. */
function withoutComments(head: FileHead): FileHead {
  const { text, mark, blanks } = head;
  const shown = byteCharacters.decode(text);
  let from = 0;
  while (shown[from] === '#') {
    const end = shown.indexOf('\n', from) + 1;
    const [comment, next] = [shown.slice(from, end), shown.slice(end).split('\n', 1)[0] ?? ''];
    const delimiter = next.includes('\t') ? '\t' : ',';
    const widthOf = (line: string): number => cellsOf(line.trimEnd(), delimiter)?.length ?? 1;
    if (end === 0 || (next[0] !== '#' && widthOf(comment) === widthOf(next))) break;
    from = end;
  }
  return from === 0 ? head : { ...head, text: text.subarray(from), mark: mark + blanks + from, blanks: 0 };
}

/** A file of columns, CSV or TSV; null where it does not look like one. */
function openTable(
  file: File,
  gzip: boolean,
  { path, header }: OpenOptions,
  head: FileHead,
): OpenFile | null {
  const lines = linesOf(head);
  const isNamed = namesColumns(lines[0] ?? '');
  if (isColumnsFile(isNamed ? lines.slice(1) : lines)) {
    const width = commonWidth(lines);
    checkWidth(file, width);
    const isHeader = header === null ? isNamed : header === 'first';
    return opened(file, gzip, 'columns', head.mark, (start) => columnLines(width, start, isHeader));
  }
  const extension = /\.(csv|tsv|tab)(\.gz)?$/i.exec(file.name)?.[1]?.toLowerCase() ?? null;
  const delimiters = extension === 'tsv' || extension === 'tab' ? ['\t', ',', ';'] : [',', '\t', ';'];
  const tables = delimiters.map((delimiter) => ({ delimiter, rows: rowsOf(head, delimiter) }));
  for (const { delimiter, rows } of tables) {
    const [names, ...others] = rows;
    if (names === undefined || names.length < 2) continue;
    const isHeader = header === null ? headerFits(headerNames(names), others, path) : header === 'first';
    if (isHeader) return tableOf(file, gzip, head, delimiter, names, names.length);
  }
  for (const { delimiter, rows } of tables) {
    const width = rows[0]?.length ?? 0;
    // Running text has commas, too: without a header only the extension says that they separate cells.
    const parts = delimiter === '\t' || extension === 'csv';
    const fitting = rows.filter((row) => row.length === width).length;
    if (parts && width >= 2 && fitting >= FITTING_SHARE * rows.length) {
      return tableOf(file, gzip, head, delimiter, null, width);
    }
  }
  if (extension === null || lines.length === 0) return null;
  const [first] = tables;
  // Rows of nothing but separators: what names the columns may come behind them.
  if (first?.rows.length === 0) {
    const { delimiter } = first;
    const container = delimiter === '\t' ? 'TSV' : 'CSV';
    return opened(file, gzip, container, head.mark, (start) => new TableReader(delimiter, 'first', start));
  }
  const cells = (first?.rows[0] ?? []).map((cell) => shortened(cell));
  throw unknownFormat(
    file.name,
    `The first row is not a header, and the rows differ in length. Its cells are: ${cells.join(' | ')}.`,
    ['a table whose first row names its columns', 'a table without header whose rows have one length'],
    'Name the columns in the first row, each name once, and put cells that hold the separator in quotes.',
  );
}

/** @param expected one a line */
export function unknownFormat(
  file: string,
  found: string,
  expected: readonly string[],
  advice: string,
): CandidatesError {
  const list = { title: 'Expected one of these:', lines: expected };
  return new CandidatesError('UnknownFormatError', `${file}: ${found}`, { list, advice });
}

/** @throws TooManyColumnsError */
function checkWidth(file: File, columns: number): void {
  if (columns <= LIMITS.columns) return;
  throw new CandidatesError(
    'TooManyColumnsError',
    `${file.name}: it has ${formatCount(columns)} columns. Expected at most ${formatCount(LIMITS.columns)}. Keep only the ` +
      'columns of query, positive and negatives. Or write negatives and embeddings as lists, one column each.',
  );
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
  checkWidth(file, width);
  const twice = names?.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw unknownFormat(
      file.name,
      `The header has the column \`${twice.slice(0, 40)}\` twice.`,
      ['a table whose first row names each column once'],
      'Rename one of the columns.',
    );
  const reader = (start: number) => new TableReader(delimiter, header, start);
  return opened(file, gzip, container, head.mark, reader, { delimiter, header }, names);
}

/** The first lines that are not blank, without the last one of an incomplete head. */
function linesOf({ text, whole }: FileHead): string[] {
  const reader = new LineReader();
  const lines = [...reader.push(text), ...(whole ? reader.finish() : [])];
  return lines.map((line) => line.text).slice(0, SNIFFED_ROWS);
}

function rowsOf({ text, whole }: FileHead, delimiter: string): string[][] {
  const reader = new TableReader(delimiter, 'none');
  const rows: string[][] = [];
  for (const entries of [reader.push(text), whole ? reader.finish() : []]) {
    for (const { text: row } of entries) {
      if (rows.length === SNIFFED_ROWS) return rows;
      const cells = cellsOf(row, delimiter);
      if (cells !== null) rows.push(cells.map(({ value }) => value));
    }
  }
  return rows;
}

/** Whether a line of columns with blanks between them holds their names: those of ids and of a number. */
function namesColumns(line: string): boolean {
  if (/[\t,]/.test(line)) return false;
  const words = line.trim().split(/\s+/);
  return words.filter((word) => roleOf(word).ids).length >= 2 && words.every((word) => !isNumber(word));
}

function commonWidth(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const width = line.trim().split(/\s+/).length;
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 0;
}
