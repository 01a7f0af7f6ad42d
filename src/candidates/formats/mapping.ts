/** Rules of the mapping of fields that a user makes; the page reads them, too. */

import type { Mapping } from '../reading';

/** Names that differ only in the number at their end, such as `neg_1` and `neg_2`. */
const NUMBER_AT_END = /\d+$/;

/** Whether negatives stand in one field, or in fields of one name with numbers: then they are of one source. */
export function isOneSeries(negatives: readonly string[]): boolean {
  return new Set(negatives.map((name) => name.replace(NUMBER_AT_END, ''))).size <= 1;
}

/** The mapping that `query=a,positive=b,negative=c,negative=d,id=e` says; null where it does not say one. */
export function mappingOfText(text: string): Mapping | null {
  const parts = text.split(',').map((part) => /^\s*(query|positive|negative|id)=(.+?)\s*$/.exec(part));
  const named = (role: string): string[] =>
    parts.flatMap((part) => (part?.[1] === role ? [part[2] ?? ''] : []));
  const [query, ...queries] = named('query');
  const [positive, ...positives] = named('positive');
  const negatives = named('negative');
  const [queryId = null, ...ids] = named('id');
  const isWhole = parts.every((part) => part !== null) && [...queries, ...positives, ...ids].length === 0;
  if (!isWhole || query === undefined || positive === undefined || negatives.length === 0) return null;
  return { query, positive, negatives, queryId };
}
