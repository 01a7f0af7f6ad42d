/** The foot of the Audit page: SQL, marks, basket, cleaned file, audit report. */

import type { Memo } from '../../src/report/memo';
import { membersOfZip } from '../support/zip';
import { ask, basketOf, counted, dropAll, goTo, openPairs, pairs, reader, saved } from './audit-page';
import { demoRecords, embedded, jsonlFile, textFile } from './files';
import { expect, test } from './helpers';

/** 60 pairs, every second one with a script; what else stands in a line stays in it. */
const DIRTY = embedded(30, 3, 'dirty').map((record, i) => ({
  ...record,
  negatives: [`<script>document.title = 'ran'</script> ${i}`, record.negatives[1]],
  note: `note ${i}`,
  big: 1.0,
}));
const REFERENCE = embedded(30, 3, 'reference');

test('SQL, dropped pairs, the cleaned file and its figures, the memo', async ({
  page,
  rankPage,
  browser,
}) => {
  test.slow();
  const { names } = await rankPage.loadFiles([
    jsonlFile('<b>.jsonl', REFERENCE),
    jsonlFile('dirty.jsonl', DIRTY),
  ]);
  await rankPage.chooseReference(names.slice(0, 1));
  await rankPage.rank();
  const before = (await rankPage.exportReport()).report.sources['dirty'];
  const inverted = before?.counts.inverted_pairs ?? 0;
  expect(inverted).toBeGreaterThan(2);

  await openPairs(page);
  await test.step('SQL, by the keyboard alone; places count from 1', async () => {
    const show = page.getByRole('button', { name: 'Show these pairs' });
    await ask(page, 'SELECT count(*) AS pairs FROM pairs');
    await expect(page.getByText(/^1 row in /)).toBeVisible();
    await expect(show).toHaveCount(0);
    await ask(
      page,
      'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3',
    );
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByText('The query was cancelled. Run it again for its answer.')).toBeVisible();
    await ask(
      page,
      "SELECT source, record, position FROM pairs JOIN sources USING (source) WHERE name = 'dirty' AND record IN (1, 30) AND position = 2;",
    );
    await expect(page.getByText(/^2 rows in /)).toBeVisible();
    await show.press('Enter');
    await expect(pairs(page)).toHaveAttribute('aria-rowcount', '3');
    await expect(reader(page)).toContainText(/record (1|30), negative 2/);
    // The query is a part of the address; an open filter has no query.
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#audit\?sql=SELECT\+source/);
    await page.getByRole('searchbox').fill('query 29');
    await expect(pairs(page)).toHaveAttribute('aria-rowcount', '2');
    await goTo(page, '#audit?sql=SELECT+1+AS+source');
    await expect(pairs(page)).toHaveAttribute('aria-rowcount', '1');
    await expect(
      page.getByText(/record.* not found|does not have a column named "record"/).first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'clear' }).first().press('Enter');
    await expect(pairs(page)).toHaveAttribute('aria-rowcount', '121');
  });

  await goTo(page, '#audit?source=dirty&m=..-0.0000001');
  await expect(counted(page)).toHaveText(`${inverted} pairs`);
  const basket = basketOf(page);
  await expect(basket).toContainText('Nothing to remove.');
  await dropAll(page);
  await expect(basket).toContainText(`${inverted} dropped`);
  await basket.getByRole('button', { name: /^Undo/ }).click();
  await expect(basket).toContainText('Nothing to remove.');
  await dropAll(page);
  const score = basket.locator('strong[data-after]');
  await expect(score).toContainText('→');
  expect(Number(await score.getAttribute('data-before'))).toBe(before?.eci);
  const after = Number(await score.getAttribute('data-after'));
  await basket.getByRole('button', { name: 'Details' }).click();
  await expect(basket).toContainText(/records that lose all negatives: \d/);

  const zip = await saved(
    page,
    basket.getByRole('button', { name: 'Save the cleaned file' }),
    'dirty.cleaned.zip',
  );
  const files = membersOfZip(zip);
  expect(Object.keys(files)).toEqual(['dirty.cleaned.jsonl', 'removed.csv', 'manifest.json']);
  const reasons = String(files['removed.csv']).trimEnd().split('\n').slice(1);
  expect(reasons).toHaveLength(inverted);
  const by = 'm  to -1e-7, dirty';
  for (const row of reasons) expect(row).toContain(`"dropped: ${by}","${by}"`);
  const lines = String(files['dirty.cleaned.jsonl']).trimEnd().split('\n');
  expect(lines[0]).toContain('"note":"note ');

  await test.step('the memo', async () => {
    await basket.getByRole('button', { name: /^Undo/ }).click();
    await expect(basket).toContainText('Nothing to remove.');
    await goTo(page, `#audit?text=${encodeURIComponent('<script>')}`);
    await expect(counted(page)).toHaveText('30 pairs');
    await dropAll(page);
    await expect(basket).toContainText('30 dropped');
    await page.getByRole('button', { name: 'Memo', exact: true }).click();
    const press = async (name: string) => String(await saved(page, page.getByRole('button', { name })));
    const json = JSON.parse(await press('as JSON')) as Memo;
    const memo = await press('Save the memo');
    expect(memo).not.toContain('document.title');

    const context = await browser.newContext({ javaScriptEnabled: false });
    const shown = await context.newPage();
    const asked: string[] = [];
    shown.on('request', (request) => asked.push(request.url()));
    await shown.setContent(memo);
    await expect(shown.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shown.getByText('30 pairs leave 1 source.')).toBeVisible();

    expect(asked).toEqual([]);
    await context.close();

    // Given back to the page, it opens where it was made.
    expect(json.place).toContain('text=%3Cscript%3E');
    await rankPage.openRank();
    await rankPage.showInputs();
    const again = textFile('negscope-audit.json', JSON.stringify(json));
    await page.getByLabel('Source files').setInputFiles([again]);
    await expect(counted(page)).toHaveText('30 pairs');
    expect(new URL(page.url()).hash).toBe(json.place);
  });

  // A run of the saved file gives what the basket said.
  await goTo(page, '#rank');
  await rankPage.showInputs();
  await page.getByRole('button', { name: 'Remove dirty' }).click();
  await rankPage.loadFiles([textFile('dirty.jsonl', String(files['dirty.cleaned.jsonl']))]);
  await rankPage.rank();
  const fresh = (await rankPage.exportReport()).report.sources['dirty'];
  expect(fresh?.negatives).toBe(60 - inverted);
  expect(Math.abs(after - (fresh?.eci ?? NaN))).toBeLessThan(1e-6);

  await test.step('a false negative becomes a positive of its record, where the file has a list of them', async () => {
    await rankPage.showInputs();
    for (const name of [...names.slice(0, 1), 'dirty'])
      await page.getByRole('button', { name: `Remove ${name}` }).click();
    const records = demoRecords('bm25', 20);
    const flat = records.map(({ query, positive_passages: [positive], negative_passages: [negative] }) => ({
      query,
      positive: `${positive?.title} ${positive?.text}`,
      negative: `${negative?.title} ${negative?.text}`,
    }));
    await rankPage.loadFiles([jsonlFile('lists.jsonl', records), jsonlFile('flat.jsonl', flat)]);
    await rankPage.rank();
    await openPairs(page, '#audit?source=flat');
    await expect(page.locator('[data-pair]')).toBeVisible();
    await pairs(page).focus();
    await page.keyboard.press('f');
    await expect(basket).toContainText('2 false negatives');
    await basket.getByRole('button', { name: 'Details' }).click();
    await basket.getByRole('radio', { name: 'they become positives' }).check();
    await expect(basket).toContainText('flat.jsonl has no list of positives');
    const both = membersOfZip(
      await saved(page, basket.getByRole('button', { name: 'Save 2 cleaned files' })),
    );
    const moved = String(both['removed.csv'])
      .split('\n')
      .filter((line) => line.includes('now a positive'));
    expect(moved.map((line) => line.split(',')[0])).toEqual(['lists.jsonl']);
  });
});

test('notes and marks by keys, undone; a faulty file of labels @deep', async ({ page, rankPage }) => {
  test.slow();
  await rankPage.loadFiles([jsonlFile('dirty.jsonl', DIRTY)]);
  await rankPage.rank();
  await openPairs(page, '#audit?sort=file-up&text=query+7');
  await test.step('a note, and marks of a whole selection, are written, shown, and taken back', async () => {
    const row = pairs(page).getByRole('row');
    await expect(row).toHaveCount(1 + 2);
    const marks = [row.nth(1).locator('.mark'), row.nth(2).locator('.mark')] as const;
    const expectMarks = async (first: string, second: string) => {
      await expect(marks[0]).toHaveText(first);
      await expect(marks[1]).toHaveText(second);
    };
    const note = page.getByRole('textbox', { name: 'Note' });
    await row.nth(1).click();
    // The reader has its texts: what is pressed before belongs to the pair that was read until then.
    const read = ((await row.nth(1).getAttribute('id')) ?? '').replace('pair-', '');
    await expect(page.locator(`[data-pair="${read}"]`)).toBeVisible();
    await page.keyboard.press('n');
    await expect(note).toBeFocused();
    await page.keyboard.type('kind of fuzzy');
    await page.keyboard.press('Escape');
    await expect(note).toHaveValue('');
    await page.keyboard.press('n');
    await page.keyboard.type('full');
    await page.keyboard.press('j');
    await note.blur();
    await expectMarks('note', '');
    await expect(note).toHaveValue('fullj');
    const undo = basketOf(page).getByRole('button', { name: /^Undo/ });
    await expect(undo).toHaveAccessibleName('Undo (Note: 1 pair)');

    await page.getByRole('button', { name: 'Drop these 2' }).click();
    await expectMarks('dropped, note', 'dropped');
    await undo.click();
    await expectMarks('note', '');
    await undo.click();
    await expectMarks('', '');
  });
  await goTo(page, '#audit?tab=pairs');
  await expect(counted(page)).toHaveText('60 pairs');
  const basket = basketOf(page);
  // Keys mark the pair that is read: the first one, once the list is there.
  await expect(page.locator('[data-pair]')).toBeVisible();
  await pairs(page).focus();
  const first = await page.locator('[data-pair]').getAttribute('data-pair');
  // A mark opens the next pair.
  await page.keyboard.press('f');
  // What is not shown yet is not marked.
  await expect(page.locator('[data-pair]')).not.toHaveAttribute('data-pair', first ?? '');
  await page.keyboard.press('d');
  await expect(basket).toContainText('1 dropped and 1 false negative');
  await page.keyboard.press('Control+z');
  await expect(basket).toContainText('1 false negative');
  await test.step('a key that is held marks once, by itself and on its button', async () => {
    const pair = page.locator('[data-pair]');
    const before = (await pair.getAttribute('data-pair')) ?? '';
    for (let held = 0; held < 4; held++) await page.keyboard.down('d');
    await page.keyboard.up('d');
    await expect(basket).toContainText('1 dropped and 1 false negative');
    await expect(pair).not.toHaveAttribute('data-pair', before);
    const button = page.getByRole('button', { name: 'Drop D', exact: true });
    await button.focus();
    for (let held = 0; held < 3; held++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(basket).toContainText('2 dropped and 1 false negative');
    await page.keyboard.press('Control+z');
    await expect(basket).toContainText('1 dropped and 1 false negative');
  });

  await test.step('Enter on a title sorts, on a row it leads to the pair beside, and Escape back', async () => {
    const cosine = page.getByRole('columnheader', { name: 'suspicion' });
    await cosine.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(cosine).toHaveAttribute('aria-sort', 'ascending');
    await expect(cosine.getByRole('button')).toBeFocused();
    await pairs(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(reader(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(pairs(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(reader(page)).toBeFocused();
    await reader(page).getByRole('link', { name: 'All negatives of this query' }).press('Enter');
    await expect(counted(page)).toHaveText('2 pairs');
    await expect(page.getByRole('columnheader', { name: 'cosine' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await page.goBack();
    await expect(cosine).toHaveAttribute('aria-sort', 'ascending');
    await expect(counted(page)).not.toHaveText('2 pairs');
    await pairs(page).focus();
    await page.keyboard.press('Home');
  });

  await test.step('single keys can be turned off, and stay off', async () => {
    const keys = page.getByRole('group', { name: 'Keys' });
    const open = page.getByRole('button', { name: 'Keys' });
    await open.press('Enter');
    await expect(keys).toContainText('undo');
    await keys.getByRole('checkbox', { name: 'Single-letter keys' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    const pair = page.locator('[data-pair]');
    const before = (await pair.getAttribute('data-pair')) ?? '';
    await page.getByRole('link', { name: 'Rank', exact: true }).click();
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page.getByRole('button', { name: /^Pairs/ }).click();
    // The link asks for the order of the beginning, and so for its first pair.
    await expect(pair).not.toHaveAttribute('data-pair', before);
    await expect(page.getByText('Loading the list.')).toHaveCount(0);
    const first = () => pairs(page).locator('[role=row][aria-rowindex="2"]').getAttribute('id');
    await expect
      .poll(async () => `pair-${await pair.getAttribute('data-pair')}` === (await first()))
      .toBe(true);
    const read = (await pair.getAttribute('data-pair')) ?? '';
    for (const key of ['j', 'd', 'f', 'k', 'n']) await page.keyboard.press(key);
    await expect(keys).toHaveCount(0);
    await expect(basket).toContainText('1 dropped and 1 false negative');
    await expect(pair).toHaveAttribute('data-pair', read);
    await expect(page.getByRole('textbox', { name: 'Note' })).not.toBeFocused();
    await expect(page.locator('[aria-keyshortcuts]:not([aria-keyshortcuts="Control+Z"])')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('negscope single keys'))).toBe('off');
    await open.press('Enter');
    await keys.getByRole('checkbox').press('Space');
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
  });
  await basket.getByRole('button', { name: 'Details' }).click();
  const json = await saved(page, basket.getByRole('button', { name: 'Save as JSON' }));
  const content = String(json).replace('"drop"', '"dropp"');
  await basket.getByLabel('Import labels').setInputFiles(textFile('labels.json', content));
  await expect(page.getByRole('alert')).toContainText(
    '"mark" is "dropp". Expected keep, drop, false-negative or nothing',
  );
  await expect(basket).toContainText('1 dropped and 1 false negative');
  await expect(basket).toContainText('2 labels');
});
