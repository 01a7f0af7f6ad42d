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

/** Contaminated sources that a reference, a range by hand or nobody's ticks once let through. */
const NEVER_RANKED: readonly (readonly [string, readonly string[]])[] = [
  ['a reference is random, the candidate has 30 %', ['random', 'bm25_r30']],
  ['a reference has 30 %, the candidate too', ['dense_r30', 'bm25_r30']],
  ['of two references one has 30 %', ['dense_r30']],
  ['of two references one is random', ['random']],
  ['random alone is ticked', ['random']],
  ['a wide range by hand', ['random']],
  ['a wide range by hand, early stop', ['random']],
  ['early stop, shuffled', ['shuffled']],
  ['two independent random files alone', ['random', 'other']],
  ['two independent random files alone, one ticked', ['random', 'other']],
];

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

  it.each(NEVER_RANKED)('ranks nobody who once was crowned: %s', (name, sources) => {
    const { verdict } = ended.get(name)?.report ?? {};
    expect(sources.map((source) => verdict?.sources[source]?.rank)).toEqual(sources.map(() => null));
  });

  it('leaves the other orders alone where one file is nearly equal to another', () => {
    const { certainty } = ended.get('one negative less in one file')?.report ?? {};
    const order = certainty?.pairs.find(({ a, b }) => a === 'tasb' && b === 'bm25');
    expect(order?.status).toBe('separated');
    expect(order?.low).toBeGreaterThan(0.04);
  });

  it('gives the verdicts of situations.json', async () => {
    const rows = SITUATIONS.flatMap((situation) => {
      const result = ended.get(situation.name);
      return result ? [goldenRow(situation, result)] : [];
    });
    await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot('situations.json');
  });
});
