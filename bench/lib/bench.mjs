/** What the scenarios share: sizes, one browser, the served page and the bench's own page. */

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
/** @typedef {Awaited<ReturnType<typeof serve>>} Served */

/** @returns {Promise<Browser>} */
export async function launch() {
  const { chromium } = await import('@playwright/test');
  const { executablePath, args } = await findBrowser();
  return chromium.launch({ executablePath, args });
}

export class Bench {
  /**
   * @param {boolean} quick sizes of seconds
   * @param {Browser} browser
   * @param {Served} dist the product's page
   * @param {Served} cache CACHE, in which the bench's page lies
   * @param {string} folder of the bench's page there
   * @param {(text: string) => void} say what is under way
   */
  constructor(quick, browser, dist, cache, folder, say) {
    this.quick = quick;
    this.browser = browser;
    this.dist = dist;
    this.cache = cache;
    this.folder = folder;
    this.say = say;
  }

  /**
   * Builds the bench's page; dist/ is there already.
   *
   * @param {boolean} quick
   * @param {(text: string) => void} say
   */
  static async open(quick, say) {
    const { build } = await import('vite');
    mkdirSync(CACHE, { recursive: true });
    const folder = `site-${process.pid}`;
    const outDir = join(CACHE, folder);
    await build({ configFile: join(BENCH, 'vite.config.ts'), logLevel: 'error', build: { outDir } });
    const [dist, cache] = [await serve({ root: DIST, port: 0 }), await serve({ root: CACHE, port: 0 })];
    return new Bench(quick, await launch(), dist, cache, folder, say);
  }

  /**
   * The bench's page in a context of its own, closed when `work` is done. Its policy forbids evaluation, which is how Playwright
   * asks it: here that is let through.
   *
   * @template T
   * @param {(page: Page) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async onBenchPage(work) {
    const context = await this.browser.newContext({ bypassCSP: true });
    try {
      const page = await context.newPage();
      await page.goto(new URL(`${this.folder}/index.html`, this.cache.url).href);
      if (!(await ask(page, 'isolated')))
        throw new Error('The page of the bench is not cross-origin isolated: wasm would have no threads.');
      return await work(page);
    } finally {
      await context.close();
    }
  }

  /**
   * The product's page, open and ready.
   *
   * @param {Browser | BrowserContext} browser
   */
  async rankPage(browser) {
    const page = new RankPage(await browser.newPage());
    await page.open(this.dist.url);
    return page;
  }

  async close() {
    await this.browser.close();
    await Promise.all([this.dist.close(), this.cache.close()]);
    rmSync(join(CACHE, this.folder), { recursive: true, force: true });
  }
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
