/** The marks and notes of all pairs ever met, by the keys of their texts, with what was done last to be undone. */

import { HashIds } from '../../candidates/store/hash-ids';
import { KEY_WORDS, type KeyedMarks } from '../../candidates/marks/marks';

/** Changes that can be undone. */
const DEPTH = 100;

/** One note that changes. */
export interface NoteChange {
  readonly id: number;
  readonly before: string;
  readonly after: string;
}

/** Marks and notes that changed together. */
export interface MarkChange {
  /** What was done, such as "Drop: 61 pairs". */
  readonly words: string;
  /** Whose mark changes, each once; by place in {@link MarkBook}. */
  readonly ids: Int32Array;
  /** Codes of the marks, one for each of `ids`. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly notes: readonly NoteChange[];
}

/** Ids stand for keys, from 0 on in the order in which they came. Changes in place. */
export class MarkBook {
  private readonly keys = new HashIds();
  private marks = new Uint8Array(1024);
  private readonly notes = new Map<number, string>();
  private readonly done: MarkChange[] = [];
  private readonly undone: MarkChange[] = [];

  /** The ids of keys `from` to before `to`, new ones for those that are not known, into `ids` at the same places. */
  index(words: Uint32Array, from: number, to: number, ids: Int32Array): void {
    for (let i = from; i < to; i++) {
      ids[i] = this.keys.idOf(words.subarray(i * KEY_WORDS, (i + 1) * KEY_WORDS));
    }
    this.reserve(this.size);
  }

  /** Code of the mark of an id. */
  markOf(id: number): number {
    return this.marks[id] as number;
  }

  noteOf(id: number): string {
    return this.notes.get(id) ?? '';
  }

  /** What a mark on all of some ids would change; ids that have it already are left out, repeated ones stand once. */
  marking(words: string, ids: Int32Array, mark: number): MarkChange {
    const changed = this.once(ids).filter((id) => this.marks[id] !== mark);
    return {
      words,
      ids: changed,
      before: this.marksOf(changed),
      after: new Uint8Array(changed.length).fill(mark),
      notes: [],
    };
  }

  /** What a note on all of some ids would change; ids that have it already are left out. */
  noting(words: string, ids: Int32Array, note: string): MarkChange {
    const none = new Uint8Array(0);
    const notes = Array.from(this.once(ids), (id) => ({ id, before: this.noteOf(id), after: note })).filter(
      ({ before, after }) => before !== after,
    );
    return { words, ids: new Int32Array(0), before: none, after: none, notes };
  }

  /** What marks from elsewhere would change; keys that no loaded source has are taken in too. */
  importing(words: string, given: KeyedMarks): MarkChange {
    const all = new Int32Array(given.marks.length);
    this.index(given.words, 0, all.length, all);
    // Of a key that comes twice the later mark holds.
    const told = new Uint8Array(this.size);
    for (let place = 0; place < all.length; place++)
      told[all[place] as number] = given.marks[place] as number;
    const ids = this.once(all).filter((id) => told[id] !== this.marks[id]);
    const before = this.marksOf(ids);
    const after = Uint8Array.from(ids, (id) => told[id] as number);
    const notes = given.notes.flatMap(([place, note]) => {
      const id = all[place] as number;
      const known = this.noteOf(id);
      return known === note ? [] : [{ id, before: known, after: note }];
    });
    return { words, ids, before, after, notes };
  }

  /** Makes a change that can be undone. One that changes nothing is not remembered. */
  make(change: MarkChange): void {
    if (change.ids.length + change.notes.length === 0) return;
    this.apply(change);
    this.done.push(change);
    if (this.done.length > DEPTH) this.done.shift();
    this.undone.length = 0;
  }

  /** Takes the last change back; gives what that changed. Null where there is none. */
  undo(): MarkChange | null {
    return this.step(this.done, this.undone);
  }

  /** Makes the change that was undone last once more. */
  redo(): MarkChange | null {
    return this.step(this.undone, this.done);
  }

  /** Words of the change that `undo` would take back. */
  get undoable(): string | null {
    return this.done.at(-1)?.words ?? null;
  }

  /** Words of the change that `redo` would make. */
  get redoable(): string | null {
    return this.undone.at(-1)?.words ?? null;
  }

  /** Makes a change that cannot be undone, nor anything before it. */
  forget(change: MarkChange): void {
    this.apply(change);
    this.done.length = 0;
    this.undone.length = 0;
  }

  /** Takes in marks that are kept on the device: nothing that could be undone. */
  restore(kept: KeyedMarks): void {
    this.apply(this.importing('', kept));
  }

  /** What a change left behind, by key: marks of `ids`, and after them those of the noted pairs with their notes. */
  keyed({ ids, notes }: Pick<MarkChange, 'ids' | 'notes'>): KeyedMarks {
    const all = new Int32Array(ids.length + notes.length);
    all.set(ids);
    notes.forEach(({ id }, i) => (all[ids.length + i] = id));
    const words = new Uint32Array(all.length * KEY_WORDS);
    for (let i = 0; i < all.length; i++) this.keys.read(all[i] as number, words, i * KEY_WORDS);
    return {
      words,
      marks: this.marksOf(all),
      notes: notes.map(({ id }, i) => [ids.length + i, this.noteOf(id)] as const),
    };
  }

  /** Everything that is marked or noted, of loaded sources or not. */
  all(): KeyedMarks {
    const marked: number[] = [];
    for (let id = 0; id < this.size; id++) if (this.marks[id] !== 0) marked.push(id);
    const notes = Array.from(this.notes, ([id, after]) => ({ id, before: after, after }));
    return this.keyed({ ids: Int32Array.from(marked), notes });
  }

  /** Whether any pair has a note. */
  get hasNotes(): boolean {
    return this.notes.size > 0;
  }

  /** Number of ids that are marked or noted. */
  get kept(): number {
    let count = 0;
    for (let id = 0; id < this.size; id++) {
      if (this.marks[id] !== 0 || this.notes.has(id)) count++;
    }
    return count;
  }

  /** Number of ids. */
  get size(): number {
    return this.keys.next;
  }

  /** Some ids without those that came before. */
  private once(ids: Int32Array): Int32Array {
    // Plain loops here and below: hundreds of thousands of marks must not hold the page up.
    const seen = new Uint8Array(this.size);
    const first = new Int32Array(ids.length);
    let count = 0;
    for (const id of ids) {
      if (seen[id] === 1) continue;
      seen[id] = 1;
      first[count++] = id;
    }
    return first.subarray(0, count);
  }

  /** Codes of the marks of some ids. */
  private marksOf(ids: Int32Array): Uint8Array {
    const marks = new Uint8Array(ids.length);
    for (let i = 0; i < ids.length; i++) marks[i] = this.marks[ids[i] as number] as number;
    return marks;
  }

  private step(from: MarkChange[], to: MarkChange[]): MarkChange | null {
    const change = from.pop();
    if (!change) return null;
    const { words, ids, before, after, notes } = change;
    const opposite: MarkChange = {
      words,
      ids,
      before: after,
      after: before,
      notes: notes.map((note) => ({ id: note.id, before: note.after, after: note.before })),
    };
    this.apply(opposite);
    to.push(opposite);
    return opposite;
  }

  private apply({ ids, after, notes }: MarkChange): void {
    for (let i = 0; i < ids.length; i++) this.marks[ids[i] as number] = after[i] as number;
    for (const { id, after: note } of notes) {
      if (note === '') this.notes.delete(id);
      else this.notes.set(id, note);
    }
  }

  private reserve(length: number): void {
    if (length <= this.marks.length) return;
    const larger = new Uint8Array(Math.max(length, 2 * this.marks.length));
    larger.set(this.marks);
    this.marks = larger;
  }
}
