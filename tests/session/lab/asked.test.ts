import { describe, expect, it } from 'vitest';

import { EXPERIMENT_IDS } from '../../../src/experiments/types';
import { experimentsInAddress } from '../../../src/session/lab/asked';

describe('experimentsInAddress', () => {
  it('is none where nothing is asked for', () => {
    expect(experimentsInAddress('')).toEqual([]);
    expect(experimentsInAddress('?device=wasm')).toEqual([]);
  });

  it('is all, or those named in the order in which they are performed', () => {
    expect(experimentsInAddress('?experiments=all')).toEqual([...EXPERIMENT_IDS]);
    expect(experimentsInAddress('?experiments=bootstrap,mixing')).toEqual(['mixing', 'bootstrap']);
  });

  it('leaves out what is no experiment', () => {
    expect(experimentsInAddress('?experiments=mixing,sweep')).toEqual(['mixing']);
  });
});
