/** The best of many scores, ties by the order of documents. */

/** Best first. */
export interface Ranked {
  /** Places of passages in the corpus. */
  readonly passages: Int32Array;
  readonly scores: Float64Array;
}

/**
 * The k best: by score, best first. Scores that lie no further than `width` below the best of their group are tied with
 * it, and stand in the order of documents. Further lists of the same scores begin alike, whatever their length.
 * @param passages places in the corpus, each once; all whose score is within `width` of the k-th must be there
 */
export function bestWithTies(
  passages: ArrayLike<number>,
  scores: ArrayLike<number>,
  k: number,
  width: number,
): Ranked {
  const order = Array.from({ length: passages.length }, (_, i) => i);
  order.sort((a, b) => scores[b] - scores[a] || passages[a] - passages[b]);
  for (let start = 0; start < Math.min(k, order.length);) {
    let end = start + 1;
    while (end < order.length && scores[order[end]] >= scores[order[start]] - width) end++;
    const group = order.slice(start, end).sort((a, b) => passages[a] - passages[b]);
    for (const place of group) order[start++] = place;
  }
  const best = order.slice(0, k);
  return {
    passages: Int32Array.from(best, (i) => passages[i]),
    scores: Float64Array.from(best, (i) => scores[i]),
  };
}

/** Keeps the k largest of the scores offered: a heap whose root is the k-th. */
export class LargestScores {
  private readonly heap: Float64Array;

  constructor(private readonly k: number) {
    this.heap = new Float64Array(k).fill(-Infinity);
  }

  /** The k-th largest so far; −∞ before there are k. */
  get least(): number {
    return this.heap[0];
  }

  offer(score: number): void {
    const { heap, k } = this;
    if (!(score > heap[0])) return;
    let at = 0;
    for (let child = 1; child < k; child = 2 * at + 1) {
      if (child + 1 < k && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= score) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = score;
  }
}
