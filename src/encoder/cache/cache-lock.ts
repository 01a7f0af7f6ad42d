/** One tab writes the cache of an encoder: the one that holds its Web Lock until it is closed. */

export class CacheLock {
  private readonly name: string;
  private readonly leaving = new AbortController();
  private release: (() => void) | null = null;

  constructor(namespace: string) {
    this.name = `negscope-embeddings-${namespace}`;
  }

  /** True where this tab may write, false while another one does. Without locks a browser knows of no other tab. */
  async take(): Promise<boolean> {
    if (!('locks' in navigator)) return true;
    return new Promise((resolve, reject) => {
      navigator.locks
        .request(this.name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock && this.held();
        })
        .catch(reject);
    });
  }

  /** Calls back once the writing tab is closed, so that this one may write; not after `letGo`. */
  whenFree(mayWrite: () => void): void {
    const { signal } = this.leaving;
    navigator.locks
      .request(this.name, { signal }, () => {
        if (signal.aborted) return undefined;
        mayWrite();
        return this.held();
      })
      // Only `letGo` ends the waiting.
      .catch(() => undefined);
  }

  letGo(): void {
    this.leaving.abort();
    this.release?.();
  }

  private held(): Promise<void> {
    return new Promise((resolve) => (this.release = resolve));
  }
}
