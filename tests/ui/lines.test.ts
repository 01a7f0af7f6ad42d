import { describe, expect, it } from 'vitest';

import { bandPath, linePath, spreadLabels } from '../../src/ui/charts/lines';

describe('spreadLabels', () => {
  it('leaves labels that are far apart where they are', () => {
    expect(spreadLabels([10, 50, 90], 15, 200)).toEqual([10, 50, 90]);
  });

  it('pushes close ones apart in the order of their lines', () => {
    expect(spreadLabels([52, 50, 90], 15, 200)).toEqual([65, 50, 90]);
  });

  it('keeps them above the bottom, and one at the top where it is', () => {
    expect(spreadLabels([190, 198, 199], 15, 200)).toEqual([170, 185, 200]);
    expect(spreadLabels([2, 30, 29], 8, 30)).toEqual([2, 30, 22]);
  });
});

it('a line is broken where there is no point', () => {
  expect(linePath([[0, 10], null, [20, 0], [30, 5.25]])).toBe('M0.00 10.00M20.00 0.00L30.00 5.25');
});

it('a band goes along one side and back along the other', () => {
  const one = [
    [0, 1],
    [10, 2],
  ] as const;
  const other = [
    [0, 5],
    [10, 6],
  ] as const;
  expect(bandPath(one, other)).toBe('M0.00 1.00L10.00 2.00L10.00 6.00L0.00 5.00Z');
  expect(bandPath(one.slice(0, 1), other.slice(0, 1))).toBe('');
});
