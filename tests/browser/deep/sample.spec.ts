/** A seeded sample: the same queries across sources, the same figures again, other records under another seed. */

import type { RankPage } from '../../support/rank-page.mjs';
import type { Report } from '../../../src/report/result';
import { differences } from '../../support/compare';
import { embedded, jsonlFile } from '../files';
import { expect, test } from '../helpers';

const LOADED = 60;
const SIZE = 10;
const SAME = { absolute: 1e-9, relative: 1e-9 };

async function sampled(rankPage: RankPage, seed: number): Promise<Report> {
  await rankPage.setOptions({ sample: SIZE, seed });
  await rankPage.rank();
  return (await rankPage.exportReport()).report;
}

/** The figures of a source that do not depend on the order of its file. */
function figures(report: Report, name: string): unknown {
  const { eci, trace, lambda_max, mean_rho, mean_eta, mean_psi, mnrl_proxy, counts } =
    report.sources[name] ?? {};
  return { eci, trace, lambda_max, mean_rho, mean_eta, mean_psi, mnrl_proxy, counts };
}

test('a seeded sample takes the same queries from every source, and the same again', async ({
  page,
  rankPage,
}) => {
  const records = embedded(LOADED, 8, 'sample');
  await rankPage.loadFiles([
    jsonlFile('there.jsonl', records),
    jsonlFile('back.jsonl', records.toReversed()),
    jsonlFile('few.jsonl', embedded(3, 8, 'few')),
  ]);
  const first = await sampled(rankPage, 42);
  expect(first.settings).toMatchObject({ sample: SIZE, seed: 42 });
  for (const [name, drawn] of [
    ['there', SIZE],
    ['back', SIZE],
    ['few', 3],
  ] as const) {
    expect(first.sources[name]).toMatchObject({ records: drawn, negatives: 2 * drawn });
  }
  expect(first.sources['there']?.records_loaded).toBe(LOADED);
  await expect(page.getByText(/10\s+records per source, a sample with seed 42/)).toBeVisible();

  // Both files hold the same records in another order: only where the same are drawn do the figures agree.
  expect(differences(figures(first, 'there'), figures(first, 'back'), SAME)).toEqual([]);

  const other = await sampled(rankPage, 43);
  const again = await sampled(rankPage, 42);
  expect(again.sources).toEqual(first.sources);

  expect(other.sources['there']?.eci).not.toBeCloseTo(first.sources['there']?.eci ?? 0, 9);
  expect(differences(figures(other, 'there'), figures(other, 'back'), SAME)).toEqual([]);
  expect(differences(other.sources['few'], first.sources['few'], SAME)).toEqual([]);
  expect(other.idf_corpus, 'a sample does not change the word weights').toEqual(first.idf_corpus);

  await rankPage.openInputs();
  await page.getByLabel('All records').check();
  await rankPage.rank();
  const all = (await rankPage.exportReport()).report;
  expect(all.settings.sample).toBeNull();
  expect(all.sources['there']?.records).toBe(LOADED);
});
