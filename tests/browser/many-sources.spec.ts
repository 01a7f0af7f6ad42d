/** Eight sources whose names are long and alike: chips keep their places. */

import { RankPage } from '../support/rank-page.mjs';
import { embedded, jsonlFile } from './files';
import { expect, test } from './helpers';

const NAMES = [
  'xquad_2026-08_bm25s-lucene_k1-0.9_b0.4_top10',
  'xquad_2026-08_minilm-l6-v2_dense_top10',
  'xquad_2026-08_bm25s+minilm_fusion_5+5',
  'xquad_2026-08_bm25s-lucene_k1-0.9_b0.4_top05',
  'xquad_2026-08_minilm-l6-v2_ranks6-10',
  'xquad_2026-08_bm25s-lucene_k1-0.9_random25',
  'xquad_2026-08_bm25s-exported_leak_v2',
  'xquad_2026-08_uniform-random_seed42',
];

/** One of them holds copies of its positives. */
const files = () =>
  NAMES.map((name) => {
    const records = embedded(40, 8, name);
    const copied = records.map((record, i) => ({
      ...record,
      negatives: [i % 2 === 0 ? record.positive : `other ${i}`, ...record.negatives.slice(1)],
      negative_embeddings: [
        i % 2 === 0 ? record.positive_embedding : (record.negative_embeddings[0] ?? []),
        ...record.negative_embeddings.slice(1),
      ],
    }));
    return jsonlFile(`${name}.jsonl`, name.includes('leak') ? copied : records);
  });

test('eight sources of long names: chips in load order, and nothing to rank again @deep', async ({
  page,
  baseURL,
}) => {
  const rankPage = new RankPage(page, { bundled: true });
  await rankPage.open(baseURL ?? '');
  await rankPage.loadFiles(files());
  await rankPage.chooseReference(NAMES.slice(0, 6));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('holds copies of positives');

  await rankPage.rank();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('leak_v2: ');
  await expect(page.locator('main')).toContainText('20 copies of the positive');

  const chips = page.getByRole('list', { name: 'Sources that you trust' }).getByRole('checkbox');
  const inOrder = NAMES.map((name) => `Trust ${name}`);
  const shown = () => chips.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));
  expect(await shown()).toEqual(inOrder);
  await expect(rankPage.rankButton, 'nothing has changed').toHaveCount(0);
  await rankPage.showInputs();
  await expect(rankPage.rankButton).toHaveCount(0);
  await rankPage.hideInputs();

  for (const name of [NAMES[0], NAMES[5]]) {
    await page.getByRole('checkbox', { name: `Trust ${name}` }).uncheck();
    expect(await shown(), 'a tick moves no chip').toEqual(inOrder);
  }
  await expect(rankPage.rankButton, 'references need no run').toHaveCount(0);
  for (const name of NAMES.slice(1, 5)) await page.getByRole('checkbox', { name: `Trust ${name}` }).uncheck();
  await expect(page.locator('[data-part="state"]')).toHaveText('current');

  await rankPage.showInputs();
  await page.getByRole('button', { name: `Remove ${NAMES[7]}` }).click();
  await expect(rankPage.rankButton).toBeEnabled();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(shown).toEqual(inOrder);
  await expect(rankPage.rankButton, 'brought back').toHaveCount(0);
});
