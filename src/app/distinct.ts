/** Each value once, in the order in which it came first. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
