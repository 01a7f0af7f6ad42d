/** Long embeddings: from where on sums go other ways, what they cost, and how much memory they may take at a time. */

/**
 * Up to here a log-det takes well under a second, and each figure is made as it always was, to the digit. Above it a
 * source of few pairs is summed by its pairs, and fewer matrices are held at a time.
 */
const LARGE_DIMENSION = 1024;

export function isLarge(dimension: number): boolean {
  return dimension > LARGE_DIMENSION;
}

/** What the sums of a source depend on. */
export interface SumShape {
  readonly pairs: number;
  readonly dimension: number;
}

/**
 * Whether a source is summed by its pairs: its embeddings are long and its pairs half as many as a vector has numbers, or
 * fewer. The log-det then takes an eighth of the time at the most, and less memory.
 */
export function isSummedByPairs({ pairs, dimension }: SumShape): boolean {
  return isLarge(dimension) && 2 * pairs <= dimension;
}

/** Multiplications that a log-det takes; where a source is summed by its pairs, their products too. */
function logDetProducts(shape: SumShape): number {
  const { pairs, dimension } = shape;
  return isSummedByPairs(shape) ? (pairs ** 2 * dimension) / 2 + pairs ** 3 / 6 : dimension ** 3 / 6;
}

/** Multiplications a second that costs are reckoned with: what a laptop of today does in JavaScript, about. */
const PRODUCTS_A_SECOND = 1e9;

/** Seconds that the log-dets of some sources take, about; 0 where none has long embeddings. */
export function logDetSeconds(sources: readonly SumShape[]): number {
  const large = sources.filter(({ dimension }) => isLarge(dimension));
  return large.reduce((sum, shape) => sum + logDetProducts(shape), 0) / PRODUCTS_A_SECOND;
}

/** What the sums and the log-dets of some sources cost under one weighting. */
export interface SumCost {
  readonly seconds: number;
  readonly bytes: number;
}

/** Of sources with long embeddings; the work of others is not worth a word. */
export function sumCost(sources: readonly SumShape[]): SumCost {
  const large = sources.filter(({ dimension }) => isLarge(dimension));
  const summing = large.reduce(
    (sum, shape) => sum + (isSummedByPairs(shape) ? 0 : (shape.pairs * shape.dimension ** 2) / 2),
    0,
  );
  const held = large.map((shape) => 8 * (isSummedByPairs(shape) ? shape.pairs : shape.dimension) ** 2);
  const residuals = large.map((shape) => (isSummedByPairs(shape) ? 8 * shape.pairs * shape.dimension : 0));
  return {
    seconds: summing / PRODUCTS_A_SECOND + logDetSeconds(large),
    // All sums at once, and of one source a copy that becomes the factor.
    bytes: [...held, ...residuals].reduce((sum, bytes) => sum + bytes, 0) + Math.max(0, ...held),
  };
}

/** Bytes of sums that one source may have at a time: four matrices at d = 4,096. */
const SUMS_BYTES = 512 * 2 ** 20;

/** How many matrices of a source are summed at a time, at the most. */
export function matricesAtOnce(dimension: number): number {
  return Math.max(1, Math.floor(SUMS_BYTES / (8 * dimension ** 2)));
}

/** A list in pieces of at most `most` items. */
export function inGroups<T>(items: readonly T[], most: number): T[][] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, i) => items.slice(i * most, (i + 1) * most));
}
