import { describe, expect, it } from 'vitest';

import {
  addRunning,
  NO_RUNNING,
  runningInWords,
  spreadLabels,
} from '../../../src/session/run/running-series';

describe('addRunning', () => {
  it('adds points to the series of their source and leaves the old map as it was', () => {
    const first = addRunning(NO_RUNNING, [{ source: 1, records: 5, eci: 0.1, trace: 0.11 }]);
    const second = addRunning(first, [
      { source: 1, records: 10, eci: 0.2, trace: 0.22 },
      { source: 2, records: 4, eci: 0.3, trace: 0.33 },
    ]);
    expect(first.get(1)).toEqual([{ records: 5, eci: 0.1, trace: 0.11 }]);
    expect(second.get(1)?.map((point) => point.records)).toEqual([5, 10]);
    expect(second.get(2)?.length).toBe(1);
    expect(addRunning(second, [])).toBe(second);
  });

  it('stays small however many points come, and keeps the last', () => {
    let series = NO_RUNNING;
    for (let records = 1; records <= 3000; records++) {
      series = addRunning(series, [{ source: 1, records, eci: 1 / records, trace: 1 }]);
    }
    const points = series.get(1) ?? [];
    expect(points.length).toBeLessThanOrEqual(240);
    expect(points.at(-1)?.records).toBe(3000);
    expect(points[0]?.records).toBe(1);
  });
});

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

describe('runningInWords', () => {
  it('says where each line stands', () => {
    expect(
      runningInWords([
        { name: 'bm25', colour: 'var(--c1)', points: [{ records: 97, eci: 0.14137, trace: 0.1416 }] },
        { name: 'tasb', colour: 'var(--c2)', points: [] },
      ]),
    ).toBe('bm25: 0.1414 after 97 records. tasb: none yet.');
  });
});
