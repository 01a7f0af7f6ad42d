/** Where the session is kept: one store of IndexedDB, which all tabs of this browser share. */

import { clear, createStore, delMany, getMany, keys, promisifyRequest, type UseStore } from 'idb-keyval';

import type { Said } from '../candidates/marks/labels';
import { labelsIn, PartNames, putInPlace, putSaid, type KeptLabels } from './kept-labels';
import type { SessionRecord, SessionSnapshot } from './session-record';

export interface KeptSession extends SessionSnapshot {
  readonly labels: KeptLabels;
}

/** The browser closed the storage before a write was done: it may have been cleared. */
export class StorageClosedError extends Error {
  override readonly name = 'StorageClosedError';
}

/** Every promise may reject with what the browser's storage throws. Each write is one transaction. */
export interface SessionStore {
  /** The kept session, or nothing. */
  read(): Promise<KeptSession | null>;
  /** Writes the record and the files that are not stored yet, and drops all other files. */
  write(snapshot: SessionSnapshot): Promise<void>;
  /** Adds to the labels; false where nothing is kept any more. */
  say(said: readonly Said[]): Promise<boolean>;
  /** Tells that the storage was deleted, or that the browser closed it, as where it clears it. */
  watch(listener: () => void): void;
  /** Writes labels that were read in as few parts as they need. */
  tidy(labels: KeptLabels): Promise<void>;
  clear(): Promise<void>;
}

/** The record under one key, each file and each part of the labels under its own. */
const RECORD = 'session';

/** What Chromium says of a write that it broke off to delete the data of the site. */
const OF_DELETION = 'Force close delete origin';

/** Rests before a reading that the browser broke off is begun again: the browser may still be clearing the storage. */
const RESTS_MS = [50, 200, 800];

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

export function indexedStore(): SessionStore {
  let onClosed: () => void = () => undefined;
  const store = watchedStore(() => onClosed());
  const partNames = new PartNames();
  const all = async () => {
    const names = await keys(store);
    const values = await getMany<unknown>(names, store);
    return new Map(names.map((name, i) => [name, values[i]]));
  };
  return {
    async read() {
      const found = await all();
      if (!found.has(RECORD)) return null;
      const labels = await labelsIn(found);
      partNames.read(labels.parts);
      return {
        record: found.get(RECORD) as SessionRecord,
        labels,
        files: filesIn(found),
      };
    },
    write: ({ record, files }) =>
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
    async say(said) {
      const added: IDBValidKey[] = [];
      const record = await store('readwrite', async (objects) => {
        const found = promisifyRequest(objects.getKey(RECORD));
        const done = promisifyRequest(objects.transaction);
        putSaid(objects, said, () => {
          const name = partNames.next();
          added.push(name);
          return name;
        });
        return (await Promise.all([found, done]))[0];
      });
      // What another tab cleared is not begun again.
      if (record === undefined) await delMany(added, store);
      return record !== undefined;
    },
    watch(listener) {
      onClosed = listener;
    },
    tidy: (labels) =>
      store('readwrite', (objects) => {
        const record = objects.getKey(RECORD);
        record.onsuccess = () => {
          if (record.result !== undefined) putInPlace(objects, labels);
        };
        return promisifyRequest(objects.transaction);
      }),
    clear: () => clear(store),
  };
}

/** The files among what is stored, by name. */
function filesIn(kept: ReadonlyMap<IDBValidKey, unknown>): Map<string, File> {
  return new Map(
    [...kept].flatMap(([name, file]) => (file instanceof File ? [[String(name), file] as const] : [])),
  );
}
