/**
 * The margins of miners, with the meaning they have in sentence-transformers 6 (`mine_hard_negatives`). s is the score of query and
 * negative; p is the smallest score of the query and any positive that the source has for it.
 */

/** s + m > p, in the order of sentence-transformers: rounding decides where they are equal. */
export function breaksAbsoluteMargin(score: number, positive: number, margin: number): boolean {
  return score + margin > positive;
}

/** s > p − |p|·m, in the order of sentence-transformers. */
export function breaksRelativeMargin(score: number, positive: number, margin: number): boolean {
  return score > positive - Math.abs(positive) * margin;
}
