/** Writes vectors as a model folder: few levels a number, one scale a row, and a graph that looks them up. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { MODULES_JSON, TOKENIZER_CONFIG, poolingJson, tokenizerJson } from './model-files.mjs';
import { DataType, writeModel } from './onnx-writer.mjs';

/** Numbers are whole from −7 to 7 times the row's scale: they compress to half of what 255 levels take. */
const LARGEST_LEVEL = 7;

/** Longest text in tokens. */
const MAX_LENGTH = 512;

const OPSET = 17;

/** @param vectors tokens × dimension */
export function writeFolder(
  folder: string,
  vocabulary: readonly string[],
  vectors: Float32Array,
  card: string,
): void {
  const dimension = vectors.length / vocabulary.length;
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const files: Record<string, string | Uint8Array> = {
    'README.md': card,
    'config.json': json({
      model_type: 'bert',
      architectures: ['BertModel'],
      vocab_size: vocabulary.length,
      hidden_size: dimension,
      num_hidden_layers: 0,
      max_position_embeddings: MAX_LENGTH,
      pad_token_id: 0,
    }),
    'tokenizer.json': JSON.stringify({ ...tokenizerJson([...vocabulary]), post_processor: null }),
    'tokenizer_config.json': json({ ...TOKENIZER_CONFIG, model_max_length: MAX_LENGTH }),
    'modules.json': json(MODULES_JSON),
    '1_Pooling/config.json': json(poolingJson(dimension)),
    'onnx/model.onnx': lookUpModel(vectors, dimension),
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** scale · level, by row. */
function quantised(vectors: Float32Array, dimension: number): { levels: Int8Array; scales: Float32Array } {
  const levels = new Int8Array(vectors.length);
  const scales = new Float32Array(vectors.length / dimension);
  scales.forEach((_, row) => {
    const own = vectors.subarray(row * dimension, (row + 1) * dimension);
    const scale = own.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / LARGEST_LEVEL;
    scales[row] = scale;
    if (scale > 0)
      levels.set(
        Int8Array.from(own, (x) => Math.round(x / scale)),
        row * dimension,
      );
  });
  return { levels, scales };
}

function lookUpModel(vectors: Float32Array, dimension: number): Uint8Array {
  const { levels, scales } = quantised(vectors, dimension);
  const node = (op: string, inputs: string[], output: string, attributes: Record<string, number> = {}) => ({
    op,
    inputs,
    outputs: [output],
    attributes,
  });
  return writeModel({
    name: 'static',
    description: 'static token encoder',
    opset: OPSET,
    nodes: [
      node('Gather', ['rows', 'input_ids'], 'levels', { axis: 0 }),
      node('Cast', ['levels'], 'wide', { to: DataType.float }),
      node('Gather', ['scales', 'input_ids'], 'scale', { axis: 0 }),
      node('Cast', ['attention_mask'], 'mask', { to: DataType.float }),
      node('Mul', ['scale', 'mask'], 'factor'),
      node('Unsqueeze', ['factor', 'axis'], 'factors'),
      node('Mul', ['wide', 'factors'], 'last_hidden_state'),
    ],
    tensors: [
      { name: 'rows', dims: [scales.length, dimension], data: levels },
      { name: 'scales', dims: [scales.length], data: scales },
      { name: 'axis', dims: [1], data: BigInt64Array.of(2n) },
    ],
    inputs: ['input_ids', 'attention_mask'].map((name) => ({
      name,
      type: DataType.int64,
      dims: ['batch', 'sequence'],
    })),
    outputs: [{ name: 'last_hidden_state', type: DataType.float, dims: ['batch', 'sequence', dimension] }],
  });
}
