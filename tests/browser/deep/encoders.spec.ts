/** The Lab page after runs under two encoders. */

import type { Locator, Page } from '@playwright/test';

import { expect, sharedData, test } from '../helpers';

const cell = (page: Page, id: string): Locator => page.locator(`[data-experiment="${id}"]`);

test('two encoders: a block for each, and the title is what their scores say', async ({ page, rankPage }) => {
  const model = sharedData('models/potion-base-2M');
  await rankPage.tryDemo();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Lab' }).click();
  await expect(cell(page, 'weightings').locator('svg[role=img]')).toHaveCount(1, { timeout: 60_000 });
  await expect(page.locator('main[data-lab=idle]')).toBeVisible({ timeout: 60_000 });
  // The other encoder is chosen here, and what is quick runs again by itself.
  await cell(page, 'encoders').getByLabel('Rank under a model folder').setInputFiles(model);
  await expect(cell(page, 'encoders').locator('svg[role=img]')).toHaveCount(1, { timeout: 120_000 });

  const behind = cell(page, 'encoders').locator('.behind details');
  await behind.locator('summary').click();
  const rows = await behind
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th, td')].map((one) => (one.textContent ?? '').trim())),
    );
  const encoders = [...new Set(rows.map(([encoder]) => encoder))];
  expect(encoders).toEqual(['negscope-mini', 'potion-base-2M']);
  const [before = [], after = []] = encoders.map((own) => rows.filter(([encoder]) => encoder === own));
  const score = (block: string[][], name: string) => Number(block.find((row) => row[1] === name)?.[3]);
  const names = before.map((row) => row[1] ?? '');
  expect(names).toHaveLength(4);
  const passes = names.flatMap((one) =>
    names
      .filter((other) => score(before, one) < score(before, other) && score(after, one) > score(after, other))
      .map((other) => `${one} passes ${other}`),
  );
  const words = (await cell(page, 'encoders').getByRole('heading').textContent()) ?? '';
  expect(words === 'The order holds under both encoders').toBe(passes.length === 0);
  expect(
    passes.length === 0 || passes.some((pass) => words.startsWith(`Under potion-base-2M ${pass}`)),
    words,
  ).toBe(true);
  await expect(cell(page, 'encoders').locator('svg[role=img]')).toHaveCount(1);
});
