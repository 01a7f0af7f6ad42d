/**
 * Runs and minings that are cut off: a killed tab, a worker that ends, a full disk, two tabs at one store; and many runs
 * in a row. `--repeat-each N` kills at N moments.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, BrowserContext, Page } from '@playwright/test';

import { memoryOf, rendererOf } from '../../../bench/lib/memory.mjs';
import { RankPage } from '../../support/rank-page.mjs';
import type { Report } from '../../../src/report/result';
import { goTo, saved } from '../audit-page';
import { demoFile, manyRecords } from '../files';
import { expect, test } from '../helpers';
import { keep, kill, storedFiles, storedParts } from '../keeping';
import { figuresOf } from '../rank-report';

type Size = 'usual' | 'long';
let folder = '';

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-resume-'));
  // Some four thousand texts: seconds of encoding, even by the bundled encoder.
  writeSources('usual', 6);
  // More, where one tab is to hear of another while it runs.
  writeSources('long', 16);
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeSources(size: Size, times: number): void {
  manyRecords(join(folder, size, 'many.jsonl'), 'bm25', times);
  manyRecords(join(folder, size, 'more.jsonl'), 'random', Math.floor(times / 4));
}

// Two or three runs each, on one core.
test.setTimeout(300_000);

const SETTINGS = { tau: 0.07, seed: 7 };

/** Files and settings of every run here; all records count, so that runs can be compared to the last digit. */
async function prepare(page: Page, baseURL: string | undefined, size: Size = 'usual'): Promise<RankPage> {
  const rankPage = new RankPage(page, { bundled: true });
  await rankPage.open(baseURL ?? '', { device: 'wasm', stop: 'all', queries: 'all' });
  await rankPage.loadFiles(['many', 'more'].map((name) => join(folder, size, `${name}.jsonl`)));
  await rankPage.setOptions(SETTINGS);
  await rankPage.chooseReference(['many']);
  return rankPage;
}

const unbroken = new Map<string, unknown>();

/** What comes of work that nothing happened to, in a browser that has nothing kept; made once. */
async function made<T>(
  name: string,
  browser: Browser,
  make: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  if (!unbroken.has(name)) {
    const context = await browser.newContext();
    unbroken.set(name, await make(context));
    await context.close();
  }
  return unbroken.get(name) as T;
}

function unbrokenReport(
  browser: Browser,
  baseURL: string | undefined,
  size: Size = 'usual',
): Promise<Report> {
  return made(size, browser, async (context) => {
    const rankPage = await prepare(await context.newPage(), baseURL, size);
    await rankPage.rank();
    return (await rankPage.exportReport()).report;
  });
}

/** Waits until so many texts of a run, or of a mining, have been encoded. */
async function encoded(rankPage: RankPage, texts: number): Promise<void> {
  const done = async () => {
    const [bar] = await rankPage.progressBar.all();
    const words = (await bar?.getAttribute('aria-valuetext')) ?? '';
    return Number(/^embedding: ([\d,]+) of/i.exec(words)?.[1]?.replaceAll(',', '') ?? 0);
  };
  await expect.poll(done, { intervals: [20] }).toBeGreaterThanOrEqual(texts);
}

test('a tab killed in mid-run: files and settings are back, and the next run encodes only the rest', async ({
  context,
  browser,
  baseURL,
}, { repeatEachIndex }) => {
  const first = await prepare(await context.newPage(), baseURL, 'long');
  await first.rankButton.click();
  await encoded(first, 300);
  expect([...(await storedFiles(first.page)).keys()], 'before the user agrees').toEqual([]);
  await keep(first.page);
  // The engine hears of it in the middle of its run.
  await expect(first.page.getByText(/^Kept in this browser: .+ labels and embeddings\./)).toBeVisible();
  await encoded(first, 800 + 100 * repeatEachIndex);
  await kill(first.page);
  await first.page.close();

  const second = new RankPage(await context.newPage(), { bundled: true });
  await second.open(baseURL ?? '', { device: 'wasm', stop: 'all' });
  await second.rank();
  const { report } = await second.exportReport();
  // No two texts here have the same tokens: an embedding is a text.
  const { cached_texts: done, encodes, texts } = report.cost;
  expect(done).toBeGreaterThan(200);
  expect(encodes).toBe(texts - done);
  expect(figuresOf(report)).toEqual(figuresOf(await unbrokenReport(browser, baseURL, 'long')));
});

test('a tab killed in the middle of a write: the session is kept whole, or nothing of it is', async ({
  context,
  browser,
  baseURL,
}, { repeatEachIndex }) => {
  const first = await prepare(await context.newPage(), baseURL);
  await first.rank();
  // Files, settings and result; the click comes back before they are written.
  await first.page.getByRole('button', { name: 'Keep in this browser' }).evaluate((button, ms) => {
    (button as HTMLButtonElement).click();
    return new Promise((resolve) => setTimeout(resolve, ms));
  }, repeatEachIndex);
  await kill(first.page);
  await first.page.close();

  const second = new RankPage(await context.newPage(), { bundled: true });
  await second.page.goto(`${baseURL}?device=wasm&stop=all&queries=all`);
  const isBack = second.page.getByText(/^Kept in this browser: /);
  const opened = isBack.or(second.page.getByLabel('Source files')).filter({ visible: true });
  await expect(opened.first()).toBeVisible();
  const stored = [...(await storedParts(second.page)).keys()];
  console.log(`killed ${repeatEachIndex} ms after "Keep": ${stored.length} parts are kept`);
  if (stored.length === 0) {
    await expect(second.sources).toHaveCount(0);
    return;
  }
  expect(stored.filter((name) => name.startsWith('file '))).toHaveLength(2);
  expect(stored).toContain('session');
  await second.waitForResult();
  const { report } = await second.exportReport();
  expect(figuresOf(report)).toEqual(figuresOf(await unbrokenReport(browser, baseURL)));
});

async function openMining(context: BrowserContext, baseURL: string | undefined): Promise<RankPage> {
  const tab = new RankPage(await context.newPage(), { bundled: true });
  await tab.open(baseURL ?? '', { device: 'wasm' });
  const { page } = tab;
  await goTo(page, '#mine');
  await page.getByLabel('Files', { exact: true }).setInputFiles(join(folder, 'usual', 'many.jsonl'));
  await expect(page.locator('main[data-mine=idle]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mine bm25' })).toBeEnabled();
  return tab;
}

/** One of the kept session is there already. */
async function chooseEncoder(page: Page): Promise<void> {
  await page.getByLabel('Dense').check();
  await page.getByRole('button', { name: 'Use the bundled encoder' }).click();
}

const mined = (page: Page, source: string) => page.getByRole('article', { name: `mined: ${source}` });

async function mine(page: Page, method: 'BM25' | 'Dense'): Promise<void> {
  await page.getByLabel(method, { exact: true }).check();
  await page.getByRole('button', { name: `Mine ${method.toLowerCase()}`, exact: true }).click();
}

/** The checksum of the mined file, from its card. */
async function minedFile(page: Page, source: string): Promise<string> {
  const card = await saved(page, mined(page, source).getByRole('button', { name: 'Save card' }));
  return (JSON.parse(String(card)) as { readonly output: { readonly sha256: string } }).output.sha256;
}

/** The file of a mining by vectors that nothing happened to. */
function unbrokenMining(browser: Browser, baseURL: string | undefined): Promise<string> {
  return made('mining', browser, async (context) => {
    const { page } = await openMining(context, baseURL);
    await chooseEncoder(page);
    await mine(page, 'Dense');
    await expect(mined(page, 'dense')).toBeFocused();
    return minedFile(page, 'dense');
  });
}

test('a tab killed in the middle of a mining: what was mined is back, and the mining gives the file it would have', async ({
  context,
  browser,
  baseURL,
}, { repeatEachIndex }) => {
  const first = await openMining(context, baseURL);
  await mine(first.page, 'BM25');
  await expect(mined(first.page, 'bm25')).toBeFocused();
  const bm25 = await minedFile(first.page, 'bm25');
  // What is chosen is written a moment later.
  await chooseEncoder(first.page);
  await keep(first.page);
  await mine(first.page, 'Dense');
  await encoded(first, 1 + 80 * repeatEachIndex);
  await kill(first.page);
  await first.page.close();

  const second = await openMining(context, baseURL);
  expect(await minedFile(second.page, 'bm25')).toBe(bm25);
  await mine(second.page, 'Dense');
  await expect(mined(second.page, 'dense')).toBeFocused();
  const dense = await minedFile(second.page, 'dense');

  expect(dense).toBe(await unbrokenMining(browser, baseURL));
});

/** What collects garbage in the page and its workers, so that the memory left is held by something. */
async function garbageCollector(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  const workers = new Set<string>();
  session.on('Target.attachedToTarget', ({ sessionId }) => void workers.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => void workers.delete(sessionId));
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    for (const worker of workers) {
      const collected = new Promise<void>((resolve) => {
        session.on('Target.receivedMessageFromTarget', ({ sessionId }) => {
          if (sessionId === worker) resolve();
        });
      });
      await session.send('Target.sendMessageToTarget', { sessionId: worker, message });
      await collected;
    }
  };
}

test('fifteen runs in a row: the same figures, the same workers, and no memory that only grows', async ({
  rankPage,
  page,
  context,
  browser,
}) => {
  await rankPage.loadFiles(['bm25', 'written'].map(demoFile));
  const figures = new Set<string>();
  const workers: number[] = [];
  const bytes: number[] = [];
  const collectGarbage = await garbageCollector(context, page);
  for (let run = 1; run <= 15; run += 1) {
    // No file gives embeddings: to normalise them is something to run, and changes nothing.
    await rankPage.setOptions({ sample: 40, normalise: run % 2 === 1 });
    await rankPage.rank();
    const { settings, ...rest } = figuresOf((await rankPage.exportReport()).report) as Report;
    figures.add(JSON.stringify({ ...rest, settings: { ...settings, normalise: null } }));
    if (run % 5 > 0) continue;
    workers.push(page.workers().length);
    const renderer = (await rendererOf(browser)) ?? 0;
    const before = memoryOf(renderer) ?? 0;
    await collectGarbage();
    // Memory goes back to the system a moment after its objects are gone.
    await page.waitForTimeout(1000);
    bytes.push(memoryOf(renderer) ?? 0);
    console.log(
      `after ${run} runs ${before} bytes, collected ${bytes.at(-1)}; workers: ${workers.join(', ')}`,
    );
  }
  expect(figures.size).toBe(1);
  expect(new Set(workers).size).toBe(1);
  const [fifth = 0, , last = 0] = bytes;
  expect(fifth).toBeGreaterThan(0);
  expect(last).toBeLessThanOrEqual(fifth * 1.15);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a worker that ends in mid-run: the next run encodes only the rest, without choosing files again', async ({
  page,
  browser,
  baseURL,
}) => {
  const rankPage = await prepare(page, baseURL);
  await rankPage.rankButton.click();
  await keep(page);
  await encoded(rankPage, 600);
  const engine = page.workers().find((worker) => worker.url().includes('/engine-'));
  await engine?.evaluate(() => self.close());
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The engine worker broke off: it ended without a word');
  await alert.getByRole('button', { name: 'Start again' }).click();
  await expect(rankPage.sources).toHaveCount(2);
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  expect(report.cost.cached_texts).toBeGreaterThanOrEqual(300);
  expect(figuresOf(report)).toEqual(figuresOf(await unbrokenReport(browser, baseURL)));
});

test('a full disk: the run goes on, says so, and what it left half written is never used', async ({
  context,
  browser,
  page,
  baseURL,
}, { repeatEachIndex }) => {
  const rankPage = await prepare(page, baseURL);
  const session = await context.newCDPSession(page);
  const { origin } = new URL(baseURL ?? '');
  const full = page.getByText(
    /^The storage that the browser gives this page is full: new embeddings stay in memory/,
  );
  await rankPage.rankButton.click();
  await keep(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await session.send('Storage.overrideQuotaForOrigin', {
    origin,
    quotaSize: usage + 700_000 * (1 + repeatEachIndex),
  });
  await expect(full).toBeVisible();
  await rankPage.waitForResult();
  await expect(full).toHaveCount(1);
  const whole = figuresOf(await unbrokenReport(browser, baseURL));
  expect(figuresOf((await rankPage.exportReport()).report)).toEqual(whole);

  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await rankPage.leave(() => page.reload());
  await rankPage.waitForResult();
  const { report } = await rankPage.exportReport();
  expect(report.cost.cache).toEqual({ kind: 'disk', note: null });
  expect(report.cost.encodes).toBeGreaterThan(0);
  expect(figuresOf(report)).toEqual(whole);
});

test('two tabs: both write; the first is killed while it writes, nothing is spoiled', async ({
  context,
  browser,
  baseURL,
}) => {
  const first = await prepare(await context.newPage(), baseURL, 'long');
  const second = await prepare(await context.newPage(), baseURL, 'long');
  await first.rankButton.click();
  await keep(first.page);
  await encoded(first, 300);
  await second.rankButton.click();
  await second.page.getByRole('button', { name: 'Keep in this browser' }).click();
  await expect(second.page.getByText(/^Another tab keeps its session in this browser/)).toBeVisible();
  await encoded(second, 600);
  await kill(first.page);
  await first.page.close();
  await second.waitForResult();
  const whole = figuresOf(await unbrokenReport(browser, baseURL, 'long'));
  const { report } = await second.exportReport();
  expect(report.cost.cache).toEqual({ kind: 'disk', note: null });
  expect(figuresOf(report)).toEqual(whole);
  await second.leave(() => second.page.close());

  const third = new RankPage(await context.newPage(), { bundled: true });
  await third.open(baseURL ?? '', { device: 'wasm', stop: 'all' });
  await third.rank();
  const last = (await third.exportReport()).report;
  // All that either tab encoded is there, and sound.
  expect(last.cost).toMatchObject({ encodes: 0, cached_texts: last.cost.texts, cache: { note: null } });
  expect(figuresOf(last)).toEqual(whole);
});
