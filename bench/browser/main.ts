/** The bench's page: `bench.…` starts a fresh worker, asks it one thing, and ends it. */

import * as Comlink from 'comlink';

import type { Adapter } from '../types';
import { encode } from './encode';
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

async function adapter(): Promise<Adapter | null> {
  const found = await (navigator as { gpu?: GPU }).gpu?.requestAdapter({
    powerPreference: 'high-performance',
  });
  if (!found) return null;
  const { vendor, architecture, description, isFallbackAdapter } = found.info;
  return { vendor, architecture, description, fallback: isFallbackAdapter };
}

function pickedFile(): File {
  const file = document.querySelector<HTMLInputElement>('#file')?.files?.[0];
  if (!file) throw new Error('No file was picked.');
  return file;
}

const bench = {
  adapter,
  isolated: () => self.crossOriginIsolated,
  encode,
  kernels: (job: Parameters<BenchWorker['kernels']>[0]) => inWorker((worker) => worker.kernels(job)),
  recompute: (job: Parameters<BenchWorker['recompute']>[0]) => inWorker((worker) => worker.recompute(job)),
  parseLines: () => inWorker((worker) => worker.parseLines(pickedFile())),
};

export type BenchApi = typeof bench;

Object.assign(globalThis, { bench });
