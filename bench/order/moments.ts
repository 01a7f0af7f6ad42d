/** The difference of two ratios and its spread, kept up unit by unit; src/scoring/certainty/units.ts sums all units each time. */

/** S and K of a unit in two sources. */
const COORDINATES = 4;

export class DifferenceMoments {
  private drawn = 0;
  private readonly sums = new Float64Array(COORDINATES);
  /** Σ x xᵀ over the units, x = (S of a, K of a, S of b, K of b). */
  private readonly products = new Float64Array(COORDINATES * COORDINATES);
  private readonly unit = new Float64Array(COORDINATES);

  add(sumA: number, pairsA: number, sumB: number, pairsB: number): void {
    const { unit, sums, products } = this;
    unit[0] = sumA;
    unit[1] = pairsA;
    unit[2] = sumB;
    unit[3] = pairsB;
    this.drawn++;
    for (let i = 0; i < COORDINATES; i++) {
      const xi = unit[i] as number;
      sums[i] = (sums[i] as number) + xi;
      for (let j = 0; j < COORDINATES; j++) {
        const at = i * COORDINATES + j;
        products[at] = (products[at] as number) + xi * (unit[j] as number);
      }
    }
  }

  /** Difference of the ratios Σ S / Σ K. */
  get value(): number {
    const [sumA, pairsA, sumB, pairsB] = this.sums as unknown as [number, number, number, number];
    return sumA / pairsA - sumB / pairsB;
  }

  /** Σ of the squared influences: cᵀ (Σ x xᵀ) c, for a unit's influence is c · x. */
  get squares(): number {
    const c = this.coefficients();
    let squares = 0;
    for (let i = 0; i < COORDINATES; i++) {
      for (let j = 0; j < COORDINATES; j++) {
        squares += (c[i] as number) * (c[j] as number) * (this.products[i * COORDINATES + j] as number);
      }
    }
    return Math.max(0, squares);
  }

  /** Standard deviation of a unit's influence. */
  get deviation(): number {
    return Math.sqrt(this.squares / (this.drawn - 1));
  }

  /** Influence of a unit on the difference. */
  influence(sumA: number, pairsA: number, sumB: number, pairsB: number): number {
    const [c0, c1, c2, c3] = this.coefficients();
    return c0 * sumA + c1 * pairsA + c2 * sumB + c3 * pairsB;
  }

  private coefficients(): [number, number, number, number] {
    const [sumA, pairsA, sumB, pairsB] = this.sums as unknown as [number, number, number, number];
    const n = this.drawn;
    return [n / pairsA, (-n * sumA) / pairsA ** 2, -n / pairsB, (n * sumB) / pairsB ** 2];
  }
}
