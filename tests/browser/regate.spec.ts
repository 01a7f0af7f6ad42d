/** After a run: temperature, weighting and envelope change the figures without encoding. Tables: tests/report/table.test.ts. */

import { differences } from '../support/compare';
import { expectAccessible } from './accessible';
import { demoBeginnings } from './files';
import { expect, test } from './helpers';

const SAME = { absolute: 1e-9, relative: 1e-9 };

/** Encoding again would ask for the encoder again. */
const encoderStarts = (asked: readonly string[]) =>
  asked.filter((url) => /model\.safetensors$/.test(url)).length;

test('figures follow at once and equal those of a fresh run', async ({ page, rankPage, traffic }) => {
  test.slow();
  await rankPage.loadFiles(demoBeginnings(['bm25', 'written', 'random'], 30));
  await rankPage.chooseReference(['bm25', 'written']);
  await rankPage.rank();
  const { report, text } = await rankPage.exportReport();
  expect(text.endsWith('}\n')).toBe(true);
  expect(report).toMatchObject({
    settings: { tau: 0.05, weighting: 'full' },
    schema_version: 6,
    encoder: { name: 'negscope-mini' },
    device: { kind: 'javascript' },
  });
  const { 'onnxruntime-web': runtime } = report.negscope.libraries;
  expect(runtime).toMatch(/^\d+\.\d+/);

  await test.step('the figure is as wide as one or two columns of a paper; the gates are in the wider one', async () => {
    for (const [button, width, gates] of [
      ['Export figure as SVG', 680, true],
      ['Export narrow figure as SVG', 321, false],
    ] as const) {
      const svg = await rankPage.download(button);
      expect(svg).toMatch(new RegExp(`^<svg [^>]*width="${width}"`));
      expect(svg.includes('>ρ<'), button).toBe(gates);
      expect(svg).toContain(report.sources['bm25']?.eci.toFixed(4));
      expect(svg).toContain('τ 0.05');
      expect(svg).toContain('negscope-mini is a small static encoder');
      expect(svg).not.toMatch(/NaN|undefined| class=| style=/);
    }
  });

  const starts = encoderStarts(traffic.asked);

  await page.getByLabel('Temperature', { exact: true }).fill('0.1');
  await page.getByLabel('Weighting').selectOption('two-sided');
  const bm25 = rankPage.table.locator('tr[data-source=bm25]');
  await expect(bm25).not.toContainText(report.sources['bm25']?.mean_rho.toFixed(3) ?? '');
  await expect(rankPage.table.getByRole('columnheader', { name: 'ECI', exact: true })).toBeVisible();
  const regated = (await rankPage.exportReport()).report;
  await expect(rankPage.rankButton, 'figures follow without a run').toHaveCount(0);

  expect(regated.settings).toEqual({ ...report.settings, tau: 0.1, weighting: 'two-sided' });
  expect(regated.cost).toEqual(report.cost);
  expect(encoderStarts(traffic.asked)).toBe(starts);
  await expect(bm25).toContainText(regated.sources['bm25']?.mean_rho.toFixed(3) ?? '');
  await expect(bm25).toContainText(regated.sources['bm25']?.eci.toFixed(4) ?? '');

  await expect(page.locator('table.behind'), 'intervals follow the scores').toHaveCount(0);
  const regatedRow = await bm25.textContent();
  expect(regatedRow).toMatch(/0\.\d{3} to 0\.\d{3}/);

  await test.step('the result before can be set beside it', async () => {
    await page.getByRole('checkbox', { name: /^τ 0\.05 · weighting ρηψ/ }).press('Space');
    const beside = page.getByRole('table', { name: 'The two results side by side' });
    for (const [name, { eci }] of Object.entries(report.sources)) {
      const row = beside.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
      await expect(row).toContainText(eci.toFixed(4));
      await expect(row).toContainText(regated.sources[name]?.eci.toFixed(4) ?? '–');
    }
    await expectAccessible(page, 'two results side by side');
  });

  await rankPage.setOptions({ normalise: true });
  await rankPage.rank();
  expect(await bm25.textContent(), 'the row of a fresh run, its interval too').toBe(regatedRow);
  const fresh = (await rankPage.exportReport()).report;
  expect(fresh.created).not.toBe(regated.created);
  expect(differences(regated.sources, fresh.sources, SAME)).toEqual([]);
  expect(differences(regated.audit, fresh.audit, SAME)).toEqual([]);
  expect(regated.ranking).toEqual(fresh.ranking);
});
