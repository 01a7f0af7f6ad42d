/** Writes rows of a Parquet file to another one with the same columns and metadata. */

import { RecordBatch, Schema, Table, tableToIPC } from 'apache-arrow';

import { takeRows, type Edit } from './take';
import { ParquetWorker } from './worker';

/** Takes rows in file order. */
export class ParquetOutput {
  private readonly worker = new ParquetWorker();
  private begun = false;

  /** @param notes of the file whose rows these are */
  constructor(
    private readonly notes: ReadonlyMap<string, string>,
    private readonly write: (bytes: Uint8Array) => Promise<void>,
  ) {}

  /**
   * @param rows indices of the batch's rows that stay
   * @param edits of these rows, by index in the batch
   * @throws ParquetFault
   */
  async add(
    batch: RecordBatch,
    rows: readonly number[],
    edits: ReadonlyMap<number, readonly Edit[]>,
  ): Promise<void> {
    if (rows.length === 0) return;
    const { data } = takeRows(batch, rows, edits);
    // Without the metadata of Arrow's schema: it would be written to the file.
    const taken = new RecordBatch(new Schema(batch.schema.fields), data);
    const ipc = tableToIPC(new Table(taken), 'stream') as Uint8Array<ArrayBuffer>;
    this.begun = true;
    await this.write(await this.worker.ask((codec) => codec.write(ipc, this.notes), ipc.length));
  }

  /** Writes what is left, and the footer. @throws ParquetFault */
  async finish(): Promise<void> {
    if (this.begun) await this.write(await this.worker.ask((codec) => codec.finish(), 0));
    this.stop();
  }

  /** Ends the writing. */
  stop(): void {
    this.worker.stop();
  }
}
