/** The best of many scores, ties by the order of documents. */

/** Passages with their scores, best first. */
export interface Ranked {
  /** Places of passages in the corpus. */
  readonly passages: Int32Array;
  readonly scores: Float64Array;
  /** How many of them share their score with another one. */
  readonly ties: number;
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
  let ties = 0;
  for (let start = 0; start < Math.min(k, order.length);) {
    let end = start + 1;
    while (end < order.length && scores[order[end]] >= scores[order[start]] - width) end++;
    if (end - start > 1) {
      const group = order.slice(start, end).sort((a, b) => passages[a] - passages[b]);
      for (const [i, place] of group.entries()) order[start + i] = place;
      ties += Math.min(end, k) - start;
    }
    start = end;
  }
  const best = order.slice(0, k);
  return {
    passages: Int32Array.from(best, (i) => passages[i]),
    scores: Float64Array.from(best, (i) => scores[i]),
    ties,
  };
}

/** Keeps the k largest of the scores offered: a heap whose root is the k-th. */
export class LargestScores {
  private readonly heap: Float64Array;
  private size = 0;

  constructor(private readonly k: number) {
    this.heap = new Float64Array(k);
  }

  /** The k-th largest so far; −∞ before there are k. */
  get least(): number {
    return this.size < this.k ? -Infinity : this.heap[0];
  }

  offer(score: number): void {
    const { heap } = this;
    if (this.size < this.k) {
      let at = this.size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (heap[parent] <= score) break;
        heap[at] = heap[parent];
        at = parent;
      }
      heap[at] = score;
      return;
    }
    if (!(score > heap[0])) return;
    let at = 0;
    for (let child = 1; child < this.k; child = 2 * at + 1) {
      if (child + 1 < this.k && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= score) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = score;
  }
}
