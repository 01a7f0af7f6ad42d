import { describe, expect, it } from 'vitest';

import { shortcutsOf } from '../../src/engine/shortcuts';
import type { SourceData } from '../../src/engine/source-data';
import { Task } from '../../src/engine/task';
import { MOST_ITEMS } from '../../src/shortcuts/shortcuts';

describe('the cut of what is looked at', () => {
  it('falls behind a whole query, all its records included', async () => {
    // Seven queries with three records of 1,001 passages: the 20,000th is in the second record of the seventh query.
    const perRecord = 1001;
    const records = 24;
    const source = {
      id: 0,
      structure: {
        queries: Int32Array.from({ length: records }, (_, record) => Math.floor(record / 3)),
        positives: Int32Array.from({ length: records }, (_, record) => record * perRecord),
        offsets: Int32Array.from({ length: records + 1 }, (_, record) => record * (perRecord - 1)),
        negatives: Int32Array.from(
          { length: records * (perRecord - 1) },
          (_, pair) => Math.floor(pair / (perRecord - 1)) * perRecord + (pair % (perRecord - 1)) + 1,
        ),
      },
      units: Int32Array.from({ length: records }, (_, record) => Math.floor(record / 3)),
      turns: Float64Array.from({ length: records }, (_, record) => Math.floor(record / 3)),
    } as unknown as SourceData;
    const read = new Set<number>();
    const passageTexts = (ids: Int32Array) => {
      for (const id of ids) read.add(id);
      return Promise.resolve(Array.from(ids, () => 'text'));
    };
    await shortcutsOf({ sources: [source] }, { passageTexts }, new Task(), () => undefined);
    expect(read.size).toBeGreaterThan(MOST_ITEMS);
    expect(read.size).toBe(21 * perRecord);
  });
});
