/**
 * Default options of reading, from the page's address: `?label=`, `?top-k=`, `?map=`,
 * `?by-order`, `?header=`, `?relevant=`, `?group=`, `?normalise` and `?evaluation=`.
 */

import type { LoadOptions, Mapping } from '../../candidates/reading';
import type { UnitKind } from '../../scoring/groups';
import { isWhole, labelOfKey } from './read-draft.svelte';

export type ReadingDefaults = Partial<
  Pick<LoadOptions, 'label' | 'topK' | 'mappingWhereItFits' | 'byOrder' | 'header' | 'relevant' | 'normalise'>
> & {
  readonly group?: UnitKind;
  /** Names of files whose queries are for an evaluation. */
  readonly evaluation?: readonly string[];
};

/**
 * `label` is `file`, `keys`, `fields` or `column:NAME`, `map` is `query=a,positive=b,negative=c` or `query=a,positive=b,label=c`, `header` is `first` or
 * `none`. Anything else is ignored.
 */
export function readingDefaults(search: string): ReadingDefaults {
  const asked = new URLSearchParams(search);
  const label = labelOfKey(asked.get('label') ?? '');
  const topK = numberIn(asked.get('top-k'));
  const mapping = mappingOfText(asked.get('map') ?? '');
  const header = asked.get('header');
  const group = asked.get('group')?.trim() ?? '';
  const relevant = numberIn(asked.get('relevant'));
  const evaluation = asked.getAll('evaluation');
  return {
    ...(label ? { label } : {}),
    ...(isWhole(topK) ? { topK } : {}),
    ...(mapping ? { mappingWhereItFits: mapping } : {}),
    ...(asked.has('by-order') ? { byOrder: true } : {}),
    ...(asked.has('normalise') ? { normalise: true } : {}),
    ...(header === 'first' || header === 'none' ? { header } : {}),
    ...(Number.isFinite(relevant) ? { relevant } : {}),
    ...(group === '' ? {} : { group }),
    ...(evaluation.length > 0 ? { evaluation } : {}),
  };
}

/** A number of the address; NaN where there is none, or nothing is written. */
function numberIn(text: string | null): number {
  return text === null || text.trim() === '' ? NaN : Number(text);
}

/** The mapping of `query=a,positive=b,negative=c,negative=d,id=e`; null if it is not one. */
function mappingOfText(text: string): Mapping | null {
  const parts = text.split(',').map((part) => /^(query|positive|negative|label|id)=(.+)$/.exec(part.trim()));
  const named = (role: string): string[] =>
    parts.flatMap((part) => (part?.[1] === role ? [part[2] ?? ''] : []));
  const [query, ...queries] = named('query');
  const [positive, ...positives] = named('positive');
  const negatives = named('negative');
  const [queryId = null, ...ids] = named('id');
  const [label = null, ...labels] = named('label');
  const isWhole =
    parts.every((part) => part !== null) && [...queries, ...positives, ...labels, ...ids].length === 0;
  if (!isWhole || query === undefined || positive === undefined) return null;
  // A label tells positives from negatives, else columns do.
  if ((label === null) === (negatives.length === 0)) return null;
  return { query, positive, negatives, queryId, label };
}
