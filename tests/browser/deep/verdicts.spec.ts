/** Verdicts on real files under a real encoder: who is ranked, who is not, and what is asked. */

import type { Page } from '@playwright/test';

import type { RankPage } from '../../support/rank-page.mjs';
import { expect, sharedData, test } from '../helpers';

/** Loads files of a shared folder and ranks them with potion-base-2M. @param sample records a source; null: all */
async function rankShared(
  rankPage: RankPage,
  folder: string,
  names: readonly string[],
  reference: readonly string[],
  sample: number | null,
): Promise<void> {
  await rankPage.loadFiles(names.map((name) => sharedData(`data/${folder}/${name}.jsonl`)));
  await rankPage.chooseModel(sharedData('models/potion-base-2M'));
  await rankPage.setOptions({ sample });
  await rankPage.chooseReference(reference);
  await rankPage.rank();
}

const headline = (page: Page) => page.getByRole('heading', { level: 1 });
const row = (rankPage: RankPage, name: string) => rankPage.table.locator(`tr[data-source="${name}"]`);

test.describe('on real files', () => {
  test('with nothing ticked, and with all ticked, random passages have no rank', async ({
    page,
    rankPage,
  }) => {
    const all = ['bm25', 'tasb', 'repllama', 'random'];
    await rankShared(rankPage, 'dl1920', all, [], null);
    for (const ticked of [[], all, ['bm25', 'tasb', 'repllama']]) {
      await rankPage.chooseReference(ticked);
      await expect(headline(page)).toContainText(
        /repllama.*tasb.*too close to call|tasb.*repllama.*too close to call/,
      );
      await expect(row(rankPage, 'repllama').getByRole('cell').first()).toHaveText(/^1–2/);
      await expect(row(rankPage, 'random').getByRole('cell').first()).toHaveText('–');
    }
  });

  test('random passages and planted positives are each set apart, in their own words', async ({
    page,
    rankPage,
  }) => {
    await rankShared(rankPage, 'xquad', ['bm25', 'dense', 'random', 'leaky'], ['bm25', 'dense'], 300);
    await expect(headline(page)).toHaveText(/^\s*(bm25|dense) ranks first of two; /);
    await expect(headline(page)).toContainText('random passages');
    await expect(headline(page)).toHaveText(/leaky: 1\d\d copies of the positive/);
    await expect(row(rankPage, 'leaky')).toContainText('copies');
    for (const name of ['random', 'leaky']) {
      await expect(row(rankPage, name).getByRole('cell').first()).toHaveText('–');
    }
  });
});
