import { beforeEach, describe, expect, it } from 'vitest';

import { RunNotes, type RunNote } from '../../../src/session/run/run-notes';
import { FakeLocks } from '../../support/locks';

const NOTE: RunNote = {
  sources: 3,
  done: 3120,
  total: 9400,
  stored: true,
  seconds: 240,
  settings: {
    tau: 0.05,
    tauIsMine: false,
    weighting: 'full',
    sampled: true,
    sampleSize: 100,
    seed: 7,
    batchSize: 16,
    device: 'wasm',
    stopRule: 'certain',
    level: 0.9,
  },
  normalise: false,
};

class MemoryStorage {
  private readonly items = new Map<string, string>();

  get length(): number {
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

describe('RunNotes', () => {
  let storage: MemoryStorage;
  let locks: FakeLocks;
  beforeEach(() => {
    storage = new MemoryStorage();
    locks = new FakeLocks();
  });

  function openTab() {
    const ended = new AbortController();
    const notes = new RunNotes({ storage, locks: locks.tab(ended.signal) });
    return { notes, kill: () => ended.abort() };
  }

  it('tells of a run whose tab was killed, with how far it was and its settings, until it is forgotten', async () => {
    const tab = openTab();
    tab.notes.begin({ ...NOTE, done: 0, total: 0 });
    await new Promise((resolve) => setTimeout(resolve, 550));
    tab.notes.update(NOTE);
    tab.notes.update({ ...NOTE, done: 3121 });
    tab.kill();
    await new Promise((resolve) => setTimeout(resolve));
    const { notes } = openTab();
    expect(await notes.interrupted()).toEqual(NOTE);
    expect(await openTab().notes.interrupted()).toEqual(NOTE);
    await notes.forget();
    expect(await notes.interrupted()).toBeNull();
    expect(storage.length).toBe(0);
  });

  it('tells nothing of a run that another tab has under way, nor of one that ended', async () => {
    const tab = openTab();
    tab.notes.begin(NOTE);
    const other = openTab();
    expect(await other.notes.interrupted()).toBeNull();
    await other.notes.forget();
    expect(storage.length).toBe(1);
    tab.notes.end();
    expect(storage.length).toBe(0);
    expect(await other.notes.interrupted()).toBeNull();
  });

  it('removes what is no note', async () => {
    storage.setItem('negscope-run-1', '{"done":');
    storage.setItem('negscope-run-2', JSON.stringify({ ...NOTE, done: 'many' }));
    storage.setItem('another page', 'stays');
    expect(await openTab().notes.interrupted()).toBeNull();
    expect(storage.key(0)).toBe('another page');
    expect(storage.length).toBe(1);
  });

  it('does without storage and locks', async () => {
    const notes = new RunNotes({ storage: null, locks: null });
    notes.begin(NOTE);
    notes.update(NOTE);
    expect(await notes.interrupted()).toBeNull();
    notes.end();
    const full = new RunNotes({
      storage: Object.assign(new MemoryStorage(), {
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      }),
      locks: null,
    });
    full.begin(NOTE);
    expect(await full.interrupted()).toBeNull();
  });
});
