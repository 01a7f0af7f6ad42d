/** Sums whose rounding is carried along. */

/** Neumaier's sum: Σ x as a float64 and what its rounding left out (ZAMM 54, 1974). */
export class CompensatedSum {
  private sum = 0;
  private rest = 0;

  add(value: number): void {
    const next = this.sum + value;
    const [larger, smaller] = Math.abs(this.sum) >= Math.abs(value) ? [this.sum, value] : [value, this.sum];
    this.rest += larger - next + smaller;
    this.sum = next;
  }

  get value(): number {
    return this.sum + this.rest;
  }
}
