import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';

import { KeepError } from '../../../src/session/keep/errors';
import type { PartKind } from '../../../src/session/keep/part';
import { KeepStore } from '../../../src/session/keep/store';
import { MemoryFolder, quotaExceeded } from './memory-folder';

const NOTE: PartKind<string> = { name: 'note', words: 'the note', version: 1, schema: v.string() };

describe('KeepStore', () => {
  let folder: MemoryFolder;
  let store: KeepStore;

  beforeEach(() => {
    folder = new MemoryFolder();
    store = new KeepStore(folder);
  });

  it('keeps parts and bytes, tells their size, and forgets them', async () => {
    expect(await store.read(NOTE)).toBeNull();
    await store.write(NOTE, 'first');
    const kept = await store.copy(new Blob(['abc']));
    expect(await store.read(NOTE)).toEqual({ status: 'read', content: 'first' });
    expect(await (await store.bytesOf(kept))?.text()).toBe('abc');
    expect(await store.size()).toBe(3 + (folder.files.get('note.json')?.size ?? 0));
    await store.forget(NOTE);
    expect(folder.names).toEqual([kept]);
    await store.clear();
    expect(folder.names).toEqual([]);
  });

  it('removes bytes that nothing names, and no part', async () => {
    await store.write(NOTE, 'x');
    const kept = await store.copy(new Blob(['kept']));
    await store.copy(new Blob(['not named']));
    await store.removeBytesBut([kept]);
    expect(folder.names).toEqual([kept, 'note.json'].sort());
  });

  it('has the part as it was before where a write fails', async () => {
    await store.write(NOTE, 'before');
    folder.failures.set(2, quotaExceeded());
    await expect(store.write(NOTE, 'after')).rejects.toThrow(KeepError);
    expect(await store.read(NOTE)).toEqual({ status: 'read', content: 'before' });
  });

  it('takes a part whose first write was cut short as not there', async () => {
    folder.files.set('note.json', new Blob([]));
    expect(await store.read(NOTE)).toBeNull();
  });

  it.each([
    ['QuotaExceededError', 'full', /storage .* is full, so the last changes are not kept/],
    ['SecurityError', 'denied', /lets the page keep nothing: a private window, or a setting/],
    ['NotReadableError', 'changed', /it changed or went since it was chosen/],
    ['UnknownError', 'other', /^The storage failed: odd\. The last changes are not kept\.$/],
  ])('says %s in words', async (name, why, words) => {
    folder.failures.set(1, new DOMException('odd', name));
    const error: unknown = await store.copy(new Blob(['x'])).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'KeepError', why });
    expect((error as Error).message).toMatch(words);
    expect(folder.names).toEqual([]);
  });
});
