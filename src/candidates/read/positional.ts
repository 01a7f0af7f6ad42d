/** Lists, and rows without header, as objects. */

import type { JsonObject } from '../fault';

/** The items of a list, or the cells of a row without header, under "1", "2" … */
export function positional(items: readonly unknown[]): JsonObject {
  return Object.fromEntries(items.map((item, index) => [String(index + 1), item]));
}

/** Whether fields are columns named "1", "2" … in this order: a row without header, or a list. */
export function isPositional(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name, index) => name === String(index + 1));
}
