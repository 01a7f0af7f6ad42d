/**
 * How files are read unless the user says otherwise, from the page's address: `?label=`, `?top-k=`, `?map=`,
 * `?by-order`, `?header=`, `?relevant=` and `?normalise`.
 */

import { mappingOfText } from '../../candidates/formats/mapping';
import type { LoadOptions } from '../../candidates/reading';
import { isWhole, labelOfKey } from './read-draft.svelte';

export type ReadingDefaults = Partial<
  Pick<LoadOptions, 'label' | 'topK' | 'mappingWhereItFits' | 'byOrder' | 'header' | 'relevant' | 'normalise'>
>;

/**
 * What the address asks for: `label` is `file`, `keys`, `fields` or `column:NAME`, `map` is
 * `query=a,positive=b,negative=c`, `header` is `first` or `none`. Anything else is as if not there.
 */
export function readingDefaults(search: string): ReadingDefaults {
  const asked = new URLSearchParams(search);
  const label = labelOfKey(asked.get('label') ?? '');
  const topK = Number(asked.get('top-k'));
  const mapping = mappingOfText(asked.get('map') ?? '');
  const header = asked.get('header');
  const relevant = Number(asked.get('relevant') ?? NaN);
  return {
    ...(label ? { label } : {}),
    ...(isWhole(topK) ? { topK } : {}),
    ...(mapping ? { mappingWhereItFits: mapping } : {}),
    ...(asked.has('by-order') ? { byOrder: true } : {}),
    ...(asked.has('normalise') ? { normalise: true } : {}),
    ...(header === 'first' || header === 'none' ? { header } : {}),
    ...(Number.isFinite(relevant) ? { relevant } : {}),
  };
}
