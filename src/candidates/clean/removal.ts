/** What removing some texts means for their entry. */

import { isBlank } from '../formats/columns';
import type { JsonObject } from '../fault';
import type { Draft, Path } from '../formats/format';

/** Of some texts. */
export type Indices = Pick<ReadonlySet<number>, 'has' | 'size'>;

/** Number of texts in all lists of an entry. */
export function textCount(draft: Draft): number {
  return draft.lists.reduce((sum, { texts }) => sum + texts.length, 0);
}

/** What is to be taken out of an entry. */
export interface EntryRemoval {
  /** Fields or columns that become blank: those of the texts, and of titles that no other text has. */
  readonly fields: readonly string[];
  /** Lists that lose items, each once. */
  readonly lists: readonly ListRemoval[];
}

export interface ListRemoval {
  readonly path: Path;
  /** 0-based indices in the list. */
  readonly items: ReadonlySet<number>;
  /** A list beside one with negatives, such as their scores: it may be missing or too short. */
  readonly beside: boolean;
}

/**
 * The fields and list items of the removed texts.
 * @param removed indices among the texts of all lists, one list after the other
 */
export function entryRemoval(draft: Draft, removed: Indices): EntryRemoval {
  const fields: string[] = [];
  const titles = new Set<string | null>();
  const lists = new Map<string, { path: Path; items: Set<number>; beside: boolean }>();
  const take = (path: Path, item: number, beside: boolean): void => {
    const key = JSON.stringify(path);
    const known = lists.get(key) ?? { path, items: new Set(), beside };
    known.items.add(item);
    known.beside &&= beside;
    lists.set(key, known);
  };
  let place = 0;
  for (const { texts, where } of draft.lists) {
    for (const index of texts.keys()) {
      if (!removed.has(place++)) continue;
      if (where.kind === 'fields') {
        fields.push(where.names[index] as string);
        titles.add(where.titles?.[index] ?? null);
      }
      if (where.kind !== 'list') continue;
      const item = where.indices[index] as number;
      take(where.path, item, false);
      for (const path of where.beside) take(path, item, true);
      for (const path of where.led ?? []) take(path, item + 1, true);
    }
  }
  for (const title of titlesWithout(draft, removed)) titles.delete(title);
  return {
    fields: [...fields, ...[...titles].filter((title) => title !== null)],
    lists: [...lists.values()],
  };
}

/** Fields with titles of texts that stay. */
function titlesWithout({ lists }: Draft, removed: Indices): (string | null)[] {
  let place = 0;
  return lists.flatMap(({ texts, where }) =>
    texts.flatMap((_, index) =>
      removed.has(place++) || where.kind !== 'fields' ? [] : [where.titles?.[index] ?? null],
    ),
  );
}

/**
 * Whether an entry stays: a text that is not blank is left in one of its lists, and none of the removed ones was the
 * whole entry.
 */
export function staysWithout(draft: Draft, removed: Indices): boolean {
  let index = 0;
  let stays = false;
  for (const { texts, where } of draft.lists) {
    for (const text of texts) {
      if (removed.has(index) && where.kind === 'entry') return false;
      if (!removed.has(index) && !isBlank(text)) stays = true;
      index += 1;
    }
  }
  return stays;
}

/** What stands at a path of an entry; undefined where nothing does. */
export function valueAt(entry: JsonObject, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    const inside = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    return inside ? (value as Record<string | number, unknown>)[step] : undefined;
  }, entry);
}

/** Whether an entry holds a negative that is not blank. */
export function hasNegative(draft: Draft): boolean {
  return draft.lists.some(({ texts }) => texts.some((text) => !isBlank(text)));
}
