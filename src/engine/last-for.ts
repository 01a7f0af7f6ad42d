/** What was computed last for a temperature and a weighting, kept beside what it was computed of. */

import type { Gating } from '../scoring/weightings';

/**
 * @returns `compute`, which remembers what it gave last for each key: a preview asks for a setting, then the settled figures do, and
 * a change of the references asks for it again
 */
export function lastFor<Key extends object, Value>(
  compute: (key: Key, gating: Gating) => Value,
): (key: Key, gating: Gating) => Value {
  const last = new WeakMap<Key, { gating: Gating; value: Value }>();
  return (key, { tau, weighting }) => {
    const known = last.get(key);
    if (known?.gating.tau === tau && known.gating.weighting === weighting) return known.value;
    const value = compute(key, { tau, weighting });
    last.set(key, { gating: { tau, weighting }, value });
    return value;
  };
}
