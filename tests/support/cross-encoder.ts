/** Folders of cross-encoders whose scores are known by hand: shares of the query's words that the passage has. */

import { tokenizerJson, SPECIAL_TOKENS, TOKENIZER_CONFIG } from './model-files.mjs';
import { buildOverlap } from './overlap-graph.mjs';
import { KNOWN_PAIRS } from '../../src/encoder/cross/known-pairs';
import type { ModelSource } from '../../src/encoder/types';

/** How the ms-marco models have it: scores are logits. */
const LOGITS = { activation_fn: 'torch.nn.modules.linear.Identity' };

export interface OverlapFolder {
  /** Texts whose words are tokens; other words are unknown, and all alike. */
  readonly texts: readonly string[];
  /** Weight of a word; 1 otherwise. */
  readonly weightOf?: (word: string) => number;
  /** Below 0 the order is reversed. */
  readonly reach?: number;
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
    'onnx/model.onnx': buildOverlap({ weights, reach, outputs }),
  };
}

/** A folder as the user picks it from disk. */
export function pickedFiles(
  files: Readonly<Record<string, Uint8Array | object>>,
  name = 'overlap',
): Extract<ModelSource, { kind: 'picked' }> {
  return {
    kind: 'picked',
    name,
    files: Object.entries(files).map(([path, content]) => {
      const data = content instanceof Uint8Array ? content : JSON.stringify(content);
      return { path, file: new File([data as BlobPart], path) };
    }),
  };
}
