/** parquet-wasm in a worker of its own, fetched from our own origin when the first Parquet file is read. */

import { transfer, wrap } from 'comlink';

import type { ParquetCodec } from './codec';
import type { ParquetEngine } from './engine';

export const browserParquet: ParquetEngine = {
  start(onBroken) {
    const worker = new Worker(new URL('../../../../workers/parquet.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', (event) => onBroken(event.message || 'its worker could not be loaded'));
    const remote = wrap<ParquetCodec>(worker);
    return {
      codec: {
        unpack: (file) => remote.unpack(transfer(file, [file.buffer])),
        pack: (ipc) => remote.pack(transfer(ipc, [ipc.buffer])),
      },
      stop: () => worker.terminate(),
    };
  },
};
