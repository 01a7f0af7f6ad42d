import { describe, expect, it } from 'vitest';

import { deviceInAddress, deviceInWords } from '../../../../src/app/device-words';
import type { RunStage } from '../../../../src/engine/types';
import { progressInTitle, progressInWords } from '../../../../src/session/run/progress-words';

describe('progressInWords', () => {
  it('says stage, texts, rate and time left', () => {
    expect(
      progressInWords({
        stage: 'encode',
        done: 1204,
        total: 3111,
        rate: 210.3,
        secondsLeft: 9.1,
        running: [],
        order: null,
        cache: null,
      }),
    ).toBe('embedding: 1,204 of 3,111 texts, 210 per second, 9 s left');
  });

  it('leaves out what is not known yet', () => {
    expect(
      progressInWords({
        stage: 'score',
        done: 1,
        total: 4,
        rate: null,
        secondsLeft: null,
        running: [],
        order: null,
        cache: null,
      }),
    ).toBe('scoring: 1 of 4 pairs');
  });

  it('says which share of the log-dets is done', () => {
    const matrix = {
      stage: 'matrix',
      done: 1.5,
      total: 4,
      rate: 0.1,
      running: [],
      order: null,
      cache: null,
    } as const;
    expect(progressInWords({ ...matrix, secondsLeft: 25 })).toBe('adding up: 38\u00a0%, 25 s left');
    expect(progressInWords({ ...matrix, secondsLeft: null })).toBe('adding up: 38\u00a0%');
  });

  it('names and counts each step after the scores', () => {
    const step = { rate: null, secondsLeft: null, running: [], order: null, cache: null } as const;
    const words = (stage: RunStage, done: number, total: number) =>
      progressInWords({ ...step, stage, done, total });
    expect(words('known', 412, 2910)).toBe('looking for known positives: 412 of 2,910 pairs');
    expect(words('baseline', 412, 2910)).toBe('scoring random passages: 412 of 2,910 pairs');
    expect(words('intervals', 412, 2000)).toBe('intervals: 412 of 2,000 resamples');
    expect(words('flags', 412, 1000)).toBe('flags: 412 of 1,000 resamples');
    expect(words('range', 412, 1000)).toBe('references’ range: 412 of 1,000 resamples');
  });

  it('gives a slow rate a decimal', () => {
    expect(
      progressInWords({
        stage: 'encode',
        done: 16,
        total: 100,
        rate: 2.25,
        secondsLeft: 37,
        running: [],
        order: null,
        cache: null,
      }),
    ).toBe('embedding: 16 of 100 texts, 2.3 per second, 37 s left');
  });
});

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
    expect(words('flags')).toBe('checking');
  });
});

describe('the device', () => {
  it('is the one in the address, or auto', () => {
    expect(deviceInAddress('?device=webgpu')).toBe('webgpu');
    expect(deviceInAddress('?device=toaster')).toBe('auto');
    expect(deviceInAddress('')).toBe('auto');
  });

  it('is named in a few words', () => {
    expect(deviceInWords({ kind: 'wasm', threads: 2, adapter: null, reason: '' })).toBe('wasm, 2 threads');
    expect(deviceInWords({ kind: 'wasm', threads: 1, adapter: null, reason: '' })).toBe('wasm, 1 thread');
    const adapter = { vendor: 'google', architecture: 'swiftshader', fallback: true };
    expect(deviceInWords({ kind: 'webgpu', threads: 1, adapter, reason: '' })).toBe(
      'WebGPU, google swiftshader (software)',
    );
  });
});
