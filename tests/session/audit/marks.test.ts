/** Marks on pairs: set, taken back, and copied to the table. */

import '../runes';

import { describe, expect, it } from 'vitest';

import type { MarkedPairs, PairKeys } from '../../../src/candidates/marks/marks';
import type { LoadedSource } from '../../../src/candidates/outcomes';
import type { WorkerAccess } from '../../../src/app/ask';
import type { WorkerPair } from '../../../src/app/workers';
import type { PairsOfSource } from '../../../src/session/audit/marked-sources';
import { MarksState } from '../../../src/session/audit/marks.svelte';
import { loadedSource } from '../../support/results';

/** Keys of a source's pairs; `triples[record][position]` stands for three texts. */
function keysOf(source: number, triples: readonly (readonly number[])[]): PairKeys {
  const offsets = [0];
  for (const record of triples) offsets.push((offsets.at(-1) as number) + record.length);
  const words = triples.flat().flatMap((triple) => [triple, 7, 7, 7]);
  return { source, offsets: Int32Array.from(offsets), words: Uint32Array.from(words) };
}

/** A table of marks that can be read. */
class TableOfMarks implements WorkerAccess {
  readonly phase = 'ready';
  readonly rows = new Map<string, string>();

  constructor(private readonly keys: ReadonlyMap<number, PairKeys>) {}

  ready(): Promise<Pick<WorkerPair, 'candidates' | 'guard'>> {
    const candidates = {
      pairKeys: (id: number) => Promise.resolve(this.keys.get(id)),
      setMarks: (pairs: MarkedPairs) => Promise.resolve(this.set(pairs)),
    };
    return Promise.resolve({
      candidates: candidates as unknown as WorkerPair['candidates'],
      guard: (answer) => answer,
    });
  }

  private set({ source, records, positions, marks, notes }: MarkedPairs): void {
    records.forEach((record, i) => {
      const key = `${source}/${record}/${positions[i]}`;
      const note = notes?.[i] ?? '';
      if (marks[i] === 0 && note === '') this.rows.delete(key);
      else this.rows.set(key, `${marks[i]}${note}`);
    });
  }
}

/** Source 1 has the triples 10, 11 | 12; source 2 has 11 | 13. */
const ONE = loadedSource(1, 'one');
const TWO = loadedSource(2, 'two');

function opened() {
  const keys = new Map([
    [1, keysOf(1, [[10, 11], [12]])],
    [2, keysOf(2, [[11], [13]])],
  ]);
  const table = new TableOfMarks(keys);
  return { table, marks: new MarksState({ workers: table }) };
}

async function attached(sources: readonly LoadedSource[] = [ONE, TWO]) {
  const given = opened();
  await given.marks.attach(sources);
  return given;
}

const pairs = (source: number, ...places: (readonly [number, number])[]): PairsOfSource => ({
  source,
  records: Int32Array.from(places, ([record]) => record),
  positions: Int32Array.from(places, ([, position]) => position),
});

describe('marks', () => {
  it('belong to texts: the same three in another source have the mark too', async () => {
    const { marks, table } = await attached();
    await marks.mark([pairs(1, [0, 1])], 'drop');
    expect([marks.markOf(1, 0, 1), marks.markOf(2, 0, 0), marks.markOf(1, 0, 0)]).toEqual([
      'drop',
      'drop',
      null,
    ]);
    expect(Array.from(marks.marksOf(1))).toEqual([0, 2, 0]);
    expect(marks.counts(2)).toEqual([1, 0, 1, 0]);
    expect([...table.rows]).toEqual([
      ['1/0/1', '2'],
      ['2/0/0', '2'],
    ]);
  });

  it('on a selection are one step back and one step forth, over other marks that were there', async () => {
    const { marks, table } = await attached();
    await marks.mark([pairs(1, [1, 0])], 'keep');
    await marks.mark([pairs(1, [0, 0], [0, 1], [1, 0]), pairs(2, [1, 0])], 'false-negative');
    expect(marks.undoable).toBe('False negative: 4 pairs');
    await marks.undo();
    expect(Array.from(marks.marksOf(1))).toEqual([0, 0, 1]);
    expect([...table.rows]).toEqual([['1/1/0', '1']]);
    await marks.redo();
    expect(Array.from(marks.marksOf(1))).toEqual([3, 3, 3]);
    expect(marks.redoable).toBeNull();
    await marks.undo();
    await marks.undo();
    expect([marks.undoable, table.rows.size]).toEqual([null, 0]);
  });

  it('that change nothing are no step', async () => {
    const { marks } = await attached();
    await marks.mark([pairs(1, [0, 0])], 'keep');
    await marks.mark([pairs(1, [0, 0])], 'keep');
    await marks.undo();
    expect([marks.markOf(1, 0, 0), marks.undoable]).toEqual([null, null]);
  });

  it('can be told apart by what they are', async () => {
    const { marks } = await attached();
    await marks.mark([pairs(1, [0, 0])], 'drop');
    await marks.mark([pairs(1, [1, 0])], 'false-negative');
    const gone = marks.pairsWith(1, ['drop', 'false-negative']);
    expect([Array.from(gone.records), Array.from(gone.positions)]).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });

  it('carry notes, which are steps too', async () => {
    const { marks, table } = await attached();
    await marks.note([pairs(1, [0, 1])], ' see the title ');
    expect([marks.noteOf(2, 0, 0), table.rows.get('2/0/0')]).toEqual(['see the title', '0see the title']);
    await marks.undo();
    expect([marks.noteOf(2, 0, 0), table.rows.size]).toEqual(['', 0]);
  });

  it('carry one note on many pairs, in one step, which stands over the notes that were there', async () => {
    const { marks, table } = await attached();
    const all = [pairs(1, [0, 0], [0, 1], [1, 0]), pairs(2, [0, 0])];
    await marks.note([pairs(1, [0, 0])], 'mine');
    await marks.note(all, 'ours');
    expect(marks.undoable).toBe('Note: 4 pairs');
    expect([...table.rows.values()]).toEqual(['0ours', '0ours', '0ours', '0ours']);
    await marks.note(all, 'ours');
    await marks.undo();
    expect([...table.rows]).toEqual([['1/0/0', '0mine']]);
    await marks.note([pairs(1, [0, 0])], '  ');
    expect([marks.undoable, table.rows.size]).toEqual(['No note: 1 pair', 0]);
  });

  it('come back in the next visit, before their sources or after, whatever was undone in this one', async () => {
    const before = await attached();
    await before.marks.mark([pairs(1, [0, 0], [1, 0])], 'drop');
    await before.marks.note([pairs(1, [0, 0])], 'why');
    await before.marks.mark([pairs(1, [1, 0])], 'keep');
    await before.marks.undo();
    const early = opened();
    await early.marks.takeBack(before.marks.all());
    await early.marks.attach([ONE]);
    const late = await attached([ONE]);
    await late.marks.takeBack(before.marks.all());
    for (const { marks, table } of [early, late]) {
      expect(Array.from(marks.marksOf(1))).toEqual([2, 0, 2]);
      expect(marks.noteOf(1, 0, 0)).toBe('why');
      expect(marks.undoable).toBeNull();
      expect([...table.rows]).toEqual([
        ['1/0/0', '2why'],
        ['1/1/0', '2'],
      ]);
    }
  });

  it('of a source that went are let go, and found again when it is back', async () => {
    const { marks } = await attached();
    await marks.mark([pairs(2, [1, 0])], 'drop');
    await marks.attach([ONE]);
    expect(marks.markOf(2, 1, 0)).toBeNull();
    await marks.attach([ONE, loadedSource(2, 'two')]);
    expect(marks.markOf(2, 1, 0)).toBe('drop');
  });

  it('take 250,000 pairs at once, whose table is whole, and all of them to be kept', async () => {
    const records = 25_000;
    const triples = Array.from({ length: records }, (_, r) =>
      Array.from({ length: 10 }, (_, k) => r * 10 + k),
    );
    const table = new TableOfMarks(new Map([[1, keysOf(1, triples)]]));
    const marks = new MarksState({ workers: table });
    await marks.attach([ONE]);
    const all: PairsOfSource = {
      source: 1,
      records: Int32Array.from({ length: records * 10 }, (_, i) => Math.floor(i / 10)),
      positions: Int32Array.from({ length: records * 10 }, (_, i) => i % 10),
    };
    await marks.mark([all], 'drop');
    expect(marks.counts(1)).toEqual([0, 0, 250_000, 0]);
    expect([table.rows.size, marks.all().marks.length]).toEqual([250_000, 250_000]);
    await marks.undo();
    expect([marks.counts(1)[0], table.rows.size, marks.all().marks.length]).toEqual([250_000, 0, 0]);
  });
});
