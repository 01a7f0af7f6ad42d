/** Takes negatives out of one row of a Parquet file. */

import type { Draft, Path } from '../formats/format';
import { entryRemoval, staysWithout } from './removal';

/**
 * A row without some of its negatives: items go out of their lists and of the lists beside them, a column that holds
 * one negative becomes an empty text. What does not change is the same value as before.
 * @param row one value for each column: texts as strings or as bytes
 * @param columns their names
 * @param removed places among the draft's texts, over all its lists one after the other
 * @returns null where no negative is left and the row goes as a whole
 * @throws RangeError where the row has not the lists and columns that the draft names
 */
export function cutStoredRow(
  row: readonly unknown[],
  columns: readonly string[],
  draft: Draft,
  removed: ReadonlySet<number>,
): unknown[] | null {
  if (removed.size === 0) return [...row];
  if (!staysWithout(draft, removed)) return null;
  const cut = [...row];
  const { fields, lists } = entryRemoval(draft, removed);
  for (const name of fields) blank(cut, columns, name);
  for (const { path, items, beside } of lists) {
    const [column, ...rest] = path;
    const at = columns.indexOf(String(column));
    const list = at === -1 ? undefined : without(cut[at], rest, items);
    if (list !== undefined) cut[at] = list;
    else if (!beside) throw new RangeError(`The row has no list \`${path.join('.')}\`.`);
  }
  return cut;
}

/** The value in which the list at a path has lost some items; undefined where there is no list. */
function without(value: unknown, path: Path, items: ReadonlySet<number>): unknown {
  const [step, ...rest] = path;
  if (step === undefined)
    return Array.isArray(value) ? value.filter((_, index) => !items.has(index)) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const child = without((value as Record<string | number, unknown>)[step], rest, items);
  if (child === undefined) return undefined;
  if (Array.isArray(value)) return value.with(Number(step), child);
  return { ...value, [step]: child };
}

function blank(row: unknown[], columns: readonly string[], name: string): void {
  const at = columns.indexOf(name);
  if (at === -1) throw new RangeError(`The row has no column \`${name}\`.`);
  row[at] = row[at] instanceof Uint8Array ? new Uint8Array(0) : '';
}
