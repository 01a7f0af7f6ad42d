import { DEMO, EXAMPLE } from '../../src/pages/rank/opening/demo-result';
import { rankInWords } from '../../src/report/verdict-words';
import { demoFile } from './files';
import { expect, test } from './helpers';

test('the opening shows the demo; a link says what it sets', async ({ page, rankPage, baseURL }) => {
  await expect(rankPage.sources).toHaveCount(0);
  for (const part of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: 'Rank my files' }),
    page.getByRole('button', { name: 'Try the demo' }),
    page.getByRole('link', { name: 'Move the points' }),
  ]) {
    await expect(part).toBeVisible();
  }

  await test.step('a pair of three sources, the figure of all, and where to begin', async () => {
    const example = page.getByRole('region', { name: 'Close to the question' });
    await expect(example.locator('u'), 'the answer is underlined, whole').toHaveText(EXAMPLE.answer);
    for (const { source, rho, eta, psi, shown } of EXAMPLE.negatives) {
      const header = page.getByRole('rowheader', { name: new RegExp(`^${source}`) });
      const row = example.getByRole('row').filter({ has: header });
      for (const part of shown) await expect(row).toContainText(part);
      await expect(row.getByRole('cell')).toHaveText(
        [rho, eta, psi, rho * eta * psi].map((value) => value.toFixed(2)),
      );
    }
    const result = page.getByRole('region', { name: DEMO.result?.verdict.headline.slice(0, 20) ?? '' });
    for (const { name, eci, rank } of DEMO.groups.flatMap(({ rows }) => rows)) {
      const row = result.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
      await expect(row).toContainText(eci?.toFixed(4) ?? 'a score');
      await expect(row.getByRole('cell').first()).toHaveText(rankInWords(rank));
    }

    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Rank my files' }).click();
    expect((await choosing).isMultiple()).toBe(true);
  });

  await test.step('a link says what it sets, and waits for the files', async () => {
    await page.goto('about:blank');
    await page.goto(`${baseURL ?? ''}#rank?tau=0.1&trust=bm25&trust=dense`);
    const said = page.getByText('The link sets τ 0.1 and references bm25, dense: give your files.');
    await expect(said).toBeVisible();
    await page.getByLabel('Source files').setInputFiles(demoFile('bm25'));
    await expect(page.getByRole('checkbox', { name: 'bm25 reference' })).toBeChecked();
    await expect(said).toHaveCount(0);
  });
});
