/** Why a marked pair leaves its file, in words: its mark, and what it was found for, if anything. */

import type { Mark } from '../../../candidates/marks/marks';
import { NEAR_FINDINGS, NO_BUCKET, type AskedPairs } from '../../../engine/types';
import { BUCKETS } from '../../../scoring/buckets';
import { NEAR_COSINE } from '../../../scoring/near-embedding';

/** The marks whose pairs leave the cleaned file. */
export type LeavingMark = Extract<Mark, 'drop' | 'false-negative'>;

const MARKS: Readonly<Record<LeavingMark, string>> = {
  drop: 'dropped',
  'false-negative': 'false negative',
};

const FINDINGS: Readonly<Record<(typeof NEAR_FINDINGS)[number], string>> = {
  same_text: 'same text as the positive',
  near_text: 'nearly the words of the positive',
  near_positive: `near the positive: cosine ≥ ${NEAR_COSINE.toFixed(2)}`,
};

/** `dropped; inverted: ρ < 0.5`: a near finding comes before a failure bucket. @param i among the pairs asked */
export function reasonInWords(mark: LeavingMark, asked: AskedPairs | null, i: number): string {
  const finding = NEAR_FINDINGS[asked?.findings[i] ?? NO_BUCKET];
  const bucket = BUCKETS[asked?.buckets[i] ?? NO_BUCKET];
  if (finding) return `${MARKS[mark]}; ${FINDINGS[finding]}`;
  return bucket ? `${MARKS[mark]}; ${bucket.words}: ${bucket.rule}` : MARKS[mark];
}
