/** Cosines between queries and passages under an encoder: its own tokenizer, its table or onnxruntime-web's wasm build, mean pooling. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-web';

/** Longest text in tokens. */
const MAX_LENGTH = 128;

/**
 * Embeds queries and texts (unit length, 128 tokens at most, no prefix) and compares all with all.
 *
 * @param {string} folder of the encoder
 * @param {readonly string[]} queries
 * @param {readonly string[]} texts
 * @returns {Promise<number[][]>} cosines, [queries, texts]
 */
export async function cosines(folder, queries, texts) {
  const encode = await loadEncoder(folder);
  /** @type {Float32Array[]} */
  const vectors = [];
  for (const text of [...queries, ...texts]) vectors.push(await encode(text));
  const passages = vectors.slice(queries.length);
  return vectors.slice(0, queries.length).map((query) => passages.map((passage) => dot(query, passage)));
}

/**
 * @param {string} folder with tokenizer.json, tokenizer_config.json and model.safetensors (a table) or onnx/model.onnx
 * @returns {Promise<(text: string) => Promise<Float32Array>>} the unit vector of a text
 */
async function loadEncoder(folder) {
  const json = (/** @type {string} */ file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const tokenizer = new Tokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
  const table = join(folder, 'model.safetensors');
  if (existsSync(table)) return meanOf(readTable(table), (text) => tokenizer.encode(text).ids);
  const session = await InferenceSession.create(readFileSync(join(folder, 'onnx/model.onnx')));
  /** What the tokenizer puts behind a text: [SEP], or nothing. */
  const closing = tokenizer.encode('').ids.slice(1);

  return async (text) => {
    const { ids: whole } = tokenizer.encode(text);
    const ids =
      whole.length <= MAX_LENGTH ? whole : [...whole.slice(0, MAX_LENGTH - closing.length), ...closing];
    /** @param {readonly number[]} values */
    const port = (values) => new Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
    const feeds = {
      input_ids: port(ids),
      attention_mask: port(ids.map(() => 1)),
      token_type_ids: port(ids.map(() => 0)),
    };
    const taken = Object.entries(feeds).filter(([name]) => session.inputNames.includes(name));
    const { last_hidden_state: states } = await session.run(Object.fromEntries(taken));
    if (states === undefined) throw new Error(`${folder}/onnx/model.onnx has no output last_hidden_state`);
    const hidden = Number(states.dims[2]);
    // The number of tokens drops out with the length.
    const sum = new Float64Array(hidden);
    const data = /** @type {Float32Array} */ (await states.getData());
    data.forEach((value, at) => (sum[at % hidden] = (sum[at % hidden] ?? 0) + value));
    return unit(sum);
  };
}

/**
 * @param {string} file safetensors with `rows` (I8) and `scales` (F32)
 * @returns {Float64Array[]} the vector of each token
 */
function readTable(file) {
  const bytes = readFileSync(file);
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', 8, start));
  const [tokens, dimension] = header.rows.shape;
  const scale = (/** @type {number} */ id) =>
    bytes.readFloatLE(start + header.scales.data_offsets[0] + 4 * id);
  const first = start + header.rows.data_offsets[0];
  return Array.from({ length: tokens }, (_, id) =>
    Float64Array.from(
      { length: dimension },
      (_, i) => bytes.readInt8(first + id * dimension + i) * scale(id),
    ),
  );
}

/**
 * @param {readonly Float64Array[]} table
 * @param {(text: string) => readonly number[]} idsOf
 * @returns {(text: string) => Promise<Float32Array>}
 */
function meanOf(table, idsOf) {
  return async (text) => {
    const sum = new Float64Array(table[0]?.length ?? 0);
    for (const id of idsOf(text).slice(0, MAX_LENGTH)) {
      table[id]?.forEach((value, i) => (sum[i] = (sum[i] ?? 0) + value));
    }
    return unit(sum);
  };
}

/** @param {Float64Array} sum */
function unit(sum) {
  const norm = Math.sqrt(dot(sum, sum));
  return Float32Array.from(sum, (value) => value / norm);
}

/**
 * @param {Float32Array | Float64Array} a
 * @param {Float32Array | Float64Array} b of the same length
 * @returns {number} in float64
 */
function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
