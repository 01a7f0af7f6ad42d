/** The cache as tabs use it: one after the other, side by side, killed in between, on a full disk and on a damaged one. */

import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { EmbeddingCache } from '../../../src/encoder/cache/embedding-cache';
import { rowsWithKey } from '../../../src/encoder/cache/key-index';
import { FakeLocks } from '../../support/locks';
import { privateFiles } from '../../support/private-files';

const NAMESPACE = 'one-encoder';
const D = 8;
const vector = (n: number) => new Float32Array(D).fill(n);

let disk: string;
let locks: FakeLocks;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'negscope-embeddings-'));
  locks = new FakeLocks();
});
afterEach(() => {
  rmSync(disk, { recursive: true });
  vi.unstubAllGlobals();
});

const path = (name: string) => join(disk, 'negscope-embeddings', NAMESPACE, name);
const ROWS = 'embeddings.rows';
const KEYS = 'embeddings.keys';

/** The cache as a tab opens it; `kill` ends the tab without a chance to write. @param limit bytes that fit on the disk */
async function openTab({ limit = Infinity, mode = 'readwrite-unsafe', agreed = true } = {}) {
  const ended = new AbortController();
  vi.stubGlobal('navigator', {
    storage: privateFiles(disk, { limit, mode }),
    locks: locks.tab(ended.signal),
  });
  const cache = await EmbeddingCache.open(NAMESPACE, agreed);
  return { cache, kill: () => ended.abort() };
}

/** What the cache has under keys 1n, 2n, …: the first number of each vector, null where there is none. */
function found(cache: EmbeddingCache, keys: number): (number | null)[] {
  return Array.from({ length: keys }, (_, i) => {
    const row = cache.rowOf(BigInt(i + 1));
    return row === undefined ? null : (cache.row(row)[0] ?? null);
  });
}

/** Adds vectors 1, 2, … under keys 1n, 2n, … */
function fill(cache: EmbeddingCache, from: number, to: number): void {
  for (let n = from; n <= to; n++) cache.add([BigInt(n)], vector(n));
}

describe('EmbeddingCache of two workers of one page', () => {
  it('gives what it may not write to the one that writes, each embedding once under all its keys', async () => {
    const writer = (await openTab()).cache;
    fill(writer, 1, 1);
    writer.flush();
    const miner = (await openTab()).cache;
    miner.collect();
    expect([miner.report.kind, miner.handOver()]).toEqual(['memory', null]);
    miner.add([2n, 3n], vector(2));
    miner.link(4n, miner.rowOf(2n) ?? NaN);
    const handed = miner.handOver();
    expect([handed?.keys, miner.handOver()]).toEqual([[[2n, 3n, 4n]], null]);
    expect(handed && writer.takeOver(handed)).toBe(true);
    expect(handed && writer.takeOver({ ...handed, keys: [[2n, 5n]] })).toBe(true);
    miner.close();
    writer.close();
    expect(found((await openTab()).cache, 5)).toEqual([1, 2, 2, 2, 2]);
    expect(await rowsWithKey(new Blob([readFileSync(path(KEYS))]), readFileSync(path(ROWS)).length)).toBe(2);
  });
});

describe('EmbeddingCache before the user agrees to keep', () => {
  it('leaves the disk alone, and writes what is in memory once the user agrees', async () => {
    const { cache } = await openTab({ agreed: false });
    fill(cache, 1, 2);
    cache.flush();
    expect(cache.report).toEqual({ kind: 'memory', note: null });
    expect(existsSync(path(ROWS))).toBe(false);
    const row = cache.rowOf(1n) ?? NaN;
    await cache.keep();
    expect(cache.report).toEqual({ kind: 'disk', note: null });
    expect(cache.row(row)[0], 'a row keeps its number').toBe(1);
    fill(cache, 3, 3);
    cache.close();
    expect(found((await openTab()).cache, 3)).toEqual([1, 2, 3]);
  });

  it('does not read what another visit has left', async () => {
    const first = await openTab();
    fill(first.cache, 1, 1);
    first.cache.close();
    const { cache } = await openTab({ agreed: false });
    expect(found(cache, 1)).toEqual([null]);
    await cache.keep();
    expect(found(cache, 1)).toEqual([1]);
  });

  it('is asked again after a no, and writes nothing more once the user takes the yes back', async () => {
    const { cache } = await openTab({ agreed: false });
    cache.keepNoMore();
    fill(cache, 1, 1);
    await cache.keep();
    cache.keepNoMore();
    fill(cache, 2, 2);
    expect(found(cache, 2)).toEqual([1, 2]);
    cache.close();
    expect(found((await openTab()).cache, 2)).toEqual([1, null]);
  });
});

describe('EmbeddingCache over one tab after the other', () => {
  it('counts an embedding once, under however many keys', async () => {
    const { cache } = await openTab();
    for (const n of [1, 2, 3]) cache.add([BigInt(n), BigInt(n + 10)], vector(n));
    cache.flush();
    const keys = new Blob([readFileSync(path(KEYS))]);
    expect(await rowsWithKey(keys, readFileSync(path(ROWS)).length)).toBe(3);
    expect(await rowsWithKey(new Blob([]), 0), 'of empty files').toBe(0);
  });

  it('has all that was flushed before a tab was killed, and nothing else', async () => {
    const first = await openTab();
    fill(first.cache, 1, 3);
    first.cache.flush();
    fill(first.cache, 4, 5);
    first.kill();
    const { cache } = await openTab();
    expect(found(cache, 5)).toEqual([1, 2, 3, null, null]);
    expect(cache.report).toEqual({ kind: 'disk', note: null });
    fill(cache, 4, 4);
    cache.close();
    expect(found((await openTab()).cache, 5)).toEqual([1, 2, 3, 4, null]);
  });

  it.each([
    ['half a row', () => appendFileSync(path(ROWS), new Uint8Array(10))],
    ['a whole row without a key', () => appendFileSync(path(ROWS), new Uint8Array((D + 1) * 4))],
    ['half a key', () => appendFileSync(path(KEYS), new Uint8Array(7))],
  ])('goes on behind %s that a killed tab left', async (_what, leave) => {
    const first = await openTab();
    fill(first.cache, 1, 2);
    first.cache.flush();
    first.kill();
    leave();
    const second = await openTab();
    expect(found(second.cache, 3)).toEqual([1, 2, null]);
    fill(second.cache, 3, 3);
    second.cache.flush();
    second.kill();
    expect(found((await openTab()).cache, 3)).toEqual([1, 2, 3]);
  });

  it('finds damage, says so, uses nothing of it, and mends it by what is encoded anew', async () => {
    const first = await openTab();
    fill(first.cache, 1, 3);
    first.cache.close();
    const rows = readFileSync(path(ROWS));
    rows.writeUInt8(rows.readUInt8((D + 1) * 4) ^ 1, (D + 1) * 4);
    writeFileSync(path(ROWS), rows);
    const second = await openTab();
    expect(found(second.cache, 3)).toEqual([1, null, 3]);
    expect(second.cache.report.note).toBe(
      'Of the stored embeddings 1 were damaged: they are not used, and encoded anew.',
    );
    fill(second.cache, 2, 2);
    second.cache.close();
    expect(found((await openTab()).cache, 3)).toEqual([1, 2, 3]);
  });

  it('begins anew where the beginning of the keys is gone', async () => {
    const first = await openTab();
    fill(first.cache, 1, 3);
    first.cache.close();
    writeFileSync(path(KEYS), new Uint8Array(300));
    const second = await openTab();
    expect(found(second.cache, 3)).toEqual([null, null, null]);
    fill(second.cache, 1, 1);
    second.cache.close();
    expect(found((await openTab()).cache, 3)).toEqual([1, null, null]);
  });

  it('removes the files of a layout without checksums', async () => {
    (await openTab()).cache.close();
    writeFileSync(path('rows.f32'), 'old');
    writeFileSync(path('keys.bin'), 'old');
    await openTab();
    expect(readdirSync(path('.')).sort()).toEqual([KEYS, ROWS]);
  });

  it('goes on in memory once the disk is full, says what to do, and leaves no half of a row to be read', async () => {
    const first = await openTab({ limit: 100 });
    fill(first.cache, 1, 2);
    first.cache.flush();
    expect(first.cache.report).toEqual({ kind: 'disk', note: null });
    fill(first.cache, 3, 4);
    first.cache.flush();
    fill(first.cache, 5, 6);
    first.cache.flush();
    expect(found(first.cache, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(first.cache.report.kind).toBe('memory');
    expect(first.cache.report.note).toMatch(
      /is full: new embeddings stay in memory, and the run goes on\. .*clear/,
    );
    first.cache.refresh();
    expect(found(first.cache, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    first.kill();
    expect(found((await openTab()).cache, 6)).toEqual([1, 2, null, null, null, null]);
  });
});

describe('EmbeddingCache on a disk that fails', () => {
  /** The disk fails at the n-th call from now on, and works again after it. */
  function failAt(call: number): void {
    const storage = privateFiles(disk);
    let calls = 0;
    const failing = <Handle extends object>(handle: Handle): Handle =>
      new Proxy(handle, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            if (['read', 'write', 'flush', 'truncate'].includes(String(name)) && ++calls === call) {
              throw new DOMException('it did not answer', 'InvalidStateError');
            }
            const gives: unknown = Reflect.apply(member, target, given);
            if (gives instanceof Promise) return gives.then((inner: object) => failing(inner));
            return gives;
          };
        },
      });
    vi.stubGlobal('navigator', { storage: failing(storage), locks: locks.tab(new AbortController().signal) });
  }

  it.each(Array.from({ length: 24 }, (_, i) => i + 1))(
    'gives what it was given, or says what to do, where it fails at call %d',
    async (call) => {
      const earlier = await openTab();
      fill(earlier.cache, 1, 2);
      earlier.cache.close();
      failAt(call);
      const cache = await EmbeddingCache.open(NAMESPACE, true);
      const known = new Set([1n, 2n].filter((key) => cache.rowOf(key) !== undefined));
      for (const key of [1n, 2n, 3n, 4n]) if (!known.has(key)) cache.add([key], vector(Number(key)));
      cache.flush();
      cache.add([5n], vector(5));
      cache.flush();
      try {
        expect(found(cache, 5)).toEqual([1, 2, 3, 4, 5]);
      } catch (error) {
        expect(error).toMatchObject({ name: 'CacheReadError' });
        expect((error as Error).message).toContain('Press "Rank sources" again');
      }
      const { kind, note } = cache.report;
      if (kind === 'memory')
        expect(note).toMatch(/embeddings stay in memory|new ones stay in memory, and the run goes on/);
    },
  );
});

describe('EmbeddingCache in two tabs', () => {
  it('lends what it has written, and hands the writing on when its tab is closed', async () => {
    const first = await openTab();
    fill(first.cache, 1, 2);
    first.cache.flush();
    const second = await openTab();
    expect(found(second.cache, 4)).toEqual([1, 2, null, null]);
    expect(second.cache.report).toEqual({
      kind: 'memory',
      note:
        'Another tab of this page writes the embeddings of this encoder: this one reads them, and keeps its own in ' +
        'memory until that tab is closed.',
    });
    fill(second.cache, 4, 4);
    second.cache.flush();
    expect(found(second.cache, 4)).toEqual([1, 2, null, 4]);

    fill(first.cache, 3, 3);
    first.cache.flush();
    second.cache.refresh();
    expect(found(second.cache, 4)).toEqual([1, 2, 3, 4]);
    const held = second.cache.row(second.cache.rowOf(4n) ?? NaN);

    first.kill();
    await vi.waitFor(() => expect(second.cache.report).toEqual({ kind: 'disk', note: null }));
    expect(held[0]).toBe(4);
    fill(second.cache, 5, 5);
    second.cache.flush();
    second.kill();
    expect(found((await openTab()).cache, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is not spoiled by a tab that is killed while it writes', async () => {
    const first = await openTab();
    fill(first.cache, 1, 2);
    first.cache.flush();
    const second = await openTab();
    fill(second.cache, 9, 9);
    // The first tab dies in the middle of a row, behind what it had written whole.
    appendFileSync(path(ROWS), new Uint8Array(20).fill(7));
    first.kill();
    await vi.waitFor(() => expect(second.cache.report.kind).toBe('disk'));
    fill(second.cache, 3, 3);
    second.cache.close();
    const { cache } = await openTab();
    expect(found(cache, 3)).toEqual([1, 2, 3]);
    expect(cache.row(cache.rowOf(9n) ?? NaN)[0]).toBe(9);
  });

  it('says where the browser lets only one tab read', async () => {
    const first = await openTab({ mode: 'readwrite' });
    fill(first.cache, 1, 1);
    first.cache.flush();
    const second = await openTab({ mode: 'readwrite' });
    expect(found(second.cache, 1)).toEqual([null]);
    expect(second.cache.report.note).toContain('lets only one read them');
    fill(second.cache, 2, 2);
    expect(found(second.cache, 2)).toEqual([null, 2]);
    first.kill();
    await vi.waitFor(() => expect(second.cache.report).toEqual({ kind: 'disk', note: null }));
    expect(found(second.cache, 2)).toEqual([1, 2]);
    second.cache.close();
    expect(found((await openTab()).cache, 2)).toEqual([1, 2]);
  });
});
