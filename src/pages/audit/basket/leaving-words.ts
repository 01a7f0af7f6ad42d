/** Why a marked pair leaves its file, in words: its mark, and what it was found for, if anything. */

import type { Mark } from '../../../candidates/marks/marks';
import { NEAR_FINDINGS, NO_BUCKET, type AskedPairs } from '../../../engine/types';
import { BUCKETS } from '../../../scoring/buckets';
import { foundOf } from '../../../session/audit/found';

/** The marks whose pairs leave the cleaned file. */
export type LeavingMark = Extract<Mark, 'drop' | 'false-negative'>;

const MARKS: Readonly<Record<LeavingMark, string>> = {
  drop: 'dropped',
  'false-negative': 'false negative',
};

/** `dropped; inverted: ρ < 0.5`: a near finding comes before a failure bucket. @param i among the pairs asked */
export function reasonInWords(mark: LeavingMark, asked: AskedPairs | null, i: number): string {
  const id = NEAR_FINDINGS[asked?.findings[i] ?? NO_BUCKET] ?? BUCKETS[asked?.buckets[i] ?? NO_BUCKET]?.id;
  if (id === undefined) return MARKS[mark];
  const { words, rule } = foundOf(id);
  return `${MARKS[mark]}; ${words}${rule === '' ? '' : `: ${rule}`}`;
}
