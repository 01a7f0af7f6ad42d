/** Files and encoders are told apart by what they are: two of one name are two, and a result knows what it is of. */

import { createHash } from 'node:crypto';
import { cpSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { MINI } from '../support/folders';
import { membersOfZip } from '../support/zip';
import { basketOf, goTo, saved } from './audit-page';
import { demoBeginnings, embedded, jsonlFile } from './files';
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

test('two encoder folders of one name are two encoders: on Rank and when mining', async ({
  page,
  rankPage,
}) => {
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

test('a result is current only over the files that it is of, and no report gives it others', async ({
  page,
  rankPage,
}) => {
  const leaky = embedded(20, 3, 'x').map((record, i) => ({
    ...record,
    negatives: [i < 7 ? record.positive : `negative ${i} of leaky`, record.negatives[1]],
  }));
  await rankPage.loadFiles([jsonlFile('clean.jsonl', embedded(20, 3, 'x')), jsonlFile('leaky.jsonl', leaky)]);
  await rankPage.chooseReference(['clean']);
  const preflight = page.getByRole('region', { name: 'Preflight' });

  await preflight.getByRole('link', { name: 'See and drop them in Audit' }).click();
  const row = page.locator('[data-finding=copies]');
  await row.getByRole('button').click();
  const drop = page.getByRole('button', { name: /^Drop these/ });
  await drop.click();
  const basket = basketOf(page);
  await expect(basket).toContainText('To remove from 1 file: 7 dropped.');
  // What is in the basket is not to be dropped again, and can be taken back where it was dropped.
  const opened = page.locator('tr.open');
  await expect(opened).toContainText('These pairs are in the basket.');
  await expect(opened).not.toContainText('Drop these');
  await opened.getByRole('button', { name: 'Keep these after all' }).click();
  await expect(basket).toContainText('Nothing to remove.');
  await expect(drop).toHaveText('Drop these 7');
  await drop.click();
  await expect(basket).toContainText('To remove from 1 file: 7 dropped.');
  // Before any run, and by the bytes of the user's own file.
  const members = membersOfZip(
    await saved(page, basket.getByRole('button', { name: 'Save the cleaned file' })),
  );
  const cleaned = members['leaky.cleaned.jsonl'] as Uint8Array;
  expect(String(cleaned).trimEnd().split('\n')).toHaveLength(20);
  expect(String(members['removed.csv'])).toContain(
    'leaky.jsonl,1,1,leaky,,dropped: positives of their own query',
  );
  const manifest = JSON.parse(String(members['manifest.json'])) as { files: Record<string, string>[] };
  expect(manifest.files[0]).toMatchObject({ file: 'leaky.jsonl', cleaned_sha256: sha256(cleaned) });

  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await rankPage.rank();
  await expect(state(page)).toHaveText('current');
  await goTo(page, '#audit');
  await expect(row).toContainText('In the basket');
  await rankPage.openRank();
  await rankPage.showInputs();
  await page.getByRole('button', { name: 'Remove leaky' }).click();
  await rankPage.hideInputs();
  await expect(state(page)).toHaveText('out of date');
  await expect(banner(page)).toContainText('leaky');
});
