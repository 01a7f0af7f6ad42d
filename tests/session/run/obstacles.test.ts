import { describe, expect, it } from 'vitest';

import { obstaclesOf, type RunInputs } from '../../../src/session/run/obstacles';

const reading = {} as RunInputs['sources']['reading'];
const READY: RunInputs = {
  workers: { phase: 'ready' },
  sources: { entries: [{}] as unknown as RunInputs['sources']['entries'], reading: null },
  settings: { problems: [] },
  encoder: { request: null, inspecting: false },
};

const obstacles = (changes: Partial<RunInputs>) => obstaclesOf({ ...READY, ...changes });

describe('obstaclesOf', () => {
  it('is empty where a run can begin', () => {
    expect(obstacles({})).toEqual([]);
  });

  it('says that the sources are changing', () => {
    const { entries } = READY.sources;
    expect(obstacles({ sources: { entries, reading } })).toEqual(['Files are still being read.']);
  });
});
