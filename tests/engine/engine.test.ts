import { afterEach, describe, expect, it, vi } from 'vitest';

import { NothingRankedError, RunCancelledError, RunInputError } from '../../src/engine/errors';
import type { RunProgress, RunRequest, SumProgress } from '../../src/engine/types';
import type { MatrixFigures, RunSettings, SourceFigures } from '../../src/engine/result';
import { WEIGHTING_IDS, type WeightingId } from '../../src/scoring/weightings';
import type { TextRecord } from '../support/candidates';
import { openSoftwareGpu, type SoftwareGpu } from '../support/gpu';
import { expectRelative, expectSameFigures, MATRIX_FIGURES } from '../support/near';
import { recordAt, unitOfRecord } from '../support/planar';
import { engineOn, judgedAs, newEngine, runRequest, silent } from '../support/runs';

const request = (names: readonly string[], settings: Partial<RunSettings> = {}): RunRequest =>
  runRequest(
    names.map((name) => ({ name })),
    { settings },
  );

/** One record whose vectors stand at these angles; no word of the query is in a negative. */
const record = (query: number, positive: number, negatives: number[]): TextRecord =>
  recordAt(
    {
      query: `query ${query} ${positive}`,
      positive: `positive at ${positive}`,
      negatives: negatives.map((angle) => `negative at ${angle}`),
    },
    { query, positive, negatives },
  );

/** A record with its first negatives alone. */
function firstOf({ negatives, rows, ...rest }: TextRecord, count: number): TextRecord {
  const vectors = rows && { rows: { ...rows, negatives: rows.negatives.slice(0, count) } };
  return { ...rest, negatives: negatives.slice(0, count), ...vectors };
}

/** Figures of a weighting that was summed. */
function figuresUnder(id: WeightingId, source: SourceFigures | undefined): MatrixFigures {
  return source?.weightings[id] ?? { eci: NaN, trace: NaN, lambda_max: NaN };
}

const HAND = [record(0, 0, [90, 180])];
const RANDOM = Array.from({ length: 60 }, (_, i) =>
  record(i * 31, i * 31 + 15, [i * 31 + 40, i * 31 + 55 + i]),
);

/** Without the first pair of records 0 and 2. */
const CLEANED = {
  tau: 0.05,
  weighting: 'full',
  settings: ['all'],
  references: [true],
  removed: [{ source: 0, records: Int32Array.of(0, 2), positions: Int32Array.of(0, 0) }],
} as const;

/** Puts the software GPU in the place of the browser's. @param open gives a device of its adapter */
function stubDevices(
  { gpu }: SoftwareGpu,
  open: (adapter: GPUAdapter, options: GPUDeviceDescriptor) => Promise<GPUDevice>,
): void {
  const requestAdapter = async () => {
    const adapter = (await gpu.requestAdapter()) as GPUAdapter;
    const { features, info, limits } = adapter;
    return {
      features,
      info,
      limits,
      requestDevice: (options: GPUDeviceDescriptor) => open(adapter, options),
    };
  };
  vi.stubGlobal('navigator', { gpu: { requestAdapter } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a run on given embeddings', () => {
  it('ranks one record as worked out by hand', async () => {
    const result = await engineOn([HAND]).run(request(['hand'], { weighting: 'uniform' }), silent);
    expect(result.encoder).toBeNull();
    expect(result.device.reason).toBe(
      'no encoder is run: the files give their embeddings; Î, trace and log det in float64',
    );
    expect(result.idf_corpus).toEqual({ mode: 'pooled-documents', texts: 3, distinct_tokens: 6 });
    const figures = result.sources[0]?.figures;
    expect(figures).toMatchObject({ records: 1, negatives: 2, dimension: 2, mean_psi: 1, inversion_rate: 0 });
    // I + Î = [[1.75, −0.25], [−0.25, 1.25]].
    expectRelative(figures?.eci ?? NaN, Math.log(2.125), 1e-13);
    expectRelative(figures?.eci_per_dim ?? NaN, Math.log(2.125) / 2, 1e-13);
    expectRelative(figures?.trace ?? NaN, 1, 1e-13);
    expect(figures?.first_pairs).toHaveLength(2);
    expectRelative(figures?.first_pairs[1]?.margin ?? NaN, 2, 1e-15);
  });

  it('says what its progress is, and ends the running score at the score itself', async () => {
    const seen: RunProgress[] = [];
    const engine = engineOn([RANDOM, RANDOM.slice(0, 7)]);
    const { sources } = await engine.run(request(['a', 'b']), (p) => seen.push(p));
    const stages = [...new Set(seen.map((p) => p.stage))];
    expect(stages.slice(0, 4)).toEqual(['read', 'lexical', 'score', 'matrix']);
    expect(seen.findLast((p) => p.soFar)?.soFar?.sources).toEqual(sources);
  });

  it('tells counts a few times a second: of what is done in no time the begin and the end alone', async () => {
    const seen: RunProgress[] = [];
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await engineOn([RANDOM]).run(request(['a']), (p) => seen.push(p));
    const counts = seen.filter(({ stage, soFar }) => stage === 'score' && !soFar);
    expect(counts.map(({ done }) => done)).toEqual([0, 120]);
  });

  it('gives scores so far of long embeddings too, once a small share of the time goes into them', async () => {
    const longer = new Array<number>(1100 - 32).fill(0);
    const long = Array.from({ length: 300 }, (_, i) =>
      recordAt(
        { query: `query ${i}`, positive: `positive ${i}`, negatives: [`near ${i}`, `far ${i}`] },
        { query: 0, positive: 2, negatives: [10 + (i % 7), 40 + (i % 11)] },
        (angle) => [...unitOfRecord(i, angle), ...longer],
      ),
    );
    const engine = engineOn([long]);
    let time = 0;
    let first: RunProgress | null = null;
    // Ten times a log-det of 1,100³/6 products, at 10⁹ a second, take as long as seven counts: that of no pair, and six blocks'.
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    const run = engine.run(request(['a']), (progress) => {
      if (progress.stage === 'score') time += 333;
      if (!progress.soFar) return;
      first ??= progress;
      engine.cancelRun();
    });
    await expect(run).rejects.toBeInstanceOf(RunCancelledError);
    expect(first).toMatchObject({ stage: 'score', done: 6 * 16, total: 600 });
  });

  it('counts each step after the scores up to its end', async () => {
    const apart = RANDOM.map((_, i) => record(i * 31, i * 31 + 15, [i * 31 + 170, i * 31 + 180]));
    const seen: RunProgress[] = [];
    const asked = runRequest([{ reference: true }, { reference: false }]);
    const { certainty } = await engineOn([RANDOM, apart]).run(asked, (p) => seen.push(p));
    expect(certainty.flags).not.toEqual([]);
    const after = seen.slice(seen.findLastIndex(({ stage }) => stage === 'matrix') + 1);
    const steps = [...new Set(after.map(({ stage }) => stage))];
    expect(steps).toEqual(['known', 'baseline']);
    for (const step of steps) {
      const counts = after.filter(({ stage }) => stage === step);
      expect(counts.at(-1)?.done, step).toBe(counts.at(-1)?.total);
      const done = counts.map((count) => count.done);
      expect(done, step).toEqual(done.toSorted((a, b) => a - b));
    }
    expect(after.find(({ stage }) => stage === 'known')?.total, 'pairs of both').toBe(240);
  });

  it('takes the time until the result is whole', async () => {
    const clock = performance.now.bind(performance);
    let later = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + later);
    const { cost } = await engineOn([RANDOM]).run(request(['a']), ({ stage }) => {
      if (stage === 'baseline') later = 60_000;
    });
    expect(cost.seconds.total).toBeGreaterThan(60);
  });

  it('samples the same queries from sources that share them, and keeps the IDF corpus', async () => {
    const engine = engineOn([RANDOM, [...RANDOM].reverse()]);
    const whole = await engine.run(request(['a', 'b']), silent);
    const sampled = await engine.run(request(['a', 'b'], { sample: 20 }), silent);
    const [a, b] = sampled.sources.map((s) => s.figures);
    expect(a?.records).toBe(20);
    expectRelative(b?.eci ?? NaN, a?.eci ?? NaN, 1e-12);
    expect(sampled.idf_corpus).toEqual(whole.idf_corpus);
    const other = await engine.run(request(['a', 'b'], { sample: 20, seed: 43 }), silent);
    expect(other.sources[0]?.figures.eci).not.toBe(a?.eci);
  });

  it('ranks the first negatives of each record as if the files had no more, and keeps the IDF corpus', async () => {
    const uneven = RANDOM.map((each, i) => (i % 2 === 0 ? each : firstOf(each, 1)));
    const engine = engineOn([RANDOM, uneven, RANDOM.map((each) => firstOf(each, 1))]);
    // Uniform weights follow the vectors alone: the IDF corpus is that of the whole files.
    const ask = (negatives: number | null) =>
      engine.run(request(['a', 'b', 'c'], { weighting: 'uniform', negatives }), silent);
    const [whole, cut] = [await ask(null), await ask(1)];
    expect(whole.sources.map(({ figures }) => figures.negatives)).toEqual([120, 90, 60]);
    expect(cut.sources.map(({ figures }) => figures.negatives)).toEqual([60, 60, 60]);
    expect(cut.sources.map(({ figures }) => figures.records)).toEqual([60, 60, 60]);
    const [, , short] = whole.sources.map(({ figures }) => figures.eci);
    for (const { figures } of cut.sources) expectRelative(figures.eci, short ?? NaN, 1e-12);
    expect(whole.sources[0]?.figures.eci).not.toBeCloseTo(short ?? NaN, 6);
    expect(cut.idf_corpus).toEqual(whole.idf_corpus);
    expect(cut.settings.negatives).toBe(1);
    // A pair that was not scored takes nothing from the run.
    const removed = [{ source: 0, records: Int32Array.of(0, 2), positions: Int32Array.of(1, 0) }];
    const asked = {
      ...request([]).settings,
      settings: ['x', 'x', 'x'],
      references: [true, true, true],
      removed,
    };
    const cleaned = await engine.cleaned({ ...asked, weighting: 'uniform' }, silent);
    expect(cleaned.sources.map(({ figures }) => figures.negatives)).toEqual([59, 60, 60]);
  });

  it('compares sources of one setting on the queries that all of them have, unless all are asked for', async () => {
    const engine = engineOn([RANDOM, RANDOM.slice(20), RANDOM.slice(0, 50)]);
    const three = ['a', 'b', 'c'];
    const shared = await engine.run(request(three, { queries: 'shared' }), silent);
    expect(shared.sources.map(({ figures }) => figures.queries)).toEqual([30, 30, 30]);
    expect(shared.overlap?.shared).toEqual([{ setting: 'all', queries: 30 }]);
    const [a, b] = shared.sources.map(({ figures }) => figures.eci);
    expectRelative(a ?? NaN, b ?? NaN, 1e-12);
    const all = await engine.run(request(three, { queries: 'all' }), silent);
    expect(all.sources.map(({ figures }) => figures.queries)).toEqual([60, 40, 50]);
    expect(all.idf_corpus).toEqual(shared.idf_corpus);
    expect(all.overlap).toEqual(shared.overlap);
  });

  it('scores sources on all of their own queries where too few are shared', async () => {
    const { sources, overlap } = await engineOn([RANDOM, RANDOM.slice(31)]).run(request(['a', 'b']), silent);
    expect(sources.map(({ figures }) => figures.queries)).toEqual([60, 29]);
    expect(overlap?.shared).toEqual([{ setting: 'all', queries: 29 }]);
  });

  it('gives the same figures on WebGPU, within 1e-6', async () => {
    const software = await openSoftwareGpu();
    // One device for all sums: each new one compiles the shaders again, in seconds.
    const shared = await software.device();
    vi.spyOn(shared, 'destroy').mockReturnValue(undefined);
    stubDevices(software, () => Promise.resolve(shared));
    const engine = engineOn([RANDOM]);
    const { device, sources } = await engine.run({ ...request(['a']), device: 'webgpu' }, silent);
    const { sources: onGpu } = await engine.settle(judgedAs(), 'all', silent);
    const cleanedOnGpu = await engine.cleaned(CLEANED, silent);
    for (const figure of MATRIX_FIGURES) expect(onGpu[0]?.figures[figure]).toBe(sources[0]?.figures[figure]);
    await engine.run(request(['a']), silent);
    const { sources: onCpu } = await engine.settle(judgedAs(), 'all', silent);
    const cleanedOnCpu = await engine.cleaned(CLEANED, silent);
    expect(device).toMatchObject({
      kind: 'webgpu',
      adapter: { vendor: 'google', fallback: true },
      reason: 'WebGPU: chosen by the user; Î, trace and log det by WGSL',
    });
    const expectTwins = (id: WeightingId, ...[gpu, cpu]: (SourceFigures | undefined)[]) => {
      const [figures, twin] = [figuresUnder(id, gpu), figuresUnder(id, cpu)];
      expectSameFigures(figures, twin, 1e-6);
      // In float32 on the device: what equals float64 to the last digit was not summed there.
      for (const figure of MATRIX_FIGURES) expect(figures[figure]).not.toBe(twin[figure]);
    };
    for (const id of WEIGHTING_IDS) expectTwins(id, onGpu[0]?.figures, onCpu[0]?.figures);
    expectTwins('full', cleanedOnGpu.sources[0]?.figures, cleanedOnCpu.sources[0]?.figures);
    vi.restoreAllMocks();
    software.close();
    // The software GPU compiles its shaders slowly where the machine is busy.
  }, 240_000);
});

describe('a GPU that is lost during the run', () => {
  it('leaves the run to the CPU, with the same figures', async () => {
    const software = await openSoftwareGpu();
    let device: GPUDevice | undefined;
    stubDevices(software, async (adapter, options) => (device = await adapter.requestDevice(options)));
    const lost = await engineOn([RANDOM]).run({ ...request(['a']), device: 'webgpu' }, ({ stage }) => {
      if (stage === 'score') device?.destroy();
    });
    expect(lost.device).toMatchObject({ kind: 'wasm', adapter: null });
    expect(lost.device.reason).toMatch(
      /^the GPU was lost during the run .*; Î, trace and log det in float64$/,
    );
    const onCpu = await engineOn([RANDOM]).run(request(['a']), silent);
    expect(lost.sources).toEqual(onCpu.sources);
    software.close();
  });
});

describe('another temperature or weighting', () => {
  const run = async (settings: Partial<RunSettings> = {}) => {
    const engine = engineOn([RANDOM]);
    const result = await engine.run(request(['a'], settings), silent);
    return { engine, figures: result.sources[0]?.figures };
  };

  it('sums the chosen weighting only, until others are asked for', async () => {
    const { engine, figures } = await run({ weighting: 'uniform' });
    expect(Object.keys(figures?.weightings ?? {})).toEqual(['uniform']);
    const seen: SumProgress[] = [];
    const uniform = judgedAs({ weighting: 'uniform' });
    const [all] = (await engine.settle(uniform, 'all', (p) => seen.push(p))).sources;
    expect(Object.keys(all?.figures.weightings ?? {})).toEqual([...WEIGHTING_IDS]);
    expect(all?.figures.weightings.uniform).toEqual(figures?.weightings.uniform);
    const pairs = 2 * RANDOM.length;
    expect(seen.at(-1)).toEqual({ pairs, total: pairs });
    for (const id of WEIGHTING_IDS) {
      const alone = (await run({ weighting: id })).figures;
      expectSameFigures(figuresUnder(id, all?.figures), figuresUnder(id, alone), 1e-12);
    }
    // What is there is not summed again.
    const again = seen.length;
    await engine.settle(judgedAs(), 'all', (p) => seen.push(p));
    expect(seen).toHaveLength(again);
  });

  it('stops summing when it is told to; what was there stays', async () => {
    const { engine, figures } = await run();
    const stopped = engine.settle(judgedAs(), 'all', () => engine.cancel('settle'));
    await expect(stopped).rejects.toThrow(RunCancelledError);
    expect(engine.preview(judgedAs()).sources[0]?.figures).toEqual(figures);
  });

  it('is what a fresh run gives', async () => {
    const { engine } = await run();
    const fresh = (await run({ tau: 0.1 })).figures;
    const [rescored] = (await engine.settle(judgedAs({ tau: 0.1 }), 'chosen', silent)).sources;
    expectSameFigures(figuresUnder('full', rescored?.figures), figuresUnder('full', fresh), 1e-12);
    expect(rescored?.figures.mean_rho).toBe(fresh?.mean_rho);
  });

  it('of the chosen weighting leaves the others at their temperature', async () => {
    const { engine } = await run();
    const [before] = (await engine.settle(judgedAs(), 'all', silent)).sources;
    const [rescored] = (await engine.settle(judgedAs({ tau: 0.1 }), 'chosen', silent)).sources;
    expect(Object.keys(rescored?.figures.weightings ?? {})).toEqual(['full']);
    const [back] = engine.preview(judgedAs({ weighting: 'uniform' })).sources;
    const { full, ...others } = before?.figures.weightings ?? {};
    expect(full).toBeDefined();
    expect(back?.figures.weightings).toEqual(others);
    expect(back?.figures.eci).toBe(others.uniform?.eci);
  });

  it('is an error before anything is ranked', async () => {
    const engine = engineOn([HAND]);
    expect(() => engine.preview(judgedAs())).toThrow(NothingRankedError);
    await expect(engine.settle(judgedAs(), 'all', silent)).rejects.toThrow(NothingRankedError);
  });
});

describe('runs that cannot be', () => {
  it('without sources or candidates', async () => {
    await expect(engineOn([]).run(request([]), silent)).rejects.toThrow('No source is loaded.');
    const alone = newEngine();
    await expect(alone.run(request(['a']), silent)).rejects.toThrow(RunInputError);
  });

  it('with embeddings of two lengths', async () => {
    const three: TextRecord = {
      query: 'q',
      positive: 'p',
      negatives: ['n'],
      rows: { query: [1, 0, 0], positive: [0, 1, 0], negatives: [[0, 0, 1]] },
    };
    const running = engineOn([HAND, [three]]).run(request(['flat', 'deep']), silent);
    await expect(running).rejects.toThrow(
      'flat gives embeddings of length 2 and deep of length 3: they come from different encoders.',
    );
  });
});
