/** Query ids that earlier records have too, counted as records come. */

import { HashIds } from './hash-ids';
import type { TextHash } from './text-hash';

export class QueryIdCheck {
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(4);
  private readonly known = new HashIds();
  /** Query and positive of the first record of each id. */
  private readonly queries: number[] = [];
  private readonly positives: number[] = [];
  /** Further positives of an id. */
  private readonly further = new Set<string>();
  /** Records with an id. */
  given = 0;
  /** Records whose id an earlier record has. */
  duplicates = 0;
  /** Of these, records with another query than the first, or with a positive that the id had before. */
  wrong = 0;
  firstWrong: { readonly record: number; readonly queryId: string } | null = null;

  constructor(private readonly hash: TextHash) {}

  add(queryId: string | null, record: number, query: number, positive: number): void {
    if (queryId === null) return;
    this.given += 1;
    const { next } = this.known;
    this.hash(this.encoder.encode(queryId), this.hashed);
    const id = this.known.idOf(this.hashed);
    if (id === next) {
      this.queries.push(query);
      this.positives.push(positive);
      return;
    }
    this.duplicates += 1;
    const key = `${id} ${positive}`;
    const again = positive === this.positives[id] || this.further.has(key);
    if (!again) this.further.add(key);
    if (!again && query === this.queries[id]) return;
    this.wrong += 1;
    this.firstWrong ??= { record, queryId };
  }
}
