/** Names that exporters give to the inputs and outputs of text encoders. */

import type { Pooling } from './types';

export const KNOWN_INPUTS: readonly string[] = [
  'input_ids',
  'attention_mask',
  'token_type_ids',
  'position_ids',
];

/** Outputs with one vector for each token, and for each text. */
export const TOKEN_OUTPUTS: readonly string[] = ['last_hidden_state', 'token_embeddings'];
export const TEXT_OUTPUTS: readonly string[] = ['sentence_embedding', 'text_embeds', 'embeddings'];

/** The output to read, and how it is pooled: one vector a text is taken as it is. Null where there is none. */
export function chosenOutput(
  outputs: readonly string[],
  pooling: Pooling,
): { output: string; pooling: Pooling } | null {
  const tokens = TOKEN_OUTPUTS.find((name) => outputs.includes(name));
  const text = TEXT_OUTPUTS.find((name) => outputs.includes(name));
  if (text && (pooling === 'pooled' || !tokens)) return { output: text, pooling: 'pooled' };
  return tokens && pooling !== 'pooled' ? { output: tokens, pooling } : null;
}
