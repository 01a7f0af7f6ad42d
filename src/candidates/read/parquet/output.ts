/** Writes rows of a Parquet file into another one of the same columns, types and notes. */

import type { RecordBatch } from 'apache-arrow';
import { Table, tableToIPC } from 'apache-arrow';

import { parquetCodec } from './engine';
import { ParquetFault } from './fault';
import { ELEMENT, FILE, fileEnd, GROUP, MAGIC, movedGroup, ownNotes, TAIL_BYTES } from './metadata';
import { takeRows, type Edit } from './take';
import { decodeStruct, type ThriftStruct } from './thrift';

/** Most rows of a row group, and the bytes of Arrow's columns after which it ends. */
const GROUP_ROWS = 10_000;
const GROUP_BYTES = 128 * 2 ** 20;

/** Takes rows in file order; row groups go out as they are full. */
export class ParquetOutput {
  private pending: RecordBatch[] = [];
  private pendingRows = 0;
  private pendingBytes = 0;
  private readonly groups: ThriftStruct[] = [];
  private rows = 0;
  /** Bytes written so far. */
  private length = 0;
  /** Footer of the latest row group's own file. */
  private written: ThriftStruct | null = null;

  /** @param source footer of the file whose rows these are */
  constructor(
    private readonly source: ThriftStruct,
    private readonly write: (bytes: Uint8Array) => Promise<void>,
  ) {}

  /**
   * @param rows indices of the batch's rows that stay
   * @param edits what goes out of them, by index of the batch
   * @throws ParquetFault, CodecStartError
   */
  async add(
    batch: RecordBatch,
    rows: readonly number[],
    edits: ReadonlyMap<number, readonly Edit[]>,
  ): Promise<void> {
    for (let from = 0; from < rows.length;) {
      const part = rows.slice(from, from + GROUP_ROWS - this.pendingRows);
      const taken = takeRows(batch, part, edits);
      this.pending.push(taken);
      this.pendingRows += part.length;
      this.pendingBytes += taken.data.byteLength;
      from += part.length;
      if (this.pendingRows === GROUP_ROWS || this.pendingBytes > GROUP_BYTES) await this.writeGroup();
    }
  }

  /** Writes what is left, and the footer. @throws ParquetFault, CodecStartError */
  async finish(): Promise<void> {
    if (this.pendingRows > 0) await this.writeGroup();
    if (this.written === null) return;
    const footer = this.written
      .withStructs(FILE.schema, this.schema(this.written))
      .withLong(FILE.rows, this.rows)
      .withStructs(FILE.groups, this.groups)
      .without(FILE.notes);
    const notes = ownNotes(this.source);
    await this.write(fileEnd(notes.length === 0 ? footer : footer.withStructs(FILE.notes, notes)));
  }

  private async writeGroup(): Promise<void> {
    const ipc = tableToIPC(new Table(this.pending), 'stream') as Uint8Array<ArrayBuffer>;
    const expected = this.pendingRows;
    [this.pending, this.pendingRows, this.pendingBytes] = [[], 0, 0];
    const file = await parquetCodec().ask('pack', ipc);
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const end = file.length - TAIL_BYTES - view.getUint32(file.length - TAIL_BYTES, true);
    this.written = decodeStruct(file.subarray(end, file.length - TAIL_BYTES));
    const [group, more] = this.written.structs(FILE.groups);
    if (group?.number(GROUP.rows) !== expected || more !== undefined) {
      throw new ParquetFault(`a row group of ${expected} rows was not written whole`);
    }
    if (this.length === 0) await this.emit(MAGIC);
    this.groups.push(movedGroup(group, this.length - MAGIC.length));
    this.rows += expected;
    await this.emit(file.subarray(MAGIC.length, end));
  }

  private async emit(bytes: Uint8Array): Promise<void> {
    await this.write(bytes);
    this.length += bytes.length;
  }

  /** The source's own schema, which says more of what values mean; the written one where values are stored otherwise. */
  private schema(written: ThriftStruct): readonly ThriftStruct[] {
    const [before, after] = [this.source.structs(FILE.schema), written.structs(FILE.schema)];
    const alike =
      before.length === after.length &&
      before.slice(1).every((element, index) => isAlike(element, after[index + 1]));
    return alike ? before : after;
  }
}

/** Whether values under both elements are stored in the same way. */
function isAlike(a: ThriftStruct, b: ThriftStruct | undefined): boolean {
  const { type, length, repetition, name, children } = ELEMENT;
  const numbers = [type, length, repetition, children];
  return (
    b?.text(name) === a.text(name) &&
    numbers.every((field) => (a.number(field) ?? 0) === (b?.number(field) ?? 0))
  );
}
