/** Files and encoders are told apart by what they are: two of one name are two, and a result knows what it is of. */

import { createHash } from 'node:crypto';
import { readFileSync, statSync, utimesSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { membersOfZip } from '../support/zip';
import { demoRecords, embedded, jsonlFile } from './files';
import { expect, test } from './helpers';
import { tinyFolder, writeModel } from './model-folders';

const ONNX = 'onnx/model.onnx';

const state = (page: Page) => page.locator('[data-part="state"]');
const banner = (page: Page) => page.getByText('Out of date.').locator('..');

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const hashOfModel = (folder: string) => sha256(readFileSync(join(folder, ONNX)));

/** Two folders of one name with files of one size: checkpoints of two trainings. */
function twoCheckpoints(): readonly [first: string, second: string] {
  const first = writeModel(test.info().outputPath('a', 'checkpoint'), tinyFolder(7));
  const second = writeModel(test.info().outputPath('b', 'checkpoint'), tinyFolder(8));
  const [{ size }, { size: other }] = [statSync(join(first, ONNX)), statSync(join(second, ONNX))];
  expect(size).toBe(other);
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(second, ONNX), later, later);
  return [first, second];
}

const some = () => ['bm25', 'random'].map((source) => jsonlFile(`${source}.jsonl`, demoRecords(source, 8)));

async function saved(page: Page, press: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()]);
  return readFile(await download.path(), 'utf8');
}

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
      const content = await saved(page, mined.first().getByRole('button', { name: 'Save FlagEmbedding' }));
      return { content, card: await saved(page, mined.first().getByRole('button', { name: 'Save card' })) };
    };
    await open();
    await page.getByLabel('Files', { exact: true }).setInputFiles(some());
    await expect(idle).toBeVisible();
    await page.getByLabel('Dense').check();
    await page.getByLabel('BM25', { exact: true }).uncheck();
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

  // While they are dropped nothing can be ranked, and it is said why.
  await page.evaluate(() => {
    const said = document.getElementById('obstacles') as HTMLElement;
    const seen: [string, boolean][] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const rank = said.parentElement?.querySelector('button');
      seen.push([said.innerText.trim(), rank?.disabled ?? false]);
    }).observe(said, { childList: true, subtree: true, characterData: true });
  });
  await preflight.getByRole('button', { name: 'Leave out 7 negatives, then rank' }).click();
  await rankPage.waitForResult();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: [string, boolean][] }).seen);
  expect(seen).toContainEqual(['What a check found is being left out of the files.', true]);

  await expect(state(page)).toHaveText('current');
  const { report } = await rankPage.exportReport();
  expect(report.preflight?.find(({ id }) => id === 'copies')).toMatchObject({ passed: true, count: 0 });
  expect(report.sources['leaky']).toMatchObject({ negatives: 33 });
  expect(report.sources['clean']).toMatchObject({ negatives: 40 });
  await rankPage.showInputs();
  await expect(preflight).toContainText('7 negatives dropped from leaky. No record is left empty.');
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    preflight.getByRole('button', { name: 'Save the cleaned files' }).click(),
  ]);
  const members = membersOfZip(readFileSync(await zip.path()));
  const cleaned = members['leaky.cleaned.jsonl'] as Uint8Array;
  expect(String(cleaned).trimEnd().split('\n')).toHaveLength(20);
  expect(String(members['leaky.removed.csv'])).toContain('a positive of its own query,cure: known positives');
  const scored = report.files.find((file) => file.status === 'loaded' && file.source === 'leaky');
  expect(scored).toMatchObject({ sha256: sha256(cleaned) });

  await preflight.getByRole('button', { name: 'Bring them back' }).click();
  await expect(banner(page)).toContainText('You replaced the file of leaky; below is the run before.');
  await expect(state(page)).toHaveText('out of date');
  const why = 'leaky: read again since this result. Rank again, then save.';
  await rankPage.hideInputs();
  await expect(page.getByRole('button', { name: 'Export report' })).toBeDisabled();
  await expect(page.getByText(why)).toBeVisible();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByRole('button', { name: 'Memo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save the memo' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'as JSON' })).toBeDisabled();
  await expect(page.getByText(why)).toBeVisible();
});
