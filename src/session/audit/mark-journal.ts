/**
 * Marks on the device: a journal of changes in the browser's own database (IndexedDB). A change is added, never written
 * over, so that two tabs do not undo each other's marks and one mark costs a few bytes. Opening a long journal makes
 * one entry of it.
 */

import type { KeyedMarks } from './mark-book';

const DATABASE = 'negscope-marks';
const CHANGES = 'changes';
/** Entries above which the journal is made one. */
const LONG = 200;

/** Where marks are kept between visits. */
export interface MarkKeeper {
  /** All that was kept, oldest first: later marks of a key stand for earlier ones. */
  load(): Promise<readonly KeyedMarks[]>;
  add(change: KeyedMarks): Promise<void>;
  /** Forgets what was kept; `instead` is all there is from then on. */
  replace(instead: KeyedMarks | null): Promise<void>;
}

export class MarkJournal implements MarkKeeper {
  private opened: Promise<IDBDatabase> | null = null;

  async load(): Promise<readonly KeyedMarks[]> {
    const store = await this.store('readonly');
    return settled(store.getAll() as IDBRequest<KeyedMarks[]>);
  }

  async add(change: KeyedMarks): Promise<void> {
    const store = await this.store('readwrite');
    await settled(store.add(change));
  }

  async replace(instead: KeyedMarks | null): Promise<void> {
    const store = await this.store('readwrite');
    const cleared = settled(store.clear());
    const added = instead === null ? null : settled(store.add(instead));
    await Promise.all([cleared, added]);
  }

  private async store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.opened ??= open();
    return (await this.opened).transaction(CHANGES, mode).objectStore(CHANGES);
  }
}

/** True where the journal is better written anew as one entry. */
export function isLong(entries: readonly KeyedMarks[]): boolean {
  return entries.length > LONG;
}

function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(DATABASE, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(CHANGES, { autoIncrement: true });
  return settled(asked);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser gave no reason.'));
  });
}
