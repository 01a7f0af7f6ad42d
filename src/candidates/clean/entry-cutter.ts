/** Takes negatives out of the raw text of one JSON entry, or moves them to its positives. */

import type { Draft } from '../formats/format';
import { applyEdits, itemCuts, listItems, valueSpan, type Edit } from './json-spans';
import { positiveEdits } from './relabel';
import { entryRemoval, staysWithout, type Indices, type ListRemoval } from './removal';

/**
 * A JSON entry without some of its negatives; the rest stays character for character. Items leave their lists and the
 * lists beside them; a field with one negative becomes "", which is no negative when it is read again.
 * @param text the entry in the file: valid JSON
 * @param draft what the format reads in it
 * @param removed indices among the draft's texts, all lists one after the other
 * @param isMoved whether a removed text goes to the positives
 * @returns null if no negative is left and the whole entry goes
 * @throws RangeError if the text lacks a list or field that the draft names
 */
export function cutEntry(
  text: string,
  draft: Draft,
  removed: Indices,
  isMoved: (index: number) => boolean = () => false,
): string | null {
  if (removed.size === 0) return text;
  if (!staysWithout(draft, removed)) return null;
  const { fields, lists } = entryRemoval(draft, removed);
  const blanked = fields.map((name) => blankEdit(text, name));
  const cuts = lists.flatMap((list) => listEdits(text, list));
  return applyEdits(text, [...blanked, ...cuts, ...positiveEdits(text, draft, isMoved)]);
}

function blankEdit(text: string, name: string): Edit {
  const span = valueSpan(text, [name]);
  if (span === null) throw new RangeError(`The entry has no field \`${name}\`.`);
  return { ...span, text: '""' };
}

function listEdits(text: string, { path, items, beside }: ListRemoval): Edit[] {
  const all = listItems(text, path);
  if (all === null && !beside) throw new RangeError(`The entry has no list \`${path.join('.')}\`.`);
  return all === null ? [] : itemCuts(all, items).map((cut) => ({ ...cut, text: '' }));
}
