/** Writes negatives that answer their query into the positives of their JSON entry. */

import type { Path } from '../formats/format';
import type { Interpretation } from '../reading';
import type { FormatId } from '../formats/catalogue';
import { ownershipOf } from '../formats/names';
import type { Edit, EntryText, Leaving } from './cut';

/** Formats whose entries have a list of positives beside that of negatives, with items of one form. */
const FORMATS: readonly FormatId[] = [
  'tevatron',
  'tevatron-ids',
  'flag-embedding',
  'dpr',
  'msmarco-hard-negatives',
  'nemo',
];

/** Whether false negatives of a file can become positives in its cleaned file. */
export function hasPositiveList({
  format,
  container,
}: Pick<Interpretation, 'format' | 'container'>): boolean {
  return FORMATS.includes(format) && container !== 'Parquet';
}

/**
 * What the text of an entry gains: the items that move, each once, at the end of its positives; and at the end of lists
 * beside these, such as their scores, what the like list of the negatives has of them, or null (`None` in a list of Python).
 * @param positive what the format calls the first positive, such as `pos[0]`
 */
export function positiveEdits(entry: EntryText, positive: string, leaving: readonly Leaving[]): Edit[] {
  const [, field] = /^(\w+)\[0\]/.exec(positive) ?? [];
  const moving = leaving.filter(({ path, moves }) => moves && path[0] !== field);
  if (field === undefined || moving.length === 0) return [];
  const positives = itemsAt(entry, [field]);
  const known = new Set(positives);
  const isPython = [...positives, ...moving.map(({ path }) => itemAt(entry, path) ?? '')].some((item) =>
    PYTHON.test(item),
  );
  const lists = besidePositives(entry, field).map((name) => ({ name, items: [] as string[] }));
  const items: string[] = [];
  for (const { path, beside } of moving) {
    const item = itemAt(entry, path);
    if (item === undefined || known.has(item)) continue;
    known.add(item);
    items.push(item);
    for (const list of lists) {
      const like = likeOf(beside, list.name);
      list.items.push((like && itemAt(entry, like)) ?? (isPython ? 'None' : 'null'));
    }
  }
  return [{ name: field, items }, ...lists].flatMap((list) => appended(entry, list.name, list.items));
}

/** A text in single quotes, also one in a list or an object. */
const PYTHON = /^[[({]*'/;

/** Lists with an item for each positive, by their names. */
function besidePositives(entry: EntryText, field: string): string[] {
  const { owner } = ownershipOf(field);
  const count = itemsAt(entry, [field]).length;
  const names = new Set(entry.childrenOf([]).map(({ key }) => key ?? ''));
  return [...names].filter((name) => {
    const own = ownershipOf(name);
    return own.owner === owner && own.holds !== null && itemsAt(entry, [name]).length === count;
  });
}

/** What holds of a negative what another list holds of the positives. */
function likeOf(beside: readonly Path[], name: string): Path | undefined {
  const { holds } = ownershipOf(name);
  return beside.find(([like]) => {
    const own = ownershipOf(String(like));
    return own.of === 'negatives' && own.holds === holds;
  });
}

/** The items of a list as they are written; none of any other value. */
function itemsAt({ text, childrenOf }: EntryText, path: Path): string[] {
  return childrenOf(path).flatMap(({ key, start, end }) => (key === null ? text.slice(start, end) : []));
}

function itemAt(entry: EntryText, path: Path): string | undefined {
  return itemsAt(entry, path.slice(0, -1))[Number(path.at(-1))];
}

function appended({ childrenOf }: EntryText, name: string, items: readonly string[]): Edit[] {
  const last = childrenOf([name]).at(-1);
  if (items.length === 0 || last === undefined) return [];
  return [{ start: last.end, end: last.end, text: `, ${items.join(', ')}` }];
}
