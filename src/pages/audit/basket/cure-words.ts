/** What a run would be without the pairs of a finding, in words. */

import { joined, sentence, type Phrase } from '../../../report/verdict-words';
import { countOf, formatCount, formatScore } from '../../../ui/words';
import { foundOf } from '../../../session/audit/found';
import type { LosingSource } from '../../../session/removal/before-and-after';

/** Findings that say by themselves that a negative may be an answer or teaches nothing: dropping their pairs cures a source. */
const CURES = {
  same_text: { one: 'is a copy of its positive', many: 'are copies of their positives' },
  near_text: {
    one: 'has nearly the words of its positive',
    many: 'have nearly the words of their positives',
  },
  near_positive: {
    one: 'lies near its positive',
    many: 'lie near their positives',
  },
  near_embedding: {
    one: 'is as near to its positive as another query’s positive',
    many: 'are as near to their positives as a positive of another query',
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
  return `cure: ${foundOf(id).words}`;
}

/** `121 negatives of leaky are copies of their positives.` */
export function foundInWords(id: Curable, rows: readonly Pick<LosingSource, 'name' | 'removed'>[]): Phrase {
  const each = rows.map(({ name, removed }, i) =>
    i === 0
      ? sentence`${countOf(removed, 'negative')} of ${{ source: name }}`
      : sentence`${formatCount(removed)} of ${{ source: name }}`,
  );
  const [first] = rows;
  const { one, many } = CURES[id];
  return sentence`${joined(each)} ${rows.length === 1 && first?.removed === 1 ? one : many}.`;
}

/**
 * `Without them leaky scores 0.4156 instead of 0.4114, inside its interval.`, or `Without them: bm25 0.1234 → 0.1230,
 * tasb 0.2243 → 0.2246, inside their intervals.`; empty while it is not known.
 */
export function effectInWords(rows: readonly Pick<LosingSource, 'name' | 'before' | 'after'>[]): Phrase {
  const known = rows.flatMap(({ name, before, after }) =>
    after === null ? [] : [{ name, before, after, place: placeOf(before, after.eci) }],
  );
  const [first, second] = known;
  if (!first) return [];
  if (!second) {
    const place = first.place === '' ? '' : `, ${first.place} its interval`;
    return sentence`Without them ${{ source: first.name }} scores ${formatScore(first.after.eci)} instead of ${formatScore(first.before.eci)}${place}.`;
  }
  const isAlike = first.place !== '' && known.every(({ place }) => place === first.place);
  const each = known.map(({ name, before, after, place }) => {
    const own = isAlike || place === '' ? '' : ` (${place} its interval)`;
    return sentence`${{ source: name }} ${formatScore(before.eci)} → ${formatScore(after.eci)}${own}`;
  });
  const all = each.flatMap((part, i) => (i === 0 ? part : [', ', ...part]));
  return sentence`Without them: ${all}${isAlike ? `, ${first.place} their intervals` : ''}.`;
}

/** Where a score lies to an interval; empty without one. */
function placeOf({ low, high }: LosingSource['before'], score: number): 'inside' | 'outside' | '' {
  if (low === null || high === null) return '';
  return low <= score && score <= high ? 'inside' : 'outside';
}
