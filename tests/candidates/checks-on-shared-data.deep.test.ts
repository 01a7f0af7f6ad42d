/** The checks of boilerplate and evaluation on the real files of ../shared and the demo: no false alarm. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { LoadedSource } from '../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { openBench } from './fixtures';
import { fileOf } from './support';

const SHARED = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const DEMO = fileURLToPath(new URL('../../public/demo/', import.meta.url));

const bench = await openBench();

const DATA = /\.(?:jsonl|json|csv|tsv)$/;

/** Sources of the files of a folder that give some. */
async function sourcesIn(folder: string): Promise<LoadedSource[]> {
  const sources: LoadedSource[] = [];
  for (const name of readdirSync(folder).filter((each) => DATA.test(each))) {
    const options = { ...defaultLoadOptions(name), byOrder: true };
    const outcome = await bench.load(fileOf(name, readFileSync(join(folder, name))), options);
    if (outcome.status === 'loaded') sources.push(...outcome.loaded.sources);
  }
  return sources;
}

for (const [folder, fewest] of [
  ['xquad', 4],
  ['dl1920', 4],
  ['dl1920/perpos', 3],
  ['formats', 6],
] as const) {
  describe.skipIf(!existsSync(join(SHARED, folder)))(folder, () => {
    it('holds no boilerplate', async () => {
      const sources = await sourcesIn(join(SHARED, folder));
      expect(sources.length).toBeGreaterThanOrEqual(fewest);
      for (const { name, preflight } of sources) {
        expect(preflight?.boilerplate, name).toMatchObject({ count: 0, texts: [] });
      }
    });
  });
}

describe('the demo', () => {
  it('holds no boilerplate', async () => {
    const sources = await sourcesIn(DEMO);
    expect(sources.length).toBeGreaterThanOrEqual(4);
    for (const { name, preflight } of sources) {
      expect(preflight?.boilerplate, name).toMatchObject({ count: 0, texts: [] });
    }
  });
});
