/** Takes the pictures of the README on the built page: its opening, the demo's ranking, light, dark and on a phone,
 * its pairs in Audit, its experiments in Lab, and the parts of Learn. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { findBrowser } from './browser.mjs';
import { DIST, PROJECT } from './lib/paths.mjs';
import { serve } from './serve.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

/** Pictures of the demo's ranking: the name of each, the colours, and the window. */
const RANK = /** @type {const} */ ([
  ['light', 'light', { width: 1440, height: 1180 }],
  ['dark', 'dark', { width: 1440, height: 1180 }],
  ['phone', 'light', { width: 390, height: 1300 }],
]);
/** Pictures of the page before anything is computed: the name of each, and the colours. */
const OPENING = /** @type {const} */ ([
  ['opening', 'light'],
  ['opening-dark', 'dark'],
]);
const OPENING_VIEW = { width: 1440, height: 900 };
const RUN_MS = 120_000;

/** Window of the pictures of Audit and Lab. */
const WIDE_VIEW = { width: 1440, height: 1180 };

const LEARN_VIEW = { width: 1360, height: 900 };

/** Pictures of the Learn page: the name of each, the colours, and what its link says. */
const LEARN = /** @type {const} */ ([
  ['pair', 'light', 'lesson=3&angle=88&done=1,2'],
  ['source', 'dark', 'part=source&lesson=7&pairs=12&spread=150&done=1,2,3,4,5,6'],
  ['compete', 'light', 'part=compete&lesson=9&tau=0.05&mix=dense.random.40&done=1,2,3,4,5,6,7,8'],
  ['loss', 'dark', 'part=loss&lesson=6&angle=-20&done=1,2,3,4,5'],
]);

/**
 * Once the page says that it works offline: what it says while it gets ready is no part of the picture.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} path
 */
async function take(page, path) {
  await page.locator('[data-part=offline][data-ready=true]').waitFor();
  await page.screenshot({ path });
}

await runMain(async () => {
  await ensureDependencies();
  await ensureBuild();
  const { chromium } = await import('@playwright/test');
  const { executablePath, args } = await findBrowser();
  const folder = join(PROJECT, 'docs/images');
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args });
  const server = await serve({ root: DIST, port: 0 });
  try {
    for (const [name, scheme] of OPENING) {
      const page = await browser.newPage({ viewport: OPENING_VIEW, colorScheme: scheme });
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Rank my files' }).waitFor();
      await take(page, join(folder, `rank-${name}.png`));
      await page.close();
    }
    for (const [name, scheme, viewport] of RANK) {
      const page = await browser.newPage({ viewport, colorScheme: scheme });
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Try the demo' }).first().click();
      await page.locator('main[data-phase=done]').waitFor({ timeout: RUN_MS });
      await take(page, join(folder, `rank-${name}.png`));
      await page.close();
    }
    const page = await browser.newPage({ viewport: WIDE_VIEW, colorScheme: 'light' });
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Try the demo' }).first().click();
    await page.locator('main[data-phase=done]').waitFor({ timeout: RUN_MS });
    await page.getByRole('link', { name: 'Audit', exact: true }).first().click();
    await page.getByText('Why it is here').waitFor();
    await take(page, join(folder, 'audit.png'));
    await page.getByRole('link', { name: 'Lab', exact: true }).first().click();
    // The tenth experiment's picture: what is quick runs by itself.
    await page.locator('[data-experiment] svg[role=img]').nth(10).waitFor({ timeout: RUN_MS });
    await take(page, join(folder, 'lab.png'));
    await page.close();
    for (const [name, scheme, link] of LEARN) {
      const page = await browser.newPage({ viewport: LEARN_VIEW, colorScheme: scheme });
      await page.goto(`${server.url}#learn?${link}`);
      await page.getByRole('slider').first().waitFor();
      await take(page, join(folder, `learn-${name}.png`));
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return 0;
});
