/** Numbers of lists of texts that are not kept. */

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
