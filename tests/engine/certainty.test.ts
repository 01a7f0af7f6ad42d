import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { RunCancelledError } from '../../src/engine/errors';
import type { PartFigures, RunProgress, RunRequest, StopRule } from '../../src/engine/types';
import { seededRandom } from '../../src/scoring/random';
import type { TextRecord } from '../support/candidates';
import { expectRelative } from '../support/near';
import { recordAt, unitOfRecord as at } from '../support/planar';
import { engineOn, judgedAs, runRequest, silent } from '../support/runs';

/**
 * Records whose negatives stand about `offset` degrees from their positive: the nearer to the query, the lower ρ.
 * Queries have the same texts in every source.
 */
function source(records: number, offset: number, seed: number): TextRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: records }, (_, i) => {
    const angles = Array.from({ length: 1 + (i % 3) }, () => offset + 8 * random());
    const texts = angles.map((_angle, k) => `negative ${seed} ${i} ${k}`);
    return recordAt(
      { query: `query ${i}`, positive: `positive ${i}`, negatives: texts },
      { query: 0, positive: 2, negatives: angles.map((angle) => 2 + angle) },
      (angle) => at(i, angle),
    );
  });
}

const RECORDS = 400;
const FAR = source(RECORDS, 12, 1);
const NEAR = source(RECORDS, 1, 2);
const TWIN = source(RECORDS, 1, 3);

function request(sources: number, rule: StopRule['rule'], settings = sources): RunRequest {
  return runRequest(
    Array.from({ length: sources }, (_, id) => ({ setting: id < settings ? 'one' : 'other' })),
    { rule },
  );
}

async function run(
  sources: readonly (readonly TextRecord[])[],
  rule: StopRule['rule'],
  settings = sources.length,
) {
  const engine = engineOn(sources);
  const seen: RunProgress[] = [];
  const result = await engine.run(request(sources.length, rule, settings), (progress) => seen.push(progress));
  return { engine, result, seen };
}

/** Runs of the two sources whose order is plain, shared by the tests: none reads what another one left in the engine. */
let early: Awaited<ReturnType<typeof run>>;
let full: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  early = await run([NEAR, FAR], 'certain');
  full = await run([NEAR, FAR], 'all');
});

describe('the units of a run', () => {
  /** Five queries to a passage, about the same value each; `own` makes each query a passage of its own. */
  const five = (offset: number, seed: number, own: boolean): TextRecord[] => {
    const random = seededRandom(seed);
    const wobble = Array.from({ length: 60 }, () => 8 * random());
    return Array.from({ length: 300 }, (_, i) => {
      const passage = Math.floor(i / 5);
      const angle = 2 + offset + (wobble[passage] as number) + 0.2 * random();
      return {
        query: `query ${i}`,
        positive: own ? `positive ${i}` : `positive ${passage}`,
        group: `site ${passage % 30}`,
        negatives: [`negative ${seed} ${i}`],
        rows: { query: at(passage, 0), positive: at(passage, 2), negatives: [at(passage, angle)] },
      };
    });
  };
  const certaintyBy = async (group: string, own = false, rule: StopRule['rule'] = 'all') => {
    const engine = engineOn([five(6, 1, own), five(5, 2, own)]);
    const asked = runRequest(2, { rule, settings: { group } });
    return (await engine.run(asked, silent)).certainty;
  };
  const widths = ({ scores }: Awaited<ReturnType<typeof certaintyBy>>) =>
    Object.values(scores).map(({ low, high }) => (high ?? NaN) - (low ?? NaN));

  it('are the queries to the last bit where no positive is shared', async () => {
    for (const rule of ['all', 'certain'] as const) {
      const byPositive = await certaintyBy('positive', true, rule);
      expect(byPositive).toEqual(await certaintyBy('query', true, rule));
      expect(byPositive.units).toEqual({ kind: 'query', count: 300 });
    }
  });

  it('are queries that share a positive: the intervals are as wide as these are few', async () => {
    const [byPositive, byQuery] = [await certaintyBy('positive'), await certaintyBy('query')];
    expect(byPositive).toMatchObject({
      units: { kind: 'positive', count: 60 },
      units_used: 60,
      queries_used: 300,
    });
    for (const [i, width] of widths(byPositive).entries()) {
      const times = width / (widths(byQuery)[i] as number);
      expect(times).toBeGreaterThan(0.8 * Math.sqrt(5));
      expect(times).toBeLessThan(1.25 * Math.sqrt(5));
    }
  });

  it('are groups by a column, which every query must have', async () => {
    expect((await certaintyBy('site')).units).toEqual({ kind: 'site', count: 30 });
    const lacking = five(6, 1, false).map(({ group: _, ...record }, i) =>
      i < 297 ? { ...record, group: 'a' } : record,
    );
    const engine = engineOn([lacking]);
    await expect(engine.run(runRequest(1, { settings: { group: 'site' } }), silent)).rejects.toThrow(
      /Units by site: 3 of 300 records of source 0 have no value in that column, the first is record 298\./,
    );
  });

  it('are read whole: five queries of each', async () => {
    const certainty = await certaintyBy('positive', false, 'certain');
    expect(certainty.units.count).toBe(60);
    expect(certainty.queries_used).toBe(5 * certainty.units_used);
  });
});

describe('a run that may stop early', () => {
  it('stops at a look with the order that all records give, all sources alike', () => {
    const { certainty, sources, stop } = early.result;
    expect(stop.ended).toBe('order-certain');
    // 40, 80, 160, 320 and the end.
    expect(certainty).toMatchObject({
      level: 0.95,
      looks: 5,
      queries_total: RECORDS,
      records_total: 2 * RECORDS,
    });
    expect([40, 80, 160, 320]).toContain(certainty.units_used);
    expect(certainty.queries_used).toBe(certainty.units_used);
    expect(sources.map(({ figures }) => figures.records)).toEqual([
      certainty.units_used,
      certainty.units_used,
    ]);
    const [pair] = certainty.pairs;
    expect(pair).toMatchObject({ status: 'separated', shared_queries: certainty.units_used });
    const [a, b] = full.result.sources.map(({ figures }) => figures.eci) as [number, number];
    expect(pair?.a).toBe(a > b ? '0' : '1');
    expect(full.result.certainty.pairs[0]?.a).toBe(pair?.a);
    // The intervals of the sample hold what the whole files have.
    expect(pair?.low).toBeLessThanOrEqual(Math.abs(a - b));
    expect(pair?.high).toBeGreaterThanOrEqual(Math.abs(a - b));
    Object.values(certainty.scores).forEach(({ low, high }, s) => {
      const whole = full.result.sources[s]?.figures.eci as number;
      expect(whole).toBeGreaterThan(low ?? NaN);
      expect(whole).toBeLessThan(high ?? NaN);
    });
  });

  it('counts no record that was not visited: its figures are those of the visited records alone', async () => {
    const { engine, result } = early;
    const records = result.sources[0]?.figures.records as number;
    expect(result.certainty.records_used).toBe(
      result.sources.reduce((sum, { figures }) => sum + figures.records, 0),
    );
    // The seeded sample of so many records is the same set: a run of it gives the same figures.
    const alone = engineOn([NEAR, FAR]);
    const sampled = request(2, 'all');
    const again = await alone.run({ ...sampled, settings: { ...sampled.settings, sample: records } }, silent);
    for (const key of ['eci', 'trace', 'lambda_max', 'mean_rho', 'mean_coverage', 'mnrl_proxy'] as const) {
      expectRelative(result.sources[0]?.figures[key] ?? NaN, again.sources[0]?.figures[key] ?? NaN, 1e-12);
    }
    // Other weightings are summed over the same records.
    const uniform = judgedAs({ weighting: 'uniform' }, 2);
    const [more] = (await engine.settle(uniform, 'chosen', silent)).sources;
    const [same] = (await alone.settle(uniform, 'chosen', silent)).sources;
    expectRelative(
      more?.figures.weightings.uniform?.eci ?? NaN,
      same?.figures.weightings.uniform?.eci ?? NaN,
      1e-12,
    );
    expect(more?.figures.weightings.uniform?.trace).toBeCloseTo(1, 12);
  });

  it('goes to the last record where nothing separates the sources', async () => {
    const { result, seen } = await run([NEAR, TWIN, FAR], 'certain');
    expect(result.sources.map(({ figures }) => figures.records)).toEqual([RECORDS, RECORDS, RECORDS]);
    expect(result.stop.ended).toBe('all-records');
    // Each look had its part of the error, the last one too.
    expect(result.certainty).toMatchObject({ looks: 5, queries_used: RECORDS });
    expect(seen.some(({ soFar }) => soFar?.certainty)).toBe(true);
  });

  it('reads on where fewer than two sources are left, or none is compared', async () => {
    const alone = await run([NEAR, FAR], 'certain', 1);
    expect(alone.result.certainty.pairs).toEqual([]);
    const engine = engineOn([NEAR, FAR]);
    const misread = runRequest([{}, { misread: true }], { rule: 'certain' });
    for (const result of [alone.result, await engine.run(misread, silent)]) {
      expect(result.sources.map(({ figures }) => figures.records)).toEqual([RECORDS, RECORDS]);
    }
  });

  it('takes twins for one source: they do not keep it from ending', async () => {
    const { result } = await run([NEAR, NEAR, FAR], 'certain');
    expect(result.certainty.units_used).toBeLessThan(RECORDS);
    const twins = result.certainty.pairs.find(({ a, b }) => a !== '2' && b !== '2');
    expect(twins).toMatchObject({ difference: 0, low: 0, high: 0, status: 'not separated', unlike_units: 0 });
  });

  it('does not look where it would not be long', async () => {
    const { result } = await run([NEAR, FAR], 'long');
    expect(result.certainty).toMatchObject({ looks: 1, records_used: 2 * RECORDS });
  });
});

describe('the certainty of a ranking', () => {
  const asked = { settings: ['one', 'one'], references: [true, false] };

  it('follows the temperature and the settings of the sources', async () => {
    const { engine, result } = full;
    const tau = 0.1;
    const moved = (await engine.settle({ tau, weighting: 'full', ...asked }, 'chosen', silent)).certainty;
    expect(moved.pairs[0]?.difference).not.toBe(result.certainty.pairs[0]?.difference);
    const settings = ['one', 'two'];
    const apart = engine.preview({ tau, weighting: 'full', ...asked, settings }).certainty;
    expect(apart.pairs).toEqual([]);
    expect(apart.flags).toEqual([]);
  });

  it('says of each flag how far a source certainly lies beyond each reference', async () => {
    const { result, engine } = await run([NEAR, FAR, TWIN], 'all');
    const { sources } = result;
    const ask = (references: boolean[], settings = ['one', 'one', 'one']) =>
      engine.preview({ tau: 0.05, weighting: 'full', settings, references }).certainty.flags;
    const flags = ask([true, false, false]);
    expect(flags).toHaveLength(8);
    expect(flags.every(({ reference }) => reference === '0')).toBe(true);
    const rho = (id: number) =>
      flags.find((flag) => flag.source === String(id) && flag.flag === 'rho')?.low ?? NaN;
    const distance = (sources[1]?.figures.mean_rho ?? 0) - (sources[0]?.figures.mean_rho ?? 0);
    expect(rho(1)).toBeGreaterThan(0.9 * distance);
    expect(rho(1)).toBeLessThan(distance);
    // Two draws of the same source.
    expect(rho(2)).toBeLessThan(0.005);
    // A reference too: a finding may take it out of the range.
    expect(ask([true, true, true])).toHaveLength(24);
    expect(ask([false, false, false])).toEqual([]);
    expect(ask([true, true, false])).toHaveLength(16);
    expect(ask([true, false, false], ['one', 'two', 'one'])).toHaveLength(4);
  });
});

describe('a run that the user stops', () => {
  afterEach(() => vi.restoreAllMocks());

  it('keeps the records visited, and says how much was read', async () => {
    const engine = engineOn([NEAR, FAR]);
    // Counts are told every 50 ms at most: here each is.
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 100));
    const result = await engine.run(request(2, 'all'), ({ stage, done }) => {
      if (stage === 'score' && done >= 1000) engine.stopRun();
    });
    const { certainty } = result;
    expect(result.stop.ended).toBe('by-user');
    expect(certainty).toMatchObject({ looks: 1, records_total: 2 * RECORDS });
    expect(certainty.queries_used).toBeGreaterThanOrEqual(100);
    expect(certainty.queries_used).toBeLessThan(RECORDS);
    expect(certainty.records_used).toBe(
      result.sources.reduce((sum, { figures }) => sum + figures.records, 0),
    );
    expect(Object.values(certainty.scores).every(({ low }) => low !== null)).toBe(true);
  });

  it('is ended once every source has a score, not cancelled: another run may follow, of all records', async () => {
    const engine = engineOn([NEAR, FAR]);
    const { certainty, sources } = await engine.run(request(2, 'all'), () => engine.stopRun());
    expect(certainty.records_used).toBeLessThan(2 * RECORDS);
    for (const { figures } of sources) expect(figures.records).toBeGreaterThan(0);
    const again = await engine.run(request(2, 'all'), silent);
    expect(again.certainty.records_used).toBe(2 * RECORDS);
  });
});

it('tells the means of the gates and the order during a run', async () => {
  const engine = engineOn([NEAR, FAR]);
  const seen: PartFigures[] = [];
  const result = await engine.run(runRequest(2), ({ soFar }) => {
    if (soFar?.certainty) seen.push(soFar);
  });
  const [first, last] = [seen[0]?.certainty, seen.at(-1)];
  expect(seen.length).toBeGreaterThan(1);
  for (const { sources } of seen)
    for (const { figures } of sources) expect(figures.mean_rho).toBeGreaterThan(0);
  expect(last?.sources).toEqual(result.sources);
  expect(last?.certainty).toMatchObject({ units_used: RECORDS, units: { count: RECORDS } });
  expect(last?.certainty?.pairs).toMatchObject([{ status: 'separated' }]);
  // The first order stands before 30 units: no interval yet.
  const lows = Object.values(first?.scores ?? {}).map(({ low }) => low);
  expect(lows.every((low) => low === null) || (first?.units_used ?? 0) >= 30).toBe(true);
});

describe('a preview', () => {
  const asked = { settings: ['one', 'one'], references: [true, false] };

  it('of the run itself is what it stands for', async () => {
    // A run of its own: others may have left sums of another temperature.
    const { engine, result } = await run([NEAR, FAR], 'all');
    const preview = engine.preview({ tau: 0.05, weighting: 'full', ...asked });
    preview.sources.forEach(({ figures }, s) => {
      expectRelative(figures.eci, result.sources[s]?.figures.eci ?? 0, 1e-12);
      const [quick, exact] = [preview.certainty.scores[s], result.certainty.scores[s]];
      expectRelative(quick?.low ?? 0, exact?.low ?? 1, 1e-12);
    });
    expectRelative(preview.yardstick?.eci ?? 0, result.yardstick?.eci ?? 1, 1e-12);
  });

  it('of another temperature has the figures of all parts at that temperature', async () => {
    const request = { tau: 0.1, weighting: 'full', ...asked } as const;
    const { sources, certainty } = full.engine.preview(request);
    const { sources: settled } = await full.engine.settle(request, 'chosen', silent);
    sources.forEach(({ figures }, s) => {
      expect(figures.mean_rho).toBe(settled[s]?.figures.mean_rho);
      expectRelative(figures.eci, settled[s]?.figures.eci ?? 0, 0.02);
      expect(certainty.scores[s]?.low).toBeLessThan(figures.eci);
      expect(certainty.scores[s]?.high).toBeGreaterThan(figures.eci);
    });
  });

  it('of a weighting that was never summed has the trace, not the gap of another one', async () => {
    const engine = engineOn([NEAR.slice(0, 60), FAR.slice(0, 60)]);
    await engine.run(runRequest(2, { settings: { weighting: 'margin-hardness' } }), silent);
    const { sources } = engine.preview({ tau: 0.05, weighting: 'uniform', ...asked });
    for (const { figures } of sources) expect(figures.eci).toBe(figures.trace);
  });

  it('waits for nothing: the sums of the settings before are cancelled', async () => {
    const request = { tau: 0.07, weighting: 'full', ...asked } as const;
    const settling = full.engine.settle(request, 'chosen', silent);
    const cancelled = expect(settling).rejects.toThrow(RunCancelledError);
    full.engine.preview({ ...request, tau: 0.08 });
    await cancelled;
    const [near] = (await full.engine.settle(request, 'chosen', silent)).sources;
    expect(near?.figures.eci).toBeGreaterThan(0);
  });
});
