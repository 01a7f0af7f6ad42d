/** What the Rank page says, with data for which it could say something false. */

import type { Page } from '@playwright/test';

import { demoBeginnings, demoRecords, jsonlFile } from './files';
import { expect, test } from './helpers';

const QUERIES = 40;

const state = (page: Page) => page.locator('[data-part="state"]');

test('a source with random passages has no rank until somebody looked', async ({ page, rankPage }) => {
  const QUERIES_HERE = 163;
  const foreign = demoRecords('random', QUERIES_HERE);
  const mixed = demoRecords('bm25', QUERIES_HERE).map((record, i) => ({
    ...record,
    negative_passages: [
      ...record.negative_passages.slice(0, 2),
      ...(foreign[i]?.negative_passages.slice(0, 2) ?? []),
    ],
  }));
  await rankPage.loadFiles([
    ...demoBeginnings(['bm25', 'embedding'], QUERIES_HERE),
    jsonlFile('newminer.jsonl', mixed),
  ]);
  await rankPage.chooseReference(['bm25', 'embedding']);
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  const { findings = [], rank } = report.verdict.sources['newminer'] ?? {};
  expect(rank).toBeNull();
  const found = findings.find(({ id }) => id === 'random');
  expect(found?.low).toBeLessThan(0.5);
  expect(found?.high).toBeGreaterThan(0.4);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(found?.words ?? '–');
  const row = rankPage.table.locator('tr[data-source=newminer]');
  await expect(row.locator('.warm', { hasText: 'random' }).first()).toBeVisible();
  await expect(row.getByRole('cell').first()).toHaveText('–');
  for (const name of ['CSV', 'Markdown', 'LaTeX'])
    expect((await rankPage.download(`Export table as ${name}`)).replaceAll('\\%', '%')).toContain(
      'random passages',
    );

  await test.step('its evidence opens below it, with the way to its pairs', async () => {
    await page.getByRole('button', { name: /findings? of newminer$/ }).press('Enter');
    const evidence = rankPage.table.locator('[data-finding=random]');
    await expect(evidence).toContainText(found?.sentence ?? '–');
    await expect(evidence.getByRole('link')).toHaveAttribute(
      'href',
      '#audit?source=newminer&found=unrelated',
    );
  });

  await test.step('who looked at its pairs ranks it, which is said everywhere and can be taken back', async () => {
    await page.getByRole('button', { name: 'I looked: rank it: newminer' }).press('Enter');
    await expect(row.getByRole('cell').first()).toHaveText(/^\d/);
    await expect(rankPage.table.locator('[data-finding=random]')).toContainText('Set aside.');
    const looked = (await rankPage.exportReport()).report;
    expect(looked.verdict.sources['newminer']?.findings[0]).toMatchObject({ id: 'random', set_aside: true });
    expect(looked.sources['newminer']?.reading.looked_at).toBe(true);
    await page.getByRole('button', { name: 'Undo: I looked: newminer' }).press('Enter');
    await expect(row.getByRole('cell').first()).toHaveText('–');
  });
});

test('what stays unseen is said; score and interval come together @deep', async ({ page, rankPage }) => {
  await rankPage.loadFiles(demoBeginnings(['bm25', 'written', 'random'], QUERIES));
  await rankPage.rank();
  const unseen = page.getByText('Up to a fifth of random passages can stay unseen');
  await expect(unseen.first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'bm25 reference' }).check();
  await expect(unseen.first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'written reference' }).check();
  await expect(unseen).toHaveCount(0);

  await test.step('score and interval of a temperature are shown together, at every moment', async () => {
    const torn = page.evaluate(async () => {
      const seen = new Set<string>();
      const end = performance.now() + 4000;
      while (performance.now() < end) {
        for (const row of document.querySelectorAll('table[aria-label=Ranking] tr[data-source]')) {
          const value = row.querySelector('.value')?.textContent ?? '';
          const [score, low, high] = (/(\d\.\d{4})(\d\.\d{3}) to (\d\.\d{3})/.exec(value) ?? [])
            .slice(1)
            .map(Number);
          if (score === undefined || low === undefined || high === undefined) seen.add(`half: ${value}`);
          else if (score < low - 1e-3 || score > high + 1e-3) seen.add(`torn: ${value}`);
        }
        await new Promise((frame) => requestAnimationFrame(frame));
      }
      return [...seen];
    });
    const field = page.getByLabel('Temperature', { exact: true });
    for (const tau of ['0.2', '0.01', '0.5', '0.05']) {
      await field.fill(tau);
      await page.waitForTimeout(700);
    }
    expect(await torn).toEqual([]);
    await expect(state(page)).toHaveText('current');
    await field.fill('');
    await expect(page.getByText('Out of date.')).toHaveCount(0);
    await expect(state(page)).toHaveText('current');
  });
});
