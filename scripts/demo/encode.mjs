/** Encodes texts in Node with a model folder: its own tokenizer, onnxruntime-web's wasm build, mean pooling. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-web';

/** Longest text in tokens. */
const MAX_LENGTH = 128;

/**
 * @param {string} folder with tokenizer.json, tokenizer_config.json and onnx/model.onnx
 * @returns {Promise<(texts: string[]) => Promise<Float32Array[]>>} unit vectors of texts, in batches of like length
 */
export async function loadEncoder(folder) {
  const json = (/** @type {string} */ file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const tokenizer = new Tokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
  const session = await InferenceSession.create(readFileSync(join(folder, 'onnx/model.onnx')));

  /** What the tokenizer puts behind a text: [SEP], or nothing. */
  const closing = tokenizer.encode('').ids.slice(1);

  /** @param {string} text */
  const tokenize = (text) => {
    const { ids } = tokenizer.encode(text);
    return ids.length <= MAX_LENGTH ? ids : [...ids.slice(0, MAX_LENGTH - closing.length), ...closing];
  };

  /** @param {number[][]} sequences */
  const encodeBatch = async (sequences) => {
    const length = Math.max(...sequences.map((ids) => ids.length));
    const dims = [sequences.length, length];
    /** @param {(id: number | undefined) => number} value */
    const port = (value) => {
      const cells = sequences.flatMap((ids) => Array.from({ length }, (_, at) => BigInt(value(ids[at]))));
      return new Tensor('int64', BigInt64Array.from(cells), dims);
    };
    const feeds = {
      input_ids: port((id) => id ?? 0),
      attention_mask: port((id) => (id === undefined ? 0 : 1)),
      token_type_ids: port(() => 0),
    };
    const taken = Object.entries(feeds).filter(([name]) => session.inputNames.includes(name));
    const outputs = await session.run(Object.fromEntries(taken));
    const states = outputs['last_hidden_state'];
    if (states === undefined) throw new Error(`${folder}/onnx/model.onnx has no output last_hidden_state`);
    const data = /** @type {Float32Array} */ (await states.getData());
    const hidden = Number(states.dims[2]);
    return sequences.map((ids, row) =>
      meanAtUnitLength(data.subarray(row * length * hidden), ids.length, hidden),
    );
  };

  return async (texts) => {
    const sequences = texts
      .map((text, at) => ({ ids: tokenize(text), at }))
      .sort((a, b) => a.ids.length - b.ids.length);
    /** @type {Float32Array[]} */
    const vectors = [];
    for (let start = 0; start < sequences.length; start += 16) {
      const batch = sequences.slice(start, start + 16);
      const encoded = await encodeBatch(batch.map(({ ids }) => ids));
      encoded.forEach((vector, row) => (vectors[batch[row]?.at ?? -1] = vector));
    }
    return vectors;
  };
}

/**
 * Sum of the first token states at unit length (the number of tokens drops out).
 * @param {Float32Array} states [at least tokens, hidden]
 * @param {number} tokens
 * @param {number} hidden
 */
function meanAtUnitLength(states, tokens, hidden) {
  const sum = new Float64Array(hidden);
  states
    .subarray(0, tokens * hidden)
    .forEach((value, at) => (sum[at % hidden] = (sum[at % hidden] ?? 0) + value));
  const norm = Math.sqrt(dot(sum, sum));
  return Float32Array.from(sum, (value) => value / norm);
}

/**
 * @param {Float32Array | Float64Array} a
 * @param {Float32Array | Float64Array} b of the same length
 * @returns {number} in float64
 */
export function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
