/** What a run would be without the copies of positives, in words. */

import { countOf, formatScore, listInWords } from '../../../ui/words';
import type { BasketRow } from './basket-rows';

/** `121 negatives of leaky are copies of their positive.` */
export function copiesInWords(rows: readonly Pick<BasketRow, 'name' | 'removed'>[]): string {
  const each = rows.map(({ name, removed }) => `${countOf(removed, 'negative')} of ${name}`);
  const [first] = rows;
  const one = rows.length === 1 && first?.removed === 1;
  return `${listInWords(each)} ${one ? 'is a copy of its positive' : 'are copies of their positives'}.`;
}

/** `Without them leaky scores 0.4156 instead of 0.4114, inside its interval.`; empty while it is not known. */
export function effectInWords(rows: readonly Pick<BasketRow, 'name' | 'before' | 'after'>[]): string {
  const each = rows.flatMap(({ name, before, after }) => {
    if (after === null) return [];
    const { low, high } = before;
    const within = low !== null && high !== null && low <= after.eci && after.eci <= high;
    const place = low === null ? '' : within ? ', inside its interval' : ', outside its interval';
    return [`${name} scores ${formatScore(after.eci)} instead of ${formatScore(before.eci)}${place}`];
  });
  return each.length === 0 ? '' : `Without them ${listInWords(each)}.`;
}
