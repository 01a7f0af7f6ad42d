import { describe, expect, it } from 'vitest';

import { orderOfResult } from '../../../src/session/result/order-view';
import { rankingView, type ScoredSource } from '../../../src/session/result/ranking-view';
import { changesBetween, snapshotOf } from '../../../src/session/result/result-snapshot';
import { runResult } from '../../support/results';
import { certainRun, MINED, RANDOM, source } from '../sources';

function snapshot(sources: readonly ScoredSource[], tau = 0.05) {
  const run = certainRun(sources);
  const result = runResult([]);
  const finished = { result: { ...result, settings: { ...result.settings, tau } }, at: 5 };
  return snapshotOf(finished, rankingView(sources, run), orderOfResult(run.certainty, sources));
}

const bm25 = source('bm25', 0.2, { key: 1, id: 1, figuresOver: MINED });
const random = source('random', 0.5, { key: 2, id: 2, reference: false, figuresOver: RANDOM });
const dense = source('dense', 0.3, { key: 3, id: 3, figuresOver: MINED });

describe('what changed between two results', () => {
  it('is told by source: score, interval, rank, flags', () => {
    const { sources } = changesBetween(
      snapshot([bm25, random, dense]),
      snapshot([
        { ...bm25, name: 'renamed', eci: 0.4, figures: bm25.figures && { ...bm25.figures, eci: 0.4 } },
        { ...random, reference: true },
        dense,
      ]),
    );
    expect(sources.map(({ before, now }) => [before?.name, now?.name, before?.rank, now?.rank])).toEqual([
      ['bm25', 'renamed', '2', ''],
      ['random', 'random', '–', ''],
      ['dense', 'dense', '1', ''],
    ]);
    expect(sources[0]?.before).toMatchObject({ eci: 0.2, interval: { low: 0, high: 1 }, flags: [] });
    expect(sources[0]?.now?.eci).toBe(0.4);
    expect(sources[1]?.before?.flags).toEqual(['rho', 'psi', 'inversion']);
    expect(sources[1]?.now?.flags).toEqual([]);
  });

  it('names the conditions that differ, and no other', () => {
    const { conditions } = changesBetween(
      snapshot([bm25, random]),
      snapshot([bm25, { ...random, reference: true }], 0.07),
    );
    expect(conditions).toEqual([
      { name: 'τ', before: '0.05', now: '0.07' },
      { name: 'references', before: 'bm25', now: 'bm25, random' },
    ]);
  });

  it('has sources that came and that are gone', () => {
    const { sources } = changesBetween(snapshot([bm25, random]), snapshot([dense, bm25]));
    expect(sources.map(({ before, now }) => [before?.name ?? null, now?.name ?? null])).toEqual([
      [null, 'dense'],
      ['bm25', 'bm25'],
      ['random', null],
    ]);
  });
});
