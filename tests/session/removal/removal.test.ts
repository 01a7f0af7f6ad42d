/** Pairs that leave a run while its inputs change, asked of workers that answer when they are told to. */

import '../runes';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { WorkerPair } from '../../../src/app/workers';
import type { CleanedDownload } from '../../../src/candidates/clean/download';
import type { CleanRequest } from '../../../src/candidates/clean/removals';
import { defaultLoadOptions } from '../../../src/candidates/reading';
import type { AskedPairs, CleanedFigures, CleanedRequest } from '../../../src/engine/types';
import type { PairPlaces } from '../../../src/scoring/pairs';
import { FileEntry, singleFile, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import type { Comparison } from '../../../src/session/comparison.svelte';
import { Removal } from '../../../src/session/removal/removal.svelte';
import { figuresKey } from '../../../src/session/run/keys';
import type { RunSource } from '../../../src/session/run/runs';
import { saveFile } from '../../../src/ui/save-file';
import { interpretation, loadedFile, runResult, sourceResult } from '../../support/results';

vi.mock('../../../src/ui/save-file', () => ({ saveFile: vi.fn() }));

beforeEach(() => vi.mocked(saveFile).mockClear());

interface Summing {
  readonly request: CleanedRequest;
  readonly give: (answer: CleanedFigures) => void;
  readonly fail: (error: Error) => void;
}

/** The source of a file of its own, which the run has read. */
function ranSource(id: number): RunSource {
  const name = `source-${id}`;
  const file = new FileEntry(id, singleFile(new File([], `${name}.jsonl`)));
  const loaded = loadedFile(id, file.file.name).sources[0] as RunSource['loaded'];
  const entry = new SourceEntry(10 + id, file, 0, loaded);
  const options = defaultLoadOptions(file.path);
  return { id, entry, loaded, file: file.file, interpretation: interpretation(), options, sameAs: null };
}

const why = (_: PairPlaces, i: number) => ({ reason: `reason ${i % 2}`, markedBy: 'by hand', note: '' });

/** A run of two sources. The first loses two of its pairs. */
function setUp() {
  const sources = [ranSource(1), ranSource(2)];
  const results = sources.map(({ id, entry }) => sourceResult(id, entry.name, { eci: 0.4 }));
  const sums: Summing[] = [];
  const exported: (readonly CleanRequest[])[] = [];
  const engine = {
    cleaned: (request: CleanedRequest) =>
      new Promise<CleanedFigures>((give, fail) => void sums.push({ request, give, fail })),
    cancel: () => Promise.resolve(sums.at(-1)?.fail(new Error('ended'))),
    askedPairs: ({ records }: PairPlaces): Promise<AskedPairs> => {
      const gate = new Float64Array(records.length).fill(0.5);
      return Promise.resolve({ rho: gate, eta: gate, psi: gate });
    },
  };
  const candidates = {
    exportCleaned: (requests: readonly CleanRequest[]): Promise<CleanedDownload> => {
      exported.push(requests);
      const files = [
        { of: 'source-1.jsonl', of_sha256: '1', name: 'source-1.cleaned.jsonl', sha256: '0', beside: [] },
      ];
      const [zipName, zip] = ['source-1.cleaned.zip', new Blob([])];
      return Promise.resolve({
        zipName,
        zip,
        files,
        pairsRemoved: 2,
        recordsRemoved: 0,
        retention: [],
      });
    },
  };
  const workers = { engine, candidates, guard: (answer: unknown) => answer } as unknown as WorkerPair;
  const finished = { at: 1, sources, result: runResult(results) };
  const run = {
    finished: finished as typeof finished | null,
    /** A run is under way, or a preview is shown. */
    isUnsettled: false,
    get key() {
      const { finished: run, isUnsettled } = this;
      return run === null || isUnsettled ? null : figuresKey(run, run.result.settings);
    },
  };
  const rows = results.map((result) => ({ ...result, colour: 0, flags: [] }));
  const session = {
    workers: { phase: 'ready', ready: () => Promise.resolve(workers) },
    run,
    sources: { entries: sources.map(({ entry }) => entry) },
    view: { rows, result: null },
  } as unknown as Comparison;
  const setTau = (tau: number) => {
    const { settings } = finished.result;
    run.finished = { ...finished, result: { ...finished.result, settings: { ...settings, tau } } };
  };
  const left = { version: 1 };
  const pairs: PairPlaces[] = [{ source: 1, records: Int32Array.of(0, 3), positions: Int32Array.of(1, 0) }];
  const without = { rejects: 'blank', blanks: true, repeats: true } as const;
  const removalOf = () =>
    new Removal(session, {
      which: () => ({ ...left, without }),
      pairs: () => pairs,
      why,
      loses: ({ fileId }) => fileId === 1,
    });
  const sumsOf = (count: number) => vi.waitFor(() => expect(sums).toHaveLength(count));
  return { removalOf, pairs, left, run, session, sources, setTau, sums, sumsOf, exported };
}

const without = (eci: number): CleanedFigures => ({
  sources: [sourceResult(1, 'source-1', { eci }), sourceResult(2, 'source-2', { eci: 0.4 })],
  certainty: null,
});

describe('the figures of a run without some pairs', () => {
  it('belong to the temperature under which they would be asked for now, or are absent', async () => {
    const { removalOf, pairs, setTau, sums, sumsOf } = setUp();
    const removal = removalOf();
    const scoreAfter = () => removal.beforeAndAfter(pairs).rows[0]?.after?.eci ?? null;
    removal.follow();
    await sumsOf(1);
    setTau(0.2);
    removal.follow();
    await sumsOf(2);
    expect(sums.map(({ request }) => request.tau)).toEqual([0.05, 0.2]);
    expect(scoreAfter()).toBeNull();
    sums[1]?.give(without(0.5));
    await vi.waitFor(() => expect(scoreAfter()).toBe(0.5));
    setTau(0.05);
    expect(scoreAfter()).toBeNull();
  });
});

describe('the files without some pairs', () => {
  it('are those that lose any, with the gates of each pair and why it goes', async () => {
    const { removalOf, exported } = setUp();
    const removal = removalOf();
    await removal.save();
    const [request, another] = exported[0] ?? [];
    expect(another).toBeUndefined();
    expect(request).toMatchObject({ fileId: 1, without: { rejects: 'blank', blanks: true, repeats: true } });
    expect(request?.reasons).toEqual([why({} as PairPlaces, 0), why({} as PairPlaces, 1)]);
    expect(request?.removed).toEqual([
      {
        source: 1,
        records: Int32Array.of(0, 3),
        positions: Int32Array.of(1, 0),
        reasons: Int32Array.of(0, 1),
        rho: Float64Array.of(0.5, 0.5),
        eta: Float64Array.of(0.5, 0.5),
        psi: Float64Array.of(0.5, 0.5),
      },
    ]);
    expect(vi.mocked(saveFile).mock.calls.map(([name]) => name)).toEqual(['source-1.cleaned.zip']);
  });

  it('are told of until other pairs would leave, and saved again at each press', async () => {
    const { removalOf, left, exported } = setUp();
    const removal = removalOf();
    await removal.save();
    expect(removal.saved?.zipName).toBe('source-1.cleaned.zip');
    expect(removal.saved?.pairsRemoved).toBe(2);
    left.version = 2;
    expect(removal.saved).toBeNull();
    left.version = 1;
    await removal.save();
    expect(exported).toHaveLength(2);
  });

  it('are there before any run, without gates', async () => {
    const { removalOf, run, exported } = setUp();
    run.finished = null as never;
    run.isUnsettled = true;
    const removal = removalOf();
    await removal.save();
    expect(exported[0]?.[0]?.removed[0]?.rho).toEqual(Float64Array.of(NaN, NaN));
    expect(removal.saved?.pairsRemoved).toBe(2);
    removal.follow();
    expect(removal.figures.isAsking).toBe(false);
  });
});
