/** What the scenarios share: sizes, one browser and the served pages. */

import { launch, openBenchPage, openRankPage, Sites } from './browser.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {import('@playwright/test').Page} Page */

export class Bench {
  /**
   * @param {boolean} quick sizes of seconds
   * @param {Browser} browser
   * @param {Sites} sites
   * @param {(text: string) => void} say what is under way
   */
  constructor(quick, browser, sites, say) {
    this.quick = quick;
    this.browser = browser;
    this.sites = sites;
    this.say = say;
  }

  /**
   * @param {boolean} quick
   * @param {(text: string) => void} say
   */
  static async open(quick, say) {
    const sites = await Sites.open();
    return new Bench(quick, await launch(), sites, say);
  }

  /**
   * The bench's page in a context of its own, closed when `work` is done.
   *
   * @template T
   * @param {(page: Page) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async onBenchPage(work) {
    const page = await openBenchPage(this.browser, this.sites);
    try {
      return await work(page);
    } finally {
      await page.context().close();
    }
  }

  /**
   * The product's page, open and ready.
   *
   * @param {Browser | BrowserContext} browser
   */
  rankPage(browser) {
    return openRankPage(browser, this.sites, this.say);
  }

  async close() {
    await this.browser.close();
    await this.sites.close();
  }
}
