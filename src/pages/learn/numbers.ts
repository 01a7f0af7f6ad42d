/** Numbers as this page writes them. */

/** A number with a true minus sign: `−0.07`. */
export function signed(value: number, decimals = 2): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** A gate or weight of [0, 1]: two decimals, and never 0 or 1 where it is neither. */
export function gate(value: number): string {
  if (value > 0 && value < 0.005) return value < 1e-4 ? '< 0.0001' : value.toPrecision(1);
  if (value < 1 && value > 0.995) return value > 0.9999 ? '> 0.9999' : value.toFixed(4);
  return value.toFixed(2);
}

/** A score: four decimals below 10. */
export function score(value: number): string {
  return value < 10 ? value.toFixed(4) : value.toFixed(1);
}
