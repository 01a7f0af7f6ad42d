/** The check of boilerplate on the real files of ../shared and the demo: no false alarm. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { defaultLoadOptions } from '../../src/candidates/reading';
import { openBench } from './fixtures';
import { fileOf } from './support';

const bench = await openBench();

it.for([
  ['../../../shared/data/xquad/', 4],
  ['../../../shared/data/dl1920/', 4],
  ['../../../shared/data/dl1920/perpos/', 3],
  ['../../../shared/data/formats/', 6],
  ['../../public/demo/', 4],
] as const)('%s holds no boilerplate', async ([path, fewest], { skip }) => {
  const folder = new URL(path, import.meta.url);
  if (!existsSync(folder)) skip();
  let sources = 0;
  for (const name of readdirSync(folder).filter((each) => /\.(?:jsonl|json|csv|tsv)$/.test(each))) {
    const file = fileOf(name, readFileSync(new URL(name, folder)));
    const outcome = await bench.load(file, { ...defaultLoadOptions(name), byOrder: true });
    if (outcome.status !== 'loaded') continue;
    sources += outcome.loaded.sources.length;
    for (const { preflight } of outcome.loaded.sources)
      expect(preflight?.boilerplate, name).toMatchObject({ count: 0, texts: [] });
  }
  expect(sources).toBeGreaterThanOrEqual(fewest);
});
