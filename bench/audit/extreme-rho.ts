/**
 * Extreme-ρ mass inside bands of η: the audit by pairs that the paper proposes (Section "Negative-Source Controls", "A
 * per-negative variant"). Kept beside `unrelated.ts`, which finds more (docs/AUDIT.md).
 */

import { LN999 } from '../../src/scoring/edges';
import { semanticLocality } from '../../src/scoring/gates';
import type { PairColumns } from '../../src/scoring/pairs';

/** Number of bands that η from 0 to 1 is cut into, all of one width. */
export const ETA_BANDS = 5;

/** Of each band of η: 1 for each pair in it with ρ ≥ 0.999. */
export function extremeRhoInBands(
  { margin, locality }: Pick<PairColumns, 'margin' | 'locality'>,
  tau: number,
): Uint8Array[] {
  const bands = Array.from({ length: ETA_BANDS }, () => new Uint8Array(margin.length));
  margin.forEach((m, pair) => {
    if (m < tau * LN999) return;
    const eta = semanticLocality(locality[pair] as number, tau);
    const band = Math.min(ETA_BANDS - 1, Math.floor(ETA_BANDS * eta));
    (bands[band] as Uint8Array)[pair] = 1;
  });
  return bands;
}
