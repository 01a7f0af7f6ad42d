/** Runs jobs in order of arrival, a few at a time. */

export class ConcurrentQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private failure: { readonly error: unknown } | null = null;

  /** @param most jobs at once, ≥ 1 */
  constructor(private readonly most: number) {}

  /** Runs a job in its turn. After a failure all waiting jobs fail with the same error. */
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
      // The next one in line takes the place.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
