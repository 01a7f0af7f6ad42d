/** What the scenarios share: sizes, one browser and the served page. */

import { mkdirSync } from 'node:fs';

import { findBrowser } from '../../scripts/browser.mjs';
import { CACHE, DIST } from '../../scripts/lib/paths.mjs';
import { RankPage } from '../../tests/support/rank-page.mjs';
import { serve } from '../../scripts/serve.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {Awaited<ReturnType<typeof openBench>>} Bench */

/** @returns {Promise<Browser>} */
export async function launch() {
  const { chromium } = await import('@playwright/test');
  const { executablePath, args } = await findBrowser();
  return chromium.launch({ executablePath, args });
}

/**
 * Needs the built page.
 *
 * @param {boolean} quick sizes of seconds
 * @param {(text: string) => void} say what is under way
 */
export async function openBench(quick, say) {
  mkdirSync(CACHE, { recursive: true });
  const dist = await serve({ root: DIST, port: 0 });
  const browser = await launch();
  return {
    quick,
    say,
    dist,
    browser,
    /** Rank, open and ready. @param {Pick<Browser, 'newPage'>} inBrowser */
    async rankPage(inBrowser) {
      const page = new RankPage(await inBrowser.newPage());
      await page.open(dist.url);
      return page;
    },
    async close() {
      await browser.close();
      await dist.close();
    },
  };
}
