/** Browsers, the served page and the bench's own page. */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { findBrowser } from '../../scripts/browser.mjs';
import { DIST } from '../../scripts/lib/paths.mjs';
import { RankPage } from '../../tests/support/rank-page.mjs';
import { serve } from '../../scripts/serve.mjs';
import { BENCH, CACHE } from './paths.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../browser/main').BenchApi} BenchApi */

/** @returns {Promise<Browser>} */
export async function launch() {
  const { chromium } = await import('@playwright/test');
  const { executablePath, args } = await findBrowser();
  return chromium.launch({ executablePath, args });
}

/** Serves dist/, and the bench's page. */
export class Sites {
  /**
   * @param {{ url: string, close: () => Promise<void> }} dist
   * @param {{ url: string, close: () => Promise<void> }} cache
   * @param {string} build folder of the bench's page
   */
  constructor(dist, cache, build) {
    this.dist = dist;
    this.cache = cache;
    this.build = build;
  }

  /** Builds the bench's page; dist/ is there already. */
  static async open() {
    const { build } = await import('vite');
    mkdirSync(CACHE, { recursive: true });
    const folder = `site-${process.pid}`;
    const outDir = join(CACHE, folder);
    await build({ configFile: join(BENCH, 'vite.config.ts'), logLevel: 'error', build: { outDir } });
    return new Sites(await serve({ root: DIST, port: 0 }), await serve({ root: CACHE, port: 0 }), folder);
  }

  /** @param {string} path inside CACHE */
  address(path) {
    return new URL(path, this.cache.url).href;
  }

  get benchPage() {
    return this.address(`${this.build}/index.html`);
  }

  async close() {
    await Promise.all([this.dist.close(), this.cache.close()]);
    rmSync(join(CACHE, this.build), { recursive: true, force: true });
  }
}

/**
 * Opens the bench's page. Its policy forbids evaluation, which is how Playwright asks it: here that is let through.
 *
 * @param {Browser} browser
 * @param {Sites} sites
 * @returns {Promise<Page>}
 */
export async function openBenchPage(browser, sites) {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(sites.benchPage);
  const isolated = await ask(page, 'isolated');
  if (!isolated)
    throw new Error('The page of the bench is not cross-origin isolated: wasm would have no threads.');
  return page;
}

/**
 * Calls a function of the bench's page.
 *
 * @template {keyof BenchApi} Name
 * @param {Page} page
 * @param {Name} name
 * @param {Parameters<BenchApi[Name]>} args
 * @returns {Promise<Awaited<ReturnType<BenchApi[Name]>>>}
 */
export async function ask(page, name, ...args) {
  /** @type {unknown} */
  const answer = await page.evaluate(
    ([name, args]) => Reflect.get(globalThis, 'bench')[name](...args),
    /** @type {const} */ ([name, args]),
  );
  return /** @type {Awaited<ReturnType<BenchApi[Name]>>} */ (answer);
}

/**
 * The product's page, open and ready.
 *
 * @param {Browser | BrowserContext} browser
 * @param {Sites} sites
 * @param {(text: string) => void} onProgress
 */
export async function openRankPage(browser, sites, onProgress) {
  const page = new RankPage(await browser.newPage(), { onProgress });
  await page.open(sites.dist.url);
  return page;
}
