import { describe, expect, it } from 'vitest';

import { deviceInAddress } from '../../../../src/app/device-words';
import type { RunStage } from '../../../../src/engine/types';
import { progressInTitle } from '../../../../src/session/run/progress-words';

describe('the progress in the title', () => {
  it('is the share of the texts, else the step; those after the scores are one', () => {
    const step = {
      done: 64,
      total: 100,
      rate: null,
      secondsLeft: null,
      running: [],
      order: null,
      cache: null,
    };
    const words = (stage: RunStage) => progressInTitle({ ...step, stage });
    expect(words('encode')).toBe('64\u00a0%');
    expect(words('score')).toBe('scoring');
    expect(words('known')).toBe('checking');
    expect(words('baseline')).toBe('checking');
  });
});

describe('the device', () => {
  it('is the one in the address, or auto', () => {
    expect(deviceInAddress('?device=webgpu')).toBe('webgpu');
    expect(deviceInAddress('?device=toaster')).toBe('auto');
    expect(deviceInAddress('')).toBe('auto');
  });
});
