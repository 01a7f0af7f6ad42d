/** The marks of the loaded sources' pairs: made, taken back, and copied to the table `marks`. */

import {
  markCode,
  markOfCode,
  type KeyedMarks,
  type Mark,
  type MarkedPairs,
} from '../../candidates/marks/marks';
import type { LoadedSource } from '../../candidates/outcomes';
import { ask, type WorkerAccess } from '../../app/ask';
import { countOf } from '../../ui/words';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import { nextMacrotask } from '../../engine/task';
import { MarkBook, type MarkChange } from './mark-book';
import { MarkedSources, type MarkCounts, type PairsOfSource } from './marked-sources';
import { changeInWords, noteInWords, saidInWords } from './mark-words';

/**
 * A mark belongs to texts: every pair with the same query, positive and negative has it, in whatever source and file.
 * Reading `version` makes a derived value follow the marks, reading `stored` makes it follow the table `marks`.
 */
export class MarksState {
  /** Counts changes of what this class answers. */
  version = $state(0);
  /** Counts changes that have reached the table `marks`. */
  stored = $state(0);
  notice = $state.raw<Notice | null>(null);

  private readonly book = new MarkBook();
  private readonly sources = new MarkedSources(this.book);
  private readonly workers: WorkerAccess;
  /** By the object, not by its key: a table store that is started again gives the same keys to others. */
  private attached: readonly LoadedSource[] = [];
  /** Ends when all changes so far were copied. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor({ workers }: { readonly workers: WorkerAccess }) {
    this.workers = workers;
  }

  /** Words of what `undo` takes back; null where there is nothing. */
  get undoable(): string | null {
    return this.followed(() => this.book.undoable);
  }

  get redoable(): string | null {
    return this.followed(() => this.book.redoable);
  }

  /**
   * Brings the sources up to date: marks of those that came are looked up, those that went are let go.
   * @param loaded all sources that there are
   */
  attach(loaded: readonly LoadedSource[]): Promise<void> {
    return this.inTurn(async () => {
      const gone = this.attached.filter((source) => !loaded.includes(source));
      for (const { id } of gone) this.sources.remove(id);
      this.attached = this.attached.filter((source) => loaded.includes(source));
      for (const source of loaded) {
        if (this.attached.includes(source)) continue;
        const keys = await this.ask(({ candidates }) => candidates.pairKeys(source.id));
        if (!keys) continue;
        await this.sources.add(keys, nextMacrotask);
        this.attached = [...this.attached, source];
        await this.copy([this.sources.allOf(source.id)]);
      }
      this.version++;
    });
  }

  markOf(source: number, record: number, position: number): Mark | null {
    return this.followed(() => {
      const id = this.sources.idOf(source, record, position);
      return id === null ? null : markOfCode(this.book.markOf(id));
    });
  }

  noteOf(source: number, record: number, position: number): string {
    return this.followed(() => {
      const id = this.sources.idOf(source, record, position);
      return id === null ? '' : this.book.noteOf(id);
    });
  }

  /** What was said of a pair, in words: its mark, and that it has a note. */
  wordsOf(source: number, record: number, position: number): string[] {
    return saidInWords(this.markOf(source, record, position), this.noteOf(source, record, position));
  }

  /** Code of the mark of each pair of a source (`candidates/marks/marks.ts`), in file order, sampled or not. */
  marksOf(source: number): Uint8Array {
    return this.followed(() => this.sources.marksOf(source));
  }

  /** Codes of the marks of pairs, one after the other. */
  codesOf(pairs: readonly PairsOfSource[]): Uint8Array {
    return this.followed(() => this.sources.codesOf(pairs));
  }

  /** How many pairs of a source have no mark, and each mark in the order of `MARKS`. */
  counts(source: number): MarkCounts {
    return this.followed(() => this.sources.counts(source));
  }

  /** The pairs of a source that have one of some marks. */
  pairsWith(source: number, marks: readonly Mark[]): PairsOfSource {
    return this.followed(() => this.sources.pairsWith(source, marks.map(markCode)));
  }

  /** Records of a source all of whose pairs have one of some marks. */
  emptied(source: number, marks: readonly Mark[]): number {
    return this.followed(() => this.sources.emptied(source, marks.map(markCode)));
  }

  /** Marks pairs, a record's or a whole selection's; null takes their marks away. One step of `undo`. */
  mark(pairs: readonly PairsOfSource[], mark: Mark | null): Promise<void> {
    const ids = this.sources.idsOf(pairs);
    return this.make(this.book.marking(changeInWords(mark, ids.length), ids, markCode(mark)));
  }

  /** Writes a note on pairs, over those that they had; a blank one takes them away. One step of `undo`. */
  note(pairs: readonly PairsOfSource[], note: string): Promise<void> {
    const ids = this.sources.idsOf(pairs);
    const text = note.trim();
    return this.make(this.book.noting(noteInWords(text, ids.length), ids, text));
  }

  /** Takes the last change back. Resolves, as all of these, once the table `marks` has it. */
  undo(): Promise<void> {
    return this.follow(this.book.undo());
  }

  redo(): Promise<void> {
    return this.follow(this.book.redo());
  }

  /** All marks and notes as a file, of pairs of other files too. @param nameOf name of a source by its key in the store */
  async written(nameOf: (source: number) => string): Promise<Blob | null> {
    const all = this.book.all();
    const { known } = this.sources;
    const marks = { ...all, sources: known.map(nameOf), ...this.sources.placesOf(all.words, known) };
    return this.ask(({ candidates }) => candidates.writeMarks(marks));
  }

  /** Takes the marks of a file in, over those that are there: one step of `undo`. A file with a fault changes nothing. */
  async read(file: File): Promise<void> {
    const given = await this.ask(({ candidates }) => candidates.readMarks(file));
    if (!given) return;
    const words = `Import: ${countOf(given.marks.length, 'mark')}`;
    await this.make(this.book.importing(words, given));
  }

  /** Number of pairs with a mark or a note that are kept, of loaded files and others. */
  get kept(): number {
    return this.followed(() => this.book.kept);
  }

  /** Forgets all marks and notes, those kept for the next visit too; `undo` brings none back. */
  async forget(): Promise<void> {
    const all = this.book.all();
    const gone = {
      ...all,
      marks: new Uint8Array(all.marks.length),
      notes: all.notes.map(([i]) => [i, ''] as const),
    };
    const change = this.book.importing('', gone);
    this.book.forget(change);
    await this.follow(change);
  }

  private async make(change: MarkChange): Promise<void> {
    this.book.make(change);
    await this.follow(change);
  }

  /** Everything that is marked or noted, of loaded sources or not, to be kept over a reload. */
  all(): KeyedMarks {
    return this.followed(() => this.book.all());
  }

  /** Takes in marks that were kept. They are no step that could be undone. */
  takeBack(kept: KeyedMarks): Promise<void> {
    return this.inTurn(async () => {
      this.book.restore(kept);
      this.version++;
      await this.copy(this.attached.map(({ id }) => this.sources.allOf(id)));
    });
  }

  /** Copies a change that was made to the table. */
  private async follow(change: MarkChange | null): Promise<void> {
    if (change === null || change.ids.length + change.notes.length === 0) return;
    this.version++;
    await this.inTurn(() => this.copy(this.sources.changed(change)));
  }

  private async copy(changes: readonly MarkedPairs[]): Promise<void> {
    for (const change of changes) await this.ask(({ candidates }) => candidates.setMarks(change));
    this.stored++;
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.queue.then(work);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** What a reader of `answer` shows follows the marks. */
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
