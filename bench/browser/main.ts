/** The bench's page: `bench.…` starts a fresh worker, asks it one thing, and ends it. */

import * as Comlink from 'comlink';

import type { BenchWorker } from './worker';

async function inWorker<T>(ask: (worker: Comlink.Remote<BenchWorker>) => Promise<T>): Promise<T> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = (event) => reject(new Error(`The bench's worker failed: ${event.message}`));
  });
  try {
    return await Promise.race([ask(Comlink.wrap<BenchWorker>(worker)), broken]);
  } finally {
    worker.terminate();
  }
}

function pickedFile(): File {
  const file = document.querySelector<HTMLInputElement>('#file')?.files?.[0];
  if (!file) throw new Error('No file was picked.');
  return file;
}

const bench = {
  isolated: () => self.crossOriginIsolated,
  parseLines: () => inWorker((worker) => worker.parseLines(pickedFile())),
  unpackParquet: () => inWorker((worker) => worker.unpackParquet(pickedFile())),
};

export type BenchApi = typeof bench;

Object.assign(globalThis, { bench });
