/** What parquet-wasm is asked for, in a worker that may be ended at any time. */

import {
  Compression,
  EnabledStatistics,
  readParquet,
  Table,
  transformParquetStream,
  WriterPropertiesBuilder,
  writeParquet,
  type RecordBatch,
  type WriterProperties,
} from 'parquet-wasm/esm';

/** Rows of a batch: so many values are decoded together. */
const BATCH_ROWS = 8192;

/** Most rows and bytes of a row group that is written: a reader holds one at a time. */
const GROUP_ROWS = 10_000;
const GROUP_BYTES = 128 * 2 ** 20;

/** Reading is synchronous inside: what it throws, a trap of the module too, comes out as a rejection. */
export interface ParquetCodec {
  /** Takes the file that is read from now on. @param footer offset of its footer */
  open(file: File, footer: number): Promise<void>;
  /** The rows of some row groups, by their indices, as an Arrow IPC stream. */
  unpack(groups: readonly number[]): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Writes the rows of an Arrow IPC stream behind those before, packed with snappy.
   * @param notes of the file that is written; those of the first call count
   * @returns bytes of the file, which may be those of earlier rows
   */
  write(ipc: Uint8Array<ArrayBuffer>, notes: ReadonlyMap<string, string>): Promise<Uint8Array<ArrayBuffer>>;
  /** The rest of the file that was written. */
  finish(): Promise<Uint8Array<ArrayBuffer>>;
  /** A whole file of the rows of an Arrow IPC stream, of which there may be none. */
  pack(ipc: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}

/** The name of the error of a module that did not start. */
export const START_FAILURE = 'StartFailure';

/** @param ready the module's start; a start that failed fails every call */
export function codec(ready: Promise<unknown>): ParquetCodec {
  const started = ready.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw Object.assign(new Error(message), { name: START_FAILURE });
  });
  // A failure is heard at the first call; until then it is no unhandled rejection.
  started.catch(() => undefined);
  let file = new Uint8Array(0);
  let output: Output | null = null;
  return {
    async open(opened, footer) {
      await started;
      file = new Uint8Array(await opened.arrayBuffer());
      hideArrowSchema(file.subarray(footer));
    },
    async unpack(groups) {
      await started;
      return own(readParquet(file, { batchSize: BATCH_ROWS, rowGroups: [...groups] }).intoIPCStream());
    },
    async write(ipc, notes) {
      await started;
      output ??= new Output(notes);
      return output.write(ipc);
    },
    async finish() {
      const written = await output?.finish();
      output = null;
      return written ?? new Uint8Array(0);
    },
    async pack(ipc) {
      await started;
      return own(writeParquet(Table.fromIPCStream(ipc), properties(new Map())));
    },
  };
}

/**
 * Arrow's note about its own schema asks for types that apache-arrow does not read, such as large lists. Under another
 * name it is not heeded. It stands in the footer as 12, its length, and its name.
 */
function hideArrowSchema(footer: Uint8Array): void {
  const at = new TextDecoder('latin1').decode(footer).indexOf('\u000cARROW:schema');
  if (at !== -1) footer.set(new TextEncoder().encode('-'), at + 1);
}

/** Statistics would be in the order of stored numbers, not of what the schema says they mean: none are written. */
function properties(notes: ReadonlyMap<string, string>): WriterProperties {
  return new WriterPropertiesBuilder()
    .setCompression(Compression.SNAPPY)
    .setStatisticsEnabled(EnabledStatistics.None)
    .setMaxRowGroupSize(GROUP_ROWS)
    .setMaxRowGroupBytes(GROUP_BYTES)
    .setKeyValueMetadata(new Map(notes))
    .build();
}

/** A Parquet file that is being written, row group by row group. */
class Output {
  private readonly rows = new TransformStream<RecordBatch, RecordBatch>();
  private readonly writer = this.rows.writable.getWriter();
  private readonly written: Promise<void>;
  private parts: Uint8Array<ArrayBuffer>[] = [];

  constructor(notes: ReadonlyMap<string, string>) {
    this.written = this.collect(transformParquetStream(this.rows.readable, properties(notes)));
    // A failure is heard by whoever writes next.
    this.written.catch(() => undefined);
  }

  async write(ipc: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const table = Table.fromIPCStream(ipc);
    for (const batch of table.recordBatches()) await Promise.race([this.writer.write(batch), this.written]);
    table.free();
    return this.taken();
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    await Promise.race([this.writer.close(), this.written]);
    await this.written;
    return this.taken();
  }

  private async collect(stream: Promise<ReadableStream>): Promise<void> {
    const reader = ((await stream) as ReadableStream<Uint8Array>).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      this.parts.push(next.value.slice());
    }
  }

  private async taken(): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Blob(this.parts);
    this.parts = [];
    return new Uint8Array(await taken.arrayBuffer());
  }
}

function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
}
