/** A Parquet file's footer, checked, and each of its row groups as a small Parquet file of its own. */

import { CandidatesError } from '../../errors';
import { quoted } from '../../fault';
import { countInWords, LIMITS } from '../../limits';
import { megabytes, ParquetFault } from './fault';
import { CHUNK, ELEMENT, FILE, fileEnd, GROUP, MAGIC, META, movedGroup, TAIL_BYTES } from './metadata';
import { decodeStruct, type ThriftStruct } from './thrift';

/** A footer of a million column chunks is about as long. */
const MAX_FOOTER_BYTES = 128 * 2 ** 20;

/** Most bytes, unpacked, of a row group that is read: it is held whole, and about three times over. */
const MAX_GROUP_BYTES = 512 * 2 ** 20;

/** One row group, as the footer describes it. */
export interface RowGroup {
  /** 1-based. */
  readonly number: number;
  /** 1-based row of the file. */
  readonly firstRow: number;
  readonly rows: number;
  /** Bytes, packed and unpacked. */
  readonly packed: number;
  readonly unpacked: number;
  readonly described: ThriftStruct;
}

/** What the footer says about the file, found to fit together. */
export interface Layout {
  readonly footer: ThriftStruct;
  /** Row groups without rows are left out. */
  readonly groups: readonly RowGroup[];
  /** Where the footer begins: pages lie before it. */
  readonly end: number;
}

/** @throws ParquetFault, UnreadableFileError */
export async function readLayout(file: File): Promise<Layout> {
  if (file.size < MAGIC.length + TAIL_BYTES) throw new ParquetFault('it is too short to have a footer');
  const tail = await readBytes(file, file.size - TAIL_BYTES, file.size);
  const magic = String.fromCharCode(...tail.subarray(4));
  if (magic === 'PARE') throw encrypted('its footer');
  if (magic !== 'PAR1') throw new ParquetFault('its footer is missing: it does not end with "PAR1"');
  const length = new DataView(tail.buffer).getUint32(0, true);
  if (length > file.size - MAGIC.length - TAIL_BYTES) {
    throw new ParquetFault(`its footer is said to have ${length} bytes, the whole file has ${file.size}`);
  }
  if (length > MAX_FOOTER_BYTES) {
    throw new ParquetFault(
      `its footer has ${megabytes(length)}, at most ${megabytes(MAX_FOOTER_BYTES)} are read`,
    );
  }
  const end = file.size - TAIL_BYTES - length;
  const footer = decodeStruct(await readBytes(file, end, end + length));
  checkNames(footer.structs(FILE.schema));
  checkColumns(footer.structs(FILE.schema));
  return { footer, groups: rowGroups(footer), end };
}

function rowGroups(footer: ThriftStruct): RowGroup[] {
  const groups: RowGroup[] = [];
  let before = 0;
  for (const [index, described] of footer.structs(FILE.groups).entries()) {
    const rows = counted(described.number(GROUP.rows), 'rows of a row group');
    const chunks = described.structs(GROUP.columns).map((chunk) => chunk.struct(CHUNK.meta));
    const sum = (field: number): number => chunks.reduce((all, meta) => all + (meta?.number(field) ?? 0), 0);
    const [packed, unpacked] = [sum(META.packed), sum(META.unpacked)];
    if (rows > 0) groups.push({ number: index + 1, firstRow: before + 1, rows, packed, unpacked, described });
    checkChunks(described, index + 1);
    before += rows;
  }
  const expected = counted(footer.number(FILE.rows), 'rows');
  if (before !== expected) {
    throw new ParquetFault(`its footer counts ${expected} rows, but its row groups have ${before}`);
  }
  return groups;
}

/** @throws ParquetFault where a row group's columns are not in this file, or encrypted */
function checkChunks(group: ThriftStruct, number: number): void {
  for (const chunk of group.structs(GROUP.columns)) {
    const path = chunk.struct(CHUNK.meta)?.items(META.path) ?? [];
    const names = path.map((name) => (name instanceof Uint8Array ? new TextDecoder().decode(name) : ''));
    const where = `row group ${number}, column ${quoted(names.join('.'))}, in its footer: it`;
    if (chunk.has(CHUNK.crypto)) throw encrypted(where);
    const other = chunk.text(CHUNK.file);
    if (other !== undefined) {
      throw new ParquetFault(
        `${where} lies in another file, ${quoted(other)}`,
        'Load that file, or write all into one.',
      );
    }
  }
}

/** @throws ParquetFault where two columns of one table or struct have one name: a record would lose one of them */
function checkNames(schema: readonly ThriftStruct[]): void {
  const open: { readonly names: Set<string>; left: number }[] = [];
  for (const element of schema) {
    const name = element.text(ELEMENT.name) ?? '';
    const parent = open.at(-1);
    if (parent?.names.has(name) === true) {
      const advice = 'Rename one of them and write the file again.';
      throw new ParquetFault(`it has two columns with the name ${quoted(name)}`, advice);
    }
    if (parent !== undefined) {
      parent.names.add(name);
      parent.left -= 1;
    }
    if (open.length > LIMITS.depth) {
      const advice =
        'Write the query, the positive and the negatives as columns of texts and of lists of texts.';
      throw new ParquetFault(`its columns stand inside each other more than ${LIMITS.depth} deep`, advice);
    }
    open.push({ names: new Set(), left: element.number(ELEMENT.children) ?? 0 });
    while ((open.at(-1)?.left ?? 1) <= 0) open.pop();
  }
}

/** @throws ParquetFault where there are more columns than a file of records can mean, those inside others too */
function checkColumns(schema: readonly ThriftStruct[]): void {
  const found = schema.filter((element) => (element.number(ELEMENT.children) ?? 0) === 0).length;
  if (found <= LIMITS.columns) return;
  throw new ParquetFault(
    `it has ${countInWords(found)} columns, at most ${countInWords(LIMITS.columns)} are read`,
    'Write the columns of the query, the positive and the negatives alone.',
  );
}

/**
 * One row group as a Parquet file of its own: its pages, and a footer that names nothing else.
 * @throws ParquetFault where it is too large or lies outside the file, UnreadableFileError
 */
export async function groupFile(
  file: File,
  layout: Layout,
  group: RowGroup,
): Promise<Uint8Array<ArrayBuffer>> {
  if (group.unpacked > MAX_GROUP_BYTES) {
    throw new ParquetFault(
      `it has ${megabytes(group.unpacked)} unpacked, at most ${megabytes(MAX_GROUP_BYTES)} are read at once`,
      'Write the file again with smaller row groups (such as `row_group_size=10000`).',
    );
  }
  const [from, until] = pagesOf(group, layout.end);
  const footer = layout.footer
    .without(FILE.notes)
    .withLong(FILE.rows, group.rows)
    .withStructs(FILE.groups, [movedGroup(group.described, MAGIC.length - from)]);
  const end = fileEnd(footer);
  const bytes = new Uint8Array(MAGIC.length + until - from + end.length);
  bytes.set(MAGIC);
  bytes.set(await readBytes(file, from, until), MAGIC.length);
  bytes.set(end, bytes.length - end.length);
  return bytes;
}

/** Where the pages of a row group begin and end. */
function pagesOf({ described, rows }: RowGroup, end: number): readonly [number, number] {
  let [from, until] = [end, MAGIC.length];
  for (const chunk of described.structs(GROUP.columns)) {
    const meta = chunk.struct(CHUNK.meta);
    const packed = counted(meta?.number(META.packed), 'packed bytes');
    const data = counted(meta?.number(META.data), 'offset');
    const dictionary = meta?.number(META.dictionary) ?? 0;
    const values = counted(meta?.number(META.values), 'values');
    const start = dictionary > 0 && dictionary < data ? dictionary : data;
    if (start < MAGIC.length || start + packed > end) {
      throw new ParquetFault(
        `a column is said to lie at bytes ${start} to ${start + packed}, outside the file's data`,
      );
    }
    if (values < rows) throw new ParquetFault(`a column is said to have ${values} values in ${rows} rows`);
    from = Math.min(from, start);
    until = Math.max(until, start + packed);
  }
  if (from >= until) throw new ParquetFault('its footer names no columns');
  if (until - from > MAX_GROUP_BYTES) {
    throw new ParquetFault(`its columns are spread over ${megabytes(until - from)} of the file`);
  }
  return [from, until];
}

/** Bytes `start` to `end` of a file. @throws UnreadableFileError where the file cannot be read (any more) */
async function readBytes(file: File, start: number, end: number): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
  } catch (error) {
    throw gone(file, 'The file could not be read', error);
  }
  if (bytes.length !== end - start)
    throw gone(file, `Only ${bytes.length} of ${end - start} bytes of the file came`, undefined);
  return bytes;
}

function gone(file: File, reason: string, cause: unknown): CandidatesError {
  const advice = 'It may have been moved or changed since it was picked: pick it again.';
  return new CandidatesError('UnreadableFileError', { file: file.name, reason, advice }, { cause });
}

/** A number of the footer that counts something. */
function counted(value: number | undefined, what: string): number {
  if (value !== undefined && value >= 0) return value;
  throw new ParquetFault(`the number of ${what} in its footer is ${value === undefined ? 'missing' : value}`);
}

function encrypted(what: string): ParquetFault {
  return new ParquetFault(`${what} is encrypted`, 'Write the file again without encryption.');
}
