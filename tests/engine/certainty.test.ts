import { beforeAll, describe, expect, it } from 'vitest';

import { RunCancelledError } from '../../src/engine/errors';
import type { RunningOrder, RunProgress, RunRequest, StopRule } from '../../src/engine/types';
import { seededRandom } from '../../src/scoring/random';
import type { TextRecord } from '../support/candidates';
import { expectRelative } from '../support/near';
import { unitAt } from '../support/planar';
import { engineOn, runRequest } from '../support/runs';

const at = (degrees: number) => [...unitAt(degrees)];

/**
 * Records whose negatives stand about `offset` degrees from their positive: the nearer to the query, the lower ρ.
 * Queries have the same texts in every source.
 */
function source(records: number, offset: number, seed: number): TextRecord[] {
  const random = seededRandom(seed);
  return Array.from({ length: records }, (_, i) => {
    const angles = Array.from({ length: 1 + (i % 3) }, () => offset + 8 * random());
    return {
      query: `query ${i}`,
      positive: `positive ${i}`,
      negatives: angles.map((_angle, k) => `negative ${seed} ${i} ${k}`),
      rows: { query: at(0), positive: at(2), negatives: angles.map((angle) => at(2 + angle)) },
    };
  });
}

const RECORDS = 1500;
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
        rows: { query: at(0), positive: at(2), negatives: [at(angle)] },
      };
    });
  };
  const certaintyBy = async (group: string, own = false, rule: StopRule['rule'] = 'all') => {
    const engine = engineOn([five(6, 1, own), five(5, 2, own)]);
    const asked = runRequest(2, { rule, settings: { group } });
    return (await engine.run(asked, () => undefined)).certainty;
  };
  const widths = ({ scores }: Awaited<ReturnType<typeof certaintyBy>>) =>
    scores.map(({ low, high }) => high - low);

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
    await expect(engine.run(runRequest(1, { settings: { group: 'site' } }), () => undefined)).rejects.toThrow(
      /Units by site: 3 of 300 records of source 0 have no value in that column, the first is record 298\./,
    );
  });

  it('are drawn whole until the order is certain', async () => {
    const certainty = await certaintyBy('positive', false, 'certain');
    expect(certainty.units.count).toBe(60);
    if (certainty.units_used < 60) expect(certainty.queries_used).toBe(5 * certainty.units_used);
    else expect(certainty.queries_used).toBe(300);
  });
});

describe('a run until the order is certain', () => {
  it('stops early with the order that all records give', () => {
    const { certainty, sources } = early.result;
    expect(certainty).toMatchObject({
      method: 'confidence-sequence',
      level: 0.95,
      queries_total: RECORDS,
      records_total: 2 * RECORDS,
    });
    expect(certainty.queries_used).toBeLessThan(RECORDS / 2);
    const [pair] = certainty.pairs;
    expect(pair).toMatchObject({ status: 'separated', shared_queries: sources[0]?.figures.records });
    expect(pair?.settled_after).toBeLessThanOrEqual(certainty.queries_used);
    const [a, b] = full.result.sources.map(({ figures }) => figures.eci) as [number, number];
    expect(pair?.a).toBe(a > b ? 0 : 1);
    expect(full.result.certainty.pairs[0]?.a).toBe(pair?.a);
    // The interval of the sample holds the difference of the whole files.
    expect(pair?.low).toBeLessThanOrEqual(Math.abs(a - b));
    expect(pair?.high).toBeGreaterThanOrEqual(Math.abs(a - b));
    for (const [s, { low, high }] of certainty.scores.entries()) {
      const whole = full.result.sources[s]?.figures.eci as number;
      expect(whole).toBeGreaterThan(low);
      expect(whole).toBeLessThan(high);
    }
    expect(
      certainty.scores.map(({ score_rank_from, score_rank_to }) => [score_rank_from, score_rank_to]),
    ).toEqual(
      a > b
        ? [
            [1, 1],
            [2, 2],
          ]
        : [
            [2, 2],
            [1, 1],
          ],
    );
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
    const again = await alone.run(
      { ...sampled, settings: { ...sampled.settings, sample: records } },
      () => undefined,
    );
    for (const key of ['eci', 'trace', 'lambda_max', 'mean_rho', 'mean_coverage', 'mnrl_proxy'] as const) {
      expectRelative(result.sources[0]?.figures[key] ?? NaN, again.sources[0]?.figures[key] ?? NaN, 1e-12);
    }
    // Other weightings are summed over the same records.
    const [more] = await engine.rescore({ tau: 0.05, weighting: 'uniform' }, 'chosen', () => undefined);
    const [same] = await alone.rescore({ tau: 0.05, weighting: 'uniform' }, 'chosen', () => undefined);
    expectRelative(
      more?.figures.weightings.uniform?.eci ?? NaN,
      same?.figures.weightings.uniform?.eci ?? NaN,
      1e-12,
    );
    expect(more?.figures.weightings.uniform?.trace).toBeCloseTo(1, 12);
  });

  it('is the same for the same seed', async () => {
    const again = await run([NEAR, FAR], 'certain');
    expect(again.result.certainty).toEqual(early.result.certainty);
  });

  it('no longer draws a source whose place is settled', async () => {
    const { result } = await run([NEAR, TWIN, FAR], 'certain');
    const [near, twin, far] = result.sources.map(({ figures }) => figures.records) as [
      number,
      number,
      number,
    ];
    expect(far).toBeLessThan(near);
    expect(near).toBe(twin);
    const { pairs, scores } = result.certainty;
    const open = pairs.filter(({ status }) => status === 'not separated');
    if (near === RECORDS) expect(result.certainty.method).toBe('confidence-sequence');
    else expect(open).toEqual([]);
    expect(scores[2]?.score_rank_from).toBe(scores[2]?.score_rank_to);
  });

  it('goes to the last record where nothing separates the sources', async () => {
    const { result, seen } = await run([NEAR, NEAR], 'certain');
    expect(result.sources.map(({ figures }) => figures.records)).toEqual([RECORDS, RECORDS]);
    expect(result.certainty).toMatchObject({ method: 'bootstrap', queries_used: RECORDS });
    expect(result.certainty.pairs).toMatchObject([
      { difference: 0, low: 0, high: 0, status: 'not separated' },
    ]);
    expect(
      result.certainty.scores.map(({ score_rank_from, score_rank_to }) => [score_rank_from, score_rank_to]),
    ).toEqual([
      [1, 2],
      [1, 2],
    ]);
    const orders = seen.flatMap(({ order }) => (order ? [order] : []));
    expect(orders.length).toBeGreaterThan(0);
    for (const { pairs } of orders) expect(pairs[0]?.settled_after).toBeNull();
  });

  it('compares sources of one setting only', async () => {
    const { result } = await run([NEAR, FAR], 'certain', 1);
    expect(result.certainty.pairs).toEqual([]);
    expect(result.sources.map(({ figures }) => figures.records)).toEqual([RECORDS, RECORDS]);
  });

  it('takes all records of a run that would not be long', async () => {
    const { result } = await run([NEAR, FAR], 'long');
    expect(result.certainty).toMatchObject({ method: 'bootstrap', records_used: 2 * RECORDS });
  });
});

describe('the certainty of a ranking', () => {
  it('follows the temperature and the settings of the sources', async () => {
    const { engine, result } = full;
    const tau = 0.1;
    await engine.rescore({ tau, weighting: 'full' }, 'chosen', () => undefined);
    const moved = await engine.certainty({
      tau,
      weighting: 'full',
      settings: ['one', 'one'],
      references: [true, true],
    });
    expect(moved.pairs[0]?.difference).not.toBe(result.certainty.pairs[0]?.difference);
    const apart = await engine.certainty({
      tau,
      weighting: 'full',
      settings: ['one', 'two'],
      references: [true, true],
    });
    expect(apart.pairs).toEqual([]);
    expect(
      apart.scores.map(({ score_rank_from, score_rank_to }) => [score_rank_from, score_rank_to]),
    ).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('of a stopped run under another temperature claims nothing that was settled under the first', async () => {
    const { engine } = early;
    await engine.rescore({ tau: 0.1, weighting: 'full' }, 'chosen', () => undefined);
    const moved = await engine.certainty({
      tau: 0.1,
      weighting: 'full',
      settings: ['one', 'one'],
      references: [true, true],
    });
    expect(moved.method).toBe('confidence-sequence');
    expect(moved.pairs[0]?.settled_after).toBeNull();
  });
});

describe('a run that the user stops', () => {
  it('keeps the records visited, with intervals that hold at every moment', async () => {
    const engine = engineOn([NEAR, TWIN]);
    const result = await engine.run(request(2, 'all'), ({ order }) => {
      if ((order?.drawn ?? 0) >= 100) engine.stopRun();
    });
    const { certainty } = result;
    expect(certainty.method).toBe('confidence-sequence');
    expect(certainty.queries_used).toBeGreaterThanOrEqual(100);
    expect(certainty.queries_used).toBeLessThan(RECORDS);
    expect(certainty.records_total).toBe(2 * RECORDS);
    expect(certainty.records_used).toBe(
      result.sources.reduce((sum, { figures }) => sum + figures.records, 0),
    );
    const whole = await run([NEAR, TWIN], 'all');
    for (const [s, { low, high }] of certainty.scores.entries()) {
      const eci = whole.result.sources[s]?.figures.eci as number;
      expect(eci).toBeGreaterThan(low);
      expect(eci).toBeLessThan(high);
    }
  });

  it('goes on until every source has a score', async () => {
    const engine = engineOn([NEAR, FAR]);
    const result = await engine.run(request(2, 'all'), () => engine.stopRun());
    expect(result.certainty.records_used).toBeLessThan(2 * RECORDS);
    for (const { figures } of result.sources) expect(figures.records).toBeGreaterThan(0);
  });

  it('is ended, not cancelled: another run may follow, of all records', async () => {
    const engine = engineOn([NEAR, FAR]);
    await engine.run(request(2, 'all'), () => engine.stopRun());
    const again = await engine.run(request(2, 'all'), () => undefined);
    expect(again.certainty.method).toBe('bootstrap');
    expect(again.certainty.records_used).toBe(2 * RECORDS);
  });
});

it('tells the means of the gates during a run, and which flags hold at every moment', async () => {
  const engine = engineOn([NEAR, FAR]);
  const orders: RunningOrder[] = [];
  const asked = [{ setting: 'one' }, { setting: 'one', reference: false }];
  const result = await engine.run(runRequest(asked), ({ order }) => {
    if (order) orders.push(order);
  });
  const last = orders.at(-1);
  expect(orders.length).toBeGreaterThan(1);
  for (const { gates } of orders) for (const { mean_rho: rho } of gates) expect(rho).toBeGreaterThan(0);
  // The last order is that before the last block.
  expectRelative(last?.gates[1]?.mean_rho ?? 0, result.sources[1]?.figures.mean_rho ?? 1, 1e-3);
  expect(last?.gates[0]?.inversion_rate).toBe(result.sources[0]?.figures.inversion_rate);
  expect(last?.flags).toContainEqual({ source: 1, flag: 'rho', status: 'certain' });
  expect(last?.flags.every(({ source: id }) => id === 1)).toBe(true);
});

describe('a preview', () => {
  const asked = { settings: ['one', 'one'], references: [true, false] };

  it('of the run itself is near what it stands for: scores, intervals, orders, flags', async () => {
    // A run of its own: others may have left sums of another temperature.
    const { engine, result } = await run([NEAR, FAR], 'all');
    const request = { tau: 0.05, weighting: 'full', ...asked } as const;
    const preview = await engine.preview(request);
    const settled = await engine.certainty(request);
    preview.sources.forEach(({ figures }, s) => {
      expectRelative(figures.eci, result.sources[s]?.figures.eci ?? 0, 1e-12);
      const [quick, exact] = [preview.certainty.scores[s], settled.scores[s]];
      expectRelative((quick?.high ?? 0) - (quick?.low ?? 0), (exact?.high ?? 0) - (exact?.low ?? 0), 0.1);
    });
    expect(preview.certainty.pairs.map(({ status }) => status)).toEqual(
      settled.pairs.map(({ status }) => status),
    );
    expect(preview.certainty.flags).toEqual(settled.flags);
    expectRelative(
      preview.certainty.reference_range?.mean_rho_max ?? 0,
      settled.reference_range?.mean_rho_max ?? 1,
      1e-3,
    );
    expect(preview.random_baseline).toEqual(result.random_baseline);
  });

  it('of another temperature has the figures of all parts at that temperature', async () => {
    const request = { tau: 0.1, weighting: 'full', ...asked } as const;
    const { sources, certainty } = await full.engine.preview(request);
    const settled = await full.engine.rescore(request, 'chosen', () => undefined);
    sources.forEach(({ figures }, s) => {
      expect(figures.mean_rho).toBe(settled[s]?.figures.mean_rho);
      expectRelative(figures.eci, settled[s]?.figures.eci ?? 0, 0.02);
      expect(certainty.scores[s]?.low).toBeLessThan(figures.eci);
      expect(certainty.scores[s]?.high).toBeGreaterThan(figures.eci);
    });
  });

  it('waits for nothing: the sums of the settings before are cancelled', async () => {
    const request = { tau: 0.07, weighting: 'full', ...asked } as const;
    const settling = full.engine.rescore(request, 'chosen', () => undefined);
    const cancelled = expect(settling).rejects.toThrow(RunCancelledError);
    await full.engine.preview({ ...request, tau: 0.08 });
    await cancelled;
    const [near] = await full.engine.rescore(request, 'chosen', () => undefined);
    expect(near?.figures.eci).toBeGreaterThan(0);
  });
});
