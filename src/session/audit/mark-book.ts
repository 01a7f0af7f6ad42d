/** Marks and notes by key, of loaded sources or not, with what was done last to be undone. */

import type { MarkRow } from '../../candidates/marks/mark-file';
import type { KeptMarks, Marked, Marks } from '../../candidates/marks/marks';
import { nextMacrotask } from '../../engine/task';

/** Pairs that are gone through at a time: a few milliseconds. */
const SLICE = 5_000;

const NOTHING: Marked = { mark: null, note: '' };

/** What the user did at once. */
interface Change {
  /** Such as "Drop: 61 pairs". */
  readonly words: string;
  readonly steps: readonly { readonly key: string; readonly before: Marked; readonly after: Marked }[];
}

/** Where a pair stands that has a key; record and position are 0-based. */
export interface MarkPlace {
  readonly key: string;
  readonly source: string;
  readonly record: number;
  readonly position: number;
}

export class MarkBook {
  private readonly marks = new Map<string, Marked>();
  private readonly done: Change[] = [];
  private readonly undone: Change[] = [];

  /** What is said of all pairs that are marked or noted. */
  get all(): Marks {
    return this.marks;
  }

  /** Words of the change that `undo` would take back; null where there is none. */
  get undoable(): string | null {
    return this.done.at(-1)?.words ?? null;
  }

  get redoable(): string | null {
    return this.undone.at(-1)?.words ?? null;
  }

  /** Changes what is said by some keys. What changes nothing is no step of `undo`. */
  async change(
    words: string,
    keys: Iterable<string>,
    changed: (before: Marked, key: string) => Marked,
  ): Promise<void> {
    const steps: Change['steps'][number][] = [];
    await inSlices(keys, (key) => {
      const before = this.marks.get(key) ?? NOTHING;
      const after = changed(before, key);
      if (before.mark === after.mark && before.note === after.note) return;
      steps.push({ key, before, after });
      this.set(key, after);
    });
    if (steps.length === 0) return;
    this.done.push({ words, steps });
    this.undone.length = 0;
  }

  async undo(): Promise<void> {
    const change = this.done.pop();
    if (!change) return;
    await inSlices(change.steps, ({ key, before }) => this.set(key, before));
    this.undone.push(change);
  }

  async redo(): Promise<void> {
    const change = this.undone.pop();
    if (!change) return;
    await inSlices(change.steps, ({ key, after }) => this.set(key, after));
    this.done.push(change);
  }

  /** Takes in marks that were kept. They are no step of `undo`. */
  restore(kept: KeptMarks): Promise<void> {
    return inSlices(kept, ([key, said]) => this.set(key, said));
  }

  /** Forgets everything; `undo` brings nothing back. */
  clear(): void {
    this.marks.clear();
    this.done.length = 0;
    this.undone.length = 0;
  }

  /** All marks as rows of a file, each with the first of its places. */
  rows(places: Iterable<MarkPlace>): MarkRow[] {
    const rows = new Map<string, MarkRow>();
    for (const [key, said] of this.marks) {
      rows.set(key, { key, ...said, source: null, record: null, position: null });
    }
    for (const { key, source, record, position } of places) {
      const row = rows.get(key);
      if (row?.source !== null) continue;
      rows.set(key, { ...row, source, record: record + 1, position: position + 1 });
    }
    return [...rows.values()];
  }

  private set(key: string, said: Marked): void {
    if (said.mark === null && said.note === '') this.marks.delete(key);
    else this.marks.set(key, said);
  }
}

/** Visits items, and lets the page do other things in between. */
export async function inSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let visited = 0;
  for (const item of items) {
    visit(item);
    if (++visited % SLICE === 0) await nextMacrotask();
  }
}
