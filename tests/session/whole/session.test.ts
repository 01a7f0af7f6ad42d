/** The whole session, with its derived values and effects, over fake workers and a store in memory. */

import { beforeEach, expect, it, vi } from 'vitest';

import { emptyLabel } from '../../../src/candidates/marks/labels';
import { keyText } from '../../../src/candidates/marks/marks';
import { BasketState } from '../../../src/pages/audit/basket/basket-state.svelte';
import { AuditState } from '../../../src/session/audit/audit-state.svelte';
import type { FileEntry, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import { sessionReport } from '../../../src/session/result/session-report';
import { eventually } from '../../support/eventually';
import { loadedFile, loadedSource } from '../../support/results';
import { asSources, keysOfPairs, type Outcome } from '../fake-workers';
import { beginTab, FakeEngine, folder, give, held, newBrowser, openTab, rested, type Kept } from './tabs';

vi.mock('../../../src/session/session-store', async (original) => {
  const { browser } = await import('./browser-store');
  return { ...(await original<object>()), indexedStore: () => browser.store };
});

vi.mock('../../../src/ui/save-file', () => ({ saveFile: vi.fn() }));

let engine: FakeEngine;

beforeEach(newBrowser);

/** A page of its own, on which no page of the session is mounted. */
async function opened(): Promise<Kept> {
  const tab = await openTab({ 'many.jsonl': asSources('bm25', 'dense') });
  engine = tab.engine;
  return tab.session;
}

/** Two files of the user, ranked with a folder of his, and kept. */
async function kept(): Promise<Kept> {
  const comparison = await opened();
  await give(comparison, 'bm25.jsonl', 'tasb.jsonl', 'random.jsonl');
  await comparison.encoder.pick(folder());
  comparison.settings.values.tau = 0.07;
  await comparison.rank();
  await comparison.keep.keep();
  await rested(comparison);
  return comparison;
}

it('shows the report that was kept, then ranks by itself, on whatever page one arrives', async () => {
  const before = await kept();
  expect([before.run.notice, before.state, before.lastReport !== null]).toEqual([null, 'current', true]);
  const run = held();
  engine = new FakeEngine();
  engine.ending = run.until;
  const { session: after } = beginTab({}, { engine });
  const isShown = () => expect([after.run.ongoing, after.opened]).not.toContain(null);
  await eventually(isShown);
  expect([after.keep.remarks, after.opened?.file, after.state]).toEqual([[], null, 'ranking']);
  expect(Object.keys(after.opened?.report.sources ?? {})).toEqual(['bm25', 'tasb', 'random']);
  expect(after.settings.values.tau).toBe(0.07);
  run.release();
  await eventually(() => expect(after.run.finished).not.toBeNull());
  expect([after.opened, after.state, engine.runs]).toEqual([null, 'current', 1]);
});

it('says what the kept report is of, whatever was changed after it, and ranks as things stand', async () => {
  const before = await kept();
  const [first] = before.sources.entries;
  expect(before.unsavable).toBeNull();
  await before.sources.remove(first as SourceEntry);
  const words = 'read again or removed since this result. Rank again, then save.';
  expect(before.unsavable).toBe(`bm25: ${words}`);
  before.settings.values.tau = 0.2;
  before.settings.values.seed = 7;
  for (const entry of before.sources.entries) entry.reference = entry.name === 'tasb';
  await rested(before);
  expect(before.state).toBe('out of date');
  const after = await opened();
  await eventually(() => expect(after.run.finished).not.toBeNull());
  expect(after.run.finished?.result.settings).toMatchObject({ tau: 0.2, seed: 7 });
  expect(after.names).toEqual(['tasb', 'random']);
  expect([after.changes, after.state, after.unsavable]).toEqual([[], 'current', null]);
  expect(after.run.key).toMatchObject({ references: [true, false] });
  const [file] = after.sources.loaded as [FileEntry];
  await after.sources.readAgain(file, file.options);
  expect(after.unsavable).toBe(`tasb: ${words}`);
});

it('ranks nothing by itself where nothing was ranked, and keeps files without a report', async () => {
  const comparison = await opened();
  await give(comparison, 'many.jsonl');
  await comparison.keep.keep();
  expect([comparison.keep.notice, comparison.keep.phase, comparison.lastReport !== null]).toEqual([
    null,
    'kept',
    false,
  ]);
  const after = await opened();
  expect([after.opened, engine.runs, after.names]).toEqual([null, 0, ['bm25', 'dense']]);
});

it('says what stands in the way of a run, one sentence each', async () => {
  const session = await opened();
  const { sources, encoder, settings } = session;
  const obstacles = () => session.obstacles;
  expect(obstacles()).toEqual(['Load a source first.']);
  await give(session, 'many.jsonl');
  settings.values.seed = -1;
  expect(obstacles()).toEqual(['Seed: a whole number from 0 on to 4294967295.']);
  settings.values.seed = 7;
  expect(obstacles()).toEqual([]);
  await encoder.pick({ name: 'empty', files: [] });
  expect(obstacles()).toEqual(['Choose an encoder: the one that you will train.']);
  await encoder.pick(folder());
  expect(obstacles()).toEqual([]);
  const read = sources.readAgain(sources.files[0] as FileEntry);
  expect(obstacles()).toContain('Files are still being read.');
  await read;
});

it('ranks again by itself once workers that failed are started again', async () => {
  const comparison = await kept();
  await comparison.startAgain();
  await eventually(() => expect([engine.runs, comparison.state]).toEqual([2, 'current']));
});

it.each<[string, (comparison: Kept) => void, object]>([
  ['the temperature', ({ settings }) => void (settings.values.tau = 0.2), { tau: 0.2 }],
  [
    'the weighting',
    ({ settings }) => void (settings.values.weighting = 'two-sided'),
    { weighting: 'two-sided' },
  ],
  [
    'a reference',
    ({ sources }) => void ((sources.entries[1] as SourceEntry).reference = true),
    { references: [false, true, false] },
  ],
  [
    'a setting',
    ({ sources }) => void ((sources.entries[1] as SourceEntry).setting = 'other'),
    { settings: ['default', 'other', 'default'] },
  ],
])(
  'brings figures to %s, whether it was changed after the run or while it went on',
  async (_, change, asked) => {
    for (const isDuring of [false, true]) {
      newBrowser();
      const comparison = await kept();
      const run = isDuring ? comparison.rank() : Promise.resolve();
      change(comparison);
      await run;
      await eventually(() => expect(comparison.run.key).toMatchObject(asked));
      expect([engine.settled.at(-1), comparison.state]).toEqual([expect.objectContaining(asked), 'current']);
      const tau = comparison.settings.values.tau ?? 0;
      expect(comparison.run.finished?.result).toMatchObject({ settings: { tau } });
      expect(comparison.run.finished?.result.sources[0]?.figures.eci).toBe(tau);
    }
  },
);

it('shows a preview until the figures are summed, the last ones where they cannot be, and says which', async () => {
  const comparison = await kept();
  const sums = held();
  engine.summing = sums.until;
  comparison.settings.values.tau = 0.2;
  await eventually(() => expect(comparison.run.finished?.result.settings.tau).toBe(0.2));
  expect([comparison.run.key, comparison.state]).toEqual([null, 'being brought up to date']);
  sums.release();
  await eventually(() => expect(comparison.state).toBe('current'));
  engine.failure = new Error('broken');
  comparison.settings.values.tau = 0.3;
  await eventually(() => expect(comparison.state).toBe('out of date'));
  expect([comparison.run.notice === null, comparison.unsavable]).toEqual([
    false,
    'The scores could not be brought up to date. Rank again, then save.',
  ]);
  await expect(sessionReport(comparison)).rejects.toThrow('can no longer be computed');
  engine.failure = null;
  comparison.settings.values.tau = 0.2;
  await eventually(() => expect([comparison.run.notice, comparison.state]).toEqual([null, 'current']));
});

it('tells of saved files until something else would leave them, and saves anew at each press', async () => {
  const blanks: Outcome = (id, file) => {
    const counted = loadedSource(id, file, { blankNegativesRemoved: 2 });
    return { status: 'loaded', id, loaded: { ...loadedFile(id, file), sources: [counted] } };
  };
  const { app, session, workers } = await openTab({ 'blanks.jsonl': blanks });
  await give(session, 'blanks.jsonl', 'clean.jsonl');
  const basket = app.state(BasketState);
  expect(basket.files.map(({ file }) => file.name)).toEqual(['blanks.jsonl']);
  await basket.save();
  expect(basket.saved?.zipName).toBe('cleaned.zip');
  basket.turn('blanks');
  expect([basket.saved, basket.files]).toEqual([null, []]);
  basket.turn('blanks');
  expect(basket.saved?.zipName).toBe('cleaned.zip');
  await basket.save();
  expect(workers.cleaned.map((requests) => requests.length)).toEqual([1, 1]);
  expect(workers.cleaned[0]?.[0]).toMatchObject({
    removed: [],
    without: { rejects: 'blank', blanks: true },
  });
});

/** A file of two sources, perhaps ranked; the first loses a pair by hand and one by a label of Ann's. */
async function withDropped(isRanked: boolean) {
  const { app, session, workers, engine } = await openTab({ 'many.jsonl': asSources('bm25', 'dense') });
  await give(session, 'many.jsonl');
  await session.encoder.pick(folder());
  session.settings.values.tau = 0.07;
  if (isRanked) await session.rank();
  const loaded = session.sources.entries.map((entry) => entry.loaded);
  const source = loaded[0]?.id ?? 0;
  const basket = app.state(BasketState);
  await basket.marks.attach(loaded);
  await basket.marks.mark([{ source, records: Int32Array.of(0), positions: Int32Array.of(1) }], 'drop');
  const hers = emptyLabel(keyText(keysOfPairs(source).words, 2), 'Ann');
  await basket.marks.merge([{ ...hers, mark: 'drop', at: 1 }], 'hers.json');
  return { app, session, basket, workers, engine, source };
}

it('shows figures without what leaves at the temperature of now alone', async () => {
  const { session, basket, engine } = await withDropped(true);
  const scores = () => basket.losing.map(({ after }) => after?.eci ?? null);
  const [first, second] = [held(), held()];
  engine.cleaning = first.until;
  const asked = basket.figures.ask();
  await eventually(() => expect(engine.cleanedAt).toEqual([0.07]));
  session.settings.values.tau = 0.2;
  await eventually(() => expect(session.run.key?.tau).toBe(0.2));
  engine.cleaning = second.until;
  first.release();
  await eventually(() => expect(engine.cleanedAt).toEqual([0.07, 0.2]));
  expect(scores()).toEqual([null]);
  second.release();
  await asked;
  expect(scores()).toEqual([0.2]);
  session.settings.values.tau = 0.07;
  await eventually(() => expect(session.run.key?.tau).toBe(0.07));
  expect(scores()).toEqual([null]);
});

it.each([
  ['after a run', true],
  ['before a run', false],
])('says of the pairs that leave a file why, %s', async (_, isRanked) => {
  const { basket, workers, source } = await withDropped(isRanked);
  await basket.save();
  expect(workers.cleaned.flat()).toMatchObject([
    {
      reasons: [{ markedBy: 'by hand' }, { markedBy: 'Ann' }],
      removed: [
        {
          source,
          records: Int32Array.of(0, 1),
          positions: Int32Array.of(1, 0),
          reasons: Int32Array.of(0, 1),
        },
      ],
    },
  ]);
});

it('takes the marked pairs out of a file that was read again after a run, whatever page is open', async () => {
  const { session, basket, workers, source } = await withDropped(true);
  const marked = () => basket.marked.map(([by, { distinct, rows }]) => [by, distinct, rows]);
  expect(basket.losing.map(({ removed }) => removed)).toEqual([2]);
  workers.keysOf = (id) => ({ ...keysOfPairs(id - 10), source: id });
  await session.sources.readAgain(session.sources.files[0] as FileEntry);
  const again = session.sources.entries[0]?.loaded.id;
  expect(again).toBe(source + 10);
  await basket.save();
  expect(workers.cleaned.flat()).toMatchObject([
    { removed: [{ source: again, records: Int32Array.of(0, 1), positions: Int32Array.of(1, 0) }] },
  ]);
  expect([basket.losing, basket.count('drop')]).toEqual([[], 2]);
  expect(marked()).toEqual([
    ['by hand', 1, 1],
    ['Ann', 1, 1],
  ]);
});

it('counts no marks of a file that was removed after a run', async () => {
  const { app, session, basket, source } = await withDropped(true);
  expect(basket.marked.length).toBe(2);
  await session.sources.removeFile(session.sources.files[0] as FileEntry);
  await app.state(AuditState).attach();
  expect([basket.losing, basket.marked]).toEqual([[], []]);
  expect([basket.files, basket.emptied(source)]).toEqual([[], 0]);
});

it('sets a made source apart, and nothing that is given while it is made', async () => {
  const comparison = await kept();
  const { sources } = comparison;
  sources.trust(['late', 'made']);
  const source = held();
  engine.making = source.until;
  const made = comparison.addMade({ kind: 'hybrid', a: 1, b: 2 });
  await give(comparison, 'late.jsonl');
  source.release();
  expect(await made).toBe('hybrid');
  const said = sources.entries.slice(-2).map(({ name, setting, reference }) => [name, setting, reference]);
  expect(said).toEqual([
    ['late', 'default', true],
    ['made', 'hybrid', false],
  ]);
});

it('ticks the references that an address names, once their sources come', async () => {
  const comparison = await opened();
  await give(comparison, 'many.jsonl');
  for (const entry of comparison.sources.entries) entry.reference = false;
  comparison.sources.trust(['bm25', 'late']);
  await rested(comparison);
  expect(comparison.sources.entries.map(({ reference }) => reference)).toEqual([true, false]);
  await give(comparison, 'late.jsonl');
  await rested(comparison);
  expect(comparison.sources.entries.map(({ name, reference }) => [name, reference])).toEqual([
    ['bm25', true],
    ['dense', false],
    ['late', true],
  ]);
});
