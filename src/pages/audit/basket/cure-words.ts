/** What a run would be without the pairs of a finding, in words. */

import { listInWords, countOf, formatScore } from '../../../ui/words';
import type { BasketRow } from './basket-rows';

/** Findings that say by themselves that a negative may be an answer: dropping their pairs cures a source. */
const CURES = {
  same_text: { one: 'is a copy of its positive', many: 'are copies of their positives', by: 'copies' },
  near_text: {
    one: 'has nearly the words of its positive',
    many: 'have nearly the words of their positives',
    by: 'nearly the words of the positive',
  },
  near_positive: {
    one: 'lies near its positive',
    many: 'lie near their positives',
    by: 'near the positive',
  },
  near_embedding: {
    one: 'is as near to its positive as another query’s positive',
    many: 'are as near to their positives as a positive of another query',
    by: 'as near as another positive',
  },
} as const;

export type Curable = keyof typeof CURES;

/** The finding that a filter asks for, where it is one that has a cure; else copies of positives. */
export function curableOf(found: readonly string[]): Curable {
  const [only] = found;
  return found.length === 1 && only !== undefined && only in CURES ? (only as Curable) : 'same_text';
}

/** Who marked the pairs of a cure. */
export function curedBy(id: Curable): string {
  return `cure: ${CURES[id].by}`;
}

/** `121 negatives of leaky are copies of their positives.` */
export function foundInWords(id: Curable, rows: readonly Pick<BasketRow, 'name' | 'removed'>[]): string {
  const each = rows.map(({ name, removed }) => `${countOf(removed, 'negative')} of ${name}`);
  const [first] = rows;
  const { one, many } = CURES[id];
  return `${listInWords(each)} ${rows.length === 1 && first?.removed === 1 ? one : many}.`;
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
