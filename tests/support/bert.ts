/** BERT encoders of random weights: the weights as training writes them, and an ONNX file that holds the same. */

import { bert } from '../../src/encoder/checkpoint/bert';
import { Config } from '../../src/encoder/checkpoint/config';
import { Graph, type Value } from '../../src/encoder/checkpoint/graph';
import { begin, byText } from '../../src/encoder/checkpoint/parts';
import type { Weights } from '../../src/encoder/checkpoint/weights';
import { configJson } from './model-files.mjs';
import { normals } from './random.mjs';

export type BertShape = Parameters<typeof configJson>[0];

interface Tensor {
  readonly dims: readonly number[];
  readonly data: Float32Array<ArrayBuffer>;
}

/** By their names in a checkpoint. */
export type Tensors = ReadonlyMap<string, Tensor>;

/** Norms start as the identity and biases at 0; matrices keep the variance of what goes through them. */
export function randomTensors(shape: BertShape, seed: number): Tensors {
  const { layers, hidden, intermediate, vocab, maxPositions, tokenTypes } = shape;
  const tensors = new Map<string, Tensor>();
  const draw = (name: string, dims: readonly [number, number], deviation: number) => {
    const numbers = normals(dims[0] * dims[1], `${seed} ${name}`);
    tensors.set(`${name}.weight`, { dims, data: Float32Array.from(numbers, (value) => value * deviation) });
  };
  const fill = (name: string, length: number, value: number) =>
    tensors.set(name, { dims: [length], data: new Float32Array(length).fill(value) });
  const norm = (name: string) => {
    fill(`${name}.weight`, hidden, 1);
    fill(`${name}.bias`, hidden, 0);
  };
  const linear = (name: string, from: number, to: number) => {
    draw(name, [to, from], 1 / Math.sqrt(from));
    fill(`${name}.bias`, to, 0);
  };
  draw('embeddings.word_embeddings', [vocab, hidden], 1);
  draw('embeddings.position_embeddings', [maxPositions, hidden], 1);
  draw('embeddings.token_type_embeddings', [tokenTypes, hidden], 1);
  norm('embeddings.LayerNorm');
  for (let i = 0; i < layers; i++) {
    const layer = `encoder.layer.${i}`;
    for (const part of ['self.query', 'self.key', 'self.value', 'output.dense'])
      linear(`${layer}.attention.${part}`, hidden, hidden);
    norm(`${layer}.attention.output.LayerNorm`);
    linear(`${layer}.intermediate.dense`, hidden, intermediate);
    linear(`${layer}.output.dense`, intermediate, hidden);
    norm(`${layer}.output.LayerNorm`);
  }
  return tensors;
}

/** A graph that holds its weights itself. */
class WholeGraph extends Graph {
  override weight(tensor: object): Value {
    const { dims, data } = tensor as Tensor;
    return this.constant(dims, data);
  }
}

/** The bytes of an ONNX file with the output `last_hidden_state`. */
export function bertModel(shape: BertShape, tensors: Tensors): Uint8Array<ArrayBuffer> {
  const config = Reflect.construct(Config, ['made', 'config.json', configJson(shape)]) as Config;
  const weights: Pick<Weights, 'has' | 'get'> = {
    has: (name) => tensors.has(name),
    get: (name) => tensors.get(name) as unknown as ReturnType<Weights['get']>,
  };
  const build = begin(new WholeGraph(shape.maxPositions), weights as Weights, config);
  const states = byText(build, bert(build), shape.hidden);
  return build.g.file(states, 'last_hidden_state', ['batch', 'sequence', 'width']);
}

/** The bytes of model.safetensors. */
export function checkpointFile(tensors: Tensors): Uint8Array {
  let end = 0;
  const entries = [...tensors].map(([name, { dims, data }]) => {
    const from = end;
    end += data.byteLength;
    return [name, { dtype: 'F32', shape: dims, data_offsets: [from, end] }];
  });
  const head = JSON.stringify(Object.fromEntries(entries));
  const header = new TextEncoder().encode(head.padEnd(8 * Math.ceil(head.length / 8)));
  const size = new Uint8Array(new BigUint64Array([BigInt(header.length)]).buffer);
  return Buffer.concat([size, header, ...[...tensors.values()].map(({ data }) => Buffer.from(data.buffer))]);
}
