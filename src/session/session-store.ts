/**
 * Where the session is kept: one store of IndexedDB, which all tabs of this browser share. Labels are in it as they were said,
 * in that order: a tab only adds to them, so that no tab takes another one's labels away.
 */

import { clear, createStore, delMany, promisifyRequest, type UseStore } from 'idb-keyval';

import type { Said } from '../candidates/marks/labels';
import { labelsIn, putSaid, type KeptLabels } from './kept-labels';
import type { SessionRecord, SessionSnapshot } from './session-record';

const LABELS = 'labels';

/** The record under one key, each file and each part of the labels under its own. */
const RECORD = 'session';

/** What Chromium says of a write that it broke off to delete the data of the site. */
const OF_DELETION = 'Force close delete origin';

/** Rests before a reading that the browser broke off is begun again: the browser may still be clearing the storage. */
const RESTS_MS = [50, 200, 800];

export interface KeptSession extends SessionSnapshot {
  readonly labels: KeptLabels;
}

/** The browser closed the storage before a write was done: it may have been cleared. */
export class StorageClosedError extends Error {
  override readonly name = 'StorageClosedError';
}

/** Each write is one transaction. Every promise may reject with what the browser's storage throws. */
export type SessionStore = ReturnType<typeof indexedStore>;

export function indexedStore() {
  let onClosed: () => void = () => undefined;
  const store = watchedStore(() => onClosed());
  let newest = 0;
  /** Parts that two tabs add in one millisecond have two names. */
  const tab = Math.random();
  /** By the time, and above every part that was read, also where the clock was set back. */
  const nextName = (): IDBValidKey => {
    newest = Math.max(newest + 1, Date.now());
    return [LABELS, newest, tab];
  };
  return {
    async read(): Promise<KeptSession | null> {
      const [names, values] = await store('readonly', (objects) =>
        Promise.all([promisifyRequest(objects.getAllKeys()), promisifyRequest<unknown[]>(objects.getAll())]),
      );
      const found = new Map(names.map((name, i) => [name, values[i]]));
      if (!found.has(RECORD)) return null;
      const labels = await labelsIn(found);
      newest = Math.max(newest, labels.newest);
      return { record: found.get(RECORD) as SessionRecord, labels, files: filesIn(found) };
    },
    /** Writes the record and the files that are not stored yet, and drops all other files. */
    write: ({ record, files }: SessionSnapshot): Promise<void> =>
      store('readwrite', (objects) => {
        objects.put(record, RECORD);
        const stored = objects.getAllKeys();
        stored.onsuccess = () => {
          const others = stored.result.filter((name) => String(name).startsWith('file '));
          for (const name of others) if (!files.has(String(name))) objects.delete(name);
          for (const [name, file] of files) if (!others.includes(name)) objects.put(file, name);
        };
        return promisifyRequest(objects.transaction);
      }),
    /** Adds to the labels; false where nothing is kept any more. */
    async say(said: readonly Said[]): Promise<boolean> {
      const added: IDBValidKey[] = [];
      const record = await store('readwrite', async (objects) => {
        const found = promisifyRequest(objects.getKey(RECORD));
        const done = promisifyRequest(objects.transaction);
        putSaid(objects, said, () => {
          const name = nextName();
          added.push(name);
          return name;
        });
        return (await Promise.all([found, done]))[0];
      });
      // What another tab cleared is not begun again.
      if (record === undefined) await delMany(added, store);
      return record !== undefined;
    },
    /** Tells that the storage was deleted, or that the browser closed it, as where it clears it. */
    watch(listener: () => void): void {
      onClosed = listener;
    },
    clear: (): Promise<void> => clear(store),
  };
}

/** The object store, opened again after the browser closed it. @param closed called after each time */
function watchedStore(closed: () => void): UseStore {
  let opened = createStore('negscope', 'session');
  const watched = new WeakSet<IDBDatabase>();
  const watch = (database: IDBDatabase) => {
    if (watched.has(database)) return;
    watched.add(database);
    const close = () => {
      // A deletion waits until every connection is closed.
      database.close();
      opened = createStore('negscope', 'session');
      closed();
    };
    database.addEventListener('versionchange', close, { once: true });
    database.addEventListener('close', close, { once: true });
  };
  return async (mode, change) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await opened(mode, (objects) => {
          watch(objects.transaction.db);
          return change(objects);
        });
      } catch (error) {
        if (!isOfClosed(error)) throw error;
        opened = createStore('negscope', 'session');
        if (mode === 'readwrite') throw new StorageClosedError();
        const rest = RESTS_MS[attempt];
        if (rest === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
    }
  };
}

/**
 * A transaction of a connection that is closed cannot begin, or is broken off: without an error of its own, or with one
 * whose message alone tells a deletion from a failure. A request of it, and an opening while the browser clears the
 * storage, are aborted.
 */
function isOfClosed(error: unknown): boolean {
  if (error === null) return true;
  if (!(error instanceof DOMException)) return false;
  return (
    ['InvalidStateError', 'AbortError'].includes(error.name) ||
    (error.name === 'UnknownError' && error.message.includes(OF_DELETION))
  );
}

function filesIn(kept: ReadonlyMap<IDBValidKey, unknown>): Map<string, File> {
  return new Map(
    [...kept].flatMap(([name, file]) => (file instanceof File ? [[String(name), file] as const] : [])),
  );
}
