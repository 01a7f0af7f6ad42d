import { describe, expect, it } from 'vitest';

import { spreadLabels } from '../../src/ui/charts/lines';

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
