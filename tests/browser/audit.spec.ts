/**
 * The Audit page over two sources: what it shows while its workers have not answered yet, or will not, and pairs that both
 * have. The demo is in demo.spec.ts, hostile texts in hostile.spec.ts.
 */

import type { Page } from '@playwright/test';

import { basketOf, counted, goTo, openPairs, pairs, reader } from './audit-page';
import type { FilePayload } from '../support/rank-page.mjs';
import { alphaAndBeta, embedded, jsonlFile } from './files';
import { expect, test } from './helpers';

/** A question of the page that does not reach its worker for the time being. */
interface Held {
  /** Until the page has asked. */
  asked(): Promise<void>;
  letGo(): Promise<void>;
}

/** Holds what the page asks of its workers by the name of a method. @param instead a method that is asked in its place */
async function hold(page: Page, method: string, instead = method): Promise<Held> {
  await page.evaluate(
    ([name, other]) => {
      const send = Reflect.get(Worker.prototype, 'postMessage') as (...given: unknown[]) => void;
      const held: (() => void)[] = [];
      Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
        const [message, ...rest] = given as [{ readonly path?: readonly string[] }, ...unknown[]];
        if (message.path?.at(-1) !== name) Reflect.apply(send, this, given);
        else held.push(() => Reflect.apply(send, this, [{ ...message, path: [other] }, ...rest]));
      };
      Reflect.set(globalThis, 'held', held);
      Reflect.set(globalThis, 'letGo', () => {
        Reflect.set(Worker.prototype, 'postMessage', send);
        for (const go of held) go();
      });
    },
    [method, instead] as const,
  );
  return {
    asked: () =>
      expect
        .poll(() => page.evaluate(() => (Reflect.get(globalThis, 'held') as unknown[]).length))
        .toBeGreaterThan(0),
    letGo: () => page.evaluate(() => (Reflect.get(globalThis, 'letGo') as () => void)()),
  };
}

test('searches that are slow or fail; pairs of two sources; what is read next', async ({
  page,
  rankPage,
}) => {
  test.slow();
  const [alpha, beta] = alphaAndBeta();
  const rank = async (file: FilePayload) => {
    await rankPage.loadFiles([file]);
    await rankPage.rank();
    await openPairs(page);
  };
  await rank(alpha);
  await test.step('a search of the run before', async () => {
    await goTo(page, '#audit?text=negative 3 of');
    await expect(counted(page)).toHaveText('1 pair');
    await page.getByRole('link', { name: 'Rank', exact: true }).click();
    await rank(beta);
    await goTo(page, '#audit?text=negative 3 of');
    await expect(counted(page)).toHaveText('2 pairs');
    await goTo(page, '#audit?tab=pairs');
  });

  const basket = basketOf(page);
  const dropAll = page.getByRole('button', { name: /^Drop these/ });
  await expect(counted(page)).toHaveText('80 pairs');

  await test.step('"Drop all" waits for the list', async () => {
    const search = await hold(page, 'findTexts');
    await page.getByRole('searchbox').fill('query 3 of x');
    await search.asked();
    await expect(dropAll).toHaveAttribute('aria-disabled', 'true');
    await expect(dropAll).toHaveAccessibleDescription('Loading the list.');
    await dropAll.focus();
    await page.keyboard.press('Enter');
    await search.letGo();
    await expect(counted(page)).toHaveText('2 pairs');
    await expect(basket).toContainText('Nothing to remove.');
    await dropAll.click();
    await expect(basket).toContainText('2 dropped');
  });

  await test.step('a query over marks follows them', async () => {
    await goTo(page, `#audit?sql=${encodeURIComponent('SELECT source, record, position FROM marks')}`);
    await expect(counted(page)).toHaveText('2 pairs');
    await page.keyboard.press('Control+z');
    await expect(counted(page)).toHaveText('0 pairs');
    await expect(basket).toContainText('Nothing to remove.');
  });

  await test.step('a failed search', async () => {
    await goTo(page, '#audit?tab=pairs');
    await expect(counted(page)).toHaveText('80 pairs');
    const search = await hold(page, 'findTexts', 'nothing');
    await page.getByRole('searchbox').fill('query 4 of x');
    await search.asked();
    await search.letGo();
    await expect(counted(page)).toHaveText('0 pairs');
    await expect(page.getByText('Something failed that should not have')).toBeVisible();
    // The address follows a moment later.
    await expect(page).toHaveURL(/text=/);
    await goTo(page, '#audit?tab=pairs');
    await expect(counted(page)).toHaveText('80 pairs');
    await expect(page.getByText('Something failed that should not have')).toHaveCount(0);
    await page.getByRole('searchbox').fill('query 4 of x');
    await expect(counted(page)).toHaveText('2 pairs');
  });

  await test.step('a failed query, every time', async () => {
    const fault = page.getByRole('alert').filter({ hasText: 'nothing' });
    for (const sql of ['SELECT nothing', 'SELECT nothing', 'SELECT nothing']) {
      await goTo(page, `#audit?sql=${encodeURIComponent(sql)}`);
      await expect(counted(page)).toHaveText('0 pairs');
      await expect(fault).toBeVisible();
      await goTo(page, '#audit?tab=pairs');
      await expect(counted(page)).toHaveText('80 pairs');
      await expect(fault).toHaveCount(0);
    }
  });

  await test.step('one source removed', async () => {
    await page.getByRole('link', { name: 'Rank', exact: true }).click();
    await rankPage.showInputs();
    await page.getByRole('button', { name: 'Remove beta' }).click();
    await openPairs(page);
    await goTo(page, '#audit?sort=rho-up');
    const rows = pairs(page).getByRole('row');
    await expect(rows.filter({ hasText: 'of x' }).first()).toBeVisible();
    await expect(rows.filter({ hasText: 'Its text is gone' }).first()).toBeVisible();
    await expect(pairs(page).locator('[data-part=waiting]')).toHaveCount(0);
  });

  // From here on some pairs of alpha are in beta too.
  const overlapping = embedded(20, 3, 'x').map((record, i) =>
    i < 5 ? record : { ...record, negatives: [`one ${i} of beta`, `another ${i} of beta`] },
  );
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await rank(jsonlFile('beta.jsonl', overlapping));
  await expect(counted(page)).toHaveText('80 pairs');
  await expect(page.getByText('80 pairs, 70 distinct')).toBeVisible();
  await expect(pairs(page)).toHaveAttribute('aria-rowcount', '71');

  await goTo(page, '#audit?pair=beta:1:1');
  await expect(reader(page)).toContainText('beta, record 1, negative 1');
  await expect(reader(page)).toContainText('The mark counts in alpha and beta.');
  const selected = pairs(page).locator('[aria-selected=true]');
  await expect(selected).toContainText('alpha, beta:');
  await page.keyboard.press('d');
  await expect(basket).toContainText('2 dropped');
  await page.keyboard.press('l');
  await expect(selected).toContainText('in 2');
  await page.keyboard.press('Control+z');
  await expect(basket).toContainText('Nothing to remove.');

  // Pairs that one source alone has.
  await page.getByRole('checkbox', { name: 'in one source only' }).press('Space');
  await expect(counted(page)).toHaveText('60 pairs');
  await page.getByRole('checkbox', { name: /^beta/ }).press('Space');
  await expect(counted(page)).toHaveText('30 pairs');

  // What is marked leaves a list of what is not, and the next pair is read.
  await goTo(page, '#audit?mark=none&sort=file-up');
  await expect(pairs(page)).toHaveAttribute('aria-rowcount', '71');
  await pairs(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(reader(page)).toContainText('pair 2 of 70');
  const next = await pairs(page).getByRole('row').nth(3).getAttribute('id');
  await page.keyboard.press('d');
  await expect(reader(page)).toContainText('pair 2 of 69');
  await expect(page.locator('[data-pair]')).toHaveAttribute('data-pair', (next ?? '').replace('pair-', ''));

  // Under another filter the reader has a pair of its list.
  await page.getByRole('checkbox', { name: /^beta/ }).press('Space');
  await expect(counted(page)).toHaveText('39 pairs');
  await expect(reader(page)).toContainText('of 39');
  // What stands in other sources too is marked there.
  await page.getByRole('button', { name: 'Drop these 39' }).press('Enter');
  // More than a fifth of all: it asks.
  await page.getByRole('button', { name: 'Drop them' }).press('Enter');
  await expect(basket).toContainText('50 dropped');

  // The rows of a query stand together, and two findings are both asked for.
  await goTo(page, '#audit?tab=pairs');
  await page.getByRole('checkbox', { name: 'by query' }).press('Space');
  await expect(page).toHaveURL(/group=query/);
  await expect(pairs(page).getByRole('columnheader', { name: 'suspicion' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const stretches = async () => {
    const queries = await pairs(page).locator('[role=row] b').allInnerTexts();
    return queries.filter((text, i) => text !== queries[i - 1]).length - new Set(queries).size;
  };
  await expect.poll(stretches, 'the rows of each query stand together').toBe(0);
});
