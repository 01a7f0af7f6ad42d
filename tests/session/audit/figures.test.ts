import { describe, expect, it } from 'vitest';

import type { FigureId } from '../../../src/crossfilter/figures';
import { minerOption } from '../../../src/session/audit/figures';

describe('the option of a miner beside a range', () => {
  it.each<[FigureId, number | null, number | null, string | null]>([
    ['share', 0.95, null, 'relative_margin=0.05'],
    ['score', 0.7, null, 'max_score=0.7'],
    ['score', null, 0.2, 'min_score=0.2'],
    ['place', 10.5, null, 'num_negatives=10'],
    ['m', null, 0.1, 'absolute_margin=0.1'],
    ['m', 0.1, null, null],
    ['score', 0.2, 0.7, null],
    ['score', null, null, null],
    ['rho', 0.5, null, null],
  ])('%s from %s to %s: %s', (id, from, to, option) => {
    expect(minerOption(id, { from, to })).toBe(option);
  });
});
