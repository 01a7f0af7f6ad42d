/** The whole session, with its derived values and effects, over fake workers and a store in memory. */

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Session } from '../../../src/app/session.svelte';
import type { WorkerPair } from '../../../src/app/workers';
import type { RunRequest } from '../../../src/engine/types';
import { Comparison } from '../../../src/session/comparison.svelte';
import { singleFile } from '../../../src/session/files/file-entries.svelte';
import { runResult, sourceResult } from '../../support/results';
import { asSources, FakeWorkers } from '../fake-workers';
import { MemoryStore } from '../memory-store';

const page = vi.hoisted(() => ({
  start: (): Promise<unknown> => Promise.reject(new Error('There is no page.')),
  store: (): unknown => null,
}));
vi.mock('../../../src/app/workers', () => ({ startWorkers: () => page.start() }));
vi.mock('../../../src/session/session-store', async (original) => ({
  ...(await original<object>()),
  indexedStore: () => page.store(),
}));

/** The rest before a change is written, and the time in which a folder is read. */
const REST_MS = 600;
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

/** An engine that ranks what it is asked for. */
const ENGINE = {
  run: ({ sources, settings }: RunRequest) => {
    const results = sources.map(({ id, name }) => sourceResult(id, name));
    return Promise.resolve({ ...runResult(results), settings });
  },
};

describe('the session', () => {
  let store: MemoryStore;
  let workers: FakeWorkers;

  beforeEach(() => {
    store = new MemoryStore();
    page.store = () => store;
    page.start = async () => ({
      ...(await workers.ready()),
      engine: ENGINE as unknown as WorkerPair['engine'],
      crashed: new Promise<never>(() => undefined),
    });
    vi.stubGlobal('document', { baseURI: 'http://localhost/', getElementsByName: () => [] });
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ models: [] })));
  });

  /** A page of its own, on which no page of the session is mounted. */
  async function opened(): Promise<Comparison> {
    workers = new FakeWorkers({ 'many.jsonl': asSources('bm25', 'dense') });
    const comparison = new Session('').state(Comparison);
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

  it('ranks, keeps and brings back the result with the encoder read, on whatever page one arrives', async () => {
    const before = await kept();
    expect([before.run.notice, before.state]).toEqual([null, 'current']);
    const { keep, run, encoder, changes, state } = await opened();
    expect([keep.remarks, keep.keepsResult, run.finished?.at]).toEqual([[], true, before.run.finished?.at]);
    expect(encoder.request).toBeDefined();
    expect([changes, state]).toEqual([[], 'current']);
  });

  it('reads the encoder, counts rejects and asks what sources share without the page of Rank', async () => {
    const comparison = await opened();
    const asked = { overlaps: 0, rejects: 0 };
    comparison.overlap.asked.ask = () => {
      asked.overlaps += 1;
      return Promise.resolve(null);
    };
    comparison.rejects.count = () => Promise.resolve((asked.rejects += 1) > 0);
    await comparison.sources.add([singleFile(new File(['m'], 'many.jsonl'))]);
    await rested(comparison);
    expect([asked.overlaps > 0, asked.rejects > 0]).toEqual([true, true]);
  });

  it('ticks the references that an address names, once their sources come', async () => {
    const comparison = await opened();
    await comparison.sources.add([singleFile(new File(['m'], 'many.jsonl'))]);
    for (const entry of comparison.sources.entries) entry.reference = false;
    comparison.awaitReferences(['bm25', 'late']);
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

  it.each<[string, (comparison: Comparison) => unknown]>([
    [
      'a reference was ticked',
      ({ sources }) => void ((sources.entries[0] as { reference: boolean }).reference = true),
    ],
    [
      'a source was moved to another setting',
      ({ sources }) => void ((sources.entries[0] as { setting: string }).setting = 'other'),
    ],
    ['the temperature was set', ({ settings }) => settings.setTemperature(0.2)],
    ['the weighting was chosen', ({ settings }) => void (settings.weighting = 'two-sided')],
    ['the seed was set', ({ settings }) => void (settings.seed = 7)],
    ['a file was added', ({ sources }) => sources.add([singleFile(new File(['x'], 'x.jsonl'))])],
    ['a source was removed', (comparison) => comparison.removeSource(comparison.sources.entries[0] as never)],
    [
      'a file was replaced',
      ({ sources }) =>
        sources.replace([{ entry: sources.files[0] as never, by: new File(['y'], 'bm25.jsonl') }]),
    ],
    ['the encoder reads texts otherwise', ({ encoder }) => encoder.override('pooling', 'cls')],
  ])('drops a kept result where %s, and says that none is kept', async (_, change) => {
    const restored = await kept().then(opened);
    expect([restored.run.finished === null, restored.keep.keepsResult]).toEqual([false, true]);
    await change(restored);
    await rested(restored);
    expect([restored.keep.phase, restored.keep.keepsResult]).toEqual(['kept', false]);
    const { run, keep } = await opened();
    expect([run.finished, keep.phase, keep.keepsResult]).toEqual([null, 'kept', false]);
  });

  it('drops a kept result where the address asks for another device, and says why', async () => {
    await kept();
    workers = new FakeWorkers();
    const comparison = new Session('?device=wasm').state(Comparison);
    await rested(comparison);
    expect(comparison.run.finished).toBeNull();
    expect(comparison.keep.remarks).toEqual([
      'The kept result is of other inputs than this page has now. Press “Rank sources”.',
    ]);
  });

  it('keeps files before anything is ranked, and says that no result is kept', async () => {
    const comparison = await opened();
    await comparison.sources.add([singleFile(new File(['m'], 'many.jsonl'))]);
    await comparison.keep.keep();
    expect([comparison.keep.notice, comparison.keep.phase, comparison.keep.keepsResult]).toEqual([
      null,
      'kept',
      false,
    ]);
  });

  it('ranks all records under the usual seed where another one is wrong', async () => {
    const { settings, sources } = await opened();
    settings.sampled = true;
    settings.seed = -1;
    expect(settings.runSettings(sources)).toBeNull();
    settings.sampled = false;
    expect(settings.runSettings(sources)?.seed).toBe(42);
    settings.seed = 7;
    expect(settings.runSettings(sources)?.seed).toBe(7);
  });
});
