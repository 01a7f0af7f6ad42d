/** The distinct texts of all sources. */

import type { TextHash } from './text-hash';
import { Texts } from './texts';

/** Ids up to which texts reach. */
export type TextEnds = Readonly<Record<keyof StoreTexts, number>>;

/** Texts by kind. Names are query ids, and values of the column of units. */
export interface StoreTexts {
  readonly queries: Texts;
  readonly passages: Texts;
  readonly names: Texts;
}

export function textsOf(hash: TextHash): StoreTexts {
  return { queries: new Texts(hash), passages: new Texts(hash), names: new Texts(hash) };
}

export function endsOf({ queries, passages, names }: StoreTexts): TextEnds {
  return { queries: queries.next, passages: passages.next, names: names.next };
}
