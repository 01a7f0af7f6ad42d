/** Finds source names in a sentence, so that they can be coloured. */

import type { Phrase } from '../../report/verdict-words';
import type { RankedSource } from '../../report/ranking';

/**
 * A source as a sentence shows it: its name in its colour, its square hollow outside the ranking. A source of an
 * outcome says so itself.
 */
export type NamedInColour = Pick<RankedSource, 'name' | 'colour'> &
  Partial<Pick<RankedSource, 'warnings' | 'verdict'>> & { readonly outside?: boolean };

/** A piece of a sentence; with the source that it names. */
export interface SentencePart {
  readonly text: string;
  readonly source: NamedInColour | null;
}

/** The sentence in pieces. Where two names begin at the same place the longer one counts. */
export function withNames(sentence: string, sources: readonly NamedInColour[]): SentencePart[] {
  const named = sources.filter(({ name }) => name !== '').sort((a, b) => b.name.length - a.name.length);
  const parts: SentencePart[] = [];
  let plain = '';
  let at = 0;
  while (at < sentence.length) {
    const source = named.find(({ name }) => isWordAt(sentence, name, at));
    if (source) {
      if (plain !== '') parts.push({ text: plain, source: null });
      parts.push({ text: source.name, source });
      plain = '';
      at += source.name.length;
    } else {
      plain += sentence[at];
      at++;
    }
  }
  return plain === '' ? parts : [...parts, { text: plain, source: null }];
}

/** A phrase in pieces: what it says is a name, and nothing else, is one. */
export function partsOf(phrase: Phrase, sources: readonly NamedInColour[]): SentencePart[] {
  return phrase.map((part) => {
    if (typeof part === 'string') return { text: part, source: null };
    return { text: part.source, source: sources.find(({ name }) => name === part.source) ?? null };
  });
}

function isWordAt(sentence: string, name: string, at: number): boolean {
  return (
    sentence.startsWith(name, at) && !isLetter(sentence[at - 1]) && !isLetter(sentence[at + name.length])
  );
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
