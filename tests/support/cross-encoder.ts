/** Folders of cross-encoders whose scores are known by hand: shares of the query's words that the passage has. */

import { tokenizerJson, SPECIAL_TOKENS, TOKENIZER_CONFIG } from './model-files.mjs';
import {
  constantField,
  FLOAT,
  INT64,
  modelFile,
  nodeField,
  portField,
  type Attribute,
} from '../../src/encoder/checkpoint/onnx-file';
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
  const nodes: Uint8Array[] = [];
  const add = (op: string, inputs: readonly string[], attributes: Record<string, Attribute> = {}) => {
    const output = `${op.toLowerCase()}_${nodes.length}`;
    nodes.push(nodeField(op, inputs, [output], attributes));
    return output;
  };
  const float = (value: string) => add('Cast', [value], { to: FLOAT });
  const passage = add('Mul', [float('token_type_ids'), float('attention_mask')]);
  const query = add('Sub', [float('attention_mask'), passage]);
  const same = float(
    add('Equal', [add('Unsqueeze', ['input_ids', 'two']), add('Unsqueeze', ['input_ids', 'one'])]),
  );
  // [batch, query token]: 1 where the passage has it.
  const met = add('ReduceMax', [add('Mul', [same, add('Unsqueeze', [passage, 'one'])]), 'two'], {
    keepdims: 0,
  });
  const weighed = add('Mul', [add('Gather', ['weights', 'input_ids'], { axis: 0 }), query]);
  const sum = (of: string) => add('ReduceSum', [of, 'one'], { keepdims: 1 });
  const share = add('Div', [sum(add('Mul', [met, weighed])), add('Add', [sum(weighed), 'least'])]);
  const logit = add('Mul', [add('Sub', [share, 'half']), 'reach']);
  const nothing = add('Sub', [logit, logit]);
  for (const [name, count] of Object.entries(outputs)) {
    const parts = [...Array.from({ length: count - 1 }, () => nothing), logit];
    nodes.push(nodeField('Concat', parts, [name], { axis: 1 }));
  }
  const number = (name: string, value: number | bigint) =>
    constantField(name, [1], typeof value === 'bigint' ? BigInt64Array.of(value) : Float32Array.of(value));
  return modelFile([
    ...nodes,
    constantField('weights', [weights.length], weights),
    number('one', 1n),
    number('two', 2n),
    number('least', 1e-6),
    number('half', 0.5),
    number('reach', 2 * reach),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
      portField('input', name, INT64, ['batch', 'sequence']),
    ),
    ...Object.entries(outputs).map(([name, count]) => portField('output', name, FLOAT, ['batch', count])),
  ]);
}
