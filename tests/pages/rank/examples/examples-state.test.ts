/** The pairs beside a result while its settings, references and sources change. */

import '../../../session/runes';

import { describe, expect, it, vi } from 'vitest';

import type { ExampleRequest, PairExample } from '../../../../src/engine/types';
import { ExamplesState } from '../../../../src/pages/rank/examples/examples-state.svelte';
import { rankingView } from '../../../../src/report/ranking';
import { certainRun, MINED, RANDOM, source } from '../../../session/sources';

const sources = [
  source('a', 0.3, { figuresOver: MINED }),
  source('b', 0.2, { figuresOver: MINED }),
  source('random', 0.5, { reference: false, figuresOver: RANDOM }),
];

function examples() {
  const view = rankingView(sources, certainRun(sources));
  const requests: ExampleRequest[] = [];
  const read: number[] = [];
  const engine = {
    examplePairs: (request: ExampleRequest) => {
      requests.push(request);
      const pair = {
        record: 0,
        position: 0,
        rho: 1,
        eta: 1,
        psi: 1,
        coverage: 0,
        weight: request.tau,
        cosine: 1,
      };
      return Promise.resolve(
        request.asked.map(({ source, rule }): PairExample => ({ source, rule, pair, alike: source, of: 9 })),
      );
    },
  };
  const candidates = {
    pairTexts: (id: number, records: Int32Array) => {
      read.push(id);
      return Promise.resolve(Array.from(records, () => ({ query: `q${id}`, positive: 'p', negative: 'n' })));
    },
  };
  const settings = { tau: 0.05, weighting: 'full' };
  const ran = view.rows.map(({ id }) => ({ id, entry: { removed: false } }));
  const page = {
    workers: {
      phase: 'ready',
      ready: () => Promise.resolve({ engine, candidates, guard: <T>(answer: Promise<T>) => answer }),
    },
    run: {
      finished: { at: 1, inEngine: true, result: { settings }, sources: ran } as object | null,
      ongoing: null as object | null,
      scores: 'current',
    },
    view,
  };
  const state = new ExamplesState(page as unknown as ConstructorParameters<typeof ExamplesState>[0]);
  return { state, page, settings, ran, requests, read };
}

describe('the examples of a result', () => {
  it('are the top source, those outside, and the heaviest near pair, each with its texts', async () => {
    const { state } = examples();
    await state.asked.ask();
    expect(state.shown.map(({ row, rule, texts }) => [row.name, rule, texts.query])).toEqual([
      ['a', 'hardest', `q${state.shown[0]?.row.id}`],
      ['random', 'easiest', `q${state.shown[1]?.row.id}`],
    ]);
    expect(state.near?.heaviest?.row.name).toBe('a');
    expect(state.isCurrent).toBe(true);
  });

  it('are not those of another temperature or another run, and none while one goes on', async () => {
    const { state, page, settings, requests } = examples();
    await state.asked.ask();
    settings.tau = 0.2;
    expect(state.isCurrent).toBe(false);
    await state.asked.ask();
    expect(requests.map(({ tau }) => tau)).toEqual([0.05, 0.2]);
    expect(state.shown[0]?.pair.weight).toBe(0.2);
    page.run.finished = { ...page.run.finished, at: 2 };
    expect(state.isCurrent).toBe(false);
    page.run.ongoing = {};
    expect([state.isCurrent, state.shown, state.near]).toEqual([false, [], null]);
  });

  it('leave out a source that was removed since', async () => {
    const { state, ran, page, read } = examples();
    const random = page.view.rows.find(({ name }) => name === 'random')?.id ?? NaN;
    const run = ran.find(({ id }) => id === random);
    if (run) run.entry.removed = true;
    await state.asked.ask();
    expect(state.shown.map(({ row }) => row.name)).toEqual(['a']);
    expect(read).not.toContain(random);
    await vi.waitFor(() => expect(state.isCurrent).toBe(true));
  });
});
