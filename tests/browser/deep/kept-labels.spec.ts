import type { BrowserContext, Page } from '@playwright/test';

import { RankPage } from '../../support/rank-page.mjs';
import { basketOf, dropAll, goTo, openPairs, reader } from '../audit-page';
import { embedded, jsonlFile } from '../files';
import { expect, test } from '../helpers';
import { keep as keepSession, kill, reloadAsked, storedParts } from '../keeping';
import { test as hosted } from '../plain-host';

const MARKS = 50;
const SERIES = [3, 5];
const IN_BASKET = `${MARKS - SERIES.length} dropped and ${SERIES.length} false negatives`;

const MARKED = jsonlFile('marked.jsonl', embedded(25, 3, 'marked'));
const OTHER = jsonlFile('other.jsonl', embedded(25, 3, 'other'));

/** Files of the page that are handed to the first input there is, as the page begins. */
const GIVE_AT_ONCE = (lines: string) => {
  const giving = setInterval(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) return;
    clearInterval(giving);
    const given = new DataTransfer();
    given.items.add(new File([lines], 'early.jsonl'));
    input.files = given.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, 1);
};

/** How many pairs the stored labels mark: what was said, in its order. */
async function marksStored(page: Page): Promise<number> {
  const marks = new Map<string, string | null>();
  const parts = [...(await storedParts(page)).values()];
  for (const { said = [] } of parts as { said?: { key: string; by: string; mark?: string | null }[] }[]) {
    for (const { key, by, mark } of said) if (mark !== undefined) marks.set(`${key} ${by}`, mark);
  }
  return [...marks.values()].filter((mark) => mark !== null).length;
}

async function openTab(context: BrowserContext, baseURL: string | undefined): Promise<RankPage> {
  const tab = new RankPage(await context.newPage());
  await tab.open(baseURL ?? '');
  return tab;
}

async function rank(tab: RankPage, file: typeof MARKED): Promise<void> {
  await tab.loadFiles([file]);
  await tab.rank();
}

/** Marks all pairs but those of a series of records, and these one after the other. */
async function mark({ page }: RankPage): Promise<void> {
  await goTo(page, '#audit?source=marked');
  await dropAll(page);
  await expect(basketOf(page)).toContainText(`${MARKS} dropped`);
  for (const [i, record] of SERIES.entries()) {
    await goTo(page, `#audit?pair=marked:${record}:1`);
    await expect(reader(page)).toContainText(`record ${record}, negative 1`);
    await page.keyboard.press('f');
    await expect(basketOf(page)).toContainText(`${MARKS - i - 1} dropped and ${i + 1} false negative`);
  }
}

async function takeBack({ page }: RankPage): Promise<void> {
  await goTo(page, `#audit?pair=marked:${SERIES[0]}:1`);
  await expect(basketOf(page)).toContainText(IN_BASKET);
  await expect(reader(page)).toContainText(`record ${SERIES[0]}, negative 1`);
  await page.keyboard.press('f');
  await expect(basketOf(page)).toContainText(
    `${MARKS - SERIES.length} dropped and ${SERIES.length - 1} false negative`,
  );
}

async function keep({ page }: RankPage): Promise<void> {
  await goTo(page, '#rank');
  await keepSession(page);
}

async function openKept(context: BrowserContext, baseURL: string | undefined): Promise<RankPage> {
  const tab = await openTab(context, baseURL);
  await rank(tab, MARKED);
  await keep(tab);
  return tab;
}

/** All marks are in the store, and on the page of the next visit, with or without the file of then. */
async function expectMarks(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  for (const page of context.pages()) await page.close();
  const tab = new RankPage(await context.newPage());
  await tab.page.goto(baseURL ?? '');
  // What was kept is ranked again; the other session has no pair of the marks.
  await tab.waitForResult();
  await expect(tab.sources).not.toHaveCount(0);
  if (!(await tab.sourceNames()).includes('marked')) await rank(tab, MARKED);
  await goTo(tab.page, '#audit?tab=pairs');
  await expect(basketOf(tab.page)).toContainText(IN_BASKET);
  expect(await marksStored(tab.page)).toBe(MARKS);
}

test('kept in one tab, then in a second once the first is closed', async ({ context, baseURL }) => {
  const first = await openTab(context, baseURL);
  await rank(first, MARKED);
  await mark(first);
  await keep(first);
  const second = await openTab(context, baseURL);
  await expect(second.page.getByText(/^Another tab keeps its session/)).toBeVisible();
  await rank(second, OTHER);
  await first.page.close();
  await second.page.getByRole('button', { name: 'Keep it once the other tab is closed' }).click();
  await expect(
    second.page.getByText(/^This browser keeps another session: 1 file \([\d.]+ kB\)\./),
  ).toBeVisible();
  await second.page.getByRole('button', { name: 'Keep this session in its place' }).click();
  await expect(second.page.getByText(/^Kept in this browser: /)).toBeVisible();
  await expectMarks(context, baseURL);
});

test('a reload, with a file that is given at its very start', async ({ context, baseURL }) => {
  const tab = await openTab(context, baseURL);
  await rank(tab, MARKED);
  await mark(tab);
  await keep(tab);
  await tab.page.addInitScript(GIVE_AT_ONCE, OTHER.buffer.toString());
  await tab.page.reload();
  await expect(tab.sources.first()).toBeVisible();
  await expect(tab.page.locator('#kept-work')).toHaveAttribute('aria-busy', 'false');
  await tab.rank();
  await expect(
    tab.page.getByText(/^(Kept in this browser: |This browser keeps another session)/),
  ).toBeVisible();
  await expectMarks(context, baseURL);
});

test('two tabs mark at once, then a clock is set back: nothing is lost', async ({ context, baseURL }) => {
  const first = await openKept(context, baseURL);
  await context.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() - 3_600_000;
  });
  const second = await openTab(context, baseURL);
  await expect(second.page.getByText(/^Another tab keeps its session/)).toBeVisible();
  await rank(second, OTHER);
  await goTo(second.page, '#audit?source=other');
  await Promise.all([mark(first), dropAll(second.page)]);
  await expect.poll(() => marksStored(first.page)).toBe(2 * MARKS);
  // What the first tab marked before is taken back by the second, whose clock is an hour behind.
  await goTo(second.page, '#rank');
  await second.leave(() => second.page.reload());
  await rank(second, MARKED);
  await takeBack(second);
  await expect.poll(() => marksStored(first.page)).toBe(2 * MARKS - 1);
});

for (const [what, happens] of [
  ['a plain reload', ({ page }: RankPage) => page.reload()],
  ['a crash right after them', ({ page }: RankPage) => kill(page)],
] as const) {
  test(`all marks are there after ${what}`, async ({ context, baseURL }) => {
    const tab = await openKept(context, baseURL);
    await mark(tab);
    await happens(tab);
    await expectMarks(context, baseURL);
  });
}

hosted('all marks are there after a deploy under the open page', async ({ context, host }) => {
  const tab = await openKept(context, host.url);
  // Audit's worker is there from now on.
  await openPairs(tab.page);
  await host.deploySecond();
  await mark(tab);
  await expectMarks(context, host.url);
});

test('a full disk: it is said that marks may be lost, and asked', async ({ context, baseURL }) => {
  const tab = await openKept(context, baseURL);
  const session = await context.newCDPSession(tab.page);
  const { origin } = new URL(baseURL ?? '');
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  // Chromium asks for the space left every half minute.
  await tab.page.waitForTimeout(31_000);
  await mark(tab);
  await goTo(tab.page, '#rank');
  await expect(tab.page.getByText('Save the labels as JSON before you leave.')).toBeVisible();
  expect(await reloadAsked(tab.page)).toBe(true);
});

const DELETIONS = [
  {
    what: 'the database is deleted',
    clear: (page: Page) =>
      page.evaluate(async () => {
        const deletion = indexedDB.deleteDatabase('negscope');
        await new Promise((done) => (deletion.onsuccess = done));
      }),
    next: 'nothing',
  },
  {
    what: 'the browser clears the data of the site',
    clear: async (page: Page) => {
      const { origin } = new URL(page.url());
      const session = await page.context().newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    },
    next: 'a mark',
  },
];

for (const { what, clear, next } of DELETIONS) {
  test(`${what}, then ${next}: it is said, asked, kept again`, async ({ context, baseURL }) => {
    const tab = await openKept(context, baseURL);
    await mark(tab);
    await clear(tab.page);
    if (next === 'a mark') await takeBack(tab);
    await goTo(tab.page, '#rank');
    await expect(tab.page.getByText('What this browser kept for this page was deleted.')).toBeVisible();
    await expect(tab.page.getByText('a fault of this page')).toHaveCount(0);
    await expect(tab.page.getByText(/^Kept in this browser: /)).toHaveCount(0);
    await keep(tab);
    expect(await marksStored(tab.page)).toBe(next === 'a mark' ? MARKS - 1 : MARKS);
    await clear(tab.page);
    await expect(tab.page.getByText('What this browser kept for this page was deleted.')).toBeVisible();
    expect(await reloadAsked(tab.page)).toBe(true);
  });
}
