/**
 * The parity check: int8, fp16, WebGPU and native runtimes can be silently wrong, so a few texts are also encoded by fp32
 * on wasm, and the report says how far apart they are.
 */

import { cosine, embedded } from '../scoring/neighbours';
import type { WorkerEnd } from '../worker';
import { MOST_WASM_BYTES, nativeInWords, openOn, type DeviceReport } from './device-choice';
import { BrokenModelFileError, EncodeError } from './errors';
import { EncoderModel } from './model';
import type { BatchEncoder } from './session';
import type { ParityReport } from './types';

/** Short, long, numbers, other scripts: where a broken kernel or a coarse quantisation shows. */
const PARITY_TEXTS: readonly string[] = [
  'water',
  'The Panthers defence gave up 308 points in 16 games, the sixth fewest of that season.',
  'Wie entsteht ein Gewitter? Warme, feuchte Luft steigt auf und kühlt ab.',
  'x = (−b ± √(b² − 4ac)) / 2a',
];

/** Smallest cosine that counts as the same encoder. */
const PARITY_COSINE = 0.999;

/** Above so many bytes an ONNX file and the checkpoint beside it are not compared. */
const MOST_TWIN_BYTES = 5e8;

/** Farthest that unit vectors of fp32 may lie from those on wasm where a command in Node runs them natively. */
const LARGEST_DISTANCE = 1e-5;

/**
 * Compares a few texts with fp32 on wasm. Where that is what runs, compares an ONNX file with the checkpoint in its folder, or the
 * other way round: they may be of two trainings. Null for a table, and where there is nothing else or it cannot be run.
 * @throws EncodeError for fp32 on the runtime for Node; what opening a session throws
 */
export async function checkParity(
  model: EncoderModel,
  kind: DeviceReport['kind'],
  encoder: BatchEncoder,
  startWorker: () => WorkerEnd,
): Promise<ParityReport | null> {
  const { folder, dtype, settings, other } = model;
  const isPlain = kind === 'wasm' && dtype === 'fp32';
  if (kind === 'javascript' || (isPlain && other === null)) return null;
  const device = { webgpu: 'WebGPU', native: nativeInWords(), wasm: kind }[kind];
  const what = isPlain ? model.onnx : `${dtype} on ${device}`;
  const than = isPlain && other ? other.path : 'fp32 on wasm';
  const notCompared = (why: string): ParityReport => {
    return { texts: 0, min_cosine: null, warning: `${what} and ${than} were not compared: ${why}.` };
  };
  if (isPlain && Math.max(other?.bytes ?? 0, model.sessionBytes) > MOST_TWIN_BYTES)
    return notCompared('one has more than 500 MB');
  if (dtype !== 'fp32' && !other) return notCompared('the model folder holds no fp32 ONNX file');
  const tokenizer = await model.tokenizer();
  const batch = PARITY_TEXTS.map((text) => tokenizer.encode(text, settings.maxTokens).ids);
  let reference: BatchEncoder | null = null;
  try {
    const same = dtype === 'fp32' && !isPlain;
    const compared = same || !other ? model : await EncoderModel.open(folder, other.path, settings);
    if (compared.sessionBytes > MOST_WASM_BYTES)
      return notCompared(`wasm runs at most ${MOST_WASM_BYTES / 1e9} GB`);
    reference = await openOn(compared, null, startWorker, { runtime: 'wasm', workers: 1, threads: 1 });
    const [vectors, others] = [await encoder.encode(batch), await reference.encode(batch)];
    const least = Math.min(1, ...vectors.map((row, i) => cosineOf(row, others[i] as Float32Array)));
    // Of unit vectors.
    const distance = Math.sqrt(2 - 2 * least);
    if (kind === 'native' && dtype === 'fp32' && !(distance <= LARGEST_DISTANCE)) {
      const apart = `up to ${distance.toExponential(1)} apart at unit length`;
      throw new EncodeError(
        `${what} gives other embeddings than ${than}, the page's own: ${apart}. Rank with --runtime wasm.`,
      );
    }
    const advice = isPlain
      ? 'They may be of two trainings: remove the one that is not yours.'
      : 'Figures may be off; rank with fp32 on wasm to compare.';
    const warning =
      `${what} differs from ${than}: the smallest cosine over ${batch.length} texts is ` +
      `${least.toFixed(4)}, where ${PARITY_COSINE} is expected. ${advice}`;
    return { texts: batch.length, min_cosine: least, warning: least >= PARITY_COSINE ? null : warning };
  } catch (error) {
    if (isPlain && error instanceof BrokenModelFileError) return null;
    throw error;
  } finally {
    await reference?.release();
  }
}

const cosineOf = (a: Float32Array, b: Float32Array) => cosine(embedded(a), embedded(b));
