/** The verdict of each kind of comparison on the built page: who is ranked, who is not, and what is asked. */

import type { Page } from '@playwright/test';

import type { RankPage } from '../../scripts/lib/rank-page.mjs';
import { demoFile, demoRecords, jsonlFile } from './files';
import { expect, sharedData, test } from './helpers';

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
  test('nothing but references: no rank, no flag that says "none", and the question with its ticks', async ({
    page,
    rankPage,
  }) => {
    const all = ['bm25', 'tasb', 'repllama', 'random'];
    await rankShared(rankPage, 'dl1920', all, all, null);
    await expect(headline(page)).toHaveText(
      /^random scores highest, and nothing was audited\. Which of these do you trust\?/,
    );
    for (const name of all) {
      await expect(row(rankPage, name).getByRole('cell').first()).toHaveText('');
      await expect(row(rankPage, name)).toContainText('not audited');
    }
    await expect(rankPage.table).not.toContainText(/\bbest\b|\bnone\b/);
    const { report } = await rankPage.exportReport();
    expect(report.audit.audited).toBe(false);
    expect(Object.values(report.verdict.sources).map(({ rank }) => rank)).toEqual([null, null, null, null]);

    await test.step('an answer ranks, and sets random apart', async () => {
      await rankPage.chooseReference(['bm25', 'tasb', 'repllama']);
      await expect(headline(page)).toHaveText(
        /^repllama and tasb lead, too close to call, bm25 is third; random looks too easy\.$/,
      );
      await expect(row(rankPage, 'repllama').getByRole('cell').first()).toHaveText('1–2');
      await expect(row(rankPage, 'random').getByRole('cell').first()).toHaveText('–');
      const card = page.getByRole('article', { name: 'a pair of random' });
      await expect(card).toContainText('too easy');
      await expect(
        card.getByRole('link', { name: /^Its 2,\d{3} pairs with ρ of 0\.99 or more$/ }),
      ).toHaveAttribute('href', /^#audit\?source=random&rho=0\.99/);
    });
  });

  test('random passages and planted positives are each set apart, in their own words', async ({
    page,
    rankPage,
  }) => {
    await rankShared(rankPage, 'xquad', ['bm25', 'dense', 'random', 'leaky'], ['bm25', 'dense'], 300);
    await expect(headline(page)).toHaveText(/^(bm25|dense) ranks first of two; /);
    await expect(headline(page)).toHaveText(/random looks too easy/);
    await expect(headline(page)).toHaveText(/leaky lies very near the positives/);
    await expect(row(rankPage, 'leaky')).toContainText('very near the positives: copies?');
    for (const name of ['random', 'leaky']) {
      await expect(row(rankPage, name).getByRole('cell').first()).toHaveText('–');
      await expect(page.getByRole('article', { name: `a pair of ${name}` })).toBeVisible();
    }
    await expect(page.getByRole('article', { name: 'a pair of leaky' })).toContainText(/Cosine (0\.9|1\.0)/);
  });
});

test('a source alone is described and has no rank', async ({ page, rankPage }) => {
  await rankPage.loadFiles([demoFile('written')]);
  await rankPage.rank();
  await expect(headline(page)).toHaveText(/written scores 0\.\d{4} and has no rival\./);
  await expect(row(rankPage, 'written').getByRole('cell').first()).toHaveText('');
  await expect(
    page.getByText('A source alone has no rank: load another one to compare it with.'),
  ).toBeVisible();
});

test('ten records against many are too few for a rank', async ({ page, rankPage }) => {
  await rankPage.loadFiles([demoFile('written'), demoFile('bm25')]);
  await rankPage.loadFiles([jsonlFile('ten.jsonl', demoRecords('written', 10))]);
  await rankPage.chooseReference(['written', 'bm25']);
  await rankPage.rank();
  await expect(row(rankPage, 'ten')).toContainText('too few records');
  await expect(row(rankPage, 'ten').getByRole('cell').first()).not.toHaveText(/\d/);
  await expect(headline(page)).not.toHaveText(/\bten (ranks|scores|leads?)/);
});

test('the untrained encoder crowns nobody, and every export says so', async ({ page, rankPage }) => {
  await rankPage.loadFiles([demoFile('written'), demoFile('bm25'), demoFile('random')]);
  await rankPage.chooseReference(['written', 'bm25']);
  await rankPage.rank();
  await expect(headline(page)).toHaveText(/^Untrained encoder negscope-sketch: written scores highest/);
  await expect(headline(page)).not.toHaveText(/first|lead/);
  const line = 'The encoder negscope-sketch is untrained';
  for (const name of ['CSV', 'Markdown', 'LaTeX']) {
    expect(await rankPage.download(`Export table as ${name}`), name).toContain(line);
  }
  const svg = await rankPage.download('Export figure as SVG');
  expect(svg).toContain(line);

  await test.step('the same run twice draws the same chart, and the second is compared with the first', async () => {
    await rankPage.rank();
    expect(await rankPage.download('Export figure as SVG')).toBe(svg);
    const changed = page.getByRole('region', { name: /^What changed since the run at \d\d:\d\d$/ });
    await expect(changed).toContainText(
      'Encoder, temperature, weighting, records and references are the same.',
    );
    await expect(changed.locator('tr[data-changed=written]')).toContainText('+0.000');
    await changed.getByRole('button', { name: 'Drop the earlier run' }).click();
    await expect(changed).toHaveCount(0);
  });

  await test.step('the picture is a PNG at twice its size', async () => {
    const coming = page.waitForEvent('download');
    await page.locator('summary[aria-label="More exports"]').click();
    await page.getByRole('button', { name: 'Export figure as PNG' }).click();
    expect((await coming).suggestedFilename()).toBe('negscope-ranking.png');
  });
});
