/** Passages that are nearly a positive: the same text with another title, or with a word changed. */

import { NearIndex } from '../lexical/near-index';
import type { Sliced } from '../scoring/sliced';
import type { MiningCorpus } from './corpus';

export { NEAR_TEXT } from '../lexical/near-text';

/** Passages of a corpus, positives aside, that share nearly all words with a positive (`lexical/near-text.ts`). */
export interface NearCopies {
  readonly passages: number;
  /** The first three of them. */
  readonly examples: readonly { readonly positive: string; readonly passage: string }[];
}

/** Looks at each passage of a corpus once. Yields the share done. */
export function* nearCopies({ texts, records }: Pick<MiningCorpus, 'texts' | 'records'>): Sliced<NearCopies> {
  const positives = new Set(records.flatMap((record) => record.positives));
  const own = Array.from(positives, (place) => texts[place] as string);
  const index = new NearIndex(own);
  const examples: NearCopies['examples'][number][] = [];
  let passages = 0;
  for (const [place, text] of texts.entries()) {
    if (place % 256 === 0) yield place / texts.length;
    const found = positives.has(place) ? null : index.find(text);
    if (found === null) continue;
    passages++;
    if (examples.length < 3) examples.push({ positive: own[found] as string, passage: text });
  }
  return { passages, examples };
}
