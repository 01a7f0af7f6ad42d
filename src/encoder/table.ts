/** A static encoder: the mean of its tokens' vectors. No padding, no batch shape, no runtime. */

import { EncodeError } from './errors';
import type { BatchEncoder } from './session';
import { unitMean } from './pooling';

/** The vector of every token, float32, tokens × dimension. */
export interface TokenTable {
  readonly tokens: number;
  readonly dimension: number;
  readonly values: Float32Array;
}

/** Means of unit length. */
export function openTable({ tokens, dimension, values }: TokenTable): BatchEncoder {
  const encodeOne = (ids: Int32Array) => {
    const foreign = ids.find((id) => id < 0 || id >= tokens);
    if (foreign !== undefined) {
      throw new EncodeError(
        `The tokenizer gave token ${foreign}, and the model has ${tokens} rows. tokenizer.json belongs to another model.`,
      );
    }
    return unitMean(values, ids, dimension);
  };
  return {
    pooling: 'mean',
    encode: (batch) => Promise.resolve().then(() => batch.map(encodeOne)),
    release: () => Promise.resolve(),
  };
}
