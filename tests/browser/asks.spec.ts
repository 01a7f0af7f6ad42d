/** What a page shows while its workers have not answered yet, or will not: no figure, list or text of another question. */

import type { Page } from '@playwright/test';

import { basketOf, counted, goTo, openPairs, pairs } from './audit-page';
import type { FilePayload } from '../support/rank-page.mjs';
import { alphaAndBeta } from './files';
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

test('a list that is asked for is not marked; hits are those of the run; a failed search or query matches nothing and is said; a text that is gone takes no other row with it', async ({
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
});
