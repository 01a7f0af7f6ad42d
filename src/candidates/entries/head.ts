import { JsonArrayReader } from './json-array';
import { JsonEntryReader, type EntryReader } from './entries';
import { NotUtf8Error } from '../errors';
import type { JsonObject } from '../fault';
import { jsonFormats, tableFormats } from '../formats/index';
import type { Format } from '../formats/format';
import { LineReader } from './lines';
import { headerObject, RowParser, TableReader } from './table-rows';
import { unknownFormat } from '../unknown-format';

/** Bytes that are looked at to tell what a file is. */
const HEAD_BYTES = 64 * 1024;

const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;

/** What the first bytes of a file tell. */
export interface FileKind {
  readonly reader: EntryReader;
  readonly formats: readonly Format[];
  /** "JSONL", "JSON array", "CSV" or "TSV": the second half of the format's name. */
  readonly container: string;
  /** Length of the byte order mark that is to be skipped. */
  readonly skip: number;
}

/** Whether `head` is long enough for {@link fileKind}. */
export function headIsEnough(head: Uint8Array): boolean {
  return head.length >= HEAD_BYTES;
}

/**
 * Tells from a file's first bytes (all of them where it is short) how to read it. JSONL and JSON arrays are told
 * apart by content, whatever the extension; a table is one whose first line is a header that fits.
 * Errors: `NotUtf8Error` for UTF-16, `UnknownFormatError` for a .csv or .tsv file without a fitting header and for
 * binary files that other tools write.
 */
export function fileKind(file: string, head: Uint8Array): FileKind {
  if (isUtf16(head)) throw new NotUtf8Error(file);
  refuseBinary(file, head);
  const skip = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const text = head.subarray(skip);

  const first = nextNonBlank(text, 0);
  const opening = text[first];
  if (opening === OPEN_LIST && opensArray(text, first)) {
    const reader = new JsonEntryReader('element', new JsonArrayReader());
    return { reader, formats: jsonFormats, container: 'JSON array', skip };
  }
  if (opening !== OPEN_LIST && opening !== OPEN_OBJECT) {
    const delimiter = tableDelimiter(file, text);
    if (delimiter !== null) {
      const container = delimiter === '\t' ? 'TSV' : 'CSV';
      return { reader: new TableReader(delimiter), formats: tableFormats, container, skip };
    }
  }
  return {
    reader: new JsonEntryReader('line', new LineReader()),
    formats: jsonFormats,
    container: 'JSONL',
    skip,
  };
}

/** UTF-16 by its byte order mark, or by a zero byte beside the first ASCII character. */
function isUtf16(head: Uint8Array): boolean {
  const [a, b] = head;
  if (a === undefined || b === undefined) return false;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0) !== (b === 0);
}

const BINARY: readonly { magic: string; what: string }[] = [
  { magic: 'PAR1', what: 'a Parquet file' },
  { magic: 'PK\u0003\u0004', what: 'a ZIP archive or an Excel workbook' },
  { magic: 'ARROW1', what: 'an Arrow file' },
];

function refuseBinary(file: string, head: Uint8Array): void {
  const start = String.fromCharCode(...head.subarray(0, 8));
  const found = BINARY.find(({ magic }) => start.startsWith(magic));
  if (found === undefined) return;
  throw unknownFormat(
    file,
    `This is ${found.what}, which is not read.`,
    'Write its records as JSONL, CSV or TSV.',
  );
}

/** `[` followed by an object, or an array that is empty: not a line of JSONL. */
function opensArray(text: Uint8Array, bracket: number): boolean {
  const next = nextNonBlank(text, bracket + 1);
  if (text[next] === OPEN_OBJECT) return true;
  return text[next] === CLOSE_LIST && nextNonBlank(text, next + 1) === text.length;
}

const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

function nextNonBlank(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && isBlank(bytes[i] as number)) i += 1;
  return i;
}

/** The delimiter under which the first line is a header that fits a table format; null where there is none. */
function tableDelimiter(file: string, text: Uint8Array): string | null {
  const header = firstLine(text);
  const extension = /\.(csv|tsv|tab)(\.gz)?$/i.exec(file)?.[1]?.toLowerCase() ?? null;
  const delimiters = extension === 'tsv' || extension === 'tab' ? ['\t', ',', ';'] : [',', '\t', ';'];
  const headers = delimiters.map((delimiter) => ({
    delimiter,
    names: new RowParser(delimiter).header(header),
  }));
  for (const { delimiter, names } of headers) {
    const value: JsonObject | null = names === null ? null : headerObject(names);
    if (value !== null && tableFormats.some((format) => format.matches(value))) return delimiter;
  }
  if (extension === null || header === '') return null;
  const columns = headers[0]?.names ?? [header];
  const shown = columns.map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name)).join(' | ');
  throw unknownFormat(
    file,
    `The first row is not a header that fits; its cells are: ${shown}.`,
    'Name the columns in the first row, each name once.',
  );
}

/** The first line that is not blank; empty where it does not end within the head. */
function firstLine(text: Uint8Array): string {
  const reader = new LineReader();
  const lines = [...reader.push(text), ...(headIsEnough(text) ? [] : reader.finish())];
  return lines.find((line) => line.text.trim() !== '')?.text ?? '';
}
