/** What the scenarios share: options, one browser and the served pages. */

import { ask, launch, openBenchPage, openRankPage, Sites } from './browser.mjs';
import { MINILM, TINY, ensureModel } from './model.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../types').Adapter} Adapter */
/** @typedef {import('../types').BenchOptions} BenchOptions */

export class Bench {
  /**
   * @param {BenchOptions} options
   * @param {Browser} browser
   * @param {Sites} sites
   * @param {Adapter | null} adapter
   * @param {(text: string) => void} say what is under way
   */
  constructor(options, browser, sites, adapter, say) {
    this.options = options;
    this.browser = browser;
    this.sites = sites;
    this.adapter = adapter;
    this.say = say;
  }

  /**
   * @param {BenchOptions} options
   * @param {(text: string) => void} say
   */
  static async open(options, say) {
    const sites = await Sites.open();
    const browser = await launch();
    const page = await openBenchPage(browser, sites);
    const adapter = await ask(page, 'adapter');
    await page.context().close();
    return new Bench(options, browser, sites, adapter, say);
  }

  /** The shape of the encoder of scenarios a and b. */
  get shape() {
    return this.options.quick ? TINY : MINILM;
  }

  /** @returns {string} folder of that encoder */
  model() {
    this.say('making the encoder');
    return ensureModel(this.shape);
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
