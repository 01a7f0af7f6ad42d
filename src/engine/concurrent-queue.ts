/** Begins jobs in the order in which they came, a few at a time. */

export class ConcurrentQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private failure: { readonly error: unknown } | null = null;

  /** @param most jobs under way at once, ≥ 1 */
  constructor(private readonly most: number) {}

  /** Does a job in its turn. Once one has failed, all that wait fail with its error. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      if (this.failure) throw this.failure.error;
      return await job();
    } catch (error) {
      this.failure ??= { error };
      throw error;
    } finally {
      // The place goes to the next one in line.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
