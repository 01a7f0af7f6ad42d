/** The words of shards: document frequencies over the distinct texts of all of them, and C under the merged table. */

import { createTextHash, type TextHash } from '../candidates/store/text-hash';
import { inverseDocumentFrequency, TokenDictionary } from '../lexical/idf';
import { alphanumericTokens } from '../lexical/tokens';
import { compare } from './names';
import { HASH_WORDS } from './query-table';
import type { Columns } from './columns';

/** The table that scoring needs. */
export interface Frequencies {
  /** M: distinct texts. */
  readonly texts: number;
  /** Tokens with their document frequencies, by code points. */
  readonly tokens: readonly string[];
  readonly frequencies: readonly number[];
}

export class TextHasher {
  private readonly encoder = new TextEncoder();

  private constructor(private readonly hash: TextHash) {}

  static async create(): Promise<TextHasher> {
    return new TextHasher(await createTextHash());
  }

  write(text: string, words: Uint32Array): void {
    this.hash(this.encoder.encode(text), words);
  }
}

/**
 * Distinct texts with their tokens. A text may stand in several shards and counts once, so a part keeps the hash and the
 * tokens of each; frequencies alone could not be merged.
 */
export class TextSet {
  private readonly dictionary = new TokenDictionary();
  /** Token ids by the hash of the text. */
  private readonly texts = new Map<string, Int32Array>();
  private readonly words = new Uint32Array(HASH_WORDS);

  constructor(private readonly hasher: TextHasher) {}

  add(text: string): void {
    this.hasher.write(text, this.words);
    const key = this.words.join(' ');
    if (!this.texts.has(key)) this.texts.set(key, this.dictionary.idsOf(alphanumericTokens(text)));
  }

  frequencies(): Frequencies {
    const { tokens, places } = this.sortedTokens();
    const frequencies = tokens.map(() => 0);
    for (const ids of this.texts.values()) {
      for (const id of ids) frequencies[places[id] as number] = (frequencies[places[id] as number] ?? 0) + 1;
    }
    return { texts: this.texts.size, tokens, frequencies };
  }

  /** Sorted by hash, tokens by their places in {@link frequencies}: the same texts give the same bytes. */
  write(columns: Columns): void {
    const { places } = this.sortedTokens();
    const entries = [...this.texts].sort(([a], [b]) => compare(a, b));
    const hashes = new Uint32Array(entries.length * HASH_WORDS);
    const offsets = new Uint32Array(entries.length + 1);
    entries.forEach(([key, ids], i) => {
      hashes.set(key.split(' ').map(Number), i * HASH_WORDS);
      offsets[i + 1] = (offsets[i] as number) + ids.length;
    });
    const tokens = new Uint32Array(offsets[entries.length] as number);
    entries.forEach(([, ids], i) => tokens.set(ids.map((id) => places[id] as number).sort(), offsets[i]));
    columns.set('hashes', hashes);
    columns.set('offsets', offsets);
    columns.set('tokens', tokens);
  }

  /** Adds the texts of a part. @param tokens of its table */
  addColumns(columns: Columns, tokens: readonly string[]): void {
    const [hashes, offsets, all] = [columns.u32('hashes'), columns.u32('offsets'), columns.u32('tokens')];
    for (let i = 0; i + 1 < offsets.length; i++) {
      const key = hashes.subarray(i * HASH_WORDS, (i + 1) * HASH_WORDS).join(' ');
      if (this.texts.has(key)) continue;
      const own = Array.from(all.subarray(offsets[i], offsets[i + 1]), (place) => tokens[place] as string);
      this.texts.set(key, this.dictionary.idsOf(new Set(own)));
    }
  }

  /** Tokens by code points, and the place of each id among them. */
  private sortedTokens(): { tokens: string[]; places: Int32Array } {
    const entries = [...this.dictionary.entries()].sort(([a], [b]) => compare(a, b));
    const places = new Int32Array(entries.length);
    entries.forEach(([, id], place) => (places[id] = place));
    return { tokens: entries.map(([token]) => token), places };
  }
}

/** The merged table, for C. */
export class SharedIdf {
  private readonly dictionary = new TokenDictionary();

  constructor(private readonly table: Frequencies) {
    for (const token of table.tokens) this.dictionary.idsOf(new Set([token]));
  }

  /** Token ids of a text. */
  idsOf(text: string): Int32Array {
    return this.dictionary.idsOf(alphanumericTokens(text));
  }

  /** A token of no text of the corpus has df 0. */
  idf(token: number): number {
    return inverseDocumentFrequency(this.table.texts, this.table.frequencies[token] ?? 0);
  }
}
