/**
 * The page in Firefox and WebKitGTK: the same steps as in Chromium, and figures within 1e-6 of Chromium's. Firefox and WebKitGTK
 * are brought by `npm test -- --deep`; without one of them its tests fail. The demo is ranked on a plain host with a fresh profile, in which the
 * service worker is new: Firefox used to stand still there in one of nine. `NEGSCOPE_PROFILES=60` asks for so many profiles.
 */

import { readFileSync, writeFileSync } from 'node:fs';

import { reportDifferences } from '../../../scripts/lib/figures.mjs';
import { LESSONS } from '../../../src/pages/learn/lessons';
import type { Report } from '../../../src/report/result';
import { differences } from '../../support/compare';
import { BROWSERS, CHROMIUM } from '../drivers/browsers';
import type { Driver } from '../drivers/driver';
import { RankByNames, pressed } from '../drivers/rank-by-names';
import { demoRecords, embedded, jsonlFile } from '../files';
import { expect, sharedData, base as test } from '../helpers';
import { tinyFolder, writeModel } from '../model-folders';
import { parquetOf } from '../parquet-file';
import { PlainHost } from '../plain-host';

/** Most by which a figure may differ between browsers. */
const AGREEMENT = 1e-6;

/** In the page: whether a canvas has a pixel that is not empty. */
const ARE_POINTS_DRAWN = `[...document.querySelectorAll('main canvas')].some((canvas) =>
  canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0))`;

const PROFILES = Number(process.env.NEGSCOPE_PROFILES ?? 1);

const CODECS = ['snappy', 'zstd', 'brotli', 'gzip'] as const;

const GOLDEN = ['bm25', 'dense', 'llm', 'noise'];

function beginning(source: string): string {
  const { name, buffer } = jsonlFile(`${source}.jsonl`, demoRecords(source, 30));
  const path = test.info().outputPath(name);
  writeFileSync(path, buffer);
  return path;
}

function parquetIn(codec: (typeof CODECS)[number]): string {
  const path = test.info().outputPath(`${codec}.parquet`);
  writeFileSync(path, parquetOf(embedded(30, 3, codec), codec));
  return path;
}

/** What is ranked in each browser, from a page without files to the report. */
const RUNS = {
  demo: async (page: RankByNames) => {
    await page.driver.click(pressed('Try the demo'));
    await page.result();
  },
  golden: async (page: RankByNames) => {
    await page.giveFiles(GOLDEN.map((name) => sharedData(`golden/${name}.jsonl`)));
    await page.chooseReferences(['bm25', 'dense', 'llm']);
    await page.rank();
  },
  parquet: async (page: RankByNames) => {
    await page.giveFiles(CODECS.map(parquetIn));
    await page.rank();
  },
  model: async (page: RankByNames) => {
    await page.giveFiles(['written', 'random'].map(beginning));
    await page.chooseModel(writeModel(test.info().outputPath('tiny-model'), tinyFolder()));
    await page.rank();
  },
};
type RunName = keyof typeof RUNS;

async function reportOf(page: RankByNames, run: RunName): Promise<Report> {
  await RUNS[run](page);
  return page.report();
}

const ofChromium = new Map<RunName, Report>();

/** Chromium's report of a run; it is made now where no test made it before. */
async function chromiumReport(run: RunName): Promise<Report> {
  const known = ofChromium.get(run);
  if (known) return known;
  const driver = await CHROMIUM.start();
  try {
    const page = new RankByNames(driver, address());
    await page.open();
    const report = await reportOf(page, run);
    ofChromium.set(run, report);
    return report;
  } finally {
    await driver.close();
  }
}

function address(): string {
  return test.info().project.use.baseURL ?? '';
}

/** What differs by more than browsers may; a text that differs is listed too. */
function disagreement(report: Report, other: Report): string[] {
  const found = reportDifferences({ ...report, device: null }, { ...other, device: null });
  return found.filter(({ gap }) => gap > AGREEMENT).map(({ path, gap }) => `${path}: ${gap}`);
}

// A browser that was never started before compiles everything anew, on a machine that does other work too.
test.setTimeout(240_000 * PROFILES);

for (const { name, start } of BROWSERS) {
  test.describe(name, () => {
    let driver: Driver | null = null;
    /** On a server that sends its headers. */
    let served: RankByNames | null = null;

    /** The browser, started once. */
    async function browser(): Promise<Driver> {
      driver ??= await start();
      return driver;
    }

    async function close(): Promise<void> {
      await driver?.close();
      [driver, served] = [null, null];
    }

    /** The page without files: opened once, since a start of it takes WebKitGTK fifteen seconds. */
    async function emptyPage(): Promise<RankByNames> {
      if (served) await served.removeFiles();
      else {
        served = new RankByNames(await browser(), address());
        await served.open();
      }
      return served;
    }

    test.afterEach(async () => {
      const { status, expectedStatus } = test.info();
      if (driver === null || status === expectedStatus) return;
      writeFileSync(test.info().outputPath('failed.png'), await driver.screenshot());
    });

    test.afterAll(close);

    /** Runs, holds the report to Chromium's, and gives it. */
    async function agreed(page: RankByNames, run: RunName): Promise<Report> {
      const report = await reportOf(page, run);
      expect(disagreement(report, await chromiumReport(run))).toEqual([]);
      expect(await page.driver.errors()).toEqual([]);
      return report;
    }

    test('the lesson links of a class, framed: each opens its lesson with its figure', async () => {
      const host = await PlainHost.start();
      try {
        const links = LESSONS.map((_, i) => `<iframe src="learn.html#learn?lesson=${i + 1}"></iframe>`);
        host.put('course.html', `<!doctype html><title>course</title>${links.join('')}`);
        const page = new RankByNames(await browser(), host.url);
        await page.driver.open(`${host.url}course.html`);
        const inFrames = (expression: string) =>
          `[...document.querySelectorAll('iframe')].map(({ contentDocument: frame }) => ${expression})`;
        await page.until('ten figures', `${inFrames("frame?.querySelector('main figure')")}.every(Boolean)`);
        expect(await page.driver.evaluate(inFrames("frame.querySelector('h1').textContent"))).toEqual(
          LESSONS.map(({ title }) => title.replaceAll('*', '')),
        );
        expect(await page.driver.errors()).toEqual([]);
      } finally {
        await host.end();
      }
    });

    // Chromium's figures are what those of the others are held to; figures.spec.ts holds them to what is expected.
    if (name === CHROMIUM.name) return;

    test('a fresh profile on a plain host: the demo is ranked, sealed and without an error; Audit, Lab and Learn are drawn', async () => {
      const host = await PlainHost.start();
      try {
        for (let i = 0; i < PROFILES; i++) {
          await close();
          const page = new RankByNames(await browser(), host.url);
          await page.open();
          const report = await agreed(page, 'demo');
          expect(report.ranking).toEqual(['written', 'random', 'embedding', 'bm25']);
          await page.until('the seal', `/Sealed/.test(document.querySelector('header').innerText)`);
          expect(await page.driver.evaluate('crossOriginIsolated')).toBe(true);
          await page.go('Audit');
          await page.until('the findings', `document.querySelectorAll('main table tbody tr').length > 3`);
          await page.driver.click(`//nav[@aria-label='Parts of the audit']/button[starts-with(., 'Pairs')]`);
          await page.until('the pairs', `/^2,445 pairs/m.test(document.querySelector('main').innerText)`);
          await page.driver.click(pressed('Plane'));
          await page.until('the points', ARE_POINTS_DRAWN);
          await page.go('Lab');
          await page.until('the charts', `document.querySelectorAll('main svg[role=img]').length > 2`);
          await page.go('Learn');
          await page.until('the passages', `document.querySelectorAll('main figure button').length > 10`);
          expect(await page.driver.errors()).toEqual([]);
        }
      } finally {
        await host.end();
      }
    });

    test('the golden files: the expected figures', async () => {
      const report = await agreed(await emptyPage(), 'golden');
      const { sources, ranking, audit } = JSON.parse(
        readFileSync(sharedData('golden/expected.json'), 'utf8'),
      ) as Pick<Report, 'sources' | 'ranking' | 'audit'>;
      const { envelope, flags } = audit;
      const expected = { sources, ranking, audit: { envelope, flags } };
      expect(differences(report, expected, { absolute: AGREEMENT, relative: AGREEMENT })).toEqual([]);
    });

    test('Parquet in each packing', async () => {
      const { sources } = await agreed(await emptyPage(), 'parquet');
      expect(Object.keys(sources).sort()).toEqual([...CODECS].sort());
    });

    test('files with a model folder', async () => {
      const report = await agreed(await emptyPage(), 'model');
      expect(report.ranking).toHaveLength(2);
    });
  });
}
