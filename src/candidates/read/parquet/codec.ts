/** What is asked of parquet-wasm: Arrow of a small Parquet file, and a small Parquet file of Arrow. Runs in a worker. */

import {
  Compression,
  EnabledStatistics,
  readParquet,
  Table,
  WriterPropertiesBuilder,
  writeParquet,
} from 'parquet-wasm/esm';

/** Rows of a batch: so many values are decoded together. */
const BATCH_ROWS = 8192;

/** Most rows of a row group that is written: a reader holds one at a time. Cleaned files have smaller ones. */
const GROUP_ROWS = 65_536;

/** Both calls are synchronous inside: what they throw, a trap of the module too, comes out as a rejection. */
export interface ParquetCodec {
  /** All rows of a Parquet file as an Arrow IPC stream. */
  unpack(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** A Parquet file, packed with snappy, of the rows of an Arrow IPC stream, in row groups of at most 65,536 rows. */
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
  return {
    async unpack(file) {
      await started;
      return own(readParquet(file, { batchSize: BATCH_ROWS }).intoIPCStream());
    },
    async pack(ipc) {
      await started;
      // Statistics would be in the order of stored numbers, not of what the schema says they mean.
      const properties = new WriterPropertiesBuilder()
        .setCompression(Compression.SNAPPY)
        .setStatisticsEnabled(EnabledStatistics.None)
        .setMaxRowGroupSize(GROUP_ROWS)
        .build();
      return own(writeParquet(Table.fromIPCStream(ipc), properties));
    },
  };
}

function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
}
