/** Writes negatives that answer their query into the positives of their JSON entry. */

import type { Draft, Path } from '../formats/format';
import type { Interpretation } from '../reading';
import type { FormatId } from '../formats/catalogue';
import { ownershipOf } from '../formats/names';
import { children } from '../read/json';
import { listItems, valueSpan, type Edit } from './json-spans';

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
 * What an entry gains: the items of the moved texts at the end of its positives, each once; and at the end of lists beside
 * these, such as their scores, what the like list of the negatives has of them, or null.
 */
export function positiveEdits(text: string, draft: Draft, isMoved: (index: number) => boolean): Edit[] {
  const [, field] = /^(\w+)\[0\]/.exec(draft.fields.positive) ?? [];
  if (field === undefined) return [];
  const known = new Set(itemsAt(text, [field]));
  const items: string[] = [];
  const lists = besidePositives(text, field).map((name) => ({ name, items: [] as string[] }));
  let place = 0;
  for (const { texts, where } of draft.lists) {
    for (const index of texts.keys()) {
      if (!isMoved(place++) || where.kind !== 'list' || where.path[0] === field) continue;
      const at = where.indices[index] as number;
      const item = itemsAt(text, where.path)[at];
      if (item === undefined || known.has(item)) continue;
      known.add(item);
      items.push(item);
      for (const list of lists) {
        const like = likeOf(where.beside, list.name);
        list.items.push((like && itemsAt(text, like)[at]) ?? 'null');
      }
    }
  }
  if (items.length === 0) return [];
  return [{ name: field, items }, ...lists].flatMap((list) => appended(text, [list.name], list.items));
}

/** Lists with an item for each positive, by their names. */
function besidePositives(text: string, field: string): string[] {
  const { owner } = ownershipOf(field);
  const count = itemsAt(text, [field]).length;
  return Array.from(children(text, text.search(/\S/)), ({ key }) => key ?? '').filter(
    (name, index, names) => {
      const own = ownershipOf(name);
      const isBeside = own.owner === owner && own.holds !== null && names.indexOf(name) === index;
      return isBeside && itemsAt(text, [name]).length === count;
    },
  );
}

/** The list of negatives that holds of them what another list holds of the positives. */
function likeOf(beside: readonly Path[], name: string): Path | undefined {
  const { holds } = ownershipOf(name);
  return beside.find(([like]) => {
    const own = ownershipOf(String(like));
    return own.of === 'negatives' && own.holds === holds;
  });
}

/** The items of a list as they are written; none where there is no list. */
function itemsAt(text: string, path: Path): string[] {
  return (listItems(text, path) ?? []).map(({ start, end }) => text.slice(start, end));
}

/** Items at the end of a list; a single value becomes a list, and nothing is added where there is none. */
function appended(text: string, path: Path, items: readonly string[]): Edit[] {
  const span = valueSpan(text, path);
  if (span === null) return [];
  const list = listItems(text, path);
  if (list === null) {
    return [{ ...span, text: `[${[text.slice(span.start, span.end), ...items].join(', ')}]` }];
  }
  const last = list.at(-1);
  const at = last?.end ?? span.start + 1;
  return [{ start: at, end: at, text: (last ? ', ' : '') + items.join(', ') }];
}
