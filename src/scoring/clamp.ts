/** The nearest number of [0, 1]. */
export function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
