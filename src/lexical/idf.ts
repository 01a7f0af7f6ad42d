/** Smoothed IDF over a fixed corpus of distinct texts (paper, appendix). */

/** Gives every distinct token a small integer, so that a text's tokens fit an Int32Array. */
export class TokenDictionary {
  private readonly ids = new Map<string, number>();

  get size(): number {
    return this.ids.size;
  }

  /** Ids of a token set, ascending. New tokens are added. */
  idsOf(tokens: ReadonlySet<string>): Int32Array {
    const out = new Int32Array(tokens.size);
    let i = 0;
    for (const token of tokens) {
      let id = this.ids.get(token);
      if (id === undefined) {
        id = this.ids.size;
        this.ids.set(token, id);
      }
      out[i++] = id;
    }
    return out.sort();
  }

  /** Id of a token; null where it was never seen. */
  idOf(token: string): number | null {
    return this.ids.get(token) ?? null;
  }

  /** Every token with its id. */
  entries(): IterableIterator<[string, number]> {
    return this.ids.entries();
  }
}

/** idf(t) = ln((M+1)/(df(t)+1)) + 1. */
function inverseDocumentFrequency(documents: number, documentFrequency: number): number {
  return Math.log((documents + 1) / (documentFrequency + 1)) + 1;
}

/** Document frequencies over a corpus, one distinct text at a time. */
export class IdfTable {
  private frequencies = new Int32Array(1024);
  private texts = 0;
  private distinct = 0;

  /** A table that was counted before. @param frequencies by token id, none of them 0 */
  static of(texts: number, frequencies: ArrayLike<number>): IdfTable {
    const table = new IdfTable();
    table.texts = texts;
    table.distinct = frequencies.length;
    table.frequencies = Int32Array.from(frequencies);
    return table;
  }

  /** M: texts added. */
  get documents(): number {
    return this.texts;
  }

  /** Distinct tokens with df ≥ 1. */
  get distinctTokens(): number {
    return this.distinct;
  }

  /** Counts one distinct text of the corpus. @param tokens its token ids, each once */
  add(tokens: Int32Array): void {
    this.texts++;
    for (const token of tokens) {
      if (token >= this.frequencies.length) this.grow(token);
      const frequency = this.frequencies[token];
      if (frequency === 0) this.distinct++;
      this.frequencies[token] = frequency + 1;
    }
  }

  /** idf of a token; a token of no corpus text has df 0. */
  idf(token: number): number {
    return inverseDocumentFrequency(this.texts, this.frequencies[token] ?? 0);
  }

  private grow(token: number): void {
    const larger = new Int32Array(Math.max(token + 1, this.frequencies.length * 2));
    larger.set(this.frequencies);
    this.frequencies = larger;
  }
}
