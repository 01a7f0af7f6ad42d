import { describe, expect, it } from 'vitest';

import { spreadLabels } from '../../../../src/pages/lab/chart/spread';

describe('spreadLabels', () => {
  it('leaves labels that are far apart where they are', () => {
    expect(spreadLabels([10, 50, 90], 15, 200)).toEqual([10, 50, 90]);
  });

  it('pushes close ones apart in the order of their lines', () => {
    expect(spreadLabels([52, 50, 90], 15, 200)).toEqual([65, 50, 90]);
  });

  it('keeps them above the bottom', () => {
    expect(spreadLabels([190, 198, 199], 15, 200)).toEqual([170, 185, 200]);
  });
});
