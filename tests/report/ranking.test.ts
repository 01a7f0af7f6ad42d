import { describe, expect, it } from 'vitest';

import { rankingView } from '../../src/report/ranking';
import type { ScoredSource } from '../../src/report/scored-source';
import { certainRun, MINED, RANDOM, source } from '../session/sources';

/** The view of a finished run in which every order and every flag is certain. */
const finished = (sources: readonly ScoredSource[]) => rankingView(sources, certainRun(sources));
const random = () => source('random', 0.53, { reference: false, figuresOver: RANDOM });
const mined = (name: string, eci: number) => source(name, eci, { figuresOver: MINED });

describe('rankingView', () => {
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
