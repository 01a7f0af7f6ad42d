/** The failure buckets in words (SPEC.md, "Per source"). */

import type { Buckets } from '../../../scoring/statistics';

export interface BucketWords {
  readonly id: keyof Buckets;
  readonly words: string;
  readonly rule: string;
}

export const BUCKETS: readonly BucketWords[] = [
  { id: 'inversion', words: 'inverted', rule: 'ρ < 0.5' },
  { id: 'low_locality', words: 'low locality', rule: 'η ≤ 0.25' },
  { id: 'high_coverage', words: 'high coverage', rule: 'C ≥ 0.5' },
  { id: 'valid_high_coverage', words: 'valid, high coverage', rule: 'ρ ≥ 0.75, η ≥ 0.75, C ≥ 0.5' },
  { id: 'valid_low_locality', words: 'valid, low locality', rule: 'ρ ≥ 0.75, ψ ≥ 0.75, η ≤ 0.25' },
];
