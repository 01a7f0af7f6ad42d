/**
 * Cosines of a pair from its columns: for unit vectors m, l and ‖v⁺ − v⁻‖ determine all three. Rows from files may be
 * off norm 1 by 1e-3, and these cosines by as much.
 */

/** v⁻·v⁺ = 1 − ‖v⁺ − v⁻‖²/2: similarity of the negative to the positive. */
export function cosineToPositive(distance: number): number {
  return 1 - (distance * distance) / 2;
}

/** v⁻·u = v⁻·v⁺ − l: the score that a retriever gives the negative. */
export function cosineToQuery(locality: number, distance: number): number {
  return cosineToPositive(distance) - locality;
}
