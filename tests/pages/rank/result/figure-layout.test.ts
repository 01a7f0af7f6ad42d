import { expect, it } from 'vitest';

import { layoutOf } from '../../../../src/pages/rank/result/figure-layout';
import { axisBetween, placeOn } from '../../../../src/ui/charts/axis';

it('draws the whiskers of 1,190 queries wider than their dot, in a window of 1,024 pixels too', () => {
  // XQuAD under potion-base-2M: dense, bm25, random, each score between its bounds.
  const bounds = [
    [0.359, 0.382],
    [0.408, 0.423],
    [0.525, 0.542],
  ] as const;
  const axis = axisBetween(0.359, 0.542);
  for (const window of [1440, 1024]) {
    const { plot } = layoutOf(window - 80, false);
    expect(plot.width).toBeGreaterThan(300);
    for (const [low, high] of bounds) {
      const pixels = (plot.width * (placeOn(axis, high) - placeOn(axis, low))) / 100;
      expect(pixels, `${low} to ${high} at ${window}`).toBeGreaterThan(8 + 4);
    }
  }
});
