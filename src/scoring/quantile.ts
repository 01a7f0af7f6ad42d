/** The smallest value that at least a share `p` of the sorted values does not exceed. */
export function quantile(sorted: Float64Array, p: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1));
  return sorted[index];
}
