/** A range of a gate that is drawn while figures are under way, and settings that change below it. */

import '../../../session/runes';

import { describe, expect, it, vi } from 'vitest';

import type { LeftOut, LeftOutRequest } from '../../../../src/engine/types';
import { BrushState } from '../../../../src/pages/rank/result/brush-state.svelte';
import { rankingView } from '../../../../src/report/ranking';
import { certainRun, MINED, source } from '../../../session/sources';

const sources = [source('a', 0.3, { figuresOver: MINED }), source('b', 0.2, { figuresOver: MINED })];

function brushed() {
  const pending: { readonly request: LeftOutRequest; readonly give: (found: LeftOut) => void }[] = [];
  const engine = {
    leftOut: (request: LeftOutRequest) =>
      new Promise<LeftOut>((give) => void pending.push({ request, give })),
  };
  const pair = { engine, guard: <T>(answer: Promise<T>) => answer };
  const settings = { tau: 0.05, weighting: 'full' };
  const run = { finished: { at: 1, inEngine: true, result: { settings } }, scores: 'current' };
  const page = {
    workers: { phase: 'ready', ready: () => Promise.resolve(pair) },
    run,
    view: rankingView(sources, certainRun(sources)),
  };
  const brush = new BrushState(page as unknown as ConstructorParameters<typeof BrushState>[0]);
  const asksFor = (count: number) => vi.waitFor(() => expect(pending).toHaveLength(count));
  return { brush, pending, settings, run, asksFor };
}

describe('a range of a gate', () => {
  it('is said with the figures of the range that they are of, also while a hand moves on', async () => {
    const { brush, pending, asksFor } = brushed();
    brush.draw('b', 'eta', 0, 0.1);
    const asked = brush.without.ask();
    await asksFor(1);
    expect([brush.words, brush.shown?.score]).toEqual(['', null]);
    pending[0]?.give({ pairs: 7, of: 20, eci: 0.4 });
    await asked;
    const words = '7 pairs of b with η from 0.00 to 0.10. Without them 0.2000 → ≈ 0.4000.';
    expect(brush.words).toBe(words);
    brush.draw('b', 'eta', 0, 0.3);
    expect([brush.words, brush.shown?.to]).toEqual([words, 0.3]);
  });

  it('has no figures of another gate, another temperature or another run', async () => {
    const { brush, pending, settings, run, asksFor } = brushed();
    brush.draw('b', 'eta', 0, 0.1);
    const asked = brush.without.ask();
    await asksFor(1);
    pending[0]?.give({ pairs: 7, of: 20, eci: null });
    await asked;
    expect(brush.words).toBe('7 pairs of b with η from 0.00 to 0.10: all it has.');
    settings.tau = 0.2;
    expect([brush.words, brush.shown?.score]).toEqual(['', null]);
    settings.tau = 0.05;
    run.scores = 'updating';
    expect(brush.words).toBe('');
    run.scores = 'current';
    run.finished = { ...run.finished, at: 2 };
    expect(brush.words).toBe('');
    run.finished = { ...run.finished, at: 1 };
    brush.draw('b', 'rho', 0, 0.1);
    expect(brush.words).toBe('');
    brush.draw('b', 'eta', 0, 0.1);
    expect(brush.words).not.toBe('');
  });
});
