/** Remembers what was computed last of a run for a temperature and a weighting. */

import { gatedSource } from '../scoring/statistics';
import type { Gating } from '../scoring/weightings';

/**
 * Remembers the last result of `compute` for each key. A preview and then the settled figures ask for the same.
 * @param compute gets the result before, which nobody reads any more
 */
export function lastFor<Key extends object, Value>(
  compute: (key: Key, gating: Gating, before?: Value) => Value,
): (key: Key, gating: Gating) => Value {
  const last = new WeakMap<Key, { gating: Gating; value: Value }>();
  return (key, { tau, weighting }) => {
    const known = last.get(key);
    if (known?.gating.tau === tau && known.gating.weighting === weighting) return known.value;
    const value = compute(key, { tau, weighting }, known?.value);
    last.set(key, { gating: { tau, weighting }, value });
    return value;
  };
}

/** Gates and figures of a source whose columns are full: made once for a temperature and weighting. */
export const gatedSourceOf = lastFor(gatedSource);
