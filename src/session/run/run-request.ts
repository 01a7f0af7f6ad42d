/** What a run is asked for of its encoder. */

import type { EncoderSettings } from '../../encoder/types';

/** The length of embeddings that all sources share; null where one gives none or lengths differ. */
export function commonDimension(dimensions: readonly (number | null)[]): number | null {
  const [first] = dimensions;
  return first !== undefined && dimensions.every((dimension) => dimension === first) ? first : null;
}

/** The user's settings with one more; a value that the folder itself has is no override. */
export function withOverride<K extends keyof EncoderSettings>(
  overrides: Partial<EncoderSettings>,
  folder: EncoderSettings,
  key: K,
  value: EncoderSettings[K],
): Partial<EncoderSettings> {
  const next = { ...overrides, [key]: value };
  if (value === folder[key]) Reflect.deleteProperty(next, key);
  return next;
}
