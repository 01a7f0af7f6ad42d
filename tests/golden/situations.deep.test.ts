/**
 * Verdicts on the data of ../shared, by `negscope rank` in this process: each stands in situations.json, read by a person.
 * Skipped where ../shared is not here.
 */

import { beforeAll, describe, expect, it } from 'vitest';

import { POTION_FOLDER, stubPage, type Ended } from './command';
import { sharedIsHere } from './made-files';
import { faultsOf, goldenRow, rankSituation, situationsOf } from './table';

const SITUATIONS = situationsOf('situations.json');

const LIMIT = { timeout: 120_000 };

describe.skipIf(!sharedIsHere)('on the data of ../shared', LIMIT, () => {
  beforeAll(stubPage);

  const ended = new Map<string, Ended>();

  it.each(SITUATIONS.map((situation) => [situation.name, situation] as const))(
    '%s',
    async (name, situation) => {
      const result = await rankSituation(situation, POTION_FOLDER);
      ended.set(name, result);
      expect(faultsOf(result)).toEqual([]);
    },
  );

  it('gives the verdicts of situations.json', async () => {
    const rows = SITUATIONS.flatMap((situation) => {
      const result = ended.get(situation.name);
      return result ? [goldenRow(situation, result)] : [];
    });
    await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot('situations.json');
  });
});
