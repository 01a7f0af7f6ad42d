/** The Audit page: near pairs of a real collection in small windows; threshold and memo by the keyboard alone. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { negativeInView, wholeRows } from '../audit-room';
import { membersOfZip } from '../../support/zip';
import { alphaAndBeta } from '../files';
import { expect, sharedData, test } from '../helpers';

/** Lines of the negative that are enough to read on from, in pixels. */
const LINES = 6 * 20;

test('279 near pairs of dl1920 are 132 rows; six of them and the negative are in view', async ({
  page,
  rankPage,
}) => {
  const names = ['bm25', 'tasb', 'repllama', 'random'];
  await rankPage.loadFiles(names.map((name) => sharedData(`data/dl1920/${name}.jsonl`)));
  await rankPage.chooseModel(sharedData('models/potion-base-2M'));
  await rankPage.chooseReference(names.slice(0, 3));
  await rankPage.rank();
  await page.evaluate(() => (location.hash = '#audit?found=near_positive'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '132 distinct negatives are near the positive, nearly copies. Answers in other words are not among them: judge 200 pairs to know.',
    { timeout: 60_000 },
  );
  await expect(page.getByText('279 pairs, 132 distinct')).toBeVisible();
  // Its titles are a row too.
  await expect(page.getByRole('grid', { name: 'Pairs' })).toHaveAttribute('aria-rowcount', '133');
  const reader = page.getByRole('region', { name: 'The pair' });
  await expect(reader).toContainText('pair 1 of 132');
  for (const width of [1366, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(() => wholeRows(page), `rows at ${width} px`).toBeGreaterThanOrEqual(6);
    await expect
      .poll(async () => {
        const { seen, whole } = await negativeInView(page);
        return seen - Math.min(whole, LINES);
      }, `the negative at ${width} px`)
      .toBeGreaterThanOrEqual(0);
  }

  // In a narrow window the reader is a sheet over the list.
  await page.setViewportSize({ width: 768, height: 768 });
  await page.getByRole('grid', { name: 'Pairs' }).scrollIntoViewIfNeeded();
  await expect.poll(() => wholeRows(page), 'rows at 768 px').toBeGreaterThanOrEqual(6);
  await page.locator('#pair-list [role=row][aria-rowindex="3"]').click();
  await expect(reader).toContainText('pair 2 of 132');
  const { seen, whole } = await negativeInView(page);
  expect(seen, 'the negative at 768 px').toBeGreaterThanOrEqual(Math.min(whole, LINES));
});

/** Clicks and keys of the user from now on. */
async function countActs(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(() => {
    const acts = { clicks: 0, keys: 0 };
    addEventListener('pointerdown', () => acts.clicks++, true);
    addEventListener('keydown', () => acts.keys++, true);
    Object.assign(window, { acts });
  });
  return () => page.evaluate(() => (window as unknown as { acts: { clicks: number; keys: number } }).acts);
}

test('the whole job on dl1920: judged answers leave the files, and the memo says not to train yet', async ({
  page,
  rankPage,
}) => {
  test.slow();
  const names = ['bm25', 'tasb', 'repllama', 'random'];
  const paths = names.map((name) => sharedData(`data/dl1920/${name}.jsonl`));
  const model = sharedData('models/potion-base-2M');
  // TREC judged every pair: grade 2 or more answers.
  const answers = answersOf(paths, sharedData('data/dl1920/qrels_truth.tsv'));
  const acts = await countActs(page);
  await rankPage.loadFiles(paths);
  await rankPage.chooseModel(model);
  await rankPage.chooseReference(names.slice(0, 3));
  await rankPage.rank();

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  const tab = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await tab('Judge');
  // What the truth says of each pair is looked up in the sample: no part of the job.
  const sample = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Save the sample' }).dispatchEvent('click');
  const lines = (await readFile(await (await sample).path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(200);
  const pairs = lines.map((line) => JSON.parse(line) as Record<'key' | 'query' | 'negative', string>);
  const found = pairs.filter(({ query, negative }) => answers.has(`${query}\n${negative}`));
  const keys = new Set(found.map(({ key }) => key));
  const pair = page.getByRole('region', { name: 'The pair to judge' });
  for (let judged = 0; judged < lines.length; judged++) {
    await expect(pair).toContainText(`${judged} of 200`);
    const key = await pair.locator('[data-key]').getAttribute('data-key');
    await page.keyboard.press(keys.has(key ?? '') ? '1' : '2');
  }
  await page.getByRole('button', { name: `Put the ${found.length} answers in the basket` }).click();
  await tab('Pairs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /About \d+\s% of the negatives of \w+ answer their query \(.* judged\)\. After cleaning, about \d+\s% still do\./,
  );

  const basket = page.getByRole('region', { name: 'Basket' });
  const saving = page.waitForEvent('download', { timeout: 60_000 });
  await basket.getByRole('button', { name: /^Save \d cleaned files/ }).click();
  const members = membersOfZip(readFileSync(await (await saving).path()));
  const cleaned = Object.keys(members).filter((name) => name.endsWith('.jsonl'));
  expect(cleaned.length).toBeGreaterThanOrEqual(3);
  const left = new Set(cleaned.flatMap((name) => pairsOf(String(members[name])).map(textsOfPair)));
  for (const { query, negative } of found) expect(left.has(`${query}\n${negative}`), query).toBe(false);
  expect(String(members['tasb.removed.csv'])).toContain('judged by me');

  await tab('Memo');
  const memo = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Save the memo' }).click();
  const text = (await readFile(await (await memo).path(), 'utf8')).replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/<h1>Do not train on the cleaned files yet: about \d+/);
  expect(text).not.toMatch(/<p>Train on the/);
  expect(text).toContain('tasb.cleaned.jsonl');
  expect(text).toContain('judged by me: ');
  expect(text).toMatch(/Answers that are left, against your limit of 10\s%: /);

  // Before, it took 24 clicks and 200 keys, and the answers stayed in. Files and folder are a click each besides.
  const { clicks, keys: pressed } = await acts();
  expect(pressed).toBe(200);
  expect(clicks + 2).toBeLessThanOrEqual(14);
});

interface FilePair {
  readonly queryId: string;
  readonly query: string;
  readonly docid: string;
  readonly negative: string;
}

/** The pairs of a file of Tevatron's form, texts as the page joins them. */
function pairsOf(content: string): FilePair[] {
  return content
    .trim()
    .split('\n')
    .flatMap((line) => {
      const {
        query_id: queryId,
        query,
        negative_passages: passages,
      } = JSON.parse(line) as {
        query_id: string;
        query: string;
        negative_passages: { docid: string; title?: string; text: string }[];
      };
      return passages.map(({ docid, title = '', text }) => ({
        queryId,
        query,
        docid,
        negative: title === '' ? text : `${title} ${text}`,
      }));
    });
}

const textsOfPair = ({ query, negative }: FilePair): string => `${query}\n${negative}`;

/** Texts of the pairs that are judged with grade 2 or more. */
function answersOf(paths: readonly string[], qrels: string): ReadonlySet<string> {
  const grades = new Map(
    readFileSync(qrels, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([query, docid, grade]) => [`${query} ${docid}`, Number(grade)]),
  );
  const pairs = paths.flatMap((path) => pairsOf(readFileSync(path, 'utf8')));
  return new Set(
    pairs.filter(({ queryId, docid }) => (grades.get(`${queryId} ${docid}`) ?? 0) >= 2).map(textsOfPair),
  );
}

const MOST_TABS = 60;

/** What has the focus, by its accessible name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    const label =
      at?.getAttribute('aria-label') ?? at?.closest('label')?.textContent ?? at?.textContent ?? '';
    return label.replace(/\s+/g, ' ').trim();
  });

/** Presses Tab until something has the focus. @returns names of all stops on the way, the last one included */
async function tabTo(page: Page, goal: Locator): Promise<string[]> {
  const stops: string[] = [];
  const isThere = () => goal.evaluate((element) => element === document.activeElement);
  while (stops.length < MOST_TABS && !(await isThere())) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  expect(await isThere(), `reached by Tab, after ${stops.join(', ')}`).toBe(true);
  return stops;
}

async function pressed(page: Page, goal: Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}

test('a threshold is chosen and the memo saved with no key but Tab, Enter, space, letters and arrows', async ({
  page,
  rankPage,
}) => {
  await rankPage.loadFiles(alphaAndBeta());
  await rankPage.chooseReference(['alpha']);
  await rankPage.rank();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('link', { name: 'Audit', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-pair]')).toBeVisible({ timeout: 60_000 });

  await test.step('the threshold page', async () => {
    await pressed(page, button('Threshold'));
    const handle = page.getByRole('slider', { name: 'Absolute margin' });
    await expect(page.locator('tr[data-rule=absolute_margin]')).toContainText(/chance/);
    await button('Threshold').focus();
    const stops = await tabTo(page, button('Put in the basket'));
    expect(stops.filter((name) => /^(Rule|Source|Absolute margin)/.test(name)).slice(0, 3)).toEqual([
      expect.stringMatching(/^Rule/),
      expect.stringMatching(/^Source/),
      'Absolute margin',
    ]);
    expect(stops.at(-1)).toBe('Put in the basket');

    await button('Threshold').focus();
    await tabTo(page, handle);
    await expect(handle).toHaveAttribute('aria-valuetext', '0.05');
    await page.keyboard.press('ArrowRight');
    await expect(handle).toHaveAttribute('aria-valuetext', '0.06');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(handle).toHaveAttribute('aria-valuetext', '0.04');
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('An absolute margin of 0.04');
    await pressed(page, button('Put in the basket'));
    await expect(page.getByRole('region', { name: 'Basket' })).toContainText('by the limit');
    const saving = page.waitForEvent('download');
    await pressed(page, button('Save 2 cleaned files'));
    expect((await saving).suggestedFilename()).toBe('negscope.cleaned.absolute_margin-0.04.zip');
    await pressed(page, button('Take out'));
  });

  await test.step('the memo', async () => {
    await button('Pairs').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-pair]')).toBeVisible();
    await page.keyboard.press('d');
    await expect(page.getByRole('region', { name: 'Basket' })).toContainText('1 dropped');
    await pressed(page, button('Memo'));
    await tabTo(page, page.getByRole('checkbox', { name: 'with all pairs and their texts' }));
    await page.keyboard.press('Space');
    await tabTo(page, button('Save the memo'));
    const saving = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text).toMatch(/<b class="big">1<\/b>\s+pair leaves/);
    expect(text).toContain('dt>negative</dt>');
    await page.keyboard.press('Escape');
    await expect(button('Save the memo')).toHaveCount(0);
  });
});
