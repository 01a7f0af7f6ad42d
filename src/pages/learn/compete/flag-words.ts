/** Audit flags in words. */

import { AUDIT_STATISTICS, type Flag } from '../../../scoring/audit';

/** What lies outside the range of the mined sources: `outside the range: ρ, ψ above, inversion below`. */
export function flagWords(flags: readonly Flag[]): string {
  const parts = (['above', 'below'] as const).flatMap((side) => {
    const signs = AUDIT_STATISTICS.filter(({ flag, outside }) => outside === side && flags.includes(flag));
    return signs.length === 0 ? [] : [`${signs.map(({ sign }) => sign).join(', ')} ${side}`];
  });
  return `outside the range: ${parts.join(', ')}`;
}
