/** What families of transformers have in common. States are [tokens of the batch, width]. */

import type { Config } from './config';
import type { Graph, Value } from './graph';
import type { Weights } from './weights';

/** A graph under way, with what all layers need. */
export interface Build {
  readonly g: Graph;
  readonly w: Weights;
  readonly c: Config;
  /** [2]: texts and tokens of the batch. */
  readonly shape: Value;
  /** [sequence]: 0, 1, 2 … */
  readonly places: Value;
  /** [batch, sequence]: 1, and 0 for padding. */
  readonly mask: Value;
  /** [batch, 1, 1, 1, sequence]: what is added to the scores of keys, −10⁹ for padding. */
  readonly padding: Value;
  /** [sequence, sequence]: place of the key less that of the query. */
  readonly apart: Value;
}

export function begin(g: Graph, w: Weights, c: Config): Build {
  const shape = g.add('Shape', ['input_ids']);
  const places = g.add('Range', [g.index(0), g.add('Gather', [shape, g.index(1)]), g.index(1)]);
  const mask = g.cast('attention_mask', 'float');
  const isPadding = g.add('Sub', [g.number(1), g.add('Unsqueeze', [mask, g.whole(1, 2, 3)])]);
  const padding = g.add('Mul', [isPadding, g.number(UNSEEN)]);
  const apart = g.add('Sub', [
    g.add('Unsqueeze', [places, g.whole(0)]),
    g.add('Unsqueeze', [places, g.whole(1)]),
  ]);
  return { g, w, c, shape, places, mask, padding, apart };
}

const UNSEEN = -1e9;

/** x·Wᵀ + b, without b where the checkpoint has none. */
export function linear({ g, w }: Build, x: Value, name: string): Value {
  const bias = w.has(`${name}.bias`) ? [g.weight(w.get(`${name}.bias`))] : [];
  return g.add('Gemm', [x, g.weight(w.get(`${name}.weight`)), ...bias], { transB: 1 });
}

/** (x − mean)/√(variance + ε)·w + b */
export function layerNorm({ g, w }: Build, x: Value, name: string, epsilon: number): Value {
  const bias = w.has(`${name}.bias`) ? [g.weight(w.get(`${name}.bias`))] : [];
  const attributes = { axis: -1, epsilon: { float: epsilon } };
  return g.add('LayerNormalization', [x, g.weight(w.get(`${name}.weight`)), ...bias], attributes);
}

/** x/√(mean x² + ε)·(w + plus) */
export function rmsNorm({ g, w }: Build, x: Value, name: string, epsilon: number, plus = 0): Value {
  const mean = g.add('ReduceMean', [g.add('Mul', [x, x]), g.whole(-1)], { keepdims: 1 });
  const unit = g.add('Div', [x, g.add('Sqrt', [g.add('Add', [mean, g.number(epsilon)])])]);
  const weight = g.weight(w.get(`${name}.weight`));
  return g.add('Mul', [unit, plus === 0 ? weight : g.add('Add', [weight, g.number(plus)])]);
}

type Activation = (g: Graph, x: Value) => Value;

/** x·Φ(x) */
const gelu: Activation = (g, x) => {
  const phi = g.add('Add', [g.add('Erf', [g.add('Mul', [x, g.number(Math.SQRT1_2)])]), g.number(1)]);
  return g.add('Mul', [g.add('Mul', [x, g.number(0.5)]), phi]);
};

/** x/2·(1 + tanh(√(2/π)·(x + 0.044715 x³))) */
const tanhGelu: Activation = (g, x) => {
  const cube = g.add('Mul', [x, g.add('Mul', [x, x])]);
  const sum = g.add('Add', [x, g.add('Mul', [cube, g.number(0.044715)])]);
  const tanh = g.add('Tanh', [g.add('Mul', [sum, g.number(Math.sqrt(2 / Math.PI))])]);
  return g.add('Mul', [g.add('Mul', [x, g.number(0.5)]), g.add('Add', [tanh, g.number(1)])]);
};

const silu: Activation = (g, x) => g.add('Mul', [x, g.add('Sigmoid', [x])]);

/** By their names in config.json, and of PyTorch's modules in lower case. */
const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  gelu,
  gelu_new: tanhGelu,
  gelu_fast: tanhGelu,
  gelu_pytorch_tanh: tanhGelu,
  silu,
  swish: silu,
  relu: (g, x) => g.add('Relu', [x]),
  tanh: (g, x) => g.add('Tanh', [x]),
  sigmoid: (g, x) => g.add('Sigmoid', [x]),
  identity: (_, x) => x,
};

/** @param key of the config that names it @throws BrokenModelFileError where it is not known */
export function activation(c: Config, key: string, otherwise = 'gelu'): Activation {
  const name = c.textOr(otherwise, key);
  const known = ACTIVATIONS[(name.split('.').at(-1) ?? '').toLowerCase()];
  if (known) return known;
  throw c.refusal(`asks for ${key}: "${name}"`);
}

/** [tokens of the batch, width] */
export function flat(g: Graph, x: Value, width: number): Value {
  return g.add('Reshape', [x, g.whole(-1, width)]);
}

/** [batch, sequence, width] */
export function byText({ g, shape }: Build, x: Value, width: number): Value {
  return g.add('Reshape', [x, g.add('Concat', [shape, g.whole(width)], { axis: 0 })]);
}

/** Rows of a table by ids of the batch. */
export function rows({ g, w }: Build, table: string, ids: Value, width: number): Value {
  return flat(g, g.add('Gather', [g.weight(w.get(table)), ids]), width);
}

/** Columns in equal parts. */
export function columns({ g }: Build, x: Value, parts: number): Value[] {
  return g.addAll('Split', [x], { axis: -1, num_outputs: parts }, parts);
}

/** What is added to scores: a query sees the keys at most so many places before and behind it. */
export function window({ g, apart }: Build, before: number, behind: number): Value {
  const ends = [
    g.add('GreaterOrEqual', [apart, g.index(-before)]),
    g.add('LessOrEqual', [apart, g.index(behind)]),
  ];
  return g.add('Where', [g.add('And', ends), g.number(0), g.number(UNSEEN)]);
}

/** cos and sin of m·θ^(−2i/d) for place m and pair i. */
interface Rotation {
  readonly cos: Value;
  readonly sin: Value;
}

/**
 * Rotary positions (RoFormer, Section 3.4.2), as config.json asks for them.
 * @param size of a head, d @param kind of layer, where config.json says it for each @param otherwise θ's key in older files
 */
export function rotationOf({ g, c, places }: Build, size: number, kind: string, otherwise: string): Rotation {
  const all = c.inner('rope_parameters');
  const own = all?.inner(kind) ?? all ?? c.inner('rope_scaling');
  own?.demand({ rope_type: ['default', 'linear'], type: ['default', 'linear'], partial_rotary_factor: [1] });
  c.demand({ partial_rotary_factor: [1] });
  const theta = own?.numberOr(null, 'rope_theta') ?? c.numberOr(10_000, otherwise);
  // Places are divided by it.
  const factor = own?.numberOr(1, 'factor') ?? 1;
  const half = size / 2;
  const angles = Array.from({ length: g.mostTokens * half }, (_, i) => {
    return Math.floor(i / half) / factor / theta ** ((2 * (i % half)) / size);
  });
  const at = (of: (angle: number) => number) => {
    const table = g.constant([g.mostTokens, half], Float32Array.from(angles, of));
    return g.add('Unsqueeze', [g.add('Gather', [table, places]), g.whole(0, 1, 2)]);
  };
  return { cos: at(Math.cos), sin: at(Math.sin) };
}

/** (a·cos − b·sin, b·cos + a·sin) of the halves a and b of each head. */
function rotated({ g }: Build, x: Value, { cos, sin }: Rotation): Value {
  const [a, b] = g.addAll('Split', [x], { axis: -1, num_outputs: 2 }, 2) as [Value, Value];
  const mul = (y: Value, z: Value) => g.add('Mul', [y, z]);
  const first = g.add('Sub', [mul(a, cos), mul(b, sin)]);
  return g.add('Concat', [first, g.add('Add', [mul(b, cos), mul(a, sin)])], { axis: -1 });
}

interface Attention {
  readonly heads: number;
  /** Heads of keys and values: each is shared by heads/kv heads of queries. */
  readonly kv?: number;
  /** Of a head. */
  readonly size: number;
  readonly scale?: number;
  /** Added to the scores. */
  readonly biases?: readonly Value[];
  readonly rotation?: Rotation | null;
  /** Norm of the heads of queries and of keys. */
  readonly norm?: (x: Value, of: 'q' | 'k') => Value;
}

/** softmax(QKᵀ·scale + biases)·V (Attention Is All You Need, Equation 1); heads are [batch, kv, heads/kv, sequence, size]. */
export function attention(
  build: Build,
  qkv: readonly Value[],
  { heads, kv = heads, size, scale = 1 / Math.sqrt(size), biases = [], rotation = null, norm }: Attention,
): Value {
  const { g, shape, padding } = build;
  const [q, k, v] = qkv as [Value, Value, Value];
  const headsOf = (x: Value, count: number, of: 'q' | 'k' | 'v') => {
    const split = g.add('Reshape', [x, g.add('Concat', [shape, g.whole(kv, count / kv, size)], { axis: 0 })]);
    const normed = norm && of !== 'v' ? norm(split, of) : split;
    const head = g.add('Transpose', [normed], { perm: [0, 2, 3, 1, 4] });
    return rotation && of !== 'v' ? rotated(build, head, rotation) : head;
  };
  const keys = g.add('Transpose', [headsOf(k, kv, 'k')], { perm: [0, 1, 2, 4, 3] });
  let scores = g.add('MatMul', [headsOf(q, heads, 'q'), keys]);
  if (scale !== 1) scores = g.add('Mul', [scores, g.number(scale)]);
  for (const bias of [...biases, padding]) scores = g.add('Add', [scores, bias]);
  const mixed = g.add('MatMul', [g.add('Softmax', [scores], { axis: -1 }), headsOf(v, kv, 'v')]);
  return flat(g, g.add('Transpose', [mixed], { perm: [0, 3, 1, 2, 4] }), heads * size);
}

/**
 * A bias of each head by the bucket of the distance: [heads, 1, sequence, sequence]. Half of the buckets are for keys behind the
 * query; in each half the first half are exact and the others grow up to `most` (T5, Section 2.1).
 */
export function relativeBias({ g, w, apart }: Build, table: string, buckets: number, most: number): Value {
  const length = g.mostTokens;
  const side = buckets / 2;
  const exact = side / 2;
  const bucketOf = (distance: number) => {
    const far = Math.abs(distance);
    const grown =
      exact + Math.trunc(Math.fround((Math.log(far / exact) / Math.log(most / exact)) * (side - exact)));
    return (distance > 0 ? side : 0) + (far < exact ? far : Math.min(grown, side - 1));
  };
  const ids = g.whole(...Array.from({ length: 2 * length + 1 }, (_, i) => bucketOf(i - length)));
  const at = g.add('Gather', [ids, g.add('Add', [apart, g.index(length)])]);
  const bias = g.add('Transpose', [g.add('Gather', [g.weight(w.get(table)), at])], { perm: [2, 0, 1] });
  return g.add('Unsqueeze', [bias, g.whole(1)]);
}

/** By layer: whether it sees all keys, or near ones (`sliding_attention`). @param otherwise where config.json lists no kinds */
export function layerKinds({ c }: Build, layers: number, otherwise: (layer: number) => boolean): string[] {
  const listed = c.texts('layer_types');
  const strange = listed?.find((kind) => kind !== FULL && kind !== SLIDING);
  if (strange !== undefined) throw c.refusal(`asks for layers of ${strange}`);
  return Array.from({ length: layers }, (_, i) => listed?.[i] ?? (!listed && otherwise(i) ? SLIDING : FULL));
}
const FULL = 'full_attention';
export const SLIDING = 'sliding_attention';
