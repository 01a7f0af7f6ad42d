/**
 * The parity check: int8, fp16, WebGPU and native runtimes can be silently wrong, so a few texts are also encoded by fp32
 * on wasm, and the report says how far apart they are.
 */

import { cosine, embedded } from '../scoring/neighbours';
import type { WorkerEnd } from '../worker';
import { nativeInWords, openOn } from './device-choice';
import { BrokenModelFileError, NativeDiffersError } from './errors';
import type { EncoderModel } from './model';
import type { BatchEncoder } from './session';
import type { DeviceReport, ParityReport } from './types';

/** Short, long, numbers, other scripts: where a broken kernel or a coarse quantisation shows. */
const PARITY_TEXTS: readonly string[] = [
  'how many moons does jupiter have',
  'The Panthers defence gave up 308 points in 16 games, the sixth fewest of that season.',
  'A treaty signed in 1648 ended thirty years of war; its two parts were signed in two cities on one day.',
  'Wie entsteht ein Gewitter? Warme, feuchte Luft steigt auf und kühlt ab.',
  'x = (−b ± √(b² − 4ac)) / 2a',
  'water',
  'Photosynthesis turns light, water and carbon dioxide into sugar and oxygen, in leaves and in algae alike.',
  'tax form 1040 deadline extension 2024',
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
 * @throws NativeDiffersError for fp32 on the runtime for Node; what opening a session throws
 */
export async function checkParity(
  model: EncoderModel,
  kind: DeviceReport['kind'],
  encoder: BatchEncoder,
  startWorker: () => WorkerEnd,
): Promise<ParityReport | null> {
  const { dtype, settings, twin } = model;
  const isPlain = kind === 'wasm' && dtype === 'fp32';
  if (kind === 'javascript' || (isPlain && twin === null)) return null;
  if (isPlain && twin && Math.max(twin.bytes, model.sessionBytes) > MOST_TWIN_BYTES)
    return notCompared(`${model.onnx} and ${twin.path}`, 'one has more than 500 MB');
  const what = `${dtype} on ${{ webgpu: 'WebGPU', native: nativeInWords(), wasm: kind }[kind]}`;
  const tokenizer = await model.tokenizer();
  const batch = PARITY_TEXTS.map((text) => tokenizer.encode(text, settings.maxTokens).ids);
  let other: BatchEncoder | null = null;
  try {
    const reference = isPlain && twin ? await model.with(twin) : await model.fullPrecision();
    if (!reference) return notCompared(`${what} and fp32`, 'the model folder holds no fp32 ONNX file');
    other = await openOn(reference, null, startWorker, { runtime: 'wasm', workers: 1, threads: 1 });
    const [vectors, others] = [await encoder.encode(batch), await other.encode(batch)];
    if (isPlain) return parityReport(model.onnx, vectors, others, reference.onnx, OF_TWO_TRAININGS);
    const report = parityReport(what, vectors, others);
    // Of unit vectors.
    const distance = Math.sqrt(2 - 2 * (report.min_cosine ?? NaN));
    if (kind === 'native' && dtype === 'fp32' && !(distance <= LARGEST_DISTANCE)) {
      throw new NativeDiffersError(what, distance);
    }
    return report;
  } catch (error) {
    if (isPlain && error instanceof BrokenModelFileError) return null;
    throw error;
  } finally {
    await other?.release();
  }
}

function notCompared(what: string, why: string): ParityReport {
  return { texts: 0, min_cosine: null, warning: `${what} were not compared: ${why}.` };
}

const OF_TWO_TRAININGS = 'They may be of two trainings: remove the one that is not yours.';

/** @param what the run's session in words, such as "int8 on wasm" @param than what it is compared with @param advice what to do */
export function parityReport(
  what: string,
  vectors: readonly Float32Array[],
  reference: readonly Float32Array[],
  than = 'fp32 on wasm',
  advice = 'Figures may be off; rank with fp32 on wasm to compare.',
): ParityReport {
  const cosines = vectors.map((row, i) => cosine(embedded(row), embedded(reference[i] as Float32Array)));
  const least = Math.min(1, ...cosines);
  const warning =
    least >= PARITY_COSINE
      ? null
      : `${what} differs from ${than}: the smallest cosine over ${vectors.length} texts is ` +
        `${least.toFixed(4)}, where ${PARITY_COSINE} is expected. ${advice}`;
  return { texts: vectors.length, min_cosine: least, warning };
}
