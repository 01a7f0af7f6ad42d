import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { jsonl } from '../support/jsonl';
import { RankPage } from '../support/rank-page.mjs';
import { membersOfZip } from '../support/zip';
import { expectAccessible } from './accessible';
import { basketOf, saved } from './audit-page';
import { demoFile, dropOnPage, embedded, embeddedFiles, jsonlFile, textFile } from './files';
import { expect, test } from './helpers';

const state = (page: Page) => page.locator('[data-part="state"]');
const banner = (page: Page) => page.getByText('Out of date.').locator('..');

test('the page asks for an encoder, and says what other files lack', async ({ page, baseURL }) => {
  const rankPage = new RankPage(page);
  await rankPage.open(baseURL ?? '');
  const picture = {
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  };
  const encoder = page.getByRole('radiogroup', { name: 'Encoder' });
  const vectors = encoder.getByRole('radio', { name: 'Vectors in my files' });
  await test.step('files that all give embeddings propose those', async () => {
    await rankPage.loadFiles([jsonlFile('given.jsonl', embedded(4, 3, 'given'))]);
    await expect(vectors).toBeChecked();
    await expect(vectors).toHaveAccessibleDescription('3 dimensions; no text is encoded');
    await expect(rankPage.rankButton).toBeEnabled();
    await page.getByRole('button', { name: 'Remove given' }).click();
  });

  const run = textFile('splade.trec', '7 Q0 d1 1 9.5 splade\n7 Q0 d2 2 9.1 splade\n');
  const qrels = textFile('qrels.txt', '7 0 d9 1\n');
  await rankPage.loadFiles([demoFile('bm25'), demoFile('random')]);
  await rankPage.loadFiles([picture, run, qrels]);

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Two sources. Which encoder will you train?');
  await expect(encoder.getByRole('radio')).toHaveCount(3);
  await expect(encoder.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(vectors).toBeDisabled();
  await expect(vectors).toHaveAccessibleDescription('no file has them');
  await expect(rankPage.rankButton).toBeDisabled();
  await expect(page.locator('#obstacles')).toHaveText('Choose an encoder: the one that you will train.');

  const refused = rankPage.refused.and(page.locator('[data-error=NotDataError]'));
  await expect(refused).toContainText('picture.png is a binary file, not a file of records.');
  const needs = page.getByRole('list', { name: 'Files that splade.trec needs' }).getByRole('listitem');
  await expect(needs).toHaveCount(3);
  await expect(needs.filter({ hasText: 'there:' })).toContainText('qrels.txt, the judgements');
  await expect(needs.filter({ hasText: 'missing:' })).toHaveCount(2);
  await expectAccessible(page, 'no encoder', { isSized: false });
  await refused.getByRole('button', { name: 'Dismiss picture.png' }).click();
  await expect(rankPage.refused).toHaveCount(0);

  await rankPage.chooseBundled();
  await expect(rankPage.rankButton).toBeEnabled();
  await rankPage.chooseReference(['bm25']);
  await page.getByRole('button', { name: 'Remove file splade.trec' }).click();
  await expect(heading).toHaveText('Two sources, encoder negscope-mini.');
});

test('findings before a run, and what leaves the files by them', async ({ page, rankPage }) => {
  test.slow();
  const preflight = page.getByRole('region', { name: 'Preflight' });
  const basket = basketOf(page);
  const copies = page.locator('[data-finding=copies]');
  const remove = async (...names: string[]) => {
    for (const name of names) await page.getByRole('button', { name: `Remove ${name}` }).click();
  };

  await test.step('a file marked as evaluation: what of it stands in a source is shown, leaves by a rule, and the saved file is clean', async () => {
    const records = embedded(20, 3, 'x').map((record, i) => ({
      ...record,
      query: `What is the answer to question ${i}?`,
    }));
    await rankPage.loadFiles([
      jsonlFile('train.jsonl', records),
      jsonlFile(
        'dev.jsonl',
        ['what is the answer to question 3', 'What is the ANSWER to question 5', 'another one'].map(
          (query) => ({ query }),
        ),
      ),
    ]);
    const check = preflight.getByRole('listitem').filter({ hasText: 'Evaluation data' });
    await expect(check).toHaveCount(0);
    const card = page.locator('[data-file="dev.jsonl"]');
    if (!(await page.getByRole('button', { name: 'Mark as evaluation: dev.jsonl' }).isVisible()))
      await card.locator('[data-part="how-read"] > summary').press('Enter');
    await page.getByRole('button', { name: 'Mark as evaluation: dev.jsonl' }).press('Enter');
    await expect(page.getByRole('list', { name: 'Companion files' })).toContainText(
      '3 queries, 0 relevant documents',
    );
    await expect(check).toContainText(/train holds 2 of the 3 evaluation queries, in 2 records\./);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('evaluation data');
    await expectAccessible(page, 'evaluation', { isSized: false });

    await check.getByRole('link', { name: 'See and drop them in Audit' }).press('Enter');
    // A rule of the basket takes them, without being asked.
    await expect(basket).toContainText('To remove from 1 file: 4 evaluation pairs.');
    const found = page.locator('[data-finding=evaluation]');
    await expect(found).toContainText('In the basket');
    await found.getByRole('button').press('Enter');
    await expect(page.locator('tr.open')).toContainText(
      /train, 1 time as query: What is the answer to question 3\?\s+\(in the evaluation: what is the answer to question 3\)/,
    );
    const files = membersOfZip(
      await saved(page, basket.getByRole('button', { name: 'Save the cleaned file' })),
    );
    expect(String(files['train.cleaned.jsonl'])).not.toMatch(/question [35]\?/);
    expect(String(files['removed.csv'])).toContain('train.jsonl,4,1,train,,evaluation data,rule');
    // The rule can be turned over: then nothing leaves.
    await basket.getByRole('button', { name: 'Details' }).press('Enter');
    await basket.getByRole('checkbox', { name: /evaluation data/ }).press('Space');
    await expect(basket).toContainText('Nothing to remove.');
    await expect(found).toContainText('Don’t train');

    await test.step('evaluation files have a field of their own, by choice and by drop', async () => {
      await page.getByRole('link', { name: 'Rank', exact: true }).click();
      const field = page.getByLabel('Evaluation, not to train on');
      const queries = ['what is the answer', 'yet another one'].map((query) => ({ query }));
      await field.setInputFiles([jsonlFile('queries.jsonl', queries.slice(1))]);
      const companions = page.getByRole('list', { name: 'Companion files' });
      await expect(companions).toContainText('1 query, 0 relevant documents');
      const path = test.info().outputPath('more.jsonl');
      writeFileSync(path, jsonl(...queries));
      await dropOnPage(page, [path], field);
      await expect(companions).toContainText('2 queries, 0 relevant documents');
      await expect(rankPage.sources).toHaveCount(1);
    });
    await remove('train');
  });

  const leaky = embedded(20, 3, 'x').map((record, i) => ({
    ...record,
    negatives: [i < 7 ? record.positive : `negative ${i} of leaky`, record.negatives[1]],
  }));
  const cleanAndLeaky = [jsonlFile('clean.jsonl', embedded(20, 3, 'x')), jsonlFile('leaky.jsonl', leaky)];
  await test.step('pairs are dropped, kept after all and left out of the saved file before any run', async () => {
    await rankPage.loadFiles(cleanAndLeaky.slice(0, 1));
    await expect(preflight).toContainText('Checked before a run: 0 of');
    await expect(preflight.getByRole('listitem')).toHaveCount(0);
    await rankPage.loadFiles(cleanAndLeaky.slice(1));
    await expect(preflight.getByRole('listitem')).toHaveText(
      /leaky, line 1, “query 0 of x”: “positive 0 of x”/,
    );
    await expectAccessible(page, 'preflight', { isSized: false });
    await preflight.getByRole('link', { name: 'By source, in Audit' }).press('Enter');
    await expect(copies.getByRole('cell')).toHaveText([/No rank|Look/, '–', /^\s*7\s*$/]);
    await copies.getByRole('button').click();
    const drop = page.getByRole('button', { name: /^Drop these/ });
    await drop.click();
    await expect(basket).toContainText('To remove from 1 file: 7 dropped.');
    // What is in the basket is not to be dropped again, and can be taken back where it was dropped.
    const opened = page.locator('tr.open');
    await expect(opened).toContainText('These pairs are in the basket.');
    await expect(opened).not.toContainText('Drop these');
    await opened.getByRole('button', { name: 'Keep these after all' }).click();
    await expect(basket).toContainText('Nothing to remove.');
    await expect(drop).toHaveText('Drop these 7');
    await drop.click();
    await expect(basket).toContainText('To remove from 1 file: 7 dropped.');
    // By the bytes of the user's own file.
    const members = membersOfZip(
      await saved(page, basket.getByRole('button', { name: 'Save the cleaned file' })),
    );
    const cleaned = members['leaky.cleaned.jsonl'] as Uint8Array;
    expect(String(cleaned).trimEnd().split('\n')).toHaveLength(20);
    expect(String(members['removed.csv'])).toContain(
      'leaky.jsonl,1,1,leaky,,dropped: positives of their own query',
    );
    const manifest = JSON.parse(String(members['manifest.json'])) as { files: Record<string, string>[] };
    expect(manifest.files[0]).toMatchObject({
      file: 'leaky.jsonl',
      cleaned_sha256: createHash('sha256').update(cleaned).digest('hex'),
    });
    await page.getByRole('link', { name: 'Rank', exact: true }).click();
    await remove('clean', 'leaky');
  });

  const records = (name: string, count: number) =>
    embedded(25, 3, 'x').map((record, i) => ({
      ...record,
      negatives: record.negatives.map((negative) => `${negative} ${i} of ${name}`).slice(0, count),
      negative_embeddings: record.negative_embeddings.slice(0, count),
    }));
  await rankPage.loadFiles([
    jsonlFile('one.jsonl', records('one', 2)),
    jsonlFile('two.jsonl', records('two', 2)),
    jsonlFile('short.jsonl', records('short', 1)),
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('different numbers of negatives');
  const check = preflight.locator('[data-check="unlike-k"]');
  await expect(check).toContainText('short: 1 negative a query');
  await expectAccessible(page, 'different numbers of negatives', { isSized: false });

  await rankPage.chooseReference(['one', 'short']);
  await rankPage.rank();
  const unlike = rankPage.table.locator('[data-finding="unlike-k"]');
  await expect(unlike).toContainText('a query, others');

  await unlike.getByRole('button', { name: 'Rank the first of each' }).press('Enter');
  await rankPage.waitForResult();
  await expect(page.locator('#ranking')).toContainText('the first negative of each record');
  await expect(unlike).toHaveCount(0);
  expect((await rankPage.exportReport()).report.settings.negatives).toBe(1);

  await rankPage.showInputs();
  await page.getByLabel('First negatives').fill('');
  await expect(page.getByText('You chose all negatives of each record')).toBeVisible();
  await check.getByRole('button', { name: 'Rank the first of each' }).press('Enter');
  await rankPage.waitForResult();
  await expect(page.locator('#ranking')).toContainText('the first negative of each record');
});

test('a result says at once what makes it out of date @deep', async ({ page, rankPage }) => {
  await rankPage.loadFiles(embeddedFiles(['one', 'two', 'three'], 6, 3));
  await rankPage.chooseReference(['one']);
  await rankPage.rank();
  await expect(page.locator('#result'), 'the keyboard goes on at the result').toBeFocused();
  await expect(state(page)).toHaveText('current');
  const colours = () => rankPage.table.evaluate((element) => getComputedStyle(element).filter);
  expect(await colours()).toBe('none');

  await test.step('ten stops or fewer lead from the top to the ranking', async () => {
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      getSelection()?.removeAllRanges();
    });
    await page.getByRole('link', { name: 'Skip to the result' }).focus();
    let stops = 1;
    for (; stops < 30; stops++) {
      await page.keyboard.press('Tab');
      const past = await page.evaluate(() => {
        const ranking = document.getElementById('ranking');
        const at = document.activeElement;
        if (!ranking || !at) return true;
        return (
          ranking.contains(at) || (ranking.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
        );
      });
      if (past) break;
    }
    expect(stops, 'stops before the ranking').toBeLessThanOrEqual(10);
  });

  await test.step('a source is removed', async () => {
    await rankPage.showInputs();
    await page.getByRole('button', { name: 'Remove three' }).click();
    await rankPage.hideInputs();
    await expect(page.getByRole('button', { name: 'Inputs', exact: true })).toBeFocused();
    await expect(banner(page)).toContainText('You removed three; below is the run before.');
    await expect(state(page)).toHaveText('out of date');
    expect(await colours()).toBe('grayscale(1)');
    await expectAccessible(page, 'out of date', { isSized: false });
    await rankPage.rank();
    await expect(banner(page)).toHaveCount(0);
    expect((await rankPage.exportReport()).report.out_of_date).toBe(false);
  });

  await test.step('a source is added', async () => {
    await rankPage.loadFiles([jsonlFile('four.jsonl', embedded(6, 3, 'four'))]);
    await expect(banner(page)).toContainText('You added four;');
    expect((await rankPage.exportReport()).report.out_of_date).toBe(true);
    await page.getByRole('button', { name: 'Remove four' }).click();
    await expect(state(page)).toHaveText('current');
  });

  await test.step('a setting is changed, and a field made invalid: the error stands at its field', async () => {
    await rankPage.setOptions({ seed: 7 });
    await expect(banner(page)).toContainText('You set the seed to 7;');
    await page.getByLabel('Seed', { exact: true }).fill('42');
    await expect(state(page)).toHaveText('current');
    const temperature = page.getByLabel('Temperature', { exact: true });
    await temperature.fill('0');
    await expect(temperature).toHaveAccessibleDescription('Expected: a number above 0.');
    await expect(banner(page)).toContainText('Temperature: a number above 0');
    await expect(rankPage.rankButton).toBeDisabled();
    await expectAccessible(page, 'an invalid field', { isSized: false });
    await temperature.fill('0.1');
    await expect(state(page)).toHaveText('current');
    expect((await rankPage.exportReport()).report.settings.tau).toBe(0.1);
  });

  await test.step('on a phone the inputs unfold in place, and the button stays in view', async () => {
    await rankPage.hideInputs();
    await page.setViewportSize({ width: 390, height: 800 });
    const opener = page.getByRole('button', { name: 'Inputs', exact: true });
    await expectAccessible(page, 'a phone', { isSized: false });
    await opener.click();
    await expect(page.getByRole('heading', { name: 'Sources' })).toBeInViewport();
    await expect(rankPage.rankButton, 'nothing has changed').toHaveCount(0);
    await rankPage.openInputs();
    await page.getByLabel('Sample size').fill('5');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(rankPage.rankButton).toBeInViewport();
    await page.getByLabel('Sample size').fill('');
    await expectAccessible(page, 'inputs on a phone', { isSized: false });
    await rankPage.hideInputs();
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          '.run button, .status button, .chip, .strip input:not([type=checkbox]), .strip select, .head button',
        ),
      ]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ text: element.innerText, height: element.getBoundingClientRect().height }))
        .filter(({ height }) => height < 24),
    );
    expect(small, 'targets below 24 pixels').toEqual([]);
  });
});
