/** Audit flags in words. */

import type { Flag } from '../../../scoring/audit';

const SYMBOLS: Readonly<Record<Flag, string>> = {
  rho: 'ρ',
  eta: 'η',
  psi: 'ψ',
  inversion: 'inversions',
};

/** What lies outside the range of the mined sources: `outside their range: ρ and ψ above, inversions below`. */
export function flagWords(flags: readonly Flag[]): string {
  const above = flags.filter((flag) => flag !== 'inversion').map((flag) => SYMBOLS[flag]);
  const parts = above.length > 0 ? [`${above.join(', ')} above`] : [];
  if (flags.includes('inversion')) parts.push('inversions below');
  return `outside the range: ${parts.join(', ')}`;
}
