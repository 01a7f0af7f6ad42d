/** Faults that users meet in load and run: said in words, and the figures are those of a page that met none. */

import type { Page } from '@playwright/test';

import type { Report } from '../../../src/report/result';
import { differences } from '../../support/compare';
import { RankPage } from '../../support/rank-page.mjs';
import { demoRecords, embedded, jsonlFile, textFile } from '../files';
import { expect, test } from '../helpers';

/** Two lines that are refused: one lacks its positive, one is no JSON. */
const BAD_LINES = `${JSON.stringify({ query: 'without a positive' })}\n{"query": "cut off\n`;

/** Two sources with embeddings of their own, and two for the encoder of the page. */
const SOURCES = {
  embedded: { names: ['first', 'second'], recordsOf: (name: string) => embedded(10, 8, name) },
  texts: { names: ['written', 'random'], recordsOf: (name: string) => demoRecords(name, 3) },
};

type Kind = keyof typeof SOURCES;

/** In batches of other texts, float32 sums differ by their order. */
const TOLERANCES = { embedded: 1e-12, texts: 1e-6 };

/** What an engine says to programmers. */
const RAW =
  /\[object \w+\]|\bundefined\b|\bNaN\b|allocation failed|\w+Error:|Failed to (fetch|execute)|Cannot read propert/;

interface Fault {
  readonly name: string;
  readonly kind: Kind;
  /** It is made before the second file is read, or before the run. */
  readonly step: 'load' | 'run';
  readonly make: (page: Page) => Promise<unknown>;
  /** What the page says; null where it goes on. */
  readonly said: string | null;
  /** The realms that tell that it came to pass: the page, or a worker. Where the page says it, none is left to. */
  readonly in: readonly ('page' | 'candidates' | 'engine')[];
}

const FAULTS: readonly Fault[] = [
  {
    name: 'memory ran out in the worker that reads files',
    kind: 'texts',
    step: 'load',
    make: (page) => endOfWorker(page, 'candidates', 2),
    said: 'The candidates worker broke off',
    in: [],
  },
  {
    name: 'memory ran out in the table store',
    kind: 'embedded',
    step: 'load',
    make: async (page) => {
      await expect(page.locator('main')).toHaveAttribute('data-store', 'filled', { timeout: 60_000 });
      await workerOf(page, 'candidates').evaluate(() => {
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function () {
          Worker.prototype.postMessage = postMessage;
          this.terminate();
          Reflect.set(globalThis, 'isFaulted', true);
        };
      });
    },
    said: null,
    in: ['candidates'],
  },
  {
    name: 'memory ran out in the engine',
    kind: 'embedded',
    step: 'run',
    make: (page) => endOfWorker(page, 'engine', 1),
    said: 'The engine worker broke off',
    in: [],
  },
  {
    name: 'the computer slept for five hours',
    kind: 'texts',
    step: 'run',
    make: (page) =>
      Promise.all([
        page.evaluate(sleepAtNext, 'click'),
        ...page.workers().map((worker) => worker.evaluate(sleepAtNext, 'message')),
      ]),
    said: null,
    in: ['page', 'engine'],
  },
  {
    name: 'the tab was hidden',
    kind: 'texts',
    step: 'run',
    make: (page) =>
      page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        Object.defineProperty(document, 'hidden', { get: () => true });
        const real = setTimeout;
        Reflect.set(window, 'setTimeout', (act: () => void, ms = 0) => {
          Reflect.set(window, 'isFaulted', true);
          return real(act, Math.max(1000, ms));
        });
        window.requestAnimationFrame = () => 0;
        document.dispatchEvent(new Event('visibilitychange'));
      }),
    said: null,
    in: ['page'],
  },
];

/** The clocks of a realm jump ahead with its next event. */
function sleepAtNext(event: string): void {
  const hours = 5 * 3_600_000;
  const clocks = { date: Date.now, mark: performance.now.bind(performance) };
  const sleep = () => {
    Date.now = () => clocks.date() + hours;
    performance.now = () => clocks.mark() + hours;
    Reflect.set(globalThis, 'isFaulted', true);
  };
  addEventListener(event, sleep, { once: true });
}

function workerOf(page: Page, name: string) {
  const found = page.workers().find((worker) => worker.url().includes(`/${name}-`));
  if (!found) throw new Error(`There is no worker ${name}.`);
  return found;
}

/** The worker ends without a word at the n-th message from now on. */
function endOfWorker(page: Page, name: string, n: number): Promise<void> {
  return workerOf(page, name).evaluate((last) => {
    let messages = 0;
    addEventListener('message', () => {
      messages += 1;
      if (messages === last) self.close();
    });
  }, n);
}

/** Waits until a fault that the page says nothing of has come to pass. */
async function expectFaulted(page: Page, fault: Fault): Promise<void> {
  const isFaulted = () => Reflect.get(globalThis, 'isFaulted') === true;
  for (const realm of fault.in) {
    const faulted = () =>
      realm === 'page' ? page.evaluate(isFaulted) : workerOf(page, realm).evaluate(isFaulted);
    await expect.poll(faulted, { message: realm, timeout: 30_000 }).toBe(true);
  }
}

/** A question to the table store is answered. */
async function expectAnswer(page: Page, records: number): Promise<void> {
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByRole('button', { name: /^Pairs/ }).click();
  await page.getByRole('button', { name: 'SQL', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'SQL' });
  await field.fill('SELECT count(*) AS records FROM records');
  await field.press('Control+Enter');
  const answer = page.getByRole('table', { name: 'Answer' }).getByRole('row').nth(1);
  await expect(answer).toContainText(String(records));
}

function filesOf(kind: Kind) {
  const { names, recordsOf } = SOURCES[kind];
  return names.map((name) => {
    const good = jsonlFile(name, recordsOf(name)).buffer.toString();
    return textFile(`${name}.jsonl`, `${good}${BAD_LINES}`);
  });
}

/** Loads and ranks, with a fault on the way or without one. */
async function reportOf(
  page: Page,
  baseURL: string | undefined,
  kind: Kind,
  fault: Fault | null,
): Promise<Report> {
  const rankPage = new RankPage(page, { bundled: kind === 'texts' });
  await rankPage.open(baseURL ?? '', { device: 'wasm' });
  const [first, second] = filesOf(kind);
  if (!first || !second) throw new Error('There are two files.');
  await rankPage.loadFiles([first]);
  if (fault?.step === 'load') await fault.make(page);
  const loaded = rankPage.loadFiles([second]);
  if (fault?.said && fault.step === 'load') await expect(loaded).rejects.toThrow(fault.said);
  else await loaded;
  if (fault?.step === 'load') await expectFaulted(page, fault);
  if (fault?.step === 'run') await fault.make(page);
  if (fault?.said) {
    if (fault.step === 'run') await rankPage.rankButton.click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(fault.said);
    expect(await alert.innerText()).not.toMatch(RAW);
    await alert.getByRole('button', { name: 'Start again' }).click();
    await expect(page.locator('main')).toHaveAttribute('data-workers', 'ready');
    const unread = page.getByRole('button', { name: /^Read/ });
    if (await unread.isVisible()) await rankPage.whileReading(0, () => unread.click());
  }
  await rankPage.rank();
  await expect(page.getByRole('alert')).toHaveCount(0);
  if (fault?.step === 'run') await expectFaulted(page, fault);
  return (await rankPage.exportReport()).report;
}

for (const fault of FAULTS) {
  test(`${fault.name}: the page says what happened, counts add up and the figures are the same`, async ({
    page,
    baseURL,
    browser,
  }) => {
    const { kind } = fault;
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const expected = await reportOf(await context.newPage(), baseURL, kind, null);
    await context.close();
    const report = await reportOf(page, baseURL, kind, fault);
    await expectAnswer(
      page,
      Object.values(report.sources).reduce((sum, { records }) => sum + records, 0),
    );
    const tolerance = { absolute: TOLERANCES[kind], relative: TOLERANCES[kind] };
    expect(differences(report.sources, expected.sources, tolerance)).toEqual([]);
    expect(differences(report.ranking, expected.ranking, tolerance)).toEqual([]);
    for (const name of SOURCES[kind].names) {
      const { read, records, rejected } = report.sources[name]?.file_counts ?? {};
      expect([read, rejected]).toEqual([SOURCES[kind].recordsOf(name).length + 2, 2]);
      expect(records).toBe((read ?? 0) - 2);
    }
  });
}
