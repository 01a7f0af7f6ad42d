import { existsSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { stubPage } from './command';
import { apart, cut, merged, partsOf, SHARED, sharedLines, tableOfShards, whole } from './shards';

/** Sources by name, as a merged report has them. */
const SETS = {
  dl1920: { names: ['bm25', 'random', 'repllama', 'tasb'], reference: ['bm25', 'tasb'] },
  xquad: { names: ['bm25', 'dense', 'leaky', 'random'], reference: ['bm25', 'dense'] },
};

beforeAll(stubPage);

describe.runIf(existsSync(SHARED)).each(Object.entries(SETS))('%s', (folder, { names, reference }) => {
  it('in shards is what the whole is', { timeout: 900_000 }, async () => {
    const sources = names.map((name) => sharedLines(folder, name));
    const one = await whole(sources, reference.join(','));
    expect(Object.values(one.verdict.sources).flatMap(({ findings }) => findings).length).toBeGreaterThan(0);
    for (const count of [4, 16]) {
      const lists = cut(sources, count);
      const table = await tableOfShards(lists);
      const report = await merged(await partsOf(lists, table), table, reference);
      expect(apart(report, one), `${count} shards`).toEqual([]);
    }
  });
});
