/** How files are read unless the user says otherwise: `?label=` and `?top-k=` in the page's address. */

import type { LoadOptions } from '../../../candidates/types';
import { isWhole, labelOfKey } from './read-draft.svelte';

export type ReadingDefaults = Partial<Pick<LoadOptions, 'label' | 'topK'>>;

/** What the address asks for: `label` is `file`, `keys`, `fields` or `column:NAME`. Anything else is as if not there. */
export function readingDefaults(search: string): ReadingDefaults {
  const asked = new URLSearchParams(search);
  const label = labelOfKey(asked.get('label') ?? '');
  const topK = Number(asked.get('top-k'));
  return { ...(label ? { label } : {}), ...(isWhole(topK) ? { topK } : {}) };
}
