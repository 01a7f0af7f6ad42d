/**
 * Recognises graphs that look up one vector for each token and do nothing between tokens: their output is a table of
 * vectors. An operator that is not known here makes the graph one for onnxruntime.
 */

import { chosenOutput, KNOWN_INPUTS } from '../onnx-names';
import { halfToFloat } from '../pooling';
import type { SessionModel } from '../onnx';
import type { Pooling } from '../types';
import { readOnnx, type OnnxGraph, type OnnxNode, type OnnxTensor } from './onnx-file';

/** The vector of every token, float32, tokens × dimension. */
export interface TokenTable {
  readonly tokens: number;
  readonly dimension: number;
  readonly values: Float32Array;
}

/** TensorProto.DataType. */
const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
const INT64 = 7;
const FLOAT16 = 10;

/**
 * What a name of the graph stands for, at places of the batch that are no padding.
 * `tokens`: by id, `width` numbers a token, as [batch, sequence] (width 1) or, with `column`, [batch, sequence, width].
 */
type Value =
  | { readonly kind: 'ids' }
  | { readonly kind: 'mask'; readonly column: boolean }
  | { readonly kind: 'constant'; readonly tensor: OnnxTensor }
  | TokenValue;

interface TokenValue {
  readonly kind: 'tokens';
  readonly tokens: number;
  readonly width: number;
  readonly column: boolean;
  readonly type: number;
  readonly values: Float32Array;
}

/** The table of a model whose token vectors are averaged; null where onnxruntime has to run it, or to say what is wrong. */
export function staticTable({ bytes, external }: SessionModel, pooling: Pooling): TokenTable | null {
  if (pooling !== 'mean' || external.length > 0) return null;
  try {
    const graph = readOnnx(bytes);
    const foreign = graph.inputs.some((name) => !KNOWN_INPUTS.includes(name));
    const chosen = chosenOutput(graph.outputs, pooling);
    return foreign || chosen?.pooling !== 'mean' ? null : tokenTable(graph, chosen.output);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The table of an output, with the rounding of the graph's own float32; null where the graph is another one.
 * @param output with one vector a token
 */
function tokenTable(graph: OnnxGraph, output: string): TokenTable | null {
  const value = new GraphReader(graph).value(output);
  if (value?.kind !== 'tokens' || !value.column || value.width === 0) return null;
  if (value.type !== FLOAT && value.type !== FLOAT16) return null;
  return { tokens: value.tokens, dimension: value.width, values: value.values };
}

/** Follows names to what makes them; null for what is not known. */
class GraphReader {
  private readonly makers = new Map<string, OnnxNode>();
  private readonly known = new Map<string, Value | null>();

  constructor(private readonly graph: OnnxGraph) {
    for (const node of graph.nodes) for (const name of node.outputs) this.makers.set(name, node);
  }

  value(name: string): Value | null {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    // A name that is needed for itself is in a circle.
    this.known.set(name, null);
    const value = this.read(name);
    this.known.set(name, value);
    return value;
  }

  private read(name: string): Value | null {
    const tensor = this.graph.tensors.get(name);
    if (tensor) return { kind: 'constant', tensor };
    if (name === 'input_ids') return { kind: 'ids' };
    if (name === 'attention_mask') return { kind: 'mask', column: false };
    const node = this.makers.get(name);
    if (!node || node.outputs.length !== 1) return null;
    if (node.op === 'Constant') return node.tensor && { kind: 'constant', tensor: node.tensor };
    const inputs: Value[] = [];
    for (const input of node.inputs) {
      const value = this.value(input);
      if (!value) return null;
      inputs.push(value);
    }
    return made(node, inputs);
  }
}

/** What an operator makes of its inputs. */
function made({ op, ints }: OnnxNode, [a, b, c]: readonly Value[]): Value | null {
  if (!a) return null;
  if (op === 'Identity') return a;
  if (op === 'Cast') return cast(a, ints.get('to') ?? 0);
  if (!b) return null;
  if (op === 'Gather') return (ints.get('axis') ?? 0) === 0 ? gathered(a, b) : null;
  if (op === 'Unsqueeze') return unsqueezed(a, b);
  if (op === 'Mul') return product(a, b) ?? product(b, a);
  if (op === 'DequantizeLinear') return dequantised(a, b, c);
  return null;
}

/** Rows of a constant by token id. */
function gathered(table: Value, ids: Value): Value | null {
  if (table.kind !== 'constant' || ids.kind !== 'ids') return null;
  const { dims, type } = table.tensor;
  const [tokens = 0, width = 1] = dims;
  const values = numbersOf(table.tensor);
  if (dims.length === 0 || dims.length > 2 || values?.length !== tokens * width) return null;
  return { kind: 'tokens', tokens, width, column: dims.length === 2, type, values };
}

/** Whole numbers of one byte and halves are exact in float32. */
function cast(value: Value, type: number): Value | null {
  if (value.kind === 'mask') return value;
  return value.kind === 'tokens' && type === FLOAT ? { ...value, type } : null;
}

/** [batch, sequence] as [batch, sequence, 1]. */
function unsqueezed(value: Value, axes: Value): Value | null {
  if (axes.kind !== 'constant' || axes.tensor.type !== INT64 || axes.tensor.bytes.length !== 8) return null;
  const axis = new DataView(axes.tensor.bytes.buffer, axes.tensor.bytes.byteOffset).getBigInt64(0, true);
  if (axis !== 2n && axis !== -1n) return null;
  return (value.kind === 'mask' || value.kind === 'tokens') && !value.column
    ? { ...value, column: true }
    : null;
}

/** x·y in float32 where y is one number a token, or the mask, which is 1 wherever it counts. */
function product(x: Value, y: Value): Value | null {
  if (x.kind === 'constant' || x.kind === 'ids' || y.kind === 'constant' || y.kind === 'ids') return null;
  if (x.column !== y.column) return null;
  if (y.kind === 'mask') return x;
  if (x.kind !== 'tokens' || y.width !== 1 || x.tokens !== y.tokens || x.type !== FLOAT || y.type !== FLOAT) {
    return null;
  }
  const { width } = x;
  return { ...x, values: x.values.map((number, i) => number * (y.values[Math.floor(i / width)] as number)) };
}

/** (x − zero)·scale, with one scale for the whole table. */
function dequantised(x: Value, scale: Value, zero: Value | undefined): Value | null {
  if (x.kind !== 'tokens' || scale.kind !== 'constant' || scale.tensor.type !== FLOAT) return null;
  const factor = single(scale);
  const origin = zero === undefined ? 0 : single(zero);
  if (factor === null || origin === null) return null;
  return { ...x, type: FLOAT, values: x.values.map((number) => (number - origin) * factor) };
}

/** A constant of one number. */
function single(value: Value): number | null {
  const numbers = value.kind === 'constant' ? numbersOf(value.tensor) : null;
  return numbers?.length === 1 ? (numbers[0] as number) : null;
}

/** Elements in float32, all exact; null for a type that is not one of a table. */
function numbersOf({ type, bytes }: OnnxTensor): Float32Array | null {
  // A copy: its bytes need not lie where a float may.
  const { buffer } = bytes.slice();
  switch (type) {
    case FLOAT:
      return bytes.length % 4 === 0 ? new Float32Array(buffer) : null;
    case FLOAT16:
      return bytes.length % 2 === 0 ? halfToFloat(new Uint16Array(buffer)) : null;
    case INT8:
      return Float32Array.from(new Int8Array(buffer));
    case UINT8:
      return Float32Array.from(new Uint8Array(buffer));
    default:
      return null;
  }
}
