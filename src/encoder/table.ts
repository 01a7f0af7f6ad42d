/** A static encoder: the mean of its tokens' vectors. No padding, no batch shape, no runtime. */

import { EncodeError } from './errors';
import type { BatchEncoder } from './session';
import { asEmbedding, meanOfRows } from './pooling';

/** The vector of every token, float32, tokens × dimension. */
export interface TokenTable {
  readonly tokens: number;
  readonly dimension: number;
  readonly values: Float32Array;
}

/** @param normalise bring every mean to unit length */
export function openTable({ tokens, dimension, values }: TokenTable, normalise: boolean): BatchEncoder {
  const mean = new Float64Array(dimension);
  const encodeOne = (ids: Int32Array): Float32Array => {
    const foreign = ids.find((id) => id < 0 || id >= tokens);
    if (foreign !== undefined) {
      throw new EncodeError(
        `The tokenizer gave token ${foreign}, and the model has ${tokens} rows. tokenizer.json belongs to another model.`,
      );
    }
    meanOfRows(values, ids, dimension, mean);
    return asEmbedding(mean, normalise);
  };
  return {
    pooling: 'mean',
    encode: (batch) => Promise.resolve().then(() => batch.map(encodeOne)),
    release: () => Promise.resolve(),
  };
}
