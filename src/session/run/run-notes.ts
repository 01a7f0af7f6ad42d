/**
 * A note of the run that is under way, for whoever opens the page after its tab was killed: how far it was, and its
 * settings, but nothing of the user's files. A run holds a Web Lock while its tab lives: a note without it is of a run
 * that was interrupted.
 */

import * as v from 'valibot';

import { KeptSettings } from './kept-settings';

const Note = v.strictObject({
  /** Sources that it ranked. */
  sources: v.number(),
  /** Texts that had their embedding when the note was last written, of so many; 0 of 0 before it encoded any. */
  done: v.number(),
  total: v.number(),
  /** True where the embeddings went to the disk. */
  stored: v.boolean(),
  /** Seconds that all texts would take; 0 where that could not be told yet. */
  seconds: v.number(),
  settings: KeptSettings,
  normalise: v.boolean(),
});

export type RunNote = v.InferOutput<typeof Note>;

const PREFIX = 'negscope-run-';

/** Least time between two writings of a note, in milliseconds. */
const WRITE_MS = 500;

/** What is needed of the browser; either is null where it has none, or denies it. */
export interface NotePlace {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | null;
  readonly locks: Pick<LockManager, 'request'> | null;
}

export class RunNotes {
  /** The key of the run under way, and what ends its lock. */
  private own: { readonly key: string; readonly release: () => void } | null = null;
  private written = -Infinity;

  constructor(private readonly place: NotePlace) {}

  /** A run begins, in place of one that was under way in this tab. */
  begin(note: RunNote): void {
    this.end();
    const key = PREFIX + crypto.randomUUID();
    let release: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (release = resolve));
    this.place.locks?.request(key, {}, () => over).catch(() => undefined);
    this.own = { key, release };
    this.write(note);
  }

  /** How far the run under way is. */
  update(note: RunNote): void {
    if (performance.now() - this.written >= WRITE_MS) this.write(note);
  }

  /** The run has ended, in whatever way the page saw. */
  end(): void {
    if (!this.own) return;
    this.remove(this.own.key);
    this.own.release();
    this.own = null;
  }

  /** The note of the run that a tab which is no more has left, the longest where there are several; null where none has. */
  async interrupted(): Promise<RunNote | null> {
    const left: RunNote[] = [];
    for (const key of this.keys()) {
      if (key === this.own?.key || (await this.isAlive(key))) continue;
      const note = this.read(key);
      if (note) left.push(note);
      else this.remove(key);
    }
    return left.sort((a, b) => b.done - a.done)[0] ?? null;
  }

  /** Forgets the runs that were interrupted. */
  async forget(): Promise<void> {
    for (const key of this.keys()) {
      if (key !== this.own?.key && !(await this.isAlive(key))) this.remove(key);
    }
  }

  private keys(): string[] {
    const { storage } = this.place;
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? '');
    return keys.filter((key) => key.startsWith(PREFIX));
  }

  /** True while the tab of a note has its lock. */
  private isAlive(key: string): Promise<boolean> {
    const { locks } = this.place;
    if (!locks) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      locks.request(key, { ifAvailable: true }, (lock) => resolve(lock === null)).catch(reject);
    });
  }

  private read(key: string): RunNote | null {
    try {
      const note = v.safeParse(Note, JSON.parse(this.place.storage?.getItem(key) ?? 'null'));
      return note.success ? note.output : null;
    } catch {
      return null;
    }
  }

  private write(note: RunNote): void {
    this.written = performance.now();
    if (!this.own) return;
    try {
      this.place.storage?.setItem(this.own.key, JSON.stringify(note));
    } catch {
      // A full storage costs the note, and nothing else.
    }
  }

  private remove(key: string): void {
    this.place.storage?.removeItem(key);
  }
}

/** Where notes are in this browser. */
export function notePlace(): NotePlace {
  const locks = 'locks' in navigator ? navigator.locks : null;
  try {
    return { storage: localStorage, locks };
  } catch {
    // The browser denies it.
    return { storage: null, locks };
  }
}
