/** What a run is asked for, and how to tell whether another one would be asked for now. */

import type { EncoderSettings } from '../../encoder/types';
import type { RunRequest } from '../../engine/types';

/**
 * Everything in a request that cannot be changed without a new run, as one string to compare.
 * @param keys of the sources on the page; unlike their ids in the store they outlive a reload of the files
 */
export function fingerprint(
  { encoder, device, settings, stop }: RunRequest,
  keys: readonly number[],
): string {
  const others = { ...settings, tau: null, weighting: null };
  const model = encoder && { ...encoder, model: [encoder.model.kind, encoder.model.name] };
  return JSON.stringify([keys, model, device, others, stop]);
}

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
