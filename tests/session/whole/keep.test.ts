import { beforeEach, expect, it, vi } from 'vitest';

import { emptyLabel, ME, type Label } from '../../../src/candidates/marks/labels';
import { CacheInUseError } from '../../../src/encoder/errors';
import { singleFile } from '../../../src/session/files/file-entries.svelte';
import { GIVEN, PICKED } from '../../../src/session/encoder/encoder-state.svelte';
import { StorageClosedError } from '../../../src/session/session-store';
import { eventually } from '../../support/eventually';
import { FakeLocks } from '../../support/locks';
import { asCompanion, asSources } from '../fake-workers';
import { browser } from './browser-store';
import { folder, give, newBrowser, openTab, rested, type Kept, type Tab } from './tabs';

vi.mock('../../../src/session/session-store', async (original) => {
  const { browser: ofTabs } = await import('./browser-store');
  return { ...(await original<object>()), indexedStore: () => ofTabs.store };
});

const KEY = '0123'.repeat(8);
const LABELS: readonly Label[] = [
  { ...emptyLabel(KEY, ME), mark: 'keep', note: 'dated', at: 1 },
  { ...emptyLabel(KEY, 'model'), verdict: 'answers', at: 2 },
];
const MINE: Label = { ...emptyLabel('4567'.repeat(8), ME), mark: 'drop', at: 3 };

const OUTCOMES = { 'corpus.tsv': asCompanion, 'labels.jsonl': asSources('bm25', 'dense', 'gone') };

/** What is written at once is written. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

/** The locks of a tab that stays open. */
const openLocks = (locks: FakeLocks) => ({ locks: locks.tab(new AbortController().signal) });

/** A tab that has read what is kept, as after a reload. */
async function opened(locks: { locks: object } | object = {}): Promise<Kept> {
  return (await openTab(OUTCOMES, locks)).session;
}

/** A corpus, a file of three sources of which one is removed, and a result. */
async function rank(session: Kept): Promise<void> {
  const { sources, settings } = session;
  settings.values.tau = 0.07;
  settings.values.seed = 7;
  await give(session, 'corpus.tsv', 'labels.jsonl', 'late.jsonl');
  const labels = sources.loaded[0];
  if (labels) await sources.readAgain(labels, { ...labels.options, topK: 3 });
  const gone = sources.entries.find(({ name }) => name === 'gone');
  if (gone) await sources.remove(gone);
  const [first, second] = sources.entries;
  if (first) await sources.rename(first, 'lexical');
  if (second) second.setting = 'top 100';
  await session.rank();
}

async function keptTab(locks: { locks: object } | object = {}): Promise<Tab> {
  const tab = await openTab(OUTCOMES, locks);
  await rank(tab.session);
  await tab.session.keep.keep();
  await rested(tab.session);
  return tab;
}

const kept = async (locks: { locks: object } | object = {}) => (await keptTab(locks)).session;

const damage = (to: object) => {
  browser.store.record = { ...(browser.store.record as object), ...to } as never;
};

/** Says labels, as the user or a file of labels does. */
const label = ({ marks }: Kept, ...labels: Label[]) => marks.merge(labels, 'theirs.json');

beforeEach(newBrowser);

it('brings back files with how they were read, sources with what was said of them, settings and encoder', async () => {
  const before = await kept();
  await before.encoder.pick(folder());
  await rested(before);
  const { session, workers } = await openTab(OUTCOMES);
  const { keep, sources, settings, encoder } = session;
  expect([keep.phase, keep.persistent]).toEqual(['kept', true]);
  expect(workers.loads).toEqual(['corpus.tsv', 'labels.jsonl', 'late.jsonl']);
  expect(workers.options.get('labels.jsonl')?.topK).toBe(3);
  const said = (of: Kept) =>
    of.sources.entries.map(({ key, colour, name, setting, reference }) => [
      key,
      colour,
      name,
      setting,
      reference,
    ]);
  expect(said(session)).toEqual(said(before));
  expect(session.names).toEqual(['lexical', 'dense', 'late']);
  expect(settings.values).toMatchObject({ tau: 0.07, seed: 7 });
  expect([encoder.selected, encoder.request]).toEqual([PICKED, before.encoder.request]);
  expect(keep.remarks).toEqual([]);
  await give(session, 'next.jsonl');
  const keys = sources.files.flatMap((file) => [file.key, ...file.sources.map(({ key }) => key)]);
  expect(new Set(keys).size).toBe(keys.length);
});

it('brings labels back, also without files, and the sample they are of', async () => {
  const session = await opened();
  await label(session, ...LABELS);
  Object.assign(session.judge, { seed: 8, size: 50, answersAtMost: 0.05 });
  session.marks.choices = { falseNegatives: 'become positives', turned: ['blanks'] };
  expect([session.keep.hasWork, session.keep.atRisk]).toEqual([true, true]);
  await session.keep.keep();
  await rested(session);
  expect(session.keep.atRisk).toBe(false);
  const { marks, judge } = await opened();
  expect([await browser.store.labels(), marks.kept]).toEqual([LABELS, 2]);
  expect(judge).toMatchObject({ seed: 8, size: 50, answersAtMost: 0.05 });
  expect(marks.choices).toEqual({ falseNegatives: 'become positives', turned: ['blanks'] });
});

it('writes each label at once, also during a write, and again where a write fails', async () => {
  const session = await kept();
  const { store } = browser;
  let end: () => void = () => undefined;
  store.busy = new Promise((resolve) => (end = resolve));
  for (const one of [MINE, ...LABELS]) await label(session, one);
  expect([store.said, session.keep.pending, session.keep.atRisk]).toEqual([[], true, true]);
  end();
  await settled();
  expect([store.said, session.keep.pending]).toEqual([[1, 1, 1], false]);
  store.failure = new DOMException('full', 'QuotaExceededError');
  await label(session, { ...MINE, note: 'one', at: 4 });
  await settled();
  expect([session.keep.atRisk, session.keep.notice?.message]).toEqual([
    true,
    expect.stringContaining('gives this page no more storage'),
  ]);
  await label(session, { ...MINE, verdict: 'answers', at: 5 });
  await settled();
  expect([store.said, session.keep.pending, session.keep.notice]).toEqual([[1, 1, 1, 2], false, null]);
  expect(await store.labels()).toContainEqual({ ...MINE, note: 'one', verdict: 'answers', at: 5 });
});

it('adds the labels of every tab: of two that speak of one pair, each what it said', async () => {
  const locks = new FakeLocks();
  const { store } = browser;
  const first = await kept(openLocks(locks));
  const second = await opened(openLocks(locks));
  expect(second.keep.phase).toBe('elsewhere');
  await label(first, MINE);
  await label(second, { ...MINE, mark: null, note: 'of the second', at: 9 }, ...LABELS);
  await settled();
  expect(await store.labels()).toContainEqual({ ...MINE, note: 'of the second', at: 9 });
  expect([(await store.labels()).length, second.keep.atRisk]).toEqual([3, false]);
  // What the user takes back or clears in one tab, another one does not bring back.
  const third = await opened(openLocks(locks));
  await first.marks.undo();
  await third.keep.keep();
  await settled();
  expect((await store.labels()).map(({ mark }) => mark)).not.toContain('drop');
  await first.keep.clear();
  await label(second, { ...MINE, note: 'late', at: 10 });
  await settled();
  expect([second.keep.phase, second.keep.atRisk, store.parts.size]).toEqual(['unkept', true, 0]);
});

it('leaves alone what another tab kept since until it is told again to keep this session', async () => {
  const locks = new FakeLocks();
  const closed = new AbortController();
  const { store } = browser;
  const second = await opened(openLocks(locks));
  const third = await opened(openLocks(locks));
  const first = await kept({ locks: locks.tab(closed.signal) });
  await label(first, ...LABELS);
  closed.abort();
  await give(third, 'mine.jsonl');
  await label(third, MINE);
  await third.keep.keep();
  await settled();
  expect([second.keep.phase, third.keep.phase]).toEqual(['unkept', 'unkept']);
  expect(third.keep.other).toMatchObject({ files: 3 });
  expect([third.names, third.marks.kept, store.files.size]).toEqual([['mine'], 3, 3]);
  expect([(await store.labels()).length, third.keep.atRisk]).toEqual([3, false]);
  await third.rank();
  expect(third.keep.atRisk).toBe(true);
  await third.keep.keep();
  await rested(third);
  expect([third.keep.phase, third.keep.atRisk]).toEqual(['kept', false]);
  expect([...store.files.values()].map(({ name }) => name)).toContain('mine.jsonl');
});

it('leaves alone what no other tab may replace, also after a failed write: another tab is told to wait', async () => {
  const locks = new FakeLocks();
  const closed = new AbortController();
  const { store } = browser;
  const second = await opened(openLocks(locks));
  const third = await opened(openLocks(locks));
  await kept({ locks: locks.tab(closed.signal) });
  closed.abort();
  await give(second, 'mine.jsonl');
  await second.keep.keep();
  store.failure = new DOMException('full', 'QuotaExceededError');
  await second.keep.keep();
  await third.keep.keep();
  expect([second.keep.phase, third.keep.phase, store.files.size]).toEqual(['unkept', 'elsewhere', 3]);
  await second.keep.keep();
  expect(second.keep.phase).toBe('kept');
});

it('clears the session only once the embeddings are cleared, or no worker could', async () => {
  const { session, engine } = await keptTab();
  engine.failure = new CacheInUseError();
  await session.keep.clear();
  expect([session.keep.phase, session.keep.embeddingsNotice?.message]).toEqual([
    'kept',
    new CacheInUseError().message,
  ]);
  expect(browser.store.record).not.toBeNull();
  engine.failure = null;
  await session.keep.clear();
  expect([session.keep.phase, session.keep.embeddingsNotice, browser.store.record]).toEqual([
    'unkept',
    null,
    null,
  ]);
});

it('counts what was mined as work, brings it back with its card, and warns while it is mined', async () => {
  const session = await opened();
  session.mining = true;
  expect(session.keep.atRisk).toBe(true);
  session.mining = false;
  expect(session.keep.atRisk).toBe(false);
  const content = new File(['{}'], 'bm25.jsonl');
  session.mined = [
    { name: 'bm25.jsonl', content, card: {}, cardName: 'c', cardContent: new Blob() } as never,
  ];
  await session.sources.add([singleFile(content)]);
  expect([session.keep.hasWork, session.keep.atRisk, session.keep.bytes]).toEqual([true, true, 2]);
  await session.keep.keep();
  await rested(session);
  expect([session.keep.atRisk, browser.store.files.size]).toEqual([false, 1]);
  const [mined] = (await opened()).mined;
  expect([mined?.name, mined?.cardName, await mined?.content.text()]).toEqual(['bm25.jsonl', 'c', '{}']);
});

it.each([
  { version: 3, said: [] },
  { version: 2, said: 'rubbish' },
  { version: 2, said: [null] },
  { version: 2, said: [{ ...MINE, mark: 'zzz' }] },
  { version: 2 },
  null,
])('says which labels cannot be read, and leaves them: %j', async (part) => {
  await label(await kept(), ...LABELS);
  browser.store.parts.set(['labels', 9, ''], part);
  const { keep, marks } = await opened();
  expect([marks.kept, keep.remarks]).toEqual([
    2,
    ['1 part of the labels that this browser keeps cannot be read, and stay as they are.'],
  ]);
});

it('counts the demo alone as no work', async () => {
  const session = await opened();
  await session.sources.add([singleFile(new File(['d'], 'demo.jsonl'), 'made so')]);
  await session.rank();
  expect([session.run.finished === null, session.keep.hasWork]).toEqual([false, false]);
  await give(session, 'mine.jsonl');
  expect(session.keep.hasWork).toBe(true);
});

it('writes a change, copies no file twice, and drops those that are gone', async () => {
  const session = await kept();
  const { store } = browser;
  expect(store.copied).toBe(3);
  session.settings.values.tau = 0.05;
  await rested(session);
  await session.sources.removeFile(session.sources.files.at(-1) as never);
  await rested(session);
  expect([store.copied, store.files.size]).toEqual([3, 2]);
  const later = await opened();
  expect([later.settings.values.tau, later.names]).toEqual([0.05, ['lexical', 'dense']]);
});

it('asks again where what was kept is cleared', async () => {
  const session = await opened();
  expect(session.keep.phase).toBe('unkept');
  await session.keep.keep();
  await session.keep.clear();
  await rested(session);
  expect([session.keep.phase, browser.store.record]).toEqual(['unkept', null]);
  expect((await opened()).keep.phase).toBe('unkept');
});

it('says that the storage is full; what was kept before still is', async () => {
  const { store } = browser;
  store.failure = new DOMException('full', 'QuotaExceededError');
  const session = await kept();
  expect([session.keep.phase, store.record, session.keep.atRisk]).toEqual(['unkept', null, true]);
  expect(session.keep.notice?.message).toContain('gives this page no more storage');
  await session.keep.keep();
  await rested(session);
  expect([session.keep.phase, session.keep.notice]).toEqual(['kept', null]);
  store.failure = new DOMException('x', 'UnknownError');
  session.settings.values.seed = 8;
  await eventually(() => expect(session.keep.notice?.message).toContain('the last changes are not kept'));
  expect([session.keep.atRisk, (await opened()).settings.values.seed]).toEqual([true, 7]);
  session.settings.values.seed = 9;
  await rested(session);
  expect([session.keep.notice, session.keep.pending]).toEqual([null, false]);
});

it.each(['labels', 'files and result'])(
  'counts nothing as kept after a failed write of %s before the page is loaded again',
  async (what) => {
    const session = await kept();
    await label(session, ...LABELS);
    await settled();
    expect([session.keep.hasFailed, session.keep.atRisk]).toEqual([false, false]);
    browser.store.failure = new DOMException('full', 'UnknownError');
    for (const [time, note] of ['one', 'two'].entries()) {
      if (what === 'labels') await label(session, { ...MINE, note, at: 4 + time });
      else session.settings.values.seed = 8 + time;
      await eventually(() => expect(session.keep.hasFailed).toBe(true));
      await settled();
    }
    expect([session.keep.hasFailed, session.keep.atRisk]).toEqual([true, true]);
    await session.keep.clear();
    await session.keep.keep();
    expect([session.keep.phase, session.keep.hasFailed, session.keep.atRisk]).toEqual(['kept', true, true]);
    const { keep } = await opened();
    expect([keep.phase, keep.hasFailed, keep.atRisk]).toEqual(['kept', false, false]);
  },
);

it('says that what was kept was deleted, asks before it is left, and keeps all again once it is told to', async () => {
  const session = await kept();
  const { store } = browser;
  await label(session, ...LABELS);
  await settled();
  await store.clear();
  store.closed();
  await settled();
  const { keep } = session;
  expect([keep.phase, keep.keepsLabels, keep.atRisk]).toEqual(['unkept', false, true]);
  expect(keep.notice?.message).toContain('What this browser kept for this page was deleted.');
  await label(session, MINE);
  await rested(session);
  expect([store.record, store.parts.size]).toEqual([null, 0]);
  await keep.keep();
  await rested(session);
  expect([keep.phase, keep.notice, keep.atRisk]).toEqual(['kept', null, false]);
  expect(await store.labels()).toHaveLength(3);
  expect(await store.labels()).toEqual(expect.arrayContaining([...LABELS, MINE]));
});

it('writes again what a closed connection broke off, where nothing was deleted', async () => {
  const session = await kept();
  browser.store.failure = new StorageClosedError();
  await label(session, MINE);
  await rested(session);
  expect([session.keep.phase, session.keep.notice, session.keep.atRisk]).toEqual(['kept', null, false]);
  expect(await browser.store.labels()).toEqual([MINE]);
});

it.each([
  ['of another version', { version: 99 }, 'is of another version of this page'],
  ['damaged', { files: null }, 'is damaged'],
  ['without one of its files', { files: [{ bytes: 'file gone' }] }, 'is damaged'],
])('refuses a record %s with a sentence, but for its labels; the page works', async (_what, to, words) => {
  await label(await kept(), ...LABELS);
  damage(to);
  const session = await opened();
  expect([session.keep.phase, session.sources.files]).toEqual(['unkept', []]);
  expect(session.keep.remarks).toEqual([`What this browser keeps ${words}.`]);
  await label(session, MINE);
  await rank(session);
  await rested(session);
  expect([session.marks.kept, browser.store.files.size]).toEqual([3, 3]);
  await session.keep.keep();
  const again = await opened();
  expect([session.keep.phase, again.keep.phase, again.marks.kept]).toEqual(['kept', 'kept', 3]);
});

/** What comes back of a model folder with a file of 2 GiB beside its own. */
async function pickedWith(path: string) {
  const session = await kept();
  const file = new File(['x'], path);
  Object.defineProperty(file, 'size', { value: 2 ** 31 });
  await session.encoder.pick(folder({ path, file }));
  await rested(session);
  const { encoder, keep } = await opened();
  return { selected: encoder.selected, paths: encoder.folder?.files.map((each) => each.path), keep };
}

it('keeps a model folder without the weights of other runtimes', async () => {
  const { selected, paths } = await pickedWith('model.safetensors');
  expect([selected, paths]).toEqual([PICKED, ['config.json', 'tokenizer.json', 'onnx/model.onnx']]);
});

it('keeps no model folder above 1 GiB', async () => {
  const { selected, paths, keep } = await pickedWith('onnx/model.onnx_data');
  expect([selected, paths]).toEqual([GIVEN, undefined]);
  expect(keep.remarks.join()).toContain("The encoder's folder checkpoint is not kept (it is above");
});
