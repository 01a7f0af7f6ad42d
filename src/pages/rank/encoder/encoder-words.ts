/** How the chosen encoder reads a text, in one line. */

import { formatCount } from '../../../ui/words';
import type { EncoderSettings, Pooling } from '../../../encoder/types';

const POOLINGS: Readonly<Record<Pooling, string>> = {
  mean: 'mean pooling',
  cls: 'first token (CLS)',
  pooled: "the model's own output",
};

/** `mean pooling, no prefixes, 128 tokens`. */
export function encoderInWords({ pooling, queryPrefix, passagePrefix, maxTokens }: EncoderSettings): string {
  const prefixes = [
    ...(queryPrefix === '' ? [] : [`queries after “${queryPrefix}”`]),
    ...(passagePrefix === '' ? [] : [`passages after “${passagePrefix}”`]),
  ];
  const stated = prefixes.length === 0 ? ['no prefixes'] : prefixes;
  return [POOLINGS[pooling], ...stated, `${formatCount(maxTokens)} tokens`].join(', ');
}
