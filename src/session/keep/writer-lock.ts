/** One tab writes what is kept: the one that has this lock, until it is closed or lets go. */

const NAME = 'negscope-kept';

export class WriterLock {
  private release: (() => void) | null = null;
  private waiting = false;

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

  /** Calls back once the tab that has the lock is closed or lets go. The lock is not taken by that. */
  whenFree(free: () => void): void {
    const { locks } = this;
    if (!locks || this.held || this.waiting) return;
    this.waiting = true;
    locks
      .request(NAME, {}, () => undefined)
      .then(free)
      .catch(() => undefined)
      .finally(() => (this.waiting = false));
  }

  /** Lets another tab keep its work. */
  letGo(): void {
    this.release?.();
    this.release = null;
  }
}
