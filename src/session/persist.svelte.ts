/** Whether this browser keeps the session over a reload: asked once, written after each change, cleared at once. */

import { clear, createStore, getMany, keys, promisifyRequest, set } from 'idb-keyval';

import { SerialQueue } from '../serial-queue';
import { noticeOf, type Notice } from '../app/errors';
import { labelsIn, putLabels } from './kept-labels';
import {
  bytesOf,
  putBackSession,
  RECORD_VERSION,
  takeSession,
  workOf,
  type SessionRecord,
  type SessionSnapshot,
  type SessionStates,
} from './session-record';

/** `elsewhere`: another tab keeps its session, and this one nothing. `denied`: the browser stores nothing for the page. */
export type KeepPhase = 'opening' | 'unasked' | 'declined' | 'kept' | 'elsewhere' | 'denied';

/** A kept session, and whether some of its labels could not be read. */
export type KeptSession = SessionSnapshot & { readonly areLost: boolean };

/** Where the session is kept. Every promise may reject with what the browser's storage throws. */
export interface SessionStore {
  /** The kept session, or that the user declined, or nothing. */
  read(): Promise<KeptSession | 'declined' | null>;
  /** Writes the record and the files that are not stored yet, and drops all others, in one transaction. */
  write(snapshot: SessionSnapshot): Promise<void>;
  /** Keeps only the user's no. */
  decline(): Promise<void>;
  clear(): Promise<void>;
}

/** What the browser provides. */
export interface KeepBrowser {
  readonly store: SessionStore;
  /** Null in a browser without locks, where no tab knows of another. */
  readonly locks: Pick<LockManager, 'request'> | null;
  /** Asks the browser to keep the data when space is short; true if it agrees. */
  persist(): Promise<boolean>;
  /** Whether it has agreed. */
  persisted(): Promise<boolean>;
}

/** The tab that keeps its session has this lock. */
const LOCK = 'negscope-session';

/** A tab that was killed or reloads holds its lock for a moment longer. */
const LOCK_WAIT_MS = 1500;

/** Rest after a change before it is written, in milliseconds. */
const REST_MS = 400;

/** The browser's storage failed. */
class KeepError extends Error {
  override readonly name = 'KeepError';
  constructor(
    message: string,
    readonly details: string,
  ) {
    super(message);
  }
}

export class KeepState {
  phase = $state<KeepPhase>('opening');
  /** True if the browser agreed to keep the data when space is short. */
  persistent = $state(false);
  /** True if the session was restored after a reload. */
  restored = $state(false);
  /** What could not be restored, one sentence each. */
  remarks = $state.raw<readonly string[]>([]);
  notice = $state.raw<Notice | null>(null);
  /** True from a change until it is written. */
  pending = $state(false);

  /** Releases the lock; null while this tab does not hold it. */
  private release: (() => void) | null = null;
  private readonly queue = new SerialQueue();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts changes, to notice one that comes during a write. */
  private changes = 0;

  constructor(
    private readonly states: SessionStates,
    private readonly browser: KeepBrowser = thisBrowser(),
  ) {}

  /** True if the user would miss something. */
  get hasWork(): boolean {
    return workOf(this.states) !== 'none';
  }

  /** True if leaving the page now would lose work. */
  get atRisk(): boolean {
    const work = workOf(this.states);
    const safe = this.phase === 'kept' && !this.pending;
    return work === 'under way' || (!safe && work === 'keepable');
  }

  /** True where the user agreed, in this tab or in another one, to keep embeddings too. */
  get keepsEmbeddings(): boolean {
    return this.phase === 'kept' || this.phase === 'elsewhere';
  }

  /** Bytes of the files that are kept, or would be. */
  get bytes(): number {
    return bytesOf(this.states);
  }

  /** Restores what was kept. Never rejects. */
  open(): Promise<void> {
    return this.enqueue(async () => {
      const found = await this.browser.store.read().catch((error: unknown) => {
        this.phase = 'denied';
        throw new KeepError(
          'This browser lets the page keep nothing: a private window, or a setting, forbids it. ' +
            'Export the report before you leave.',
          String(error),
        );
      });
      if (found === null) this.phase = 'unasked';
      else if (found === 'declined') this.phase = 'declined';
      else if (!(await this.lock())) this.phase = 'elsewhere';
      else await this.putBack(found);
    });
  }

  /** The user agrees: keeps the session from now on, in place of an older one. */
  keep(): Promise<void> {
    return this.enqueue(async () => {
      if (!(await this.lock())) {
        this.phase = 'elsewhere';
        return;
      }
      try {
        this.persistent = await this.browser.persist();
        await this.write();
      } catch (error) {
        this.unlock();
        throw error;
      }
      this.phase = 'kept';
    });
  }

  /** The user declines: nothing is kept, and this browser does not ask again. */
  decline(): Promise<void> {
    return this.enqueue(async () => {
      this.phase = 'declined';
      if (await this.lock()) await this.browser.store.decline();
      this.unlock();
    });
  }

  /** Removes everything kept, the answer too: the next visit asks again. The page stays as it is. */
  clear(): Promise<void> {
    clearTimeout(this.timer);
    return this.enqueue(async () => {
      await this.browser.store.clear();
      this.unlock();
      this.pending = false;
      this.phase = 'declined';
    });
  }

  /** Called in an effect, which it makes depend on everything kept; writes soon after each change. */
  follow(): void {
    takeSession(this.states);
    if (!this.release) return;
    this.pending = true;
    this.changes++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.enqueue(() => this.write()), REST_MS);
  }

  private async write(): Promise<void> {
    if (!this.release) return;
    const { changes } = this;
    await this.browser.store.write(takeSession(this.states));
    this.notice = null;
    this.pending = changes !== this.changes;
  }

  /** Labels come back whatever became of the rest, and beside those that were made meanwhile. */
  private async putBack({ labels, areLost, ...kept }: KeptSession): Promise<void> {
    await this.states.marks.takeBack(labels);
    if (areLost) this.remark('Some of the labels that this browser kept are damaged, and are lost.');
    const reason = this.refusalOf(kept);
    this.restored = reason === null;
    if (reason !== null) {
      this.remark(`What this browser kept is ${reason}, and was removed.`);
      if (this.states.marks.kept === 0) {
        this.phase = 'unasked';
        await this.browser.store.clear();
        this.unlock();
        return;
      }
      this.remark('Its labels are kept.');
      await this.write();
    }
    this.phase = 'kept';
    this.persistent = await this.browser.persisted();
  }

  /** Restores a session; says why where it cannot be. */
  private refusalOf(kept: Pick<KeptSession, 'record' | 'files'>): string | null {
    try {
      if (kept.record.version !== RECORD_VERSION) return 'of another version of this page';
      putBackSession(this.states, kept, (sentence) => this.remark(sentence));
      return null;
    } catch {
      return 'damaged';
    }
  }

  private remark(sentence: string): void {
    this.remarks = [...this.remarks, sentence];
  }

  /** True once this tab holds the lock; false if another tab does. */
  private async lock(): Promise<boolean> {
    const { locks } = this.browser;
    this.release ??= locks ? await taken(locks) : () => undefined;
    return this.release !== null;
  }

  private unlock(): void {
    this.release?.();
    this.release = null;
  }

  /** One after the other; a failure becomes a notice. */
  private enqueue(task: () => Promise<void>): Promise<void> {
    return this.queue.run(task).catch((error: unknown) => {
      const known = error instanceof KeepError || noticeOf(error).details !== undefined;
      const words = 'The storage of the browser failed, so the last changes are not kept.';
      this.notice = noticeOf(known ? error : new KeepError(words, String(error)));
    });
  }
}

/** @returns what releases the lock; null if another tab holds it */
function taken(locks: Pick<LockManager, 'request'>): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(LOCK_WAIT_MS);
    const held = () => new Promise<void>((release) => resolve(release));
    locks.request(LOCK, { signal }, held).catch((error: unknown) => {
      if (signal.aborted) resolve(null);
      else reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

const RECORD = 'session';
const DECLINED = 'declined';
/** The store in IndexedDB: the record under one key, each file and each part of the labels under its own. */
function indexedStore(): SessionStore {
  const store = createStore('negscope', 'session');
  return {
    async read() {
      const names = await keys<string>(store);
      if (!names.includes(RECORD)) return names.includes(DECLINED) ? 'declined' : null;
      const values = await getMany<unknown>(names, store);
      const found = new Map(names.map((name, i) => [name, values[i]]));
      return {
        record: found.get(RECORD) as SessionRecord,
        ...labelsIn(found),
        files: new Map([...found].flatMap(([name, file]) => (file instanceof File ? [[name, file]] : []))),
      };
    },
    write: ({ record, labels, files }) =>
      store('readwrite', (objects) => {
        objects.put(record, RECORD);
        const stored = objects.getAllKeys();
        stored.onsuccess = () => {
          const others = stored.result.filter((name) => name !== RECORD);
          for (const name of others) if (!files.has(String(name))) objects.delete(name);
          for (const [name, file] of files) if (!others.includes(name)) objects.put(file, name);
          putLabels(objects, labels[Symbol.iterator]());
        };
        return promisifyRequest(objects.transaction);
      }),
    async decline() {
      await clear(store);
      await set(DECLINED, true, store);
    },
    clear: () => clear(store),
  };
}

function thisBrowser(): KeepBrowser {
  // Both are missing without a secure connection.
  const { storage, locks } = navigator as Partial<Navigator>;
  return {
    store: indexedStore(),
    locks: locks ?? null,
    // A browser that cannot be asked, or refuses, still keeps the data while there is space.
    persist: () => storage?.persist().catch(() => false) ?? Promise.resolve(false),
    persisted: () => storage?.persisted().catch(() => false) ?? Promise.resolve(false),
  };
}

/** Makes the browser ask before leaving while something is at risk; returns what undoes that. */
export function warnBeforeLeaving(atRisk: boolean): (() => void) | undefined {
  if (!atRisk) return undefined;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
