/** The marks of the loaded sources' pairs. The linked views get their codes; the table `marks` is filled for SQL. */

import * as Comlink from 'comlink';
import { SvelteMap } from 'svelte/reactivity';

import { writeMarks, type MarkRow } from '../../candidates/marks/mark-file';
import {
  BY_HAND,
  KEY_WORDS,
  keyText,
  markCode,
  type Mark,
  type Marked,
  type MarkedPairs,
  type KeptMarks,
  type Marks,
} from '../../candidates/marks/marks';
import type { LoadedSource } from '../../candidates/outcomes';
import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import { nextMacrotask } from '../../engine/task';
import { SerialQueue } from '../../serial-queue';
import { pairCount, type PairPlaces } from '../../scoring/pairs';
import { countOf } from '../../ui/words';
import { changeInWords, noteInWords, saidInWords } from './mark-words';
import type { RowNames } from './row-names';

/** Pairs that are gone through at a time: a few milliseconds. */
const SLICE = 5_000;

const NOTHING: Marked = { mark: null, note: '' };

/** What the user did at once. */
interface Change {
  /** Such as "Drop: 61 pairs". */
  readonly words: string;
  readonly steps: readonly { readonly key: string; readonly before: Marked; readonly after: Marked }[];
}

/** A loaded source with its pairs in file order. */
interface MarkedSource {
  /** Tells sources apart: a store that was started again may give the same key to another source. */
  readonly loaded: LoadedSource;
  readonly offsets: Int32Array;
  /** Key of each pair. */
  readonly keys: readonly string[];
  /** Mark and note of each pair; null without both. */
  readonly said: (Marked | null)[];
}

/**
 * A mark belongs to texts: every pair with the same query, positive and negative has it, in any source and file. Methods
 * that change marks resolve after `version` has changed; derived values that read it follow the marks.
 */
export class MarksState {
  version = $state(0);
  notice = $state.raw<Notice | null>(null);

  /** Marks and notes by key, also of pairs that are not loaded. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- `version` says when it changes
  private readonly marks = new Map<string, Marked>();
  private readonly done: Change[] = [];
  private readonly undone: Change[] = [];
  private readonly sources = new SvelteMap<number, MarkedSource>();
  private readonly queue = new SerialQueue();
  private readonly workers: WorkerAccess;

  constructor({ workers }: { readonly workers: WorkerAccess }) {
    this.workers = workers;
  }

  /** What `undo` would take back, in words; null if there is nothing. */
  get undoable(): string | null {
    return this.followed(() => this.done.at(-1)?.words ?? null);
  }

  get redoable(): string | null {
    return this.followed(() => this.undone.at(-1)?.words ?? null);
  }

  /** Looks up the pairs of new sources, and drops those that are gone. @param loaded all sources */
  attach(loaded: readonly LoadedSource[]): Promise<void> {
    return this.change(async () => {
      for (const [id, known] of this.sources) if (!loaded.includes(known.loaded)) this.sources.delete(id);
      for (const source of loaded) {
        if (this.sources.has(source.id)) continue;
        const given = await this.ask(({ candidates }) => candidates.pairKeys(source.id));
        if (!given) continue;
        const { offsets, words } = given;
        const keys = new Array<string>(words.length / KEY_WORDS).fill('');
        await inSlices(keys.keys(), (pair) => (keys[pair] = keyText(words, pair)));
        this.sources.set(source.id, { loaded: source, offsets, keys, said: [] });
      }
    });
  }

  markOf(source: number, record: number, position: number): Mark | null {
    return this.saidOf(source, record, position)?.mark ?? null;
  }

  noteOf(source: number, record: number, position: number): string {
    return this.saidOf(source, record, position)?.note ?? '';
  }

  /** What was said of a pair, in words: its mark, and that it has a note. */
  wordsOf(source: number, record: number, position: number): string[] {
    return saidInWords(this.markOf(source, record, position), this.noteOf(source, record, position));
  }

  /** Code of the mark of each row of the linked views. */
  codesOf({ source, record, position }: RowNames): Uint8Array {
    const codes = new Uint8Array(source.length);
    for (const [row, id] of source.entries()) {
      codes[row] = markCode(this.markOf(id, record[row] as number, position[row] as number));
    }
    return codes;
  }

  /** Number of pairs of a source with a mark. */
  count(source: number, mark: Mark): number {
    return this.pairsWith(source, [mark]).records.length;
  }

  /** The pairs of a source that have one of some marks. */
  pairsWith(source: number, marks: readonly Mark[]): PairPlaces {
    return this.select(source, ({ mark }) => mark !== null && marks.includes(mark));
  }

  /** Number of records whose pairs all have one of some marks. */
  emptied(source: number, marks: readonly Mark[]): number {
    const { offsets } = this.sources.get(source) ?? { offsets: new Int32Array(1) };
    const left = Int32Array.from({ length: offsets.length - 1 }, (_, i) => pairCount(offsets, i));
    for (const record of this.pairsWith(source, marks).records) left[record] = (left[record] as number) - 1;
    return left.filter((pairs) => pairs === 0).length;
  }

  /** Who set the mark of a pair; '' where that is not known. */
  byOf(source: number, record: number, position: number): string {
    return this.saidOf(source, record, position)?.by ?? '';
  }

  /** Marks pairs; null removes their marks. One step of `undo`. @param by who marks them */
  mark(pairs: readonly PairPlaces[], mark: Mark | null, by = BY_HAND): Promise<void> {
    const keys = this.keysOf(pairs);
    const words = changeInWords(mark, keys.length);
    return this.change(() =>
      this.step(words, keys, ({ note }) => ({ mark, note, ...(mark !== null && { by }) })),
    );
  }

  /** Replaces the notes of pairs; a blank note removes them. One step of `undo`. */
  note(pairs: readonly PairPlaces[], written: string): Promise<void> {
    const keys = this.keysOf(pairs);
    const note = written.trim();
    const words = noteInWords(note, keys.length);
    return this.change(() => this.step(words, keys, (before) => ({ ...before, note })));
  }

  /** Takes the last change back. */
  undo(): Promise<void> {
    return this.change(() => this.move(this.done, this.undone, 'before'));
  }

  redo(): Promise<void> {
    return this.change(() => this.move(this.undone, this.done, 'after'));
  }

  /** All marks and notes as a file, also of pairs that are not loaded. @param nameOf name of a source by its key */
  written(nameOf: (source: number) => string): Promise<Blob> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
    const rows = new Map<string, MarkRow>();
    for (const [key, said] of this.marks) {
      rows.set(key, { key, ...said, source: null, record: null, position: null });
    }
    for (const pairs of this.marked()) {
      for (const [i, key] of this.keysOf([pairs]).entries()) {
        const row = rows.get(key);
        if (row?.source !== null) continue;
        const place = {
          record: (pairs.records[i] as number) + 1,
          position: (pairs.positions[i] as number) + 1,
        };
        rows.set(key, { ...row, source: nameOf(pairs.source), ...place });
      }
    }
    return writeMarks([...rows.values()], nextMacrotask);
  }

  /** Adds the marks of a file, over existing ones, as one step of `undo`. A file with a fault changes nothing. */
  async read(file: File): Promise<void> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
    const given = new Map<string, Marked>();
    const receive = Comlink.proxy((part: readonly (readonly [string, Marked])[]) => {
      for (const [key, said] of part) given.set(key, said);
    });
    const whole = await this.ask(async ({ candidates }) => {
      await candidates.readMarks(file, receive);
      return true;
    });
    if (!whole) return;
    const words = `Import: ${countOf(given.size, 'mark')}`;
    const changed = (before: Marked, key: string): Marked => {
      const { mark, note, by = `from ${file.name}` } = given.get(key) ?? before;
      return { mark, note: note === '' ? before.note : note, ...(mark !== null && { by }) };
    };
    await this.change(() => this.step(words, given.keys(), changed));
  }

  /** Number of pairs with a mark or a note, loaded or not. */
  get kept(): number {
    return this.all().size;
  }

  /** All marks and notes, to be kept over a reload. */
  all(): Marks {
    return this.followed(() => this.marks);
  }

  /** Restores kept marks, without a step of `undo`. */
  takeBack(kept: KeptMarks): Promise<void> {
    return this.change(() => inSlices(kept, ([key, said]) => this.say(key, said)));
  }

  /** Forgets all marks and notes; `undo` brings none back. */
  forget(): Promise<void> {
    return this.change(() => {
      this.marks.clear();
      this.done.length = 0;
      this.undone.length = 0;
    });
  }

  /** The marked and noted pairs of each loaded source, for the table `marks`. */
  marked(): MarkedPairs[] {
    return [...this.sources].map(([source, { offsets, said }]) => {
      const pairs = this.select(source, () => true);
      const own = Array.from(
        pairs.records,
        (record, i) => said[(offsets[record] as number) + (pairs.positions[i] as number)],
      );
      const marks = Uint8Array.from(own, (each) => markCode(each?.mark ?? null));
      return { ...pairs, marks, notes: own.map((each) => each?.note ?? '') };
    });
  }

  /** Changes marks and notes by key. A change without effect is no step of `undo`. */
  private async step(
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
      this.say(key, after);
    });
    if (steps.length === 0) return;
    this.done.push({ words, steps });
    this.undone.length = 0;
  }

  /** Undoes or redoes the last change of a list and moves it to the other one. */
  private async move(from: Change[], to: Change[], side: 'before' | 'after'): Promise<void> {
    const change = from.pop();
    if (!change) return;
    await inSlices(change.steps, (step) => this.say(step.key, step[side]));
    to.push(change);
  }

  private say(key: string, said: Marked): void {
    if (said.mark === null && said.note === '') this.marks.delete(key);
    else this.marks.set(key, said);
  }

  /** Keys of pairs, without those of sources that are not loaded. */
  private keysOf(pairs: readonly PairPlaces[]): string[] {
    const keys: string[] = [];
    for (const { source, records, positions } of pairs) {
      const own = this.sources.get(source);
      for (let i = 0; own && i < records.length; i++) {
        const key = own.keys[(own.offsets[records[i] as number] as number) + (positions[i] as number)];
        if (key !== undefined) keys.push(key);
      }
    }
    return keys;
  }

  private saidOf(source: number, record: number, position: number): Marked | null {
    const own = this.followed(() => this.sources.get(source));
    return own?.said[(own.offsets[record] ?? Number.NaN) + position] ?? null;
  }

  /** The marked or noted pairs of a source that pass. */
  private select(source: number, isWanted: (said: Marked) => boolean): PairPlaces {
    const own = this.followed(() => this.sources.get(source));
    const records: number[] = [];
    const positions: number[] = [];
    for (let record = 0; own && record + 1 < own.offsets.length; record++) {
      const start = own.offsets[record] as number;
      const end = own.offsets[record + 1] as number;
      for (let pair = start; pair < end; pair++) {
        const said = own.said[pair] ?? null;
        if (said === null || !isWanted(said)) continue;
        records.push(record);
        positions.push(pair - start);
      }
    }
    return { source, records: Int32Array.from(records), positions: Int32Array.from(positions) };
  }

  /** Changes marks or sources, one change after the other, and updates `said` and the page. */
  private change(work: () => Promise<void> | void): Promise<void> {
    return this.queue.run(async () => {
      await work();
      for (const { keys, said } of this.sources.values()) {
        await inSlices(keys.entries(), ([pair, key]) => (said[pair] = this.marks.get(key) ?? null));
      }
      this.version++;
    });
  }

  /** Makes the reader of `answer` follow the marks. */
  private followed<T>(answer: () => T): T {
    void this.version;
    return answer();
  }

  private ask<T>(
    question: (pair: Pick<WorkerPair, 'candidates' | 'guard'>) => Promise<T>,
  ): Promise<T | null> {
    return ask(this.workers, question, (notice) => (this.notice = notice));
  }
}

/** Visits items, and lets the page do other things in between. */
async function inSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let visited = 0;
  for (const item of items) {
    visit(item);
    if (++visited % SLICE === 0) await nextMacrotask();
  }
}
