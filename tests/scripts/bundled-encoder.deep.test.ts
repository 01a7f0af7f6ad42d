import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { mineDense } from '../../scripts/demo/make-demo.mjs';
import { minedSource, MINED_NEGATIVES, readFacts, toLines } from '../../scripts/demo/sources';
import type { Report } from '../../src/report/result';
import { MINI, potionIsHere } from '../support/folders';
import { runScript } from '../support/run-script';
import { folderOfTest } from '../support/temporary';

const path = (fromRoot: string) => fileURLToPath(new URL(`../../${fromRoot}`, import.meta.url));
const XQUAD = path('../shared/data/xquad/random.jsonl');

it.skipIf(!existsSync(XQUAD))(
  'puts the positive before the negative in at least 90 % of the pairs',
  async () => {
    const report = join(folderOfTest(), 'report.json');
    await runScript('negscope.mjs', ['rank', XQUAD, '--model', MINI, '--report', report]);
    const { sources } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    expect(sources['random']?.negatives).toBe(11_900);
    expect(sources['random']?.inversion_rate).toBeLessThanOrEqual(0.1);
  },
);

it.skipIf(!potionIsHere)('has not mined embedding.jsonl: potion-base-2M finds its passages', async () => {
  const corpus = readFacts(path('scripts/demo/facts'));
  const mined = await mineDense(corpus, { MINED_NEGATIVES, toLines });
  const committed = readFileSync(path('public/demo/embedding.jsonl'), 'utf8');
  expect(toLines(minedSource(corpus, mined)) === committed).toBe(true);
});
