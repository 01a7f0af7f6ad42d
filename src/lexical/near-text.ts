/**
 * How nearly two texts are the same by their words: sets of tokens after NFKC, lower case, letters and numbers only
 * (`tokens.ts`), accents folded. White space, punctuation, word order and repeated words make no difference.
 */

/** From this Jaccard index on two texts count as nearly the same (docs/METHOD.md says why). */
export const NEAR_TEXT = 0.8;

/** Accents of Latin, Greek and Cyrillic letters. Signs of other scripts make other words and stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * |A∩B| / |A∪B|; 1 for two empty sets.
 * @param a token ids, ascending, each once
 * @param b likewise
 */
export function jaccard(a: Int32Array, b: Int32Array): number {
  let shared = 0;
  let j = 0;
  for (const token of a) {
    while (j < b.length && b[j] < token) j++;
    if (b[j] === token) shared++;
  }
  const union = a.length + b.length - shared;
  return union === 0 ? 1 : shared / union;
}

/** The token without its accents: "é" becomes "e". Empty where it was only accents. */
export function withoutAccents(token: string): string {
  return token.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC');
}

/** Token ids in which words that differ only in accents are one. */
export class FoldedTokens {
  /** Of each token its id without accents, −1 where nothing is left. */
  private readonly plain: Int32Array;

  /** @param tokens every token with its id, the ids being 0 and up */
  constructor(tokens: Iterable<readonly [string, number]>) {
    const ids = new Map(tokens);
    this.plain = new Int32Array(ids.size);
    let next = ids.size;
    for (const [token, id] of [...ids]) {
      const plain = withoutAccents(token);
      if (plain !== '' && !ids.has(plain)) ids.set(plain, next++);
      this.plain[id] = ids.get(plain) ?? -1;
    }
  }

  /** @param tokens ids, ascending, each once @returns likewise; the same array where nothing changes */
  of(tokens: Int32Array): Int32Array {
    const { plain } = this;
    if (tokens.every((id) => plain[id] === id)) return tokens;
    const folded = new Set(tokens.map((id) => plain[id]));
    folded.delete(-1);
    return Int32Array.from(folded).sort();
  }
}
