/** Which mark in the book each pair of the loaded sources has: pairs with the same texts share one. */

import {
  KEY_WORDS,
  MARKS,
  type MarkedPairs,
  type PairKeys,
  type KeyedMarks,
  type MarksToWrite,
} from '../../candidates/marks/marks';
import { pairCount } from '../../scoring/pairs';
import type { MarkBook, MarkChange } from './mark-book';

/** Keys indexed in one go: a few milliseconds. */
const SLICE = 5_000;

/** Some pairs of one source. Both columns have one length. */
export interface PairsOfSource {
  /** Key of the source in the store. */
  readonly source: number;
  /** 0-based record of the source, in file order. */
  readonly records: Int32Array;
  /** 0-based position of the negative in the record. */
  readonly positions: Int32Array;
}

/** How many pairs have each mark, in the order of {@link MARKS}, behind those that have none. */
export type MarkCounts = readonly number[];

interface SourceIds {
  readonly offsets: Int32Array;
  /** Id in the book of each pair of the source, in file order. */
  readonly ids: Int32Array;
}

export class MarkedSources {
  private readonly sources = new Map<number, SourceIds>();

  constructor(private readonly book: MarkBook) {}

  /** Keys of the sources that are there. */
  get known(): readonly number[] {
    return [...this.sources.keys()];
  }

  /** Takes a source in. @param breathe awaited between slices of the work */
  async add({ source, offsets, words }: PairKeys, breathe: () => Promise<void>): Promise<void> {
    const ids = new Int32Array(offsets.at(-1) ?? 0);
    for (let from = 0; from < ids.length; from += SLICE) {
      this.book.index(words, from, Math.min(ids.length, from + SLICE), ids);
      await breathe();
    }
    this.sources.set(source, { offsets, ids });
  }

  remove(source: number): void {
    this.sources.delete(source);
  }

  /** The book's id of a pair; null where the source is not there, or has no such pair. */
  idOf(source: number, record: number, position: number): number | null {
    const found = this.sources.get(source);
    if (!found) return null;
    return found.ids[(found.offsets[record] ?? Number.NaN) + position] ?? null;
  }

  /** Ids of pairs; those of sources that are not there are left out. */
  idsOf(pairs: readonly PairsOfSource[]): Int32Array {
    const ids = new Int32Array(pairs.reduce((sum, { records }) => sum + records.length, 0));
    let count = 0;
    for (const { source, records, positions } of pairs) {
      const found = this.sources.get(source);
      for (let i = 0; found && i < records.length; i++) {
        const pair = (found.offsets[records[i] as number] as number) + (positions[i] as number);
        if (pair < found.ids.length) ids[count++] = found.ids[pair] as number;
      }
    }
    return ids.subarray(0, count);
  }

  /** Code of the mark of each pair of a source, in file order; empty where the source is not there. */
  marksOf(source: number): Uint8Array {
    const ids = this.sources.get(source)?.ids ?? new Int32Array(0);
    const marks = new Uint8Array(ids.length);
    for (let pair = 0; pair < ids.length; pair++) marks[pair] = this.book.markOf(ids[pair] as number);
    return marks;
  }

  /** Codes of the marks of pairs, one after the other; 0 for those of sources that are not there. */
  codesOf(pairs: readonly PairsOfSource[]): Uint8Array {
    const codes = new Uint8Array(pairs.reduce((sum, { records }) => sum + records.length, 0));
    let at = 0;
    for (const { source, records, positions } of pairs) {
      for (let i = 0; i < records.length; i++, at++) {
        const id = this.idOf(source, records[i] as number, positions[i] as number);
        codes[at] = id === null ? 0 : this.book.markOf(id);
      }
    }
    return codes;
  }

  /** How many pairs of a source have each mark. */
  counts(source: number): MarkCounts {
    const counts = new Array<number>(MARKS.length + 1).fill(0);
    for (const mark of this.marksOf(source)) counts[mark] = (counts[mark] as number) + 1;
    return counts;
  }

  /** The pairs of a source whose marks are among some codes. */
  pairsWith(source: number, codes: readonly number[]): PairsOfSource {
    const wanted = new Uint8Array(MARKS.length + 1);
    for (const code of codes) wanted[code] = 1;
    return this.select(source, (id) => wanted[this.book.markOf(id)] === 1);
  }

  /** Records of a source all of whose pairs have marks among some codes. */
  emptied(source: number, codes: readonly number[]): number {
    const { offsets } = this.sources.get(source) ?? { offsets: new Int32Array(1) };
    const left = Int32Array.from({ length: offsets.length - 1 }, (_, i) => pairCount(offsets, i));
    for (const record of this.pairsWith(source, codes).records) left[record] = (left[record] as number) - 1;
    return left.filter((pairs) => pairs === 0).length;
  }

  /**
   * Where a loaded source has each of some keys: index of its source in `sources` (-1 where none has it), record and
   * position, of the first place.
   */
  placesOf(keys: Uint32Array, sources: readonly number[]): Omit<MarksToWrite, keyof KeyedMarks | 'sources'> {
    const length = keys.length / KEY_WORDS;
    const ids = new Int32Array(length);
    this.book.index(keys, 0, length, ids);
    const places = { source: new Int32Array(length).fill(-1), records: ids.slice(), positions: ids.slice() };
    const wanted = new Int32Array(this.book.size).fill(-1);
    ids.forEach((id, i) => (wanted[id] = i));
    for (const [index, source] of sources.entries()) {
      const found = this.select(source, (id) => (wanted[id] ?? -1) >= 0);
      this.idsOf([found]).forEach((id, at) => {
        const i = wanted[id] as number;
        if (places.source[i] !== -1) return;
        places.source[i] = index;
        places.records[i] = found.records[at] as number;
        places.positions[i] = found.positions[at] as number;
      });
    }
    return places;
  }

  /** What a change means for the table of marks: all pairs of the loaded sources that it concerns, as they are now. */
  changed({ ids, notes }: MarkChange): MarkedPairs[] {
    const concerned = new Uint8Array(this.book.size);
    for (const id of ids) concerned[id] = 1;
    for (const { id } of notes) concerned[id] = 1;
    return this.known
      .map((source) => this.marked(source, (id) => concerned[id] === 1))
      .filter(({ records }) => records.length > 0);
  }

  /** All pairs of a source that are marked or noted. */
  allOf(source: number): MarkedPairs {
    return this.marked(source, (id) => this.book.markOf(id) !== 0 || this.book.noteOf(id) !== '');
  }

  private marked(source: number, isWanted: (id: number) => boolean): MarkedPairs {
    const pairs = this.select(source, isWanted);
    const ids = this.idsOf([pairs]);
    const marks = new Uint8Array(ids.length);
    for (let i = 0; i < ids.length; i++) marks[i] = this.book.markOf(ids[i] as number);
    const notes = this.book.hasNotes ? Array.from(ids, (id) => this.book.noteOf(id)) : null;
    return { ...pairs, marks, notes };
  }

  private select(source: number, isWanted: (id: number) => boolean): PairsOfSource {
    const found = this.sources.get(source);
    const records: number[] = [];
    const positions: number[] = [];
    for (let record = 0; found && record + 1 < found.offsets.length; record++) {
      const start = found.offsets[record] as number;
      const end = found.offsets[record + 1] as number;
      for (let pair = start; pair < end; pair++) {
        if (!isWanted(found.ids[pair] as number)) continue;
        records.push(record);
        positions.push(pair - start);
      }
    }
    return { source, records: Int32Array.from(records), positions: Int32Array.from(positions) };
  }
}
