/** The numbers of the fields of Parquet's footer (parquet.thrift), and the bytes around it. */

import { encodeStruct, type ThriftStruct } from './thrift';

export const FILE = { schema: 2, rows: 3, groups: 4, notes: 5, encryption: 8 } as const;
export const ELEMENT = { type: 1, length: 2, repetition: 3, name: 4, children: 5 } as const;
export const GROUP = { columns: 1, bytes: 2, rows: 3, offset: 5, ordinal: 7 } as const;
export const CHUNK = {
  file: 1,
  offset: 2,
  meta: 3,
  offsetIndex: 4,
  offsetIndexLength: 5,
  columnIndex: 6,
  columnIndexLength: 7,
  crypto: 8,
} as const;
export const META = {
  path: 3,
  values: 5,
  unpacked: 6,
  packed: 7,
  data: 9,
  index: 10,
  dictionary: 11,
  statistics: 12,
  bloom: 14,
  bloomLength: 15,
  sizes: 16,
} as const;
const NOTE = { key: 1 } as const;

/** Arrow's own schema among the file's notes: it says how Arrow's columns were, not what the file holds. */
const ARROW_SCHEMA = 'ARROW:schema';

export const MAGIC: Uint8Array<ArrayBuffer> = new TextEncoder().encode('PAR1');
/** Length of the footer, and the magic bytes. */
export const TAIL_BYTES = 8;

/** The file's notes without Arrow's schema. */
export function ownNotes(footer: ThriftStruct): readonly ThriftStruct[] {
  return footer.structs(FILE.notes).filter((note) => note.text(NOTE.key) !== ARROW_SCHEMA);
}

/** What stands at the end of a file: the footer, its length and the magic bytes. */
export function fileEnd(footer: ThriftStruct): Uint8Array<ArrayBuffer> {
  const bytes = encodeStruct(footer);
  const end = new Uint8Array(bytes.length + TAIL_BYTES);
  end.set(bytes);
  new DataView(end.buffer).setUint32(bytes.length, bytes.length, true);
  end.set(MAGIC, bytes.length + 4);
  return end;
}

/**
 * A row group whose pages have been moved by so many bytes. What else points into the file (indices, bloom filters) or
 * is not needed to read it (statistics) is left out.
 */
export function movedGroup(group: ThriftStruct, by: number): ThriftStruct {
  const columns = group.structs(GROUP.columns).map((chunk) => {
    const meta = chunk.struct(CHUNK.meta);
    const { offsetIndex, offsetIndexLength, columnIndex, columnIndexLength } = CHUNK;
    const kept = chunk
      .without(offsetIndex, offsetIndexLength, columnIndex, columnIndexLength)
      .withLong(CHUNK.offset, 0);
    return meta === undefined ? kept : kept.withStruct(CHUNK.meta, movedMeta(meta, by));
  });
  return group.without(GROUP.offset, GROUP.ordinal).withStructs(GROUP.columns, columns);
}

function movedMeta(meta: ThriftStruct, by: number): ThriftStruct {
  const { data, dictionary, index, statistics, bloom, bloomLength, sizes } = META;
  const kept = meta.without(index, statistics, bloom, bloomLength, sizes);
  // Writers without a dictionary page leave the offset out, or write 0.
  const at = meta.number(dictionary) ?? 0;
  const placed = at > 0 ? kept.withLong(dictionary, at + by) : kept.without(dictionary);
  return placed.withLong(data, (meta.number(data) ?? 0) + by);
}
