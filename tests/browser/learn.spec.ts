/** The Learn page: ten lessons, links, the bench, paper; no worker, nothing large. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { embedded, jsonlFile } from './files';
import { expect, test } from './helpers';
import { choice, DEEDS, doLesson, MOUSE, predict, PREDICTIONS } from './lessons';

const value = (page: Page, name: string): Locator => page.locator(`[data-value=${name}]`);
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

async function open(page: Page, parameters = ''): Promise<void> {
  await page.goto(parameters === '' ? '#learn' : `#learn?${parameters}`);
  await expect(heading(page)).toBeVisible();
}

/** Waits until the address says so. */
async function parameter(page: Page, name: string, wanted: string | RegExp | null): Promise<void> {
  const said = expect.poll(() => new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '').get(name));
  await (wanted instanceof RegExp ? said.toMatch(wanted) : said.toBe(wanted));
}

/** Bytes over the wire. */
const transferred = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
      (sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize,
      0,
    ),
  );

/** Opens the list of views and links, and presses one. */
async function more(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

test('opens without a worker, in few bytes', async ({ page, traffic }) => {
  await open(page, 'lesson=4');
  await page.waitForLoadState('networkidle');
  expect(page.workers()).toHaveLength(0);
  expect(traffic.asked.filter((url) => /\.(wasm|onnx|jsonl)$|\.worker-/.test(url))).toEqual([]);
  const bytes = await transferred(page);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes, 'bytes over the wire').toBeLessThan(300_000);
});

test('ten lessons in order: the answer comes after the prediction, a wrong try gets its sentence and rests Check', async ({
  page,
}) => {
  test.slow();
  await open(page);
  for (const lesson of DEEDS.keys()) {
    const number = page.locator('figcaption output');
    if (PREDICTIONS[lesson]?.length) await expect(number).toHaveCount(0);
    await doLesson(page, lesson + 1, MOUSE);
    await expect(number).not.toBeEmpty();
    await expect(page.getByRole('button', { name: /\(done\)$/ })).toHaveCount(lesson + 1);
    await heading(page).focus();
    await page.keyboard.press('PageDown');
    await expect(heading(page)).not.toHaveText(/NaN|undefined/);
  }
  await expect(heading(page)).toHaveText('The bench');
  await page.keyboard.press('PageUp');
  await expect(heading(page)).toHaveText('Read pairs, then rank your own file.');
  expect(page.url()).not.toContain('done');

  await page.goto('about:blank');
  await open(page, 'lesson=6&say=1');
  await page.getByRole('button', { name: 'Civil codes' }).click();
  await choice(page, 'Check').click();
  await expect(page.getByText('Far from both, yet above the line.')).toBeVisible();
  await expect(page.getByText('1 try')).toBeVisible();
  await page.getByRole('button', { name: 'Saturn’s rings' }).click();
  await expect(choice(page, 'Check')).toBeDisabled();
  await choice(page, 'Check').click({ timeout: 5000 });
  await expect(page.getByText('Done.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('Done.')).toHaveCount(0);
  await parameter(page, 'say', null);
});

test('steps make entries of the history, sliding does not; a text of one’s own stays out of the address', async ({
  page,
}) => {
  await open(page, 'lesson=2');
  await predict(page, 2, MOUSE);
  await parameter(page, 'say', '0');
  await MOUSE.slide(page.getByRole('slider'), 0.2);
  await parameter(page, 'task', '0.2');
  await page.goBack();
  await parameter(page, 'say', null);
  await page.goForward();
  await parameter(page, 'task', '0.2');
  await open(page, 'lesson=7&say=8');
  await page.getByRole('textbox').fill('oceans of secretwords');
  await expect(page.locator('figure')).toContainText(/ψ 0\.7\d · Your wrong passage/);
  await choice(page, 'Next lesson').click();
  await parameter(page, 'lesson', '8');
  expect(page.url()).not.toContain('secret');
  await choice(page, 'Back').click();
  await expect(page.getByRole('textbox'), 'as it was left').toHaveValue('oceans of secretwords');
});

test('the bench: a pair under mouse, finger and keys; impossible cosines are told; kept pairs make a matrix', async ({
  page,
  browser,
  baseURL,
}) => {
  const dot = (on: Page) => on.getByRole('slider', { name: 'Place of the negative' });
  await open(page, 'view=bench&cos=0.4,0.2,0.3&C=0.25&tau=0.1');
  // ρ = σ(0.2/0.1), η = σ(0.1/0.1), ψ = 0.75.
  await expect(value(page, 'rho')).toHaveText('0.88');
  await expect(value(page, 'eta')).toHaveText('0.73');
  await expect(value(page, 'psi')).toHaveText('0.75');
  await expect(value(page, 'weight')).toHaveText('0.48');
  await expect(value(page, 'pull')).toHaveText('0.12');
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
  for (const on of [page, phone]) {
    const box = await dot(on).boundingBox();
    if (!box) throw new Error('There is no dot.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const before = await dot(on).getAttribute('aria-valuetext');
    if (on === page) {
      await on.mouse.move(x, y);
      await on.mouse.down();
      await on.mouse.move(x + 40, y + 40, { steps: 4 });
      await on.mouse.up();
    } else {
      const session = await context.newCDPSession(on);
      const touch = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        touchPoints: { x: number; y: number }[],
      ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
      await touch('touchStart', [{ x, y }]);
      await touch('touchMove', [{ x: x + 20, y: y + 20 }]);
      await touch('touchMove', [{ x: x + 40, y: y + 40 }]);
      await touch('touchEnd', []);
    }
    await expect(dot(on)).not.toHaveAttribute('aria-valuetext', before ?? '');
    expect(await on.evaluate(() => scrollY), 'nothing scrolls under it').toBe(0);
  }
  await context.close();
});

test('the bench has the user’s own pairs behind it once they were ranked', async ({ page, rankPage }) => {
  await open(page, 'view=bench');
  await expect(page.getByText('Grey: passages of the demo')).toBeVisible();
  await page.getByRole('link', { name: 'Rank', exact: true }).click();
  await rankPage.loadFiles([jsonlFile('mine.jsonl', embedded(20, 3, 'x'))]);
  await rankPage.rank();
  await page.evaluate(() => (location.hash = '#learn?view=bench'));
  await expect(page.getByText('Grey: 40 of your 40 pairs')).toBeVisible();
});

test('three texts of one’s own come onto the bench; the encoder is read only then', async ({
  page,
  traffic,
}) => {
  await open(page, 'view=bench');
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
  expect(traffic.outside).toEqual([]);
});

test('the last lesson ends at Rank: with a file of one’s own, or with the demo', async ({ page }) => {
  // All but the last pair are judged: each rests for two seconds before it can be.
  const judgedButOne = 'lesson=10&task=n,a,a,n';
  await open(page, judgedButOne);
  await choice(page, 'It does not').click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'mine.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from('{"query": "q", "positive": "p", "negatives": ["n", "o"]}\n'.repeat(3)),
  });
  await expect(page).toHaveURL(/#rank/);
  await expect(heading(page)).toContainText('One source.');
  await page.goto('about:blank');
  await open(page, judgedButOne);
  await choice(page, 'It does not').click();
  await choice(page, 'Rank the demo').click();
  await expect(heading(page)).toContainText(/written/i, { timeout: 60_000 });
});

test('learn.html stands in a frame of another origin; the app does not', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'lesson=10&task=n,a,n,n');
  await more(page, 'Copy embed code');
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^<iframe src="[^"]*learn\.html#learn\?lesson=10&amp;task=n%2Ca%2Cn%2Cn" /);

  // A course page: another origin, with a policy of its own that allows the frame.
  const app = new URL('index.html', baseURL).href;
  const course = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>course</title>${code}<iframe src="${app}#learn"></iframe>`);
  });
  await new Promise<void>((done) => course.listen(0, '127.0.0.1', done));
  const { port } = course.address() as AddressInfo;
  // In a context of its own, whose page may ask the other origin.
  const reader = await browser.newContext();
  const other = await reader.newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  const [lessons, whole] = [other.frameLocator('iframe >> nth=0'), other.frameLocator('iframe >> nth=1')];
  await expect(lessons.getByRole('heading', { level: 1 })).toHaveText(/^Read pairs/);
  await expect(lessons.getByRole('button', { name: 'It does not' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await lessons.getByRole('button', { name: 'It does not' }).click();
  const [rank] = await Promise.all([
    reader.waitForEvent('page'),
    lessons.getByRole('link', { name: /^Open Rank/ }).click(),
  ]);
  await expect(rank.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await expect(whole.getByRole('heading', { level: 1 })).toHaveCount(0);
  await reader.close();
  await new Promise((done) => course.close(done));
});

test('learn.html: 120 kB at most over the wire, no worker, no storage, no service worker', async ({
  page,
  traffic,
}) => {
  await page.goto('learn.html');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const bytes = await transferred(page);
  expect(bytes, 'bytes over the wire').toBeLessThan(120_000);
  expect(page.workers()).toHaveLength(0);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ]);
  const refused = await page.evaluate(() =>
    fetch('index.html').then(
      () => false,
      () => true,
    ),
  );
  expect(refused, 'even its own origin is not asked').toBe(true);
  expect(traffic.outside).toEqual([]);
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
  await expect(page.locator('div.sheet li')).toHaveCount(10);
  await expect(page.locator('div.sheet figure')).toHaveCount(10);
  await expect(page.locator('div.sheet')).toContainText('#learn?lesson=7');
  await expect(page.locator('div.sheet'), 'no answers').not.toContainText('Saturn’s rings, η');
  await more(page, 'For lecturers');
  await expect(heading(page)).toContainText('30 minutes');
  await expect(page.locator('div.sheet')).toContainText('Ask the room');
});

test('axe finds nothing, and nothing scrolls sideways, on a phone and on a wide screen @deep', async ({
  page,
}) => {
  test.slow();
  const lessons = PREDICTIONS.flatMap((_, i) => [`lesson=${i + 1}`]);
  const said = [
    'subduction,granite,mars',
    '20',
    'random,half,neighbours,answers',
    '1',
    '1',
    '0',
    '8',
    'llm',
    'f',
  ];
  for (const state of [
    ...lessons,
    ...said.map((say, i) => `lesson=${i + 1}&say=${say}`),
    'view=bench&kept=0.1,0.2,0.3;0.3,0.1,0',
    'view=bench&cos=0.9,0.9,0',
    'view=sheet',
    'view=notes',
    'lesson=5&say=0&stage=1',
  ]) {
    await page.goto('about:blank');
    await open(page, state);
    await expectAccessible(page, state);
  }
});
