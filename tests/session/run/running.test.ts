import { describe, expect, it } from 'vitest';

import { NOTHING_YET, withScores } from '../../../src/session/run/running';

const NO_SCORES = NOTHING_YET.running;

const score = (source: number, records: number, eci: number) => ({ source, records, eci, trace: eci });

describe('the running scores', () => {
  it('are those told last of each source; the map before stays as it was', () => {
    const first = withScores(NO_SCORES, [score(1, 5, 0.1)]);
    const second = withScores(first, [score(1, 10, 0.2), score(2, 4, 0.3), score(1, 12, 0.21)]);
    expect(first.get(1)).toEqual(score(1, 5, 0.1));
    expect([...second.values()]).toEqual([score(1, 12, 0.21), score(2, 4, 0.3)]);
    expect(NO_SCORES.size).toBe(0);
  });

  it('are the same map where nothing is new', () => {
    const scores = withScores(NO_SCORES, [score(1, 5, 0.1)]);
    expect(withScores(scores, [])).toBe(scores);
  });
});
