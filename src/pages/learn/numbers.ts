/** Numbers and flags as this page writes them. */

import { AUDIT_STATISTICS, type Flag } from '../../scoring/audit';

/** A gate or weight of [0, 1]: two decimals, three near the ends, and 0 or 1 only if it is exactly that. */
export function gate(value: number): string {
  if (value > 0 && value < 0.0005) return '< 0.001';
  if (value < 1 && value >= 0.9995) return '> 0.999';
  return value.toFixed(value > 0 && value < 1 && (value < 0.005 || value >= 0.995) ? 3 : 2);
}

/** A loss, a gradient, an energy: two decimals, two digits below a tenth. */
export function measure(value: number): string {
  if (value > 0 && value < 1e-4) return '< 0.0001';
  return value >= 0.1 ? value.toFixed(2) : String(Number(value.toPrecision(2)));
}

/** A score: four decimals below 10. */
export function score(value: number): string {
  return value < 10 ? value.toFixed(4) : value.toFixed(1);
}

/** `outside the range: ρ, ψ above, inversion below` */
export function flagWords(flags: readonly Flag[]): string {
  const parts = (['above', 'below'] as const).flatMap((side) => {
    const signs = AUDIT_STATISTICS.filter(({ flag, outside }) => outside === side && flags.includes(flag));
    return signs.length === 0 ? [] : [`${signs.map(({ sign }) => sign).join(', ')} ${side}`];
  });
  return `outside the range: ${parts.join(', ')}`;
}
