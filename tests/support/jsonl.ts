/** JSON lines: one value a line. */
export function jsonl(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
