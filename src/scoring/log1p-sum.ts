/** Σ log(1 + e) over many e of (0, 1], with few logarithms: the sum behind the mean pairwise loss. */

/** Below this log(1 + e) is e to within 5e-9, while 1 + e would lose digits. */
const SMALL = 1e-8;

/** A product is turned into its logarithm before it overflows. */
const LARGE = 1e150;

export class Log1pSum {
  private small = 0;
  private product = 1;
  private logs = 0;

  /** @param e of [0, 1] */
  add(e: number): void {
    if (e < SMALL) {
      this.small += e;
      return;
    }
    this.product *= 1 + e;
    if (this.product > LARGE) {
      this.logs += Math.log(this.product);
      this.product = 1;
    }
  }

  get value(): number {
    return this.small + (this.logs + Math.log(this.product));
  }
}
