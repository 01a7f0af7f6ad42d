/** What removing some texts means for their entry. */

import { isBlank } from '../formats/columns';
import type { Draft, Path } from '../formats/format';

/** Of some texts. */
export type Indices = Pick<ReadonlySet<number>, 'has' | 'size'>;

/** Number of texts in all lists of an entry. */
export function textCount(draft: Draft): number {
  return draft.lists.reduce((sum, { texts }) => sum + texts.length, 0);
}

/** What is to be taken out of an entry. */
export interface EntryRemoval {
  /** Fields or columns that become blank. */
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
      if (where.kind === 'fields') fields.push(where.names[index] as string);
      if (where.kind !== 'list') continue;
      const item = where.indices[index] as number;
      take(where.path, item, false);
      for (const path of where.beside) take(path, item, true);
    }
  }
  return { fields, lists: [...lists.values()] };
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

/** Whether an entry holds a negative that is not blank. */
export function hasNegative(draft: Draft): boolean {
  return draft.lists.some(({ texts }) => texts.some((text) => !isBlank(text)));
}
