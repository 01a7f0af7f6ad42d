import { describe, expect, it } from 'vitest';

import { queryPriorities, recordPriorities, sampleRecords } from '../../src/scoring/sampling';

describe('sampleRecords', () => {
  const equalBut5 = Array.from({ length: 12 }, (_, i) => (i === 5 ? 1 : 0));

  it.each<[priorities: number[], size: number | null, sample: number[]]>([
    [[0.9, 0.1, 0.5, 0.2, 0.7], 3, [1, 2, 3]],
    [[0.9, 0.1, 0.5, 0.2, 0.7], 1, [1]],
    [[0.5, 0.5, 0.5, 0.1], 2, [0, 3]],
    [[0.9, 0.1, 0.5], null, [0, 1, 2]],
    [[0.9, 0.1, 0.5], 3, [0, 1, 2]],
    [[0.9, 0.1, 0.5], 99, [0, 1, 2]],
    [equalBut5, 11, [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11]],
  ])('takes the smallest priorities, ties and sample in file order: case %#', (priorities, size, sample) => {
    expect([...sampleRecords(Float64Array.from(priorities), size)]).toEqual(sample);
  });
});

describe('repeated queries', () => {
  it('get priorities of their own, the same in every source', () => {
    const [a, b, c] = recordPriorities(['same', 'same', 'same'], 42);
    expect(new Set([a, b, c]).size).toBe(3);
    const mixed = recordPriorities(['same', 'other', 'same', 'same'], 42);
    expect([mixed[0], mixed[2], mixed[3]]).toEqual([a, b, c]);
  });

  it('are drawn with all of their records: each has the priority of the first', () => {
    const queries = ['same', 'other', 'same', 'third', 'other'];
    const ids = Int32Array.of(4, 9, 4, 2, 9);
    const [same, other, , third] = recordPriorities(queries, 42);
    expect([...queryPriorities(ids, recordPriorities(queries, 42))]).toEqual([
      same,
      other,
      same,
      third,
      other,
    ]);
  });
});
