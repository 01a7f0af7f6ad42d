/** One tab writes what is kept: the one that has this lock, until it is closed or lets go. */

const NAME = 'negscope-kept';

export class WriterLock {
  private release: (() => void) | null = null;

  /** @param locks of the browser; null where it has none, and then no other tab can be told of */
  constructor(private readonly locks: Pick<LockManager, 'request'> | null) {}

  get held(): boolean {
    return this.release !== null;
  }

  /** True once this tab has the lock; false while another tab has it. */
  async take(): Promise<boolean> {
    const { locks } = this;
    if (this.held) return true;
    if (!locks) {
      this.release = () => undefined;
      return true;
    }
    return new Promise((resolve, reject) => {
      locks
        .request(NAME, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          if (lock === null) return undefined;
          return new Promise<void>((done) => (this.release = done));
        })
        .catch(reject);
    });
  }

  /** Lets another tab keep its work. */
  letGo(): void {
    this.release?.();
    this.release = null;
  }
}
