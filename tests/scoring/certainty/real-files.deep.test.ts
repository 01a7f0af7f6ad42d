/** Some of what docs/CERTAINTY.md says of xquad, drawn afresh (../shared). */

import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { coverageOf, earlyRuns, realPopulation } from './simulation/coverage';
import { placesOf, trialsOf } from './simulation/main';
import type { RealFiles } from './simulation/real-files';
import { tryClean, tryMixes, tryRandomAlone, type Trial } from './simulation/shares';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const places = placesOf(at('.'), at('../shared'));
const SEEDS = 40;

describe.skipIf(!places.isHere)('xquad, queries and passages drawn anew (../shared)', () => {
  let files: RealFiles;
  let trial: Trial;

  beforeAll(async () => {
    files = await places.xquad();
    [, trial] = (await trialsOf({ dl1920: files, xquad: files, demo: files })) as [Trial, Trial, Trial];
  });

  it('a source with 30 % random passages has no rank, with 5 % it is told beside two clean references', () => {
    const rows = new Map(tryMixes(trial, SEEDS).map((row) => [row.references, row]));
    for (const { kept } of rows.values()) expect(kept[4]).toBeLessThanOrEqual(0.03);
    expect(rows.get('two clean ones')?.told[1]).toBeGreaterThanOrEqual(0.85);
    expect(rows.get('two clean ones')?.kept[2]).toBeLessThanOrEqual(0.05);
    expect(tryRandomAlone(trial, SEEDS)).toBe(0);
  });

  it('clean miners keep their ranks, also one that digs deeper', () => {
    for (const { miners, barred } of tryClean(trial, SEEDS)) {
      expect(Math.max(...barred), miners).toBeLessThanOrEqual(0.02);
    }
  });

  it('intervals hold, and early runs call no wrong order', () => {
    const population = realPopulation(files, ['bm25', 'dense', 'random']);
    expect(coverageOf(population, 97, 1000)?.difference).toBeGreaterThan(0.93);
    expect(earlyRuns(population, 300, 100)).toMatchObject({ wrong: 0, settled: 1 });
  });
});
