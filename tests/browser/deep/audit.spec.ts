import { membersOfZip } from '../../support/zip';
import { basketOf, saved } from '../audit-page';
import { expect, sharedData, test } from '../helpers';

test('judged answers leave the files; the memo says not to train yet', async ({ page, rankPage }) => {
  test.slow();
  const names = ['bm25', 'tasb', 'repllama', 'random'];
  const paths = names.map((name) => sharedData(`data/dl1920/${name}.jsonl`));
  const model = sharedData('models/potion-base-2M');
  await rankPage.loadFiles(paths);
  await rankPage.chooseModel(model);
  await rankPage.chooseReference(names.slice(0, 3));
  await rankPage.rank();

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  const tab = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await tab('Judge');
  const lines = (await rankPage.saveSample()).trim().split('\n');
  expect(lines).toHaveLength(200);
  const sample = lines.map((line) => JSON.parse(line) as Record<'key' | 'query' | 'negative', string>);
  const found = sample.filter((_, i) => i % 3 === 0);
  const keys = new Set(found.map(({ key }) => key));
  const pair = page.getByRole('region', { name: 'The pair to judge' });
  for (let judged = 0; judged < lines.length; judged++) {
    const next = pair.filter({ hasText: `${judged} of 200` });
    const key = await next.locator('[data-key]').getAttribute('data-key');
    await page.keyboard.press(keys.has(key ?? '') ? '1' : '2');
  }
  await page.getByRole('button', { name: `Put the ${found.length} answers in the basket` }).click();
  await page.getByRole('button', { name: /^Findings/ }).click();
  // A stop is told before judged rates.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/random passages/);

  const basket = basketOf(page);
  const members = membersOfZip(
    await saved(page, basket.getByRole('button', { name: /^Save \d cleaned files/ })),
  );
  const cleaned = Object.keys(members).filter((name) => name.endsWith('.jsonl'));
  expect(cleaned.length).toBeGreaterThanOrEqual(3);
  const left = new Set(
    cleaned
      .flatMap((name) => String(members[name]).trim().split('\n'))
      .map((line) => JSON.parse(line) as { query: string; negative_passages: { text: string }[] })
      .flatMap(({ query, negative_passages: all }) => all.map(({ text }) => `${query}\n${text}`)),
  );
  for (const { query, negative } of found) expect(left.has(`${query}\n${negative}`), query).toBe(false);
  expect(sample.some(({ query, negative }) => left.has(`${query}\n${negative}`))).toBe(true);
  expect(String(members['removed.csv'])).toContain('judged by me');

  await tab('Memo');
  const memo = await saved(page, page.getByRole('button', { name: 'Save the memo' }));
  const text = String(memo).replaceAll(/\s+|&nbsp;/g, ' ');
  expect(text).toMatch(/<h1>(Do not|Too early to) train on the cleaned files/);
  expect(text).not.toMatch(/<p>Train on the/);
  expect(text).toContain('tasb.cleaned.jsonl');
  expect(text).toContain('judged by me: ');
  expect(text).toMatch(/Answers that are left, against your limit of 10\s%: /);
});
