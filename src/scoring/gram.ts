/**
 * Three cosines between three unit vectors: which triples are possible, and vectors that have them. A triple is
 * possible where its Gram matrix [[1, a, b], [a, 1, c], [b, c, 1]] is positive semidefinite.
 */

export interface Cosines {
  /** u·v⁺. */
  readonly queryPositive: number;
  /** u·v⁻. */
  readonly queryNegative: number;
  /** v⁺·v⁻. */
  readonly positiveNegative: number;
}

/** Rounding error allowed in the determinant of a possible triple. */
const SLACK = 1e-12;

/** det of the Gram matrix: 1 + 2abc − a² − b² − c². */
export function gramDeterminant({ queryPositive, queryNegative, positiveNegative }: Cosines): number {
  const a = queryPositive;
  const b = queryNegative;
  const c = positiveNegative;
  return 1 + 2 * a * b * c - a * a - b * b - c * c;
}

/** True where some three unit vectors have these cosines. */
export function isPossible(cosines: Cosines): boolean {
  const { queryPositive, queryNegative, positiveNegative } = cosines;
  const largest = Math.max(Math.abs(queryPositive), Math.abs(queryNegative), Math.abs(positiveNegative));
  return largest <= 1 && gramDeterminant(cosines) >= -SLACK;
}

/**
 * The range of the third cosine beside two others: ab ± √((1 − a²)(1 − b²)).
 * @param a of [−1, 1]
 * @param b of [−1, 1]
 */
export function thirdCosineRange(a: number, b: number): { least: number; most: number } {
  const middle = a * b;
  const reach = Math.sqrt((1 - a * a) * (1 - b * b));
  return { least: Math.max(-1, middle - reach), most: Math.min(1, middle + reach) };
}

/** u, v⁺ and v⁻ in three dimensions. */
export interface PlacedPair {
  readonly query: Float64Array;
  readonly positive: Float64Array;
  readonly negative: Float64Array;
}

/**
 * Unit vectors with the given cosines: u on the first axis, v⁺ in the plane of the first two.
 * @param cosines a possible triple
 */
export function placePair({ queryPositive, queryNegative, positiveNegative }: Cosines): PlacedPair {
  const height = Math.sqrt(Math.max(0, 1 - queryPositive * queryPositive));
  // With v⁺ = ±u every direction across u will do, and c adds nothing to b.
  const across = height === 0 ? 0 : (positiveNegative - queryPositive * queryNegative) / height;
  const depth = Math.sqrt(Math.max(0, 1 - queryNegative * queryNegative - across * across));
  return {
    query: Float64Array.of(1, 0, 0),
    positive: Float64Array.of(queryPositive, height, 0),
    negative: Float64Array.of(queryNegative, across, depth),
  };
}

/** Steps of the search from −1 to 1. */
const STEPS = 2000;

/**
 * Cosines of a pair from m and l. With ‖v⁺ − v⁻‖ they are determined; without it the triple with the largest Gram
 * determinant is taken.
 * @param margin m = a − b
 * @param locality l = c − b
 * @param distance ‖v⁺ − v⁻‖, or null
 * @returns null where no unit vectors have these numbers
 */
export function cosinesOfPair(margin: number, locality: number, distance: number | null): Cosines | null {
  if (distance !== null) {
    const cosines = cosinesAt(1 - (distance * distance) / 2 - locality, margin, locality);
    return isPossible(cosines) ? cosines : null;
  }
  let best: Cosines | null = null;
  for (let step = 0; step <= STEPS; step++) {
    const cosines = cosinesAt((2 * step) / STEPS - 1, margin, locality);
    if (!isPossible(cosines)) continue;
    if (best === null || gramDeterminant(cosines) > gramDeterminant(best)) best = cosines;
  }
  return best;
}

function cosinesAt(queryNegative: number, margin: number, locality: number): Cosines {
  return {
    queryPositive: queryNegative + margin,
    queryNegative,
    positiveNegative: queryNegative + locality,
  };
}
