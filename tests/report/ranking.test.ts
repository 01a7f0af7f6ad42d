import { describe, expect, it } from 'vitest';

import { rankingView } from '../../src/report/ranking';
import type { ScoredSource } from '../../src/report/scored-source';
import { certainRun, MINED, RANDOM, source } from '../session/sources';

/** The view of a finished run in which every order and every flag is certain. */
const finished = (sources: readonly ScoredSource[]) => rankingView(sources, certainRun(sources));
const random = () => source('random', 0.53, { reference: false, figuresOver: RANDOM });
const mined = (name: string, eci: number) => source(name, eci, { figuresOver: MINED });

describe('rankingView', () => {
  it('ranks the sources without a flag and puts the flagged ones after them', () => {
    const view = finished([mined('bm25', 0.14), random(), mined('tasb', 0.22)]);
    const rows = view.groups[0]?.rows ?? [];
    expect(rows.map((row) => [row.name, row.rank?.from ?? null])).toEqual([
      ['tasb', 1],
      ['bm25', 2],
      ['random', null],
    ]);
    expect(rows[2]?.flags).toEqual(['rho', 'psi', 'inversion']);
    expect(view.byScore).toEqual(['random', 'tasb', 'bm25']);
    expect(view.rows.map((row) => row.name)).toEqual(['bm25', 'random', 'tasb']);
  });

  it('ranks inside each setting, with one envelope for all', () => {
    const view = finished([
      mined('a', 0.2),
      mined('b', 0.1),
      source('h', 0.1, { setting: 'hybrid', figuresOver: MINED }),
      random(),
    ]);
    expect(
      view.groups.map(({ setting, rows }) => [
        setting,
        rows.map((row) => [row.name, row.rank?.from ?? null]),
      ]),
    ).toEqual([
      [
        'default',
        [
          ['a', 1],
          ['b', 2],
          ['random', null],
        ],
      ],
      ['hybrid', [['h', null]]],
    ]);
  });

  it('names those of unlike medians, inside a setting only, and ranks those that are alike', () => {
    const a = source('a', 0.3, { medianK: 10 });
    const b = source('b', 0.2, { medianK: 5 });
    const unlike = (...sources: ScoredSource[]) =>
      finished(sources).groups.flatMap(({ unlikeK }) => unlikeK.map(({ name }) => name));
    expect(unlike(a, b)).toEqual(['a', 'b']);
    expect(unlike(a, source('b', 0.2, { medianK: 6 }))).toEqual([]);
    expect(unlike(a, { ...b, setting: 'other' })).toEqual([]);
    const alike = [mined('a', 0.3), mined('c', 0.25)];
    const short = source('b', 0.2, { medianK: 5, figuresOver: MINED });
    expect(unlike(...alike, short)).toEqual(['b']);
    const group = finished([...alike, short, random()]).groups[0];
    expect(group?.rows.map(({ name, rank }) => [name, rank?.from ?? null])).toEqual([
      ['a', 1],
      ['c', 2],
      ['b', null],
      ['random', null],
    ]);
  });

  it('orders running scores, those without one last, and ranks none', () => {
    const waiting = { figures: null, eci: null };
    const running = [
      source('a', 0, waiting),
      { ...source('b', 0.1), figures: null },
      { ...source('c', 0.2), figures: null },
    ];
    const view = rankingView(running, null);
    expect(view.verdict).toBeNull();
    expect(view.groups[0]?.rows.map((row) => [row.name, row.rank])).toEqual([
      ['c', null],
      ['b', null],
      ['a', null],
    ]);
  });
});
