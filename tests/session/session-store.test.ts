/** The store of the session where the browser breaks its openings off, as while it clears the data of the site. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { indexedStore, StorageClosedError } from '../../src/session/session-store';

/** A request of IndexedDB that ends at once. */
function request(result: unknown, error: DOMException | null = null): object {
  const made = { result, error, onsuccess: () => undefined, onerror: () => undefined };
  if (isSilent) return made;
  queueMicrotask(() => (error ? made.onerror() : made.onsuccess()));
  return made;
}

/** An empty database. */
const database = Object.assign(new EventTarget(), {
  transaction: () => ({
    objectStore: () => ({
      transaction: Object.assign(request(undefined, brokenOff), {
        db: database,
        commit: () => handed.push('commit'),
      }),
      getAllKeys: () => request([]),
      getAll: () => request([]),
      getKey: () => request('session'),
      put: (part: { said: unknown }) => void handed.push(part.said),
    }),
  }),
});

/** What the browser was handed of the labels, and whether it answers. */
const handed: unknown[] = [];
let isSilent = false;

/** How many openings are broken off, and how many there were. */
let aborted = 0;
let openings = 0;
/** What each transaction ends with; null where it is done. */
let brokenOff: DOMException | null = null;

beforeEach(() => {
  openings = 0;
  brokenOff = null;
  isSilent = false;
  handed.length = 0;
  vi.stubGlobal('indexedDB', {
    open: () => {
      openings++;
      return openings > aborted
        ? request(database)
        : request(undefined, new DOMException('The connection was closed.', 'AbortError'));
    },
  });
});

afterEach(() => vi.unstubAllGlobals());

it('reads again after an opening that was broken off', async () => {
  aborted = 2;
  expect(await indexedStore().read()).toBeNull();
  expect(openings).toBe(3);
});

it('reads no more where each opening is broken off', async () => {
  aborted = Infinity;
  await expect(indexedStore().read()).rejects.toThrow('The connection was closed.');
  expect(openings).toBe(4);
});

it('leaves it to the session to write again, so that labels stay in their order', async () => {
  aborted = 1;
  await expect(indexedStore().say([])).rejects.toThrow(StorageClosedError);
  expect(openings).toBe(1);
});

it('tells a write that a deletion broke off from one that failed', async () => {
  aborted = 0;
  brokenOff = new DOMException('Connection is closing because of: Force close delete origin', 'UnknownError');
  await expect(indexedStore().say([])).rejects.toThrow(StorageClosedError);
  brokenOff = new DOMException(
    'Connection is closing because of: Force close backing store failure',
    'UnknownError',
  );
  await expect(indexedStore().say([])).rejects.toThrow('backing store failure');
});

it('hands labels over before the browser answers, so that they stay where the tab ends at once', async () => {
  aborted = 0;
  const store = indexedStore();
  await store.read();
  isSilent = true;
  const said = [{ key: 'a', by: 'me', at: 1, mark: 'drop' as const }];
  void store.say(said);
  await Promise.resolve();
  expect(handed).toEqual([said, 'commit']);
});
