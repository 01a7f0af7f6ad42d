/** The cache as tabs use it: one after the other, side by side, killed in between, on a full disk and on a damaged one. */

import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { EmbeddingCache } from '../../../src/encoder/cache/embedding-cache';
import { privateFiles } from '../../support/private-files';
import { folderOfTest } from '../../support/temporary';

const NAMESPACE = 'one-encoder';
const D = 8;
const vector = (n: number) => new Float32Array(D).fill(n);

let disk: string;
beforeEach(() => void (disk = folderOfTest()));
afterEach(() => void vi.unstubAllGlobals());

const folder = () => join(disk, 'negscope-embeddings', NAMESPACE);
/** The files that hold something; without one where nothing was kept. */
const segments = () =>
  (existsSync(folder()) ? readdirSync(folder()) : [])
    .map((name) => join(folder(), name))
    .filter((path) => readFileSync(path).length > 0);
const only = () => {
  expect(segments()).toHaveLength(1);
  return segments()[0] ?? '';
};

/**
 * The cache as a tab opens it; a tab that is not closed was killed without a chance to write.
 * @param limit bytes that fit on the disk @param alone files that are open, of a browser that opens each for one tab
 */
async function openTab({
  limit = Infinity,
  agreed = true,
  alone = undefined as Set<string> | undefined,
} = {}) {
  vi.stubGlobal('navigator', { storage: privateFiles(disk, { limit, ...(alone && { alone }) }) });
  return EmbeddingCache.open(NAMESPACE, agreed);
}

/** What the cache has under keys 1n, 2n, …: the first number of each vector, null where there is none. */
function found(cache: EmbeddingCache, keys: number): (number | null)[] {
  return Array.from({ length: keys }, (_, i) => {
    const key = BigInt(i + 1);
    return cache.has(key) ? (cache.vector(key)[0] ?? null) : null;
  });
}

/** Adds vectors 1, 2, … under keys 1n, 2n, … */
function fill(cache: EmbeddingCache, from: number, to: number): void {
  for (let n = from; n <= to; n++) cache.add(BigInt(n), vector(n));
}

describe('a key', () => {
  it('is equal for equal texts and token ids only', async () => {
    const cache = await openTab({ agreed: false });
    const ids = (...all: number[]) => Int32Array.from(all);
    const others = [ids(), ids(0), ids(0, 0), ids(1, 0), ids(65_536), ids(1, 1), ids(1, 70_000)];
    const texts = ['rain', 'Rain', 'rain ', 'query: rain', 'ra\u0131n', '\0', '雨'.repeat(20_000)];
    const keys = [...texts, ...others].map((each) => cache.keyOf(each));
    expect(new Set(keys).size).toBe(keys.length);
    expect([...texts, ...others].map((each) => cache.keyOf(each))).toEqual(keys);
  });
});

describe('EmbeddingCache before the user agrees to keep', () => {
  it('leaves the disk alone, and writes what is in memory once the user agrees', async () => {
    const cache = await openTab({ agreed: false });
    fill(cache, 1, 2);
    await cache.flush();
    expect(cache.report).toEqual({ kind: 'memory', note: null });
    expect(existsSync(folder())).toBe(false);
    await cache.keep();
    expect(cache.report).toEqual({ kind: 'disk', note: null });
    expect(found(cache, 2)).toEqual([1, 2]);
    fill(cache, 3, 3);
    await cache.close();
    expect(found(await openTab(), 4)).toEqual([1, 2, 3, null]);
  });

  it('does not read what another visit has left', async () => {
    const first = await openTab();
    fill(first, 1, 1);
    await first.close();
    const cache = await openTab({ agreed: false });
    expect(found(cache, 1)).toEqual([null]);
    await cache.keep();
    expect(found(cache, 1)).toEqual([1]);
  });

  it('is asked again after a no, and writes nothing more once the user takes the yes back', async () => {
    const cache = await openTab({ agreed: false });
    cache.keepNoMore();
    fill(cache, 1, 1);
    await cache.keep();
    cache.keepNoMore();
    fill(cache, 2, 2);
    expect(found(cache, 2)).toEqual([1, 2]);
    await cache.close();
    expect(found(await openTab(), 2)).toEqual([1, null]);
  });

  it('writes nothing where the yes is taken back while its first file is being opened', async () => {
    const cache = await openTab();
    fill(cache, 1, 1);
    const writing = cache.flush();
    cache.keepNoMore();
    await writing;
    expect(found(cache, 1)).toEqual([1]);
    expect(found(await openTab(), 1)).toEqual([null]);
  });

  it('keeps what fits on the disk of much that was in memory', async () => {
    const cache = await openTab({ agreed: false, limit: 6e6 });
    for (let n = 1n; n <= 8n; n++) cache.add(n, new Float32Array(1 << 18).fill(Number(n)));
    await cache.keep();
    expect(cache.report).toEqual({ kind: 'memory', note: expect.stringContaining('is full') });
    // Of 1 MB each, which are written in pieces of at most 4 MiB.
    expect(found(await openTab(), 4)).toEqual([1, 2, 3, null]);
  });
});

describe('EmbeddingCache over one tab after the other', () => {
  it('leaves no file of a tab that had nothing to write', async () => {
    await (await openTab()).close();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('loses nothing that was flushed, however often a tab is killed', async () => {
    for (let kill = 0; kill < 20; kill++) {
      const cache = await openTab();
      expect(found(cache, 3 * kill + 1)).toEqual([
        ...Array.from({ length: 3 * kill }, (_, i) => i + 1),
        null,
      ]);
      fill(cache, 3 * kill + 1, 3 * kill + 3);
      await cache.flush();
      fill(cache, 1000, 1001);
    }
    const cache = await openTab();
    expect(cache.has(1000n)).toBe(false);
    expect(cache.report).toEqual({ kind: 'disk', note: null });
  });

  it.each([7, 20, 50])('reads nothing of the %d bytes that a killed tab left of a record', async (bytes) => {
    const first = await openTab();
    fill(first, 1, 2);
    await first.flush();
    appendFileSync(only(), new Uint8Array(bytes).fill(7));
    const second = await openTab();
    expect(found(second, 3)).toEqual([1, 2, null]);
    expect(second.report).toEqual({ kind: 'disk', note: null });
  });

  it('finds damage, says so, uses nothing of it, and mends it by what is encoded anew', async () => {
    const first = await openTab();
    fill(first, 1, 3);
    await first.close();
    const path = only();
    const bytes = readFileSync(path);
    const second = 16 + (20 + 4 * D + 4) + 20;
    bytes.writeUInt8(bytes.readUInt8(second) ^ 1, second);
    writeFileSync(path, bytes);
    const cache = await openTab();
    expect(found(cache, 3)).toEqual([1, null, 3]);
    expect(cache.report.note).toBe(
      'Of the stored embeddings 1 were damaged: they are not used, and encoded anew.',
    );
    fill(cache, 2, 2);
    await cache.close();
    const mended = await openTab();
    expect(found(mended, 3)).toEqual([1, 2, 3]);
    expect(mended.report.note).toBeNull();
  });

  it('uses nothing of a file whose head is damaged, and goes on', async () => {
    const first = await openTab();
    fill(first, 1, 3);
    await first.close();
    writeFileSync(only(), readFileSync(only()).fill(5, 0, 16));
    const cache = await openTab();
    expect(found(cache, 3)).toEqual([null, null, null]);
    fill(cache, 1, 1);
    await cache.close();
    expect(found(await openTab(), 3)).toEqual([1, null, null]);
  });

  it('goes on in memory once the disk is full, says what to do, and leaves no half of a row to be read', async () => {
    const first = await openTab({ limit: 130 });
    fill(first, 1, 2);
    await first.flush();
    expect(first.report).toEqual({ kind: 'disk', note: null });
    fill(first, 3, 4);
    await first.flush();
    fill(first, 5, 6);
    await first.flush();
    expect(found(first, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(first.report.kind).toBe('memory');
    expect(first.report.note).toMatch(
      /is full: new embeddings stay in memory, and the run goes on\. .*Clear what is kept/,
    );
    await first.refresh();
    expect(found(first, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(found(await openTab(), 6)).toEqual([1, 2, null, null, null, null]);
  });
});

describe('EmbeddingCache on a disk that fails', () => {
  /** The disk fails at the n-th call from now on, and works again after it. */
  function failAt(call: number, counted = ['read', 'write', 'flush']): void {
    const storage = privateFiles(disk);
    let calls = 0;
    const failing = <Handle extends object>(handle: Handle): Handle =>
      new Proxy(handle, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            if (counted.includes(String(name)) && ++calls === call) {
              throw new DOMException('it did not answer', 'InvalidStateError');
            }
            const gives: unknown = Reflect.apply(member, target, given);
            if (gives instanceof Promise) return gives.then((inner: object) => failing(inner));
            return gives;
          };
        },
      });
    vi.stubGlobal('navigator', { storage: failing(storage) });
  }

  it.each(Array.from({ length: 24 }, (_, i) => i + 1))(
    'gives what it was given, or says what to do, where it fails at call %d',
    async (call) => {
      const earlier = await openTab();
      fill(earlier, 1, 2);
      await earlier.close();
      failAt(call);
      const cache = await EmbeddingCache.open(NAMESPACE, true);
      const known = new Set([1n, 2n].filter((key) => cache.has(key)));
      for (const key of [1n, 2n, 3n, 4n]) if (!known.has(key)) cache.add(key, vector(Number(key)));
      await cache.flush();
      cache.add(5n, vector(5));
      await cache.flush();
      try {
        expect(found(cache, 5)).toEqual([1, 2, 3, 4, 5]);
      } catch (error) {
        expect(error).toMatchObject({ name: 'CacheReadError' });
        expect((error as Error).message).toContain('Press "Rank sources" again');
      }
      const { kind, note } = cache.report;
      if (kind === 'memory') expect(note).toContain('new ones stay in memory, and the run goes on');
    },
  );

  it('keeps all once the user agrees again after its file could not be opened', async () => {
    failAt(1, ['createSyncAccessHandle']);
    const cache = await EmbeddingCache.open(NAMESPACE, true);
    fill(cache, 1, 2);
    await cache.flush();
    expect(cache.report.kind).toBe('memory');
    await cache.keep();
    expect(cache.report).toEqual({ kind: 'disk', note: null });
    expect(found(await openTab(), 2)).toEqual([1, 2]);
  });
});

describe('EmbeddingCache in two tabs, or two workers of one page', () => {
  it('reads what the other has written, and writes its own beside it', async () => {
    const first = await openTab();
    fill(first, 1, 2);
    await first.flush();
    const second = await openTab();
    expect(found(second, 4)).toEqual([1, 2, null, null]);
    expect(second.report).toEqual({ kind: 'disk', note: null });
    fill(second, 4, 4);
    await second.flush();
    fill(first, 3, 3);
    await first.flush();
    await second.refresh();
    await first.refresh();
    for (const cache of [first, second, await openTab()]) {
      expect(found(cache, 4)).toEqual([1, 2, 3, 4]);
    }
  });

  it('has one of an embedding that both wrote', async () => {
    const [first, second] = [await openTab(), await openTab()];
    fill(first, 1, 1);
    fill(second, 1, 1);
    await first.close();
    await second.close();
    expect(segments()).toHaveLength(2);
    expect(found(await openTab(), 1)).toEqual([1]);
  });

  it('encodes anew what another tab has open, where the browser lets only one read it', async () => {
    const alone = new Set<string>();
    const first = await openTab({ alone });
    fill(first, 1, 1);
    await first.flush();
    const second = await openTab({ alone });
    expect(found(second, 1)).toEqual([null]);
    fill(second, 1, 2);
    await first.close();
    await second.refresh();
    expect(second.report).toEqual({ kind: 'disk', note: null });
    await second.close();
    expect(found(await openTab(), 2)).toEqual([1, 2]);
  });
});
