/** Source names in sentences, so that they can be coloured. */

import type { Finding } from '../../report/result';
import type { RankedSource } from '../../report/ranking';
import type { Phrase } from '../../report/verdict-words';

/**
 * A source as a sentence shows it: its name in its colour, its square hollow where a finding bars it. A source of an outcome
 * says so itself.
 */
export type NamedInColour = Pick<RankedSource, 'name' | 'colour'> &
  Partial<Pick<RankedSource, 'verdict'>> & { readonly outside?: boolean };

/** The sentence of a finding, with the name of its source: at its beginning, or the first after an "of". */
export function findingPhrase({ sentence }: Pick<Finding, 'sentence'>, name: string): Phrase {
  const at = [0, ...[...sentence.matchAll(/ of /gu)].map(({ index }) => index + ' of '.length)].find(
    (place) => sentence.startsWith(name, place) && !isLetter(sentence[place + name.length]),
  );
  if (at === undefined) return [sentence];
  return [sentence.slice(0, at), { source: name }, sentence.slice(at + name.length)];
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
