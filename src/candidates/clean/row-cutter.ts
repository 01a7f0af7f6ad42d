/** Takes negatives out of one row of a Parquet file. */

import type { Draft } from '../formats/format';
import type { Edit } from '../read/parquet/take';
import type { JsonObject } from '../fault';
import { entryRemoval, staysWithout, valueAt, type Indices } from './removal';

/**
 * A row without some of its negatives: items leave their lists and the lists beside them, a column with one negative
 * becomes an empty text.
 * @param row as it was read
 * @param removed indices among the draft's texts, all lists one after the other
 * @returns null if no negative is left and the whole row goes
 * @throws RangeError if the row lacks a list or column that the draft names
 */
export function rowEdits(row: JsonObject, draft: Draft, removed: Indices): readonly Edit[] | null {
  if (removed.size === 0) return [];
  if (!staysWithout(draft, removed)) return null;
  const { fields, lists } = entryRemoval(draft, removed);
  const edits: Edit[] = [];
  for (const name of fields) {
    if (!Object.hasOwn(row, name)) throw new RangeError(`The row has no column \`${name}\`.`);
    edits.push({ path: [name], items: null });
  }
  for (const { path, items, beside } of lists) {
    if (Array.isArray(valueAt(row, path))) edits.push({ path, items });
    else if (!beside) throw new RangeError(`The row has no list \`${path.join('.')}\`.`);
  }
  return edits;
}
