import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { LIGHT_AND_DARK, expectAccessible } from '../accessible';
import { schemaFaults } from '../../support/report-schema';
import { demoFile } from '../files';
import { expect, test } from '../helpers';
import { cell, idle, runRest, tableOf, title } from '../lab-cells';

const EXPERIMENTS = [
  'temperature',
  'prefix',
  'weightings',
  'c-sweep',
  'sample-size',
  'controls',
  'mixing',
  'lexical',
  'permutation',
  'hybrids',
];

test('each experiment, its title and the figures behind it', async ({ page, rankPage }) => {
  test.slow();
  await rankPage.tryDemo();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Lab' }).click();

  // What is quick runs by itself; the rest is asked for, by the keyboard.
  await expect(page.locator('main[data-lab=busy]')).toBeVisible();
  await expect(idle(page)).toBeVisible({ timeout: 120_000 });
  await runRest(page);
  for (const id of EXPERIMENTS) {
    await expect(cell(page, id).locator('svg[role=img]'), id).toHaveCount(1);
    const label = await cell(page, id).locator('svg[role=img]').getAttribute('aria-label');
    expect(label).toContain(await title(page, id).textContent());
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^The order holds in /);
  await expect(page.getByRole('table', { name: 'Ranks by variation' }).getByRole('row')).toHaveCount(6);
  await expectAccessible(page, 'all experiments done', { schemes: LIGHT_AND_DARK });

  const controls = await tableOf(page, 'controls');
  expect(controls.filter(([name]) => name?.startsWith('control:'))).toHaveLength(7);
  for (const [id, rows] of [
    ['c-sweep', 48],
    ['lexical', 16],
    ['weightings', 18],
  ] as const)
    expect(await tableOf(page, id)).toHaveLength(rows);

  // Sorted by a column, by the keyboard.
  const eci = cell(page, 'controls').getByRole('button', { name: 'mean ψ' });
  await eci.press('Enter');
  await expect(cell(page, 'controls').getByRole('columnheader', { name: 'mean ψ' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  // A picture to keep.
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    cell(page, 'temperature').getByRole('button', { name: 'Save as SVG' }).click(),
  ]);
  const svg = await readFile(await picture.path(), 'utf8');
  expect(picture.suggestedFilename()).toBe('negscope-temperature.svg');
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toContain('written');
  expect(svg).not.toMatch(/var\(|\sclass=|\sstyle=/);

  // Another base source, in the card itself: what was built from the old one says so, and keeps its figures.
  await cell(page, 'controls').getByLabel('Built from').selectOption('written');
  await expect(cell(page, 'controls')).toContainText('Out of date.');
  // One can be cancelled, and leaves what was there.
  await cell(page, 'controls').getByRole('button', { name: 'Run again' }).click();
  await expect(cell(page, 'controls').getByRole('progressbar')).toBeVisible();
  await cell(page, 'controls').getByRole('button', { name: 'Cancel' }).click();
  await expect(cell(page, 'controls')).toContainText('Out of date.');
  await expect(cell(page, 'controls').locator('svg[role=img]')).toHaveCount(1);
  await cell(page, 'controls').getByLabel('Built from').selectOption('bm25');
  await expect(cell(page, 'controls')).not.toContainText('Out of date.');

  // A union becomes a source in a setting of its own; all is in the report.
  await cell(page, 'hybrids').getByText('More', { exact: true }).click();
  await cell(page, 'hybrids').getByRole('button', { name: 'bm25+written' }).click();
  await expect(cell(page, 'hybrids').getByRole('status').last()).toContainText(
    'bm25+written is a source of the session',
  );
  // A control becomes one in the setting of the source that it was built from.
  await cell(page, 'controls').getByText('More', { exact: true }).click();
  await cell(page, 'controls').getByRole('button', { name: 'control:random', exact: true }).click();
  await expect(cell(page, 'controls').getByRole('status').last()).toContainText(
    'control:random is a source of the session, in the setting “default”',
  );
  const union = (await title(page, 'hybrids').innerText()).trim();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rank' }).click();
  const { report } = await rankPage.exportReport();
  expect(report.experiments).toBeDefined();
  expect(report.experiments?.controls?.made).toHaveLength(7);
  expect(report.experiments?.sweeps?.['c-sweep']).toHaveLength(48);
  expect(report.experiments?.runs.hybrids?.title).toBe(union);
  expect(schemaFaults(report)).toEqual([]);
  const bm25 = readFileSync(demoFile('bm25'));
  expect(report.files).toContainEqual({
    file: 'bm25.jsonl',
    status: 'loaded',
    source: 'bm25',
    bytes: bm25.length,
    sha256: createHash('sha256').update(bm25).digest('hex'),
    same_as: null,
  });
});
