/** The whole session, with its derived values and effects, over fake workers and a store in memory. */

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Session } from '../../../src/app/session.svelte';
import type { RunResult } from '../../../src/engine/result';
import type { CertaintyRequest, RunRequest, ShownFigures } from '../../../src/engine/types';
import { Comparison } from '../../../src/session/comparison.svelte';
import type { WorkerPair } from '../../../src/app/workers';
import { WorkerState } from '../../../src/app/worker-state.svelte';
import { singleFile, type SourceEntry } from '../../../src/session/files/file-entries.svelte';
import { runResult, sourceResult } from '../../support/results';
import { asSources, FakeWorkers } from '../fake-workers';
import { MemoryStore } from '../memory-store';

const page = vi.hoisted(() => ({
  start: (): Promise<WorkerPair> => Promise.reject(new Error('There is no page.')),
  store: (): unknown => null,
}));
vi.mock('../../../src/session/session-store', async (original) => ({
  ...(await original<object>()),
  indexedStore: () => page.store(),
}));

/** The rest before a change is written, and the time in which a folder is read. */
const REST_MS = 600;

/** The session’s clock goes so many times as fast: it rests before it writes, sums and ranks anew. */
const CLOCK = 10;
const realTimeout = globalThis.setTimeout;

async function rested({ keep, encoder, sources }: Comparison): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const isBusy = () => keep.phase === 'opening' || keep.pending || encoder.inspecting || sources.reading;
  await vi.waitFor(() => expect(isBusy()).toBeFalsy(), { timeout: 20_000 });
}

/** A model folder on the disk. */
function folder() {
  const content = { 'config.json': { model_type: 'bert' }, 'tokenizer.json': {}, 'onnx/model.onnx': {} };
  const files = Object.entries(content).map(([path, json]) => ({
    path,
    file: new File([JSON.stringify(json)], path),
  }));
  return { name: 'checkpoint', files };
}

/** An engine that ranks what it is asked for, with a score that tells what it is of, and ends when the test says so. */
class FakeEngine {
  /** The figures that were summed, in their order. */
  readonly settled: CertaintyRequest[] = [];
  /** A run waits for it. */
  ending: Promise<unknown> = Promise.resolve();
  end: (error: Error) => void = () => undefined;
  /** What sums fail with. */
  failure: Error | null = null;
  runs = 0;
  private sources: RunRequest['sources'] = [];

  async run({ sources, settings }: RunRequest): Promise<RunResult> {
    this.runs += 1;
    await this.ending;
    this.sources = sources;
    return { ...runResult(this.results(settings.tau)), settings };
  }

  preview({ tau }: CertaintyRequest): Promise<ShownFigures> {
    return Promise.resolve(runResult(this.results(tau)));
  }

  settle(request: CertaintyRequest): Promise<ShownFigures> {
    this.settled.push(request);
    return this.failure ? Promise.reject(this.failure) : this.preview(request);
  }

  cancel(): Promise<void> {
    return Promise.resolve();
  }

  /** Ends the run under way; the next one waits for nothing. */
  cancelRun(): Promise<void> {
    this.ending = Promise.resolve();
    this.end(Object.assign(new Error('cancelled'), { name: 'RunCancelledError' }));
    return Promise.resolve();
  }

  private results(tau: number) {
    return this.sources.map(({ id, name }) => sourceResult(id, name, { eci: tau }));
  }
}

describe('the session', () => {
  let store: MemoryStore;
  let workers: FakeWorkers;
  let engine: FakeEngine;

  beforeEach(() => {
    store = new MemoryStore();
    page.store = () => store;
    page.start = async () => ({
      ...(await workers.ready()),
      engine: engine as unknown as WorkerPair['engine'],
      crashed: new Promise<never>(() => undefined),
      endEngine: () => undefined,
      terminate: () => undefined,
    });
    vi.stubGlobal('setTimeout', (then: () => void, ms = 0) => realTimeout(then, ms / CLOCK));
    vi.stubGlobal('document', { baseURI: 'http://localhost/', getElementsByName: () => [] });
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('navigator', { userAgent: 'Node' });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ models: [] })));
  });

  /** A page of its own, on which no page of the session is mounted. */
  async function opened(): Promise<Comparison> {
    workers = new FakeWorkers({ 'many.jsonl': asSources('bm25', 'dense') });
    engine = new FakeEngine();
    const comparison = new Session('', new WorkerState(() => page.start())).state(Comparison);
    await rested(comparison);
    return comparison;
  }

  /** Two files of the user, ranked with a folder of his, and kept. */
  async function kept(): Promise<Comparison> {
    const comparison = await opened();
    const names = ['bm25.jsonl', 'tasb.jsonl', 'random.jsonl'];
    await comparison.sources.add(names.map((name) => singleFile(new File([name], name))));
    await comparison.encoder.pick(folder());
    comparison.settings.setTemperature(0.07);
    await comparison.rank();
    await comparison.keep.keep();
    await rested(comparison);
    return comparison;
  }

  it('shows the report that was kept, then ranks by itself, on whatever page one arrives', async () => {
    const before = await kept();
    expect([before.run.notice, before.state, before.keep.keepsReport]).toEqual([null, 'current', true]);
    let end: (value: unknown) => void = () => undefined;
    workers = new FakeWorkers();
    engine = new FakeEngine();
    engine.ending = new Promise((resolve) => (end = resolve));
    const after = new Session('', new WorkerState(() => page.start())).state(Comparison);
    const isShown = () => expect([after.run.ongoing, after.opened]).not.toContain(null);
    await vi.waitFor(isShown, { timeout: 20_000 });
    expect([after.keep.remarks, after.opened?.file, after.state]).toEqual([[], null, 'ranking']);
    expect(Object.keys(after.opened?.report.sources ?? {})).toEqual(['bm25', 'tasb', 'random']);
    expect(after.settings.values.tau).toBe(0.07);
    end(null);
    await vi.waitFor(() => expect(after.run.finished).not.toBeNull());
    expect([after.opened, after.state, engine.runs]).toEqual([null, 'current', 1]);
  });

  it('says what the kept report is of, whatever was changed after it, and ranks as things stand', async () => {
    const before = await kept();
    const [first] = before.sources.entries;
    await before.removeSource(first as SourceEntry);
    before.settings.setTemperature(0.2);
    before.settings.values.seed = 7;
    await rested(before);
    expect(before.state).toBe('out of date');
    const after = await opened();
    await vi.waitFor(() => expect(after.run.finished).not.toBeNull());
    expect(after.run.finished?.result.settings).toMatchObject({ tau: 0.2, seed: 7 });
    expect(after.names).toEqual(['tasb', 'random']);
    expect([after.changes, after.state]).toEqual([[], 'current']);
  });

  it('ranks nothing by itself where nothing was ranked, and keeps files without a report', async () => {
    const comparison = await opened();
    await comparison.sources.add([singleFile(new File(['m'], 'many.jsonl'))]);
    await comparison.keep.keep();
    expect([comparison.keep.notice, comparison.keep.phase, comparison.keep.keepsReport]).toEqual([
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
    await sources.add([singleFile(new File(['m'], 'many.jsonl'))]);
    settings.values.seed = -1;
    expect(obstacles()).toEqual(['Seed: a whole number from 0 on to 4294967295.']);
    settings.values.seed = 7;
    expect(obstacles()).toEqual([]);
    await encoder.pick({ name: 'empty', files: [] });
    expect(obstacles()).toEqual(['Choose an encoder: the one that you will train.']);
    await encoder.pick(folder());
    expect(obstacles()).toEqual([]);
    const replaced = sources.replace([
      { entry: sources.files[0] as never, by: new File(['y'], 'many.jsonl') },
    ]);
    expect(obstacles()).toContain('Files are still being read.');
    await replaced;
  });

  it('ranks again by itself once workers that failed are started again', async () => {
    const comparison = await kept();
    await comparison.startAgain();
    await vi.waitFor(() => expect([engine.runs, comparison.state]).toEqual([2, 'current']));
  });

  it.each<[string, (comparison: Comparison) => void, object]>([
    ['the temperature', ({ settings }) => settings.setTemperature(0.2), { tau: 0.2 }],
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
        store = new MemoryStore();
        const comparison = await kept();
        const run = isDuring ? comparison.rank() : Promise.resolve();
        change(comparison);
        await run;
        await vi.waitFor(() => expect(comparison.run.key).toMatchObject(asked), { timeout: 5000 });
        expect([engine.settled.at(-1), comparison.state]).toEqual([
          expect.objectContaining(asked),
          'current',
        ]);
        const tau = comparison.settings.values.tau ?? 0;
        expect(comparison.run.finished?.result).toMatchObject({ settings: { tau } });
        expect(comparison.run.finished?.result.sources[0]?.figures.eci).toBe(tau);
      }
    },
  );

  it('begins a run again where the temperature is changed while it goes on', async () => {
    const comparison = await kept();
    engine.ending = new Promise((_, reject) => (engine.end = reject));
    const run = comparison.rank();
    comparison.settings.setTemperature(0.2);
    await vi.waitFor(() => expect([engine.runs, comparison.state]).toEqual([3, 'current']));
    await run;
    expect([comparison.run.notice, comparison.run.finished?.result.settings.tau]).toEqual([null, 0.2]);
  });

  it('begins no run by itself where the temperature is wrong by the time the run is cancelled', async () => {
    const comparison = await kept();
    const { runs } = engine;
    engine.ending = new Promise((_, reject) => (engine.end = reject));
    const cancelRun = engine.cancelRun.bind(engine);
    engine.cancelRun = () => {
      comparison.settings.setTemperature(NaN);
      return cancelRun();
    };
    const run = comparison.rank();
    comparison.settings.setTemperature(0.2);
    await run;
    expect([engine.runs, comparison.run.ongoing]).toEqual([runs + 1, null]);
    comparison.settings.setTemperature(0.3);
    await rested(comparison);
    expect([engine.runs, comparison.run.ongoing]).toEqual([runs + 1, null]);
  });

  it('shows a preview until the figures are summed, the last ones where they cannot be, and says which', async () => {
    const comparison = await kept();
    comparison.settings.setTemperature(0.2);
    await vi.waitFor(() => expect(comparison.run.finished?.result.settings.tau).toBe(0.2), { interval: 1 });
    expect([comparison.run.key, comparison.state]).toEqual([null, 'being brought up to date']);
    await vi.waitFor(() => expect(comparison.state).toBe('current'));
    engine.failure = new Error('broken');
    comparison.settings.setTemperature(0.3);
    await vi.waitFor(() => expect(comparison.state).toBe('out of date'));
    expect([comparison.run.notice === null, comparison.unsavable]).toEqual([
      false,
      'The scores could not be brought up to date. Rank again, then save.',
    ]);
    await expect(comparison.report()).rejects.toThrow('can no longer be computed');
    engine.failure = null;
    comparison.settings.setTemperature(0.2);
    await vi.waitFor(() => expect([comparison.run.notice, comparison.state]).toEqual([null, 'current']));
  });

  it('reads the encoder, counts rejects and asks what sources share without the page of Rank', async () => {
    const comparison = await opened();
    const asked = { overlaps: 0, rejects: 0 };
    comparison.overlap.asked.ask = () => {
      asked.overlaps += 1;
      return Promise.resolve(null);
    };
    comparison.rejects.count = () => Promise.resolve(void (asked.rejects += 1));
    await comparison.sources.add([singleFile(new File(['m'], 'many.jsonl'))]);
    await rested(comparison);
    expect([asked.overlaps > 0, asked.rejects > 0]).toEqual([true, true]);
  });

  it('ticks the references that an address names, once their sources come', async () => {
    const comparison = await opened();
    await comparison.sources.add([singleFile(new File(['m'], 'many.jsonl'))]);
    for (const entry of comparison.sources.entries) entry.reference = false;
    comparison.sources.trust(['bm25', 'late']);
    await rested(comparison);
    expect(comparison.sources.entries.map(({ reference }) => reference)).toEqual([true, false]);
    await comparison.sources.add([singleFile(new File(['l'], 'late.jsonl'))]);
    await rested(comparison);
    expect(comparison.sources.entries.map(({ name, reference }) => [name, reference])).toEqual([
      ['bm25', true],
      ['dense', false],
      ['late', true],
    ]);
  });
});
