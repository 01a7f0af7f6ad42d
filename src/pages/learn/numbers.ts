/** Numbers as this page writes them. */

/** A gate or weight of [0, 1]: two decimals, three near the ends, and 0 or 1 only if it is exactly that. */
export function gate(value: number): string {
  if (value > 0 && value < 0.0005) return '< 0.001';
  if (value < 1 && value >= 0.9995) return '> 0.999';
  return value.toFixed(value > 0 && value < 1 && (value < 0.005 || value >= 0.995) ? 3 : 2);
}
