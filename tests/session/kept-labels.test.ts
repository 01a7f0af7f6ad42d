import { afterEach, expect, it } from 'vitest';

import { emptyLabel, ME } from '../../src/candidates/marks/labels';
import { labelsIn } from '../../src/session/kept-labels';

/** How often the page could do something else. */
let turns = 0;
let next: NodeJS.Immediate | null = null;
const turn = () => {
  turns += 1;
  next = setImmediate(turn);
};

afterEach(() => {
  if (next) clearImmediate(next);
});

it('lets the page do other things between many parts of one label', async () => {
  const kept = new Map<IDBValidKey, unknown>();
  for (let i = 0; i < 5_000; i++) {
    const said = [{ ...emptyLabel(String(i), ME), mark: 'drop', at: i }];
    kept.set(['labels', i, 0], { version: 2, said });
  }
  next = setImmediate(turn);
  const { labels, newest, unread } = await labelsIn(kept);
  expect([labels.size, newest, unread]).toEqual([5_000, 4_999, 0]);
  expect(turns).toBeGreaterThan(2);
});
