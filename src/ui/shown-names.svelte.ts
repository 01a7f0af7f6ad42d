/** How a page spells the names of its sources: one way for all of it, handed down to every component. */

import { getContext, setContext } from 'svelte';

import { shortNames, type ShortNames } from './charts/text';

const KEY = Symbol('names');

/** Called by a page. @param names of all its sources, read anew whenever they change */
export function spellNames(names: () => readonly string[]): void {
  const short = $derived.by(() => shortNames(names()));
  setContext(KEY, () => short);
}

/** The page's spelling: names are whole where no page has one. */
export function namesOfPage(): () => ShortNames {
  return getContext<(() => ShortNames) | undefined>(KEY) ?? (() => shortNames([]));
}
