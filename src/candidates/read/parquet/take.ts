/** Takes rows of Arrow data, and items of lists in them, by index, without converting values. */

import { DataType, makeData, RecordBatch, type Data } from 'apache-arrow';

/** What is removed from one row. */
export interface Edit {
  /** Fields, keys of maps, and indices of lists, from the row down to a list or a text. */
  readonly path: readonly (string | number)[];
  /** Indices of the items to remove from the list; null makes the text empty. */
  readonly items: ReadonlySet<number> | null;
}

/** Edits by row, counted among the rows that are taken. */
type Edits = ReadonlyMap<number, readonly Edit[]>;

const NO_EDITS: Edits = new Map();

/**
 * @param rows indices of rows of the batch
 * @param edits by row of the batch
 */
export function takeRows(batch: RecordBatch, rows: readonly number[], edits: Edits): RecordBatch {
  const own = new Map<number, readonly Edit[]>();
  for (const [index, row] of rows.entries()) {
    const of = edits.get(row);
    if (of !== undefined) own.set(index, of);
  }
  return new RecordBatch(batch.schema, take(batch.data, rows, own) as typeof batch.data);
}

function take(data: Data, rows: readonly number[], edits: Edits): Data {
  const { type } = data;
  const length = rows.length;
  const nulls = takenNulls(data, rows);
  if (DataType.isNull(type)) return makeData({ type, length });
  if (DataType.isStruct(type)) {
    const children = data.children.map((child, index) =>
      take(child, rows, below(edits, type.children[index]?.name ?? '')),
    );
    return makeData({ type, length, ...nulls, children });
  }
  if (DataType.isList(type) || DataType.isMap(type)) {
    const { valueOffsets, items, itemEdits } = takenItems(data, rows, edits);
    const child = take(data.children[0] as Data, items, itemEdits);
    return DataType.isList(type)
      ? makeData({ type, length, ...nulls, valueOffsets, child })
      : makeData({ type, length, ...nulls, valueOffsets, child: child as Data<typeof type.childType> });
  }
  if (DataType.isUtf8(type)) return makeData({ type, length, ...nulls, ...takenBytes(data, rows, edits) });
  if (DataType.isBinary(type)) return makeData({ type, length, ...nulls, ...takenBytes(data, rows, edits) });
  if (DataType.isBool(type)) {
    const bits = takenBits(rows, (row) => bitAt(data.values as Uint8Array, row));
    return data.clone(type, 0, length, nulls.nullCount, buffers(data, nulls.nullBitmap, bits));
  }
  return data.clone(
    type,
    0,
    length,
    nulls.nullCount,
    buffers(data, nulls.nullBitmap, takenNumbers(data, rows)),
  );
}

/** Buffers of data of a fixed width, in Arrow's order: offsets, values, validity, type ids. */
function buffers(data: Data, nullBitmap: Uint8Array, values: unknown): Data['buffers'] {
  return [data.valueOffsets, values, nullBitmap, data.typeIds] as unknown as Data['buffers'];
}

function takenNulls(data: Data, rows: readonly number[]): { nullCount: number; nullBitmap: Uint8Array } {
  if (data.nullCount === 0) return { nullCount: 0, nullBitmap: new Uint8Array(0) };
  const nullCount = rows.reduce((count, row) => count + (data.getValid(row) ? 0 : 1), 0);
  return { nullCount, nullBitmap: takenBits(rows, (row) => data.getValid(row)) };
}

/** Bits, lowest first, in bytes that fill words of eight. */
function takenBits(rows: readonly number[], bit: (row: number) => boolean): Uint8Array {
  const bits = new Uint8Array(8 * Math.ceil(rows.length / 64));
  for (const [index, row] of rows.entries()) {
    if (bit(row)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  }
  return bits;
}

function bitAt(bits: Uint8Array, row: number): boolean {
  return (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
}

/** Values of a fixed width; one has `stride` numbers. */
function takenNumbers({ values, stride }: Data, rows: readonly number[]): Float64Array {
  // Any typed array: Float64Array stands for all of them.
  const from = values as Float64Array;
  const taken = new (from.constructor as Float64ArrayConstructor)(rows.length * stride);
  for (const [index, row] of rows.entries()) {
    taken.set(from.subarray(row * stride, (row + 1) * stride), index * stride);
  }
  return taken;
}

function takenBytes(
  data: Data,
  rows: readonly number[],
  edits: Edits,
): { valueOffsets: Int32Array; data: Uint8Array } {
  const offsets = data.valueOffsets as Int32Array;
  const bytes = data.values as Uint8Array;
  const valueOffsets = new Int32Array(rows.length + 1);
  const spans = rows.map((row, index) =>
    edits.has(index) ? bytes.subarray(0, 0) : bytes.subarray(offsets[row], offsets[row + 1]),
  );
  for (const [index, span] of spans.entries()) {
    valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + span.length;
  }
  const taken = new Uint8Array(valueOffsets.at(-1) ?? 0);
  for (const [index, span] of spans.entries()) taken.set(span, valueOffsets[index]);
  return { valueOffsets, data: taken };
}

interface TakenItems {
  readonly valueOffsets: Int32Array;
  /** Indices of the items that stay, and their edits. */
  readonly items: readonly number[];
  readonly itemEdits: Edits;
}

function takenItems(data: Data, rows: readonly number[], edits: Edits): TakenItems {
  const offsets = data.valueOffsets as Int32Array;
  const valueOffsets = new Int32Array(rows.length + 1);
  const items: number[] = [];
  const itemEdits = new Map<number, Edit[]>();
  const stepOf = itemSteps(data);
  for (const [index, row] of rows.entries()) {
    const own = edits.get(index) ?? [];
    const gone = own.find(({ path }) => path.length === 0)?.items;
    const [from = 0, until = 0] = [offsets[row], offsets[row + 1]];
    for (let at = from; at < until; at += 1) {
      if (gone?.has(at - from) === true) continue;
      const inside = own.flatMap((edit) => stepOf(edit, at, at - from));
      if (inside.length > 0) itemEdits.set(items.length, inside);
      items.push(at);
    }
    valueOffsets[index + 1] = items.length;
  }
  return { valueOffsets, items, itemEdits };
}

/** The part of an edit that concerns one item of a list (by index) or map (by key). */
function itemSteps({ type, children }: Data): (edit: Edit, at: number, index: number) => Edit[] {
  if (!DataType.isMap(type)) {
    return ({ path: [step, ...path], items }, _, index) => (step === index ? [{ path, items }] : []);
  }
  const keys = children[0]?.children[0];
  const value = type.childType.children[1]?.name ?? '';
  const offsets = keys?.valueOffsets as Int32Array;
  const texts = new TextDecoder();
  return ({ path: [step, ...path], items }, at) => {
    const key = texts.decode((keys?.values as Uint8Array).subarray(offsets[at], offsets[at + 1]));
    return step === key ? [{ path: [value, ...path], items }] : [];
  };
}

/** The parts of edits that concern one field. */
function below(edits: Edits, name: string): Edits {
  if (edits.size === 0) return NO_EDITS;
  const found = new Map<number, Edit[]>();
  for (const [index, own] of edits) {
    const inside = own.flatMap(({ path: [step, ...path], items }) =>
      step === name ? [{ path, items }] : [],
    );
    if (inside.length > 0) found.set(index, inside);
  }
  return found;
}
