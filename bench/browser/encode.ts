/** The page's own encoder worker over given batches. */

import * as Comlink from 'comlink';

import type { EncoderWorkerApi } from '../../src/encoder/session-host';
import type { Batch } from '../types';

export interface EncodeJob {
  /** Address of the ONNX file. */
  readonly onnx: string;
  readonly threads: number;
  readonly batches: readonly Batch[];
}

export interface EncodeResult {
  /** From token ids to unit vectors, a batch at a time, after the first batch was run once. */
  readonly seconds: number;
  /** Unit vectors of the first batch. */
  readonly vectors: readonly (readonly number[])[];
}

export async function encode({ onnx, threads, batches }: EncodeJob): Promise<EncodeResult> {
  const response = await fetch(onnx);
  if (!response.ok) throw new Error(`${onnx}: the server answered ${response.status}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const worker = new Worker(new URL('../../workers/encoder.ts', import.meta.url), { type: 'module' });
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = (event) => reject(new Error(`The encoder worker failed: ${event.message}`));
  });
  try {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(null, [port2]);
    return await Promise.race([run(Comlink.wrap<EncoderWorkerApi>(port1)), broken]);
  } finally {
    worker.terminate();
  }

  async function run(encoder: Comlink.Remote<EncoderWorkerApi>): Promise<EncodeResult> {
    const model = { folder: 'bench', onnx, bytes, external: null };
    await encoder.open({ model, pooling: 'mean', normalise: true, padId: 0, runtime: 'wasm', threads });
    const sequences = batches.map((batch) => batch.map((ids) => Int32Array.from(ids)));
    const first = await encoder.encode(sequences[0] ?? []);
    const start = performance.now();
    for (const batch of sequences) await encoder.encode(batch);
    const seconds = (performance.now() - start) / 1000;
    const { rows, dimension } = first;
    const vectors = (sequences[0] ?? []).map((_, i) => [
      ...rows.subarray(i * dimension, (i + 1) * dimension),
    ]);
    return { seconds, vectors };
  }
}
