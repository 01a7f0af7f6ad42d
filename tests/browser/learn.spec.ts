import { createServer } from 'node:http';

import type { Locator, Page } from '@playwright/test';

import { portOf } from '../support/port';
import { RankPage } from '../support/rank-page.mjs';
import { LIGHT_AND_DARK, expectAccessible } from './accessible';
import { embedded, jsonlFile } from './files';
import { expect, test } from './helpers';
import { LESSONS } from '../../src/pages/learn/lessons';
import { choice, doLesson, KEYS, MOUSE, predict, TOUCH } from './lessons';

const value = (page: Page, name: string): Locator => page.locator(`[data-value=${name}]`);
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

async function open(page: Page, parameters: string, file = ''): Promise<void> {
  // Where only the part behind # changes, no page is opened.
  await page.goto('about:blank');
  await page.goto(`${file}#learn?${parameters}`);
  await expect(heading(page)).toBeVisible();
}

/** Goes on to another state of the open page. */
const turnTo = (page: Page, parameters: string): Promise<void> =>
  page.evaluate(
    (hash) =>
      new Promise<void>((done) => {
        addEventListener('hashchange', () => requestAnimationFrame(() => done()), { once: true });
        location.hash = hash;
      }),
    `#learn?${parameters}`,
  );

/** Waits until the address says so. */
async function parameter(page: Page, name: string, wanted: string | RegExp | null): Promise<void> {
  const said = expect.poll(() => new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '').get(name));
  await (wanted instanceof RegExp ? said.toMatch(wanted) : said.toBe(wanted));
}

/** Opens the list of views and links, and presses one. */
async function more(page: Page, name: string): Promise<void> {
  await choice(page, 'More').click();
  await choice(page, name).click();
}

for (const [address, most] of [
  ['#learn?lesson=4', 300_000],
  ['learn.html', 120_000],
] as const) {
  test(`${address}: ${most / 1000} kB at most over the wire, no worker`, async ({ page, traffic }) => {
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(page.workers()).toHaveLength(0);
    expect(traffic.asked.filter((url) => /\.(wasm|onnx|jsonl)$|\.worker-/.test(url))).toEqual([]);
    const bytes = await page.evaluate(() => {
      const loaded = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
      return loaded.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0);
    });
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes, 'bytes over the wire').toBeLessThan(most);
    if (address !== 'learn.html') return;
    const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
    expect(kept).toEqual([0, 0, '']);
  });
}

/** Each hand in the window that it is used in. */
for (const [title, hand, width, height] of [
  ['mouse', MOUSE, 1366, 768],
  ['touch', TOUCH, 390, 664],
  ['keyboard', KEYS, 1920, 1080],
] as const) {
  test(`ten lessons by ${title} @deep: the answer comes after the prediction`, async ({
    browser,
    baseURL,
  }) => {
    test.slow();
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: hand === TOUCH });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${baseURL ?? ''}learn.html`);
    const number = page.locator('figcaption output');
    for (const [lesson, { right }] of LESSONS.entries()) {
      await expect(heading(page)).not.toHaveText(/NaN|undefined/);
      if (right.length > 0) await expect(number).toHaveCount(0);
      await doLesson(page, lesson + 1, hand);
      await expect(number).not.toBeEmpty();
      await expect(page.getByRole('button', { name: /\(done\)$/ })).toHaveCount(lesson + 1);
      await hand.press(choice(page, lesson + 1 < LESSONS.length ? 'Next lesson' : 'To the bench'));
      await expect(heading(page)).toBeFocused();
    }
    await expect(heading(page)).toHaveText('The bench');
    expect(page.url()).not.toContain('done');
    await context.close();
  });
}

test('a lesson: wrong tries, keys, history, and text that stays out of the address', async ({ page }) => {
  await open(page, 'lesson=6&say=1', 'learn.html');
  await page.getByRole('button', { name: 'Civil codes' }).click();
  await choice(page, 'Check').click();
  await expect(page.getByText('Far from both, yet above the line.')).toBeVisible();
  await expect(page.getByText('1 try')).toBeVisible();
  await expect(choice(page, 'Check')).toBeDisabled();
  await page.getByRole('button', { name: 'Reset' }).click();
  await parameter(page, 'say', null);
  await page.keyboard.press('PageDown');
  await parameter(page, 'lesson', '7');
  await page.keyboard.press('PageUp');
  await parameter(page, 'lesson', '6');

  // What completes a prediction by keyboard keeps the focus, and its cosine is told.
  await open(page, 'lesson=1', 'learn.html');
  await predict(page, 1, KEYS);
  const spot = page.getByRole('button', { name: /^The Earth’s mantle, \+?0\.\d\d$/ });
  await expect(spot).toBeFocused();
  await page.keyboard.press('Space');
  await expect(spot).toHaveAttribute('aria-pressed', 'true');

  await open(page, 'lesson=2', 'learn.html');
  await predict(page, 2, MOUSE);
  await parameter(page, 'say', '20');
  await MOUSE.slide(page.getByRole('slider'), 0.2);
  await parameter(page, 'task', '0.2');
  await page.goBack();
  await parameter(page, 'say', null);
  await page.goForward();
  await parameter(page, 'task', '0.2');
  await open(page, 'lesson=7&say=8', 'learn.html');
  await page.getByRole('textbox').fill('oceans of secretwords');
  await expect(page.locator('figure')).toContainText(/ψ 0\.7\d · Your wrong passage/);
  await choice(page, 'Next lesson').click();
  await parameter(page, 'lesson', '8');
  expect(page.url()).not.toContain('secret');
  await choice(page, 'Back').click();
  await expect(page.getByRole('textbox'), 'as it was left').toHaveValue('oceans of secretwords');
});

test('the bench: mouse, finger, keys, kept pairs, own texts', async ({ page, browser, baseURL, traffic }) => {
  const dot = (on: Page) => on.getByRole('slider', { name: 'Place of the negative' });
  await open(page, 'view=bench&cos=0.4,0.2,0.3&C=0.25&tau=0.1');
  // ρ = σ(0.2/0.1), η = σ(0.1/0.1), ψ = 0.75.
  const figures = { rho: '0.88', eta: '0.73', psi: '0.75', weight: '0.48', pull: '0.12' };
  for (const [name, text] of Object.entries(figures)) await expect(value(page, name)).toHaveText(text);
  await choice(page, 'Keep this pair').click();
  await dot(page).press('ArrowRight');
  await dot(page).press('Shift+ArrowUp');
  await parameter(page, 'cos', '0.4,0.21,0.4');
  await choice(page, 'Keep this pair').click();
  await expect(value(page, 'kept')).toContainText('2 pairs');
  await MOUSE.slide(page.getByRole('slider', { name: 'Cosine of query and answer' }), 0.99);
  await dot(page).press('Shift+ArrowUp');
  await dot(page).press('Shift+ArrowUp');
  await expect(page.getByText('No three texts have these cosines.')).toBeVisible();

  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 664 } });
  const phone = await context.newPage();
  await phone.goto(`${baseURL ?? ''}#learn?view=bench`);
  const finger = await context.newCDPSession(phone);
  const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  for (const on of [page, phone]) {
    const before = (await dot(on).getAttribute('aria-valuetext')) ?? '';
    const { x = NaN, y = NaN } = (await dot(on).boundingBox()) ?? {};
    if (on === page) {
      await on.mouse.move(x + 14, y + 14);
      await on.mouse.down();
      await on.mouse.move(x + 54, y + 54, { steps: 4 });
    } else {
      await touch('touchStart', x + 14, y + 14);
      for (const by of [34, 54]) await touch('touchMove', x + by, y + by);
    }
    await expect(dot(on)).not.toHaveAttribute('aria-valuetext', before);
    expect(await on.evaluate(() => scrollY), 'nothing scrolls under it').toBe(0);
  }
  await context.close();

  await open(page, 'view=bench');
  await expect(page.getByText('Grey: passages of the demo')).toBeVisible();
  await page.getByRole('textbox', { name: 'query' }).fill('how hot is the planet Venus');
  await page.getByRole('textbox', { name: 'answer' }).fill('Venus is the hottest planet of all.');
  await page.getByRole('textbox', { name: 'negative' }).fill('A violin has four secretstrings.');
  expect(traffic.asked.filter((url) => url.includes('/models/'))).toEqual([]);
  await choice(page, 'Place').press('Enter');
  await parameter(page, 'cos', /^0\.[3-9]/);
  expect(traffic.asked.filter((url) => url.includes('/models/')).length).toBeGreaterThan(0);
  const [up, un] = (new URLSearchParams(page.url().split('?')[1]).get('cos') ?? '').split(',').map(Number);
  expect(up).toBeGreaterThan(un ?? NaN);
  expect(page.url()).not.toContain('secretstrings');
});

test('the last lesson ends at Rank, with one’s own file or the demo', async ({ page }) => {
  // All but the last pair are judged: each rests for two seconds before it can be.
  const judgedButOne = 'lesson=10&task=n,a,a,n';
  await open(page, judgedButOne);
  await choice(page, 'It does not').click();
  await page.locator('input[type=file]').setInputFiles(jsonlFile('mine.jsonl', embedded(20, 3, 'x')));
  await expect(page).toHaveURL(/#rank/);
  await expect(heading(page)).toContainText('One source');
  await new RankPage(page).rank();
  await page.evaluate(() => (location.hash = '#learn?view=bench'));
  await expect(page.getByText('Grey: 40 of your 40 pairs')).toBeVisible();
  await open(page, judgedButOne);
  await choice(page, 'It does not').click();
  await choice(page, 'Rank the demo').click();
  await expect(heading(page)).toContainText(/written/i, { timeout: 60_000 });
});

test('learn.html stands in another origin’s frame; the app does not', async ({ page, browser, baseURL }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'lesson=10&task=n,a,n,n');
  await more(page, 'Copy embed code');
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^<iframe src="[^"]*learn\.html#learn\?lesson=10&amp;task=n%2Ca%2Cn%2Cn" /);

  // A course page: another origin, with a policy of its own that allows the frame.
  const app = new URL('index.html', baseURL).href;
  const body = `<!doctype html><title>course</title>${code}<iframe src="${app}#learn"></iframe>`;
  const course = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(body));
  const port = await portOf(course, '127.0.0.1');
  // In a context of its own, whose page may ask the other origin.
  const reader = await browser.newContext();
  const other = await reader.newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  const [lessons, whole] = [other.frameLocator('iframe >> nth=0'), other.frameLocator('iframe >> nth=1')];
  await expect(lessons.getByRole('heading', { level: 1 })).toHaveText(/^Read pairs/);
  const verdict = lessons.getByRole('button', { name: 'It does not' });
  await expect(verdict).toHaveAttribute('aria-disabled', 'false');
  await verdict.click();
  const [rank] = await Promise.all([
    reader.waitForEvent('page'),
    lessons.getByRole('link', { name: /^Open Rank/ }).click(),
  ]);
  await expect(rank.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await expect(whole.getByRole('heading', { level: 1 })).toHaveCount(0);
  await reader.close();
  await new Promise((done) => course.close(done));
});

test('stage view, tasks on paper with pictures and address, and the lecturer’s answers', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, 'lesson=2&say=20');
  await more(page, 'Stage view');
  await parameter(page, 'stage', '1');
  await expect(page.locator('header')).toBeHidden();
  const sizes = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .filter((each) => each.getClientRects().length > 0 && !each.closest('[popover]'))
      .map((each) => parseFloat(getComputedStyle(each).fontSize)),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
  await more(page, 'Tasks on paper');
  const sheet = page.locator('div.sheet');
  await expect(sheet.locator('li')).toHaveCount(10);
  await expect(sheet.locator('figure')).toHaveCount(10);
  await expect(sheet).toContainText('#learn?lesson=7');
  await expect(sheet, 'no answers').not.toContainText('Saturn’s rings, η');
  await more(page, 'For lecturers');
  await expect(heading(page)).toContainText('30 minutes');
  await expect(sheet).toContainText('Ask the room');
});

test('axe finds nothing, nothing scrolls sideways, on a phone and a wide screen @deep', async ({ page }) => {
  test.slow();
  await open(page, 'view=bench&kept=0.1,0.2,0.3;0.3,0.1,0');
  await expectAccessible(page, 'the bench with kept pairs');
  for (const state of [
    ...LESSONS.flatMap(({ right }, i) => [`lesson=${i + 1}`, `lesson=${i + 1}&say=${right.join()}`]),
    'view=bench&cos=0.9,0.9,0',
    'view=sheet',
    'view=notes',
    'lesson=5&say=0&stage=1',
  ]) {
    await turnTo(page, state);
    await expectAccessible(page, state, { schemes: LIGHT_AND_DARK });
  }
});

test('no lesson scrolls, predicted or not @deep', async ({ page }) => {
  test.slow();
  for (const [width, height, stage] of [
    [390, 664, '0'],
    [1024, 620, '0'],
    [1024, 768, '1'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, `view=bench&stage=${stage}`, 'learn.html');
    for (const lesson of LESSONS.keys()) {
      await turnTo(page, `lesson=${lesson + 1}&stage=${stage}`);
      const over = () =>
        page.evaluate(() => {
          const { scrollHeight, scrollWidth } = document.documentElement;
          return [scrollHeight - innerHeight, scrollWidth - innerWidth];
        });
      const where = `${width} × ${height}, stage ${stage}, lesson ${lesson + 1}`;
      await expect.poll(over, where).toEqual([0, 0]);
      await predict(page, lesson + 1, MOUSE);
      await expect.poll(over, `${where}, predicted`).toEqual([0, 0]);
    }
  }
});
