/** Texts to the token ids that the page gives its encoder. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Tokenizer } from '@huggingface/tokenizers';

/** Longest sequence, special tokens counted. */
const MAX_TOKENS = 128;

/**
 * @param {string} folder of a model whose sequences begin and end with one special token
 * @returns {(text: string) => number[]} cut to MAX_TOKENS inside the special tokens
 */
export function tokenizerOf(folder) {
  const json = (/** @type {string} */ file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const tokenizer = new Tokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
  return (text) => {
    const { ids } = tokenizer.encode(text);
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
  };
}
