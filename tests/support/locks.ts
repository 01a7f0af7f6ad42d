/** The lock manager of a browser with several tabs: a name has one holder, others wait in line. */

interface Waiting {
  readonly name: string;
  readonly grant: () => void;
}

export class FakeLocks {
  private readonly held = new Set<string>();
  private waiting: Waiting[] = [];

  /** What `navigator.locks` is in a tab. @param ended aborted when the tab is closed or killed: it loses its locks */
  tab(ended: AbortSignal): Pick<LockManager, 'request'> {
    const request = async (
      name: string,
      options: LockOptions,
      callback: (lock: Lock | null) => unknown,
    ): Promise<unknown> => {
      if (this.held.has(name)) {
        if (options.ifAvailable) return callback(null);
        await new Promise<void>((grant, reject) => {
          const place = { name, grant };
          this.waiting.push(place);
          options.signal?.addEventListener('abort', () => {
            this.waiting = this.waiting.filter((each) => each !== place);
            reject(new DOMException('aborted', 'AbortError'));
          });
        });
      }
      this.held.add(name);
      const over = new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve()));
      try {
        return await Promise.race([callback({ name, mode: 'exclusive' }), over]);
      } finally {
        this.held.delete(name);
        const next = this.waiting.find((each) => each.name === name);
        this.waiting = this.waiting.filter((each) => each !== next);
        next?.grant();
      }
    };
    return { request } as unknown as Pick<LockManager, 'request'>;
  }
}
