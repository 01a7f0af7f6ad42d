import '../runes';

import { describe, expect, it } from 'vitest';

import { emptyLabel, ME, type Label, type Said } from '../../../src/candidates/marks/labels';
import { keyText, type PairKeys } from '../../../src/candidates/marks/marks';
import type { WorkerAccess } from '../../../src/app/ask';
import type { WorkerPair } from '../../../src/app/workers';
import { NO_FILTER, type PairFilter } from '../../../src/session/audit/filter';
import { originOf } from '../../../src/session/audit/filter-words';
import { LabelSet } from '../../../src/session/audit/label-set';
import { MarksState } from '../../../src/session/audit/marks.svelte';
import type { PairPlaces } from '../../../src/scoring/pairs';
import { IS_DEEP } from '../../support/deep';
import { loadedSource } from '../../support/results';

/** A filter that looks at no label. */
const BLIND = originOf({ ...NO_FILTER, found: ['near_positive'] });

const MANY = IS_DEEP ? 500_000 : 10_000;

/** Keys of a source's pairs; `numbers[record][position]` stands for a query and a negative. */
function keysOf(source: number, numbers: readonly (readonly number[])[]): PairKeys {
  const offsets = [0];
  for (const record of numbers) offsets.push((offsets.at(-1) as number) + record.length);
  const words = numbers.flat().flatMap((number) => [number, 7, 7, 7]);
  return { source, offsets: Int32Array.from(offsets), words: Uint32Array.from(words) };
}

const keyOf = (number: number) => keyText(Uint32Array.of(number, 7, 7, 7), 0);

/** A candidates worker: keys of the sources' pairs, and a file of labels. */
function workersWith(keys: ReadonlyMap<number, PairKeys>, file: readonly Label[] = []): WorkerAccess {
  const candidates = {
    pairKeys: (id: number) => Promise.resolve(keys.get(id)),
    readLabels: ({ name }: File, receive: (part: typeof file) => void) =>
      name === 'bad.json' ? Promise.reject(new Error('No label was taken.')) : Promise.resolve(receive(file)),
  };
  const pair: Pick<WorkerPair, 'candidates' | 'guard'> = {
    candidates: candidates as unknown as WorkerPair['candidates'],
    guard: (answer) => answer,
  };
  return { phase: 'ready', ready: () => Promise.resolve(pair) };
}

const labelOf = (number: number, by: string, said: Partial<Label>): Label => ({
  ...emptyLabel(keyOf(number), by),
  at: 1000,
  ...said,
});

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

/** Source 1 has the pairs 10, 11 | 12; source 2 has 11 | 13. */
const ONE = loadedSource(1, 'one');
const TWO = loadedSource(2, 'two');

function opened(file?: readonly Label[]) {
  const keys = new Map([
    [1, keysOf(1, [[10, 11], [12]])],
    [2, keysOf(2, [[11], [13]])],
  ]);
  return new MarksState({ workers: workersWith(keys, file) });
}

async function attached(file?: readonly Label[]) {
  const marks = opened(file);
  await marks.attach([ONE, TWO]);
  return marks;
}

/** What is heard from now on, first what is there already. */
async function listened(marks: MarksState) {
  const heard: (readonly Said[])[] = [];
  await marks.keep(new LabelSet(), (said) => heard.push(said));
  return heard;
}

function setOf(heard: readonly (readonly Said[])[]): LabelSet {
  const labels = new LabelSet();
  for (const said of heard.flat()) labels.hear(said);
  return labels;
}

const pairs = (source: number, ...places: (readonly [number, number])[]): PairPlaces => ({
  source,
  records: Int32Array.from(places, ([record]) => record),
  positions: Int32Array.from(places, ([, position]) => position),
});

describe('marks', () => {
  it('of a file that is refused say so until another file is taken, and nothing of the file before', async () => {
    const marks = await attached([labelOf(10, 'ann', { mark: 'drop' })]);
    const told = () => [marks.notice !== null, marks.imported !== null];
    await marks.read(new File([], 'good.json'));
    expect(told()).toEqual([false, true]);
    await marks.read(new File([], 'bad.json'));
    expect(told()).toEqual([true, false]);
    await marks.read(new File([], 'good.json'));
    expect(told()).toEqual([false, true]);
  });

  it('belong to query and negative: the same two in another source have the mark too', async () => {
    const marks = await attached();
    await marks.mark([pairs(1, [0, 1])], 'drop');
    expect([marks.saidOf(1, 0, 1).mark, marks.saidOf(2, 0, 0).mark, marks.saidOf(1, 0, 0).mark]).toEqual([
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

  it('on a selection are one step back, over other marks that were there', async () => {
    const marks = await attached();
    await marks.mark([pairs(1, [1, 0])], 'keep');
    await marks.mark([pairs(1, [0, 0], [0, 1], [1, 0]), pairs(2, [1, 0])], 'false-negative');
    expect(marks.undoable).toBe('False negative: 4 pairs');
    await marks.undo();
    expect(codesOf(marks)).toEqual([0, 0, 1]);
    expect(tableOf(marks)).toEqual([['1/1/0', '1']]);
    await marks.undo();
    expect([marks.undoable, tableOf(marks).length]).toEqual([null, 0]);
  });

  it('carry notes, which are steps too', async () => {
    const marks = await attached();
    await marks.note([pairs(1, [0, 1])], ' see the title ');
    expect([marks.saidOf(2, 0, 0).note, new Map(tableOf(marks)).get('2/0/0')]).toEqual([
      'see the title',
      '0see the title',
    ]);
    await marks.undo();
    expect([marks.saidOf(2, 0, 0).note, tableOf(marks).length]).toEqual(['', 0]);
  });

  it('come back in the next visit, before their sources or after, whatever was undone in this one', async () => {
    const before = await attached();
    await before.mark([pairs(1, [0, 0], [1, 0])], 'drop');
    const heard = await listened(before);
    await before.note([pairs(1, [0, 0])], 'why');
    await before.mark([pairs(1, [1, 0])], 'keep');
    await before.undo();
    const kept = structuredClone(heard.map((said) => [...said]));
    const early = opened();
    await early.keep(setOf(kept), () => undefined);
    await early.attach([ONE]);
    const late = opened();
    await late.attach([ONE]);
    await late.keep(setOf(kept), () => undefined);
    for (const marks of [early, late]) {
      expect(codesOf(marks)).toEqual([2, 0, 2]);
      expect(marks.saidOf(1, 0, 0).note).toBe('why');
      expect(marks.saidOf(1, 0, 0).by).toBe('by hand');
      expect(marks.undoable).toBeNull();
      expect(tableOf(marks)).toEqual([
        ['1/0/0', '2why'],
        ['1/1/0', '2'],
      ]);
    }
  });

  it('in bulk say so, and leave those by hand as they are, also where these come later or are the same', async () => {
    const marks = await attached();
    const all = [pairs(1, [0, 0], [0, 1], [1, 0])];
    await marks.mark([pairs(1, [0, 1])], 'keep');
    await marks.markInBulk(all, 'drop', BLIND);
    expect(codesOf(marks)).toEqual([2, 1, 2]);
    expect([marks.saidOf(1, 0, 0).by, marks.saidOf(1, 0, 1).by]).toEqual([BLIND.words, 'by hand']);
    expect([marks.undoable, marks.leftAlone]).toEqual(['Drop: 2 pairs', '1 pair keeps your mark.']);
    // The mark is the same; who set it is not.
    await marks.mark([pairs(1, [0, 0])], 'drop');
    expect([marks.saidOf(1, 0, 0).by, marks.leftAlone]).toEqual(['by hand', null]);
    await marks.markInBulk(all, null, BLIND);
    expect(codesOf(marks)).toEqual([2, 1, 0]);
    await marks.mark([pairs(1, [0, 1])], null);
    expect(marks.saidOf(1, 0, 1).by).toBe('');
  });

  it('in bulk count over those of a file, and are taken away in bulk', async () => {
    const marks = await attached();
    await marks.merge([labelOf(10, 'model', { mark: 'keep' })], 'model.json');
    await marks.markInBulk([pairs(1, [0, 0])], 'drop', BLIND);
    expect([marks.saidOf(1, 0, 0).mark, marks.saidOf(1, 0, 0).by, marks.leftAlone]).toEqual([
      'drop',
      BLIND.words,
      null,
    ]);
    await marks.markInBulk([pairs(1, [0, 0])], null, BLIND);
    expect(marks.saidOf(1, 0, 0).mark).toBeNull();
  });

  it('of a source that went are let go, and found again when it is back', async () => {
    const marks = await attached();
    await marks.mark([pairs(2, [1, 0])], 'drop');
    await marks.attach([ONE]);
    expect(marks.saidOf(2, 1, 0).mark).toBeNull();
    await marks.attach([ONE, loadedSource(2, 'two')]);
    expect(marks.saidOf(2, 1, 0).mark).toBe('drop');
  });

  it(`take ${MANY} pairs at once, whose table is whole, and all of them to be kept`, async () => {
    const records = MANY / 10;
    const numbers = Array.from({ length: records }, (_, r) =>
      Array.from({ length: 10 }, (_, k) => r * 10 + k),
    );
    const marks = new MarksState({ workers: workersWith(new Map([[1, keysOf(1, numbers)]])) });
    await marks.attach([ONE]);
    const all: PairPlaces = {
      source: 1,
      records: Int32Array.from({ length: records * 10 }, (_, i) => Math.floor(i / 10)),
      positions: Int32Array.from({ length: records * 10 }, (_, i) => i % 10),
    };
    const heard = await listened(marks);
    await marks.mark([all], 'drop');
    expect(Math.max(...heard.map((said) => said.length))).toBeLessThanOrEqual(1_000);
    expect([marks.count(1, 'drop'), tableOf(marks).length, marks.kept]).toEqual([MANY, MANY, MANY]);
    await marks.undo();
    expect(heard.length).toBe((2 * MANY) / 1_000);
    expect([marks.count(1, 'drop'), tableOf(marks).length, marks.kept]).toEqual([0, 0, 0]);
  });
});

describe('labels of others', () => {
  it('come in one step, also of pairs that are not loaded; mine count first, and the file has all of them', async () => {
    const marks = await attached([
      labelOf(11, 'ann', { mark: 'drop', note: 'copy' }),
      labelOf(99, 'ann', { mark: 'keep', note: 'of another file' }),
    ]);
    await marks.mark([pairs(1, [0, 1])], 'keep');
    await marks.read(new File([], 'ann.json'));
    expect([marks.undoable, marks.kept]).toEqual(['Import: 2 labels', 3]);
    expect(marks.imported).toContain('2 labels from ann.json. 1 differs from labels that were there.');
    expect([marks.saidOf(2, 0, 0).mark, marks.saidOf(2, 0, 0).by, marks.saidOf(2, 0, 0).note]).toEqual([
      'keep',
      'by hand',
      'copy',
    ]);
    const written = JSON.parse(await (await marks.written((id) => `source ${id}`)).text()) as {
      labels: { key: string; by: string; mark: string; source: string | null; position: number | null }[];
    };
    expect(written.labels.map(({ key, by, mark, source }) => [key, by, mark, source])).toEqual([
      [keyOf(11), ME, 'keep', 'source 1'],
      [keyOf(11), 'ann', 'drop', 'source 1'],
      [keyOf(99), 'ann', 'keep', null],
    ]);
    expect(written.labels[0]).toMatchObject({ record: 1, position: 2 });
    await marks.undo();
    expect([marks.kept, marks.saidOf(1, 0, 1).note, marks.imported]).toEqual([1, '', null]);
    await marks.forget();
    expect([marks.kept, marks.undoable]).toEqual([0, null]);
  });

  it('that only note something leave the mark that is there', async () => {
    const marks = await attached([labelOf(11, ME, { note: 'a title' }), labelOf(12, 'ann', { note: 'b' })]);
    await marks.mark([pairs(1, [0, 1])], 'false-negative');
    await marks.merge([labelOf(12, 'ann', { mark: 'drop' })], 'first');
    await marks.read(new File([], 'second.json'));
    expect([marks.saidOf(1, 0, 1).mark, marks.saidOf(1, 1, 0).mark]).toEqual(['false-negative', 'drop']);
    expect([marks.saidOf(1, 0, 1).note, marks.saidOf(1, 1, 0).note]).toEqual(['a title', 'b']);
  });

  it('of one author: the newer counts, whichever file comes first', async () => {
    const marks = await attached();
    const old = labelOf(12, 'ann', { mark: 'drop', verdict: 'answers', at: 1 });
    const young = labelOf(12, 'ann', { mark: 'keep', at: 2 });
    for (const order of [
      [old, young],
      [young, old],
    ]) {
      for (const label of order) await marks.merge([label], 'file');
      expect([marks.saidOf(1, 1, 0).mark, marks.book.get('ann')?.get(keyOf(12))]).toEqual([
        'keep',
        'answers',
      ]);
      expect(marks.imported).toContain('1 differs');
      await marks.forget();
    }
    await marks.merge([old, young], 'both in one file');
    await marks.undo();
    expect(marks.kept).toBe(0);
  });

  it('of several authors: the newest mark counts where I have none, and “no mark” takes all of them away', async () => {
    const marks = await attached();
    await marks.merge(
      [labelOf(12, 'ann', { mark: 'drop', at: 5 }), labelOf(12, 'bob', { mark: 'keep', at: 4 })],
      'f',
    );
    expect([marks.saidOf(1, 1, 0).mark, marks.saidOf(1, 1, 0).by]).toEqual(['drop', 'ann']);
    await marks.mark([pairs(1, [1, 0])], null);
    expect([marks.saidOf(1, 1, 0).mark, marks.kept]).toEqual([null, 0]);
    await marks.undo();
    expect([marks.saidOf(1, 1, 0).mark, marks.kept]).toEqual(['drop', 2]);
  });
});

describe('judged answers', () => {
  it('are marked to go in one step, but for pairs that have a mark', async () => {
    const marks = await attached();
    await marks.judge(keyOf(10), 'answers');
    await marks.judge(keyOf(11), 'answers');
    await marks.mark([pairs(1, [0, 1])], 'keep');
    await marks.markAnswers([keyOf(10), keyOf(11)], ['me']);
    expect(marks.undoable).toBe('False negative: 1 judged answer');
    // Mark and verdict stand in one code.
    expect(codesOf(marks)).toEqual([3 | (1 << 2), 1 | (1 << 2), 0]);
    expect(marks.saidOf(1, 0, 0).by).toBe('judged by me');
    await marks.undo();
    expect([marks.saidOf(1, 0, 0).mark, marks.saidOf(1, 0, 1).mark]).toEqual([null, 'keep']);
    expect(marks.book.get(ME)?.size).toBe(2);
  });

  it('leave for their verdict where no rule that is blind to verdicts took them', async () => {
    const marks = await attached();
    const leaving = ['drop', 'false-negative'] as const;
    await marks.markInBulk([pairs(1, [0, 0])], 'drop', BLIND);
    await marks.markInBulk([pairs(1, [0, 1])], 'drop', originOf({ ...NO_FILTER, verdicts: ['answers'] }));
    await marks.mark([pairs(1, [1, 0])], 'false-negative');
    for (const number of [10, 11, 12]) await marks.judge(keyOf(number), 'answers');
    expect([10, 11, 12, 13].map((number) => marks.isMarkedForVerdict(keyOf(number), leaving))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(marks.ruledOut(1, leaving)).toEqual(pairs(1, [0, 0]));
    expect(marks.ruledOut(2, leaving).records).toHaveLength(0);
    expect(marks.isMarkedForVerdict(keyOf(12), ['drop'])).toBe(false);
  });

  it.each<[string, Partial<PairFilter>, boolean]>([
    ['a source named llm-judged', { sources: ['llm-judged'] }, false],
    ['the search “SQL”', { search: 'SQL' }, false],
    ['verdicts', { verdicts: ['none'] }, true],
    ['marks', { marks: ['false-negative'] }, true],
    ['SQL', { sql: 'SELECT 1' }, true],
  ])('may have been marked for it by a filter on %s: %j, %s', async (_, part, may) => {
    const marks = await attached();
    await marks.markInBulk([pairs(1, [0, 0])], 'drop', originOf({ ...NO_FILTER, ...part }));
    await marks.judge(keyOf(10), 'answers');
    expect(marks.isMarkedForVerdict(keyOf(10), ['drop'])).toBe(may);
    expect(marks.ruledOut(1, ['drop']).records).toHaveLength(may ? 0 : 1);
  });

  it('may have been marked for it where an older file or session names no kind', async () => {
    const marks = await attached();
    const older = labelOf(10, ME, { mark: 'drop', via: 'in bulk: near the positive' });
    const stored = new LabelSet();
    stored.hear({ ...older, verdict: 'answers' });
    await marks.keep(stored, () => undefined);
    expect([marks.saidOf(1, 0, 0).mark, marks.saidOf(1, 0, 0).by]).toEqual([
      'drop',
      'in bulk: near the positive',
    ]);
    expect(marks.isMarkedForVerdict(keyOf(10), ['drop'])).toBe(true);
  });

  it('keep the kind of their mark over a reload', async () => {
    const marks = await attached();
    const heard = await listened(marks);
    await marks.markInBulk([pairs(1, [0, 0])], 'drop', BLIND);
    await marks.judge(keyOf(10), 'answers');
    const next = await attached();
    await next.keep(setOf(heard), () => undefined);
    expect(next.isMarkedForVerdict(keyOf(10), ['drop'])).toBe(false);
  });

  it('are counted with the other marks by who set them, and each rule can be taken out', async () => {
    const marks = await attached();
    const leaving = ['drop', 'false-negative'] as const;
    await marks.markInBulk([pairs(1, [0, 0], [0, 1])], 'drop', { kind: 'filter', words: 'in bulk: one' });
    await marks.mark([pairs(1, [1, 0])], 'drop');
    // The pair 11 stands in both sources.
    expect([...marks.marksBy(leaving)]).toEqual([
      ['in bulk: one', { distinct: 2, rows: 3 }],
      ['by hand', { distinct: 1, rows: 1 }],
    ]);
    expect(marks.marksBy(['drop']).get('by hand')).toEqual({ distinct: 1, rows: 1 });
    await marks.takeOut('in bulk: one', leaving);
    expect([...marks.marksBy(leaving).keys()]).toEqual(['by hand']);
    await marks.undo();
    expect(marks.marksBy(leaving).get('in bulk: one')).toEqual({ distinct: 2, rows: 3 });
    // One of these three places is in the other source.
    await marks.attach([TWO]);
    expect([...marks.marksBy(leaving)]).toEqual([['in bulk: one', { distinct: 1, rows: 1 }]]);
    await marks.undo();
    expect(marks.count(2, 'drop')).toBe(1);
  });
});
