/** The session over a reload: what is written, what comes back, and what is refused. */

import './runes';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { unpack } from '../../src/candidates/read/archive';
import type { SessionReport } from '../../src/experiments/result';
import { emptyLabel, ME, type Label } from '../../src/candidates/marks/labels';
import { MarksState } from '../../src/session/audit/marks.svelte';
import type { EncoderState, KeptChoice } from '../../src/session/encoder/encoder-state.svelte';
import { singleFile } from '../../src/session/files/file-entries.svelte';
import { SourcesState } from '../../src/session/files/sources-state.svelte';
import { JudgeState } from '../../src/session/judge/judge-state.svelte';
import { KeepState } from '../../src/session/persist.svelte';
import { StorageClosedError } from '../../src/session/session-store';
import type { RunState } from '../../src/session/run/run-state.svelte';
import { runSource, type FinishedRun, type OngoingRun } from '../../src/session/run/runs';
import { Inputs } from '../../src/session/inputs/inputs.svelte';
import type { MinedHere } from '../../src/session/session-record';
import { FakeLocks } from '../support/locks';
import { runResult, sourceResult } from '../support/results';
import { asCompanion, asSources, FakeWorkers } from './fake-workers';
import { MemoryStore } from './memory-store';

const KEY = '0123'.repeat(8);
const LABELS: readonly Label[] = [
  { ...emptyLabel(KEY, ME), mark: 'keep', note: 'dated', at: 1 },
  { ...emptyLabel(KEY, 'model'), verdict: 'answers', at: 2 },
];

const MINE: Label = { ...emptyLabel('4567'.repeat(8), ME), mark: 'drop', at: 3 };

/** What is written at once is written. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Lets the time go by for which a tab waits until another one is closed. */
async function waited(act: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = act();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await done;
}

/** The files of a zip. */
const readZip = (zip: Blob | null) => unpack(new File([zip ?? ''], 'kept.zip'), new AbortController().signal);

const NOBODY = { phase: 'ready' as const, ready: () => Promise.reject(new Error()) };

/** The states of a page, of which files and labels are real. */
class Page {
  readonly workers = new FakeWorkers({
    'corpus.tsv': asCompanion,
    'labels.jsonl': asSources('bm25', 'dense', 'gone'),
  });
  readonly sources = new SourcesState(this.workers);
  choice: KeptChoice = { choice: 'served:x', selected: 'served:x', onnx: 'o', overrides: {}, folder: null };
  readonly result = {
    finished: null as FinishedRun | null,
    ongoing: null as OngoingRun | null,
    partial: null,
  };
  lastReport: SessionReport | null = null;
  awaitsRun = false;
  mined: readonly MinedHere[] = [];
  mining = false;
  readonly encoder = {
    kept: () => this.choice,
    restore: (kept: KeptChoice) => (this.choice = kept),
  } as unknown as EncoderState;
  readonly settings = new Inputs('');
  readonly marks = new MarksState({ workers: NOBODY });
  readonly run = this.result as unknown as RunState;
  readonly judge = new JudgeState(NOBODY, this.run, this.marks, this.settings.values);
  readonly keep: KeepState;

  constructor(store: MemoryStore, locks: Pick<LockManager, 'request'> | null = null) {
    const persist = () => Promise.resolve(true);
    this.keep = new KeepState(this, { store, locks, persist, persisted: persist });
  }

  /** A corpus, a file of three sources of which one was removed, and a result. */
  async rank(): Promise<void> {
    this.settings.setTemperature(0.07);
    this.settings.values.seed = 7;
    const files = ['corpus.tsv', 'labels.jsonl', 'late.jsonl'].map((name) => new File([name], name));
    await this.sources.add(files.map((file) => singleFile(file)));
    const labels = this.sources.loaded[0];
    if (!labels) throw new Error('The file is not loaded.');
    await this.sources.readAgain(labels, { ...labels.options, topK: 3 });
    const gone = this.sources.entries.find(({ name }) => name === 'gone');
    if (gone) await this.sources.remove(gone);
    const [first, second] = this.sources.entries;
    if (first && second) {
      await this.sources.rename(first, 'lexical');
      first.reference = false;
      second.setting = 'top 100';
    }
    const sources = this.sources.entries.flatMap(runSource);
    this.result.finished = {
      sources,
      result: runResult(sources.map(({ id, entry }) => sourceResult(id, entry.name))),
      asked: {} as FinishedRun['asked'],
      at: 3,
    };
  }

  /** Says labels, as the user or a file of labels does. */
  label(...labels: Label[]): Promise<void> {
    return this.marks.merge(labels, 'theirs.json');
  }

  /** Waits until the files that were put back are read. */
  read(): Promise<void> {
    return this.sources.add([]);
  }

  /** Lets the rest before a change is written go by. */
  async follow(): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    this.keep.follow();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve));
  }

  get names(): string[] {
    return this.sources.entries.map(({ name }) => name);
  }
}

describe('the session over a reload', () => {
  let store: MemoryStore;

  beforeEach(() => {
    store = new MemoryStore();
  });

  async function openTab(locks: Pick<LockManager, 'request'> | null = null): Promise<Page> {
    const page = new Page(store, locks);
    await waited(() => page.keep.open());
    return page;
  }

  async function keptPage(locks: Pick<LockManager, 'request'> | null = null): Promise<Page> {
    const page = await openTab(locks);
    await page.rank();
    await page.keep.keep();
    return page;
  }

  it('brings back files with how they were read, sources with what was said of them, settings and encoder', async () => {
    const before = await keptPage();
    const page = await openTab();
    expect([page.keep.phase, page.keep.restored, page.keep.persistent]).toEqual(['kept', true, true]);
    await page.read();
    expect(page.workers.loads).toEqual(['corpus.tsv', 'labels.jsonl', 'late.jsonl']);
    expect(page.workers.options.get('labels.jsonl')?.topK).toBe(3);
    const said = ({ sources }: Page) =>
      sources.entries.map(({ key, colour, name, setting, reference }) => [
        key,
        colour,
        name,
        setting,
        reference,
      ]);
    expect(said(page)).toEqual(said(before));
    expect(page.names).toEqual(['lexical', 'dense', 'late']);
    expect(page.settings.values).toMatchObject({ tau: 0.07, seed: 7 });
    expect(page.choice).toEqual(before.choice);
    expect(page.keep.remarks).toEqual([]);
    await page.sources.add([singleFile(new File(['n'], 'next.jsonl'))]);
    const keys = page.sources.files.flatMap((file) => [file.key, ...file.sources.map(({ key }) => key)]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('brings labels back, also without files, and the sample they are of', async () => {
    const page = await openTab();
    await page.label(...LABELS);
    Object.assign(page.judge, { seed: 8, size: 50, answersAtMost: 0.05 });
    page.marks.choices = { falseNegatives: 'become positives', turned: ['blanks'] };
    expect([page.keep.hasWork, page.keep.atRisk]).toEqual([true, true]);
    await page.keep.keep();
    await settled();
    expect(page.keep.atRisk).toBe(false);
    const { marks, judge } = await openTab();
    expect([await store.labels(), marks.kept]).toEqual([LABELS, 2]);
    expect(judge).toMatchObject({ seed: 8, size: 50, answersAtMost: 0.05 });
    expect(marks.choices).toEqual({ falseNegatives: 'become positives', turned: ['blanks'] });
  });

  it('brings labels back beside files and labels of now, and replaces no file before it is told to', async () => {
    const before = await keptPage();
    await before.label(...LABELS);
    const page = new Page(store);
    await page.sources.add([singleFile(new File(['m'], 'mine.jsonl'))]);
    await page.label(MINE);
    await page.keep.open();
    await page.follow();
    expect([page.names, page.marks.kept, await store.labels()]).toEqual([
      ['mine'],
      3,
      [LABELS[0], MINE, LABELS[1]],
    ]);
    expect([page.keep.phase, page.keep.atRisk, store.files.size]).toEqual(['other', false, 3]);
    expect(page.keep.other).toEqual({ files: 3, bytes: 32, hasReport: false });
    page.result.finished = before.result.finished;
    expect(page.keep.atRisk).toBe(true);
    const names = (await readZip(await page.keep.savedFiles())).map(({ path }) => path);
    expect(names).toEqual(['1/corpus.tsv', '2/labels.jsonl', '3/late.jsonl']);
    page.result.finished = null;
    await page.keep.replace();
    expect([page.keep.phase, page.keep.atRisk, store.files.size]).toEqual(['kept', false, 1]);
  });

  it.each([
    ['of another version', { version: 99 }],
    ['damaged', { files: null }],
  ])('keeps the labels of a record %s', async (_, damage) => {
    const before = await keptPage();
    await before.label(...LABELS);
    store.record = { ...(store.record as object), ...damage } as never;
    const page = await openTab();
    expect([page.keep.phase, page.keep.restored, page.keep.atRisk]).toEqual(['other', false, false]);
    await page.label(MINE);
    expect([(await openTab()).marks.kept, await store.labels()]).toEqual([3, [LABELS[0], MINE, LABELS[1]]]);
  });

  it('writes each label at once, also during a write, and again where a write fails', async () => {
    const page = await keptPage();
    let end: () => void = () => undefined;
    store.busy = new Promise((resolve) => (end = resolve));
    for (const label of [MINE, ...LABELS]) await page.label(label);
    expect([store.said, page.keep.pending, page.keep.atRisk]).toEqual([[], true, true]);
    end();
    await settled();
    expect([store.said, page.keep.pending]).toEqual([[1, 1, 1], false]);
    store.failure = new DOMException('full', 'QuotaExceededError');
    await page.label({ ...MINE, note: 'one', at: 4 });
    await settled();
    expect([page.keep.atRisk, page.keep.notice?.message]).toEqual([
      true,
      expect.stringContaining('gives this page no more storage'),
    ]);
    await page.label({ ...MINE, verdict: 'answers', at: 5 });
    await settled();
    expect([store.said, page.keep.pending, page.keep.notice]).toEqual([[1, 1, 1, 2], false, null]);
    expect(await store.labels()).toContainEqual({ ...MINE, note: 'one', verdict: 'answers', at: 5 });
  });

  it('adds the labels of every tab: of two that speak of one pair, each what it said', async () => {
    const locks = new FakeLocks();
    const first = await keptPage(locks.tab(new AbortController().signal));
    const second = await openTab(locks.tab(new AbortController().signal));
    expect(second.keep.phase).toBe('elsewhere');
    await first.label(MINE);
    await second.label({ ...MINE, mark: null, note: 'of the second', at: 9 }, ...LABELS);
    await settled();
    expect(await store.labels()).toContainEqual({ ...MINE, note: 'of the second', at: 9 });
    expect([(await store.labels()).length, second.keep.atRisk]).toEqual([3, false]);
    // What the user takes back or clears in one tab, another one does not bring back.
    const third = await openTab(locks.tab(new AbortController().signal));
    await first.marks.undo();
    await settled();
    await waited(() => third.keep.keep());
    await settled();
    expect((await store.labels()).map(({ mark }) => mark)).not.toContain('drop');
    await first.keep.clear();
    await second.label({ ...MINE, note: 'late', at: 10 });
    await settled();
    expect([second.keep.phase, second.keep.atRisk, store.parts.size]).toEqual(['unasked', true, 0]);
  });

  it('leaves alone what another tab kept since, whatever is answered here', async () => {
    const locks = new FakeLocks();
    const closed = new AbortController();
    const second = await openTab(locks.tab(new AbortController().signal));
    const third = await openTab(locks.tab(new AbortController().signal));
    const first = await keptPage(locks.tab(closed.signal));
    await first.label(...LABELS);
    closed.abort();
    await second.rank();
    await second.keep.decline();
    await third.rank();
    await third.label(MINE);
    await third.keep.keep();
    await settled();
    expect([second.keep.phase, third.keep.phase, third.keep.other?.files]).toEqual(['declined', 'other', 3]);
    expect([(await store.labels()).length, third.marks.kept]).toEqual([3, 3]);
    const last = await openTab();
    expect([last.marks.kept, last.names.length]).toEqual([3, 3]);
  });

  it('counts what was mined as work, brings it back with its card, and warns while it is mined', async () => {
    const page = await openTab();
    page.mining = true;
    expect(page.keep.atRisk).toBe(true);
    page.mining = false;
    expect(page.keep.atRisk).toBe(false);
    const content = new File(['{}'], 'bm25.jsonl');
    page.mined = [{ name: 'bm25.jsonl', content, card: {}, cardName: 'c', cardContent: new Blob() } as never];
    await page.sources.add([singleFile(content)]);
    expect([page.keep.hasWork, page.keep.atRisk, page.keep.bytes]).toEqual([true, true, 2]);
    await page.keep.keep();
    expect([page.keep.atRisk, store.files.size]).toEqual([false, 1]);
    const [mined] = (await openTab()).mined;
    expect([mined?.name, mined?.cardName, await mined?.content.text()]).toEqual(['bm25.jsonl', 'c', '{}']);
  });

  it('says which labels cannot be read, and leaves them', async () => {
    const page = await keptPage();
    await page.label(...LABELS);
    store.parts.set(['labels', 9, ''], { version: 2, said: 'rubbish' });
    const { keep, marks } = await openTab();
    expect([marks.kept, keep.remarks]).toEqual([
      2,
      ['1 part of the labels that this browser keeps cannot be read, and stay as they are.'],
    ]);
  });

  it('counts the demo alone as no work', async () => {
    const page = await keptPage();
    const { finished } = page.result;
    const demo = await openTab();
    await demo.sources.removeFile(demo.sources.files[0] as never);
    for (const file of [...demo.sources.files]) await demo.sources.removeFile(file);
    await demo.sources.add([singleFile(new File(['d'], 'demo.jsonl'), 'made so')]);
    demo.result.finished = finished;
    expect(demo.keep.hasWork).toBe(false);
    await demo.sources.add([singleFile(new File(['m'], 'mine.jsonl'))]);
    expect(demo.keep.hasWork).toBe(true);
  });

  it('writes a change, copies no file twice, and drops those that are gone', async () => {
    const page = await keptPage();
    expect(store.copied).toBe(3);
    page.settings.setTemperature(0.05);
    await page.follow();
    await page.sources.removeFile(page.sources.files.at(-1) as never);
    await page.follow();
    expect([store.copied, store.files.size]).toEqual([3, 2]);
    const later = await openTab();
    await later.read();
    expect([later.settings.values.tau, later.names]).toEqual([0.05, ['lexical', 'dense']]);
  });

  it('asks no more once declined, until what is kept was cleared', async () => {
    const page = await openTab();
    await page.rank();
    await page.keep.decline();
    expect([store.record, (await openTab()).keep.phase]).toEqual(['declined', 'declined']);
    await page.keep.keep();
    await page.keep.clear();
    await page.follow();
    expect([store.record, (await openTab()).keep.phase]).toEqual([null, 'unasked']);
  });

  it('says that the storage is full; what was kept before still is', async () => {
    store.failure = new DOMException('full', 'QuotaExceededError');
    const first = await keptPage();
    expect([first.keep.phase, store.record, first.keep.atRisk]).toEqual(['unasked', null, true]);
    expect(first.keep.notice?.message).toContain('gives this page no more storage');
    await first.keep.keep();
    expect([first.keep.phase, first.keep.notice]).toEqual(['kept', null]);
    store.failure = new DOMException('x', 'UnknownError');
    first.settings.setTemperature(0.05);
    await first.follow();
    expect(first.keep.notice?.message).toContain('the last changes are not kept');
    expect(first.keep.atRisk).toBe(true);
    expect((await openTab()).settings.values.tau).toBe(0.07);
    await first.follow();
    expect([first.keep.notice, first.keep.pending]).toEqual([null, false]);
  });

  it.each(['labels', 'files and result'])(
    'counts nothing as kept after a failed write of %s before the page is loaded again',
    async (what) => {
      const page = await keptPage();
      await page.label(...LABELS);
      await settled();
      expect([page.keep.hasFailed, page.keep.atRisk]).toEqual([false, false]);
      store.failure = new DOMException('full', 'UnknownError');
      const write = what === 'labels' ? () => page.label(MINE).then(settled) : () => page.follow();
      await write();
      await write();
      expect([page.keep.hasFailed, page.keep.atRisk]).toEqual([true, true]);
      await page.follow();
      await page.keep.clear();
      await page.keep.keep();
      expect([page.keep.phase, page.keep.hasFailed, page.keep.atRisk]).toEqual(['kept', true, true]);
      const later = await openTab();
      await later.read();
      expect([later.keep.phase, later.keep.hasFailed, later.keep.atRisk]).toEqual(['kept', false, false]);
    },
  );

  it('says that what was kept was deleted, asks before it is left, and keeps all again once it is told to', async () => {
    const page = await keptPage();
    await page.label(...LABELS);
    await settled();
    await store.clear();
    store.closed();
    await settled();
    expect([page.keep.phase, page.keep.keepsLabels, page.keep.atRisk]).toEqual(['unasked', false, true]);
    expect(page.keep.notice?.message).toContain('What this browser kept for this page was deleted.');
    await page.label(MINE);
    await page.follow();
    expect([store.record, store.parts.size]).toEqual([null, 0]);
    await page.keep.keep();
    await settled();
    expect([page.keep.phase, page.keep.notice, page.keep.atRisk]).toEqual(['kept', null, false]);
    expect(await store.labels()).toHaveLength(3);
    expect(await store.labels()).toEqual(expect.arrayContaining([...LABELS, MINE]));
  });

  it('writes again what a closed connection broke off, where nothing was deleted', async () => {
    const page = await keptPage();
    store.failure = new StorageClosedError();
    await page.label(MINE);
    await settled();
    await settled();
    expect([page.keep.phase, page.keep.notice, page.keep.atRisk]).toEqual(['kept', null, false]);
    expect(await store.labels()).toEqual([MINE]);
  });

  it.each([
    ['of another version', { version: 99 }, 'is of another version of this page'],
    ['damaged', { files: null }, 'is damaged'],
    ['without one of its files', { files: [{ bytes: 'file gone' }] }, 'is damaged'],
  ])('refuses a record %s with a sentence; the page works', async (_what, damage, words) => {
    await keptPage();
    store.record = { ...(store.record as object), ...damage } as never;
    const page = await openTab();
    expect([page.keep.phase, page.sources.files, store.files.size]).toEqual(['other', [], 3]);
    expect(page.keep.remarks).toEqual([`What this browser keeps ${words}.`]);
    await page.rank();
    await page.follow();
    expect(await readZip(await page.keep.savedFiles())).toHaveLength(3);
    await page.keep.replace();
    expect([page.keep.phase, (await openTab()).keep.phase]).toEqual(['kept', 'kept']);
  });

  it('keeps a model folder without the weights of other runtimes, and none above 1 GiB', async () => {
    const page = await keptPage();
    const file = (path: string, size = 1) => {
      const made = new File(['x'], path.split('/').at(-1) ?? path);
      Object.defineProperty(made, 'size', { value: size });
      return { path, file: made };
    };
    const small = [file('onnx/model.onnx'), file('tokenizer.json'), file('model.safetensors', 2 ** 31)];
    const picked = { ...page.choice, choice: 'picked', selected: 'picked' };
    page.choice = { ...picked, folder: { name: 'bge', files: small } };
    await page.follow();
    const again = await openTab();
    expect(again.choice.folder?.files.map(({ path }) => path)).toEqual(['onnx/model.onnx', 'tokenizer.json']);
    page.choice = { ...picked, folder: { name: 'bge', files: [file('onnx/model.onnx', 2 ** 30), ...small] } };
    await page.follow();
    const later = await openTab();
    expect(later.choice).toMatchObject({ choice: null, folder: null });
    expect(later.keep.remarks.join()).toContain("The encoder's folder bge is not kept (it is above");
  });
});
