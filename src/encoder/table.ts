/** A static encoder: the mean of its tokens' vectors. No padding, no batch shape, no runtime. */

import { EncodeError } from './errors';
import type { BatchEncoder } from './session';
import { checkFinite, unitNormalise } from './pooling';

/** The vector of every token, float32, tokens × dimension. */
export interface TokenTable {
  readonly tokens: number;
  readonly dimension: number;
  readonly values: Float32Array;
}

/** @param normalise bring every mean to unit length */
export function openTable(table: TokenTable, normalise: boolean): BatchEncoder {
  const mean = new Float64Array(table.dimension);
  const encodeOne = (ids: Int32Array): Float32Array => {
    meanOfRows(table, ids, mean);
    if (normalise) unitNormalise(mean);
    else checkFinite(mean);
    return Float32Array.from(mean);
  };
  return {
    pooling: 'mean',
    encode: (batch) => Promise.resolve().then(() => batch.map(encodeOne)),
    release: () => Promise.resolve(),
  };
}

/**
 * (1/n) Σ row(idᵢ) in float64; zero for a text without tokens.
 * @param out receives the mean, length `dimension`
 * @throws EncodeError for a token that the table lacks
 */
function meanOfRows({ tokens, dimension, values }: TokenTable, ids: Int32Array, out: Float64Array): void {
  out.fill(0);
  for (const id of ids) {
    if (id < 0 || id >= tokens) {
      throw new EncodeError(
        `The tokenizer gave token ${id}, and the model has ${tokens} rows. tokenizer.json belongs to another model.`,
      );
    }
    const row = id * dimension;
    for (let i = 0; i < dimension; i++) out[i] = (out[i] as number) + (values[row + i] as number);
  }
  if (ids.length > 0) for (let i = 0; i < dimension; i++) out[i] = (out[i] as number) / ids.length;
}
