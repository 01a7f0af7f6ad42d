/** Encoders are told apart by what they are: two of one name are two. What else a result is of: inputs.spec.ts. */

import { createHash } from 'node:crypto';
import { cpSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { MINI } from '../support/folders';
import { saved } from './audit-page';
import { demoBeginnings } from './files';
import { expect, test } from './helpers';

const WEIGHTS = 'model.safetensors';

const state = (page: Page) => page.locator('[data-part="state"]');
const banner = (page: Page) => page.getByText('Out of date.').locator('..');

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const hashOfModel = (folder: string) => sha256(readFileSync(join(folder, WEIGHTS)));

/** Two folders of one name with files of one size: checkpoints of two trainings. */
function twoCheckpoints(): readonly [first: string, second: string] {
  const [first, second] = ['a', 'b'].map((parent) => {
    const folder = test.info().outputPath(parent, 'checkpoint');
    cpSync(MINI, folder, { recursive: true });
    return folder;
  }) as [string, string];
  const weights = readFileSync(join(first, WEIGHTS));
  // The vectors, of int8, stand last: here in the opposite order.
  weights.subarray(weights.length / 2).reverse();
  writeFileSync(join(second, WEIGHTS), weights);
  expect(statSync(join(second, WEIGHTS)).size).toBe(statSync(join(first, WEIGHTS)).size);
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(second, WEIGHTS), later, later);
  return [first, second];
}

const some = () => demoBeginnings(['bm25', 'random'], 8);

test('two folders of one name are two encoders, also for mining @deep', async ({ page, rankPage }) => {
  test.slow();
  const [first, second] = twoCheckpoints();
  await rankPage.loadFiles(some());
  await rankPage.chooseModel(first);
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  expect(JSON.stringify(report.encoder)).toContain(hashOfModel(first));
  await expect(state(page)).not.toHaveText('out of date');

  await test.step('Rank says that the result is of another one', async () => {
    await rankPage.chooseModel(second);
    await expect(banner(page)).toContainText('You chose another encoder named checkpoint');
    await expect(state(page)).toHaveText('out of date');
    await rankPage.chooseModel(first);
    await expect(banner(page)).toHaveCount(0);
  });

  await test.step('Mine embeds with the one that is chosen', async () => {
    const idle = page.locator('main[data-mine=idle]');
    const open = async () => {
      await rankPage.hideInputs();
      await page.getByRole('link', { name: 'Mine', exact: true }).click();
    };
    const mine = async (count: number) => {
      const mined = page.getByRole('article', { name: 'mined: dense' });
      await page.getByRole('button', { name: 'Mine dense', exact: true }).click();
      await expect(mined).toHaveCount(count, { timeout: 60_000 });
      await expect(idle).toBeVisible();
      const save = async (name: string) =>
        String(await saved(page, mined.first().getByRole('button', { name })));
      return { content: await save('Save FlagEmbedding'), card: await save('Save card') };
    };
    await open();
    await page.getByLabel('Files', { exact: true }).setInputFiles(some());
    await expect(idle).toBeVisible();
    await page.getByLabel('Dense').check();
    const one = await mine(1);
    await page.getByRole('link', { name: 'Rank', exact: true }).click();
    await rankPage.chooseModel(second);
    await open();
    const two = await mine(2);
    expect(one.card).toContain(hashOfModel(first));
    expect(two.card).toContain(hashOfModel(second));
    expect(two.card).not.toContain(hashOfModel(first));
    expect(two.content).not.toBe(one.content);
  });
});
