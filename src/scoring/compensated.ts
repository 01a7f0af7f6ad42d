/** Sums whose rounding is carried along, so that parts add up alike in any order. */

/** Neumaier's sum: Σ x as a float64 and what its rounding left out (ZAMM 54, 1974). */
export class CompensatedSum {
  constructor(
    private sum = 0,
    private rest = 0,
  ) {}

  add(value: number): void {
    const next = this.sum + value;
    const [larger, smaller] = Math.abs(this.sum) >= Math.abs(value) ? [this.sum, value] : [value, this.sum];
    this.rest += larger - next + smaller;
    this.sum = next;
  }

  /** Adds a sum as {@link parts} gave it. */
  addParts([sum, rest]: SumParts): void {
    this.add(sum);
    this.add(rest);
  }

  get parts(): SumParts {
    return [this.sum, this.rest];
  }

  get value(): number {
    return this.sum + this.rest;
  }
}

/** The sum, and what its rounding left out. */
export type SumParts = readonly [number, number];
