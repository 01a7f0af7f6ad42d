import '../runes';

import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { KeepState, type KeepBrowser } from '../../../src/session/keep/keep-state.svelte';
import type { KeptPart } from '../../../src/session/keep/kept-part';
import { packPart, type PartKind } from '../../../src/session/keep/part';
import { KeepStore } from '../../../src/session/keep/store';
import { WriterLock } from '../../../src/session/keep/writer-lock';
import { FakeLocks } from '../../support/locks';
import { MemoryFolder, quotaExceeded } from './memory-folder';

interface Note {
  readonly text: string;
  readonly attached: string | null;
}

const NOTE: PartKind<Note> = {
  name: 'note',
  words: 'the note',
  version: 2,
  schema: v.strictObject({ text: v.string(), attached: v.nullable(v.string()) }),
};

/** A page with a note and a file attached to it. */
class NotePart implements KeptPart<Note> {
  readonly kind = NOTE;
  text: string | null = null;
  file: File | null = null;
  lost: string[] = [];
  writing = false;

  snapshot() {
    const { text, file } = this;
    if (text === null) return null;
    return {
      files: file ? [file] : [],
      content: (keptName: (file: File) => string) => ({ text, attached: file && keptName(file) }),
    };
  }

  async restore({ text, attached }: Note, fileOf: (name: string, was: string) => Promise<File | null>) {
    this.text = text;
    if (attached === null) return;
    this.file = await fileOf(attached, 'attached.txt');
    if (!this.file) this.lost.push(attached);
  }

  work() {
    if (this.text === null) return 'none';
    return this.writing ? 'under way' : 'keepable';
  }
}

/** A part of which there is never anything to keep. */
const NOTHING: KeptPart<null> = {
  kind: { name: 'nothing', words: 'nothing', version: 1, schema: v.null() },
  snapshot: () => null,
  restore: () => undefined,
  work: () => 'none',
};

describe('KeepState', () => {
  let folder: MemoryFolder;
  let note: NotePart;
  let exists: boolean;
  let free: number | null;
  let denied: Error | null;

  beforeEach(() => {
    folder = new MemoryFolder();
    note = new NotePart();
    exists = false;
    free = null;
    denied = null;
  });

  /** A tab of this browser, with the folder as it was left. */
  async function openTab(part: NotePart = note, locks: ConstructorParameters<typeof WriterLock>[0] = null) {
    const clear = folder.clear.bind(folder);
    folder.clear = () => {
      exists = false;
      return clear();
    };
    const browser: KeepBrowser = {
      lock: new WriterLock(locks),
      open: ({ create }) => {
        if (denied) return Promise.reject(denied);
        exists ||= create;
        return Promise.resolve(exists ? new KeepStore(folder) : null);
      },
      persist: () => Promise.resolve(true),
      persisted: () => Promise.resolve(true),
      free: () => Promise.resolve(free),
    };
    const keep = new KeepState(browser);
    void keep.register(part);
    await keep.open();
    return keep;
  }

  /** The locks of a tab beside another one that keeps its work. */
  async function lockedByOther() {
    const locks = new FakeLocks();
    const closed = new AbortController();
    await new WriterLock(locks.tab(closed.signal)).take();
    return { locks: locks.tab(new AbortController().signal), close: () => closed.abort() };
  }

  /** As `openTab`, with a note that is kept. */
  async function keepNote(): Promise<KeepState> {
    const keep = await openTab();
    note.text = 'first';
    note.file = new File(['attached bytes'], 'attached.txt');
    await keep.keep();
    return keep;
  }

  /** Waits until what `follow` saw is written. */
  async function followed(keep: KeepState): Promise<void> {
    keep.follow();
    await new Promise((resolve) => setTimeout(resolve, 450));
    await keep.register(NOTHING);
  }

  it('touches no storage on the bare opening, and has nothing to lose', async () => {
    const keep = await openTab();
    expect([keep.phase, keep.atRisk, keep.hasWork]).toEqual(['unasked', false, false]);
    expect([exists, folder.writes]).toEqual([false, 0]);
  });

  it('warns while there is work that is not kept, and no more once it is', async () => {
    const keep = await openTab();
    note.text = 'x';
    expect(keep.atRisk).toBe(true);
    await keep.keep();
    expect([keep.phase, keep.atRisk, keep.persistent]).toEqual(['kept', false, true]);
    note.writing = true;
    expect(keep.atRisk).toBe(true);
    note.writing = false;
    note.text = 'y';
    keep.follow();
    expect(keep.atRisk).toBe(true);
  });

  it('puts back in another tab what was kept, bytes too', async () => {
    await keepNote();
    const later = new NotePart();
    const keep = await openTab(later);
    expect(keep.phase).toBe('kept');
    expect([later.text, later.file?.name, await later.file?.text()]).toEqual([
      'first',
      'attached.txt',
      'attached bytes',
    ]);
    expect(keep.bytes).toBe([...folder.files.values()].reduce((sum, { size }) => sum + size, 0));
  });

  it('writes a change, copies no file twice, and removes bytes that nothing names', async () => {
    const keep = await keepNote();
    const before = folder.names;
    note.text = 'second';
    await followed(keep);
    expect(folder.names).toEqual(before);
    note.file = null;
    await followed(keep);
    expect(folder.names).toEqual(['answer.json', 'note.json']);
    const later = new NotePart();
    await openTab(later);
    expect(later.text).toBe('second');
  });

  it('asks no more once declined, and keeps nothing', async () => {
    const keep = await openTab();
    note.text = 'x';
    await keep.decline();
    expect(folder.names).toEqual(['answer.json']);
    expect((await openTab(new NotePart())).phase).toBe('declined');
  });

  it('clears everything, and what is on the page is at risk again', async () => {
    const keep = await keepNote();
    await keep.clear();
    expect([folder.names, exists, keep.phase, keep.bytes]).toEqual([[], false, 'declined', 0]);
    expect((await openTab(new NotePart())).phase).toBe('unasked');
    expect(keep.atRisk).toBe(true);
    await followed(keep);
    expect(folder.names).toEqual([]);
  });

  it('keeps the bytes again where it was cleared and asked once more', async () => {
    const keep = await keepNote();
    await keep.clear();
    await keep.keep();
    const later = new NotePart();
    await openTab(later);
    expect([keep.phase, await later.file?.text(), later.lost]).toEqual(['kept', 'attached bytes', []]);
  });

  it('says beforehand that there is no room, and writes nothing', async () => {
    const keep = await openTab();
    note.text = 'x';
    note.file = new File(['123456789'], 'big');
    free = 8;
    await keep.keep();
    expect(keep.phase).toBe('unasked');
    expect(keep.notice?.message).toMatch(/^Keeping this takes 9 bytes, and the browser has 8 bytes left/);
    expect([folder.writes, keep.atRisk]).toEqual([0, true]);
  });

  it.each([1, 2, 3])('is left empty where write %i of the first ones fails', async (nth) => {
    folder.failures.set(nth, quotaExceeded());
    const keep = await keepNote();
    expect([keep.phase, keep.notice?.name, keep.atRisk]).toEqual(['unasked', 'KeepError', true]);
    expect(folder.names).toEqual([]);
    await keep.keep();
    expect([keep.phase, keep.notice]).toEqual(['kept', null]);
  });

  it('has the state before where a later write fails, says so, and warns until a write succeeds', async () => {
    const keep = await keepNote();
    folder.failures.set(folder.writes + 1, quotaExceeded());
    note.text = 'second';
    await followed(keep);
    expect(keep.notice?.message).toContain('the last changes are not kept');
    expect(keep.atRisk).toBe(true);
    const later = new NotePart();
    await openTab(later);
    expect(later.text).toBe('first');
    await followed(keep);
    expect([keep.notice, keep.atRisk]).toEqual([null, false]);
  });

  it('keeps nothing where the browser denies storage, and says so', async () => {
    denied = new DOMException('no', 'SecurityError');
    const keep = await openTab();
    note.text = 'x';
    expect([keep.phase, keep.atRisk]).toEqual(['denied', true]);
    expect(keep.notice?.message).toContain('a private window, or a setting, forbids it');
  });

  it('leaves what another tab keeps alone', async () => {
    await keepNote();
    const taken = await lockedByOther();
    const before = folder.names;
    const other = new NotePart();
    const keep = await openTab(other, taken.locks);
    expect([keep.phase, other.text]).toEqual(['elsewhere', null]);
    other.text = 'of the other tab';
    await keep.keep();
    expect([keep.phase, folder.names, keep.atRisk]).toEqual(['elsewhere', before, true]);
  });

  it('takes over what another tab kept once that is closed, where it has no work of its own', async () => {
    await keepNote();
    const taken = await lockedByOther();
    const other = new NotePart();
    const keep = await openTab(other, taken.locks);
    expect([keep.phase, other.text]).toEqual(['elsewhere', null]);
    taken.close();
    await vi.waitFor(() => expect([keep.phase, other.text]).toEqual(['kept', 'first']));
  });

  it('leaves the choice to the user where it has: neither work is lost by itself', async () => {
    await keepNote();
    const taken = await lockedByOther();
    const other = new NotePart();
    const keep = await openTab(other, taken.locks);
    other.text = 'of the other tab';
    taken.close();
    await vi.waitFor(() => expect(keep.phase).toBe('freed'));
    expect([other.text, keep.atRisk]).toEqual(['of the other tab', true]);
    const later = new NotePart();
    await openTab(later);
    expect(later.text).toBe('first');
    await keep.keep();
    expect([keep.phase, keep.atRisk]).toEqual(['kept', false]);
    const last = new NotePart();
    await openTab(last);
    expect(last.text).toBe('of the other tab');
  });

  it.each([
    ['of an older version', { ...NOTE, version: 1 }, 'of an older version of this page, and was removed'],
    ['of a newer version', { ...NOTE, version: 3 }, 'of a newer version of this page, and was removed'],
    ['damaged', { ...NOTE, name: 'other' }, 'What this browser kept of the note is damaged, and was removed'],
  ])('says and removes a part that is %s; the rest stays', async (_what, kind, words) => {
    await keepNote();
    folder.files.set('note.json', new Blob([await packPart(kind, { text: 'x', attached: null })]));
    const later = new NotePart();
    const keep = await openTab(later);
    expect([keep.phase, later.text]).toEqual(['kept', null]);
    expect(keep.remarks.join()).toContain(words);
    expect(folder.names).not.toContain('note.json');
  });

  it('says and removes a part that cannot be put back; the rest stays', async () => {
    await keepNote();
    const later = new NotePart();
    later.restore = () => Promise.reject(Object.assign(new Error('No such note.'), { name: 'NoteError' }));
    const keep = await openTab(later);
    expect(keep.phase).toBe('kept');
    expect(keep.remarks).toEqual(['What this browser kept of the note could not be put back: No such note.']);
    expect(folder.names).not.toContain('note.json');
  });

  it('clears what has no answer that can be read', async () => {
    await keepNote();
    folder.files.set('answer.json', new Blob(['{']));
    const keep = await openTab(new NotePart());
    expect([keep.phase, folder.names]).toEqual(['unasked', []]);
    expect(keep.remarks).toHaveLength(1);
  });

  it('tells a part whose bytes are gone', async () => {
    await keepNote();
    for (const name of folder.names) if (name.endsWith('.bytes')) folder.files.delete(name);
    const later = new NotePart();
    await openTab(later);
    expect([later.text, later.file, later.lost.length]).toEqual(['first', null, 1]);
  });

  it('puts back a part that is registered late', async () => {
    await keepNote();
    const keep = await openTab(new NotePart());
    const late = new NotePart();
    await keep.register(late);
    expect(late.text).toBe('first');
  });
});
