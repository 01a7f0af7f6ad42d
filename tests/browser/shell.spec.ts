import type { Route } from '@playwright/test';

import { RankPage } from '../support/rank-page.mjs';
import { demoFile, embedded, jsonlFile } from './files';
import { expect, test } from './helpers';
import { title } from './lab-cells';

const LARGE = /\.wasm$|model\.safetensors$|duckdb-browser|(candidates|engine|encoder)-[^/.]*\.js$/;

test('routes, Back and Forward, and what is not loaded before it is needed', async ({
  page,
  baseURL,
  traffic,
}) => {
  test.slow();
  const rankPage = new RankPage(page, { bundled: true });
  const heading = page.getByRole('heading', { level: 1 });
  await test.step('an address of no page says so, and leads back', async () => {
    await page.goto(`${baseURL ?? ''}#nowhere?x=<b>1</b>`);
    await expect(heading).toHaveText('There is no page “nowhere” here.');
    await expect(page).toHaveTitle('Negscope: no such page');
    await page.evaluate(() => (location.hash = '#neither'));
    await expect(heading).toContainText('neither');
    await expect(heading).toBeFocused();
    await page.goBack();
    await expect(heading).toContainText('nowhere');
    await page.getByRole('main').getByRole('link', { name: 'Rank' }).click();
    await expect(heading).toHaveText(/^Which hard negatives to train on\?/);
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle('Negscope: rank');
    await page.goBack();
    await expect(heading).toContainText('nowhere');
    await page.goForward();
    await expect(page.getByLabel('Source files')).toBeVisible();
  });

  expect(traffic.asked.filter((url) => LARGE.test(url))).toEqual([]);
  expect(page.workers()).toEqual([]);
  await expect(page.locator('main')).toHaveAttribute('data-workers', 'idle');

  await rankPage.loadFiles([demoFile('written')]);
  await expect(page.locator('main')).toHaveAttribute('data-workers', 'ready');
  const workers = () =>
    page.workers().map((worker) => new URL(worker.url()).pathname.split('/').at(-1)?.split('-')[0]);
  const reading = workers().filter((name) => name !== 'duckdb');
  expect(reading.sort()).toEqual(['candidates', 'engine']);
  await test.step('DuckDB starts once the page is at rest', async () => {
    await expect(page.locator('main')).toHaveAttribute('data-store', 'filled', { timeout: 60_000 });
    expect(workers().sort()).toEqual(['candidates', 'duckdb', 'engine']);
  });

  await page.setViewportSize({ width: 900, height: 420 });
  await rankPage.loadFiles([demoFile('random')]);
  await rankPage.sources.last().evaluate((item) => item.scrollIntoView({ block: 'start' }));
  // Read as the page is left: what stands above may still grow, and the browser then scrolls with it.
  const left = await rankPage.sources.last().evaluate((item) => {
    const { top } = item.getBoundingClientRect();
    location.hash = '#elsewhere';
    return { top: Math.round(top), height: Math.round(scrollY) };
  });
  expect(left.height).toBeGreaterThan(100);
  await expect(heading).toContainText('elsewhere');
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(rankPage.sources).toHaveCount(2);
  await expect(page).toHaveTitle('Negscope: rank');
  await expect(heading).toBeFocused();
  const top = () => rankPage.sources.last().evaluate((item) => Math.round(item.getBoundingClientRect().top));
  await expect.poll(top).toBe(left.top);

  await page.goForward();
  await expect(page).toHaveTitle('Negscope: no such page');
  await test.step('a link opens the page at its top; Back leads to where it was left', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Rank' }).click();
    await expect(rankPage.sources).toHaveCount(2);
    await expect(heading).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveTitle('Negscope: no such page');
    await page.goBack();
    await expect.poll(top).toBe(left.top);
  });
  await rankPage.setOptions({ sample: 4, seed: 7 });
  await rankPage.chooseReference(['written']);
  await test.step('a page that is left takes nothing of the address of the next one', async () => {
    const learn = '#learn?view=bench&cos=0.7,0.6,0.5&tau=0.01&C=0.5';
    for (const way of [[learn], ['#audit', learn]]) {
      for (const hash of way) {
        await page.evaluate((to) => (location.hash = to), hash);
        await expect(page).toHaveTitle(hash === learn ? 'Negscope: learn' : 'Negscope: audit');
        await expect(heading).toBeFocused();
      }
      for (let i = way.length; i > 0; i--) await page.goBack();
      await expect(page).toHaveTitle('Negscope: rank');
      await expect(page.getByRole('checkbox', { name: 'written reference', exact: true })).toBeChecked();
      await rankPage.openInputs();
      await expect(page.getByLabel('Sample size')).toHaveValue('4');
      await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('7');
    }
  });
  await rankPage.rank();
  await page.evaluate(() => (location.hash = '#elsewhere'));
  await expect(heading).toContainText('elsewhere');
  await page.goBack();
  await expect(page.locator('main')).toHaveAttribute('data-phase', 'done');
  expect((await rankPage.exportReport()).report.ranking).toHaveLength(2);

  await test.step('what follows the settings still follows them', async () => {
    const before = await rankPage.table.textContent();
    await page.getByLabel('Temperature', { exact: true }).fill('0.2');
    await expect.poll(() => rankPage.table.textContent()).not.toBe(before);
    await expect(rankPage.table.getByRole('columnheader', { name: 'ECI', exact: true })).toBeVisible();
    expect((await rankPage.exportReport()).report.settings.tau).toBe(0.2);
  });

  await test.step('links to places on the page leave the address alone', async () => {
    // The address follows the setting with a short rest.
    await expect(page).toHaveURL(/#rank\?tau=0\.2&/);
    const address = page.url();
    await page.getByRole('link', { name: 'Skip to the result' }).press('Enter');
    await expect(page.locator('#result')).toBeFocused();
    expect(page.url()).toBe(address);
  });

  await test.step('in a narrow window the words on use offline stand in the panel of the seal', async () => {
    const words = page.getByText('Does not work offline');
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(words).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(words).toBeHidden();
    await page.getByRole('button', { name: /^Sealed|^Checking/ }).click();
    await expect(words).toBeVisible();
  });
  expect([rankPage.failure, rankPage.consoleErrors]).toEqual([null, []]);
});

test('parts of the page that do not come, or come by themselves', async ({ page, context, baseURL }) => {
  test.slow();
  const rankPage = new RankPage(page, { bundled: true });
  await test.step('a part that does not come is named, "Try again" brings it, and nothing is lost', async () => {
    const script = /\/LabPage-.*\.(js|css)$/;
    const alert = page.getByRole('alert');
    // A new version was deployed; then the network is gone.
    let answer = (route: Route) => route.fulfill({ status: 404 });
    await context.route(script, (route) => answer(route));
    await rankPage.open(baseURL ?? '');
    await rankPage.loadFiles([jsonlFile('own.jsonl', embedded(4, 3, 'own'))]);
    await rankPage.rank();
    for (const words of ['the server no longer has it', 'the server cannot be reached']) {
      await page.getByRole('link', { name: 'Lab', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded.');
      await expect(alert).toHaveAttribute('data-error', 'PartUnavailableError');
      await expect(alert).toContainText(words);
      await page.getByRole('link', { name: 'Rank', exact: true }).click();
      await expect(page.locator('main')).toHaveAttribute('data-phase', 'done');
      answer = (route) => route.abort();
    }
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    // Else a slow machine asks for the part only after it is there again.
    await expect(alert).toContainText('the server cannot be reached');
    await context.unroute(script);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(title(page, 'training')).toBeVisible();
    await rankPage.openRank();
    const ofPart = /^Failed to load resource: (the server responded with a status of 404|net::ERR_FAILED)/;
    expect(rankPage.consoleErrors.splice(0).filter((error) => !ofPart.test(error))).toEqual([]);
  });

  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await context.route('**/RankPage-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await rankPage.leave(() => page.reload());
  await expect(page.getByRole('status').filter({ hasText: 'Loading Rank' })).toBeVisible();
  const mine = page.waitForResponse('**/MinePage-*.js');
  go();
  await expect(page.getByLabel('Source files')).toBeVisible();
  await mine;
  await rankPage.loadFiles([jsonlFile('own.jsonl', embedded(4, 3, 'own'))]);
  await rankPage.rank();
  await context.setOffline(true);
  for (const name of ['Lab', 'Learn', 'Mine']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This page could not be loaded.');
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('#result'), 'the skip link leads there').toHaveCount(1);
  }
  await context.setOffline(false);
  expect([rankPage.failure, rankPage.consoleErrors]).toEqual([null, []]);
});
