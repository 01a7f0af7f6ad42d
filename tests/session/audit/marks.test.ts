/** Marks on pairs: set, taken back, kept, and as the table for SQL. */

import '../runes';

import { describe, expect, it } from 'vitest';

import { keyText, type Marked, type Marks, type PairKeys } from '../../../src/candidates/marks/marks';
import type { LoadedSource } from '../../../src/candidates/outcomes';
import type { WorkerAccess } from '../../../src/app/ask';
import type { WorkerPair } from '../../../src/app/workers';
import { MarksState } from '../../../src/session/audit/marks.svelte';
import type { PairPlaces } from '../../../src/scoring/pairs';
import { IS_DEEP } from '../../support/deep';
import { loadedSource } from '../../support/results';

const MANY = IS_DEEP ? 250_000 : 10_000;

/** Keys of a source's pairs; `triples[record][position]` stands for three texts. */
function keysOf(source: number, triples: readonly (readonly number[])[]): PairKeys {
  const offsets = [0];
  for (const record of triples) offsets.push((offsets.at(-1) as number) + record.length);
  const words = triples.flat().flatMap((triple) => [triple, 7, 7, 7]);
  return { source, offsets: Int32Array.from(offsets), words: Uint32Array.from(words) };
}

/** The candidates worker as marks ask it: keys of the sources' pairs, and a file of marks. */
function workersWith(keys: ReadonlyMap<number, PairKeys>, file: Marks = new Map()): WorkerAccess {
  const candidates = {
    pairKeys: (id: number) => Promise.resolve(keys.get(id)),
    readMarks: (_: File, receive: (part: typeof file) => void) => Promise.resolve(receive(file)),
  };
  const pair: Pick<WorkerPair, 'candidates' | 'guard'> = {
    candidates: candidates as unknown as WorkerPair['candidates'],
    guard: (answer) => answer,
  };
  return { phase: 'ready', ready: () => Promise.resolve(pair) };
}

/** The table `marks` as it would be filled: `source/record/position`, code of the mark and note. */
function tableOf(marks: MarksState): [string, string][] {
  return marks
    .marked()
    .flatMap(({ source, records, positions, marks, notes }) =>
      Array.from(records, (record, i): [string, string] => [
        `${source}/${record}/${positions[i]}`,
        `${marks[i]}${notes[i]}`,
      ]),
    );
}

/** Codes of the three pairs of source 1. */
function codesOf(marks: MarksState): number[] {
  const rows = {
    source: Int32Array.of(1, 1, 1),
    record: Int32Array.of(0, 0, 1),
    position: Int32Array.of(0, 1, 0),
  };
  return [...marks.codesOf(rows)];
}

/** Source 1 has the triples 10, 11 | 12; source 2 has 11 | 13. */
const ONE = loadedSource(1, 'one');
const TWO = loadedSource(2, 'two');

function opened(file?: Marks) {
  const keys = new Map([
    [1, keysOf(1, [[10, 11], [12]])],
    [2, keysOf(2, [[11], [13]])],
  ]);
  return new MarksState({ workers: workersWith(keys, file) });
}

async function attached(sources: readonly LoadedSource[] = [ONE, TWO], file?: Marks) {
  const marks = opened(file);
  await marks.attach(sources);
  return marks;
}

const pairs = (source: number, ...places: (readonly [number, number])[]): PairPlaces => ({
  source,
  records: Int32Array.from(places, ([record]) => record),
  positions: Int32Array.from(places, ([, position]) => position),
});

describe('marks', () => {
  it('belong to texts: the same three in another source have the mark too', async () => {
    const marks = await attached();
    await marks.mark([pairs(1, [0, 1])], 'drop');
    expect([marks.markOf(1, 0, 1), marks.markOf(2, 0, 0), marks.markOf(1, 0, 0)]).toEqual([
      'drop',
      'drop',
      null,
    ]);
    expect(codesOf(marks)).toEqual([0, 2, 0]);
    expect([marks.count(2, 'drop'), marks.count(2, 'keep')]).toEqual([1, 0]);
    expect(tableOf(marks)).toEqual([
      ['1/0/1', '2'],
      ['2/0/0', '2'],
    ]);
  });

  it('on a selection are one step back and one step forth, over other marks that were there', async () => {
    const marks = await attached();
    await marks.mark([pairs(1, [1, 0])], 'keep');
    await marks.mark([pairs(1, [0, 0], [0, 1], [1, 0]), pairs(2, [1, 0])], 'false-negative');
    expect(marks.undoable).toBe('False negative: 4 pairs');
    await marks.undo();
    expect(codesOf(marks)).toEqual([0, 0, 1]);
    expect(tableOf(marks)).toEqual([['1/1/0', '1']]);
    await marks.redo();
    expect(codesOf(marks)).toEqual([3, 3, 3]);
    expect(marks.redoable).toBeNull();
    await marks.undo();
    await marks.undo();
    expect([marks.undoable, tableOf(marks).length]).toEqual([null, 0]);
  });

  it('that change nothing are no step', async () => {
    const marks = await attached();
    await marks.mark([pairs(1, [0, 0])], 'keep');
    await marks.mark([pairs(1, [0, 0])], 'keep');
    await marks.undo();
    expect([marks.markOf(1, 0, 0), marks.undoable]).toEqual([null, null]);
  });

  it('can be told apart by what they are', async () => {
    const marks = await attached();
    await marks.mark([pairs(1, [0, 0])], 'drop');
    await marks.mark([pairs(1, [1, 0])], 'false-negative');
    const gone = marks.pairsWith(1, ['drop', 'false-negative']);
    expect([Array.from(gone.records), Array.from(gone.positions)]).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });

  it('carry notes, which are steps too', async () => {
    const marks = await attached();
    await marks.note([pairs(1, [0, 1])], ' see the title ');
    expect([marks.noteOf(2, 0, 0), new Map(tableOf(marks)).get('2/0/0')]).toEqual([
      'see the title',
      '0see the title',
    ]);
    await marks.undo();
    expect([marks.noteOf(2, 0, 0), tableOf(marks).length]).toEqual(['', 0]);
  });

  it('carry one note on many pairs, in one step, which stands over the notes that were there', async () => {
    const marks = await attached();
    const all = [pairs(1, [0, 0], [0, 1], [1, 0]), pairs(2, [0, 0])];
    await marks.note([pairs(1, [0, 0])], 'mine');
    await marks.note(all, 'ours');
    expect(marks.undoable).toBe('Note: 4 pairs');
    expect(tableOf(marks).map(([, said]) => said)).toEqual(['0ours', '0ours', '0ours', '0ours']);
    await marks.note(all, 'ours');
    await marks.undo();
    expect(tableOf(marks)).toEqual([['1/0/0', '0mine']]);
    await marks.note([pairs(1, [0, 0])], '  ');
    expect([marks.undoable, tableOf(marks).length]).toEqual(['No note: 1 pair', 0]);
  });

  it('come back in the next visit, before their sources or after, whatever was undone in this one', async () => {
    const before = await attached();
    await before.mark([pairs(1, [0, 0], [1, 0])], 'drop');
    await before.note([pairs(1, [0, 0])], 'why');
    await before.mark([pairs(1, [1, 0])], 'keep');
    await before.undo();
    const kept = structuredClone(before.all());
    const early = opened();
    await early.takeBack(kept);
    await early.attach([ONE]);
    const late = await attached([ONE]);
    await late.takeBack(kept);
    for (const marks of [early, late]) {
      expect(codesOf(marks)).toEqual([2, 0, 2]);
      expect(marks.noteOf(1, 0, 0)).toBe('why');
      expect(marks.byOf(1, 0, 0)).toBe('by hand');
      expect(marks.undoable).toBeNull();
      expect(tableOf(marks)).toEqual([
        ['1/0/0', '2why'],
        ['1/1/0', '2'],
      ]);
    }
  });

  it('of a file are one step over those that are there, and of pairs that are not loaded too', async () => {
    const [known, unknown] = [
      keyText(Uint32Array.of(11, 7, 7, 7), 0),
      keyText(Uint32Array.of(99, 0, 0, 0), 0),
    ];
    const file = new Map<string, Marked>([
      [known, { mark: 'drop', note: '' }],
      [unknown, { mark: 'keep', note: 'of another file' }],
    ]);
    const marks = await attached([ONE, TWO], file);
    await marks.note([pairs(1, [0, 1])], 'mine');
    await marks.read(new File([], 'marks.json'));
    expect([marks.undoable, marks.kept]).toEqual(['Import: 2 marks', 2]);
    expect(marks.byOf(1, 0, 1)).toBe('from marks.json');
    await marks.mark([pairs(1, [0, 0])], 'drop', 'cure: copies');
    expect(marks.byOf(1, 0, 0)).toBe('cure: copies');
    await marks.undo();
    expect(marks.byOf(1, 0, 0)).toBe('');
    expect(tableOf(marks)).toEqual([
      ['1/0/1', '2mine'],
      ['2/0/0', '2mine'],
    ]);
    const written = JSON.parse(await (await marks.written((id) => `source ${id}`)).text()) as {
      marks: unknown;
    };
    const by = 'from marks.json';
    expect(written.marks).toEqual([
      { key: known, mark: 'drop', note: 'mine', by, source: 'source 1', record: 1, position: 2 },
      { key: unknown, mark: 'keep', note: 'of another file', by, source: null, record: null, position: null },
    ]);
    await marks.undo();
    expect([tableOf(marks).length, marks.kept]).toEqual([2, 1]);
    await marks.forget();
    expect([marks.kept, marks.undoable, marks.redoable]).toEqual([0, null, null]);
  });

  it('of a source that went are let go, and found again when it is back', async () => {
    const marks = await attached();
    await marks.mark([pairs(2, [1, 0])], 'drop');
    await marks.attach([ONE]);
    expect(marks.markOf(2, 1, 0)).toBeNull();
    await marks.attach([ONE, loadedSource(2, 'two')]);
    expect(marks.markOf(2, 1, 0)).toBe('drop');
  });

  it(`take ${MANY} pairs at once, whose table is whole, and all of them to be kept`, async () => {
    const records = MANY / 10;
    const triples = Array.from({ length: records }, (_, r) =>
      Array.from({ length: 10 }, (_, k) => r * 10 + k),
    );
    const marks = new MarksState({ workers: workersWith(new Map([[1, keysOf(1, triples)]])) });
    await marks.attach([ONE]);
    const all: PairPlaces = {
      source: 1,
      records: Int32Array.from({ length: records * 10 }, (_, i) => Math.floor(i / 10)),
      positions: Int32Array.from({ length: records * 10 }, (_, i) => i % 10),
    };
    await marks.mark([all], 'drop');
    expect([marks.count(1, 'drop'), tableOf(marks).length, marks.kept]).toEqual([MANY, MANY, MANY]);
    await marks.undo();
    expect([marks.count(1, 'drop'), tableOf(marks).length, marks.kept]).toEqual([0, 0, 0]);
  });
});
