/** The Audit page: near pairs of a real collection; the memo by the keyboard alone. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { membersOfZip } from '../../support/zip';
import { alphaAndBeta } from '../files';
import { expect, sharedData, test } from '../helpers';

test('279 near pairs of dl1920 are 132 rows', async ({ page, rankPage }) => {
  const names = ['bm25', 'tasb', 'repllama', 'random'];
  await rankPage.loadFiles(names.map((name) => sharedData(`data/dl1920/${name}.jsonl`)));
  await rankPage.chooseModel(sharedData('models/potion-base-2M'));
  await rankPage.chooseReference(names.slice(0, 3));
  await rankPage.rank();
  await page.evaluate(() => (location.hash = '#audit?found=near_positive'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/of random look drawn at random/, {
    timeout: 60_000,
  });
  await expect(page.getByText('279 pairs, 132 distinct')).toBeVisible();
  // Its titles are a row too.
  await expect(page.getByRole('grid', { name: 'Pairs' })).toHaveAttribute('aria-rowcount', '133');
  const reader = page.getByRole('region', { name: 'The pair' });
  await expect(reader).toContainText('pair 1 of 132');
});

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
  // A stop is told before judged rates.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/of random look drawn at random/);

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
  const text = (await readFile(await (await memo).path(), 'utf8')).replaceAll(/\s+|&nbsp;/g, ' ');
  expect(text).toMatch(/<h1>(Do not|Too early to) train on the cleaned files/);
  expect(text).not.toMatch(/<p>Train on the/);
  expect(text).toContain('tasb.cleaned.jsonl');
  expect(text).toContain('judged by me: ');
  expect(text).toMatch(/Answers that are left, against your limit of 10\s%: /);
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

test('the memo is saved with no key but Tab, Enter, space, letters and arrows', async ({
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
    expect(text).toMatch(/>1 pair leaves /);
    expect(text).toContain('dt>negative</dt>');
    await page.keyboard.press('Escape');
    await expect(button('Save the memo')).toHaveCount(0);
  });
});
