/** Source names in sentences, so that they can be coloured. A word that only happens to be a name is none. */

import type { RankedSource } from '../../report/ranking';
import type { Phrase } from '../../report/verdict-words';

/**
 * A source as a sentence shows it: its name in its colour, its square hollow where a finding bars it. A source of an outcome
 * says so itself.
 */
export type NamedInColour = Pick<RankedSource, 'name' | 'colour'> &
  Partial<Pick<RankedSource, 'verdict'>> & { readonly outside?: boolean };

/** A piece of a sentence; with the source that it names. */
export interface SentencePart {
  readonly text: string;
  readonly source: NamedInColour | null;
}

/** A phrase in pieces: what it says is a name, and nothing else, is one. */
export function partsOf(phrase: Phrase, sources: readonly NamedInColour[]): SentencePart[] {
  return phrase.map((part) => {
    if (typeof part === 'string') return { text: part, source: null };
    return { text: part.source, source: sources.find(({ name }) => name === part.source) ?? null };
  });
}
