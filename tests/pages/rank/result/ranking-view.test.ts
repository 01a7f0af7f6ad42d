import { describe, expect, it } from 'vitest';

import { rankingView } from '../../../../src/pages/rank/result/ranking-view';
import { MINED, RANDOM, source } from '../sources';

const random = () => source('random', 0.53, { reference: false, figuresOver: RANDOM });
const mined = (name: string, eci: number) => source(name, eci, { figuresOver: MINED });

describe('rankingView', () => {
  it('ranks the sources without a flag and puts the flagged ones after them', () => {
    const view = rankingView([mined('bm25', 0.14), random(), mined('tasb', 0.22)]);
    const rows = view.groups[0]?.rows ?? [];
    expect(rows.map((row) => [row.name, row.rank])).toEqual([
      ['tasb', 1],
      ['bm25', 2],
      ['random', null],
    ]);
    expect(rows[2]?.flags).toEqual(['rho', 'psi', 'inversion']);
    expect(view.byScore).toEqual(['random', 'tasb', 'bm25']);
    expect(view.rows.map((row) => row.name)).toEqual(['bm25', 'random', 'tasb']);
  });

  it('scales bars to the best source without a flag and says where a flagged one goes beyond', () => {
    const [first, , flagged] = rankingView([mined('a', 0.2), mined('b', 0.1), random()]).rows;
    expect(first).toMatchObject({ bar: 92, over: false });
    expect(flagged).toMatchObject({ bar: 100, over: true });
  });

  it('flags nothing where all or none are reference sources', () => {
    const all = rankingView([mined('a', 0.2), source('random', 0.53, { figuresOver: RANDOM })]);
    expect(all.rows.flatMap((row) => row.flags)).toEqual([]);
    const none = rankingView([source('a', 0.2, { reference: false, figuresOver: MINED }), random()]);
    expect(none.envelope).toBeNull();
    expect(none.rows.flatMap((row) => row.flags)).toEqual([]);
  });

  it('ranks inside each setting, with one envelope for all', () => {
    const view = rankingView([
      mined('a', 0.2),
      source('h', 0.1, { setting: 'hybrid', figuresOver: MINED }),
      random(),
    ]);
    expect(
      view.groups.map(({ setting, rows }) => [setting, rows.map((row) => [row.name, row.rank])]),
    ).toEqual([
      [
        'default',
        [
          ['a', 1],
          ['random', null],
        ],
      ],
      ['hybrid', [['h', 1]]],
    ]);
  });

  it('warns of medians that differ by half or more, inside a setting only', () => {
    const a = source('a', 0.3, { medianK: 10 });
    const b = source('b', 0.2, { medianK: 5 });
    expect(rankingView([a, b]).groups[0]?.unfair).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    expect(rankingView([a, source('b', 0.2, { medianK: 6 })]).groups[0]?.unfair).toEqual([]);
    expect(rankingView([a, { ...b, setting: 'other' }]).groups.flatMap((g) => g.unfair)).toEqual([]);
  });

  it('ranks running scores, those without one last and unranked', () => {
    const waiting = { figures: null, eci: null };
    const view = rankingView([
      source('a', 0, waiting),
      { ...source('b', 0.1), figures: null },
      { ...source('c', 0.2), figures: null },
    ]);
    expect(view.groups[0]?.rows.map((row) => [row.name, row.rank])).toEqual([
      ['c', 1],
      ['b', 2],
      ['a', null],
    ]);
    expect(view.envelope).toBeNull();
  });
});
