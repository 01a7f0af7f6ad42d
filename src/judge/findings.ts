/** What a pair is found for that may say it is an answer: how often each is right is counted from the judgements. */

import { FINDINGS } from '../scoring/findings';
import type { FlatPairs } from '../scoring/flat-pairs';
import { isNearPositive, NEAR_POSITIVE } from '../scoring/cosines';
import type { DistinctPairs } from './sample';

/** The other findings say nothing of an answer. */
const TELLING = FINDINGS.slice(0, 3);

/** In the order of their bits. The last is of the pairs that have no other. */
export const JUDGED_FINDINGS = [NEAR_POSITIVE, ...TELLING, { id: 'none', words: 'no finding' }] as const;

/** Of each distinct pair bit i for `JUDGED_FINDINGS[i]`, where one of its rows has it. */
export function findingBits(
  rows: Pick<FlatPairs, 'distance' | 'findings'>,
  { count, ofRow }: Pick<DistinctPairs, 'count' | 'ofRow'>,
): Uint16Array {
  const bits = new Uint16Array(count);
  const columns = TELLING.map(({ id }) => rows.findings[id]);
  ofRow.forEach((pair, row) => {
    const flags = [
      Number(isNearPositive(rows.distance[row])),
      ...columns.map((column) => column?.[row] ?? 0),
    ];
    flags.forEach((flag, i) => (bits[pair] |= flag << i));
  });
  const none = 1 << (JUDGED_FINDINGS.length - 1);
  return bits.map((found) => (found === 0 ? none : found));
}
