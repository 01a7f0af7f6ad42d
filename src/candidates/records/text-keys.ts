/** Numbers of lists of texts that are not kept. */

import { Ref, type Draft, type Joins, type Text } from '../formats/format';
import { HashIds } from '../store/hash-ids';
import { HASH_WORDS, type TextHash } from '../store/text-hash';

export class TextKeys {
  private readonly ids = new HashIds();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(HASH_WORDS);

  constructor(private readonly hash: TextHash) {}

  /** Memory held. */
  get bytes(): number {
    return this.ids.bytes;
  }

  /** The number that the next new list gets. */
  get next(): number {
    return this.ids.next;
  }

  numberOf(texts: readonly string[]): number {
    // Lengths keep the texts apart.
    const lengths = texts.map(({ length }) => length).join(' ');
    this.hash(this.encoder.encode(`${lengths} ${texts.join('')}`), this.hashed);
    return this.ids.idOf(this.hashed);
  }
}

/** What entries of one record have in common. */
export function recordKey(joins: Joins, { query, positives }: Draft, label: string | null): string[] {
  const texts = joins === 'same-positive' ? [query, ...positives.slice(0, 1)] : [query];
  return [label ?? '', ...texts.map(keyOf)];
}

function keyOf(text: Text): string {
  return text instanceof Ref ? `\u0001${text.id}` : text.trim();
}
