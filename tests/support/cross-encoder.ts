/** Folders of cross-encoders whose scores are known by hand: shares of the query's words that the passage has. */

import { tokenizerJson, SPECIAL_TOKENS, TOKENIZER_CONFIG } from './model-files.mjs';
import { DataType, writeModel, type Node } from './onnx-writer';
import { KNOWN_PAIRS } from '../../src/encoder/cross/known-pairs';

/** How the ms-marco models have it: scores are logits. */
const LOGITS = { activation_fn: 'torch.nn.modules.linear.Identity' };

export interface OverlapFolder {
  /** Texts whose words are tokens; other words are unknown, and all alike. */
  readonly texts: readonly string[];
  /** Weight of a word; 1 otherwise. */
  readonly weightOf?: (word: string) => number;
  /** Logits lie from −`reach` to `reach`; below 0 the order is reversed. */
  readonly reach?: number;
  /** Names of outputs, with how many numbers a pair each has. Of several the last is the score, the others are 0. */
  readonly outputs?: Record<string, number>;
  readonly config?: object;
}

const wordsOf = (texts: readonly string[]) =>
  texts.flatMap((text) => text.toLowerCase().match(/[a-z]+|\d+|[^\sa-z\d]/g) ?? []);

/** Content by path: bytes, or what becomes JSON. */
export function overlapFolder({
  texts,
  weightOf = (word) => (/\p{L}|\p{N}/u.test(word) ? 1 : 0),
  reach = 4,
  outputs = { logits: 1 },
  config = {},
}: OverlapFolder): Readonly<Record<string, Uint8Array | object>> {
  const known = KNOWN_PAIRS.flatMap(({ query, passage }) => [query, passage]);
  const tokens = [...new Set([...SPECIAL_TOKENS, ...wordsOf([...known, ...texts])])];
  const weights = Float32Array.from(tokens, (token, id) =>
    id < SPECIAL_TOKENS.length ? 0 : weightOf(token),
  );
  return {
    'config.json': {
      model_type: 'bert',
      max_position_embeddings: 512,
      type_vocab_size: 2,
      sentence_transformers: LOGITS,
      ...config,
    },
    'tokenizer.json': tokenizerJson(tokens),
    'tokenizer_config.json': { ...TOKENIZER_CONFIG, model_max_length: 512 },
    'onnx/model.onnx': overlapModel(weights, reach, outputs),
  };
}

/**
 * The share of the query's tokens that the passage has, each by its weight, spread to logits. Of `token_type_ids` 0 is the query
 * and 1 the passage.
 */
function overlapModel(weights: Float32Array, reach: number, outputs: Readonly<Record<string, number>>) {
  const nodes: Node[] = [];
  const add = (op: string, inputs: readonly string[], attributes: Node['attributes'] = {}) => {
    const output = `${op.toLowerCase()}_${nodes.length}`;
    nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  };
  const float = (value: string) => add('Cast', [value], { to: DataType.float });
  const passage = add('Mul', [float('token_type_ids'), float('attention_mask')]);
  const query = add('Sub', [float('attention_mask'), passage]);
  const same = float(
    add('Equal', [add('Unsqueeze', ['input_ids', 'two']), add('Unsqueeze', ['input_ids', 'one'])]),
  );
  // [batch, query token]: 1 where the passage has it.
  const met = add('ReduceMax', [add('Mul', [same, add('Unsqueeze', [passage, 'one'])])], {
    axes: [2],
    keepdims: 0,
  });
  const weighed = add('Mul', [add('Gather', ['weights', 'input_ids'], { axis: 0 }), query]);
  const sum = (of: string) => add('ReduceSum', [of, 'one'], { keepdims: 1 });
  const share = add('Div', [sum(add('Mul', [met, weighed])), add('Add', [sum(weighed), 'least'])]);
  const logit = add('Mul', [add('Sub', [share, 'half']), 'reach']);
  const nothing = add('Sub', [logit, logit]);
  for (const [name, count] of Object.entries(outputs)) {
    const parts = [...Array.from({ length: count - 1 }, () => nothing), logit];
    nodes.push({ op: 'Concat', inputs: parts, outputs: [name], attributes: { axis: 1 } });
  }
  const tokens = ['batch', 'sequence'];
  return writeModel({
    nodes,
    tensors: [
      { name: 'weights', dims: [weights.length], data: weights },
      { name: 'one', dims: [1], data: BigInt64Array.of(1n) },
      { name: 'two', dims: [1], data: BigInt64Array.of(2n) },
      { name: 'least', dims: [1], data: Float32Array.of(1e-6) },
      { name: 'half', dims: [1], data: Float32Array.of(0.5) },
      { name: 'reach', dims: [1], data: Float32Array.of(2 * reach) },
    ],
    inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({
      name,
      type: DataType.int64,
      dims: tokens,
    })),
    outputs: Object.entries(outputs).map(([name, count]) => ({
      name,
      type: DataType.float,
      dims: ['batch', count],
    })),
  });
}
