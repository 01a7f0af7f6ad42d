/**
 * Encodes batches with onnxruntime for Node: `node encode.mjs JOB`. JOB is a file that holds a NativeJob; what comes
 * of it, a NativeResult, goes to standard output. A run is what a careful script does: pad to the longest of the
 * batch, run, mean over the tokens, unit length.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @typedef {import('../types').Batch} Batch */

/**
 * @typedef {object} NativeJob
 * @property {string} onnx path of the graph
 * @property {number} threads
 * @property {Batch[]} batches
 */

/**
 * @typedef {object} NativeResult
 * @property {number} seconds from token ids to unit vectors
 * @property {number[][]} vectors of the first batch
 */

const require = createRequire(import.meta.url);
/** @type {typeof import('onnxruntime-common')} */
const ort = require('onnxruntime-node');

/** @type {NativeJob} */
const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const session = await ort.InferenceSession.create(job.onnx, {
  intraOpNumThreads: job.threads,
  interOpNumThreads: 1,
});

/**
 * @param {Batch} batch
 * @returns {Promise<Float32Array[]>}
 */
async function encode(batch) {
  const longest = Math.max(...batch.map((ids) => ids.length));
  const dims = [batch.length, longest];
  const ids = new BigInt64Array(batch.length * longest);
  const mask = new BigInt64Array(batch.length * longest);
  batch.forEach((sequence, row) =>
    sequence.forEach((id, at) => {
      ids[row * longest + at] = BigInt(id);
      mask[row * longest + at] = 1n;
    }),
  );
  const outputs = await session.run({
    input_ids: new ort.Tensor('int64', ids, dims),
    attention_mask: new ort.Tensor('int64', mask, dims),
    token_type_ids: new ort.Tensor('int64', new BigInt64Array(ids.length), dims),
  });
  const states = outputs['last_hidden_state'];
  if (states === undefined) throw new Error(`${job.onnx} has no output last_hidden_state.`);
  const data = /** @type {Float32Array} */ (states.data);
  const hidden = states.dims[2] ?? 0;
  return batch.map((sequence, row) =>
    meanAtUnitLength(data.subarray(row * longest * hidden), sequence.length, hidden),
  );
}

/**
 * @param {Float32Array} states
 * @param {number} tokens
 * @param {number} hidden
 */
function meanAtUnitLength(states, tokens, hidden) {
  const sum = new Float64Array(hidden);
  for (let at = 0, token = 0; token < tokens; token++) {
    for (let i = 0; i < hidden; i++, at++) sum[i] = (sum[i] ?? 0) + (states[at] ?? 0);
  }
  let square = 0;
  for (const value of sum) square += value * value;
  const scale = 1 / Math.sqrt(square);
  return Float32Array.from(sum, (value) => value * scale);
}

const vectors = (await encode(job.batches[0] ?? [])).map((vector) => [...vector]);
const start = performance.now();
for (const batch of job.batches) await encode(batch);
const seconds = (performance.now() - start) / 1000;
/** @type {NativeResult} */
const result = { seconds, vectors };
process.stdout.write(JSON.stringify(result));
