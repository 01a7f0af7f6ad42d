/** parquet-wasm, as it runs in a worker that may be ended at any time. */

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

/** Rows decoded together. */
const BATCH_ROWS = 8192;

/** Limits of a written row group: readers hold one in memory. */
const GROUP_ROWS = 10_000;
const GROUP_BYTES = 128 * 2 ** 20;

export interface ParquetCodec {
  /** Waits until it has started. */
  ready(): Promise<void>;
  /** The rows of a file as an Arrow IPC stream. */
  unpack(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Appends the rows of an Arrow IPC stream, compressed with snappy.
   * @param notes key-value metadata of the file; taken from the first call
   * @returns the next bytes of the file
   */
  write(ipc: Uint8Array<ArrayBuffer>, notes: ReadonlyMap<string, string>): Promise<Uint8Array<ArrayBuffer>>;
  /** The rest of the file that was written. */
  finish(): Promise<Uint8Array<ArrayBuffer>>;
  /** A whole file of the rows of an Arrow IPC stream, also of none. */
  pack(ipc: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}

/** The name of the error of a module that did not start. */
export const START_FAILURE = 'StartFailure';

/** @param start of the module; where it fails, every call fails */
export function codec(start: Promise<unknown>): ParquetCodec {
  const started = start.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw Object.assign(new Error(message), { name: START_FAILURE });
  });
  // The first call reports a failure; until then it is no unhandled rejection.
  started.catch(() => undefined);
  let output: Output | null = null;
  return {
    async ready() {
      await started;
    },
    async unpack(file) {
      await started;
      return own(readParquet(file, { batchSize: BATCH_ROWS }).intoIPCStream());
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

/** Without statistics: they would follow the order of stored numbers, not of what the schema says they mean. */
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
    // The next write reports a failure.
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
