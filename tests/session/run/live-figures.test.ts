import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { CertaintyRequest, ShownFigures } from '../../../src/engine/types';
import { LiveFigures, type RescoreScope } from '../../../src/session/run/live-figures';
import type { WeightingId } from '../../../src/scoring/weightings';

const at = (tau: number, weighting: WeightingId = 'full'): CertaintyRequest => ({
  tau,
  weighting,
  settings: ['one'],
  references: [true],
});
const NOTHING = { sources: [], random_baseline: null } as unknown as ShownFigures;

interface Asked {
  readonly what: string;
  readonly answer: () => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

describe('LiveFigures', () => {
  let asked: Asked[];
  let shown: string[];
  let failed: unknown[];
  let frames: (() => void)[];
  let figures: LiveFigures;

  /** Answers come when the test lets them, as a worker's do. */
  function ask(what: string): Promise<ShownFigures> {
    return new Promise((resolve, reject) => {
      const settle = () => vi.advanceTimersByTimeAsync(0).then(() => undefined);
      asked.push({
        what,
        answer: () => (resolve(NOTHING), settle()),
        fail: (error) => (reject(error), settle()),
      });
    });
  }

  const frame = () => frames.splice(0).forEach((callback) => callback());
  const whatWasAsked = () => asked.map(({ what }) => what);

  beforeEach(() => {
    vi.useFakeTimers();
    [asked, shown, failed, frames] = [[], [], [], []];
    figures = new LiveFigures({
      engine: {
        preview: ({ tau, weighting }) => ask(`preview ${tau} ${weighting}`),
        settle: ({ tau, weighting }, scope: RescoreScope) => ask(`settle ${scope} ${tau} ${weighting}`),
      },
      ranAs: at(0.05),
      show: (_sources, { tau }, settled) => shown.push(`${tau}${settled ? ' settled' : ''}`),
      fail: (error) => failed.push(error),
      nextFrame: (callback) => frames.push(callback),
      restMs: 250,
    });
  });
  afterEach(() => vi.useRealTimers());

  it('brings all weightings to one temperature for a report', async () => {
    expect(figures.holdsAll(0.05)).toBe(false);
    const done = figures.followAll(at(0.04));
    await asked[0]?.answer();
    await done;
    expect(whatWasAsked()).toEqual(['settle all 0.04 full']);
    expect(figures.holdsAll(0.04)).toBe(true);
    expect(figures.holdsAll(0.05)).toBe(false);
  });

  it('drops an answer that is older than what is shown', async () => {
    figures.follow(at(0.04));
    frame();
    await vi.advanceTimersByTimeAsync(250);
    await asked[1]?.answer();
    await asked[0]?.answer();
    expect(shown).toEqual(['0.04 settled']);
  });

  it('does not call log-dets current that are not those of the latest settings', async () => {
    figures.follow(at(0.04));
    frame();
    await asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(250);
    figures.follow(at(0.03));
    await asked[1]?.answer();
    expect(shown).toEqual(['0.04', '0.04']);
  });

  it('tells of a failure of the latest request only, and of nothing once paused', async () => {
    figures.follow(at(0.04));
    frame();
    figures.follow(at(0.03));
    await asked[0]?.fail(new Error('old'));
    frame();
    await asked[1]?.fail(new Error('new'));
    expect(failed).toEqual([new Error('new')]);
    figures.follow(at(0.02));
    frame();
    figures.pause();
    await asked[2]?.answer();
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toEqual([]);
    expect(asked.length).toBe(3);
    figures.follow(at(0.01));
    frame();
    await asked[3]?.answer();
    expect(shown).toEqual(['0.01']);
  });
});
